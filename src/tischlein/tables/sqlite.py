"""Storage in one SQLite file: no server, no configuration, nothing lost on a power cut.

One thread writes, in batches (``group_commit``); in WAL mode those who read neither wait for it nor
hold it up.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

import msgspec
import platformdirs

from tischlein.core.events import Event
from tischlein.core.phrases import Refusal
from tischlein.tables.group_commit import Readers, Writer
from tischlein.tables.schema import open_database
from tischlein.tables.sql_cards import SqlCards
from tischlein.tables.store import (
    AcceptedCommand,
    AlreadyAnsweredError,
    Clocks,
    ConflictError,
    Hosted,
    MatchBrokenError,
    MatchNotFoundError,
    MatchStatus,
    Part,
    Proposal,
    RefusedCommand,
    RemarkKind,
    RulesInUse,
    Ruling,
    SeatKind,
    Store,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredProgram,
    StoredRemark,
    StoredSeat,
    StoredSnapshot,
    TalkRule,
    TimeControl,
)
from tischlein.tables.telling.sql import SqlBook

log = logging.getLogger(__name__)

REFUSALS_KEPT = 64
"""How many refusals a seat's past commands keep, the newest first."""
_LARGEST = (1 << 63) - 1
_SECRET_BYTES = 32
_COLUMNS = tuple(name for name in StoredMatch.__struct_fields__ if name != "seats")
"""Of the table of matches; the seats have tables of their own."""
_NAMES = ", ".join(_COLUMNS)
_MARKS = ", ".join("?" * len(_COLUMNS))
_encode_measurement = msgspec.msgpack.Encoder().encode
_decode_measurement = msgspec.msgpack.Decoder(tuple[int, ...]).decode
_encode_refusal = msgspec.json.Encoder().encode
_decode_refusal = msgspec.json.Decoder(Refusal).decode
_encode_json = msgspec.json.Encoder().encode
_decode_rulings = msgspec.json.Decoder(tuple[Ruling, ...]).decode
_decode_proposal = msgspec.json.Decoder(Proposal | None).decode
_decode_time_control = msgspec.json.Decoder(TimeControl | None).decode
_decode_clocks = msgspec.json.Decoder(Clocks | None).decode
_SEAT_NAMES = (
    "kind, name, level, secret_hash, part, contribution_hash, contribution, chair, resigned"
)
_PROGRAM_NAMES = "id, name, owner, games, token_hash, created, revoked"
_EVENT_NAMES = "match, number, seat, action, time, measurement, command"
EventRow = tuple[str, int, int, int, int, bytes | None, str | None]
"""An event as its table has it."""
_Result = TypeVar("_Result")


def default_path() -> Path:
    """Return where the database lies unless told otherwise: the user's data directory."""
    return platformdirs.user_data_path("tischlein", appauthor=False) / "tischlein.db"


def database(data: Path | None) -> Path:
    """Return the database file that ``--data`` names: itself, or one in the folder it names."""
    if data is None:
        return default_path()
    return data if data.suffix and not data.is_dir() else data / default_path().name


class Writing(Protocol):
    """What a store writes with."""

    async def submit(
        self, work: Callable[[sqlite3.Connection], _Result], match_id: str | None = None, /
    ) -> _Result:
        """Have `work` done in a transaction; return its result once that is committed.

        With a match, what is done about it is done in the order in which it was asked.
        """


