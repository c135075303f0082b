"""A PostgreSQL database in use: connections on a thread of their own, for any event loop.

Requests survive short outages: if a connection breaks, the database restarts, or another machine
takes its place, a request is retried for a while. A retried request is told so, because it may have
been performed already.
"""

from __future__ import annotations

import asyncio
import logging
import math
import threading
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg

from tischlein.tables.storage.delivery import Failure, Waiter, deliver, new_waiter
from tischlein.tables.storage.outages import Outage
from tischlein.tables.storage.postgres.connection import (
    Connection,
    as_store_error,
    is_connection_lost,
    is_retryable,
    pool_settings,
    redacted,
    settings,
    why_not_opened,
)
from tischlein.tables.storage.postgres.schema import bring_up_to_date
from tischlein.tables.storage.store_errors import (
    StoreClosedError,
    StoreError,
    StoreFullError,
    StoreUnavailableError,
)

if TYPE_CHECKING:
    from asyncpg.pool import Pool

log = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds after which an unreachable database is reported as away to those who wait.

They count from when any request first missed it: a visitor's request that asks several things, or
comes when it has been away for long, does not wait again for that.
"""
OPEN_TIMEOUT = 30.0
"""Seconds to wait at the beginning for a database that starts up or is in use elsewhere."""
CLOSE_TIMEOUT = 5.0
"""Seconds that connections are given to close."""
_NOT_READY_YET = (
    asyncpg.CannotConnectNowError,
    # Of a migration, while older servers write: nothing has been changed.
    asyncpg.LockNotAvailableError,
    asyncpg.DeadlockDetectedError,
)
_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 1.0

_Result = TypeVar("_Result")
Work = Callable[[Connection, bool], Awaitable[_Result]]
"""What is done on a connection; its argument says whether it may have been done before."""
_Request = Callable[[], Coroutine[Any, Any, Any]]


class Database:
    """A pool of connections, and the thread with the event loop that it belongs to."""

    def __init__(
        self,
        address: str,
        *,
        connections: int = 8,
        capacity: int = 4096,
        patience: float = PATIENCE,
    ) -> None:
        """Connect, and create or migrate the tables as needed.

        Parameters
        ----------
        address
            ``postgresql://USER@HOST:PORT/NAME``; several hosts, separated by commas, are tried in
            order (with ``?target_session_attrs=read-write``, the first that can be written).
        connections
            Maximal number of connections.
        capacity
            Maximal number of waiting requests.
        patience
            Seconds for which requests are retried after the database has gone away.

        Raises
        ------
        StoreIncompatibleError
            If the database is another program's or was written by a newer version.
        StoreUnavailableError
            If it cannot be reached.
        """
        self.address = address
        self.name = redacted(address)
        """The address without its password."""
        self.loop = _new_loop()
        self._outage = Outage(log, "asking the database")
        self._backlog_outage = Outage(log, "keeping up with what the database is asked")
        self._connections = connections
        self._capacity = capacity
        self._patience = patience
        self._away_since = math.inf
        """When it was first missed in this outage, by the event loop's clock; else infinite."""
        self._waiting = 0
        self._lock = threading.Lock()  # for what follows: nothing may start after the closing
        self._closing = False
        self._submitted: list[tuple[_Request, Waiter]] = []
        """What has been accepted since the thread was woken."""
        self._outcomes: list[tuple[Waiter, Any]] = []
        """What has been done since waiting callers were woken."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._pool: Pool[asyncpg.Record] | None = None
        # A daemon, so that an unclosed database does not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="store-postgres", daemon=True)
        self._thread.start()
        try:
            asyncio.run_coroutine_threadsafe(self._open(), self.loop).result()
        except BaseException:
            self.loop.call_soon_threadsafe(self.loop.stop)
            self._thread.join()
            raise

    @property
    def waiting(self) -> int:
        """How many requests have been accepted and not been answered."""
        return self._waiting

    async def run(self, work: Work[_Result]) -> _Result:
        """Run `work` on a connection; return its result. Callable from any event loop."""
        result: _Result = await self.submit(lambda: self.attempt(work))
        return result

    async def submit(self, work: _Request) -> Any:
        """Await a coroutine on the database's own event loop; return its result.

        Cancelling the call does not cancel the work.

        Raises
        ------
        StoreClosedError, StoreFullError
            If it is not accepted.
        """
        waiter = new_waiter()
        with self._lock:
            if self._closing:
                raise StoreClosedError("the store has been closed")
            if self._waiting >= self._capacity:
                full = StoreFullError(f"{self._capacity} requests are waiting for the database")
                self._backlog_outage.record_failure(full)
                raise full
            self._backlog_outage.record_success()
            self._waiting += 1
            self._submitted.append((work, waiter))
            if len(self._submitted) == 1:  # otherwise it has been woken, and takes all of them
                self.loop.call_soon_threadsafe(self._start)
        return await waiter.future

    async def attempt(self, work: Work[_Result]) -> _Result:
        """Run work on a connection, with useful retries; on the database's own event loop.

        Raises
        ------
        StoreUnavailableError
            If the database has been away for as long as patience lasts.
        """
        assert self._pool is not None
        may_be_done = False
        pause = _FIRST_PAUSE
        asked = since = self.loop.time()
        while True:
            # While the database is away, connecting must not take longer than that.
            within = None if self._away_since == math.inf else self._patience
            try:
                async with self._pool.acquire(timeout=within) as connection:
                    result = await work(connection, may_be_done)
            except Exception as error:
                now = self.loop.time()
                if is_connection_lost(error):
                    self._outage.record_failure(error)
                    self._away_since = min(self._away_since, now)
                    if not isinstance(error, asyncpg.TooManyConnectionsError):
                        # Other connections may be broken, too, or lead to the former primary.
                        await self._pool.expire_connections()
                if not is_retryable(error) or now + pause > since + self._patience:
                    raise as_store_error(error) from error
                may_be_done = may_be_done or is_connection_lost(error)
            else:
                self._outage.record_success()
                self._away_since = math.inf
                return result
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            # The first failure may be due to a connection broken by an outage that is over.
            since = min(asked, self._away_since)

    async def close(self) -> None:
        """Finish what has been accepted, and close the connections. Closing twice is harmless."""
        with self._lock:
            first = not self._closing
            self._closing = True
        if first:
            closing = asyncio.run_coroutine_threadsafe(self._close(), self.loop)
            await asyncio.wrap_future(closing)
            self.loop.call_soon_threadsafe(self.loop.stop)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.set_exception_handler(_ignore_lost_connections)
        # The runner cancels remaining tasks at the end: the pool closes discarded connections in
        # tasks.
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.get_loop().run_forever()

    async def _open(self) -> None:
        give_up = self.loop.time() + OPEN_TIMEOUT
        while True:
            reached = False
            try:
                self._pool = await asyncpg.create_pool(
                    self.address, max_size=self._connections, **pool_settings(settings())
                )
                async with self._pool.acquire() as connection:
                    reached = True
                    await bring_up_to_date(connection, self.name)
                return
            except StoreError:
                await self._drop_pool()
                raise
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
                await self._drop_pool()
                # An aborted migration has not changed anything, either.
                later = isinstance(error, _NOT_READY_YET) or (reached and is_connection_lost(error))
                if not later or self.loop.time() > give_up:
                    raise self._open_error(error) from error
                await asyncio.sleep(_FIRST_PAUSE)

    def _open_error(self, error: Exception) -> StoreUnavailableError:
        return StoreUnavailableError(why_not_opened(self.address, error))

    async def _drop_pool(self) -> None:
        if self._pool is not None:
            self._pool.terminate()
            self._pool = None

    def _start(self) -> None:
        """Start all that has been accepted."""
        with self._lock:
            submitted, self._submitted = self._submitted, []
        for work, waiter in submitted:
            task = self.loop.create_task(self._answer(work, waiter))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _answer(self, work: _Request, waiter: Waiter) -> None:
        outcome: Any
        try:
            outcome = await work()
        except Exception as error:
            outcome = Failure(as_store_error(error))
        self._outcomes.append((waiter, outcome))
        if len(self._outcomes) == 1:
            self.loop.call_soon(self._deliver)

    def _deliver(self) -> None:
        """Answer all finished requests, with one wake-up."""
        outcomes, self._outcomes = self._outcomes, []
        with self._lock:
            self._waiting -= len(outcomes)
        deliver(outcomes)

    async def _close(self) -> None:
        while self._tasks:
            await asyncio.wait(self._tasks)
        assert self._pool is not None
        with suppress(OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
            await asyncio.wait_for(self._pool.close(), CLOSE_TIMEOUT)
        self._pool.terminate()


def _ignore_lost_connections(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report what nobody awaits, except that the pool could not close a connection in order."""
    error = context.get("exception")
    if error is None or not is_connection_lost(error):
        loop.default_exception_handler(context)


def _new_loop() -> asyncio.AbstractEventLoop:
    """Return the fastest event loop that is installed."""
    try:
        import uvloop
    except ImportError:  # as on Windows
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()
