"""Player cards in the hall: matches that join them, ratings that follow from their ends."""

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from tests.tables.manual_clock import advance_time, with_manual_clock
from tests.tables.playing import (
    BEN,
    OPEN,
    accepted,
    asynchronous,
    changes,
    hall_at,
    me,
    play_on,
)
from tischlein.tables.hall import Hall
from tischlein.tables.ownership import Node
from tischlein.tables.players import cards, holders, recovery_codes
from tischlein.tables.players.hashing import digest
from tischlein.tables.players.ratings import NEWCOMER
from tischlein.tables.problems import ElsewhereError, NotAllowedError, NotNowError
from tischlein.tables.seats import consent, private_links, seating
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.card_store import Shows, StoredDevice
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.stored import MatchStatus, ProposalKind, RulingKind
from tischlein.tables.upkeep import rerating


async def card(hall: Hall, name: str) -> str:
    device = f"the first of {name}"
    await hall.cards.create(name, device, "", None)
    made = hall.cards.of_device(device)
    assert made is not None
    return made


async def end_device(_: str) -> None:
    """End the session of a device: there are none without pages."""


async def match_of(hall: Hall, *ids: str, game: str = "bauab") -> str:
    """Open a match at which these cards sit, in this order."""
    first, *others = map(holders.of_card, ids)
    chairs = (me("P0"), *(OPEN for _ in others))
    match_id, _ = await hall.open(first, NewTable(game, chairs, {}, fixed=True))
    for number, holder in enumerate(others, 1):
        async with hall.table(match_id) as table:
            await table.join(holder, f"P{number}", b"")
    await settled(hall, match_id)
    return match_id


async def settled(hall: Hall, match_id: str) -> None:
    """Wait until everything that has happened at a table has been told, and is rated."""
    async with hall.table(match_id) as table:
        await table.update_holders(lambda match: match)  # comes after what others are told of
    await hall.cards.rated()


async def resigns(hall: Hall, match_id: str, card_id: str) -> None:
    async with hall.table(match_id) as table:
        holder = holders.of_card(card_id)
        (seat,) = table.seats_of(holder)
        await table.resign(holder, seat)
    await settled(hall, match_id)


async def figures(hall: Hall, *ids: str) -> list[tuple[float, float, int]]:
    found = []
    for one in ids:
        (rating,) = await hall.cards.store.ratings(one)
        found.append((rating.figure.mu, rating.figure.sigma, rating.matches))
    return found


