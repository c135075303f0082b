"""Player cards in the database, in SQL that SQLite and PostgreSQL share."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any

from tischlein.tables.players.ratings import NEWCOMER
from tischlein.tables.storage.card_store import (
    MOST_FORMER_NAMES,
    CardStore,
    Figure,
    FormerName,
    Participant,
    Rate,
    RatedMatch,
    RatingChange,
    Share,
    Shows,
    StoredCard,
    StoredDevice,
    StoredPasskey,
    StoredRating,
)
from tischlein.tables.storage.sql_requests import SqlReader, SqlWriter

_SHOWS = frozenset(Shows)
_CARD = "id, name, created, recovery, shows"
_PASSKEY = "credential, card, public_key, sign_count, label, created, used"
_DEVICE = "session, card, label, created, seen, former"


class SqlCards(CardStore):
    """Player cards, beside the matches in one database."""

    def __init__(self, writer: SqlWriter, readers: SqlReader) -> None:
        self._writer = writer
        self._readers = readers

    async def create(self, card: StoredCard, device: StoredDevice | None = None) -> bool:
        """Insert a card, unless the browser has become another's in the meantime, at any node."""

        def work(connection: sqlite3.Connection) -> bool:
            stored = connection.execute("SELECT 1 FROM card WHERE id = ?", (card.id,)).fetchone()
            if stored is not None:  # by an attempt that was not confirmed
                return True
            if device is not None and _is_gone(connection, device.former):
                return False
            connection.execute(
                f"INSERT INTO card ({_CARD}) VALUES (?, ?, ?, ?, ?)",
                (card.id, card.name, card.created, card.recovery, card.shows),
            )
            if device is not None:
                _add(connection, device)
            return True

        return await self._writer.submit(work)

    async def card(self, card_id: str) -> StoredCard | None:
        """Select by id."""
        return _card(await self._rows(f"SELECT {_CARD} FROM card WHERE id = ?", (card_id,)))

    async def card_of_code(self, recovery: str) -> StoredCard | None:
        """Select by the hash of a code."""
        return _card(await self._rows(f"SELECT {_CARD} FROM card WHERE recovery = ?", (recovery,)))

    async def update_card(self, card_id: str, name: str, shows: Shows, now: int) -> None:
        """Update what others see, and nothing that may be changed at the same time."""

        def work(connection: sqlite3.Connection) -> None:
            for (former,) in connection.execute(
                "SELECT name FROM card WHERE id = ? AND name <> ?", (card_id, name)
            ).fetchall():
                connection.execute(
                    "INSERT INTO card_name (card, until, name) VALUES (?, ?, ?)"
                    " ON CONFLICT DO NOTHING",
                    (card_id, now, former),
                )
            connection.execute(
                "UPDATE card SET name = ?, shows = ? WHERE id = ?", (name, shows, card_id)
            )
            kept = connection.execute(
                "SELECT until FROM card_name WHERE card = ? ORDER BY until DESC", (card_id,)
            ).fetchall()
            connection.executemany(
                "DELETE FROM card_name WHERE card = ? AND until = ?",
                [(card_id, until) for (until,) in kept[MOST_FORMER_NAMES:]],
            )

        await self._writer.submit(work)

    async def former_names(self, card_id: str) -> list[FormerName]:
        """Select the names of one card."""
        rows = await self._rows(
            "SELECT name, until FROM card_name WHERE card = ? ORDER BY until", (card_id,)
        )
        return [FormerName(name, until) for name, until in rows]

    async def set_recovery(self, card_id: str, recovery: str) -> None:
        """Update the hash of the code alone."""
        await self._execute("UPDATE card SET recovery = ? WHERE id = ?", (recovery, card_id))

    async def delete(self, card_id: str) -> None:
        """Delete a card; what refers to it is deleted, or then refers to nothing."""
        await self._execute("DELETE FROM card WHERE id = ?", (card_id,))

    async def add_passkey(self, passkey: StoredPasskey, most: int) -> bool:
        """Insert a passkey if there is room and it is new."""

        def work(connection: sqlite3.Connection) -> bool:
            (count,) = connection.execute(
                "SELECT count(*) FROM passkey WHERE card = ?", (passkey.card,)
            ).fetchone()
            if count >= most:
                return False
            written = connection.execute(
                f"INSERT INTO passkey ({_PASSKEY}) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT DO NOTHING",
                (
                    passkey.credential,
                    passkey.card,
                    passkey.public_key,
                    passkey.sign_count,
                    passkey.label,
                    passkey.created,
                    passkey.used,
                ),
            ).rowcount
            return written == 1

        return await self._writer.submit(work)

    async def passkeys(self, card_id: str) -> list[StoredPasskey]:
        """Select those of a card."""
        rows = await self._rows(
            f"SELECT {_PASSKEY} FROM passkey WHERE card = ? ORDER BY created, credential",
            (card_id,),
        )
        return [StoredPasskey(*row) for row in rows]

    async def passkey(self, credential: bytes) -> StoredPasskey | None:
        """Select by credential."""
        rows = await self._rows(
            f"SELECT {_PASSKEY} FROM passkey WHERE credential = ?", (credential,)
        )
        return next((StoredPasskey(*row) for row in rows), None)

    async def use_passkey(self, before: StoredPasskey, sign_count: int, time: int) -> bool:
        """Write the count if it is still the one that was read."""
        written = await self._execute(
            "UPDATE passkey SET sign_count = ?, used = ? WHERE credential = ? AND sign_count = ?",
            (sign_count, time, before.credential, before.sign_count),
        )
        return written == 1

    async def remove_passkey(self, card_id: str, credential: bytes) -> bool:
        """Delete a passkey if it is this card's."""
        written = await self._execute(
            "DELETE FROM passkey WHERE card = ? AND credential = ?", (card_id, credential)
        )
        return written == 1

    async def add_device(self, device: StoredDevice, most: int) -> list[str]:
        """Insert a device and select those beyond the bound."""

        def work(connection: sqlite3.Connection) -> list[str]:
            _add(connection, device)
            rows = connection.execute(
                "SELECT session FROM card_device WHERE card = ? AND session != ?"
                " ORDER BY seen DESC LIMIT -1 OFFSET ?",
                (device.card, device.session, most - 1),
            )
            return [session for (session,) in rows.fetchall()]

        return await self._writer.submit(work)

    async def devices(self, card_id: str | None = None) -> list[StoredDevice]:
        """Select devices."""
        rows = await self._rows(
            f"SELECT {_DEVICE} FROM card_device WHERE ? IS NULL OR card = ?"
            " ORDER BY seen DESC, session",
            (card_id, card_id),
        )
        return [StoredDevice(*row) for row in rows]

    async def device(self, session: str) -> StoredDevice | None:
        """Select by session."""
        rows = await self._rows(f"SELECT {_DEVICE} FROM card_device WHERE session = ?", (session,))
        return next((StoredDevice(*row) for row in rows), None)

    async def joining(self) -> list[StoredDevice]:
        """Select those with a former session."""
        rows = await self._rows(f"SELECT {_DEVICE} FROM card_device WHERE former IS NOT NULL")
        return [StoredDevice(*row) for row in rows]

    async def record_joined(self, session: str) -> None:
        """Forget the former session."""
        await self._execute("UPDATE card_device SET former = NULL WHERE session = ?", (session,))

    async def record_seen(self, session: str, time: int) -> None:
        """Write the time."""
        await self._execute("UPDATE card_device SET seen = ? WHERE session = ?", (time, session))

    async def remove_device(self, session: str) -> None:
        """Delete a device."""
        await self._execute("DELETE FROM card_device WHERE session = ?", (session,))

    async def store_challenge(self, challenge: str, until: int, now: int) -> None:
        """Insert a challenge, and delete expired ones."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM challenge WHERE until < ?", (now,))
            connection.execute(
                "INSERT INTO challenge (challenge, until) VALUES (?, ?)", (challenge, until)
            )

        await self._writer.submit(work)

    async def take_challenge(self, challenge: str, now: int) -> bool:
        """Delete a challenge that has not expired."""
        written = await self._execute(
            "DELETE FROM challenge WHERE challenge = ? AND until >= ?", (challenge, now)
        )
        return written == 1

    async def record_participants(self, match_id: str, cards: Sequence[str]) -> None:
        """Insert the match with its contenders, unless it is there."""

        def work(connection: sqlite3.Connection) -> None:
            written = connection.execute(
                "INSERT INTO rated_match (match, state) VALUES (?, 'entered')"
                " ON CONFLICT DO NOTHING",
                (match_id,),
            ).rowcount
            if written:
                connection.executemany(
                    "INSERT INTO rated_share (match, seat, card) VALUES (?, ?, ?)",
                    [(match_id, seat, card) for seat, card in enumerate(cards)],
                )

        await self._writer.submit(work)

    async def unrated(self, match_id: str | None = None) -> list[str]:
        """Select matches that have been entered and not counted."""
        rows = await self._rows(
            "SELECT match FROM rated_match WHERE state = 'entered'"
            " AND (? IS NULL OR match = ?) ORDER BY match",
            (match_id, match_id),
        )
        return [match for (match,) in rows]

    async def unrated_finished(self) -> list[str]:
        """Select those of them that are over."""
        rows = await self._rows(
            "SELECT match FROM rated_match JOIN match ON match.id = rated_match.match"
            " WHERE state = 'entered' AND status IN ('finished', 'ended') ORDER BY match"
        )
        return [match for (match,) in rows]

    async def participants(self, match_id: str) -> list[str]:
        """Select the cards, without deleted ones."""
        rows = await self._rows(
            "SELECT card FROM rated_share JOIN rated_match USING (match)"
            " WHERE match = ? AND state = 'entered' AND card IS NOT NULL ORDER BY seat",
            (match_id,),
        )
        return [card for (card,) in rows]

    async def skip_rating(self, match_id: str) -> None:
        """Mark the match as passed over."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "DELETE FROM rated_match WHERE match = ? AND state = 'entered'", (match_id,)
            )

        await self._writer.submit(work)

    async def rate(
        self, match_id: str, game: str, time: int, contenders: Sequence[Participant], rate: Rate
    ) -> bool:
        """Read, compute and write the ratings in one transaction."""

        def work(connection: sqlite3.Connection) -> bool:
            (present,) = connection.execute(
                "SELECT count(*) FROM rated_share JOIN rated_match USING (match)"
                " WHERE match = ? AND state = 'entered' AND card IS NOT NULL",
                (match_id,),
            ).fetchone()
            if present != len(contenders):
                return False
            (last,) = connection.execute(
                "SELECT coalesce(max(time), 0) FROM rated_match"
            ).fetchone()
            connection.execute(
                "UPDATE rated_match SET state = 'rated', game = ?, time = ? WHERE match = ?",
                # After all others, whatever the clock says: their order counts.
                (game, max(time, last + 1), match_id),
            )
            before = [_figure(connection, one.card, game) for one in contenders]
            after = rate(
                [
                    (figure, one.side, one.place)
                    for figure, one in zip(before, contenders, strict=True)
                ]
            )
            shares = [
                Share(one.card, one.side, one.place, *figures)
                for one, *figures in zip(contenders, before, after, strict=True)
            ]
            _write_shares(connection, match_id, shares)
            _count(connection, game, shares)
            return True

        return await self._writer.submit(work)

    async def rerate(self, matches: Sequence[RatedMatch]) -> None:
        """Rewrite all shares, and add them up."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM rating")
            for rated in matches:
                _write_shares(connection, rated.match, rated.shares)
                _count(connection, rated.game, rated.shares)

        await self._writer.submit(work)

    async def rated(self) -> list[RatedMatch]:
        """Select matches with their shares."""
        rows = await self._rows(
            "SELECT match, game, time, card, side, place, mu_before, sigma_before, mu_after,"
            " sigma_after FROM rated_match JOIN rated_share USING (match)"
            " WHERE state = 'rated' ORDER BY time, match, seat"
        )
        found: dict[str, tuple[str, int, list[Share]]] = {}
        for match, game, time, card, side, place, *figures in rows:
            shares = found.setdefault(match, (game, time, []))[2]
            before, after = Figure(*figures[:2]), Figure(*figures[2:])
            shares.append(Share(card, side, place, before, after))
        return [
            RatedMatch(match, game, time, tuple(shares))
            for match, (game, time, shares) in found.items()
        ]

    async def ratings(self, card_id: str) -> list[StoredRating]:
        """Select those of a card."""
        rows = await self._rows(
            "SELECT game, mu, sigma, matches FROM rating WHERE card = ? ORDER BY game", (card_id,)
        )
        return [StoredRating(game, Figure(mu, sigma), count) for game, mu, sigma, count in rows]

    async def changes(self, card_id: str) -> list[RatingChange]:
        """Select a card's shares."""
        rows = await self._rows(
            "SELECT match, game, time, mu_before, sigma_before, mu_after, sigma_after"
            " FROM rated_share JOIN rated_match USING (match)"
            " WHERE card = ? AND state = 'rated' ORDER BY time, match",
            (card_id,),
        )
        return [
            RatingChange(match, game, time, Figure(*figures[:2]), Figure(*figures[2:]))
            for match, game, time, *figures in rows
        ]

    async def rename_in_talk(self, match_id: str, names: dict[int, tuple[str, str]]) -> None:
        """Update the names of remarks from these chairs."""

        def work(connection: sqlite3.Connection) -> None:
            connection.executemany(
                "UPDATE remark SET name = ? WHERE match = ? AND chair = ? AND name = ?",
                [(after, match_id, chair, before) for chair, (before, after) in names.items()],
            )

        await self._writer.submit(work)

    async def _execute(self, statement: str, values: tuple[object, ...] = ()) -> int:
        """Execute a statement; return how many rows it has changed."""
        return await self._writer.submit(
            lambda connection: connection.execute(statement, values).rowcount
        )

    async def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        return await self._readers.submit(
            lambda connection: connection.execute(query, values).fetchall()
        )


