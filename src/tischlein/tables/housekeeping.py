"""When what nobody uses is cleared away, counted in time that no clock can bend.

A machine's clock may jump: by years when its battery is empty, or back. So how long a match has
been left alone is not the difference of two readings. The server counts how long it has served, by
a clock that only runs on, and notes now and then what the other clock said meanwhile; a match is
idle if it was touched before all that the clock has said within the time for which it is kept.
While the server does not run, its clock is believed for some hours at a time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from tischlein.tables.store import Store
from tischlein.tables.stored import MatchStatus

_MINUTE = 60_000
_HOUR = 60 * _MINUTE
DAY = 24 * _HOUR

AWAY = 6 * _HOUR
"""How many milliseconds are believed at most to have passed while no server ran."""
NOTED_EVERY = _HOUR
"""How many milliseconds of service lie between two notes, unless the clock jumps."""
JUMP = _MINUTE
"""From how many milliseconds on the two clocks differ so much that it is noted."""


class Housekeeping(NamedTuple):
    """When what is no longer used goes; seconds in memory, milliseconds in storage, None: never."""

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
    """How long a match is kept that is over."""

    def kept(self) -> dict[MatchStatus, int]:
        """Return for how many milliseconds matches of each status are kept that go some day."""
        times = {
            MatchStatus.OPEN: self.waiting,
            MatchStatus.ABANDONED: self.abandoned,
            MatchStatus.RUNNING: self.unfinished,
            MatchStatus.FINISHED: self.finished,
            MatchStatus.ENDED: self.finished,
        }
        return {status: kept for status, kept in times.items() if kept is not None}


class Service:
    """How long a server has served, over all its starts."""

    def __init__(self, store: Store, clock: Callable[[], int], steady: Callable[[], int]) -> None:
        """Count from what storage has; ``steady`` is a clock in milliseconds that only runs on."""
        self._store = store
        self._clock = clock
        self._steady = steady
        self._noted: list[tuple[int, int]] = []
        self._last: tuple[int, int, int] | None = None
        """Milliseconds served, the clock, and the steady clock at the last round."""

    async def round(self) -> None:
        """Count on, and note what the clock says if that is due."""
        present, steady = self._clock(), self._steady()
        if self._last is None:
            self._noted = await self._store.rounds()
            served = 0
            if self._noted:
                before, then = self._noted[-1]
                served = before + max(1, min(present - then, AWAY))
            due = True
        else:
            before, then, steady_then = self._last
            passed = steady - steady_then
            served = before + passed
            jumped = abs(present - then - passed) >= JUMP
            due = jumped or served - self._noted[-1][0] >= NOTED_EVERY
        if due:
            await self._store.note_round(served, present)
            self._noted.append((served, present))
        self._last = served, present, steady

    def rest(self) -> None:
        """Count from what storage has the next time: another node counts meanwhile."""
        self._last = None

    def before(self, kept: int) -> int | None:
        """Return what was last touched before which time has been left alone for so long.

        None if the server has not served for so long yet.
        """
        if self._last is None:
            return None
        served, present, _ = self._last
        if served < kept:
            return None
        begin = served - kept
        first = bisect_left(self._noted, (begin, 0))
        within = [then for _, then in self._noted[first:]]
        if first:  # what the clock said at the beginning: it has not jumped since the last note
            before, then = self._noted[first - 1]
            within.append(then + begin - before)
        return min([present, *within])
