"""Processes for work in plain Python that would hold up the server: physics, and bots that use it.

They are started when the first table is opened that needs them.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from tischlein.bots import Bot, Decision
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Custom, Level
from tischlein.core.measurements import Measurement
from tischlein.core.position import Observation, Position, Row

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")


class Workers:
    """A few processes, for all tables together."""

    def __init__(self, processes: int | None = None) -> None:
        """Use one process less than there are cores, so that one is left for people."""
        self._count = processes or max(1, (os.cpu_count() or 2) - 1)
        self._measuring: ProcessPoolExecutor | None = None
        self._bots: ProcessPoolExecutor | None = None

    def expect(self, start: Position, levels: Iterable[Level]) -> None:
        """Start what a match from this position will need, so that nobody waits for it later.

        ``levels`` are those of the bots that play in it.
        """
        searches = [level.search for level in levels]
        thinks_apart = any(isinstance(search, Custom) and search.apart for search in searches)
        if start.game.measured is not None and self._measuring is None:
            self._measuring = _pool(self._count)
            self._measuring.submit(_take_up, _packed(start))
        if thinks_apart and self._bots is None:
            self._bots = _pool(self._count)
            self._bots.submit(_take_up, _packed(start))

    async def measure(self, position: Position, action: int) -> Measurement:
        """Return what an outcome of chance brings.

        Raises
        ------
        concurrent.futures.process.BrokenProcessPool
            If the process died; the next call starts another.
        """
        if self._measuring is None:
            self._measuring = _pool(self._count)
        try:
            return await _run(self._measuring, _measure, _packed(position), action)
        except BrokenProcessPool:
            self._measuring = None
            raise

    async def choose(
        self, level: str, observation: Observation, legal: Sequence[int], seed: int
    ) -> Decision:
        """Return what a bot chooses, thinking in another process than what happens."""
        if self._bots is None:
            self._bots = _pool(self._count)
        packed = _packed(observation)
        try:
            return await _run(self._bots, _choose, packed, level, legal, seed)
        except BrokenProcessPool:
            self._bots = None
            raise

    def close(self) -> None:
        """Take no more work; what is being done is left to end."""
        for pool in (self._measuring, self._bots):
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)


def _pool(processes: int) -> ProcessPoolExecutor:
    return spawned(processes, end_with_server)


def spawned(processes: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    """Return fresh processes, each of which begins by calling a function.

    Spawned, since a fork would copy the threads' locks as they happen to stand.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=begin)


def end_with_server() -> None:
    """Let this process end when the server does, also if that is killed."""
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_outlive, args=(server,), daemon=True).start()


def _outlive(server: BaseProcess) -> None:
    server.join()
    os._exit(0)


async def _run(
    pool: ProcessPoolExecutor,
    function: Callable[[*_Arguments], _Result],
    *arguments: *_Arguments,
) -> _Result:
    return await asyncio.get_running_loop().run_in_executor(pool, function, *arguments)


def _packed(row: Row) -> bytes:
    return pickle.dumps(row)


def _take_up(packed: bytes) -> None:
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