def _card(rows: Iterable[tuple[Any, ...]]) -> StoredCard | None:
    for card_id, name, created, recovery, shows in rows:
        # A value that only newer versions know counts as nothing: it may show even less than all
        # others.
        known = Shows(shows) if shows in _SHOWS else Shows.NOTHING
        return StoredCard(card_id, name, created, recovery, known)
    return None


def _add(connection: sqlite3.Connection, device: StoredDevice) -> None:
    connection.execute(
        f"INSERT INTO card_device ({_DEVICE}) VALUES (?, ?, ?, ?, ?, ?)",
        (
            device.session,
            device.card,
            device.label,
            device.created,
            device.seen,
            device.former,
        ),
    )


def _is_gone(connection: sqlite3.Connection, session: str | None) -> bool:
    """Whether a session is being joined to a card, or has ended."""
    found = connection.execute(
        "SELECT 1 FROM card_device WHERE former = ?"
        " UNION ALL SELECT 1 FROM ended_session WHERE session = ?",
        (session, session),
    )
    return found.fetchone() is not None


def _figure(connection: sqlite3.Connection, card: str, game: str) -> Figure:
    row = connection.execute(
        "SELECT mu, sigma FROM rating WHERE card = ? AND game = ?", (card, game)
    ).fetchone()
    return NEWCOMER if row is None else Figure(*row)


def _write_shares(connection: sqlite3.Connection, match_id: str, shares: Sequence[Share]) -> None:
    connection.executemany(
        "UPDATE rated_share SET side = ?, place = ?, mu_before = ?, sigma_before = ?,"
        " mu_after = ?, sigma_after = ? WHERE match = ? AND seat = ?",
        [
            (
                share.side,
                share.place,
                share.before.mu,
                share.before.sigma,
                share.after.mu,
                share.after.sigma,
                match_id,
                seat,
            )
            for seat, share in enumerate(shares)
        ],
    )


def _count(connection: sqlite3.Connection, game: str, shares: Sequence[Share]) -> None:
    connection.executemany(
        "INSERT INTO rating (card, game, mu, sigma, matches) VALUES (?, ?, ?, ?, 1)"
        " ON CONFLICT (card, game) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
        " matches = rating.matches + 1",
        [
            (share.card, game, share.after.mu, share.after.sigma)
            for share in shares
            if share.card is not None
        ],
    )
