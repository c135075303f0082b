"""Processes for work in plain Python that would block the server: physics, and bots that use it.

They are started when the first table is opened that needs them.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence

from tischlein.bots import Bot, Decision
from tischlein.child_processes import usable_cores
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Custom, Level
from tischlein.core.measurements import Measurement
from tischlein.core.position import Observation, Position, Row
from tischlein.tables.concurrency.fair_queue import ANYBODY, FairQueue, Requester
from tischlein.tables.concurrency.process_pool import ProcessPool

MEASURING = 2.0
"""Seconds that physics may take, many times what it needs; a second try gets more."""
THINKING = 30.0
"""Seconds that a bot may think; usually its own limits end it long before."""


class WorkerProcesses:
    """A few processes, for all tables together."""

    def __init__(self, processes: int | None = None) -> None:
        """Use one process less than there are cores, so that one is left for people."""
        self._count = processes or max(1, usable_cores() - 1)
        self._measuring: ProcessPool | None = None
        self._bots: ProcessPool | None = None
        self._measuring_queue, self._bots_queue = FairQueue(self._count), FairQueue(self._count)

    @property
    def pending(self) -> int:
        """How many requests are in progress, or wait for a free process."""
        return self._measuring_queue.pending + self._bots_queue.pending

    @property
    def bots_waiting(self) -> int:
        """How many bots wait for a free process."""
        return self._bots_queue.waiting

    def prepare(self, start: Position, levels: Iterable[Level]) -> None:
        """Start what a match from this position will need, so that nobody waits for it later.

        ``levels`` are those of the bots that play in it.
        """
        searches = [level.search for level in levels]
        thinks_apart = any(isinstance(search, Custom) and search.own_process for search in searches)
        if start.game.measured is not None and self._measuring is None:
            self._measuring = ProcessPool(self._count)
            self._measuring.warm_up(_load, _packed(start))
        if thinks_apart and self._bots is None:
            self._bots = ProcessPool(self._count)
            self._bots.warm_up(_load, _packed(start))

    async def measure(
        self,
        position: Position,
        action: int,
        limit: float = MEASURING,
        requester: Requester = ANYBODY,
    ) -> Measurement:
        """Return the measurement of an outcome of chance, when it is the requester's turn.

        Raises
        ------
        TooLongError
            If it takes longer than `limit` seconds.
        concurrent.futures.process.BrokenProcessPool
            If the process died; the next call finds another, in both cases.
        OSError
            If no process can be started.
        """
        if self._measuring is None:
            self._measuring = ProcessPool(self._count)
        async with self._measuring_queue.slot(requester):
            return await self._measuring.run(limit, _measure, _packed(position), action)

    async def choose(
        self,
        level: str,
        observation: Observation,
        legal: Sequence[int],
        seed: int,
        requester: Requester = ANYBODY,
    ) -> Decision:
        """Return what a bot chooses, thinking in another process than physics.

        Raises as :meth:`measure`.
        """
        if self._bots is None:
            self._bots = ProcessPool(self._count)
        async with self._bots_queue.slot(requester):
            return await self._bots.run(THINKING, _choose, _packed(observation), level, legal, seed)

    def close(self) -> None:
        """Accept no more work; let running work finish."""
        for pool in (self._measuring, self._bots):
            if pool is not None:
                pool.close()


def _packed(row: Row) -> bytes:
    return pickle.dumps(row)


def _load(packed: bytes) -> None:
    """Load a game and its compiled rules."""
    position: Position = pickle.loads(packed)
    for seat in position.acting:
        position.legal(seat)


def _measure(packed: bytes, action: int) -> Measurement:
    position: Position = pickle.loads(packed)
    return position.measure(action)


def _choose(packed: bytes, level: str, legal: Sequence[int], seed: int) -> Decision:
    observation: Observation = pickle.loads(packed)
    return Bot(observation.game, level, new_rng(seed)).choose(observation, legal)
