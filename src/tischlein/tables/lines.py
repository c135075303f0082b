"""Other lines: what could have been, tried out from a position of a finished match.

A line is written as text, so that a link can hold all of it and nothing of it is stored: a seat's
letter, or ``*`` for chance, with the number of the action, and in a race ``@`` with the reaction
time in milliseconds: ``A17.*3.B4@812``. It is played at a table like any other, whose storage is
gone with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tischlein.core.errors import GameError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, letter, number
from tischlein.tables import seating
from tischlein.tables.card_store import CardStore
from tischlein.tables.fairness import SeededChance, new_secret
from tischlein.tables.labour import Labour
from tischlein.tables.problems import InvalidError
from tischlein.tables.steps import chance_follows
from tischlein.tables.store import Store
from tischlein.tables.store_errors import StoreClosedError
from tischlein.tables.stored import (
    Hosted,
    MatchStatus,
    RefusedCommand,
    RulesInUse,
    SeatKind,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredProgram,
    StoredRemark,
    StoredSeat,
    StoredSnapshot,
    StoredTalk,
    TalkRule,
)
from tischlein.tables.telling.book import Book

LONGEST = 300
"""Events of a line."""
VISITOR = "visitor"
"""The session that holds every seat of a line which no bot plays."""

_EVENT = re.compile(r"([A-H*])(\d{1,7})(?:@(\d{1,7}))?")


class Fork(NamedTuple):
    """What somebody asks for."""

    at: int
    """After which event the line leaves the match."""
    text: str
    """What happens then."""
    bots: Collection[int]
    """The seats that bots play."""


class Line(NamedTuple):
    """What is tried out."""

    start: Position
    """Before anything has happened in the match."""
    events: Sequence[StoredEvent]
    """Those of the match up to where the line leaves it, then those of the line."""


def write(events: Sequence[StoredEvent]) -> str:
    """Return the text of a line."""
    return ".".join(_written(stored.event) for stored in events)


def _written(event: Event) -> str:
    if event.seat == CHANCE:
        return f"*{event.action}"  # what is measured is found out again
    return f"{letter(event.seat)}{event.action}" + "".join(f"@{ms}" for ms in event.measurement)


def read(text: str) -> list[Event]:
    """Return the events that a text means, possible or not.

    Raises
    ------
    InvalidError
        If it is no line, or a very long one.
    """
    words = text.split(".") if text else []
    found = [_EVENT.fullmatch(word) for word in words]
    if len(words) > LONGEST or None in found:
        raise InvalidError("line")
    return [
        Event(
            CHANCE if one[1] == "*" else number(one[1]),
            int(one[2]),
            () if one[3] is None else (int(one[3]),),
        )
        for one in found
        if one is not None
    ]


async def follow(
    start: Position, events: Sequence[StoredEvent], fork: Fork, labour: Labour, now: int
) -> Line:
    """Return the line that a text describes, after checking every event of it.

    Raises
    ------
    InvalidError
        If one of them is not possible.
    """
    position = start.clone()
    done = list(events[: fork.at])
    for stored in done:
        position.apply(stored.event)
    for event in read(fork.text):
        if not _possible(position, event):
            raise InvalidError("line")
        measured = event
        if event.seat == CHANCE and start.game.measured is not None:
            measurement = await labour.measure(position, event.action)
            measured = Event(CHANCE, event.action, measurement.values)
        position.apply(measured)
        done.append(StoredEvent(len(done) + 1, measured, now))
    chance = SeededChance(new_secret(), (), VISITOR)
    done += [step.event for step in chance_follows(position, chance, len(done) + 1, now)]
    return Line(start, done)


def _possible(position: Position, event: Event) -> bool:
    try:
        return position.why_not(event.seat, event.action) is None
    except ValueError:
        return False  # its number means nothing


def match_of(game: Game, line: Line, original: StoredMatch, bots: Collection[int]) -> StoredMatch:
    """Return the match that goes on from a line, with the strongest bots on some seats."""
    position = line.start.clone()
    for stored in line.events:
        position.apply(stored.event)
    level = _strongest(game)
    seats = tuple(
        StoredSeat(kind=SeatKind.BOT, name=seat.name, level=level)
        if number in bots and level
        else StoredSeat(kind=SeatKind.PERSON, name=seat.name, sessions=(VISITOR,))
        for number, seat in enumerate(original.seats)
    )
    return replace(
        original,
        id=seating.new_match_id(),
        seats=seats,
        server_secret=new_secret(),
        commitment="",
        watched=True,
        status=MatchStatus.FINISHED if position.over else MatchStatus.RUNNING,
        listed=False,
        host=VISITOR,
        successor=None,
        talk=TalkRule.OFF,
        advice=False,
        time_control=None,
        clocks=None,
        deadline=None,
    )


def _strongest(game: Game) -> str:
    try:
        return game.level("strong").key
    except GameError:
        return game.levels[-1].key if game.levels else ""


class Sheet(Store):
    """Storage for one line: a sheet of paper that is thrown away."""

    def __init__(self, match: StoredMatch, events: Sequence[StoredEvent]) -> None:
        self._match = match
        self._events = list(events)

    @property
    def book(self) -> Book:
        """There is none: nobody is told of a line."""
        raise StoreClosedError("nobody is told of a line")

    @property
    def cards(self) -> CardStore:
        """Nobody has a card here."""
        raise StoreClosedError("nobody has a card here")

    async def match(self, match_id: str) -> StoredMatch:
        """Return the match."""
        del match_id
        return self._match

    async def events(
        self, match_id: str, first: int = 1, last: int | None = None
    ) -> list[StoredEvent]:
        """Return its events."""
        del match_id
        return self._events[first - 1 : last]

    async def append(
        self, match_id: str, events: Sequence[StoredEvent], *, update: StoredMatch | None = None
    ) -> None:
        """Note what has happened."""
        del match_id
        self._events += events
        self._match = update or self._match

    async def take_back(self, match_id: str, last: int, *, update: StoredMatch) -> None:
        """Rub out what has been taken back."""
        del match_id
        del self._events[last:]
        self._match = update

    async def update_match(self, match: StoredMatch) -> None:
        """Note what has changed."""
        self._match = match

    async def latest_snapshot(self, match_id: str) -> StoredSnapshot | None:
        """Return None: the events are at hand."""
        del match_id
        return None

    async def save_snapshot(self, match_id: str, snapshot: StoredSnapshot) -> None:
        """Keep none."""

    async def refuse(self, match_id: str, refused: RefusedCommand) -> None:
        """Keep no refusals: a client that comes back begins the line anew."""

    async def answer(self, match_id: str, seat: int, command: str) -> StoredAnswer | None:
        """Return None, for the same reason."""
        del match_id, seat, command
        return None

    async def remark(self, match_id: str, said: StoredRemark, keep: int) -> None:
        """Keep nothing that is said."""

    async def remarks(self, match_id: str) -> StoredTalk:
        """Return nothing: nobody talks here."""
        del match_id
        return StoredTalk()

    async def create_match(
        self,
        match: StoredMatch,
        events: Sequence[StoredEvent] = (),
        check: Callable[[Hosted], object] | None = None,
    ) -> None:
        """Take another match on the sheet: nobody hosts any besides."""
        del check
        self._match, self._events = match, [*events]

    async def lobby(self, limit: int = 100) -> list[StoredMatch]:
        """Return nothing: nobody is invited."""
        del limit
        return []

    async def matches_of_session(
        self, session: str, limit: int = 100, statuses: Collection[MatchStatus] | None = None
    ) -> list[StoredMatch]:
        """Return nothing: a line is nobody's."""
        del session, limit, statuses
        return []

    async def save_program(self, program: StoredProgram) -> None:
        """Keep none: programs do not try lines out."""

    async def programs(self) -> list[StoredProgram]:
        """Return none, for the same reason."""
        return []

    async def ready(self) -> None:
        """Return: there is always room on the sheet."""

    async def own_secret(self, name: str) -> bytes:
        """Return nothing secret: nobody has a session here."""
        del name
        return b""

    async def end_session(self, session: str, until: int, now: int) -> None:
        """End nothing, for the same reason."""

    async def ended_sessions(self) -> set[str]:
        """Return none, for the same reason."""
        return set()

    async def match_ids(
        self,
        statuses: Collection[MatchStatus] | None = None,
        *,
        after: str = "",
        limit: int = 1000,
    ) -> list[str]:
        """Return nothing: there is nothing to take up."""
        del statuses, after, limit
        return []

    async def remove_idle(
        self, statuses: Collection[MatchStatus], before: int, limit: int = 200
    ) -> list[str]:
        """Remove nothing: the sheet goes as a whole."""
        del statuses, before, limit
        return []

    async def note_round(self, served: int, time: int) -> None:
        """Keep no house."""

    async def rounds(self, first: int = 0) -> list[tuple[int, int]]:
        """Return nothing, for the same reason."""
        del first
        return []

    async def keep_time(self, time: int) -> int:
        """Keep none: nobody's time is limited here."""
        return time

    async def kept_time(self) -> int | None:
        """Return none."""
        return None

    async def rules_in_use(self) -> list[RulesInUse]:
        """Return nothing, as nothing stays."""
        return []

    async def close(self) -> None:
        """Nothing is open."""
