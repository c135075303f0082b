"""A mailbox: requests wait in it for one owner, who completes each before the next."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from tischlein.tables.concurrency.bounded_queue import BoundedQueue
from tischlein.tables.problems import NotNowError, TableClosedError, TableError, TooManyError
from tischlein.tables.storage.outages import log_level
from tischlein.tables.storage.store_errors import StoreError

log = logging.getLogger(__name__)

MOST_WAITING = 64
"""Maximal number of requests that wait for one owner."""
MOST_BEFORE_GUESTS = 48
"""With this many waiting, requests by guests are refused."""

RETRY = 1.0
"""Seconds after which a temporary failure is retried."""
LONGEST_BACKOFF = 60.0
"""Maximal number of seconds between two retries after unexpected errors."""
_MOST_DOUBLINGS = 10
"""Maximal number of times the pause is doubled, which exceeds the longest pause."""

_Result = TypeVar("_Result")
Work = Callable[[], Awaitable[_Result]]


class Mailbox:
    """Requests in order of arrival; call :meth:`open` before use and :meth:`close` at the end.

    Parameters
    ----------
    before
        What the owner does before each request; if it raises, the request has failed, too.
    failure
        Turns what a request has raised into the error for its sender; logs faults.
    after
        What the owner does after each request; if it raises, that is logged.

    Attributes
    ----------
    faults
        Number of unexpected errors in a row; the owner resets it to 0 once they are over.
    """

    def __init__(
        self,
        before: Callable[[], Awaitable[None]],
        failure: Callable[[Exception], Exception],
        after: Callable[[], Awaitable[None]],
    ) -> None:
        self.faults = 0
        self._before = before
        self._failure = failure
        self._after = after
        self._requests: BoundedQueue[tuple[Work[Any], asyncio.Future[Any]]] = BoundedQueue(
            MOST_WAITING
        )
        self._owner: asyncio.Task[None] | None = None
        self._resting = asyncio.Event()
        """Set while the owner is at no request."""
        self._resting.set()
        self._shut = False
        self._why_shut = TableClosedError
        """What is raised to those whose requests have not been begun."""

    @property
    def closed(self) -> bool:
        """Whether there is no owner, or it is about to end, so that no requests are possible."""
        return self._shut or self._owner is None or self._owner.done()

    @property
    def at_rest(self) -> bool:
        """Whether no request waits or is in progress, nor what follows one."""
        return self._requests.empty() and self._resting.is_set()

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return self._requests.qsize()

    async def finish_current(self) -> None:
        """Wait until the request in progress has been handled, with what follows it.

        Not for the owner: it would wait for itself.
        """
        await self._resting.wait()

    def open(self, name: str) -> None:
        """Start the owner, a task with this name."""
        self._owner = asyncio.create_task(self._run(), name=name)

    async def ask(self, work: Work[_Result], *, guest: bool = False) -> _Result:
        """Perform a request and return its result; raises as :meth:`post`, and its own errors."""
        return await self.post(work, guest=guest)

    async def ask_with_retries(self, work: Work[None]) -> None:
        """Perform a request, retried as often as necessary: storage or the owner may be busy.

        It is also retried after unexpected errors, at increasing intervals, since the match would
        stand still otherwise.

        Raises
        ------
        TableClosedError
            If the mailbox is closed.
        """
        while True:
            try:
                return await self.ask(work)
            except TableClosedError:
                raise
            except (NotNowError, TooManyError):
                await asyncio.sleep(RETRY)
            except Exception:  # the owner logs it
                await asyncio.sleep(backoff(self.faults))

    def post(self, work: Work[_Result], *, guest: bool = False) -> asyncio.Future[_Result]:
        """Queue a request.

        Parameters
        ----------
        guest
            Whether the sender is a guest, who may not take the last places.

        Raises
        ------
        TableClosedError
            If the mailbox is closed.
        TooManyError
            If too many requests are waiting already.
        """
        if self.closed:
            raise self._why_shut
        if guest and self.waiting >= MOST_BEFORE_GUESTS:
            raise TooManyError("table-busy")
        answer: asyncio.Future[_Result] = asyncio.get_running_loop().create_future()
        try:
            self._requests.put_nowait((work, answer))
        except asyncio.QueueFull:
            raise TooManyError("table-busy") from None
        return answer

    def post_if_possible(self, work: Work[None]) -> None:
        """Queue work that nobody waits for, unless there is no room or the mailbox is closed."""
        with suppress(TableClosedError, TooManyError):
            self.post(work)

    def shut(self, why: type[TableClosedError] = TableClosedError) -> None:
        """Accept no more requests, from this moment on; `why` is told to all that wait, too."""
        if not self._shut:
            self._shut, self._why_shut = True, why

    async def close(self) -> None:
        """Stop working on requests, and fail those that wait."""
        self.shut()
        try:
            if self._owner is not None:
                self._owner.cancel()
                if self._owner is not asyncio.current_task():
                    # If awaited, its cancellation could not be converted from the caller's.
                    await asyncio.wait((self._owner,))
        finally:
            self._owner = None  # the task's result refers to this mailbox
            while not self._requests.empty():
                _reject(self._requests.get_nowait()[1], self._why_shut())

    async def _run(self) -> None:
        while True:
            # In a call of its own, so that no reference to a request remains while waiting for the
            # next one: it would keep the request's sender in memory until garbage is collected.
            await self._handle(*await self._requests.get())

    async def _handle(self, work: Work[Any], answer: asyncio.Future[Any]) -> None:
        self._resting.clear()
        try:
            await self._perform(work, answer)
        finally:
            self._resting.set()

    async def _perform(self, work: Work[Any], answer: asyncio.Future[Any]) -> None:
        try:
            await self._before()
            result = await work()
        except asyncio.CancelledError:
            _reject(answer, TableClosedError())
            raise
        except Exception as error:
            converted = self._failure(error)
            self.faults += not isinstance(converted, TableError)
            fail(answer, converted)
        else:
            if not answer.done():
                answer.set_result(result)
        try:
            await self._after()
        except StoreError as error:
            log.log(log_level(error), "what follows a request has to wait: %s", error)
        except Exception:
            log.exception("what follows a request has failed")


def backoff(faults: int) -> float:
    """Return the number of seconds before a retry after this many faults in a row."""
    return min(RETRY * 2.0 ** min(max(0, faults - 1), _MOST_DOUBLINGS), LONGEST_BACKOFF)


def _reject(answer: asyncio.Future[Any], why: TableClosedError) -> None:
    """Fail an answer because the owner has ended."""
    if not answer.done():
        answer.set_exception(why)
        answer.exception()  # mark as retrieved, even if nobody waits: this must not be logged


def fail(answer: asyncio.Future[Any], error: Exception) -> None:
    """Fail an answer, unless its receiver has gone.

    The error is marked as retrieved even if nobody waits, as for a bot's claim: the owner logs
    faults.
    """
    if not answer.done():
        answer.set_exception(error)
        answer.exception()
