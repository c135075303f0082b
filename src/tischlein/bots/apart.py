"""Work in processes apart, which end with whoever has started them, however that comes."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


def spawned(processes: int, begin: Callable[[], None]) -> ProcessPoolExecutor:
    """Return fresh processes, started when there is work; each begins by calling a function.

    Spawned, since a fork would copy the threads' locks as they happen to stand.
    """
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(processes, context, initializer=begin)


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
    parent.join()
    os._exit(0)
