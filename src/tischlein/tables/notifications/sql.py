"""Subscriptions and waiting messages, beside the matches; in the SQL of ``storage.sqlite``."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from tischlein.tables.notifications.facts import Fact, Kind
from tischlein.tables.notifications.subscriptions import (
    LONGEST_BACKOFF,
    AddressHistory,
    Channel,
    Claim,
    ClaimResult,
    PendingFact,
    Subscription,
    SubscriptionStore,
)
from tischlein.tables.storage.sql_requests import SqlReader, SqlWriter
from tischlein.tables.stored import MatchStatus

_COLUMNS = Subscription.__struct_fields__
_NAMES = ", ".join(_COLUMNS)
_MARKS = ", ".join("?" * len(_COLUMNS))
_decode_keys = msgspec.json.Decoder(tuple[str, str]).decode
_decode_kinds = msgspec.json.Decoder(tuple[str, ...]).decode
_encode = msgspec.json.Encoder().encode


_CHANNELS = frozenset(Channel)
_KINDS = frozenset(Kind)
LEAVE_TO_NEWER = 3_600_000
"""For how many milliseconds a message with facts that only newer versions know is left to them.

After that it is sent without these facts.
"""
_UNKNOWN = f"news.waits = 1 AND news.kind NOT IN ({', '.join('?' * len(_KINDS))})"
_LEFT_TO_NEWER = f"""
    EXISTS (SELECT 1 FROM news WHERE news.subscription = subscription.id AND news.since > ?
            AND {_UNKNOWN})
