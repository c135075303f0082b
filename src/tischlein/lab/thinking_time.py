"""The limit of an entrant's time for a decision: its code may be anybody's, and may hang.

An alarm interrupts code that computes or waits in Python, as in a loop without an end, or for an
answer that never comes. In a process that only plays matches, code that the alarm cannot interrupt
ends the process. The alarm takes POSIX signals and the main thread, in which studies and contests
play. On Windows, and in other threads, a process that only plays matches ends when the time is up,
since nothing there interrupts a thread safely; in any other process there is no limit.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from numbers import Real
from pathlib import Path
from types import FrameType

from tischlein.core.errors import GameError
from tischlein.lab.failures import place

LONGEST_THOUGHT = 600.0
"""Seconds that foreign code has for a decision, unless another limit is set."""
HUNG = 86
"""The exit code of a process that ends since its code hangs, where no signal ends it."""
_AGAIN = 1.0
"""Seconds until the alarm rings again, for code that goes on after an exception."""
_MOST_RINGS = 5
"""After this many, a process that only plays matches ends."""
_LATER = 5.0
"""Seconds after which such a process ends without signals if no other thread comes to run in it."""


class HangsError(GameError):
    """Foreign code has not come to a decision in time."""


class _TimeIsUp(BaseException):
    """Raised in code that hangs; like Ctrl+C, it passes ``except Exception``."""


def check_limit(seconds: float) -> None:
    """Refuse what is no time for a decision (GameError)."""
    if not isinstance(seconds, Real) or not seconds > 0:
        raise GameError(
            f"the limit for a decision is a number of seconds above 0, or inf, not {seconds!r}"
        )


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
    if seconds == inf:
        yield
    elif sys.platform != "win32" and _in_main_thread():
        with _alarm(seconds, name):
            yield
    elif _only_plays.is_set():
        with _end_after(seconds):
            yield
    else:
        yield


@contextmanager
def _alarm(seconds: float, name: str) -> Iterator[None]:
    """Interrupt the code in this context by a signal when its time is up (HangsError)."""
    if sys.platform == "win32":
        raise NotImplementedError
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
        cores = os.cpu_count() or 1  # noqa: TID251  # asked at every decision: a bound will do
        signal.setitimer(signal.ITIMER_VIRTUAL, 2 * seconds * cores)
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


@contextmanager
def _end_after(seconds: float) -> Iterator[None]:
    """End this process if the code in this context is not done when its time is up."""
    ends = threading.Timer(seconds, os._exit, (HUNG,))
    ends.daemon = True
    ends.start()
    with Path(os.devnull).open("w") as nowhere:
        # Its thread is C's own, which code that never returns to Python cannot hold up.
        faulthandler.dump_traceback_later(seconds + _LATER, exit=True, file=nowhere)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
            ends.cancel()


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
