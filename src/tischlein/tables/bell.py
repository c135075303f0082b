"""The bell of a hall: rings at every match whose moment has come, and keeps the time meanwhile."""

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
"""After how many milliseconds what time brings is tried again,"""
_MUCH_LATER = 60_000
"""and where something is wrong."""


class Bell:
    """What is being done because its moment has come."""

    def __init__(self, time: Timekeeper, attend: Callable[[str], Awaitable[None]]) -> None:
        """Let nothing ring yet.

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
        """What is being done now."""
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
        """Begin with what has to be done now: each by itself, so that nothing holds up others."""
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
