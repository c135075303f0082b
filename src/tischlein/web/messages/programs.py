"""Programs that play under an identity of their own: what they must answer, and what they see."""

from __future__ import annotations

import msgspec

from tischlein.tables.stored import Ending
from tischlein.web.messages.table import Proposed, SeatInfo


class ProgramInfo(msgspec.Struct, frozen=True):
    """A program that plays at this server under an identity of its own."""

    id: str
    """Identifies the program, to invite it."""
    name: str
    """Its name at tables."""
    owner: str
    """Who is responsible for it."""
    games: list[str]
    """The keys of those games of this server that it plays."""
    present: bool
    """Whether it listens for requests to it."""


class Turn(msgspec.Struct, frozen=True, tag="turn"):
    """A program may act on a seat: it answers with one of the legal actions (``/actions``)."""

    match: str
    """The id of the match."""
    game: str
    """The game's key."""
    seat: int
    """The program's seat, from 0."""
    number: int
    """The number of the last event, for ``seen`` of the action."""
    legal: list[int]
    """The numbers of the legal actions."""
    awaited: bool
    """Whether the match waits for it; otherwise it may act, but need not."""


class Invited(msgspec.Struct, frozen=True, tag="invited"):
    """A chair is kept for a program: it accepts (``/join``) or declines (``/decline``)."""

    match: str
    """The id of the match."""
    game: str
    """The game's key."""
    options: str
    """Options that differ from their defaults, as ``name=value`` words."""
    seats: list[SeatInfo]
    """Who sits there so far."""


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """A proposal to the people at a table, including a program (``/consent``)."""

    match: str
    """The id of the match."""
    game: str
    """The game's key."""
    what: Proposed
    """What is proposed, as in Propose.

    ``stand-in``: that a bot plays for an absent person; ``take-over``: that somebody who has come
    plays on for a bot, or for somebody who has gone.
    """
    seat: int
    """The proposer; for ``take-over``, the seat that is asked for."""


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
    """What it has to answer."""


class InWords(msgspec.Struct, frozen=True):
    """What a seat sees, as text for readers; it ends with the possible actions."""

    game: str
    """The game's key."""
    number: int
    """The number of the last event."""
    over: bool
    """Whether the match has been played to its end."""
    text: str
    """The text, in the language that was asked for."""
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
    """The game's key."""
    seats: int
    """How many seats the match has."""
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
    """Whether it would be accepted now."""
    reason: str
    """Why not, in words; empty if it is possible."""
