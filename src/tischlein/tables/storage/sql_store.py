"""Storage in an SQL database: what SQLite and PostgreSQL share."""

from __future__ import annotations

import secrets
import sqlite3
from abc import abstractmethod
from collections.abc import Callable, Collection, Sequence
from typing import Self

import msgspec

from tischlein.tables.notifications.sql import SqlSubscriptionStore
from tischlein.tables.seats import seating
from tischlein.tables.storage.sql_cards import SqlCards
from tischlein.tables.storage.sql_matches import (
    answer_to,
    append_events,
    check_append,
    check_engagements,
    hosted_counts,
    insert_events,
    insert_match,
    insert_refusal,
    last_number,
    placeholders,
    select_events,
    select_match,
    select_matches,
    take_back,
    update_match,
)
from tischlein.tables.storage.sql_requests import SqlReader, SqlWriter
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import ConflictError, MatchNotFoundError
from tischlein.tables.stored import (
    HostedCounts,
    MatchStatus,
    NewEngagements,
    RefusedCommand,
    RemarkKind,
    RulesInUse,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredProgram,
    StoredRemark,
    StoredSnapshot,
    StoredTalk,
)

_SECRET_BYTES = 32
_REMARK = "number, chair, name, time, kind, text, speaker"
"""The columns of a remark, in the order of its fields."""
_REMARK_KINDS = frozenset(RemarkKind)
_PROGRAM_NAMES = "id, name, owner, games, token_hash, created, revoked"


