"""A clock for hosted play that stands still until a test moves it on.

What depends on time, such as the window in which claims are collected, depends on nothing else
then: neither on the load of the machine nor on how long a process or a disk takes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

P = ParamSpec("P")

LOOP_TURNS = 20
"""Turns of the loop in which whoever waits for a time has set an alarm, or has heard it."""


class ManualClockLoop(asyncio.SelectorEventLoop):
    """An event loop on which no time goes by; threads and processes answer as ever."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self._behind: float | None = None
        """How far it is behind a loop on which time goes by; None while none does here."""

    def time(self) -> float:
        """Return the time that the test has set, in seconds."""
        return self.now if self._behind is None else super().time() - self._behind

    def resume(self) -> None:
        """Let time go by as it does, from what it is now on."""
        self._behind = super().time() - self.now


def with_manual_clock(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run a test's coroutine on an event loop whose time stands still."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=ManualClockLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run


async def advance_time(milliseconds: int) -> None:
    """Let so much time go by."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ManualClockLoop)
    for _ in range(LOOP_TURNS):
        await asyncio.sleep(0)
    loop.now += milliseconds / 1000
    for _ in range(LOOP_TURNS):
        await asyncio.sleep(0)


def resume_time() -> None:
    """Let time go by from now on without being told to: the test has seen what it wanted to."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ManualClockLoop)
    loop.resume()
