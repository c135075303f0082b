"""Outages in the log: what fails for a while is told when it begins and when it is over.

What is tried again every second for hours would otherwise fill the log with the same line, in which
nobody finds anything else, and nowhere would stand for how long it was.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from tischlein.tables.problems import StorageError, TableError
from tischlein.tables.store_errors import AWAY, StoreError

QUIET = 10.0
"""Seconds without a failure after which something works again: what works now and then does not."""
_UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"))


class Outage:
    """Something that works, or has not for a while; any thread may tell of it.

    Parameters
    ----------
    log
        Where it is told.
    what
        What is tried, as in "renewing the lease".
    clock
        Seconds by a clock that only runs on.
    foreseen
        What may be raised without a fault of the program.
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
        self._began: float | None = None
        self._failed_last = 0.0
        self._worked: float | None = None
        """When it first worked after it failed last."""
        self._failures = 0
        self._unforeseen: set[type[BaseException]] = set()
        """Of which kinds the traceback has been told."""

    @property
    def lasts(self) -> bool:
        """Whether it failed when it was tried last."""
        return self._began is not None and self._worked is None

    def note(self, error: Exception) -> None:
        """Take note of what has been raised: a failure, or else a fault of the program."""
        if isinstance(error, self._foreseen):
            self.failed(error)
        else:
            self.broke(error)

    def failed(self, reason: object) -> None:
        """Take note of a failure, which is told if it is the first one."""
        with self._lock:
            first = self._count()
        if first:
            self._log.warning("%s fails: %s", self._what, in_words(reason))

    def broke(self, error: BaseException) -> None:
        """Take note of a fault of the program: each kind is told once in an outage, with where."""
        with self._lock:
            self._count()
            new = type(error) not in self._unforeseen
            self._unforeseen.add(type(error))
        if new:
            self._log.error("%s fails: %s", self._what, in_words(error), exc_info=error)

    def works(self) -> None:
        """Take note that it has worked; once nothing has failed for a while, it is over."""
        if self._began is None:
            return
        with self._lock:
            if self._began is None:  # another thread has been faster
                return
            now = self._clock()
            self._worked = now if self._worked is None else self._worked
            if now - self._failed_last < QUIET:
                return
            seconds, failures = self._worked - self._began, self._failures
            self._began = self._worked = None
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
        """Note a failure; return whether it is the first one."""
        now = self._clock()
        first = self._began is None
        if self._began is None:
            self._began = now
        self._failed_last, self._worked = now, None
        self._failures += 1
        return first


def level_of(error: StoreError | TableError) -> int:
    """Return how loudly to log what storage has kept from being done.

    What storage cannot do for a while it tells itself, once; what follows from it need not be told.
    """
    return logging.INFO if isinstance(error, (*AWAY, StorageError)) else logging.WARNING


def in_words(reason: object) -> str:
    """Return what a reason says; of an error that says nothing, its name."""
    return str(reason) or type(reason).__name__


def _length(seconds: float) -> str:
    """Return a time in its two largest units."""
    for number, (size, unit) in enumerate(_UNITS):
        if seconds >= size:
            smaller, name = _UNITS[number + 1] if number + 1 < len(_UNITS) else (1, "s")
            return f"{seconds // size:.0f} {unit} {seconds % size // smaller:.0f} {name}"
    return f"{seconds:.1f} s"
