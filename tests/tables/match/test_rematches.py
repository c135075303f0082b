"""A rematch can always be had: whatever became of the last one, and however people are called."""

from pathlib import Path

import pytest

import tests.tiny.bell
from tests.tables.playing import (
    ANNA,
    BEN,
    BOT,
    OPEN,
    asynchronous,
    hall_at,
    me,
    play_on,
    two_at_bauab,
)
from tischlein.tables.hall import Hall
from tischlein.tables.match.table import Table
from tischlein.tables.problems import NotNowError, StorageError, TooManyError
from tischlein.tables.seats import seating
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.stored import MatchStatus, SeatKind

BELL = tests.tiny.bell.GAME
DAY = 86_400_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


async def resigned(hall: Hall) -> str:
    """Let Ben give up a match against Anna."""
    match_id = await two_at_bauab(hall)
    async with hall.table(match_id) as table:
        await table.resign(BEN, 1)
    return match_id


def bots_of(table: Table) -> list[str]:
    """Return how the bots at a table are called."""
    return [seat.name for seat in table.match.seats if seat.kind is SeatKind.BOT]


# --- the one that follows ---


@asynchronous
async def test_a_rematch_is_opened_once_though_storage_was_away_right_after_that(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its chairs would be kept for everybody at a table to which nobody comes."""
    async with hall_at(path) as hall, hall.table(await resigned(hall)) as table:
        with monkeypatch.context() as outage:

            async def away(*_: object, **__: object) -> None:
                raise StoreUnavailableError("away")

            outage.setattr(hall.store, "update_match", away)
            with pytest.raises(StorageError):
                await hall.rematch(table, ANNA)
        (opened,) = await hall.store.match_ids({MatchStatus.OPEN})
        assert (await hall.rematch(table, ANNA))[0] == opened
        assert (await hall.rematch(table, BEN))[0] == opened
        assert table.match.successor == opened
        assert await hall.store.match_ids({MatchStatus.OPEN}) == [opened]


@asynchronous
async def test_a_rematch_that_was_given_up_is_followed_by_another(path: Path) -> None:
    async with hall_at(path) as hall:
        async with hall.table(await resigned(hall)) as table:
            given_up, _ = await hall.rematch(table, ANNA)
            async with hall.table(given_up) as waiting:
                await waiting.leave(ANNA)
                assert waiting.match.status is MatchStatus.ABANDONED
            again, secrets = await hall.rematch(table, BEN)
            assert again != given_up
            assert len(secrets) == 1
            assert table.match.successor == again
            assert await hall.rematch(table, ANNA) == (again, [])
        async with hall.table(again) as rematch:
            await rematch.join(ANNA, "Anna")
            assert rematch.running


@asynchronous
async def test_a_rematch_that_nobody_came_to_is_followed_by_another_once_it_is_gone(
    path: Path,
) -> None:
    time = 1_000_000_000_000
    async with hall_at(path, clock=lambda: time, steady=lambda: time) as hall:
        await hall.clean_up()
        match_id = await resigned(hall)
        async with hall.table(match_id) as table:
            gone, _ = await hall.rematch(table, ANNA)
        time += DAY + 1
        await hall.clean_up()
        async with hall.table(match_id) as table:
            again, _ = await hall.rematch(table, BEN)
        assert again != gone
        async with hall.table(again) as rematch:
            assert rematch.seats_of(BEN)


@asynchronous
async def test_a_rematch_that_has_been_played_is_found_and_opened_only_once(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await resigned(hall)) as table:
        played, _ = await hall.rematch(table, ANNA)
        async with hall.table(played) as rematch:
            await rematch.join(BEN, "Ben")
            assert await hall.rematch(table, BEN) == (played, [])
            await rematch.resign(BEN, rematch.seats_of(BEN)[0])
        assert await hall.rematch(table, BEN) == (played, [])


@asynchronous
async def test_a_rematch_is_paid_by_whoever_opens_it_and_not_opened_where_it_is_not_paid(
    path: Path,
) -> None:
    paid = list[bool]()

    def refuse(bots_alone: bool) -> None:
        raise TooManyError("too-fast", seconds=1)

    async with hall_at(path) as hall:
        async with hall.table(await resigned(hall)) as table:
            with pytest.raises(TooManyError):
                await hall.rematch(table, ANNA, pay=refuse)
            assert table.match.successor is None
            again, _ = await hall.rematch(table, ANNA, pay=paid.append)
            assert await hall.rematch(table, BEN, pay=refuse) == (again, [])
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (BOT, BOT), {}))
        async with hall.table(match_id) as table:
            await play_on(table)
            await hall.rematch(table, ANNA, pay=paid.append)
        assert paid == [False, True]


# --- several devices of a seat ---


@pytest.mark.parametrize("opens", [ANNA, BEN])
@asynchronous
async def test_all_devices_of_a_seat_have_it_in_the_rematch_whichever_sits_down(
    path: Path, opens: str
) -> None:
    async with hall_at(path) as hall:
        match_id, (secret,) = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), OPEN), {}))
        async with hall.table(match_id) as table:
            await table.claim("annas-phone", secret)
            await table.join(BEN, "Ben")
            await table.resign(BEN, table.seats_of(BEN)[0])
            again, _ = await hall.rematch(table, opens)
        async with hall.table(again) as rematch:
            other, name = (BEN, "Ben") if opens == ANNA else (ANNA, "Anna")
            await rematch.join(other, name)
            assert rematch.running
            (seat,) = rematch.seats_of(ANNA)
            assert rematch.seats_of("annas-phone") == (seat,)
            assert rematch.match.seats[seat].sessions == (ANNA, "annas-phone")
            with pytest.raises(NotNowError):
                await rematch.join("annas-phone", "Anna")


@asynchronous
async def test_a_device_of_two_sits_down_for_one_where_the_other_has_come_by_another_device(
    path: Path,
) -> None:
    tablet, phone = "tablet", "toms-phone"
    async with hall_at(path) as hall:
        wanted = NewTable(BELL.key, (me("Tom"), me("Mia")), {}, fixed=True)
        match_id, (toms, _) = await hall.open(tablet, wanted)
        async with hall.table(match_id) as table:
            await table.claim(phone, toms)
            await table.resign(phone, 0)
            again, _ = await hall.rematch(table, phone)
        async with hall.table(again) as rematch:
            assert len(rematch.seats_of(tablet)) == 1
            await rematch.join(tablet, "Mia")
            assert rematch.running
            assert len(rematch.seats_of(tablet)) == 2
            assert len(rematch.seats_of(phone)) == 1


@asynchronous
async def test_a_device_that_has_come_to_seats_of_others_sits_down_where_it_sat_itself(
    path: Path,
) -> None:
    tablet, phone = "tablet", "ellas-phone"
    async with hall_at(path) as hall:
        wanted = NewTable("raufer", (me("Tom"), me("Mia"), OPEN, OPEN), {}, fixed=True)
        match_id, (toms, mias) = await hall.open(tablet, wanted)
        async with hall.table(match_id) as table:
            await table.join(phone, "Ella")
            for secret in (mias, toms):
                await table.claim(phone, secret)
            await table.join(BEN, "Ben")
            for seat in range(3):
                await table.resign(tablet if seat < 2 else phone, seat)
            again, _ = await hall.rematch(table, BEN)
            assert table.seats_of(phone) == (0, 1, 2)
        async with hall.table(again) as rematch:
            (secret,) = await rematch.join(phone, "Tom", where=seating.ChairChoice(again=True))
            people = {seat.name: seat for seat in rematch.match.seats}
            assert people["Ella"].kind is SeatKind.PERSON
            assert people["Ella"].sessions == (phone,)
            assert {people["Tom"].kind, people["Mia"].kind} == {SeatKind.FREE}
            assert people["Tom"].sessions == (tablet, phone)
            first, _ = await rematch.join(tablet, "Tom", where=seating.ChairChoice(again=True))
            assert rematch.running
            assert [
                rematch.match.seats[rematch.seats_of(None, one)[0]].name for one in (secret, first)
            ] == ["Ella", "Tom"]
            chairs = [seat.name for seat in rematch.match.seats]
            assert chairs == ["Mia", "Ella", "Ben", "Tom"], "passed on, as they sat"


@asynchronous
async def test_a_device_that_had_none_of_its_own_sits_down_on_all_it_has_come_to_as_they_sat(
    path: Path,
) -> None:
    tablet, phone = "tablet", "phone"
    async with hall_at(path) as hall:
        wanted = NewTable("raufer", (me("Tom"), me("Mia"), OPEN), {}, fixed=True)
        match_id, secrets = await hall.open(tablet, wanted)
        async with hall.table(match_id) as table:
            for secret in reversed(secrets):
                await table.claim(phone, secret)
            await table.join(BEN, "Ben")
            for seat in range(2):
                await table.resign(tablet, seat)
            again, _ = await hall.rematch(table, BEN)
        async with hall.table(again) as rematch:
            first, second = await rematch.join(phone, "Tom", where=seating.ChairChoice(again=True))
            assert rematch.running
            seated = [
                rematch.match.seats[rematch.seats_of(None, one)[0]] for one in (first, second)
            ]
            assert [seat.name for seat in seated] == ["Tom", "Mia"]
            assert [seat.name for seat in rematch.match.seats] == ["Mia", "Ben", "Tom"]


# --- names ---


@pytest.mark.parametrize("name", ["Pixel", "pixel", "MOMO"])
@asynchronous
async def test_who_is_called_like_a_bot_can_have_any_number_of_rematches(
    path: Path, name: str
) -> None:
    async with hall_at(path, pause=1e6) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (me(name), BOT), {}))
        for _ in range(4):
            async with hall.table(match_id) as table:
                (mine,) = table.seats_of(ANNA)
                assert table.match.seats[mine].name == name
                await table.resign(ANNA, mine)
                match_id, _ = await hall.rematch(table, ANNA)


@asynchronous
async def test_bots_take_no_names_of_those_for_whom_chairs_are_kept(path: Path) -> None:
    async with hall_at(path, pause=1e6) as hall:
        chairs = (me("pixel"), OPEN, BOT)
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, chairs, {}, fixed=True))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben")
            assert bots_of(table) == ["Momo"]
            await table.resign(ANNA, 0)
            await table.resign(BEN, 1)
            again, _ = await hall.rematch(table, BEN)
        async with hall.table(again) as rematch:
            assert bots_of(rematch) == ["Momo"]
            await rematch.join(ANNA, "pixel")
            assert rematch.running


@pytest.mark.parametrize("name", ["Pixel", "pixel"])
@asynchronous
async def test_a_bot_sits_down_before_somebody_of_its_name_under_another(
    path: Path, name: str
) -> None:
    async with hall_at(path, pause=1e6) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (BOT, me(name)), {}))
        async with hall.table(match_id) as table:
            assert bots_of(table) == ["Momo"]
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (OPEN, me(name)), {}))
        async with hall.table(match_id) as table:
            await table.fill(ANNA, 0, "weak")
            assert bots_of(table) == ["Momo"]
