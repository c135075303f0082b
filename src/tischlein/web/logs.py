"""The server's log: lines for people or JSON for programs, and no secrets in either.

The id of a match is a secret: it allows watching, and sitting down where a chair is free. Lines
about the same match can be recognised by the beginning of its id, by which the owner of the
database finds it there; the rest is still more than anybody can guess (49 of 69 bits).
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

import msgspec

ACCESS = logging.getLogger("tischlein.access")
START = logging.getLogger("tischlein.start")
_encode = msgspec.json.Encoder(enc_hook=str).encode

_SECRET = re.compile(
    r"""(?ix)
    [2-9a-z]{14}\.(?:[0-9]{1,9}\.)?[a-z0-9_-]{32}  # the secret of a seat
    # A session's cookie, which may begin with a dash; or a hash that stands for either.
    | [a-z0-9_-]{43,}(?:\.[0-9]{1,9}\.[a-z0-9_-]{22})?
    | (?<=bearer\s)\S+
    | (?<=card:)[a-z0-9_-]{32}  # a card, as the holder of a seat
    """
)
_WRITTEN = "[secret]"
# Ids of matches have no letters that look like others, which hardly any word of that length lacks.
# Those of opened records are twice as long.
_MATCH = re.compile(r"(?<!\w)([2-9a-hjkmnp-z]{4})[2-9a-hjkmnp-z]{10}(?:[2-9a-hjkmnp-z]{14})?(?!\w)")
_BEGINNING = r"\1…"


class Form(StrEnum):
    """How lines of the log are written."""

    TEXT = "text"
    JSON = "json"


def without_secrets(text: str) -> str:
    """Return a text with everything removed that seems to give access to a seat, session or table.

    Of a match's id the beginning stays.
    """
    return _MATCH.sub(_BEGINNING, _SECRET.sub(_WRITTEN, text))


class TextLines(logging.Formatter):
    """Lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as text."""
        return without_secrets(super().format(record))


class JsonLines(logging.Formatter):
    """One object per line: time, level, logger, message, and further fields."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, object] = {
            "time": at.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
            **fields_of(record),
        }
        if record.exc_info:
            line["exception"] = without_secrets(self.formatException(record.exc_info))
        return _encode(line).decode()


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields of a log line besides its message."""
    fields: dict[str, Any] = getattr(record, "fields", {})
    return fields


class LineCounter(logging.Handler):
    """Counts lines by level, from warnings on."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.counts = Counter({"warning": 0, "error": 0})

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line; what is worse than an error counts as one."""
        self.counts["warning" if record.levelno < logging.ERROR else "error"] += 1


LINES = LineCounter()
"""What this process has logged, since it has one log."""


def configure(form: Form) -> None:
    """Send all loggers to standard error, from warnings on; in JSON each start and request, too.

    Requests are logged by their route: no address, no id of a match, no caller.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form is Form.JSON else TextLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler, LINES], force=True)
    for logger in (ACCESS, START):
        logger.setLevel(logging.INFO if form is Form.JSON else logging.WARNING)
