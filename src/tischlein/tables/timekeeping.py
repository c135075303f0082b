"""The server's own time, and the actions scheduled by it.

Deadlines refer to a time that only the server defines. It begins with the machine's clock on first
use, runs evenly whatever happens to that clock, and stands still while no server runs: the time
left when a server was stopped, or its power failed, is left when the next one begins. So no clock
that jumps, and no night without a server, costs anybody time.

The time is stored every few seconds while anything is scheduled, and whatever is stored with a
deadline says when it was (``Clocks.at``). A server that reads a later time than its own continues
from there, so that servers that share their storage keep one time.
"""

from __future__ import annotations

import asyncio
import heapq
import time as system
from collections.abc import Callable
from contextlib import suppress

from tischlein.tables.storage.store import Store

BEAT = 10_000
"""Milliseconds between two records of the time: this much may be given back after a power cut."""


class Timekeeper:
    """Knows the time, and when each match needs attention.

    Parameters
    ----------
    store
        Where the time is stored.
    clock
        Milliseconds since 1970, by the machine's clock.
    steady
        Milliseconds by a monotonic clock.
    """

    def __init__(self, store: Store, clock: Callable[[], int], steady: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self._steady = steady
        self._offset = clock() - steady()
        """How much later it is than by the steady clock."""
        self._begun = False
        self._stored_at = 0
        self._due: dict[str, int] = {}
        """When each match needs attention."""
        self._heap: list[tuple[int, str]] = []
        """The same as a heap; entries that are no longer in ``_due`` are ignored."""
        self._changed = asyncio.Event()

    async def begin(self) -> None:
        """Continue from the last server's time; once is enough."""
        if self._begun:
            return
        kept = await self._store.stored_time()
        if not self._begun:
            self._begun = True
            if kept is not None:
                self._offset = kept - self._steady()

    def now(self) -> int:
        """Return the time, in milliseconds."""
        return self._steady() + self._offset

    def advance_to(self, time: int) -> None:
        """Set the time forward to one that is known to have passed."""
        self._offset = max(self._offset, time - self._steady())

    def to_clock(self, time: int) -> int:
        """Return the reading of the machine's clock at a time, in milliseconds since 1970."""
        return self._clock() + time - self.now()

    # --- scheduled actions ---

    def schedule(self, match_id: str, time: int | None) -> None:
        """Schedule attention to a match, replacing an earlier time; None for never."""
        if time is None:
            self._due.pop(match_id, None)
        elif self._due.get(match_id) != time:
            self._due[match_id] = time
            heapq.heappush(self._heap, (time, match_id))
            self._changed.set()

    def due(self) -> list[str]:
        """Return the matches whose moment has come; each is returned once."""
        now, matches = self.now(), []
        while (first := self._first()) is not None and first <= now:
            _, match_id = heapq.heappop(self._heap)
            del self._due[match_id]
            matches.append(match_id)
        return matches

    async def wait(self) -> None:
        """Wait until a time has come, or the time has to be stored."""
        first = self._first()
        wait = BEAT if first is None else min(BEAT, max(0, first - self.now()))
        self._changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(wait / 1000):
                await self._changed.wait()

    async def store_if_due(self) -> None:
        """Store the time, if anything is scheduled and it is due."""
        now = self.now()
        if self._due and not 0 <= now - self._stored_at < BEAT:
            self._stored_at = now
            self.advance_to(await self._store.store_time(now))

    def _first(self) -> int | None:
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None


def now() -> int:
    """Return the time in milliseconds since 1970 (UTC), by the machine's clock."""
    return system.time_ns() // 1_000_000


def steady_now() -> int:
    """Return milliseconds by a monotonic clock."""
    return system.monotonic_ns() // 1_000_000
