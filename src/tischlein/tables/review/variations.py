"""Variations: alternative continuations from a position of a finished match.

A variation is written as text, so that a link can contain all of it and nothing of it is stored: a
seat's letter, or ``*`` for chance, with the number of the action, and in a race ``@`` with the
reaction time in milliseconds: ``A17.*3.B4@812``. It is played at a table like any other, with
temporary storage.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

from msgspec.structs import replace

from tischlein.core.errors import GameError
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, letter, number
from tischlein.tables import match_ids
from tischlein.tables.chance.fairness import SeededChance, new_secret
from tischlein.tables.computing.compute import Compute
from tischlein.tables.concurrency.fair_queue import Requester
from tischlein.tables.concurrency.shared_places import MOST_VARIATIONS
from tischlein.tables.match.steps import immediate_chance
from tischlein.tables.match.table import Table
from tischlein.tables.problems import InvalidError, NotNowError, TooManyError
from tischlein.tables.shared_services import SharedServices
from tischlein.tables.storage.variation_store import VariationStore
from tischlein.tables.stored import (
    MatchStatus,
    SeatKind,
    StoredEvent,
    StoredMatch,
    StoredSeat,
    TalkRule,
)

LONGEST_VARIATION = 300
"""Maximal number of events in a variation."""
VISITOR = "visitor"
"""The session that holds every seat of a variation without a bot."""

_EVENT = re.compile(r"([A-H*])(\d{1,7})(?:@(\d{1,7}))?")


class Fork(NamedTuple):
    """A request for a variation."""

    at: int
    """The number of the event after which the variation leaves the match."""
    text: str
    """What happens then."""
    bots: Collection[int]
    """The seats that bots play."""


class Variation(NamedTuple):
    """A variation to try."""

    start: Position
    """The position before anything has happened in the match."""
    events: Sequence[StoredEvent]
    """Those of the match up to where the variation leaves it, then those of the variation."""


def write(events: Sequence[StoredEvent]) -> str:
    """Return the text of a variation."""
    return ".".join(_written(stored.event) for stored in events)


def _written(event: Event) -> str:
    if event.seat == CHANCE:
        return f"*{event.action}"  # measurements are computed again
    return f"{letter(event.seat)}{event.action}" + "".join(f"@{ms}" for ms in event.measurement)


def read(text: str) -> list[Event]:
    """Return the events that a text means, possible or not.

    Raises
    ------
    InvalidError
        If it is no variation, or too long.
    """
    words = text.split(".") if text else []
    found = [_EVENT.fullmatch(word) for word in words]
    if len(words) > LONGEST_VARIATION or None in found:
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


class Variations:
    """The variations that are being tried."""

    def __init__(self, services: SharedServices, compute: Compute) -> None:
        """Begin without any; their tables share the services of others, except storage."""
        self._services = services
        self._compute = compute
        self._open = 0

    @asynccontextmanager
    async def lend(self, table: Table, fork: Fork, party: str) -> AsyncIterator[Table]:
        """Lend out a table for a variation of a finished match; it is deleted when handed back.

        Parameters
        ----------
        party
            The requesting party: parties take turns with computations.

        Raises
        ------
        InvalidError
            If there is no such variation.
        NotNowError
            If the match is not over, or was played by other rules.
        TooManyError
            If too many variations are being tried.
        """
        if not table.ended:
            raise NotNowError("not-over")
        if table.read_only:
            raise NotNowError("other-version")
        if not 0 <= fork.at <= table.number:
            raise InvalidError("range", last=table.number)
        if self._open >= MOST_VARIATIONS:
            raise TooManyError("lines", seconds=10)
        self._open += 1
        try:
            requester = Requester(party)
            compute = self._compute.for_requester(lambda: requester).in_background
            events = await table.events()
            variation = await _follow(table.start, events, fork, compute, self._services.clock())
            match = _match_of(table.game, variation, table.match, fork.bots)
            services = self._services._replace(
                store=VariationStore(match, variation.events),
                resources=self._services.resources._replace(
                    compute=compute, requester_of=lambda _: requester
                ),
                on_change=lambda _: None,
                on_status_change=lambda _: None,
            )
            tried = await Table.load(match, table.game, services)
            try:
                yield tried
            finally:
                await tried.close()
        finally:
            self._open -= 1


async def _follow(
    start: Position, events: Sequence[StoredEvent], fork: Fork, compute: Compute, now: int
) -> Variation:
    """Return the variation that a text describes, after checking every event of it.

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
            measurement = await compute.measure(position, event.action)
            measured = Event(CHANCE, event.action, measurement.values)
        position.apply(measured)
        done.append(StoredEvent(len(done) + 1, measured, now))
    chance = SeededChance(new_secret(), (), VISITOR)
    done += [step.event for step in immediate_chance(position, chance, len(done) + 1, now)]
    return Variation(start, done)


def _possible(position: Position, event: Event) -> bool:
    try:
        return position.why_not(event.seat, event.action) is None
    except ValueError:
        return False  # its number is meaningless


def _match_of(
    game: Game, variation: Variation, original: StoredMatch, bots: Collection[int]
) -> StoredMatch:
    """Return the match that continues a variation, with the strongest bots on some seats."""
    position = variation.start.clone()
    for stored in variation.events:
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
        id=match_ids.new_match_id(),
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
        # What was decided beside the game held for the match: its early end, or a pause before it.
        paused=False,
        rulings=(),
        proposal=None,
    )


def _strongest(game: Game) -> str:
    try:
        return game.level("strong").key
    except GameError:
        return game.levels[-1].key if game.levels else ""
