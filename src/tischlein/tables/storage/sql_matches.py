"""Matches as rows of tables: written and read within a transaction, in SQL shared by databases."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from tischlein.core.events import Event
from tischlein.core.phrases import Refusal
from tischlein.tables.storage.store_errors import (
    AlreadyAnsweredError,
    ConflictError,
    MatchBrokenError,
    MatchNotFoundError,
)
from tischlein.tables.stored import (
    AcceptedCommand,
    Clocks,
    ContributionState,
    Ending,
    Engagements,
    HostedCounts,
    MatchStatus,
    NewEngagements,
    Proposal,
    RefusedCommand,
    Ruling,
    RulingKind,
    SeatKind,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredSeat,
    TalkRule,
    TimeControl,
)

log = logging.getLogger(__name__)

REFUSALS_KEPT = 64
"""How many refusals are kept for a seat's past commands, the newest first."""
_COLUMNS = tuple(name for name in StoredMatch.__struct_fields__ if name != "seats")
"""Of the table of matches; the seats have tables of their own."""
_NAMES = ", ".join(_COLUMNS)
_PLACEHOLDERS = ", ".join("?" * len(_COLUMNS))
_encode_measurement = msgspec.msgpack.Encoder().encode
_decode_measurement = msgspec.msgpack.Decoder(tuple[int, ...]).decode
_encode_refusal = msgspec.json.Encoder().encode
_decode_refusal = msgspec.json.Decoder(Refusal).decode
_encode_json = msgspec.json.Encoder().encode
_decode_rulings = msgspec.json.Decoder(tuple[Ruling, ...]).decode
_decode_proposal = msgspec.json.Decoder(Proposal | None).decode
_decode_time_control = msgspec.json.Decoder(TimeControl | None).decode
_decode_clocks = msgspec.json.Decoder(Clocks | None).decode
_SEAT_SWITCHES = ("resigned", "released")
_SWITCHES = ("listed", "fixed", "advice", "watched", "programs", "paused", "from_record")
_SEAT_COLUMNS = tuple(name for name in StoredSeat.__struct_fields__ if name != "sessions")
"""Of the table of seats; their holders have a table of their own."""
_SEAT_NAMES = ", ".join(_SEAT_COLUMNS)
_NEW_SEAT = ", ".join(f"{name} = excluded.{name}" for name in _SEAT_COLUMNS)
_LARGEST = (1 << 63) - 1
_EVENT_NAMES = "match, number, seat, action, time, measurement, command"
EventRow = tuple[str, int, int, int, int, bytes | None, str | None]
"""An event as a row of its table."""


def placeholders(values: Collection[object]) -> str:
    """Return as many parameter marks as there are values; for none, one that matches nothing."""
    return ", ".join("?" * len(values)) or "NULL"


def last_number(connection: sqlite3.Connection, match_id: str) -> int:
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
    """Refuse to append invalid events (ValueError)."""
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
    """Append events, or raise why that is impossible (StoreError)."""
    last = last_number(connection, match_id)
    for stored in events:
        if stored.command is not None:
            answer = answer_to(connection, match_id, stored.event.seat, stored.command)
            if answer is not None:
                raise AlreadyAnsweredError(answer)
    if events[0].number != last + 1:
        raise ConflictError(
            f"event {events[0].number} of match {match_id!r} does not follow the last, {last}"
        )
    insert_events(connection, match_id, events)


def insert_events(
    connection: sqlite3.Connection, match_id: str, events: Sequence[StoredEvent]
) -> None:
    """Write events that follow the last one."""
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


def take_back(connection: sqlite3.Connection, match_id: str, last: int) -> None:
    """Move the events after a number into the table of those taken back (StoreError)."""
    if last_number(connection, match_id) <= last:
        raise ConflictError(f"match {match_id!r} has no event after number {last}")
    after = "WHERE match = ? AND number > ?"
    connection.execute(
        f"INSERT INTO taken_back ({_EVENT_NAMES})"
        f" SELECT {_EVENT_NAMES} FROM event {after} ORDER BY number",
        (match_id, last),
    )
    connection.execute(f"DELETE FROM event {after}", (match_id, last))
    connection.execute(f"DELETE FROM snapshot {after}", (match_id, last))


def select_events(
    connection: sqlite3.Connection, match_id: str, first: int, last: int | None
) -> list[StoredEvent]:
    """Return the events of one range of numbers (MatchNotFoundError, MatchBrokenError)."""
    rows = connection.execute(
        "SELECT number, seat, action, time, measurement, command FROM event"
        " WHERE match = ? AND number BETWEEN ? AND ? ORDER BY number",
        (match_id, first, _LARGEST if last is None else last),
    ).fetchall()
    if not rows:
        last_number(connection, match_id)
    if [row[0] for row in rows] != list(range(first, first + len(rows))):
        raise MatchBrokenError(match_id, "events are missing")
    try:
        return [_event(*row) for row in rows]
    except ValueError as error:
        raise MatchBrokenError(match_id, error) from None


def _event(
    number: int, seat: int, action: int, time: int, measurement: bytes | None, command: str | None
) -> StoredEvent:
    measured = () if measurement is None else _decode_measurement(measurement)
    return StoredEvent(number, Event(seat, action, measured), time, command)


def insert_refusal(connection: sqlite3.Connection, match_id: str, refused: RefusedCommand) -> None:
    """Keep the answer to a command, and drop the seat's oldest beyond :data:`REFUSALS_KEPT`."""
    last_number(connection, match_id)
    answer = answer_to(connection, match_id, refused.seat, refused.command)
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