class Reading(Protocol):
    """What a store reads with."""

    async def submit(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Have `work` done on a view of the database at one moment; return its result."""


class SqlStore(Store):
    """What is asked of storage, in SQL that SQLite and PostgreSQL share."""

    _writer: Writing
    _readers: Reading
    _appended = 0

    @property
    def book(self) -> SqlBook:
        """In the same database."""
        return SqlBook(self._writer, self._readers)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    @abstractmethod
    def commits(self) -> int:
        """How many transactions this store has committed since it was opened."""

    @property
    @abstractmethod
    def waiting(self) -> int:
        """How many requests wait, for writing and reading together."""

    @property
    def cards(self) -> SqlCards:
        """The player cards in the same database."""
        return SqlCards(self._writer, self._readers)

    @property
    def appended(self) -> int:
        """How many events this store has written since it was opened."""
        return self._appended

    async def ready(self) -> None:
        """Begin a transaction that writes nothing, and end it."""
        await self._writer.submit(lambda _: None)

    async def create_match(self, match: StoredMatch) -> None:
        """Store a new match, its seats and who holds them."""

        def work(connection: sqlite3.Connection) -> None:
            written = connection.execute(
                f"INSERT INTO match ({_NAMES}) VALUES ({_MARKS}) ON CONFLICT (id) DO NOTHING",
                _match_row(match),
            ).rowcount
            if not written:
                raise ConflictError(f"there is a match {match.id!r} already")
            _write_seats(connection, match)

        await self._writer.submit(work, match.id)

    async def update_match(self, match: StoredMatch) -> None:
        """Replace a match's metadata where the revision is the one before."""
        await self._writer.submit(lambda connection: _update_match(connection, match), match.id)

    async def append(
        self,
        match_id: str,
        events: Sequence[StoredEvent],
        *,
        update: StoredMatch | None = None,
    ) -> None:
        """Append events that follow the last one, and with `update` change the metadata too."""
        check_append(match_id, events, update)

        def work(connection: sqlite3.Connection) -> None:
            append_events(connection, match_id, events)
            if update is not None:
                _update_match(connection, update)

        await self._writer.submit(work, match_id)
        self._appended += len(events)

    async def take_back(self, match_id: str, last: int, *, update: StoredMatch) -> None:
        """Move the events after one into the table of those taken back."""
        if update.id != match_id:
            raise ValueError(f"the update is for match {update.id!r}, not {match_id!r}")

        def work(connection: sqlite3.Connection) -> None:
            if _last_number(connection, match_id) <= last:
                raise ConflictError(f"match {match_id!r} has no event after number {last}")
            after = "WHERE match = ? AND number > ?"
            connection.execute(
                f"INSERT INTO taken_back ({_EVENT_NAMES})"
                f" SELECT {_EVENT_NAMES} FROM event {after} ORDER BY number",
                (match_id, last),
            )
            connection.execute(f"DELETE FROM event {after}", (match_id, last))
            connection.execute(f"DELETE FROM snapshot {after}", (match_id, last))
            _update_match(connection, update)

        await self._writer.submit(work, match_id)

    async def refuse(self, match_id: str, refused: RefusedCommand) -> None:
        """Keep a refusal and drop the seat's oldest beyond :data:`REFUSALS_KEPT`."""
        await self._writer.submit(
            lambda connection: _refuse(connection, match_id, refused), match_id
        )

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

        await self._writer.submit(work, match_id)

    async def latest_snapshot(self, match_id: str) -> StoredSnapshot | None:
        """Return a match's only snapshot, the newest."""

        def work(connection: sqlite3.Connection) -> StoredSnapshot | None:
            row = connection.execute(
                "SELECT number, layout, state FROM snapshot WHERE match = ?", (match_id,)
            ).fetchone()
            return None if row is None else StoredSnapshot(*row)

        return await self._readers.submit(work)

    async def remark(self, match_id: str, said: StoredRemark, keep: int) -> None:
        """Keep a remark, and forget the oldest beyond the bound."""

        def work(connection: sqlite3.Connection) -> None:
            _last_number(connection, match_id)
            written = connection.execute(
                "INSERT INTO remark (match, number, chair, name, time, kind, text)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (match_id, said.number, said.chair, said.name, said.time, said.kind, said.text),
            ).rowcount
            if not written:
                raise ConflictError(f"remark {said.number} of match {match_id!r} is there already")
            connection.execute(
                "DELETE FROM remark WHERE match = ? AND number <= ?",
                (match_id, said.number - keep),
            )

        await self._writer.submit(work, match_id)

    async def remarks(self, match_id: str) -> list[StoredRemark]:
        """Return a match's remarks."""

        def work(connection: sqlite3.Connection) -> list[StoredRemark]:
            rows = connection.execute(
                "SELECT number, chair, name, time, kind, text FROM remark"
                " WHERE match = ? ORDER BY number",
                (match_id,),
            )
            return [
                StoredRemark(number, chair, name, time, RemarkKind(kind), text)
                for number, chair, name, time, kind, text in rows
            ]

        return await self._readers.submit(work)

    async def match(self, match_id: str) -> StoredMatch:
        """Return a match with its seats."""

        def work(connection: sqlite3.Connection) -> StoredMatch:
            row = connection.execute(
                f"SELECT {_NAMES} FROM match WHERE id = ?", (match_id,)
            ).fetchone()
            if row is None:
                raise MatchNotFoundError(match_id)
            return _match(connection, row)

        return await self._readers.submit(work)

    async def events(
        self, match_id: str, first: int = 1, last: int | None = None
    ) -> list[StoredEvent]:
        """Return events of one range of numbers."""

        def work(connection: sqlite3.Connection) -> list[StoredEvent]:
            rows = connection.execute(
                "SELECT number, seat, action, time, measurement, command FROM event"
                " WHERE match = ? AND number BETWEEN ? AND ? ORDER BY number",
                (match_id, first, _LARGEST if last is None else last),
            ).fetchall()
            if not rows:
                _last_number(connection, match_id)
            if [row[0] for row in rows] != list(range(first, first + len(rows))):
                raise MatchBrokenError(match_id, "events are missing")
            try:
                return [_event(*row) for row in rows]
            except ValueError as error:
                raise MatchBrokenError(match_id, error) from None

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

    async def matches_of_session(
        self, session: str, limit: int = 100, statuses: Collection[MatchStatus] | None = None
    ) -> list[StoredMatch]:
        """Return the matches of a session, the last changed first."""
        of_status = "" if statuses is None else f" AND status IN ({_marks(statuses)})"
        return await self._readers.submit(
            lambda connection: _matches(
                connection,
                "WHERE id IN (SELECT match FROM seat_session WHERE session = ?"
                f" UNION SELECT id FROM match WHERE host = ?){of_status}"
                " ORDER BY touched DESC, id LIMIT ?",
                (session, session, *(statuses or ()), limit),
            )
        )

    async def save_program(self, program: StoredProgram) -> None:
        """Write the program's row."""

        def work(connection: sqlite3.Connection) -> None:
            taken = connection.execute(
                "SELECT 1 FROM program WHERE id != ? AND"
                " (token_hash = ? OR revoked IS NULL AND lower(name) = lower(?))",
                (program.id, program.token_hash, program.name),
            ).fetchone()
            if taken is not None and program.revoked is None:
                raise ConflictError(f"there is a program {program.name!r} already")
            fields = msgspec.structs.asdict(program) | {"games": " ".join(program.games)}
            connection.execute(
                f"INSERT INTO program ({_PROGRAM_NAMES}) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET name = excluded.name, owner = excluded.owner,"
                " games = excluded.games, token_hash = excluded.token_hash,"
                " revoked = excluded.revoked",
                tuple(fields[name] for name in _PROGRAM_NAMES.split(", ")),
            )

        await self._writer.submit(work)

    async def programs(self) -> list[StoredProgram]:
        """Return all rows, those that have been revoked last."""

        def work(connection: sqlite3.Connection) -> list[StoredProgram]:
            rows = connection.execute(
                f"SELECT {_PROGRAM_NAMES} FROM program"
                " ORDER BY revoked IS NOT NULL, lower(name), id"
            )
            return [
                StoredProgram(
                    id=row[0],
                    name=row[1],
                    owner=row[2],
                    games=tuple(row[3].split()),
                    token_hash=row[4],
                    created=row[5],
                    revoked=row[6],
                )
                for row in rows
            ]

        return await self._readers.submit(work)

    async def own_secret(self, name: str) -> bytes:
        """Return what is kept under the name, made when it is first asked for."""

        def work(connection: sqlite3.Connection) -> bytes:
            connection.execute(
                "INSERT INTO own_secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (name, secrets.token_bytes(_SECRET_BYTES)),
            )
            (value,) = connection.execute(
                "SELECT value FROM own_secret WHERE name = ?", (name,)
            ).fetchone()
            return bytes(value)

        return await self._writer.submit(work)

    async def end_session(self, session: str, until: int, now: int) -> None:
        """Write the session down, and delete those whose time is over."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM ended_session WHERE until < ?", (now,))
            connection.execute(
                "INSERT INTO ended_session (session, until) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (session, until),
            )

        await self._writer.submit(work)

    async def ended_sessions(self) -> set[str]:
        """Return all that are written down."""

        def work(connection: sqlite3.Connection) -> set[str]:
            return {
                session for (session,) in connection.execute("SELECT session FROM ended_session")
            }

        return await self._readers.submit(work)

    async def hosted(self, session: str) -> Hosted:
        """Count them by status, those without a person apart."""

        def work(connection: sqlite3.Connection) -> Hosted:
            rows = connection.execute(
                "SELECT status, EXISTS (SELECT 1 FROM seat WHERE match = id AND kind = ?), count(*)"
                " FROM match WHERE host = ? AND status IN (?, ?) GROUP BY 1, 2",
                (SeatKind.PERSON, session, MatchStatus.OPEN, MatchStatus.RUNNING),
            ).fetchall()
            return Hosted(
                sum(count for status, _, count in rows if status == MatchStatus.OPEN),
                sum(count for status, _, count in rows if status == MatchStatus.RUNNING),
                sum(
                    count
                    for status, people, count in rows
                    if status == MatchStatus.RUNNING and not people
                ),
            )

        return await self._readers.submit(work)

    async def match_ids(
        self,
        statuses: Collection[MatchStatus] | None = None,
        *,
        after: str = "",
        limit: int = 1000,
    ) -> list[str]:
        """Return a page of ids in ascending order."""

        def work(connection: sqlite3.Connection) -> list[str]:
            of_status = "" if statuses is None else f"status IN ({_marks(statuses)}) AND "
            rows = connection.execute(
                f"SELECT id FROM match WHERE {of_status}id > ? ORDER BY id LIMIT ?",
                (*(statuses or ()), after, limit),
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

    async def note_round(self, served: int, time: int) -> None:
        """Keep a round of housekeeping."""
        await self._writer.submit(
            lambda connection: connection.execute(
                "INSERT INTO round (served, time) VALUES (?, ?)"
                " ON CONFLICT (served) DO UPDATE SET time = excluded.time",
                (served, time),
            )
        )

    async def rounds(self, first: int = 0) -> list[tuple[int, int]]:
        """Return rounds of housekeeping in their order."""
        return await self._readers.submit(
            lambda connection: connection.execute(
                "SELECT served, time FROM round WHERE served >= ? ORDER BY served", (first,)
            ).fetchall()
        )

    async def keep_time(self, time: int) -> int:
        """Keep the later of two times."""

        def work(connection: sqlite3.Connection) -> int:
            (kept,) = connection.execute(
                "INSERT INTO own_time (time) VALUES (?) ON CONFLICT (sole) DO UPDATE SET time ="
                " CASE WHEN own_time.time > excluded.time THEN own_time.time ELSE excluded.time END"
                " RETURNING time",
                (time,),
            ).fetchone()
            return int(kept)

        return await self._writer.submit(work)

    async def kept_time(self) -> int | None:
        """Return what is kept."""

        def work(connection: sqlite3.Connection) -> int | None:
            row = connection.execute("SELECT time FROM own_time").fetchone()
            return None if row is None else int(row[0])

        return await self._readers.submit(work)

    async def rules_in_use(self) -> list[RulesInUse]:
        """Count the matches of each version of each game's rules."""

        def work(connection: sqlite3.Connection) -> list[RulesInUse]:
            rows = connection.execute(
                "SELECT game, rules_version, count(*) FROM match"
                " GROUP BY game, rules_version ORDER BY game, rules_version"
            )
            return [RulesInUse(*row) for row in rows]

        return await self._readers.submit(work)


class SqliteStore(SqlStore):
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
        self._writer: Writer = Writer(open_database(self.path), capacity)
        self._readers: Readers = Readers(self.path, reader_threads, capacity)

    async def close(self) -> None:
        """Finish what has been accepted and close the file. Closing twice is harmless."""
        await self._readers.close()
        # The last connection to go folds the write-ahead log into the database.
        await self._writer.close()

    @property
    def commits(self) -> int:
        """How many transactions this store has committed since it was opened."""
        return self._writer.commits

    @property
    def waiting(self) -> int:
        """How many requests wait, for writing and reading together."""
        return self._writer.waiting + self._readers.waiting

    def size(self) -> int:
        """Return the size of the file with its write-ahead log, in bytes (OSError)."""
        log = self.path.with_name(f"{self.path.name}-wal")
        return self.path.stat().st_size + (log.stat().st_size if log.exists() else 0)


def _marks(values: Collection[object]) -> str:
    """Return as many parameter marks as there are values; what is equal to nothing for none."""
    return ", ".join("?" * len(values)) or "NULL"


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


def check_append(match_id: str, events: Sequence[StoredEvent], update: StoredMatch | None) -> None:
    """Refuse to append what is no run of events (ValueError)."""
    if not events:
        raise ValueError("there is no event to append")
    if update is not None and update.id != match_id:
        raise ValueError(f"the update is for match {update.id!r}, not {match_id!r}")
    first = events[0].number
    if any(event.number != number for number, event in enumerate(events, first)):
        raise ValueError("events are numbered consecutively")


def append_events(
    connection: sqlite3.Connection, match_id: str, events: Sequence[StoredEvent]
) -> None:
    """Append events, or say what stands against it (StoreError)."""
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
        f"INSERT INTO event ({_EVENT_NAMES}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [event_row(match_id, stored) for stored in events],
    )


