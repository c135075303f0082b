"""Outages in the log: a temporary failure is logged when it begins and when it is over.

Otherwise an operation retried every second for hours would fill the log with the same line, in
which nothing else can be found, and the length of the outage would not be logged.
"""

from __future__ import annotations

import logging
import threading
import time
import weakref
from collections.abc import Callable

from tischlein.tables.problems import ServerEndsError, StorageError, TableError
from tischlein.tables.storage.store_errors import UNAVAILABLE, StoreError

QUIET_PERIOD = 10.0
"""Seconds without a failure after which something counts as working again."""
_all: weakref.WeakSet[Outage] = weakref.WeakSet()
"""All that may have an outage in this process, each as long as it is used."""
_all_lock = threading.Lock()
_UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"))


class Outage:
    """Something that works, or has not for a while; any thread may report on it.

    Parameters
    ----------
    log
        Where it is logged.
    what
        The operation, as in "renewing the lease".
    clock
        Seconds by a monotonic clock.
    foreseen
        Errors that are no fault of the program.
    """

    def __init__(
        self,
        log: logging.Logger,
        what: str,
        clock: Callable[[], float] = time.monotonic,
        *,
        foreseen: tuple[type[Exception], ...] = (StoreError, TableError),
    ) -> None:
        self._log = log
        self._what = what
        self._clock = clock
        self._foreseen = foreseen
        self._lock = threading.Lock()
        self._began_at: float | None = None
        self._failed_last = 0.0
        self._recovered_at: float | None = None
        """The time of the first success after the last failure."""
        self._failures = 0
        self._unforeseen: set[type[BaseException]] = set()
        """The kinds of errors whose traceback has been logged."""
        with _all_lock:
            _all.add(self)

    @property
    def ongoing(self) -> bool:
        """Whether the last attempt failed."""
        return self._began_at is not None and self._recovered_at is None

    def record(self, error: Exception) -> None:
        """Record an error: a failure, or else a fault of the program."""
        if isinstance(error, self._foreseen):
            self.record_failure(error)
        else:
            self.record_fault(error)

    def record_failure(self, reason: object) -> None:
        """Record a failure, which is logged if it is the first one."""
        with self._lock:
            first = self._count()
        if first:
            self._log.warning("%s fails: %s", self._what, describe(reason))

    def record_fault(self, error: BaseException) -> None:
        """Record a fault of the program: each kind is logged once per outage, with traceback."""
        with self._lock:
            self._count()
            new = type(error) not in self._unforeseen
            self._unforeseen.add(type(error))
        if new:
            self._log.error("%s fails: %s", self._what, describe(error), exc_info=error)

    def record_success(self) -> None:
        """Record a success; once nothing has failed for a while, the outage is over."""
        if self._began_at is None:
            return
        with self._lock:
            if self._began_at is None:  # another thread was faster
                return
            now = self._clock()
            self._recovered_at = now if self._recovered_at is None else self._recovered_at
            if now - self._failed_last < QUIET_PERIOD:
                return
            seconds, failures = self._recovered_at - self._began_at, self._failures
            self._began_at = self._recovered_at = None
            self._failures = 0
            self._unforeseen.clear()
        self._log.warning(
            "%s works again, after %s in which it failed %d times",
            self._what,
            _length(seconds),
            failures,
            extra={"fields": {"seconds": round(seconds, 1), "failures": failures}},
        )

    def _count(self) -> bool:
        """Record a failure; return whether it is the first one."""
        now = self._clock()
        first = self._began_at is None
        if self._began_at is None:
            self._began_at = now
        self._failed_last, self._recovered_at = now, None
        self._failures += 1
        return first


def count_ongoing() -> int:
    """Return how many operations fail in this process just now."""
    with _all_lock:
        return sum(outage.ongoing for outage in _all)


def log_level(error: StoreError | TableError) -> int:
    """Return the log level for an operation that storage, or the server's end, has prevented.

    The store itself logs its outages, once; their consequences need not be logged again.
    """
    expected = (*UNAVAILABLE, StorageError, ServerEndsError)
    return logging.INFO if isinstance(error, expected) else logging.WARNING


def describe(reason: object) -> str:
    """Return the text of a reason; for an error without text, its name."""
    return str(reason) or type(reason).__name__


def _length(seconds: float) -> str:
    """Return a time in its two largest units."""
    for number, (size, unit) in enumerate(_UNITS):
        if seconds >= size:
            smaller, name = _UNITS[number + 1] if number + 1 < len(_UNITS) else (1, "s")
            return f"{seconds // size:.0f} {unit} {seconds % size // smaller:.0f} {name}"
    return f"{seconds:.1f} s"
