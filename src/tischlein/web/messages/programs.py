"""Programs that play under an identity of their own: what they must answer, and what they see."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.tables.stored import Ending
from tischlein.web.messages.table import SeatInfo


class ProgramInfo(msgspec.Struct, frozen=True):
    """A program that plays at this server under an identity of its own."""

    id: str
    name: str
    owner: str
    """Who is responsible for it."""
    games: list[str]
    """The keys of those games of this server that it plays."""
    present: bool
    """Whether it listens for requests to it."""


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
    """A proposal to the people at a table, including a program (``/consent``)."""

    match: str
    game: str
    what: Literal["end", "back", "pause", "resume", "stand-in", "time"]
    seat: int
    """The proposer."""


Duty = Turn | Invited | Asked
"""What a program has to answer."""


class Duties(msgspec.Struct, frozen=True, tag="duties"):
    """All that a program currently has to answer, over all its matches; each replaces the last one.

    Of a match, proposals come before a turn, which would void them. Kinds of duties may be added:
    ignore those that you do not know.
    """

    revision: str
    """Identifies this list; it changes whenever anything in the list changes."""
    duties: list[Duty]


class InWords(msgspec.Struct, frozen=True):
    """What a seat sees, as text for readers; it ends with the possible actions."""

    game: str
    number: int
    """The number of the last event."""
    over: bool
    """Whether the match has been played to its end."""
    text: str
    legal: list[str]
    """All actions of the seat in the game's notation; none while it may not act."""
    ending: Ending | None = None
    """Why the match was ended early, if it was."""
    asked: bool = False
    """Whether a proposal of the others, such as taking back, waits for the seat's consent."""
    from_record: bool = False
    """Whether somebody put it in as a record: this server has not seen it being played."""


class Observed(msgspec.Struct, frozen=True):
    """What a seat may know, exactly: for programs that have the games themselves."""

    game: str
    seats: int
    options: str
    """Those that differ from their defaults, as ``name=value`` words."""
    seat: int
    """The observing seat; 9 for a spectator."""
    number: int
    """The number of the last event."""
    over: bool
    """Whether the match has been played to its end."""
    row: bytes
    """The state's row with what the seat may not know masked: 64-bit words, in base64."""
    legal: list[int]
    """The actions of the seat; none while it may not act."""
    ending: Ending | None = None
    """Why the match was ended early, if it was."""
    asked: bool = False
    """Whether a proposal of the others, such as taking back, waits for the seat's consent."""
    from_record: bool = False
    """Whether somebody put it in as a record: this server has not seen it being played."""


class Judged(msgspec.Struct, frozen=True):
    """Whether an action would be possible; if not, why, with the rule and its text."""

    possible: bool
    reason: str