@asynchronous
async def test_a_match_among_cards_is_rated_once_however_often_the_server_starts(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada, ben = await card(hall, "Ada"), await card(hall, "Ben")
        match_id = await match_of(hall, ada, ben)
        assert await hall.cards.store.ratings(ada) == []
        await resigns(hall, match_id, ben)
        told = await figures(hall, ada, ben)
        assert told[0][0] > NEWCOMER.mu > told[1][0]
        assert told[0][1] < NEWCOMER.sigma
        assert [matches for _, _, matches in told] == [1, 1]
        (change,) = await hall.cards.store.changes(ada)
        assert (change.match, change.before) == (match_id, NEWCOMER)
        hall.cards.enqueue(await hall.store.match(match_id))
        await hall.cards.rated()
        assert await figures(hall, ada, ben) == told
    async with hall_at(tmp_path / "db") as hall:
        await hall.cards.rated()
        assert await figures(hall, ada, ben) == told


@asynchronous
async def test_a_match_that_ended_as_the_server_did_is_rated_at_the_next_start(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada, ben = await card(hall, "Ada"), await card(hall, "Ben")
        match_id = await match_of(hall, ada, ben)
        await hall.cards.close()
        async with hall.table(match_id) as table:
            await table.resign(holders.of_card(ben), 1)
        assert await hall.cards.store.ratings(ada) == []
    async with hall_at(tmp_path / "db") as hall:
        await hall.cards.rated()
        assert (await figures(hall, ada))[0][0] > NEWCOMER.mu


@asynchronous
async def test_a_match_played_to_its_end_is_rated_by_its_ranks(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ids = [await card(hall, name) for name in ("Ada", "Ben")]
        match_id = await match_of(hall, *ids)
        async with hall.table(match_id) as table:
            await play_on(table, seed=3)
            assert table.match.status is MatchStatus.FINISHED
            ranks = table.position.ranks()
        await settled(hall, match_id)
        means = [mean for mean, _, _ in await figures(hall, *ids)]
        # Equal ranks, equal figures: what is better placed is stronger now.
        better = (ranks[0] > ranks[1]) - (ranks[0] < ranks[1])
        assert (means[1] > means[0]) - (means[1] < means[0]) == better


@asynchronous
async def test_who_leaves_a_rated_match_to_a_bot_keeps_the_result_of_the_seat(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ids = [await card(hall, name) for name in ("Ada", "Ben")]
        match_id = await match_of(hall, *ids)
        async with hall.table(match_id) as table:
            await table.leave(holders.of_card(ids[1]))
            assert table.is_played_by_bot(1)
            while table.running:
                if 0 in table.awaited:
                    accepted(await table.act(0, f"{table.number}", table.legal(0)[0]))
                else:
                    await changes(table)
            ranks = table.position.ranks()
        await settled(hall, match_id)
        told = await figures(hall, *ids)
        assert [matches for _, _, matches in told] == [1, 1]
        better = (ranks[0] > ranks[1]) - (ranks[0] < ranks[1])
        assert (told[1][0] > told[0][0]) - (told[1][0] < told[0][0]) == better


@asynchronous
async def test_whoever_loses_cannot_undo_a_rated_match_while_a_bot_plays_for_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was taken back counts for nobody: so nobody takes back alone, nor gives up for free."""
    monkeypatch.setattr(consent, "GRACE_PERIOD", 0.0)
    async with hall_at(tmp_path / "db") as hall:
        ids = [await card(hall, name) for name in ("Ada", "Ben")]
        ada, _ = map(holders.of_card, ids)
        match_id = await match_of(hall, *ids)
        async with hall.table(match_id) as table:
            await table.stand_in(ada, 1, True)  # Ben's line is down
            assert table.is_played_by_bot(1)
            while 0 not in table.awaited:
                await changes(table)
            accepted(await table.act(0, "mine", table.legal(0)[0]))
            before = table.number
            await table.propose(ada, ProposalKind.BACK)
            assert table.number >= before
            assert not table.match.rulings or table.match.rulings[-1].what is not RulingKind.BACK
        await resigns(hall, match_id, ids[0])
        (lost, _, _), (won, _, _) = await figures(hall, *ids)
        assert lost < won


@asynchronous
async def test_a_match_that_all_have_agreed_to_end_is_rated_for_nobody(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ids = [await card(hall, name) for name in ("Ada", "Ben")]
        match_id = await match_of(hall, *ids)
        async with hall.table(match_id) as table:
            for one in ids:
                await table.propose(holders.of_card(one), ProposalKind.END)
            assert table.match.status is MatchStatus.ENDED
        await settled(hall, match_id)
        assert [await hall.cards.store.ratings(one) for one in ids] == [[], []]


@asynchronous
async def test_without_cards_or_with_one_card_on_two_seats_nothing_is_rated(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada, ben = await card(hall, "Ada"), await card(hall, "Ben")
        alone, _ = await hall.open(
            holders.of_card(ada),
            NewTable("bauab", (me("Ada"), me("Ada too")), {}, fixed=True),
        )
        guest, _ = await hall.open(holders.of_card(ada), NewTable("bauab", (me("Ada"), OPEN), {}))
        async with hall.table(guest) as table:
            await table.join(BEN, "Ben", b"")
        for one in (alone, guest):
            await settled(hall, one)
        assert await hall.cards.store.unrated() == []
        # A card that comes to a seat later does not make the match count: losers would stay away.
        await hall.cards.sign_in(ben, "ben-new-session", "Phone", BEN)
        async with hall.table(guest) as table:
            assert table.seats_of(holders.of_card(ben))
        await resigns(hall, guest, ben)
        async with hall.table(alone) as table:
            await table.resign(holders.of_card(ada), 0)
        await settled(hall, alone)
        assert await hall.cards.store.ratings(ada) == []
        assert await hall.cards.store.ratings(ben) == []


@asynchronous
async def test_leaving_the_seat_to_another_browser_does_not_save_from_losing(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada, ben = await card(hall, "Ada"), await card(hall, "Ben")
        match_id = await match_of(hall, ada, ben)
        async with hall.table(match_id) as table:
            secret = private_links.new_seat_secret(match_id, hall.clock())
            # As if the private link had been renewed in a browser without a card.
            match = table.match
            seat = match.seats[1]
            changed = type(seat)(
                kind=seat.kind,
                name=seat.name,
                sessions=("nobody",),
                secret_hash=digest(secret),
                chair=seat.chair,
            )
            seats = seating.with_seat(match, 1, changed)
            await table.update_holders(lambda known: known.changed(seats=seats))
            await table.resign("nobody", 1)
        await settled(hall, match_id)
        assert (await figures(hall, ben))[0][0] < NEWCOMER.mu


@asynchronous
async def test_ratings_are_the_same_when_computed_anew_also_after_a_card_is_gone(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada, ben, cleo = [await card(hall, name) for name in ("Ada", "Ben", "Cleo")]
        for winner, loser in ((ada, ben), (ben, cleo), (cleo, ada), (ada, ben)):
            await resigns(hall, await match_of(hall, winner, loser), loser)
        await hall.cards.delete(ben, "session", end_device)
        told = await figures(hall, ada, cleo)
    async with SqliteStore(tmp_path / "db") as store:
        assert await rerating.rerate(store) == (4, 0)
        (rating,) = await store.cards.ratings(ada)
        assert (rating.figure.mu, rating.figure.sigma, rating.matches) == told[0]
        # The matches of whoever is gone cannot be told from each other's.
        gone = [
            share
            for rated in await store.cards.rated()
            for share in rated.shares
            if share.card is None
        ]
        assert len(gone) == 3


@asynchronous
async def test_computed_anew_a_match_has_the_places_of_its_events_while_these_make_sense(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ids = [await card(hall, name) for name in ("Ada", "Ben")]
        match_id = await match_of(hall, *ids)
        async with hall.table(match_id) as table:
            await play_on(table, seed=3)
        await settled(hall, match_id)
        told = await figures(hall, *ids)
        (rated,) = await hall.cards.store.rated()
        worst = tuple(replace(share, place=9) for share in rated.shares)
        await hall.cards.store.rerate([replace(rated, shares=worst)])
    async with SqliteStore(tmp_path / "db") as store:
        assert await rerating.rerate(store) == (1, 1)
        (mended,) = await store.cards.rated()
        assert [share.place for share in mended.shares] == [share.place for share in rated.shares]
    with closing(sqlite3.connect(tmp_path / "db")) as connection, connection:
        connection.execute("DELETE FROM event WHERE number = 2")
    async with SqliteStore(tmp_path / "db") as store:
        assert await rerating.rerate(store) == (1, 0)
    async with hall_at(tmp_path / "db") as hall:
        assert await figures(hall, *ids) == told


@asynchronous
async def test_joining_that_a_stop_has_interrupted_is_finished_at_the_next_start(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada = await card(hall, "Ada")
        match_id, _ = await hall.open(BEN, NewTable("bauab", (me("Ada"), OPEN), {}))
        device = StoredDevice("new-session", ada, "Phone", 0, 0, BEN)
        await hall.cards.store.add_device(device, 5)
    async with hall_at(tmp_path / "db") as hall:
        assert hall.cards.of_device("new-session") == ada
        async with hall.table(match_id) as table:
            assert table.match.host == holders.of_card(ada)
            assert table.seats_of(holders.of_card(ada)) == (0,)
            assert table.seats_of(BEN) == ()


@asynchronous
async def test_what_cannot_join_a_card_at_once_joins_it_later_and_the_rest_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada = await card(hall, "Ada")
        ids = [
            (await hall.open(BEN, NewTable("bauab", (me("Ada"), OPEN), {})))[0] for _ in range(3)
        ]
        change = hall.change_match

        async def changes_all_but_one(match_id: str, *work: Any) -> None:
            if match_id == ids[1]:
                raise ElsewhereError
            await change(match_id, *work)

        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(hall, "change_match", changes_all_but_one)
            await hall.cards.sign_in(ada, "new-session", "Phone", BEN)
        assert {match.id for match in await hall.matches.of(BEN)} == {ids[1]}
        assert {match.id for match in await hall.matches.of(holders.of_card(ada))} == {
            ids[0],
            ids[2],
        }
        await hall.clean_up()
        assert await hall.matches.of(BEN) == []
        assert {match.id for match in await hall.matches.of(holders.of_card(ada))} == set(ids)


@with_manual_clock
async def test_a_match_that_begins_while_storage_is_away_counts_once_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada, ben = await card(hall, "Ada"), await card(hall, "Ben")

        async def away(*_: object) -> NoReturn:
            raise StoreUnavailableError("away")

        with monkeypatch.context() as broken:
            broken.setattr(type(hall.cards.store), "record_participants", away)
            match_id = await match_of(hall, ada, ben)
            for _ in range(20):
                await advance_time(1000)
                await hall.cards.rated()
        assert not await hall.cards.store.unrated(match_id)
        await advance_time(1000)
        await hall.cards.rated()
        await resigns(hall, match_id, ben)
        assert (await figures(hall, ada))[0][0] > NEWCOMER.mu


@pytest.mark.parametrize("error", [StoreUnavailableError("away"), ValueError("unheard of")])
@asynchronous
async def test_a_match_that_cannot_be_rated_keeps_no_other_waiting(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    caplog.set_level(logging.INFO)  # a store itself warns of what keeps it from working
    async with hall_at(tmp_path / "db") as hall:
        ids = [await card(hall, name) for name in ("Ada", "Ben", "Cleo", "Dora")]
        ill, well = await match_of(hall, *ids[:2]), await match_of(hall, *ids[2:])
        contenders = hall.cards.store.participants

        async def fails(match_id: str) -> list[str]:
            if match_id == ill:
                raise error
            return await contenders(match_id)

        with monkeypatch.context() as broken:
            broken.setattr(type(hall.cards.store), "participants", lambda _, one: fails(one))
            await resigns(hall, ill, ids[1])
            await resigns(hall, well, ids[3])
        assert await hall.cards.store.ratings(ids[0]) == []
        assert (await figures(hall, ids[2]))[0][0] > NEWCOMER.mu
        assert f"match {ill}" in caplog.text
        await hall.cards.rate_remaining()
        await hall.cards.rated()
        assert (await figures(hall, ids[0]))[0][0] > NEWCOMER.mu


@asynchronous
async def test_a_device_is_seen_now_and_then_and_a_card_that_is_gone_is_told_of(
    tmp_path: Path,
) -> None:
    now = [cards.SEEN_EVERY]
    async with hall_at(tmp_path / "db", clock=lambda: now[0]) as hall:
        ada = await card(hall, "Ada")
        (first,) = (await hall.cards.details(ada)).devices
        for passed, seen in ((1, 0), (cards.SEEN_EVERY - 1, cards.SEEN_EVERY)):
            now[0] += passed
            await hall.cards.record_use(first.session)
            (device,) = (await hall.cards.details(ada)).devices
            assert device.seen == first.seen + seen
        with pytest.raises(NotAllowedError, match="no-card"):
            await hall.cards.card("gone")


@asynchronous
async def test_a_match_that_changes_while_it_joins_a_card_keeps_both_changes(
    tmp_path: Path,
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada = await card(hall, "Ada")
        ids = [
            (await hall.open(BEN, NewTable("bauab", (me("Ada"), OPEN), {})))[0] for _ in range(3)
        ]
        async with hall.table(ids[0]) as table:
            await asyncio.gather(
                hall.cards.sign_in(ada, "new-session", "Phone", BEN),
                table.join("cleo", "Cleo", b""),
            )
        holder = holders.of_card(ada)
        assert {match.id for match in await hall.matches.of(holder)} == set(ids)
        assert await hall.matches.of(BEN) == []
        async with hall.table(ids[0]) as table:
            assert len(table.seats_of(holder)) == len(table.seats_of("cleo")) == 1


@asynchronous
async def test_a_card_is_not_deleted_while_another_node_has_one_of_its_matches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada = await card(hall, "Ada")
        holder = holders.of_card(ada)
        ids = [(await hall.open(holder, NewTable("bauab", (me("Ada"), OPEN), {})))[0] for _ in "ab"]

        async def claim(match_id: str) -> Node | None:
            return Node("other", "http://other") if match_id == ids[1] else None

        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(hall.ownership, "claim", claim)
            with pytest.raises(NotNowError, match="card-elsewhere"):
                await hall.cards.check_deletable(ada)
            # And if another node takes it at the last moment, the seats come back to the card.
            with pytest.raises(NotNowError, match="card-elsewhere"):
                await hall.cards.delete(ada, "new-session", end_device)
            assert hall.cards.of_device("new-session") == ada
            assert {match.id for match in await hall.matches.of(holder)} == set(ids)
            assert await hall.matches.of("new-session") == []
        await hall.cards.delete(ada, "another-session", end_device)
        assert await hall.matches.of(holder) == []
        assert {match.id for match in await hall.matches.of("another-session")} == set(ids)


@asynchronous
async def test_what_a_card_shows_is_its_owners_choice(tmp_path: Path) -> None:
    async with hall_at(tmp_path / "db") as hall:
        ada, ben = await card(hall, "Ada"), await card(hall, "Ben")
        match_id = await match_of(hall, ada, ben)
        await resigns(hall, match_id, ben)
        match = await hall.store.match(match_id)
        first, _ = await hall.cards.at_table(match)
        assert first is not None
        assert first.rating is not None
        assert first.mark == cards.mark(ada)
        await hall.cards.change(ada, "Ada", Shows.CARD)
        first, _ = await hall.cards.at_table(match)
        assert first is not None
        assert first.rating is None
        await hall.cards.change(ada, "Ada", Shows.NOTHING)
        assert (await hall.cards.at_table(match))[0] is None


def test_a_recovery_code_is_long_and_easy_to_read() -> None:
    code = recovery_codes.new_code()
    assert recovery_codes.clean_code(f" {code.upper()} ") == code
    assert not set("01ilo") & set(code)
    for wrong in ("", code[:-1], code + "2", "ü" * 24):
        with pytest.raises(NotAllowedError):
            recovery_codes.clean_code(wrong)


def test_what_a_device_is_called_is_visible_and_short() -> None:
    assert cards.clean_label(" Firefox\u202e \n Linux ") == "Firefox Linux"
    assert len(cards.clean_label("x" * 500)) == cards.LONGEST_LABEL
