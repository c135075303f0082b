"""Processes in which matches are played."""

from __future__ import annotations

from concurrent.futures import Executor

from loky import get_reusable_executor

from tischlein.apart import end_with_parent

IDLE = 300.0
"""Seconds after which processes end that have nothing to do. Whoever asks for them at that very
moment gets others, and a warning: that should not happen between one study and the next."""


def processes(most: int) -> Executor:
    """Return up to so many processes, those of the last time if they are still there.

    They end with the program that asks for them, also if that is killed. They do not import it,
    which a script without a guard around its main part would not survive; and they take functions
    of a notebook.
    """
    executor: Executor = get_reusable_executor(most, timeout=IDLE, initializer=end_with_parent)
    return executor
