"""Worker processes that end with their parent process, however it ends; and how many can work."""

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

_CHECK_INTERVAL = 1.0
"""Seconds between two checks whether the parent lives, where there is no sentinel to wait for."""
_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def usable_cores() -> int:
    """Return how many cores this process may use: no more than its affinity and container allow.

    A batch system or a container often gives it a few of the machine's.
    """
    from loky import cpu_count

    return int(cpu_count())


def spawn_pool(processes: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    """Return a pool of fresh processes, started on demand; each begins by calling a function.

    They are spawned, since a fork would copy the threads' locks in whatever state they are.
    """
    context = multiprocessing.get_context("spawn")
    return _Pool(processes, context, initializer=begin)


class _Pool(ProcessPoolExecutor):
    """Starts its processes on demand, shielded from Ctrl+C."""

    def submit(
        self,
        fn: Callable[_Parameters, _Result],
        /,
        *args: _Parameters.args,
        **kwargs: _Parameters.kwargs,
    ) -> Future[_Result]:
        """Submit a call."""
        with uninterrupted():
            return super().submit(fn, *args, **kwargs)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Shield the processes started in this context from Ctrl+C, from their first moment.

    A terminal sends Ctrl+C to all processes. Processes started here end when it is time; one that
    is still loading its modules would print a long traceback.
    """
    if sys.platform == "win32":  # Windows cannot block signals
        yield
        return
    from multiprocessing import resource_tracker

    # First, since Python unblocks the signal after starting this tracker along with a process.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def interruptible() -> None:
    """From now on, end a process so started at once on Ctrl+C, also on one that was held back.

    The process prints nothing, even if another Ctrl+C comes while it ends. Call this in its main
    thread.
    """
    signal.signal(signal.SIGINT, lambda *_: os._exit(0))
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def processor_time(pid: int) -> float | None:
    """Return how many seconds of processor time a process has used; None if unknown.

    Linux reports it (``proc(5)``), usually to a hundredth of a second.
    """
    try:
        told = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return None
    of_program, of_system = told.rpartition(")")[2].split()[11:13]  # after the name in brackets
    return (int(of_program) + int(of_system)) / os.sysconf("SC_CLK_TCK")


def kill(pool: Executor) -> None:
    """Kill the processes of a pool at once, whatever they are doing."""
    # Python has a method for this from 3.14 on. A pool that is ending has no processes any more.
    for process in [*(getattr(pool, "_processes", None) or {}).values()]:
        process.kill()


def end_with_parent() -> None:
    """End this process when its parent ends, even if the parent is killed.

    Otherwise it would wait for work for ever: each process of a pool holds both ends of its queue.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: BaseProcess) -> None:
    if parent.sentinel is not None:
        parent.join()
    else:  # started by loky, which gives no sentinel to wait for
        while os.getppid() == parent.pid:
            time.sleep(_CHECK_INTERVAL)
    os._exit(0)
