"""The limit of an entrant's time for a decision: its code may be anybody's, and may hang.

An alarm interrupts code that computes or waits in Python, as in a loop without an end, or for an
answer that never comes. In a process that only plays matches, code that the alarm cannot interrupt
ends the process. The alarm takes POSIX signals and the main thread, in which studies and contests
play; on Windows, and in other threads, there is no limit.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType

from tischlein.core.errors import GameError
from tischlein.lab.failures import place

LONGEST_THOUGHT = 600.0
"""Seconds that foreign code has for a decision, unless another limit is set."""
_AGAIN = 1.0
"""Seconds until the alarm rings again, for code that goes on after an exception."""
_MOST_RINGS = 5
"""After this many, a process that only plays matches ends."""


class HangsError(GameError):
    """Foreign code has not come to a decision in time."""


class _TimeIsUp(BaseException):
    """Raised in code that hangs; like Ctrl+C, it passes ``except Exception``."""


_only_plays = threading.Event()
"""Set if this process does nothing but play matches, so that nothing else is lost with it."""


def may_end_process() -> None:
    """Allow this process to be ended by code that hangs and cannot be interrupted."""
    _only_plays.set()


@contextmanager
def thinking_time(seconds: float, name: str) -> Iterator[None]:
    """Interrupt the code in this context when its time is up.

    Parameters
    ----------
    seconds
        How long it may take; ``inf`` for as long as it likes.
    name
        Whose code it is.

    Raises
    ------
    HangsError
        If it has been interrupted, with the place where it was.
    """
    if sys.platform == "win32" or seconds == inf or not _in_main_thread():
        yield
        return
    until = time.monotonic() + seconds
    rings = 0

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal rings
        if time.monotonic() < until:
            if callable(before):  # the code has an alarm of its own
                before(number, frame)
            return
        rings += 1
        if rings > _MOST_RINGS and _only_plays.is_set():
            os.kill(os.getpid(), signal.SIGVTALRM)
        raise _TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
    if _only_plays.is_set():
        # Its signal ends the process, whatever the process does. All threads count, so that code
        # that computes on all cores has as long.
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * seconds * (os.cpu_count() or 1))
    try:
        yield
    except _TimeIsUp as hung:
        until = inf
        where = place(hung)
        at = "" if where is None else f" ({where})"
        raise HangsError(f"{name} has not chosen within {seconds:g} seconds{at}") from None
    finally:
        until = inf
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGALRM, before)


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
