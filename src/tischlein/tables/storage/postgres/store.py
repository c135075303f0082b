"""Storage in a PostgreSQL database, which any number of servers may share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from tischlein.tables.storage.postgres.appending import AppendRequest, AppendResult, BatchAppender
from tischlein.tables.storage.postgres.connection import Connection
from tischlein.tables.storage.postgres.database import PATIENCE, Database
from tischlein.tables.storage.postgres.requests import Owner, Readers, TransactionRunner, Writer
from tischlein.tables.storage.sql_matches import append_events, check_append, event_row
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.storage.store_errors import (
    AlreadyAnsweredError,
    ConflictError,
    LeaseLostError,
    MatchNotFoundError,
    StoreUnavailableError,
)
from tischlein.tables.stored import (
    HostedCounts,
    NewEngagements,
    RefusedCommand,
    StoredEvent,
    StoredMatch,
    StoredRemark,
)

_FOUND_AGAIN = (AlreadyAnsweredError, ConflictError, LeaseLostError)
"""What a request raises whose first attempt succeeded without being confirmed."""


class PostgresStore(SqlStore):
    """Matches in a PostgreSQL database.

    Also an asynchronous context manager that closes itself. While the database is away, requests
    wait for it; what was committed when a connection broke is recognised, and not done twice.
    """

    def __init__(
        self,
        address: str,
        *,
        capacity: int = 4096,
        connections: int = 8,
        patience: float = PATIENCE,
    ) -> None:
        """Connect, and create or migrate the tables as needed.

        Parameters
        ----------
        address
            ``postgresql://USER@HOST:PORT/NAME``.
        capacity
            Maximal number of waiting requests.
        connections
            Maximal number of connections, and of simultaneous requests.
        patience
            For how many seconds requests wait for a database that has gone away.

        Raises
        ------
        StoreIncompatibleError
            If the database is another program's or was written by a newer version.
        StoreUnavailableError
            If it cannot be reached.
        """
        self.database = Database(
            address, connections=connections, capacity=capacity, patience=patience
        )
        self._work = TransactionRunner(self.database, connections)
        self._appending = BatchAppender(self.database)
        self._writer = Writer(self._work)
        self._readers = Readers(self._work)

    async def close(self) -> None:
        """Finish what has been accepted and close the connections. Closing twice is harmless."""
        await self._work.close()

    @property
    def commits(self) -> int:
        """How many transactions this store has committed since it was opened."""
        return self._work.commits + self._appending.commits

    @property
    def waiting(self) -> int:
        """How many requests wait, for writing and reading together."""
        return self.database.waiting

    async def check_writable(self) -> None:
        """Check that the database can be written."""

        async def ask(connection: Connection, _: bool) -> bool:
            return str(await connection.fetchval("SHOW transaction_read_only")) == "on"

        if await self.database.run(ask):
            raise StoreUnavailableError("the database can only be read")

    def write_only_owned(self, ownership: Owner) -> None:
        """Refuse everything about a match (LeaseLostError) if another server owns it."""
        self._work.ownership = ownership

    async def create_match(
        self,
        match: StoredMatch,
        events: Sequence[StoredEvent] = (),
        check: Callable[[HostedCounts], object] | None = None,
        engaging: NewEngagements | None = None,
    ) -> None:
        """Store a new match, its seats and their holders, and its first events."""
        creating = super().create_match(match, events, check, engaging)
        await _once(creating, partial(self._is_stored, match))

    async def update_match(
        self, match: StoredMatch, *, engaging: NewEngagements | None = None
    ) -> None:
        """Replace a match's metadata if the revision is the previous one."""
        updating = super().update_match(match, engaging=engaging)
        await _once(updating, partial(self._is_stored, match))

    async def append(
        self,
        match_id: str,
        events: Sequence[StoredEvent],
        *,
        update: StoredMatch | None = None,
        engaging: NewEngagements | None = None,
    ) -> None:
        """Append events that follow the last one, and with `update` change the metadata too."""

        async def done() -> bool:
            stored = await self.events(match_id, events[0].number, events[-1].number)
            return stored == list(events) and (update is None or await self._is_stored(update))

        if update is not None:
            appending = super().append(match_id, events, update=update, engaging=engaging)
            await _once(appending, done)
            return
        check_append(match_id, events, update)
        await _once(self.database.submit(partial(self._append, match_id, events)), done)
        self._appended += len(events)

    async def take_back(self, match_id: str, last: int, *, update: StoredMatch) -> None:
        """Move the events after a number into the table of those taken back."""
        taking = super().take_back(match_id, last, update=update)
        await _once(taking, partial(self._is_stored, update))

    async def refuse(self, match_id: str, refused: RefusedCommand) -> None:
        """Keep a refusal and drop the seat's oldest."""

        async def done() -> bool:
            return await self.answer(match_id, refused.seat, refused.command) == refused

        await _once(super().refuse(match_id, refused), done)

    async def add_remark(self, match_id: str, said: StoredRemark, keep: int) -> None:
        """Keep a remark, and forget the oldest of its kind beyond the bound."""

        async def done() -> bool:
            return said in (await self.remarks(match_id)).remarks

        await _once(super().add_remark(match_id, said, keep), done)

    async def _append(self, match_id: str, events: Sequence[StoredEvent]) -> None:
        """Append with all that wait; an error is specific to this request."""
        ownership = self._work.ownership
        append = AppendRequest(match_id, [event_row(match_id, event) for event in events])
        async with self._work.match_locks.lock(match_id):
            if ownership is not None:
                owner, epoch = ownership.name, ownership.epoch(match_id)
                append = append._replace(owner=owner, epoch=epoch)
            appended: AppendResult = await self._appending.append(append)
            if not appended.written:
                await self._work.transact(
                    lambda connection: append_events(connection, match_id, events),
                    match_id,
                    repeated=appended.repeated,
                )

    async def _is_stored(self, match: StoredMatch) -> bool:
        try:
            return await self.match(match.id) == match
        except MatchNotFoundError:
            return False


async def _once(request: Awaitable[None], done: Callable[[], Awaitable[bool]]) -> None:
    """Wait for a request; one that fails because its first attempt succeeded counts as done."""
    try:
        await request
    except _FOUND_AGAIN as error:
        if not (error.repeated and await done()):
            raise
