"""Separate low-priority processes for drawing and analyses.

Drawing holds Python's lock for tenths of a second, in which no other table would be served.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import TypeVar, TypeVarTuple

from tischlein.child_processes import end_with_parent, spawn_pool
from tischlein.core.position import Observation
from tischlein.tables.concurrency.fair_queue import FairQueue, Requester
from tischlein.tables.concurrency.shared_places import has_room
from tischlein.tables.problems import TooManyError

_Result = TypeVar("_Result")
_Arguments = TypeVarTuple("_Arguments")

MOST_ASKED = 48
"""Maximal number of tasks that run, or wait for the process; others are refused."""
MOST_OF_PARTY = 8
"""Maximal number of those of one party."""
IDLE_TIMEOUT = 120.0
"""Seconds without a task after which the process is ended."""


class BackgroundProcess:
    """A process that is started when there is work, and ended when there is none."""

    def __init__(self) -> None:
        """Begin without a process."""
        self._pool: ProcessPoolExecutor | None = None
        self._queue = FairQueue(1)
        self._used = time.monotonic()

    async def run(
        self, party: str, function: Callable[[*_Arguments], _Result], *arguments: *_Arguments
    ) -> _Result:
        """Run a function of a module in the process, and return its result.

        Parameters
        ----------
        party
            The requesting party: parties take turns.

        Raises
        ------
        TooManyError
            If too much is waiting already, of the party or altogether.
        concurrent.futures.process.BrokenProcessPool
            If the process died; the next call starts another.
        """
        pending, of_party = self._queue.pending, self._queue.pending_of(party)
        if of_party >= MOST_OF_PARTY or not has_room(MOST_ASKED, pending, of_party):
            raise TooManyError("studio-busy")
        async with self._queue.slot(Requester(party)):
            if self._pool is None:
                self._pool = spawn_pool(1, _initialize)
            try:
                return await asyncio.get_running_loop().run_in_executor(
                    self._pool, function, *arguments
                )
            except BrokenProcessPool:
                self._pool = None
                raise
            finally:
                self._used = time.monotonic()

    def close_if_idle(self) -> None:
        """End the process if nobody has needed it for a while."""
        if not self._queue.pending and time.monotonic() - self._used > IDLE_TIMEOUT:
            self.close()

    def close(self) -> None:
        """Accept no more work; let running work finish."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def render_picture(seen: Observation, names: Sequence[str], language: str) -> bytes:
    """Return a picture of what an observer sees, as PNG."""
    from tischlein.presentation.drawing import draw  # loads the imaging libraries

    return draw(seen, names, language).to_png()


def _initialize() -> None:
    with suppress(AttributeError):  # not available on Windows
        os.nice(10)
    end_with_parent()
