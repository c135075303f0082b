"""Storage in one SQLite file: no server, no configuration, nothing lost on a power cut.

One thread writes. Whatever has queued up while it was busy becomes its next transaction, each
request within a savepoint of its own, so one fsync serves all who wait (group commit) and a
request that fails takes no other with it. Readers have connections of their own in a few threads;
in WAL mode they neither wait for the writer nor hold it up.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar

import msgspec
import platformdirs

from tischlein.core.events import Event
from tischlein.core.phrases import Refusal
from tischlein.tables.store import (
    AcceptedCommand,
    AlreadyAnsweredError,
    ConflictError,
    MatchNotFoundError,
    MatchStatus,
    RefusedCommand,
    RulesInUse,
    SeatKind,
    Store,
    StoreClosedError,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredSeat,
    StoredSnapshot,
    StoreError,
    StoreFullError,
    StoreIncompatibleError,
    StoreUnavailableError,
)

APPLICATION_ID = 0x5469_7363
"""Marks the file as ours (``Tisc`` in ASCII)."""

MIGRATIONS: list[tuple[str, ...]] = [
    (
        """
        CREATE TABLE match (
            id            TEXT PRIMARY KEY,
            game          TEXT NOT NULL,
            rules_version INTEGER NOT NULL,
            options       TEXT NOT NULL,
            created       INTEGER NOT NULL,
            touched       INTEGER NOT NULL,
            commitment    TEXT NOT NULL,
            server_secret BLOB NOT NULL,
            status        TEXT NOT NULL,
            listed        INTEGER NOT NULL,
            fixed         INTEGER NOT NULL,
            host          TEXT,
            deadline      INTEGER,
            successor     TEXT,
            revision      INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX match_by_status ON match (status, touched)",
        "CREATE INDEX match_by_rules ON match (game, rules_version)",
        "CREATE INDEX match_by_host ON match (host) WHERE host IS NOT NULL",
        """
        CREATE INDEX match_in_lobby ON match (created DESC)
            WHERE status = 'open' AND listed = 1
        """,
        """
        CREATE TABLE seat (
            match        TEXT NOT NULL REFERENCES match ON DELETE CASCADE,
            seat         INTEGER NOT NULL,
            kind         TEXT NOT NULL,
            name         TEXT NOT NULL,
            level        TEXT,
            secret_hash  TEXT,
            contribution BLOB NOT NULL,
            chair        INTEGER NOT NULL,
            PRIMARY KEY (match, seat)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE seat_session (
            match    TEXT NOT NULL,
            seat     INTEGER NOT NULL,
            position INTEGER NOT NULL,
            session  TEXT NOT NULL,
            PRIMARY KEY (match, seat, position),
            FOREIGN KEY (match, seat) REFERENCES seat ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX seat_by_session ON seat_session (session)",
        """
        CREATE TABLE event (
            match   TEXT NOT NULL REFERENCES match ON DELETE CASCADE,
            number  INTEGER NOT NULL CHECK (number >= 1),
            seat    INTEGER NOT NULL,
            action  INTEGER NOT NULL,
            time    INTEGER NOT NULL,
            outcome BLOB,
            command TEXT,
            PRIMARY KEY (match, number)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE UNIQUE INDEX event_by_command ON event (match, seat, command)
            WHERE command IS NOT NULL
        """,
        """
        CREATE TABLE refusal (
            position    INTEGER PRIMARY KEY,
            match       TEXT NOT NULL REFERENCES match ON DELETE CASCADE,
            seat        INTEGER NOT NULL,
            command     TEXT NOT NULL,
            refusal     TEXT NOT NULL,
            UNIQUE (match, seat, command)
        ) STRICT
        """,
        """
        CREATE TABLE snapshot (
            match  TEXT PRIMARY KEY REFERENCES match ON DELETE CASCADE,
            number INTEGER NOT NULL,
            layout TEXT NOT NULL,
            state  BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ),
]
"""The statements that lead from each schema version to the next. Append, never edit.

The version of a file is the number of entries it has been through, kept in ``user_version``.
"""

OLDEST_SQLITE = (3, 37, 0)
"""The first SQLite with strict tables."""
REFUSALS_KEPT = 64
"""How many refusals a seat's past commands keep, the newest first."""
BATCH_LIMIT = 512
"""How many requests share a transaction at most, so that none waits long for its neighbours."""
BUSY_TIMEOUT = 5000
"""How many milliseconds to wait for another process that writes to the same file."""
WAL_LIMIT = 64 << 20
"""To how many bytes the write-ahead log is cut back after it has grown."""

_Result = TypeVar("_Result")
_Work = Callable[[sqlite3.Connection], _Result]

_LARGEST = (1 << 63) - 1
_REJECTED = (
    sqlite3.DataError,
    sqlite3.IntegrityError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
"""What SQLite raises about a request; its other errors are about the database."""
_MATCH_COLUMNS = (
    "id, game, rules_version, options, created, touched, commitment, server_secret, status, "
    "listed, fixed, host, deadline, successor, revision"
)
_encode_outcome = msgspec.msgpack.Encoder().encode
_decode_outcome = msgspec.msgpack.Decoder(tuple[int, ...]).decode
_encode_refusal = msgspec.json.Encoder().encode
_decode_refusal = msgspec.json.Decoder(Refusal).decode


def default_path() -> Path:
    """Return where the database lies unless told otherwise: the user's data directory."""
    return platformdirs.user_data_path("tischlein", appauthor=False) / "tischlein.db"


class SqliteStore(Store):
    """Matches in one file on a local disk.

    An asynchronous context manager, too, that closes itself. Several processes may open the same
    file; the uniqueness of event numbers holds among them.
    """

    def __init__(
        self, path: Path | None = None, *, capacity: int = 4096, reader_threads: int = 4
    ) -> None:
        """Open the file, creating or migrating it as needed.

        Parameters
        ----------
        path
            The database file; :func:`default_path` if none is given.
        capacity
            How many requests may wait, for writing and for reading each.
        reader_threads
            How many requests may read at the same time.

        Raises
        ------
        StoreIncompatibleError
            If the file is another program's or was written by a newer version.
        StoreUnavailableError
            If the file cannot be opened or written.
        """
        self.path = default_path() if path is None else path
        self._writer = _Writer(_open(self.path), capacity)
        self._readers = _Readers(self.path, reader_threads, capacity)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Finish what has been accepted and close the file. Closing twice is harmless."""
        await self._readers.close()
        # The last connection to go folds the write-ahead log into the database.
        await self._writer.close()

    @property
    def commits(self) -> int:
        """How many transactions this store has committed since it was opened."""
        return self._writer.commits

    async def create_match(self, match: StoredMatch) -> None:
        """Store a new match, its seats and who holds them."""

        def work(connection: sqlite3.Connection) -> None:
            written = connection.execute(
                f"INSERT INTO match ({_MATCH_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
                " ON CONFLICT (id) DO NOTHING",
                _match_row(match),
            ).rowcount
            if not written:
                raise ConflictError(f"there is a match {match.id!r} already")
            _write_seats(connection, match)

        await self._writer.submit(work)

    async def update_match(self, match: StoredMatch) -> None:
        """Replace a match's metadata where the revision is the one before."""
        await self._writer.submit(lambda connection: _update_match(connection, match))

    async def append(
        self,
        match_id: str,
        events: Sequence[StoredEvent],
        *,
        update: StoredMatch | None = None,
    ) -> None:
        """Append events that follow the last one, and with `update` change the metadata too."""
        if not events:
            raise ValueError("there is no event to append")
        if update is not None and update.id != match_id:
            raise ValueError(f"the update is for match {update.id!r}, not {match_id!r}")
        first = events[0].number
        if any(event.number != number for number, event in enumerate(events, first)):
            raise ValueError("events are numbered consecutively")

        def work(connection: sqlite3.Connection) -> None:
            _append(connection, match_id, events)
            if update is not None:
                _update_match(connection, update)

        await self._writer.submit(work)

    async def refuse(self, match_id: str, refused: RefusedCommand) -> None:
        """Keep a refusal and drop the seat's oldest beyond :data:`REFUSALS_KEPT`."""
        await self._writer.submit(lambda connection: _refuse(connection, match_id, refused))

    async def answer(self, match_id: str, seat: int, command: str) -> StoredAnswer | None:
        """Return what a command was answered, from the log or from the refusals."""
        return await self._readers.submit(
            lambda connection: _answer(connection, match_id, seat, command)
        )

    async def save_snapshot(self, match_id: str, snapshot: StoredSnapshot) -> None:
        """Keep a snapshot in place of the one before."""

        def work(connection: sqlite3.Connection) -> None:
            last = _last_number(connection, match_id)
            if snapshot.number > last:
                raise ConflictError(
                    f"a snapshot of event {snapshot.number}, but the last is {last}"
                )
            connection.execute(
                "INSERT INTO snapshot (match, number, layout, state) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (match) DO UPDATE"
                " SET number = excluded.number, layout = excluded.layout, state = excluded.state"
                " WHERE excluded.number >= snapshot.number",
                (match_id, snapshot.number, snapshot.layout, snapshot.state),
            )

        await self._writer.submit(work)

    async def latest_snapshot(self, match_id: str) -> StoredSnapshot | None:
        """Return a match's only snapshot, the newest."""

        def work(connection: sqlite3.Connection) -> StoredSnapshot | None:
            row = connection.execute(
                "SELECT number, layout, state FROM snapshot WHERE match = ?", (match_id,)
            ).fetchone()
            return None if row is None else StoredSnapshot(*row)

        return await self._readers.submit(work)

    async def match(self, match_id: str) -> StoredMatch:
        """Return a match with its seats."""

        def work(connection: sqlite3.Connection) -> StoredMatch:
            found = _matches(connection, "WHERE id = ?", (match_id,))
            if not found:
                raise MatchNotFoundError(match_id)
            return found[0]

        return await self._readers.submit(work)

    async def events(
        self, match_id: str, first: int = 1, last: int | None = None
    ) -> list[StoredEvent]:
        """Return events of one range of numbers."""

        def work(connection: sqlite3.Connection) -> list[StoredEvent]:
            rows = connection.execute(
                "SELECT number, seat, action, time, outcome, command FROM event"
                " WHERE match = ? AND number BETWEEN ? AND ? ORDER BY number",
                (match_id, first, _LARGEST if last is None else last),
            ).fetchall()
            if not rows:
                _last_number(connection, match_id)
            return [
                StoredEvent(
                    number,
                    Event(seat, action, () if outcome is None else _decode_outcome(outcome)),
                    time,
                    command,
                )
                for number, seat, action, time, outcome, command in rows
            ]

        return await self._readers.submit(work)

    async def lobby(self, limit: int = 100) -> list[StoredMatch]:
        """Return the newest open and listed matches."""
        return await self._readers.submit(
            lambda connection: _matches(
                connection,
                "WHERE status = 'open' AND listed = 1 ORDER BY created DESC, id LIMIT ?",
                (limit,),
            )
        )

    async def matches_of_session(self, session: str, limit: int = 100) -> list[StoredMatch]:
        """Return the matches of a session, the last changed first."""
        return await self._readers.submit(
            lambda connection: _matches(
                connection,
                "WHERE id IN (SELECT match FROM seat_session WHERE session = ?"
                " UNION SELECT id FROM match WHERE host = ?)"
                " ORDER BY touched DESC, id LIMIT ?",
                (session, session, limit),
            )
        )

    async def match_ids(
        self,
        statuses: Collection[MatchStatus] = tuple(MatchStatus),
        *,
        after: str = "",
        limit: int = 1000,
    ) -> list[str]:
        """Return a page of ids in ascending order."""

        def work(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute(
                f"SELECT id FROM match WHERE status IN ({_marks(statuses)}) AND id > ?"
                " ORDER BY id LIMIT ?",
                (*statuses, after, limit),
            )
            return [match_id for (match_id,) in rows]

        return await self._readers.submit(work)

    async def remove_idle(
        self, statuses: Collection[MatchStatus], before: int, limit: int = 200
    ) -> list[str]:
        """Delete matches, and all that belongs to them, in which nothing happened lately."""

        def work(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute(
                f"SELECT id FROM match WHERE status IN ({_marks(statuses)}) AND touched < ?"
                " AND coalesce((SELECT time FROM event WHERE match = id"
                " ORDER BY number DESC LIMIT 1), 0) < ? LIMIT ?",
                (*statuses, before, before, limit),
            ).fetchall()
            connection.executemany("DELETE FROM match WHERE id = ?", rows)
            return [match_id for (match_id,) in rows]

        return await self._writer.submit(work)

    async def rules_in_use(self) -> list[RulesInUse]:
        """Count the matches of each version of each game's rules."""

        def work(connection: sqlite3.Connection) -> list[RulesInUse]:
            rows = connection.execute(
                "SELECT game, rules_version, count(*) FROM match"
                " GROUP BY game, rules_version ORDER BY game, rules_version"
            )
            return [RulesInUse(*row) for row in rows]

        return await self._readers.submit(work)


class _Request(NamedTuple):
    """Something to be written, and who waits for it."""

    work: _Work[Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]


class _Failed(NamedTuple):
    """The outcome of a request that raised."""

    error: Exception


class _Writer:
    """The one thread that writes, and the bounded queue in front of it."""

    def __init__(self, connection: sqlite3.Connection, capacity: int) -> None:
        self.commits = 0
        self._connection = connection
        self._capacity = capacity
        self._queue: SimpleQueue[_Request | None] = SimpleQueue()
        self._lock = threading.Lock()  # nothing may enter the queue behind the closing None
        self._closing = False
        # A daemon, so that a store nobody closed does not keep the process from ending.
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def submit(self, work: _Work[_Result]) -> _Result:
        """Have `work` done in a transaction; return its result once that is committed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_Result] = loop.create_future()
        with self._lock:
            if self._closing:
                raise StoreClosedError("the store has been closed")
            if self._queue.qsize() >= self._capacity:
                raise StoreFullError(f"{self._capacity} requests are waiting to be written")
            self._queue.put(_Request(work, loop, future))
        return await future

    async def close(self) -> None:
        """Write what is queued, end the thread and close the connection."""
        with self._lock:
            if not self._closing:
                self._closing = True
                self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        closing = False
        while not closing:
            batch, closing = self._next_batch()
            if batch:
                _deliver(batch, self._commit(batch))
        self._connection.close()

    def _next_batch(self) -> tuple[list[_Request], bool]:
        """Wait for a request and return it with all that are queued, and whether to stop then."""
        batch: list[_Request] = []
        request = self._queue.get()
        while request is not None:
            batch.append(request)
            if len(batch) == BATCH_LIMIT:
                return batch, False
            try:
                request = self._queue.get_nowait()
            except Empty:
                return batch, False
        return batch, True

    def _commit(self, batch: Sequence[_Request]) -> list[Any]:
        """Perform a batch in one transaction; return each request's result or failure."""
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            results = [self._perform(request.work) for request in batch]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):  # what broke may have ended the transaction, too
                connection.execute("ROLLBACK")
            # An exception of its own for each who waits: raising one adds to its traceback.
            return [_Failed(_unavailable(error)) for _ in batch]
        self.commits += 1
        return results

    def _perform(self, work: _Work[Any]) -> Any:
        """Do one request's work in a savepoint, so that it happens wholly or not at all."""
        connection = self._connection
        connection.execute("SAVEPOINT request")
        result: Any
        try:
            result = work(connection)
        except _REJECTED as error:
            result = _Failed(StoreError(f"the database rejects this: {error}"))
        except sqlite3.Error:
            raise  # the disk or the database is in trouble, not this request
        except Exception as error:
            result = _Failed(error)
        if isinstance(result, _Failed):
            connection.execute("ROLLBACK TO request")
        connection.execute("RELEASE request")
        return result


def _deliver(batch: Sequence[_Request], results: Sequence[Any]) -> None:
    """Hand each result to the event loop that waits for it, with one wake-up a loop."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
    for request, result in zip(batch, results, strict=True):
        by_loop.setdefault(request.loop, []).append((request.future, result))
    for loop, outcomes in by_loop.items():
        try:
            loop.call_soon_threadsafe(_resolve, outcomes)
        except RuntimeError:
            continue  # the loop has been closed, and with it whoever waited


def _resolve(outcomes: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in outcomes:
        if future.done():  # cancelled meanwhile
            continue
        if isinstance(result, _Failed):
            future.set_exception(result.error)
        else:
            future.set_result(result)


class _Readers:
    """A few threads that read, each on a connection of its own."""

    def __init__(self, path: Path, threads: int, capacity: int) -> None:
        self._path = path
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="store-reader")
        self._local = threading.local()
        self._lock = threading.Lock()
        self._connections: list[sqlite3.Connection] = []
        self._capacity = capacity
        self._waiting = 0
        self._closing = False

    async def submit(self, work: _Work[_Result]) -> _Result:
        """Have `work` done on a view of the database at one moment; return its result."""
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
                return work(connection)
            finally:
                connection.execute("ROLLBACK")
        except sqlite3.Error as error:
            raise _unavailable(error) from error

    def _connection(self) -> sqlite3.Connection:
        """Return the calling thread's connection."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = _connect(self._path)
            connection.execute("PRAGMA query_only = ON")
            self._local.connection = connection
            with self._lock:
                self._connections.append(connection)
        return connection


def _unavailable(error: sqlite3.Error) -> StoreUnavailableError:
    return StoreUnavailableError(f"the database failed: {error}")


def _connect(path: Path) -> sqlite3.Connection:
    # Transactions are begun by hand; each connection stays with one thread until it is closed.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
    return connection


def _open(path: Path) -> sqlite3.Connection:
    """Open the database for writing, with the newest schema."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreUnavailableError(
            f"SQLite {'.'.join(map(str, OLDEST_SQLITE))} or newer is needed, this Python brings "
            f"{sqlite3.sqlite_version}"
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            # The file holds the secrets of running matches: nobody else's to read.
            path.touch(mode=0o600, exist_ok=False)
        connection = _connect(path)
    except (OSError, sqlite3.Error) as error:
        raise StoreUnavailableError(f"cannot open the database {path}: {error}") from error
    try:
        _prepare(connection, path)
    except sqlite3.OperationalError as error:
        connection.close()
        raise StoreUnavailableError(f"cannot write the database {path}: {error}") from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise StoreIncompatibleError(f"{path} is not a database: {error}") from error
    except StoreError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """Check that the file is ours, set the connection up and bring the schema up to date."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if tables and application != APPLICATION_ID:
        raise StoreIncompatibleError(f"{path} is the database of another program")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreUnavailableError(f"{path} is on a disk that cannot hold a write-ahead log")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA journal_size_limit = {WAL_LIMIT}")
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise StoreIncompatibleError(
            f"{path} has version {version} of the database, this program knows "
            f"{len(MIGRATIONS)}: it was written by a newer Tischlein"
        )
    for migration in MIGRATIONS[version:]:
        for statement in migration:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    connection.execute("COMMIT")


def _marks(values: Collection[object]) -> str:
    """Return as many parameter marks as there are values."""
    return ", ".join("?" * len(values))


def _last_number(connection: sqlite3.Connection, match_id: str) -> int:
    """Return the number of a match's last event, 0 if it has none."""
    row: tuple[int] | None = connection.execute(
        "SELECT coalesce((SELECT max(number) FROM event WHERE match = id), 0)"
        " FROM match WHERE id = ?",
        (match_id,),
    ).fetchone()
    if row is None:
        raise MatchNotFoundError(match_id)
    return row[0]


def _append(connection: sqlite3.Connection, match_id: str, events: Sequence[StoredEvent]) -> None:
    last = _last_number(connection, match_id)
    for stored in events:
        if stored.command is not None:
            answer = _answer(connection, match_id, stored.event.seat, stored.command)
            if answer is not None:
                raise AlreadyAnsweredError(answer)
    if events[0].number != last + 1:
        raise ConflictError(
            f"event {events[0].number} of match {match_id!r} does not follow the last, {last}"
        )
    connection.executemany(
        "INSERT INTO event (match, number, seat, action, time, outcome, command)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (
                match_id,
                stored.number,
                stored.event.seat,
                stored.event.action,
                stored.time,
                _encode_outcome(stored.event.outcome) if stored.event.outcome else None,
                stored.command,
            )
            for stored in events
        ],
    )


def _refuse(connection: sqlite3.Connection, match_id: str, refused: RefusedCommand) -> None:
    _last_number(connection, match_id)
    answer = _answer(connection, match_id, refused.seat, refused.command)
    if answer is not None:
        raise AlreadyAnsweredError(answer)
    connection.execute(
        "INSERT INTO refusal (match, seat, command, refusal) VALUES (?, ?, ?, ?)",
        (
            match_id,
            refused.seat,
            refused.command,
            _encode_refusal(refused.refusal).decode(),
        ),
    )
    connection.execute(
        "DELETE FROM refusal WHERE position IN (SELECT position FROM refusal"
        " WHERE match = ? AND seat = ? ORDER BY position DESC LIMIT -1 OFFSET ?)",
        (match_id, refused.seat, REFUSALS_KEPT),
    )


def _answer(
    connection: sqlite3.Connection, match_id: str, seat: int, command: str
) -> StoredAnswer | None:
    row = connection.execute(
        "SELECT number, NULL FROM event WHERE match = ? AND seat = ? AND command = ?"
        " UNION ALL SELECT NULL, refusal FROM refusal WHERE match = ? AND seat = ? AND command = ?",
        (match_id, seat, command) * 2,
    ).fetchone()
    if row is None:
        return None
    number, refusal = row
    if number is not None:
        return AcceptedCommand(seat, command, number)
    return RefusedCommand(seat, command, _decode_refusal(refusal))


def _match_row(match: StoredMatch) -> tuple[object, ...]:
    """Return the match's row in the order of ``_MATCH_COLUMNS``."""
    return (
        match.id,
        match.game,
        match.rules_version,
        match.options,
        match.created,
        match.touched,
        match.commitment,
        match.server_secret,
        match.status,
        match.listed,
        match.fixed,
        match.host,
        match.deadline,
        match.successor,
        match.revision,
    )


def _update_match(connection: sqlite3.Connection, match: StoredMatch) -> None:
    written = connection.execute(
        f"UPDATE match SET ({_MATCH_COLUMNS}) = (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"
        " WHERE id = ? AND revision = ?",
        (*_match_row(match), match.id, match.revision - 1),
    ).rowcount
    if not written:
        _last_number(connection, match.id)
        raise ConflictError(f"match {match.id!r} is not at revision {match.revision - 1} any more")
    connection.execute("DELETE FROM seat WHERE match = ?", (match.id,))
    _write_seats(connection, match)


def _write_seats(connection: sqlite3.Connection, match: StoredMatch) -> None:
    connection.executemany(
        "INSERT INTO seat (match, seat, kind, name, level, secret_hash, contribution, chair)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                match.id,
                number,
                seat.kind,
                seat.name,
                seat.level,
                seat.secret_hash,
                seat.contribution,
                seat.chair,
            )
            for number, seat in enumerate(match.seats)
        ],
    )
    connection.executemany(
        "INSERT INTO seat_session (match, seat, position, session) VALUES (?, ?, ?, ?)",
        [
            (match.id, number, position, session)
            for number, seat in enumerate(match.seats)
            for position, session in enumerate(seat.sessions)
        ],
    )