"""


class SqlSubscriptionStore(SubscriptionStore):
    """Uses the writer and the readers of the store that holds the matches."""

    def __init__(self, writer: SqlWriter, readers: SqlReader) -> None:
        self._writer = writer
        self._readers = readers

    async def subscribe(self, subscription: Subscription, most: int) -> Subscription | None:
        """Insert it, or update the one with the same owner, target and match."""

        def work(connection: sqlite3.Connection) -> Subscription | None:
            new = subscription
            if new.channel is Channel.PUSH:
                connection.execute(
                    "DELETE FROM subscription WHERE channel = ? AND target = ? AND owner != ?",
                    (new.channel, new.target, new.owner),
                )
            known = _select(
                connection,
                "owner = ? AND channel = ? AND target = ? AND match IS ?",
                (new.owner, new.channel, new.target, new.match),
            )
            if known:
                old = known[0]
                new = msgspec.structs.replace(
                    new,
                    id=old.id,
                    created=old.created,
                    confirmed=old.confirmed or new.confirmed,
                )
                connection.execute(
                    f"UPDATE subscription SET ({_NAMES}) = ({_MARKS}) WHERE id = ?",
                    (*_row(new), new.id),
                )
                return new
            (count,) = connection.execute(
                "SELECT count(*) FROM subscription WHERE owner = ?", (new.owner,)
            ).fetchone()
            if count >= most:
                return None
            connection.execute(f"INSERT INTO subscription ({_NAMES}) VALUES ({_MARKS})", _row(new))
            return new

        return await self._writer.submit(work)

    async def subscription(self, subscription: str) -> Subscription | None:
        """Return the row with an id."""
        return await self._readers.submit(lambda connection: _one(connection, subscription))

    async def of_owner(self, owner: str) -> list[Subscription]:
        """Return the rows of an owner."""
        return await self._readers.submit(
            lambda connection: _select(connection, "owner = ? ORDER BY created, id", (owner,))
        )

    async def confirm(self, subscription: str) -> Subscription | None:
        """Set the mark."""

        def work(connection: sqlite3.Connection) -> Subscription | None:
            connection.execute(
                "UPDATE subscription SET confirmed = 1 WHERE id = ?", (subscription,)
            )
            return _one(connection, subscription)

        return await self._writer.submit(work)

    async def unsubscribe(self, subscription: str) -> Subscription | None:
        """Delete the row; what waits goes with it."""

        def work(connection: sqlite3.Connection) -> Subscription | None:
            gone = _one(connection, subscription)
            connection.execute("DELETE FROM subscription WHERE id = ?", (subscription,))
            return gone

        return await self._writer.submit(work)

    async def unsubscribe_all(self, owner: str) -> None:
        """Delete the rows of an owner."""
        await self._writer.submit(
            lambda connection: connection.execute(
                "DELETE FROM subscription WHERE owner = ?", (owner,)
            )
        )

    async def hand_over(self, former: str, owner: str, device: str) -> None:
        """Write another owner, and for a browser, its new session."""
        await self._writer.submit(
            lambda connection: connection.execute(
                "UPDATE subscription SET owner = ?,"
                " device = CASE WHEN channel = ? THEN ? ELSE device END WHERE owner = ?",
                (owner, Channel.PUSH, device, former),
            )
        )

    async def forget_device(self, device: str) -> None:
        """Delete the rows of a browser."""
        await self._writer.submit(
            lambda connection: connection.execute(
                "DELETE FROM subscription WHERE device = ?", (device,)
            )
        )

    async def forget_unconfirmed(self, before: int) -> None:
        """Delete rows that were never confirmed."""
        await self._writer.submit(
            lambda connection: connection.execute(
                "DELETE FROM subscription WHERE confirmed = 0 AND created < ?", (before,)
            )
        )

    async def count_question(self, digest: str, day: int) -> AddressHistory:
        """Count up, from one again on a new day."""

        def work(connection: sqlite3.Connection) -> AddressHistory:
            row = connection.execute(
                "SELECT CASE WHEN day = ? THEN asked ELSE 0 END, refused FROM mail_address"
                " WHERE digest = ?",
                (day, digest),
            ).fetchone()
            times, refused = row or (0, 0)
            connection.execute(
                "INSERT INTO mail_address (digest, asked, day) VALUES (?, 1, ?)"
                " ON CONFLICT (digest) DO UPDATE SET asked = ?, day = excluded.day",
                (digest, day, times + 1),
            )
            # After some days earlier questions no longer count.
            connection.execute("DELETE FROM mail_address WHERE day < ? AND refused = 0", (day - 1,))
            return AddressHistory(times, bool(refused))

        return await self._writer.submit(work)

    async def uncount_question(self, digest: str) -> None:
        """Count down."""
        await self._writer.submit(
            lambda connection: connection.execute(
                "UPDATE mail_address SET asked = asked - 1 WHERE digest = ? AND asked > 0",
                (digest,),
            )
        )

    async def block_address(self, digest: str, address: str) -> None:
        """Store the hash, and delete all rows with the address, ignoring case."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO mail_address (digest, asked, day, refused) VALUES (?, 0, 0, 1)"
                " ON CONFLICT (digest) DO UPDATE SET refused = 1",
                (digest,),
            )
            connection.execute(
                "DELETE FROM subscription WHERE channel = ? AND lower(target) = ?",
                (Channel.MAIL, address.lower()),
            )

        await self._writer.submit(work)

    async def count_bounce(self, subscription: str) -> int:
        """Count up until a mail arrives."""

        def work(connection: sqlite3.Connection) -> int:
            row = connection.execute(
                "UPDATE subscription SET bounces = bounces + 1 WHERE id = ? RETURNING bounces",
                (subscription,),
            ).fetchone()
            return int(row[0]) if row else 0

        return await self._writer.submit(work)

    async def concerning(self, match: str, sessions: Collection[str]) -> list[Subscription]:
        """Return those for this match alone, and those of its people for all of theirs."""
        marks = ", ".join("?" * (1 + len(sessions)))
        return await self._readers.submit(
            lambda connection: _select(
                connection,
                f"confirmed = 1 AND (match = ? OR (match IS NULL AND owner IN ({marks})))",
                (match, "", *sessions),
            )
        )

    async def record(
        self, subscription: str, match: str, facts: Sequence[Fact], due: int, *, seen: bool
    ) -> int:
        """Let a newer fact of the same kind at the same seat replace the previous one.

        Facts that were sent, or seen, stay so.
        """

        def work(connection: sqlite3.Connection) -> int:
            new = 0
            for fact in facts:
                new += connection.execute(
                    "INSERT INTO news (subscription, match, kind, seat, fact, since, waits)"
                    " SELECT ?, ?, ?, ?, ?, ?, ? WHERE EXISTS"
                    " (SELECT 1 FROM subscription WHERE id = ?)"
                    " AND EXISTS (SELECT 1 FROM match WHERE id = ?)"
                    " ON CONFLICT (subscription, match, kind, seat) DO UPDATE"
                    " SET fact = excluded.fact, since = excluded.since, waits = excluded.waits"
                    " WHERE news.fact != excluded.fact OR news.waits > excluded.waits",
                    (
                        *(subscription, match, fact.kind, fact.seat, fact.key, fact.since),
                        *(not seen, subscription, match),
                    ),
                ).rowcount
            if new and not seen:
                connection.execute(
                    "UPDATE subscription SET due = CASE WHEN rest > ? THEN rest ELSE ? END"
                    " WHERE id = ? AND due IS NULL",
                    (due, due, subscription),
                )
            return new

        return await self._writer.submit(work)

    async def claim(self, channel: Channel, now: int, until: int, limit: int) -> list[Claim]:
        """Move the due time of messages, in the same step as reading them."""

        def work(connection: sqlite3.Connection) -> list[Claim]:
            rows = connection.execute(
                "SELECT id, due, message, tries FROM subscription"
                f" WHERE channel = ? AND (due <= ? OR due > ?) AND NOT {_LEFT_TO_NEWER}"
                " ORDER BY due LIMIT ?",
                (channel, now, now + LONGEST_BACKOFF, now - LEAVE_TO_NEWER, *_KINDS, limit),
            ).fetchall()
            claims = []
            for subscription, due, name, tries in rows:
                message = name or secrets.token_hex(16)
                claimed = connection.execute(
                    "UPDATE subscription SET due = ?, message = ? WHERE id = ? AND due = ?",
                    (until, message, subscription, due),
                ).rowcount
                found = _one(connection, subscription) if claimed else None
                if found is not None:  # otherwise another server was faster
                    connection.execute(
                        f"UPDATE news SET waits = 0 WHERE subscription = ? AND {_UNKNOWN}",
                        (subscription, *_KINDS),
                    )
                    waiting = _pending(connection, subscription)
                    claims.append(Claim(found, message, tries, waiting, until))
            return claims

        return await self._writer.submit(work)

    async def complete(self, claim: Claim, result: ClaimResult, now: int) -> int | None:
        """Remove what is done, and set when the rest is due."""

        def work(connection: sqlite3.Connection) -> int | None:
            subscription = claim.subscription.id
            connection.executemany(
                "UPDATE news SET waits = 0"
                " WHERE subscription = ? AND match = ? AND kind = ? AND seat = ? AND fact = ?",
                [
                    (subscription, match, fact.kind, fact.seat, fact.key)
                    for match, fact in result.done
                ],
            )
            mine = connection.execute(
                "SELECT 1 FROM subscription WHERE id = ? AND due = ?", (subscription, claim.until)
            ).fetchone()
            if mine is None:
                return None
            (left,) = connection.execute(
                "SELECT count(*) FROM news WHERE subscription = ? AND waits = 1", (subscription,)
            ).fetchone()
            due = (result.due or now) if left else None
            if result.failed:
                connection.execute(
                    "UPDATE subscription SET failing = coalesce(failing, ?), tries = tries + 1"
                    " WHERE id = ?",
                    (now, subscription),
                )
            elif result.sent:
                connection.execute(
                    "UPDATE subscription SET failing = NULL, bounces = 0, rest = ? WHERE id = ?",
                    (result.due, subscription),
                )
            connection.execute("UPDATE subscription SET due = ? WHERE id = ?", (due, subscription))
            if result.sent or not left:  # the next message is another one
                connection.execute(
                    "UPDATE subscription SET tries = 0, message = NULL WHERE id = ?",
                    (subscription,),
                )
            row = connection.execute(
                "SELECT failing FROM subscription WHERE id = ?", (subscription,)
            ).fetchone()
            return None if row is None else row[0]

        return await self._writer.submit(work)

    async def next_due(self, channel: Channel, now: int) -> int | None:
        """Return the earliest."""

        def work(connection: sqlite3.Connection) -> int | None:
            (due,) = connection.execute(
                f"SELECT min(due) FROM subscription WHERE channel = ? AND NOT {_LEFT_TO_NEWER}",
                (channel, now - LEAVE_TO_NEWER, *_KINDS),
            ).fetchone()
            return None if due is None else int(due)

        return await self._readers.submit(work)

    async def recent_matches(self, statuses: Collection[MatchStatus], after: int) -> list[str]:
        """Join matches with the subscriptions of their people."""
        marks = ", ".join("?" * len(statuses))

        def work(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute(
                f"SELECT id FROM match WHERE status IN ({marks}) AND touched > ? AND (EXISTS"
                " (SELECT 1 FROM seat_session JOIN subscription ON owner = session"
                "  WHERE seat_session.match = match.id)"
                " OR EXISTS (SELECT 1 FROM subscription WHERE subscription.match = match.id))",
                (*statuses, after),
            )
            return [match for (match,) in rows]

        return await self._readers.submit(work)

    async def pending_counts(self) -> dict[Channel, int]:
        """Count by channel."""

        def work(connection: sqlite3.Connection) -> dict[Channel, int]:
            rows = connection.execute(
                "SELECT channel, count(*) FROM news JOIN subscription ON id = subscription"
                " WHERE waits = 1 GROUP BY channel"
            )
            return {Channel(name): count for name, count in rows if name in _CHANNELS}

        return await self._readers.submit(work)


def _row(subscription: Subscription) -> tuple[Any, ...]:
    fields = msgspec.structs.asdict(subscription)
    for name in ("keys", "kinds"):
        fields[name] = _encode(fields[name]).decode()
    return tuple(fields[name] for name in _COLUMNS)


def _select(
    connection: sqlite3.Connection, condition: str, values: tuple[object, ...]
) -> list[Subscription]:
    """Return subscriptions, without those by channels that only newer versions know."""
    rows = connection.execute(f"SELECT {_NAMES} FROM subscription WHERE {condition}", values)
    found = []
    for row in rows.fetchall():
        fields: dict[str, Any] = dict(zip(_COLUMNS, row, strict=True))
        if fields["channel"] not in _CHANNELS:
            continue
        fields["channel"] = Channel(fields["channel"])
        fields["keys"] = _decode_keys(fields["keys"])
        kinds = _decode_kinds(fields["kinds"])
        fields["kinds"] = tuple(Kind(kind) for kind in kinds if kind in _KINDS)
        fields["whole"], fields["confirmed"] = bool(fields["whole"]), bool(fields["confirmed"])
        found.append(Subscription(**fields))
    return found


def _one(connection: sqlite3.Connection, subscription: str) -> Subscription | None:
    return next(iter(_select(connection, "id = ?", (subscription,))), None)


def _pending(connection: sqlite3.Connection, subscription: str) -> list[PendingFact]:
    rows = connection.execute(
        "SELECT match, kind, seat, fact, since FROM news"
        " WHERE subscription = ? AND waits = 1 ORDER BY since, match, kind",
        (subscription,),
    )
    return [
        PendingFact(match, Fact(Kind(kind), seat, key, since))
        for match, kind, seat, key, since in rows
    ]