class SqlStore(Store):
    """The operations of storage, in SQL that SQLite and PostgreSQL share."""

    _writer: SqlWriter
    _readers: SqlReader
    _appended = 0

    @property
    def subscriptions(self) -> SqlSubscriptionStore:
        """The subscriptions in the same database."""
        return SqlSubscriptionStore(self._writer, self._readers)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
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

    async def check_writable(self) -> None:
        """Begin a transaction that writes nothing, and end it."""
        await self._writer.submit(lambda _: None)

    async def create_match(
        self,
        match: StoredMatch,
        events: Sequence[StoredEvent] = (),
        check: Callable[[HostedCounts], object] | None = None,
        engaging: NewEngagements | None = None,
    ) -> None:
        """Store a new match, its seats and their holders, and its first events."""
        if events:
            check_append(match.id, events, None)

        def work(connection: sqlite3.Connection) -> None:
            insert_match(connection, match)
            insert_events(connection, match.id, events)
            if check is not None:
                check(hosted_counts(connection, match))
            if engaging is not None:
                check_engagements(connection, engaging)

        await self._writer.submit(work, match.id)
        self._appended += len(events)

    async def update_match(
        self, match: StoredMatch, *, engaging: NewEngagements | None = None
    ) -> None:
        """Replace a match's metadata if the revision is the previous one."""

        def work(connection: sqlite3.Connection) -> None:
            update_match(connection, match)
            if engaging is not None:
                check_engagements(connection, engaging)

        await self._writer.submit(work, match.id)

    async def append(
        self,
        match_id: str,
        events: Sequence[StoredEvent],
        *,
        update: StoredMatch | None = None,
        engaging: NewEngagements | None = None,
    ) -> None:
        """Append events that follow the last one, and with `update` change the metadata too."""
        check_append(match_id, events, update)

        def work(connection: sqlite3.Connection) -> None:
            append_events(connection, match_id, events)
            if update is not None:
                update_match(connection, update)
            if engaging is not None:
                check_engagements(connection, engaging)

        await self._writer.submit(work, match_id)
        self._appended += len(events)

    async def take_back(self, match_id: str, last: int, *, update: StoredMatch) -> None:
        """Move the events after a number into the table of those taken back."""
        if update.id != match_id:
            raise ValueError(f"the update is for match {update.id!r}, not {match_id!r}")

        def work(connection: sqlite3.Connection) -> None:
            take_back(connection, match_id, last)
            update_match(connection, update)

        await self._writer.submit(work, match_id)

    async def refuse(self, match_id: str, refused: RefusedCommand) -> None:
        """Keep a refusal and drop the seat's oldest."""
        await self._writer.submit(
            lambda connection: insert_refusal(connection, match_id, refused), match_id
        )

    async def answer(self, match_id: str, seat: int, command: str) -> StoredAnswer | None:
        """Return the answer to a command, from the log or from the refusals."""
        return await self._readers.submit(
            lambda connection: answer_to(connection, match_id, seat, command)
        )

    async def save_snapshot(self, match_id: str, snapshot: StoredSnapshot) -> None:
        """Replace the previous snapshot."""

        def work(connection: sqlite3.Connection) -> None:
            last = last_number(connection, match_id)
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

    async def add_remark(self, match_id: str, said: StoredRemark, keep: int) -> None:
        """Keep a remark, and forget the oldest of its kind beyond the bound."""

        def work(connection: sqlite3.Connection) -> None:
            last_number(connection, match_id)
            written = connection.execute(
                f"INSERT INTO remark (match, {_REMARK}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (match_id, *msgspec.structs.astuple(said)),
            ).rowcount
            if not written:
                raise ConflictError(f"remark {said.number} of match {match_id!r} is there already")
            connection.execute(
                "DELETE FROM remark WHERE match = ? AND (chair < 0) = (? < 0) AND number <"
                " (SELECT MIN(number) FROM (SELECT number FROM remark WHERE match = ?"
                " AND (chair < 0) = (? < 0) ORDER BY number DESC LIMIT ?) AS newest)",
                (match_id, said.chair, match_id, said.chair, keep),
            )

        await self._writer.submit(work, match_id)

    async def remarks(self, match_id: str) -> StoredTalk:
        """Return a match's remarks."""

        def work(connection: sqlite3.Connection) -> StoredTalk:
            rows = connection.execute(
                f"SELECT {_REMARK} FROM remark WHERE match = ? ORDER BY number",
                (match_id,),
            ).fetchall()
            known = tuple(
                StoredRemark(number, chair, name, time, RemarkKind(kind), *rest)
                for number, chair, name, time, kind, *rest in rows
                if kind in _REMARK_KINDS
            )
            return StoredTalk(known, rows[-1][0] if rows else 0)

        return await self._readers.submit(work)

    async def match(self, match_id: str) -> StoredMatch:
        """Return a match with its seats."""
        return await self._readers.submit(lambda connection: select_match(connection, match_id))

    async def events(
        self, match_id: str, first: int = 1, last: int | None = None
    ) -> list[StoredEvent]:
        """Return events of one range of numbers."""
        return await self._readers.submit(
            lambda connection: select_events(connection, match_id, first, last)
        )

    async def lobby(self, limit: int = 100) -> list[StoredMatch]:
        """Return the newest open and listed matches."""
        return await self._readers.submit(
            lambda connection: select_matches(
                connection,
                "WHERE status = 'open' AND listed = 1 ORDER BY created DESC, id LIMIT ?",
                (limit,),
            )
        )

    async def matches_of_session(
        self, session: str, limit: int = 100, statuses: Collection[MatchStatus] | None = None
    ) -> list[StoredMatch]:
        """Return the matches of a session, the last changed first."""
        # As an expression: using the index on status, all running matches would be read.
        of_status = "" if statuses is None else f" AND status || '' IN ({placeholders(statuses)})"
        return await self._readers.submit(
            lambda connection: select_matches(
                connection,
                "WHERE id IN (SELECT match FROM seat_session WHERE session = ?"
                f" UNION SELECT id FROM match WHERE host = ?){of_status}"
                " ORDER BY touched DESC, id LIMIT ?",
                (session, session, *(statuses or ()), limit),
            )
        )

    async def matches_asked_by(self, session: str) -> list[StoredMatch]:
        """Return the matches being played in which a session asks for a seat as a newcomer."""
        asked = await self._readers.submit(
            lambda connection: select_matches(
                connection,
                "WHERE status = 'running' AND proposal LIKE '%' || ? || '%' ORDER BY id",
                (session,),
            )
        )
        return [match for match in asked if seating.newcomer_session(match) == session]

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
        """Return all rows, revoked ones last."""

        def work(connection: sqlite3.Connection) -> list[StoredProgram]:
            rows = connection.execute(
                f"SELECT {_PROGRAM_NAMES} FROM program"
                " ORDER BY revoked IS NOT NULL, lower(name), id"
            )
            return [_program(*row) for row in rows]

        return await self._readers.submit(work)

    async def own_secret(self, name: str) -> bytes:
        """Return the secret stored under the name, created on first use."""

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
        """Store the session, and delete expired ones."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM ended_session WHERE until < ?", (now,))
            connection.execute(
                "INSERT INTO ended_session (session, until) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (session, until),
            )

        await self._writer.submit(work)

    async def ended_sessions(self) -> set[str]:
        """Return all stored sessions."""

        def work(connection: sqlite3.Connection) -> set[str]:
            return {
                session for (session,) in connection.execute("SELECT session FROM ended_session")
            }

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
            of_status = "" if statuses is None else f"status IN ({placeholders(statuses)}) AND "
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
                f"SELECT id FROM match WHERE status IN ({placeholders(statuses)}) AND touched < ?"
                " AND coalesce((SELECT time FROM event WHERE match = id"
                " ORDER BY number DESC LIMIT 1), 0) < ? LIMIT ?",
                (*statuses, before, before, limit),
            ).fetchall()
            connection.executemany("DELETE FROM match WHERE id = ?", rows)
            return [match_id for (match_id,) in rows]

        return await self._writer.submit(work)

    async def remove(self, match_ids: Collection[str]) -> None:
        """Delete matches and all that belongs to them, whatever their status: all or none.

        Raises
        ------
        MatchNotFoundError
            If one does not exist; nothing has been deleted then.
        """

        def work(connection: sqlite3.Connection) -> None:
            for match_id in match_ids:
                removed = connection.execute(
                    "DELETE FROM match WHERE id = ? RETURNING id", (match_id,)
                )
                if removed.fetchone() is None:
                    raise MatchNotFoundError(match_id)

        await self._writer.submit(work)

    async def record_service(self, served: int, time: int) -> None:
        """Keep a round of housekeeping."""
        await self._writer.submit(
            lambda connection: connection.execute(
                "INSERT INTO round (served, time) VALUES (?, ?)"
                " ON CONFLICT (served) DO UPDATE SET time = excluded.time",
                (served, time),
            )
        )

    async def service_records(self, first: int = 0) -> list[tuple[int, int]]:
        """Return rounds of housekeeping in order."""
        return await self._readers.submit(
            lambda connection: connection.execute(
                "SELECT served, time FROM round WHERE served >= ? ORDER BY served", (first,)
            ).fetchall()
        )

    async def store_time(self, time: int) -> int:
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

    async def stored_time(self) -> int | None:
        """Return the stored time."""

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


def _program(
    program_id: str,
    name: str,
    owner: str,
    games: str,
    token_hash: str,
    created: int,
    revoked: int | None,
) -> StoredProgram:
    return StoredProgram(
        id=program_id,
        name=name,
        owner=owner,
        games=tuple(games.split()),
        token_hash=token_hash,
        created=created,
        revoked=revoked,
    )