def event_row(match_id: str, stored: StoredEvent) -> EventRow:
    """Return an event's row: its match, number, seat, action, time, measurement, command."""
    measurement = stored.event.measurement
    return (
        match_id,
        stored.number,
        stored.event.seat,
        stored.event.action,
        stored.time,
        _encode_measurement(measurement) if measurement else None,
        stored.command,
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
        " UNION ALL SELECT number, NULL FROM taken_back"
        " WHERE match = ? AND seat = ? AND command = ?"
        " UNION ALL SELECT NULL, refusal FROM refusal WHERE match = ? AND seat = ? AND command = ?",
        (match_id, seat, command) * 3,
    ).fetchone()
    if row is None:
        return None
    number, refusal = row
    if number is not None:
        return AcceptedCommand(seat, command, number)
    return RefusedCommand(seat, command, _decode_refusal(refusal))


def _match_row(match: StoredMatch) -> tuple[object, ...]:
    """Return the match's row in the order of ``_COLUMNS``."""
    fields = msgspec.structs.asdict(match)
    for name in ("rulings", "proposal", "time_control", "clocks"):
        fields[name] = _encode_json(fields[name]).decode()
    return tuple(fields[name] for name in _COLUMNS)


def _update_match(connection: sqlite3.Connection, match: StoredMatch) -> None:
    written = connection.execute(
        f"UPDATE match SET ({_NAMES}) = ({_MARKS}) WHERE id = ? AND revision = ?",
        (*_match_row(match), match.id, match.revision - 1),
    ).rowcount
    if not written:
        _last_number(connection, match.id)
        raise ConflictError(f"match {match.id!r} is not at revision {match.revision - 1} any more")
    connection.execute("DELETE FROM seat WHERE match = ?", (match.id,))
    _write_seats(connection, match)


