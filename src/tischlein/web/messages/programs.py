"""Programs that play by an identity of their own: what they must answer, and what they see."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.tables.stored import Ending
from tischlein.web.messages.table import SeatInfo


class ProgramInfo(msgspec.Struct, frozen=True):
    """A program that plays at this server by an identity of its own."""

    id: str
    name: str
    owner: str
    """Who answers for it."""
    games: list[str]
    """The keys of those games of this server that it plays."""
    present: bool
    """Whether it listens for what it has to answer."""


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """A program may act on a seat: it answers with one of the legal actions (``/actions``)."""

    match: str
    game: str
    seat: int
    number: int
    """The number of the last event, for ``seen`` of the action."""
    legal: list[int]
    awaited: bool
    """Whether the match waits for it; otherwise it may act, but need not."""


class Invited(msgspec.Struct, frozen=True, tag="invited"):
    """A chair is kept for a program: it accepts (``/join``) or declines (``/decline``)."""

    match: str
    game: str
    options: str
    """Options that differ from their defaults, as ``name=value`` words."""
    seats: list[SeatInfo]


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """Something is put to the people at a table, a program among them (``/consent``)."""

    match: str
    game: str
    what: Literal["end", "back", "pause", "resume", "stand-in", "time"]
    seat: int
    """Who proposes it."""


Duty = Turn | Invited | Asked
"""What a program has to answer."""


class Duties(msgspec.Struct, frozen=True, tag="duties"):
    """All that a program has to answer just now, over all its matches; each takes the last's place.

    Of a match, what is asked comes before a turn, which would make it void. Others may be added to
    the kinds of duties: leave out those that you do not know.
    """

    revision: str
    """Names this list; another one whenever anything of it changes."""
    duties: list[Duty]


class InWords(msgspec.Struct, frozen=True):
    """What a seat sees, for guests that read; the text ends with what can be done."""

    game: str
    number: int
    """The number of the last event."""
    over: bool
    """Whether the match has been played to its end."""
    text: str
    legal: list[str]
    """All actions of the seat in the game's notation; none while it may not act."""
    ending: Ending | None = None
    """Why the match ended before its end, if it did."""
    asked: bool = False
    """Whether the others would like something, such as taking back, which waits for the seat's
    consent.
    """


class Observed(msgspec.Struct, frozen=True):
    """What a seat may know, exactly: for programs that have the games themselves."""

    game: str
    seats: int
    options: str
    """Those that differ from their defaults, as ``name=value`` words."""
    seat: int
    """Whose eyes these are; 9 for a spectator."""
    number: int
    """The number of the last event."""
    over: bool
    """Whether the match has been played to its end."""
    row: bytes
    """The state's row with what the seat may not know masked: 64-bit words, in base64."""
    legal: list[int]
    """The actions of the seat; none while it may not act."""
    ending: Ending | None = None
    """Why the match ended before its end, if it did."""
    asked: bool = False
    """Whether the others would like something, such as taking back, which waits for the seat's
    consent.
    """


class Judged(msgspec.Struct, frozen=True):
    """Whether an action would be possible; if not, why, with the rule and its text."""

    possible: bool
    reason: str
