"""Group commit: one thread that writes in batches, a few that read, for any work on a database.

Whatever has queued up while the writer was busy becomes its next transaction, each request within a
savepoint of its own, so one fsync serves all callers and a failing request affects no other.
Requests made in one turn of an event loop come to the writer together: waking a thread for every
request costs more than most requests.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from tischlein.tables.storage.delivery import Failure, Waiter, deliver, new_waiter
from tischlein.tables.storage.outages import Outage
from tischlein.tables.storage.schema import connect
from tischlein.tables.storage.store_errors import (
    StoreClosedError,
    StoreError,
    StoreFullError,
    StoreUnavailableError,
)

log = logging.getLogger(__name__)

BATCH_LIMIT = 512
"""Maximal number of requests in a transaction, so that none waits long for its neighbours."""

PATIENCE = 3_000
"""How many milliseconds a transaction waits for other programs that hold the write lock."""
SHORT_PATIENCE = 100
"""The same after that has failed, until it works: later requests do not wait as long again."""

_Result = TypeVar("_Result")
_Work = Callable[[sqlite3.Connection], _Result]

_ADVICE = {
    sqlite3.SQLITE_BUSY: "another program writes to it, and has to end or let go",
    sqlite3.SQLITE_FULL: "make room, and it goes on by itself",
    sqlite3.SQLITE_READONLY: "it, its folder or its disk may not be written any more",
}
"""What the log says besides SQLite's words, by its primary result codes."""

