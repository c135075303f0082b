"""When unused data is removed, measured in time that no clock can distort.

A machine's clock may jump: by years when its battery is empty, or back. So how long a match has
been left alone is not the difference of two readings. The server counts how long it has served, by
a monotonic clock, and records now and then what the other clock said. A match is idle if it was
touched before all that the clock has said within the time for which it is kept. While the server
does not run, its clock is believed for some hours at a time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from tischlein.tables.storage.store import Store
from tischlein.tables.stored import MatchStatus

_MINUTE = 60_000
_HOUR = 60 * _MINUTE
DAY = 24 * _HOUR

LONGEST_DOWNTIME = 6 * _HOUR
"""Maximal number of milliseconds believed to have passed while no server ran."""
RECORD_EVERY = _HOUR
"""Milliseconds of service between two notes, unless the clock jumps."""
JUMP = _MINUTE
"""The difference between the two clocks, in milliseconds, from which it is recorded."""


class Housekeeping(NamedTuple):
    """When unused data is removed; seconds in memory, milliseconds in storage, None: never."""

    every: float = 15.0
    """Seconds between two rounds."""
    linger: float = 60.0
    """How long a table that nobody uses stays in memory."""
    waiting: int | None = DAY
    """How long a table waits for players."""
    abandoned: int | None = 7 * DAY
    """How long a table is kept that all have left before the start."""
    unfinished: int | None = 90 * DAY
    """How long a match is kept in which nobody does anything."""
    finished: int | None = None
    """How long a finished match is kept."""

    def retention(self) -> dict[MatchStatus, int]:
        """Return for how many milliseconds matches of each status are kept, if not for ever."""
        times = {
            MatchStatus.OPEN: self.waiting,
            MatchStatus.ABANDONED: self.abandoned,
            MatchStatus.RUNNING: self.unfinished,
            MatchStatus.FINISHED: self.finished,
            MatchStatus.ENDED: self.finished,
        }
        return {status: kept for status, kept in times.items() if kept is not None}


class ServiceTime:
    """How long a server has served, over all its starts."""

    def __init__(self, store: Store, clock: Callable[[], int], steady: Callable[[], int]) -> None:
        """Start from what is stored; ``steady`` is a monotonic clock in milliseconds."""
        self._store = store
        self._clock = clock
        self._steady = steady
        self._recorded: list[tuple[int, int]] = []
        self._last: tuple[int, int, int] | None = None
        """Milliseconds served, the clock, and the steady clock at the last round."""

    async def update(self) -> None:
        """Count on, and record the clock if that is due."""
        present, steady = self._clock(), self._steady()
        if self._last is None:
            self._recorded = await self._store.service_records()
            served = 0
            if self._recorded:
                before, then = self._recorded[-1]
                served = before + max(1, min(present - then, LONGEST_DOWNTIME))
            due = True
        else:
            before, then, steady_then = self._last
            passed = steady - steady_then
            served = before + passed
            jumped = abs(present - then - passed) >= JUMP
            due = jumped or served - self._recorded[-1][0] >= RECORD_EVERY
        if due:
            await self._store.record_service(served, present)
            self._recorded.append((served, present))
        self._last = served, present, steady

    def reset(self) -> None:
        """Start from what is stored the next time: another node counts in the meantime."""
        self._last = None

    def cutoff(self, kept: int) -> int | None:
        """Return the time before which a match idle for ``kept`` was last touched.

        None if the server has not served that long yet.
        """
        if self._last is None:
            return None
        served, present, _ = self._last
        if served < kept:
            return None
        begin = served - kept
        first = bisect_left(self._recorded, (begin, 0))
        within = [then for _, then in self._recorded[first:]]
        if first:  # the clock at the beginning: it has not jumped since the last note
            before, then = self._recorded[first - 1]
            within.append(then + begin - before)
        return min([present, *within])