def answer_to(
    connection: sqlite3.Connection, match_id: str, seat: int, command: str
) -> StoredAnswer | None:
    """Return the answer to a command, from the log or from the refusals."""
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


def insert_match(connection: sqlite3.Connection, match: StoredMatch) -> None:
    """Write a new match, its seats and their holders (ConflictError)."""
    written = connection.execute(
        f"INSERT INTO match ({_NAMES}) VALUES ({_PLACEHOLDERS}) ON CONFLICT (id) DO NOTHING",
        _match_row(match),
    ).rowcount
    if not written:
        raise ConflictError(f"there is a match {match.id!r} already")
    _write_seats(connection, match)


def hosted_counts(connection: sqlite3.Connection, match: StoredMatch) -> HostedCounts:
    """Count a host's other unfinished matches by status, those without people separately."""
    rows = connection.execute(
        "SELECT status, EXISTS (SELECT 1 FROM seat WHERE match = id AND kind = ?), count(*)"
        " FROM match WHERE host = ? AND id <> ? AND status IN (?, ?) GROUP BY 1, 2",
        (SeatKind.PERSON, match.host, match.id, MatchStatus.OPEN, MatchStatus.RUNNING),
    ).fetchall()
    return HostedCounts(
        sum(count for status, _, count in rows if status == MatchStatus.OPEN),
        sum(count for status, _, count in rows if status == MatchStatus.RUNNING),
        sum(
            count for status, people, count in rows if status == MatchStatus.RUNNING and not people
        ),
    )


def check_engagements(connection: sqlite3.Connection, engaging: NewEngagements) -> None:
    """Count the unfinished matches of programs that a change engages, and have them checked."""
    for program, session in sorted(engaging.sessions.items()):  # all lock them in the same order
        # Until this transaction ends, others that engage the program wait here: they see it then.
        connection.execute("UPDATE program SET owner = owner WHERE id = ?", (program,))
        rows = connection.execute(
            "SELECT kind = ?, count(DISTINCT id) FROM seat_session"
            " JOIN seat ON seat.match = seat_session.match AND seat.seat = seat_session.seat"
            " JOIN match ON id = seat_session.match"
            " WHERE session = ? AND status || '' IN (?, ?) GROUP BY 1",
            (SeatKind.FREE, session, MatchStatus.OPEN, MatchStatus.RUNNING),
        )
        counts = {bool(free): count for free, count in rows}
        engaging.check(program, Engagements(counts.get(False, 0), counts.get(True, 0)))


def update_match(connection: sqlite3.Connection, match: StoredMatch) -> None:
    """Write a match if the stored revision is the previous one (StoreError)."""
    written = connection.execute(
        f"UPDATE match SET ({_NAMES}) = ({_PLACEHOLDERS}) WHERE id = ? AND revision = ?",
        (*_match_row(match), match.id, match.revision - 1),
    ).rowcount
    if not written:
        last_number(connection, match.id)
        raise ConflictError(f"match {match.id!r} is not at revision {match.revision - 1} any more")
    connection.execute("DELETE FROM seat_session WHERE match = ?", (match.id,))
    connection.execute(
        "DELETE FROM seat WHERE match = ? AND seat >= ?", (match.id, len(match.seats))
    )
    _write_seats(connection, match)


def _write_seats(connection: sqlite3.Connection, match: StoredMatch) -> None:
    """Write a match's seats; columns that only newer versions know stay unchanged."""
    connection.executemany(
        f"INSERT INTO seat (match, seat, {_SEAT_NAMES})"
        f" VALUES (?, ?, {placeholders(_SEAT_COLUMNS)})"
        f" ON CONFLICT (match, seat) DO UPDATE SET {_NEW_SEAT}",
        [
            (match.id, number, *(getattr(seat, name) for name in _SEAT_COLUMNS))
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


def select_match(connection: sqlite3.Connection, match_id: str) -> StoredMatch:
    """Return a match with its seats (MatchNotFoundError, MatchBrokenError)."""
    row = connection.execute(f"SELECT {_NAMES} FROM match WHERE id = ?", (match_id,)).fetchone()
    if row is None:
        raise MatchNotFoundError(match_id)
    return _match(connection, row)


def select_matches(
    connection: sqlite3.Connection, condition: str, values: tuple[object, ...]
) -> list[StoredMatch]:
    """Return the matches that an SQL condition (with order and limit) selects.

    A match whose rows are invalid is left out: it must not cost the others their place in a list.
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
        for name in _SWITCHES:
            fields[name] = bool(fields[name])
        fields["rulings"] = _decode_rulings(fields["rulings"])
        for ruling in fields["rulings"]:
            if ruling.what is RulingKind.END:
                Ending(ruling.detail)  # raises for one that only newer versions know
        fields["proposal"] = _decode_proposal(fields["proposal"])
        fields["time_control"] = _decode_time_control(fields["time_control"])
        fields["clocks"] = _decode_clocks(fields["clocks"])
        return StoredMatch(**fields, seats=_seats(connection, fields["id"]))
    except (TypeError, ValueError) as error:
        raise MatchBrokenError(fields["id"], error) from None


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
    return tuple(_seat(row[1:], sessions.get(row[0], ())) for row in rows)


def _seat(row: tuple[Any, ...], sessions: Sequence[str]) -> StoredSeat:
    fields: dict[str, Any] = dict(zip(_SEAT_COLUMNS, row, strict=True))
    fields["kind"], fields["part"] = SeatKind(fields["kind"]), ContributionState(fields["part"])
    fields |= {name: bool(fields[name]) for name in _SEAT_SWITCHES}
    return StoredSeat(**fields, sessions=tuple(sessions))
