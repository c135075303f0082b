"""How a store's worker threads answer callers that wait on event loops of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple


class Waiter(NamedTuple):
    """A caller that waits for a result, and its event loop."""

    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class Failure(NamedTuple):
    """The outcome of a request that raised."""

    error: Exception


def new_waiter() -> Waiter:
    """Return one for the calling coroutine."""
    loop = asyncio.get_running_loop()
    return Waiter(loop, loop.create_future())


def deliver(outcomes: Iterable[tuple[Waiter, Any]]) -> None:
    """Hand each outcome (or :class:`Failure`) to its event loop, with one wake-up per loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for (loop, future), outcome in outcomes:
        by_loop.setdefault(loop, []).append((future, outcome))
    for loop, resolved in by_loop.items():
        try:
            loop.call_soon_threadsafe(_resolve, resolved)
        except RuntimeError:
            continue  # the loop is closed, and its callers are gone


def _resolve(outcomes: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, outcome in outcomes:
        if future.done():  # cancelled in the meantime
            continue
        if isinstance(outcome, Failure):
            future.set_exception(outcome.error)
        else:
            future.set_result(outcome)