def _write_seats(connection: sqlite3.Connection, match: StoredMatch) -> None:
    connection.executemany(
        f"INSERT INTO seat (match, seat, {_SEAT_NAMES}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                match.id,
                number,
                seat.kind,
                seat.name,
                seat.level,
                seat.secret_hash,
                seat.part,
                seat.contribution_hash,
                seat.contribution,
                seat.chair,
                seat.resigned,
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
    """Return the matches that an SQL condition (with order and limit) selects.

    One whose rows make no sense is left out: it must not cost the others their place in a list.
    """
    matches = []
    for row in connection.execute(f"SELECT {_NAMES} FROM match {condition}", values).fetchall():
        try:
            matches.append(_match(connection, row))
        except MatchBrokenError as error:
            log.warning("%s", error)
    return matches


def _match(connection: sqlite3.Connection, row: tuple[Any, ...]) -> StoredMatch:
    """Return the match of a row, with its seats."""
    fields: dict[str, Any] = dict(zip(_COLUMNS, row, strict=True))
    try:
        fields["status"] = MatchStatus(fields["status"])
        fields["talk"] = TalkRule(fields["talk"])
        for name in ("listed", "fixed", "advice", "watched", "programs", "paused"):
            fields[name] = bool(fields[name])
        fields["rulings"] = _decode_rulings(fields["rulings"])
        fields["proposal"] = _decode_proposal(fields["proposal"])
        fields["time_control"] = _decode_time_control(fields["time_control"])
        fields["clocks"] = _decode_clocks(fields["clocks"])
        return StoredMatch(**fields, seats=_seats(connection, fields["id"]))
    except (TypeError, ValueError) as error:
        raise MatchBrokenError(fields["id"], error) from None


def _event(
    number: int, seat: int, action: int, time: int, measurement: bytes | None, command: str | None
) -> StoredEvent:
    measured = () if measurement is None else _decode_measurement(measurement)
    return StoredEvent(number, Event(seat, action, measured), time, command)


def _seats(connection: sqlite3.Connection, match_id: str) -> tuple[StoredSeat, ...]:
    sessions: dict[int, list[str]] = {}
    for number, session in connection.execute(
        "SELECT seat, session FROM seat_session WHERE match = ? ORDER BY seat, position",
        (match_id,),
    ):
        sessions.setdefault(number, []).append(session)
    rows = connection.execute(
        f"SELECT seat, {_SEAT_NAMES} FROM seat WHERE match = ? ORDER BY seat", (match_id,)
    ).fetchall()
    if [row[0] for row in rows] != list(range(len(rows))) or not rows:
        raise ValueError("there are seats missing")
    return tuple(
        StoredSeat(
            kind=SeatKind(kind),
            name=name,
            level=level,
            secret_hash=secret_hash,
            sessions=tuple(sessions.get(number, ())),
            part=Part(part),
            contribution_hash=contribution_hash,
            contribution=contribution,
            chair=chair,
            resigned=bool(resigned),
        )
        for (
            number,
            kind,
            name,
            level,
            secret_hash,
            part,
            contribution_hash,
            contribution,
            chair,
            resigned,
        ) in rows
    )
