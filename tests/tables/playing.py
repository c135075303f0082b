"""What the tests of hosted play share: halls with quick random bots, tables, and ways to wait."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec
from unittest.mock import patch

from tischlein.bots import Decision
from tischlein.core import records
from tischlein.core.game import Game
from tischlein.core.levels import Level
from tischlein.core.position import Observation
from tischlein.core.records import Record
from tischlein.core.state import Ints
from tischlein.tables.chance import proof
from tischlein.tables.hall import Hall
from tischlein.tables.match.announcing import Listener
from tischlein.tables.match.table import Table
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.stored import (
    AcceptedCommand,
    SeatKind,
    StoredAnswer,
    StoredRemark,
    StoredSeat,
)

P = ParamSpec("P")

ANNA, BEN, CLEO = "anna-session", "ben-session", "cleo-session"
PATIENCE = 240.0
"""Seconds that a test may take in all: long, as the machine may be busy."""
OPEN = StoredSeat()
BOT = StoredSeat(kind=SeatKind.BOT, level="medium")


def me(name: str) -> StoredSeat:
    """Return a chair for whoever opens the table."""
    return StoredSeat(kind=SeatKind.PERSON, name=name)


def asynchronous(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test's coroutine on an event loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **kwargs), PATIENCE))

    return run


class RandomPlayer:
    """Plays at random, at once."""

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision:
        del observation, stop
        return Decision(self._random.choice(legal))


def random_player(game: Game, level: Level, seed: int) -> RandomPlayer:
    return RandomPlayer(seed)


@asynccontextmanager
async def hall_at(path: Path, **settings: Any) -> AsyncIterator[Hall]:
    """Open a hall on a database, with random bots that do not pause."""
    settings.setdefault("make_player", random_player)
    settings.setdefault("pause", 0.0)
    async with SqliteStore(path) as store, Hall(store, **settings) as hall:
        yield hall


async def two_at_bauab(hall: Hall, **fields: Any) -> str:
    """Open a Bauab table that Anna and Ben play at, in this order; Anna begins."""
    wanted = NewTable("bauab", (me("Anna"), OPEN), {"first": "A"}, fixed=True, **fields)
    match_id, _ = await hall.open(ANNA, wanted)
    async with hall.table(match_id) as table:
        await table.join(BEN, "Ben", b"")
    return match_id


async def put_away_at_bauab(hall: Hall) -> str:
    """Open such a table, and put it away: its match is in storage alone."""
    match_id = await two_at_bauab(hall)
    async with hall.table(match_id) as table:
        pass
    await hall.tables.evict_if_idle(table)
    return match_id


async def play_on(table: Table, seed: int = 1, most: int = 1000, avoid: int = -1) -> int:
    """Let the persons at a table play at random until the end, or for so many actions.

    The action `avoid` is left alone.
    """
    chooser = random.Random(seed)
    played = 0
    while table.running and played < most:
        people = [seat for seat in table.awaited if table.match.seats[seat].sessions]
        if not people:
            await changes(table)
            continue
        seat = chooser.choice(people)
        number = table.number
        legal = [action for action in table.legal(seat) if action != avoid]
        answer = await table.act(seat, f"{seed}-{number}-{seat}", chooser.choice(legal))
        if isinstance(answer, AcceptedCommand) or table.number == number:
            accepted(answer)
            played += 1
        # Else a bot has acted in between, and what was chosen before is possible no more.
    return played


def accepted(answer: StoredAnswer) -> int:
    """Return the number of the event that a command has become."""
    assert isinstance(answer, AcceptedCommand), answer
    return answer.number


@contextmanager
def answers_lost(store: Store) -> Iterator[None]:
    """Let a store write what is appended, and then report a failure, as a lost answer would."""
    append = store.append

    async def doubtful(*match: Any, **more: Any) -> None:
        await append(*match, **more)
        raise StoreUnavailableError("the cable has come off")

    with patch.object(store, "append", doubtful):
        yield


class Waiter(Listener):
    """Listens at a table until something happens."""

    def __init__(self) -> None:
        self.event = asyncio.Event()

    @property
    def seats(self) -> Sequence[int]:
        return ()

    def happened(self, first: int) -> None:
        del first
        self.event.set()

    def changed(self) -> None:
        self.event.set()

    def thinking(self) -> None:
        self.event.set()

    def said(self, remark: StoredRemark) -> None:
        del remark

    def rewound(self) -> None:
        self.event.set()

    def removed(self) -> None:
        self.event.set()


async def changes(table: Table) -> None:
    """Wait until something happens at a table."""
    waiter = Waiter()
    table.listeners.add(waiter)
    try:
        await waiter.event.wait()
    finally:
        table.listeners.discard(waiter)


async def until(table: Table, condition: Callable[[], bool]) -> None:
    """Wait until a condition holds that what happens at a table makes true."""
    waiter = Waiter()
    table.listeners.add(waiter)
    try:
        while not condition():
            waiter.event.clear()
            await waiter.event.wait()
    finally:
        table.listeners.discard(waiter)


async def record_of(table: Table) -> Record:
    """Return the record of a finished match, which can be read, written and verified."""
    text = proof.record_text(table.match, table.game, await table.events())
    record = records.read(text)
    assert records.write(record) == text
    assert proof.verify(record) is None
    return record
