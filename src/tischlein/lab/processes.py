"""Processes in which matches are played."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TypeVar

from loky import get_reusable_executor

from tischlein.child_processes import end_with_parent, uninterrupted, usable_cores
from tischlein.core.amounts import is_count
from tischlein.core.errors import GameError, TischleinError
from tischlein.lab.thinking_time import HUNG, may_end_process

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

IDLE = 300.0
"""Seconds after which idle processes end.

A caller that requests them at that very moment gets others, and a warning: that should not happen
between one study and the next.
"""


def _begin() -> None:
    """The first that a process does."""
    end_with_parent()
    may_end_process()


class LostProcessError(TischleinError):
    """A process in which matches are played has ended by itself."""


def process_count(workers: int | None) -> int:
    """Return how many processes are to play: as many as asked for, or as there are cores to use.

    Raises
    ------
    GameError
        If that is no number of processes.
    """
    if workers is None:
        return usable_cores()
    if not is_count(workers):
        raise GameError(f"workers are processes, one at least, not {workers!r}")
    return int(workers)


def processes(most: int) -> Executor:
    """Return up to ``most`` processes, reusing earlier ones if they still exist.

    They end with the program that requests them, even if it is killed. They ignore Ctrl+C, see
    :func:`supervised`. They do not import the program, which would fail for a script
    without a guard around its main part; and they accept functions of a notebook.
    """
    executor: Executor = get_reusable_executor(most, timeout=IDLE, initializer=_begin)
    with uninterrupted():
        executor.submit(os.getpid)  # starts them all, and the thread that replaces them
    return executor


@contextmanager
def supervised(pool: Executor) -> Iterator[None]:
    """End processes at once, whatever they are doing, if the caller is interrupted.

    Tasks that have not started must not be cancelled as well, which loky cannot handle.

    Raises
    ------
    LostProcessError
        If a process has ended by itself.
    """
    if sys.platform != "win32":
        # Polars handles the signal such that it wakes no waiting thread; restore Python's
        # behaviour.
        signal.siginterrupt(signal.SIGINT, True)
    try:
        yield
    except (KeyboardInterrupt, GeneratorExit):  # of a generator: at its consumer
        pool.shutdown(wait=False, kill_workers=True)  # type: ignore[call-arg]  # loky's own
        raise
    except BrokenProcessPool as error:
        told = re.search(r"exit codes of the workers are \{(.+)\}", str(error))
        how = f" ({told[1]})" if told is not None else ""
        why = (
            "a player's code has not chosen in time, and could not be interrupted"
            if "SIGVTALRM" in how or f"EXIT({HUNG})" in how
            else "a player's code has ended it, or there was too little memory"
        )
        raise LostProcessError(
            f"a process in which matches are played has ended by itself{how}: {why}"
        ) from None


def in_order(
    pool: Executor, function: Callable[[_Item], _Result], items: Iterable[_Item]
) -> Iterator[_Result]:
    """Yield a function's results for items in order; processes end on an interrupt."""
    with supervised(pool):
        left = deque(pool.submit(function, item) for item in items)
        try:
            while left:
                yield left.popleft().result()
        except Exception:
            for future in left:
                future.cancel()
            raise
