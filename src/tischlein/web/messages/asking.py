"""Requests to a table over HTTP: to say something, to decide something, to get advice."""

from __future__ import annotations

from typing import Literal

import msgspec

from tischlein.core.phrases import Phrase
from tischlein.tables.match.observer import LogEntry
from tischlein.tables.stored import TalkRule
from tischlein.web.messages.request import Request


class Say(Request, frozen=True):
    """Say something at the table: a text of up to 200 characters, or a reaction by its name.

    If the host lets all talk, viewers may as well, under a name that they give.
    """

    text: str = ""
    """What is said; empty for a reaction."""
    reaction: str = ""
    """The reaction's name; empty for a text."""
    seat: int | None = None
    """The speaking seat, if the session holds several."""
    name: str = ""
    """The name of a viewer."""


class RuleTalk(Request, frozen=True):
    """Set who may hear what is said (host only)."""

    talk: TalkRule
    """Who may hear it from now on."""


class RuleWatching(Request, frozen=True):
    """Set whether others than the players may watch (host only)."""

    watched: bool
    """Whether they may watch from now on."""


class RulePrograms(Request, frozen=True):
    """Set whether programs may take chairs uninvited (host only, before the start)."""

    programs: bool
    """Whether they may take chairs from now on."""


class AskAdvice(Request, frozen=True):
    """Ask what a good player would do, for a seat of one's own."""

    seat: int
    """The seat, from 0."""
    after: list[int] = msgspec.field(default_factory=list)
    """Actions of a draft, after which advice is wanted."""


class Advice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a good player would do, best first."""

    number: int
    """The last event when it was asked."""
    actions: tuple[int, ...]
    """The numbers of the actions, best first."""
    shares: tuple[float, ...] = ()
    """The share of the bot's tries for each of these actions, if it distributes them."""
    logs: list[list[Phrase]] = []
    """The log of each of these actions, in games without secrets."""
    value: float | None = None
    """What the seat can expect, from 0 to 1, if the bot has an estimate."""
    exact: bool = False
    """Whether ``value`` is proven."""
    line: list[LogEntry] = []
    """The expected continuation after the first action."""


class StandIn(Request, frozen=True):
    """Let a bot play for an absent person, or hand the seat back."""

    seat: int
    """The seat, from 0."""
    on: bool
    """Whether a bot is to play; otherwise the seat is handed back."""


class TakeOver(Request, frozen=True):
    """Ask for a seat in a match that is being played: a bot's, or a released one."""

    seat: int
    """The seat, from 0."""
    name: str
    """What the person is to be called at the table."""
    beside: bool = False
    """Whether it is another person at a device whose people play there already."""


class Propose(Request, frozen=True):
    """Propose something to the others.

    What needs nobody's consent, such as to ``resume``, happens immediately.
    """

    what: Literal["end", "back", "pause", "resume", "time"]
    """What is proposed.

    ``end``: the match ends without a result; ``back``: one's last turn and all after it are taken
    back; ``pause``, ``resume``: nobody acts until the people resume; ``time``: the proposer gets
    more time.
    """


class Consent(Request, frozen=True):
    """Agree to what has been proposed, or refuse or withdraw it."""

    agree: bool
    """Whether one agrees; otherwise the proposal is refused, or one's own withdrawn."""
    at: int | None = None
    """When the intended proposal was made (``ProposalInfo.at``); if left out, the current one.

    No other proposal is answered.
    """


class GiveTime(Request, frozen=True):
    """Give the others time."""

    seconds: int | None = None
    """How many, at most those of a move or of a clock at the start; if left out, as usual."""


class SeatChoice(Request, frozen=True):
    """The seat that resigns, or that has to be freed before the start."""

    seat: int
    """The seat, from 0; before the start, the chair."""
