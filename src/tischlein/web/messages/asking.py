"""What is asked of a table over HTTP: to say something, to decide something, to be advised."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.core.phrases import Phrase
from tischlein.tables.eyes import LogEntry
from tischlein.tables.stored import TalkRule
from tischlein.web.messages.request import Request


class Say(Request, frozen=True):
    """Say something at the table: a text of up to 200 characters, or a reaction by its name.

    Where the host lets all talk, those who look on may as well, under a name that they give.
    """

    text: str = ""
    reaction: str = ""
    seat: int | None = None
    """For whom, where the session holds several seats."""
    name: str = ""
    """What somebody who looks on is called."""


class RuleTalk(Request, frozen=True):
    """Settle who may hear what is said (host only)."""

    talk: TalkRule


class RuleWatching(Request, frozen=True):
    """Settle whether others than the players may look on (host only)."""

    watched: bool


class RulePrograms(Request, frozen=True):
    """Settle whether programs may take chairs uninvited (host only, before the start)."""

    programs: bool


class AskAdvice(Request, frozen=True):
    """Ask what a good player would do, for a seat of one's own."""

    seat: int
    after: list[int] = msgspec.field(default_factory=list)
    """Actions of a draft, after which it is asked."""


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a good player would do, best first."""

    number: int
    """The last event when it was asked."""
    actions: tuple[int, ...]
    shares: tuple[float, ...] = ()
    """Of the bot's tries, what went to each of these actions, if it shares them out."""
    deeds: list[list[Phrase]] = []
    """What would be told of each of these actions, in games without secrets."""
    hope: float | None = None
    """What the seat may hope for, from 0 to 1, if the bot has an estimate."""
    exact: bool = False
    """Whether that is proven."""
    line: list[LogEntry] = []
    """What is expected to follow the first action."""


class StandIn(Request, frozen=True):
    """Let a bot play for an absent person, or hand the seat back."""

    seat: int
    on: bool


class Propose(Request, frozen=True):
    """Put something to the others.

    ``end``: the match ends without a result; ``back``: one's last turn and all after it are taken
    back; ``pause``. What needs nobody's consent, such as to ``resume``, happens at once.
    """

    what: Literal["end", "back", "pause", "resume", "time"]


class Consent(Request, frozen=True):
    """Agree to what has been proposed, or refuse or withdraw it."""

    agree: bool
    at: int | None = None
    """When what is meant was proposed (``ProposalInfo.at``): something else is not answered. Left
    out: whatever is proposed now."""


class GiveTime(Request, frozen=True):
    """Give the others time."""

    seconds: int | None = None
    """How many, at most what a move has or a clock had at the start; left out: what is usual."""


class SeatChoice(Request, frozen=True):
    """Which seat is meant: who resigns, or who has to get up before the start."""

    seat: int
