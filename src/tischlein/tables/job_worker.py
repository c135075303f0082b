"""A node that works for others: it takes as many jobs as it can handle, and answers them."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import suppress
from types import TracebackType
from typing import Self

from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.state import Ints
from tischlein.tables import jobs
from tischlein.tables.compute import LocalCompute
from tischlein.tables.fair_queue import Rank
from tischlein.tables.jobs import Taken, Takes
from tischlein.tables.outages import Outage
from tischlein.tables.thinking import Thinkers, new_flag

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""After this many nodes have died of a job, it has failed."""
HANDS = os.cpu_count() or 1
"""Number of simultaneous jobs."""
RETRY = 0.25


class _Doing:
    """A job in progress."""

    def __init__(self, taken: Taken) -> None:
        self.taken = taken
        self.stop: Ints = new_flag()
        self.task: asyncio.Task[None] | None = None

    def drop(self) -> None:
        """Stop working on it."""
        self.stop[0] = 1
        if self.task is not None:
            self.task.cancel()


class JobWorker:
    """The work of a node for others; an asynchronous context manager.

    Live jobs use every slot that is free of other live work. Jobs with lower rank are taken only
    while at least half of the slots are free; they have threads of their own, so that nothing live
    waits behind them.

    Parameters
    ----------
    takes
        Where jobs are.
    compute
        The node's resources; its own work counts, too.
    hands
        Maximal number of simultaneous jobs.
    """

    def __init__(
        self,
        takes: Takes,
        compute: LocalCompute,
        hands: int = HANDS,
    ) -> None:
        self._takes = takes
        self._compute = compute
        self._hands = hands
        self._thinkers_aside = Thinkers(max(1, self._hands // 2))
        self._aside = compute.with_threads(self._thinkers_aside)
        self._kinds: dict[str, str] = {}
        """The kinds of the games about which it can think."""
        self._doing: dict[tuple[str, int, int], _Doing] = {}
        self._chores: list[asyncio.Task[None]] = []

    @property
    def doing(self) -> int:
        """How many jobs are in progress."""
        return len(self._doing)

    async def __aenter__(self) -> Self:
        """Begin to take jobs."""
        self._takes.withdrawn = self._withdrawn
        self._chores = [asyncio.create_task(chore) for chore in (self._take(), self._renew())]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Give back unfinished jobs."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        left = list(self._doing.values())
        for doing in left:
            doing.drop()
        await self._takes.give_back([doing.taken for doing in left])
        self._thinkers_aside.close()

    async def _take(self) -> None:
        outage = Outage(log, "taking jobs")
        while True:
            await self._takes.news.wait()
            self._takes.news.clear()
            try:
                await self._take_all()
                outage.works()
            except Exception as error:
                outage.note(error)
                await asyncio.sleep(RETRY)
                self._takes.news.set()

    async def _take_all(self) -> None:
        for key in registry.keys():
            if key not in self._kinds and self._compute.thinks(key):
                with suppress(GameError):  # one of another package that does not load
                    self._kinds[key] = jobs.kind_of(registry.load(key))
        if not self._kinds:
            return
        for rank in Rank:
            while room := self._room(rank):
                taken = await self._takes.take(rank, list(self._kinds.values()), room)
                for job in taken:
                    self._begin(job)
                if len(taken) < room:
                    break

    def _room(self, rank: Rank) -> int:
        """Return how many more jobs of a rank can be done."""
        aside = sum(doing.taken.rank is not Rank.LIVE for doing in self._doing.values())
        live = len(self._doing) - aside
        busy = self._compute.busy + self._thinkers_aside.asked
        own = max(0, busy - len(self._doing))
        if rank is Rank.LIVE:
            return max(0, self._hands - own - live)
        return max(0, (self._hands + 1) // 2 - own - live - aside)

    def _begin(self, taken: Taken) -> None:
        doing = self._doing[taken.key] = _Doing(taken)
        doing.task = asyncio.create_task(self._do(doing))

    async def _do(self, doing: _Doing) -> None:
        taken = doing.taken
        try:
            if taken.tries > MOST_TRIES:
                outcome = jobs.failed(f"{MOST_TRIES} nodes have not come to its end")
            else:
                compute = self._compute if taken.rank is Rank.LIVE else self._aside
                outcome = await jobs.do(taken.body, compute, doing.stop)
            self._takes.answer(taken, outcome)
        finally:
            self._doing.pop(taken.key, None)
            self._takes.news.set()

    def _withdrawn(self, asker: str, number: int) -> None:
        for doing in list(self._doing.values()):
            if (doing.taken.asker, doing.taken.number) == (asker, number):
                doing.drop()

    async def _renew(self) -> None:
        outage = Outage(log, "keeping jobs")
        while True:
            await asyncio.sleep(self._takes.renewed_every)
            held = [doing.taken for doing in self._doing.values()]
            try:
                kept = await self._takes.renew(held) if held else set()
                outage.works()
            except Exception as error:  # they are others' soon, and answers to them void
                outage.note(error)
                continue
            for taken in held:
                if taken.key not in kept and taken.key in self._doing:
                    self._doing[taken.key].drop()
