"""Group commit: all waiting appends become one statement, and each is answered for itself.

The statement checks the row of each match, its owner, and the commands that were answered before;
it writes what follows the last event, and returns which requests were written. The others are then
examined one by one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from tischlein.tables.storage.postgres.connection import Connection
from tischlein.tables.storage.postgres.database import Database
from tischlein.tables.storage.sql_matches import EventRow
from tischlein.tables.storage.store_errors import StoreUnavailableError

BATCH_LIMIT = 128
"""Maximal number of requests in a statement."""

_APPEND = """
WITH asked AS (
    SELECT * FROM unnest($1::int[], $2::text[], $3::bigint[],
                         $4::bigint[], $5::text[], $6::bigint[])
        AS a (request, match, first, last, owner, epoch)
), line AS (
    SELECT * FROM unnest($7::int[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[],
                         $12::bigint[], $13::bytea[], $14::text[])
        AS l (request, match, number, seat, action, time, measurement, command)
), answered AS (
    SELECT request FROM line l
     WHERE command IS NOT NULL AND (
        EXISTS (SELECT FROM event e
                 WHERE e.match = l.match AND e.seat = l.seat AND e.command = l.command)
        OR EXISTS (SELECT FROM taken_back t
                    WHERE t.match = l.match AND t.seat = l.seat AND t.command = l.command)
        OR EXISTS (SELECT FROM refusal r
                    WHERE r.match = l.match AND r.seat = l.seat AND r.command = l.command))
), locked AS (
    SELECT a.request, a.last, m.id FROM asked a JOIN match m ON m.id = a.match
     WHERE m.last = a.first - 1
       AND (a.owner IS NULL OR (m.owner = a.owner AND m.epoch = a.epoch))
       AND a.request NOT IN (SELECT request FROM answered)
     ORDER BY m.id FOR NO KEY UPDATE OF m
), held AS (
    UPDATE match m SET last = l.last FROM locked l WHERE m.id = l.id RETURNING l.request
), written AS (
    INSERT INTO event (match, number, seat, action, time, measurement, command)
    SELECT l.match, l.number, l.seat, l.action, l.time, l.measurement, l.command
      FROM line l JOIN held USING (request)
)
SELECT request FROM held
"""


class AppendRequest(NamedTuple):
    """Events to be written."""

    match_id: str
    rows: Sequence[EventRow]
    owner: str | None = None
    """The required owner of the match; any if None."""
    epoch: int | None = None


class AppendResult(NamedTuple):
    """The result of an append."""

    written: bool
    repeated: bool = False
    """Whether it was repeated, and may have been written before without confirmation."""


class BatchAppender:
    """Writes appends in batches; belongs to the database's own event loop.

    It gets one append of a match at a time.
    """

    def __init__(self, database: Database) -> None:
        self.commits = 0
        self._database = database
        self._ready: list[tuple[AppendRequest, asyncio.Future[AppendResult]]] = []
        self._at_work = False
        self._task: asyncio.Task[None] | None = None

    async def append(self, append: AppendRequest) -> AppendResult:
        """Write events if they follow the last one; otherwise they are not written.

        Raises
        ------
        StoreUnavailableError
            If the database stays away.
        """
        future: asyncio.Future[AppendResult] = asyncio.get_running_loop().create_future()
        self._ready.append((append, future))
        if not self._at_work:
            self._at_work = True
            self._task = asyncio.create_task(self._run())
        return await future

    async def _run(self) -> None:
        while self._ready:
            batch, self._ready = self._ready[:BATCH_LIMIT], self._ready[BATCH_LIMIT:]
            await self._commit(batch)
        self._at_work = False

    async def _commit(
        self, batch: Sequence[tuple[AppendRequest, asyncio.Future[AppendResult]]]
    ) -> None:
        repeated = False

        async def attempt(connection: Connection, again: bool) -> set[int]:
            nonlocal repeated
            repeated = again
            return await _write(connection, [append for append, _ in batch])

        try:
            written = await self._database.attempt(attempt)
        except StoreUnavailableError as error:
            for _, future in batch:
                future.set_exception(StoreUnavailableError(str(error)))
            return
        except Exception:  # one of them cannot be written: each is tried alone
            written = set()
        else:
            self.commits += 1
        for number, (_, future) in enumerate(batch):
            future.set_result(AppendResult(number in written, repeated))


async def _write(connection: Connection, batch: Sequence[AppendRequest]) -> set[int]:
    """Write a batch; return which of its requests were written."""
    rows = [(number, *row) for number, append in enumerate(batch) for row in append.rows]
    found = await connection.fetch(
        _APPEND,
        range(len(batch)),
        [append.match_id for append in batch],
        [append.rows[0][1] for append in batch],
        [append.rows[-1][1] for append in batch],
        [append.owner for append in batch],
        [append.epoch for append in batch],
        *zip(*rows, strict=True),
    )
    return {request for (request,) in found}
