"""The names of players at a table, of which none may be taken for another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

from tischlein.tables.players.lookalikes import skeleton
from tischlein.tables.players.one_line import one_line, untagged
from tischlein.tables.problems import InvalidError, NotNowError
from tischlein.tables.stored import SeatKind, StoredSeat

LONGEST_NAME = 24
BOT_NAMES = ("Pixel", "Momo", "Tasso", "Juno", "Fips", "Rika", "Olli", "Zita")
"""The names of bots, in the order of their chairs."""
ANONYMOUS = "N. N."
"""Name of a player whose card has been deleted (*nomen nescio*), in any language."""

_JOINERS = "\u200c\u200d"
"""They shape the letters of some scripts, and join several emoji into one."""
_STYLES = "\ufe0e\ufe0f"
"""They determine how the symbol before them is drawn."""
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Default_Ignorable_Code_Point without category C (DerivedCoreProperties.txt of Unicode 16)."""


def clean_name(text: str) -> str:
    """Return a player's name without superfluous white space.

    Raises
    ------
    InvalidError
        If it is empty, too long, or has invisible characters.
    """
    name = one_line(text, LONGEST_NAME)
    if (
        name is None
        or _has_invisible_characters(untagged(name))
        or not 1 <= len(name) <= LONGEST_NAME
        or not re.search(r"\w", name)
    ):
        raise InvalidError("name", longest=LONGEST_NAME)
    return name


def _has_invisible_characters(name: str) -> bool:
    """Whether a name has invisible characters without an effect on their neighbours."""
    for before, char, after in zip(f" {name}", name, f"{name[1:]} ", strict=False):
        if char in _JOINERS:
            serves = not (
                before == " " or before in _JOINERS or after == " " or _is_invisible(after)
            )
        elif char in _STYLES:
            serves = unicodedata.category(before)[0] == "S"
        else:
            serves = not _is_invisible(char)
        if not serves:
            return True
    return False


def _is_invisible(char: str) -> bool:
    return unicodedata.category(char)[0] == "C" or _INVISIBLE.match(char) is not None


class _Skeleton(NamedTuple):
    """A name as people perceive it: two with any field in common are taken for the same."""

    small: str
    """Ignores case and invisible characters.

    It is nearly NFKC_Casefold (The Unicode Standard, section 3.13).
    """
    shape: str
    """What it looks like as it is written."""
    small_shape: str
    """What it looks like, ignoring case, with foreign letters replaced by similar ones of ours.

    A capital may look like one whose small letter looks like no other.
    """

    def is_like(self, other: _Skeleton) -> bool:
        """Whether people take one for the other."""
        return any(one == another for one, another in zip(self, other, strict=True))


def _skeleton(name: str) -> _Skeleton:
    seen = "".join(char for char in unicodedata.normalize("NFKC", name) if not _is_invisible(char))
    ours = "".join(char if char.isascii() else skeleton(char) for char in seen)
    return _Skeleton(
        unicodedata.normalize("NFKC", seen.casefold()),
        skeleton(seen),
        skeleton(ours.casefold()),
    )


def check_name_free(name: str, seats: Iterable[StoredSeat]) -> None:
    """Refuse a name that somebody at a table already has, or that looks like one (NotNowError)."""
    if is_taken(name, seats):
        raise NotNowError("name-taken", name=name)


def is_taken(name: str, seats: Iterable[StoredSeat]) -> bool:
    """Whether somebody at a table already has a name, or one that looks like it."""
    return resembles_any(name, (one.name for one in seats if one.kind is not SeatKind.FREE))


def resembles_any(name: str, names: Iterable[str]) -> bool:
    """Whether people would take a name for one of some others."""
    read = _skeleton(name)
    return any(read.is_like(_skeleton(one)) for one in names)


def bot_names() -> Iterator[str]:
    """Yield names for bots, without end."""
    yield from BOT_NAMES
    for number in count(2):
        yield f"{BOT_NAMES[0]} {number}"


def anonymous_names() -> Iterator[str]:
    """Yield names for players whose names are to be removed."""
    yield ANONYMOUS
    for number in count(2):
        yield f"{ANONYMOUS} {number}"
