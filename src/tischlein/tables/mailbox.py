"""A mailbox: requests wait in it for one owner, who does each wholly before the next."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from tischlein.tables.lane import Lane
from tischlein.tables.outages import level_of
from tischlein.tables.problems import NotNowError, TableClosedError, TableError, TooManyError
from tischlein.tables.store_errors import StoreError

log = logging.getLogger(__name__)

MOST_WAITING = 64
"""How many requests may wait for one owner."""
MOST_BEFORE_GUESTS = 48
"""How many may wait already when somebody asks who is only a guest there."""

RETRY = 1.0
"""After how many seconds what has failed for the moment is tried again."""
LONGEST_PAUSE = 60.0
"""Seconds between two tries at most of what a fault keeps from being done that nobody foresaw."""
_DOUBLED_OFTEN = 10
"""So often the pause is doubled at most, which is longer than the longest."""

_Result = TypeVar("_Result")
Work = Callable[[], Awaitable[_Result]]


class Mailbox:
    """Requests in the order in which they came. Call :meth:`open` first, :meth:`close` in the end.

    Parameters
    ----------
    before
        What the owner does before each request; if it raises, the request has failed, too.
    failure
        Turns what a request has raised into what its sender gets to hear; tells of faults.
    after
        What the owner does after each request; if it raises, that is logged.

    Attributes
    ----------
    faults
        How many faults that nobody foresaw there have been in a row; the owner knows when they are
        over, and sets it to nought.
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
        self._requests: Lane[tuple[Work[Any], asyncio.Future[Any]]] = Lane(MOST_WAITING)
        self._owner: asyncio.Task[None] | None = None
        self._shut = False

    @property
    def closed(self) -> bool:
        """Whether no owner is there, or is about to go, so that nobody can ask for anything."""
        return self._shut or self._owner is None or self._owner.done()

    @property
    def empty(self) -> bool:
        """Whether no request waits."""
        return self._requests.empty()

    @property
    def waiting(self) -> int:
        """How many requests wait."""
        return self._requests.qsize()

    def open(self, name: str) -> None:
        """Let the owner, a task of this name, begin with the requests."""
        self._owner = asyncio.create_task(self._work(), name=name)

    async def ask(self, work: Work[_Result], *, guest: bool = False) -> _Result:
        """Have something done and return what comes of it; raises as :meth:`post`, and its own."""
        return await self.post(work, guest=guest)

    async def insist(self, work: Work[None]) -> None:
        """Have something done however often it takes: storage or the owner may be busy.

        After a fault that nobody foresaw, too, since the match would stand still otherwise; ever
        more seldom.

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
            except Exception:  # of which the owner tells
                await asyncio.sleep(pause_after(self.faults))

    def post(self, work: Work[_Result], *, guest: bool = False) -> asyncio.Future[_Result]:
        """Have something done later.

        Parameters
        ----------
        guest
            Whether somebody asks for whom the last places are not.

        Raises
        ------
        TableClosedError
            If the mailbox is closed.
        TooManyError
            If too many requests are waiting already.
        """
        if self.closed:
            raise TableClosedError
        if guest and self.waiting >= MOST_BEFORE_GUESTS:
            raise TooManyError("table-busy")
        answer: asyncio.Future[_Result] = asyncio.get_running_loop().create_future()
        try:
            self._requests.put_nowait((work, answer))
        except asyncio.QueueFull:
            raise TooManyError("table-busy") from None
        return answer

    def shut(self) -> None:
        """Take no more requests, from this moment on."""
        self._shut = True

    async def close(self) -> None:
        """Have nothing done any more, and tell those who wait."""
        self.shut()
        try:
            if self._owner is not None:
                self._owner.cancel()
                if self._owner is not asyncio.current_task():
                    # Were it awaited, nobody could tell its end from that of whoever closes this.
                    await asyncio.wait((self._owner,))
        finally:
            self._owner = None  # whose end holds this mailbox
            while not self._requests.empty():
                _turn_away(self._requests.get_nowait()[1])

    async def _work(self) -> None:
        while True:
            # Apart, so that nothing of a request is held while the next one is waited for: it would
            # keep whom it was for in memory, through the end of this task, until all is collected.
            await self._do(*await self._requests.get())

    async def _do(self, work: Work[Any], answer: asyncio.Future[Any]) -> None:
        try:
            await self._before()
            result = await work()
        except asyncio.CancelledError:
            _turn_away(answer)
            raise
        except Exception as error:
            told = self._failure(error)
            self.faults += not isinstance(told, TableError)
            fail(answer, told)
        else:
            if not answer.done():
                answer.set_result(result)
        try:
            await self._after()
        except StoreError as error:
            log.log(level_of(error), "what follows a request has to wait: %s", error)
        except Exception:
            log.exception("what follows a request has failed")


def pause_after(faults: int) -> float:
    """Return after how many seconds is tried again what so many faults in a row have prevented."""
    return min(RETRY * 2.0 ** min(max(0, faults - 1), _DOUBLED_OFTEN), LONGEST_PAUSE)


def _turn_away(answer: asyncio.Future[Any]) -> None:
    """Tell who waits for an answer that the owner has ended."""
    if not answer.done():
        answer.set_exception(TableClosedError())
        answer.exception()  # heard, also where nobody waits: it is no fault to be logged


def fail(answer: asyncio.Future[Any], error: Exception) -> None:
    """Tell who waits for an answer that there is none, unless they have gone.

    It counts as heard where nobody waits, as for a bot's claim: of faults the owner tells.
    """
    if not answer.done():
        answer.set_exception(error)
        answer.exception()