def _matches(
    connection: sqlite3.Connection, condition: str, values: tuple[object, ...]
) -> list[StoredMatch]:
    """Return the matches that an SQL condition (with order and limit) selects."""
    rows = connection.execute(f"SELECT {_MATCH_COLUMNS} FROM match {condition}", values)
    return [
        StoredMatch(
            id=match_id,
            game=game,
            rules_version=rules_version,
            options=options,
            seats=_seats(connection, match_id),
            created=created,
            touched=touched,
            commitment=commitment,
            server_secret=server_secret,
            status=MatchStatus(status),
            listed=bool(listed),
            fixed=bool(fixed),
            host=host,
            deadline=deadline,
            successor=successor,
            revision=revision,
        )
        for (
            match_id,
            game,
            rules_version,
            options,
            created,
            touched,
            commitment,
            server_secret,
            status,
            listed,
            fixed,
            host,
            deadline,
            successor,
            revision,
        ) in rows.fetchall()
    ]


def _seats(connection: sqlite3.Connection, match_id: str) -> tuple[StoredSeat, ...]:
    sessions: dict[int, list[str]] = {}
    for number, session in connection.execute(
        "SELECT seat, session FROM seat_session WHERE match = ? ORDER BY seat, position",
        (match_id,),
    ):
        sessions.setdefault(number, []).append(session)
    rows = connection.execute(
        "SELECT seat, kind, name, level, secret_hash, contribution, chair FROM seat"
        " WHERE match = ? ORDER BY seat",
        (match_id,),
    )
    return tuple(
        StoredSeat(
            kind=SeatKind(kind),
            name=name,
            level=level,
            secret_hash=secret_hash,
            sessions=tuple(sessions.get(number, ())),
            contribution=contribution,
            chair=chair,
        )
        for number, kind, name, level, secret_hash, contribution, chair in rows
    )
