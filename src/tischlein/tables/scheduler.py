"""The bell of a hall: attends to every match whose moment has come, and keeps the time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tischlein.tables.mailbox import RETRY
from tischlein.tables.outages import Outage, level_of
from tischlein.tables.problems import ElsewhereError, TableError, UnknownError
from tischlein.tables.store_errors import StoreError
from tischlein.tables.timekeeping import Timekeeper

log = logging.getLogger(__name__)

_LATER = 5000
"""Milliseconds until a timed action is retried,"""
_MUCH_LATER = 60_000
"""and the same after an unexpected error."""


class Scheduler:
    """The tasks in progress because their moment has come."""

    def __init__(self, time: Timekeeper, attend: Callable[[str], Awaitable[None]]) -> None:
        """Begin without tasks.

        Parameters
        ----------
        attend
            Does what has to be done at a match now.
        """
        self._time = time
        self._attend = attend
        self._ringing: set[asyncio.Task[None]] = set()

    @property
    def ringing(self) -> frozenset[asyncio.Task[None]]:
        """The tasks in progress."""
        return frozenset(self._ringing)

    async def keep_time(self) -> None:
        """Ring whenever a moment has come, for ever."""
        outage = Outage(log, "keeping the time")
        while True:
            try:
                await self._time.begin()
                await self._time.keep()
                await self._time.rest()
                self.ring()
                outage.works()
            except Exception as error:  # the next moment is tried all the same
                outage.note(error)
                await asyncio.sleep(RETRY)

    def ring(self) -> None:
        """Start all tasks that are due, each independently, so that none delays others."""
        for match_id in self._time.due():
            task = asyncio.create_task(self._ring(match_id))
            self._ringing.add(task)
            task.add_done_callback(self._ringing.discard)

    async def _ring(self, match_id: str) -> None:
        """Do what has to be done at a match now; if that is not possible, a little later."""
        try:
            await self._attend(match_id)
        except (UnknownError, ElsewhereError):
            return
        except (TableError, StoreError) as error:
            log.log(level_of(error), "match %s: what time brings has to wait: %s", match_id, error)
            self._time.expect(match_id, self._time.now() + _LATER)
        except Exception:
            log.exception("match %s: what time brings failed", match_id)
            self._time.expect(match_id, self._time.now() + _MUCH_LATER)
