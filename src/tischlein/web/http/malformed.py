"""Messages of clients that cannot be understood."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec

from tischlein.core.phrases import Phrase
from tischlein.tables.problems import InvalidError
from tischlein.web.http.decoding_errors import completed
from tischlein.web.http.errors import LONGEST_DETAIL
from tischlein.web.messages.sockets import Problem

MALFORMED = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What decoding a message may raise: no JSON, no message, no text, nested too deeply."""
LONGEST_COMMAND = 64
"""Maximal number of characters of a command's id."""
_PLACE = re.compile(r" - at `\$\.(.*)`$")
"""Where a message is wrong, in the decoder's format."""


class _WithId(msgspec.Struct):
    """What can be read of a message that is otherwise invalid."""

    id: str


class _WithType(msgspec.Struct):
    """What can be read of one whose id is invalid, too."""

    type: str


_decode = msgspec.json.Decoder(_WithId).decode
_decode_type = msgspec.json.Decoder(_WithType).decode


def command_of(data: str | bytes) -> str:
    """Return the id of a message, if it has one."""
    try:
        return _decode(data).id[:LONGEST_COMMAND]
    except MALFORMED:
        return ""


def check_command(command: str) -> None:
    """Refuse ids of commands that are empty, too long, or not printable (TableError).

    PostgreSQL, for one, accepts no text with a NUL.
    """
    if not 1 <= len(command) <= LONGEST_COMMAND or not command.isprintable():
        raise InvalidError("command-id", longest=LONGEST_COMMAND)


def malformed_problem(error: Exception, data: str | bytes, wanted: Any) -> Problem:
    """Return the answer to a message that ended in one of ``MALFORMED``, with the reason.

    Parameters
    ----------
    wanted
        The type that it should have been, or several.
    """
    place = _PLACE.search(str(error))
    detail = completed(str(error), _meant(data, wanted), "" if place is None else place[1])
    return Problem(Phrase("problem-message"), command_of(data), detail[:LONGEST_DETAIL])


def _meant(data: str | bytes, wanted: Any) -> Any:
    """Return which of several types a message names; all of them if it names none."""
    try:
        named = _decode_type(data).type
    except MALFORMED:
        return wanted
    return next((one for one in get_args(wanted) if one.__struct_config__.tag == named), wanted)