_REJECTED = (
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
"""What SQLite raises about a request; its other errors are about the database."""


class _Request(NamedTuple):
    """Something to be written, and who waits for it."""

    work: _Work[Any]
    waiter: Waiter


class GroupCommitWriter:
    """The one thread that writes, and the bounded queue in front of it."""

    def __init__(self, connection: sqlite3.Connection, path: Path, capacity: int) -> None:
        self.commits = 0
        self._path = path
        self._opened = _identity(path)
        self._write_outage = Outage(log, "writing to the database")
        self._backlog_outage = Outage(log, "keeping up with what is to be written")
        self._connection = connection
        self._capacity = capacity
        self._busy_timeout = -1
        """The busy timeout of the connection, as it was set last."""
        self._waiting = 0
        self._submitted: dict[asyncio.AbstractEventLoop, list[_Request]] = {}
        """The requests made in the present turn of each event loop."""
        self._queue: SimpleQueue[list[_Request] | None] = SimpleQueue()
        self._ready: list[_Request] = []
        """What the thread has taken off the queue."""
        self._ended = False
        """Whether the thread has found the end of the queue."""
        self._lock = threading.Lock()  # nothing may enter the queue after the closing None
        self._closing = False
        # A daemon, so that an unclosed store does not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many requests have not been taken up."""
        return self._waiting

    async def submit(self, work: _Work[_Result], _: str | None = None, /) -> _Result:
        """Run `work` in a transaction; return its result once that is committed.

        All requests of an event loop are performed in the order in which they came, whatever match
        they are about (the last parameter).
        """
        waiter = new_waiter()
        with self._lock:
            if self._closing:
                raise StoreClosedError("the store has been closed")
            if self._waiting >= self._capacity:
                full = StoreFullError(f"{self._capacity} requests are waiting to be written")
                self._backlog_outage.record_failure(full)
                raise full
            self._backlog_outage.record_success()
            self._waiting += 1
            submitted = self._submitted.setdefault(waiter.loop, [])
            submitted.append(_Request(work, waiter))
        if len(submitted) == 1:
            waiter.loop.call_soon(self._enqueue, waiter.loop)
        result: _Result = await waiter.future
        return result

    async def probe(self) -> None:
        """Write nothing; but after a failure write something, to test whether that works again.

        Raises
        ------
        StoreError
            If it does not.
        """
        doubtful = self._write_outage.ongoing
        await self.submit(_write_again if doubtful else _write_nothing)
        if doubtful:
            self._write_outage.record_success()

    async def close(self) -> None:
        """Write what is queued, end the thread and close the connection."""
        with self._lock:
            if not self._closing:
                self._closing = True
                for submitted in self._submitted.values():
                    self._queue.put(submitted)
                self._submitted.clear()
                self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _enqueue(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand over the requests of an event loop's turn, which is over."""
        with self._lock:
            if loop in self._submitted:
                self._queue.put(self._submitted.pop(loop))

    def _run(self) -> None:
        while batch := self._next_batch():
            results = self._commit(batch)
            deliver(zip((request.waiter for request in batch), results, strict=True))
        self._connection.close()

    def _next_batch(self) -> list[_Request]:
        """Wait for requests and return those that are there, none at the end."""
        while len(self._ready) < BATCH_LIMIT and not self._ended:
            try:
                submitted = self._queue.get(block=not self._ready)
            except Empty:
                break
            self._ended = submitted is None
            self._ready += submitted or ()
        batch, self._ready = self._ready[:BATCH_LIMIT], self._ready[BATCH_LIMIT:]
        with self._lock:
            self._waiting -= len(batch)
        return batch

    def _commit(self, batch: Sequence[_Request]) -> list[Any]:
        """Perform a batch in one transaction; return each request's result or failure."""
        connection = self._connection
        if _identity(self._path) != self._opened:
            # Writes to a file that has been removed or replaced are lost when the process ends.
            moved = f"{self._path} is not there any more: put it back, or start the server again"
            self._write_outage.record_failure(moved)
            return [Failure(StoreUnavailableError(moved)) for _ in batch]
        try:
            before = connection.total_changes
            self._begin()
            results = [self._perform(request.work) for request in batch]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # the failure may have ended the transaction, too
                connection.execute("ROLLBACK")
            self._write_outage.record_failure(_explained(error))
            # A separate exception for each caller: raising one adds to its traceback.
            return [Failure(_unavailable(error)) for _ in batch]
        self.commits += 1
        if connection.total_changes > before:  # a full disk accepts what changes nothing
            self._write_outage.record_success()
        return results

    def _begin(self) -> None:
        """Begin a transaction once no other program holds the write lock."""
        timeout = SHORT_PATIENCE if self._write_outage.ongoing else PATIENCE
        if timeout != self._busy_timeout:
            self._connection.execute(f"PRAGMA busy_timeout = {timeout}")
            self._busy_timeout = timeout
        self._connection.execute("BEGIN IMMEDIATE")

    def _perform(self, work: _Work[Any]) -> Any:
        """Perform one request in a savepoint, so that it happens completely or not at all."""
        connection = self._connection
        connection.execute("SAVEPOINT request")
        result: Any
        try:
            result = work(connection)
        except _REJECTED as error:
            result = Failure(StoreError(f"the database rejects this: {error}"))
        except sqlite3.Error:
            raise  # the disk or the database is in trouble, not this request
        except Exception as error:
            result = Failure(error)
        if isinstance(result, Failure):
            connection.execute("ROLLBACK TO request")
        connection.execute("RELEASE request")
        return result


class Readers:
    """A few threads that read, each on a connection of its own."""

    def __init__(self, path: Path, threads: int, capacity: int) -> None:
        self._read_outage = Outage(log, "reading the database")
        self._path = path
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="store-reader")
        self._local = threading.local()
        self._lock = threading.Lock()
        self._connections: list[sqlite3.Connection] = []
        self._capacity = capacity
        self._waiting = 0
        self._closing = False

    @property
    def waiting(self) -> int:
        """How many requests are being read, or wait for it."""
        return self._waiting

    async def submit(self, work: _Work[_Result]) -> _Result:
        """Run `work` on a consistent view of the database; return its result."""
        with self._lock:
            if self._closing:
                raise StoreClosedError("the store has been closed")
            if self._waiting >= self._capacity:
                raise StoreFullError(f"{self._capacity} requests are waiting to be read")
            self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, self._perform, work)
        finally:
            with self._lock:
                self._waiting -= 1

    async def close(self) -> None:
        """Finish what is being read and close the connections."""
        with self._lock:
            self._closing = True
        await asyncio.to_thread(self._threads.shutdown)
        while self._connections:
            self._connections.pop().close()

    def _perform(self, work: _Work[_Result]) -> _Result:
        try:
            connection = self._connection()
            connection.execute("BEGIN")
            try:
                result = work(connection)
            finally:
                connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            self._read_outage.record_failure(error)
            raise _unavailable(error) from error
        self._read_outage.record_success()
        return result

    def _connection(self) -> sqlite3.Connection:
        """Return the calling thread's connection."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path)
            connection.execute("PRAGMA query_only = ON")
            self._local.connection = connection
            with self._lock:
                self._connections.append(connection)
        return connection


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the identity of the file at a path, whatever its name; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _write_nothing(_: sqlite3.Connection) -> None:
    """Only begin a transaction, and end it."""


def _write_again(connection: sqlite3.Connection) -> None:
    """Write what the file contains already."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {version}")


def _unavailable(error: sqlite3.Error) -> StoreUnavailableError:
    return StoreUnavailableError(f"the database failed: {_explained(error)}")


def _explained(error: sqlite3.Error) -> str:
    """Return the text of an error; for the commonest ones, with what to do."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    advice = _ADVICE.get(code)
    return f"{error}: {advice}" if advice else str(error)
