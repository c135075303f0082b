"""The scheduler of a hall: handles every match whose moment has come, and keeps the time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from tischlein.tables.concurrency.mailbox import RETRY
from tischlein.tables.problems import ElsewhereError, TableError, UnknownError
from tischlein.tables.storage.outages import Outage, log_level
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.timekeeping import Timekeeper

log = logging.getLogger(__name__)

_LATER = 5000
"""Milliseconds until a timed action is retried."""
_MUCH_LATER = 60_000
"""The same after an unexpected error."""


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
        self._running: set[asyncio.Task[None]] = set()

    @property
    def running(self) -> frozenset[asyncio.Task[None]]:
        """The tasks in progress."""
        return frozenset(self._running)

    async def run(self) -> None:
        """Ring whenever a moment has come, for ever."""
        outage = Outage(log, "keeping the time")
        while True:
            try:
                await self._time.begin()
                await self._time.store_if_due()
                await self._time.wait()
                self.run_due()
                outage.record_success()
            except Exception as error:  # the next moment is tried all the same
                outage.record(error)
                await asyncio.sleep(RETRY)

    def run_due(self) -> None:
        """Start all tasks that are due, each independently, so that none delays others."""
        for match_id in self._time.due():
            task = asyncio.create_task(self._run(match_id))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _run(self, match_id: str) -> None:
        """Do what has to be done at a match now; if that is not possible, a little later."""
        try:
            await self._attend(match_id)
        except (UnknownError, ElsewhereError):
            return
        except (TableError, StoreError) as error:
            log.log(log_level(error), "match %s: what time brings has to wait: %s", match_id, error)
            self._time.schedule(match_id, self._time.now() + _LATER)
        except Exception:
            log.exception("match %s: what time brings failed", match_id)
            self._time.schedule(match_id, self._time.now() + _MUCH_LATER)
