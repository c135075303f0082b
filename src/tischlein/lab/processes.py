"""Processes in which matches are played."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from typing import TypeVar

from loky import get_reusable_executor

from tischlein.apart import end_with_parent, uninterrupted

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

IDLE = 300.0
"""Seconds after which processes end that have nothing to do. Whoever asks for them at that very
moment gets others, and a warning: that should not happen between one study and the next."""


def processes(most: int) -> Executor:
    """Return up to so many processes, those of the last time if they are still there.

    They end with the program that asks for them, also if that is killed. Ctrl+C passes over them,
    see :func:`ended_on_interrupt`. They do not import the program, which a script without a guard
    around its main part would not survive; and they take functions of a notebook.
    """
    executor: Executor = get_reusable_executor(most, timeout=IDLE, initializer=end_with_parent)
    with uninterrupted():
        executor.submit(os.getpid)  # which starts them all, and what starts others in their place
    return executor


@contextmanager
def ended_on_interrupt(pool: Executor) -> Iterator[None]:
    """End processes at once, whatever they are at, if whoever has them at work is interrupted.

    What has not begun then must not be cancelled as well, which loky stumbles over.
    """
    if sys.platform != "win32":
        # Polars takes the signal for itself so that it wakes nobody who waits, as Python has it.
        signal.siginterrupt(signal.SIGINT, True)
    try:
        yield
    except (KeyboardInterrupt, GeneratorExit):  # of a generator: where its values are used
        pool.shutdown(wait=False, kill_workers=True)  # type: ignore[call-arg]  # loky's own
        raise


def in_order(
    pool: Executor, function: Callable[[_Item], _Result], items: Iterable[_Item]
) -> Iterator[_Result]:
    """Yield what a function makes of each item, in their order; processes end on an interrupt."""
    with ended_on_interrupt(pool):
        left = deque(pool.submit(function, item) for item in items)
        try:
            while left:
                yield left.popleft().result()
        except Exception:
            for future in left:
                future.cancel()
            raise
