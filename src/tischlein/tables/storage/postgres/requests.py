"""A store's requests to PostgreSQL: work in transactions, one after the other for each match.

The work itself is written for any SQL database, and done in threads (``dialect``). Work that
changes a match locks its row from the beginning, so that no other server intervenes; if servers own
matches, it is done only if this one still owns it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar, cast

from tischlein.tables.storage.postgres.connection import Connection
from tischlein.tables.storage.postgres.database import Database
from tischlein.tables.storage.postgres.dialect import Statements
from tischlein.tables.storage.store_errors import LeaseLostError, StoreError

_Result = TypeVar("_Result")
_Work = Callable[[sqlite3.Connection], _Result]

_HOLD = "SELECT owner, epoch FROM match WHERE id = $1 FOR NO KEY UPDATE"
_OWN = "UPDATE match SET owner = $2 WHERE id = $1"
_COUNT = """
    UPDATE match SET last = counted.last
      FROM (SELECT coalesce(max(number), 0) AS last FROM event WHERE match = $1) AS counted
     WHERE id = $1 AND match.last <> counted.last
"""


class Owner(Protocol):
    """The identity of this server among those that share a database, and what it owns."""

    @property
    def name(self) -> str:
        """The owner's name, as in the row of a match that is its own."""

    def epoch(self, match_id: str) -> int | None:
        """Return since which epoch a match is its own, None if it is not."""


class MatchLocks:
    """Admits one request at a time for each match, in the order in which they came."""

    def __init__(self) -> None:
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def lock(self, match_id: str | None) -> AsyncIterator[None]:
        """Wait for earlier requests of the match; without a match, do not wait."""
        if match_id is None:
            yield
            return
        queue = self._queues.get(match_id)
        if queue is None:
            self._queues[match_id] = deque()
        else:
            turn = asyncio.get_running_loop().create_future()
            queue.append(turn)
            await turn
        try:
            yield
        finally:
            if queue := self._queues[match_id]:
                queue.popleft().set_result(None)
            else:
                del self._queues[match_id]


class TransactionRunner:
    """Runs work in transactions."""

    def __init__(self, database: Database, threads: int) -> None:
        self.database = database
        self.match_locks = MatchLocks()
        self.commits = 0
        self.ownership: Owner | None = None
        """Set if servers own matches: then each writes only about its own."""
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="store-work")

    async def write(self, work: _Work[_Result], match_id: str | None) -> _Result:
        """Run `work` in a transaction; return its result once that is committed.

        With a match, it runs after earlier requests about it, and nobody else changes the match in
        the meantime.

        Raises
        ------
        LeaseLostError
            If another server owns the match.
        """

        async def wait() -> _Result:
            async with self.match_locks.lock(match_id):
                return await self.transact(work, match_id)

        result: _Result = await self.database.submit(wait)
        return result

    async def transact(
        self, work: _Work[_Result], match_id: str | None, *, repeated: bool = False
    ) -> _Result:
        """Do the same without waiting for a turn, on the database's own event loop.

        With `repeated`, it may have been done before, and its errors say so.
        """

        async def attempt(connection: Connection, again: bool) -> _Result:
            # Work without a match is repeated if others intervened.
            alone = connection.transaction(
                isolation="serializable" if match_id is None else "read_committed"
            )
            try:
                async with alone:
                    known = match_id is None or await self._lock_match(connection, match_id)
                    result = await self._run_in_thread(work, connection)
                    if not known and self.ownership is not None:
                        # The node that opens a match runs it: no other node takes it before.
                        await connection.execute(_OWN, match_id, self.ownership.name)
                    if match_id is not None:
                        await connection.execute(_COUNT, match_id)
            except StoreError as error:
                error.repeated = again or repeated
                raise
            self.commits += 1
            return result

        return await self.database.attempt(attempt)

    async def read(self, work: _Work[_Result]) -> _Result:
        """Run `work` on a consistent view of the database; return its result."""

        async def attempt(connection: Connection, _: bool) -> _Result:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                return await self._run_in_thread(work, connection)

        return await self.database.run(attempt)

    async def close(self) -> None:
        """Finish what has been accepted, and close the database."""
        await self.database.close()
        self._threads.shutdown(wait=False)

    async def _lock_match(self, connection: Connection, match_id: str) -> bool:
        """Lock a match against changes by others; return whether it exists."""
        held = await connection.fetchrow(_HOLD, match_id)
        if held is None:
            return False  # it is about to be created, or the work reports the error
        if self.ownership is not None:
            own = self.ownership.name, self.ownership.epoch(match_id)
            if tuple(held) != own:
                raise LeaseLostError(match_id)
        return True

    def _run_in_thread(self, work: _Work[_Result], connection: Connection) -> Awaitable[_Result]:
        statements = Statements(self.database.loop, connection)
        # It has all that the work uses of an SQLite connection.
        given = cast("sqlite3.Connection", statements)
        return self.database.loop.run_in_executor(self._threads, work, given)


class Writer:
    """What a store writes with: same interface as SQLite's (``group_commit``)."""

    def __init__(self, work: TransactionRunner) -> None:
        self._work = work

    async def submit(self, work: _Work[_Result], match_id: str | None = None, /) -> _Result:
        """Run `work` in a transaction; return its result once that is committed."""
        return await self._work.write(work, match_id)


class Readers:
    """What a store reads with: same interface as SQLite's (``group_commit``)."""

    def __init__(self, work: TransactionRunner) -> None:
        self._work = work

    async def submit(self, work: _Work[_Result]) -> _Result:
        """Run `work` on a consistent view of the database; return its result."""
        return await self._work.read(work)
