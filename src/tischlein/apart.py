"""Work in processes apart, which end with whoever has started them, however that comes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

_A_LOOK = 1.0
"""Seconds between two looks at who has started a process, where nothing tells."""
_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def spawned(processes: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    """Return fresh processes, started when there is work; each begins by calling a function.

    Spawned, since a fork would copy the threads' locks as they happen to stand.
    """
    context = multiprocessing.get_context("spawn")
    return _Pool(processes, context, initializer=begin)


class _Pool(ProcessPoolExecutor):
    """Starts its processes, once there is work, so that Ctrl+C passes over them."""

    def submit(
        self,
        fn: Callable[_Parameters, _Result],
        /,
        *args: _Parameters.args,
        **kwargs: _Parameters.kwargs,
    ) -> Future[_Result]:
        """Have something done."""
        with uninterrupted():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl+C pass over the processes that are started here, from their first moment.

    A terminal sends it to all processes; those that have been started end when it is time, and one
    that is just loading its modules would say at length where it was interrupted.
    """
    if sys.platform == "win32":  # which cannot hold signals back
        yield
        return
    from multiprocessing import resource_tracker

    # First, for Python lets the signal through again when it has started that with a process.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def interruptible() -> None:
    """End at once on Ctrl+C from now on, and on one held back, in a process so started.

    It says nothing, also when another one comes while it ends. To be called in its main thread.
    """
    signal.signal(signal.SIGINT, lambda *_: os._exit(0))
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def processor_time(pid: int) -> float | None:
    """Return for how many seconds a process has had a processor; None where that is not told.

    Linux tells it (``proc(5)``), to a hundredth of a second as a rule.
    """
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    of_program, of_system = told.rpartition(")")[2].split()[11:13]  # behind its name in brackets
    return (int(of_program) + int(of_system)) / os.sysconf("SC_CLK_TCK")


def kill(pool: Executor) -> None:
    """End the processes of a pool at once, whatever they are at."""
    # Python has a method for it from 3.14 on; a pool that is ending has no processes any more.
    for process in [*(getattr(pool, "_processes", None) or {}).values()]:
        process.kill()


def end_with_parent() -> None:
    """Let this process end when the one does that has started it, also if that is killed.

    Else it would wait for work for ever: each process of a pool holds both ends of its queue.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_outlive, args=(parent,), daemon=True).start()


def _outlive(parent: BaseProcess) -> None:
    if parent.sentinel is not None:
        parent.join()
    else:  # of a process that loky has started, which brings nothing to wait for
        while os.getppid() == parent.pid:
            time.sleep(_A_LOOK)
    os._exit(0)
