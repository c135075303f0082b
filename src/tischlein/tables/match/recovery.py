"""What a table does about errors: its senders are told, and the match is read again from storage.

After an error storage may be ahead of the table, so nothing is done before it has been read again;
that happens even if nobody asks for anything any more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from tischlein.tables.concurrency.mailbox import Mailbox, backoff
from tischlein.tables.match.ledger import Ledger
from tischlein.tables.problems import ElsewhereError, NotNowError, StorageError, TableError
from tischlein.tables.storage.outages import Outage, log_level
from tischlein.tables.storage.store_errors import UNAVAILABLE, LeaseLostError, StoreError

log = logging.getLogger(__name__)


class Recovery:
    """The errors at one table; its owner calls everything here."""

    def __init__(self, ledger: Ledger, mailbox: Mailbox, on_lost: Callable[[], None]) -> None:
        """Begin without any.

        Parameters
        ----------
        on_lost
            Called when the match turned out to be another node's.
        """
        self._ledger = ledger
        self._mailbox = mailbox
        self._on_lost = on_lost
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        """Has storage read again after doubt."""
        self._failed_at = -1
        """The number of the last event at the last unexpected error."""
        self._outage = Outage(log, f"match {ledger.match.id}: something that the match waits for")

    @property
    def is_due(self) -> bool:
        """Whether storage will be read again even if nobody asks."""
        return self._timer is not None

    def convert_error(self, error: Exception) -> Exception:
        """Return what the sender of a request is told of its error; storage is read again."""
        if isinstance(error, TableError):
            return error
        self._ledger.mark_stale()
        if not isinstance(error, StoreError):
            # What was stored before the error is found there; bots are asked again then.
            self._failed_at = self._ledger.number
            self._outage.record_fault(error)
            return error
        if isinstance(error, LeaseLostError):
            self._on_lost()
            return ElsewhereError()
        log.log(log_level(error), "match %s: storage failed: %s", self._ledger.match.id, error)
        return StorageError() if isinstance(error, UNAVAILABLE) else NotNowError("storage")

    def record_request(self) -> None:
        """Record that a request has been completed, successfully or not."""
        if self._ledger.number > self._failed_at:
            self._mailbox.faults = 0
            self._outage.record_success()

    def schedule(self) -> None:
        """Have storage read again, even without further requests, if it may be ahead.

        It may have something that nobody here has been told of, or a bot may have to choose once
        more. Unexpected errors may recur each time, so the intervals increase.
        """
        if self._ledger.stale and self._timer is None:
            self._timer = self._loop.call_later(backoff(self._mailbox.faults), self._reload)

    def end(self) -> None:
        """Read nothing any more."""
        if self._timer is not None:
            self._timer.cancel()

    def _reload(self) -> None:
        self._timer = None
        if self._ledger.stale:
            self._mailbox.post_if_possible(_do_nothing)  # else waiting requests have it read


async def _do_nothing() -> None:
    """Do nothing but what the owner does before each request."""
