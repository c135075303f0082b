"""Opening a table, and joining it until the match begins."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.tables.stored import TalkRule, TimeControl
from tischlein.web.messages.request import Request


class Chair(Request, frozen=True, omit_defaults=True):
    """Who is to sit on a chair of a new match."""

    kind: Literal["me", "open", "bot", "program", "player"]
    """Who sits there.

    ``me``: the session that opens the match (several such chairs make a hot-seat match);
    ``open``: anybody who takes it by the link; ``bot``: a bot; ``program``: a program that this
    server knows, which is asked whether it wants to play; ``player``: who had a seat of the match
    that this one continues, so at no other table. The session sits down there at once; for others
    the chair is kept.
    """
    name: str = ""
    """Of ``me``: the person's name."""
    level: str = ""
    """Of ``bot``: its level, from ``GameInfo.levels``."""
    program: str = ""
    """Of ``program``: its id, from the list of programs."""
    seat: int | None = None
    """Of ``player``: the seat, from 0, which no bot had."""


class NewMatch(Request, frozen=True):
    """A table to be opened."""

    game: str
    """The game's key."""
    chairs: list[Chair]
    """Who is to sit at the table, in order."""
    options: dict[str, str] = msgspec.field(default_factory=dict)
    """Values of options, as text by name; those left out have their defaults."""
    fixed: bool = False
    """Whether the chairs keep their order as seats A, B, C ...; otherwise the lot decides."""
    listed: bool = False
    """Whether the lobby shows it to everybody on this server."""
    talk: TalkRule = TalkRule.FRIENDS
    """Who may hear what is said at the table; if left out, those who sit at it."""
    advice: bool | None = None
    """Whether players may ask for advice, of which all are told.

    If left out: only if one person plays against bots.
    """
    programs: bool = True
    """Whether programs may take chairs without an invitation."""
    contributes: bool = False
    """Whether the browser will contribute to chance (Contribute) once it knows the commitment."""
    time_control: TimeControl | None = None
    """How much time people have; if left out, unlimited.

    A move, or a clock at the start, has 10 seconds to 30 days; a clock gains up to a day with every
    turn.
    """
    watched: bool = True
    """Whether others than the players may watch while the match is being played."""


class Join(Request, frozen=True):
    """Take an open chair under a name."""

    name: str
    """What the person is to be called at the table."""
    hash: str = ""
    """The hash of the browser's contribution to chance, in hex; empty for none."""
    beside: bool = False
    """Whether another person sits down at a device whose people already have a seat there."""
    chair: int | None = None
    """Which of the chairs that may be taken; null for the one kept under the name, or the first."""
    again: bool = False
    """Whether the people of a device sit down as in the match before.

    That is where they had sat down there themselves, if they had, and not where others had; the
    name is that of the first chair. Refused together with ``beside`` or a ``chair``.
    """


class Leave(Request, frozen=True):
    """Get up: a chair becomes free, and in a match a bot plays until one is back."""

    release: bool = False
    """Whether meanwhile somebody else may ask for the seat of a match that is being played."""


class Rename(Request, frozen=True):
    """Change the name of a person at one's device, before the start."""

    seat: int
    """The person's chair, from 0."""
    name: str
    """The new name."""


class Contribute(Request, frozen=True):
    """Contribute to the chance of a match, before it starts.

    First ``hashes``, one for each chair of the session that has none; then, when the table says
    ``revealing``, the ``contributions``, 16 to 64 random bytes each. All in hex;
    ``tischlein.tables.chance.fairness`` defines the hash. Both may come at once if no other browser
    contributes. The same may be sent again.
    """

    hashes: list[str] = msgspec.field(default_factory=list)
    """Hashes of contributions, in hex: one for each chair of the session that has none."""
    contributions: list[str] = msgspec.field(default_factory=list)
    """The contributions, in hex: 16 to 64 random bytes each, in the order of the hashes."""


class Opened(msgspec.Struct, frozen=True):
    """The match, and the private links of the seats that the session has received."""

    match: str
    """The id of the match."""
    seat_secrets: list[str]
    """One for each seat taken; ``/seat#SECRET`` opens that seat on another device."""
    commitment: str
    """SHA-256 of the server's secret: the browser's contribution is made after this."""


class Claim(Request, frozen=True):
    """Hold the seat of a private link on this device too."""

    secret: str
    """The secret of the seat: what follows the # of its private link."""


class RenewLink(Request, frozen=True):
    """Replace the private link of a seat; all other devices lose the seat.

    Those of the same player card keep it.
    """

    secret: str = ""
    """The old one, which may have expired; empty for the links of all seats that one holds."""


class Rematch(Request, frozen=True):
    """Ask for the match that continues a finished one; the body may be left out."""

    contributes: bool = False
    """As in NewMatch."""


class FillChair(Request, frozen=True):
    """Put a bot on an open chair (host only, before the start)."""

    seat: int
    """The open chair, from 0."""
    level: str
    """The bot's level, from ``GameInfo.levels``."""


class Invite(Request, frozen=True):
    """Keep an open chair for a program, by its id (host only, before the start)."""

    seat: int
    """The open chair, from 0."""
    program: str
    """The program's id, from the list of programs."""
