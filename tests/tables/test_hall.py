"""The hall: tables are found again after restarts, limited in number, and cleared away."""

import asyncio
import gc
import logging
import sqlite3
import weakref
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import tests.tiny.bell
from tests.tables.playing import (
    ANNA,
    BEN,
    BOT,
    CLEO,
    OPEN,
    asynchronous,
    hall_at,
    me,
    play_on,
    put_away_at_bauab,
    two_at_bauab,
    until,
)
from tests.tables.waiting import eventually
from tischlein.bots import Decision
from tischlein.core.seats import SPECTATOR
from tischlein.tables import resumption
from tischlein.tables.chance.fairness import contribution_hash
from tischlein.tables.computing.thinking import BotThreads
from tischlein.tables.concurrency.fair_queue import Priority, Requester
from tischlein.tables.concurrency.parties import Parties
from tischlein.tables.hall import Hall
from tischlein.tables.match.table import Table
from tischlein.tables.match_limits import MatchLimits
from tischlein.tables.players import holders
from tischlein.tables.problems import (
    InvalidError,
    NotAllowedError,
    NotNowError,
    TableError,
    TooManyError,
    UnknownError,
)
from tischlein.tables.review.variations import Fork
from tischlein.tables.seats.setting_up import NewTable, new_match
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.stored import (
    ContributionState,
    MatchStatus,
    Ruling,
    RulingKind,
    SeatKind,
    StoredEvent,
    StoredMatch,
    StoredSeat,
)
from tischlein.tables.upkeep.housekeeping import Housekeeping

BELL = tests.tiny.bell.GAME
DAY = 86_400_000


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.time = 1_000_000_000_000

    def __call__(self) -> int:
        return self.time


async def finished(hall: Hall, *, fixed: bool = False) -> str:
    """Play a match of Anna's and Ben's to its end."""
    match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), OPEN), {}, fixed=fixed))
    async with hall.table(match_id) as table:
        await table.join(BEN, "Ben")
        await play_on(table)
    return match_id


@asynchronous
async def test_a_table_that_has_just_been_opened_is_not_read_back(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[str]()

    async with hall_at(path) as hall:
        match = hall.store.match

        async def reading(match_id: str) -> StoredMatch:
            read.append(match_id)
            return await match(match_id)

        monkeypatch.setattr(hall.store, "match", reading)
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), me("Ben")), {}))
        async with hall.table(match_id) as table:
            assert table.running
            assert read == []
            assert table.match == await match(match_id)


@pytest.mark.parametrize("match_id", ["bcdfghjkmnpqrs", "", "x", "a" * 14, "é" * 14, "'; --"])
@asynchronous
async def test_a_match_that_does_not_exist_is_unknown(path: Path, match_id: str) -> None:
    async with hall_at(path) as hall:
        for asked in (hall.table(match_id), hall.tables.lend_read_only(match_id)):
            with pytest.raises(UnknownError):
                async with asked:
                    pass
        assert await hall.tables.owner_of(match_id) is None


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        (NewTable("chess", (me("A"), me("B")), {}), "problem-game"),
        (NewTable("bauab", (me("A"),), {}), "problem-seats"),
        (NewTable("bauab", (me("A"), me("B")), {"plan": "moon"}), "problem-options"),
        (NewTable("bauab", (me("A"), me("B")), {"colour": "red"}), "problem-options"),
        (NewTable("bauab", (me(""), me("B")), {}), "problem-name"),
        (NewTable("bauab", (me("A"), StoredSeat(kind=SeatKind.BOT)), {}), "problem-level"),
    ],
)
@asynchronous
async def test_a_table_that_contradicts_its_game_is_not_opened(
    path: Path, wanted: NewTable, problem: str
) -> None:
    async with hall_at(path) as hall:
        with pytest.raises((InvalidError, UnknownError)) as caught:
            await hall.open(ANNA, wanted)
        assert caught.value.phrase.key == problem
        assert await hall.matches.of(ANNA) == []


@asynchronous
async def test_a_match_with_options_that_are_no_more_is_named_as_such(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            match = table.match
        await hall.store.update_match(match.changed(options="moon=full"))
    async with hall_at(path) as hall:
        with pytest.raises(NotNowError) as caught:
            async with hall.table(match_id):
                pass
        assert caught.value.phrase.key == "problem-other-version"
        assert [listed.id for listed in await hall.matches.of(ANNA)] == [match_id]


@asynchronous
async def test_many_who_ask_at_once_get_the_same_table(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)

    all_have_it = asyncio.Barrier(20)

    async def ask() -> object:
        async with hall.table(match_id) as table:
            await all_have_it.wait()
            return table

    async with hall_at(path) as hall:
        found = await asyncio.gather(*(ask() for _ in range(20)))
        assert len(set(map(id, found))) == 1


@asynchronous
async def test_a_session_may_not_let_too_many_tables_wait(path: Path) -> None:
    async with hall_at(path, match_limits=MatchLimits(waiting=2)) as hall:
        for _ in range(2):
            await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
        with pytest.raises(TooManyError):
            await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
        await hall.open(ANNA, NewTable("bauab", (me("Anna"), me("Otto")), {}))
        await hall.open(BEN, NewTable("bauab", (me("Ben"), OPEN), {}))


@asynchronous
async def test_running_matches_and_tables_in_memory_have_an_end(path: Path) -> None:
    both = NewTable("bauab", (me("Anna"), me("Otto")), {})
    bots = NewTable("bauab", (BOT, BOT), {})
    async with hall_at(path, match_limits=MatchLimits(running=2, bots_alone=1), pause=1e6) as hall:
        await hall.open(ANNA, bots)
        with pytest.raises(TooManyError, match="bots-alone"):
            await hall.open(ANNA, bots)
        await hall.open(ANNA, both)
        with pytest.raises(TooManyError, match="running-matches"):
            await hall.open(ANNA, both)
        await hall.open(BEN, both)
    async with hall_at(path, match_limits=MatchLimits(bots_alone_altogether=1), pause=1e6) as hall:
        await hall.resumption.resume()
        with pytest.raises(TooManyError, match="server-full"):
            await hall.open(BEN, bots)
    async with hall_at(path, match_limits=MatchLimits(in_memory=1), pause=1e6) as hall:
        await hall.resumption.resume()
        with pytest.raises(TooManyError, match="server-full"):
            await hall.open(BEN, both)


@asynchronous
async def test_no_address_has_all_places_of_bots_alone_even_all_at_once(path: Path) -> None:
    bots = NewTable("bauab", (BOT, BOT), {})

    async def opened(hall: Hall, address: str, number: int) -> int:
        opening = (hall.open(f"{address} {one}", bots, address) for one in range(number))
        found = await asyncio.gather(*opening, return_exceptions=True)
        refused = {one.phrase.key for one in found if isinstance(one, TooManyError)}
        assert refused == {"problem-bots-alone-of-network"}
        return sum(not isinstance(one, BaseException) for one in found)

    limits = MatchLimits(bots_alone_altogether=12)
    async with hall_at(path, match_limits=limits, pause=1e6) as hall:
        assert await opened(hall, "bad", 20) == 6
        assert await opened(hall, "worse", 20) == 3
        await hall.open("neighbour", bots, "next door")


@asynchronous
async def test_a_match_of_bots_alone_has_its_place_until_it_is_over(path: Path) -> None:
    bots = NewTable(BELL.key, (BOT, BOT), {})
    async with hall_at(path, match_limits=MatchLimits(bots_alone_altogether=2)) as hall:
        for number in range(3):
            match_id, _ = await hall.open(f"bad {number}", bots, "bad")
            async with hall.table(match_id) as table:
                await until(table, lambda: table.ended)


@asynchronous
async def test_the_lobby_shows_listed_tables_until_they_start(path: Path) -> None:
    async with hall_at(path) as hall:
        await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
        listed, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}, listed=True))
        assert [match.id for match in await hall.store.lobby()] == [listed]
        async with hall.table(listed) as table:
            await table.join(BEN, "Ben")
        assert await hall.store.lobby() == []


@asynchronous
async def test_bots_go_on_after_a_restart_without_anybody_looking(path: Path) -> None:
    async with hall_at(path, pause=60) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (BOT, BOT), {}))
        async with hall.table(match_id) as table:
            assert table.number == 1
    async with hall_at(path) as hall:
        while True:
            if (await hall.store.match(match_id)).status is MatchStatus.FINISHED:
                break
            async with hall.table(match_id) as table:
                await until(table, lambda: table.over)


@asynchronous
async def test_however_many_matches_there_are_all_are_taken_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resumption, "_PAGE", 2)
    async with hall_at(path, pause=3600) as hall:
        chairs = me("Anna"), BOT
        wanted = NewTable("bauab", chairs, {"first": "B"}, fixed=True)
        matches = {(await hall.open(ANNA, wanted))[0] for _ in range(5)}
    async with hall_at(path, pause=3600) as hall:
        await hall.resumption.resume()
        assert {table.id for table in hall.tables} == matches


@asynchronous
async def test_a_match_that_waits_for_people_does_not_stay_in_memory_after_a_restart(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        await two_at_bauab(hall)
    async with hall_at(path) as hall:
        await hall.resumption.resume()
        await eventually(lambda: len(hall.tables) == 0)  # the hall itself takes it up, too


@asynchronous
async def test_a_match_that_somebody_has_looked_at_stays_in_memory_while_others_are_taken_up(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        looked_at, _ = await two_at_bauab(hall), await two_at_bauab(hall)
    async with hall_at(path) as hall:
        async with hall.table(looked_at):
            pass
        await hall.resumption.resume()
        # The hall itself takes up the other one, too, and may just be putting it away.
        await eventually(lambda: [table.id for table in hall.tables] == [looked_at])


@asynchronous
async def test_a_match_that_somebody_looks_at_while_it_is_being_taken_up_stays_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall:
        match_id = await put_away_at_bauab(hall)
        match, looks = hall.store.match, list[asyncio.Task[Table]]()

        async def reading(match_id: str) -> StoredMatch:
            looks.append(asyncio.create_task(hall.tables.get(match_id)))
            return await match(match_id)

        monkeypatch.setattr(hall.store, "match", reading)
        await hall.tables.take_up(match_id)
        assert [await look for look in looks] == [hall.tables[match_id]]
        await hall.tables.take_up(match_id)
        assert match_id in hall.tables
        await hall.tables.evict_if_idle(hall.tables[match_id])
        monkeypatch.setattr(hall.store, "match", match)
        await hall.tables.take_up(match_id)
        assert match_id not in hall.tables


@asynchronous
async def test_whoever_comes_while_matches_are_taken_up_after_a_restart_is_served(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        matches = [await two_at_bauab(hall) for _ in range(20)]
    async with hall_at(path) as hall:

        async def visit(match_id: str, hesitation: int) -> None:
            for _ in range(hesitation):
                await asyncio.sleep(0)
            async with hall.table(match_id) as table:
                await table.observer(SPECTATOR)

        visits = [visit(match, hesitation) for match in matches for hesitation in range(0, 60, 3)]
        await asyncio.gather(hall.resumption.resume(), *visits)


@asynchronous
async def test_idle_tables_leave_memory_and_used_ones_stay(path: Path) -> None:
    async with hall_at(path, housekeeping=Housekeeping(linger=0)) as hall:
        idle, used = await two_at_bauab(hall), await two_at_bauab(hall)
        async with hall.table(used):
            await hall.clean_up()
            assert len(hall.tables) == 1
        await hall.clean_up()
        assert len(hall.tables) == 0
        async with hall.table(idle) as table:
            assert table.running


@asynchronous
async def test_a_closed_table_is_no_work_for_the_garbage_collector(path: Path) -> None:
    gc.collect()
    gc.disable()
    try:
        async with hall_at(path, housekeeping=Housekeeping(linger=0)) as hall:
            match_id, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), BOT), {}))
            async with hall.table(match_id) as table:
                await play_on(table)
                await table.observer(SPECTATOR)
                assert table.over
                closed = weakref.ref(table)
                del table
            await hall.clean_up()
            assert len(hall.tables) == 0
            assert closed() is None
    finally:
        gc.enable()


@asynchronous
async def test_finished_matches_leave_memory_at_once_when_nobody_looks(path: Path) -> None:
    async with hall_at(path, housekeeping=Housekeeping(linger=3600)) as hall:
        match_id = await finished(hall)
        await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            table.connect(CLEO)
        await hall.clean_up()
        assert len(hall.tables) == 2
        table.disconnect(CLEO)
        await hall.clean_up()
        assert len(hall.tables) == 1
        async with hall.table(match_id) as again:
            assert again.over


@asynchronous
async def test_tables_that_nobody_joins_are_removed_after_a_day(path: Path) -> None:
    clock = Clock()
    async with hall_at(path, clock=clock, steady=clock) as hall:
        await hall.clean_up()
        waiting, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
        running, done = await two_at_bauab(hall), await finished(hall)
        async with hall.table(waiting):
            pass
        clock.time += DAY - 1
        await hall.clean_up()
        assert len(await hall.matches.of(ANNA)) == 3
        clock.time += 2
        await hall.clean_up()
        assert {match.id for match in await hall.matches.of(ANNA)} == {running, done}
        with pytest.raises(UnknownError):
            async with hall.table(waiting):
                pass


@asynchronous
async def test_a_clock_that_jumps_costs_no_table(path: Path) -> None:
    clock, steady = Clock(), Clock()
    for jump in (400 * DAY, -800 * DAY, 400 * DAY):
        async with hall_at(path, clock=clock, steady=steady) as hall:
            await hall.clean_up()
            await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
            clock.time += jump  # while the server runs
            await hall.clean_up()
            clock.time += 1000
            steady.time += 1000
            await hall.clean_up()
        clock.time += 300 * DAY  # and while it does not
    async with hall_at(path, clock=clock, steady=steady) as hall:
        await hall.clean_up()
        assert len(await hall.matches.of(ANNA)) == 3


@asynchronous
async def test_finished_matches_are_kept_unless_the_host_of_the_server_wants_it_otherwise(
    path: Path,
) -> None:
    clock = Clock()
    for kept, left in ((None, 1), (DAY, 0)):
        settings = {"clock": clock, "steady": clock, "housekeeping": Housekeeping(finished=kept)}
        async with hall_at(path, **settings) as hall:
            await hall.clean_up()
            if kept is None:
                await finished(hall)
            clock.time += 100 * DAY
            await hall.clean_up()
            assert len(await hall.matches.of(ANNA)) == left


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE match SET status = 'fun' WHERE id = ?", "problem-match-broken"),
        ("UPDATE match SET rulings = '[7]' WHERE id = ?", "problem-match-broken"),
        ("UPDATE seat SET kind = 'ghost' WHERE match = ? AND seat = 1", "problem-match-broken"),
        ("DELETE FROM seat WHERE match = ? AND seat = 0", "problem-match-broken"),
        ("UPDATE event SET measurement = x'c1' WHERE match = ?", "problem-match-broken"),
        ("DELETE FROM event WHERE match = ? AND number = 2", "problem-match-broken"),
        ("UPDATE event SET seat = 5, action = -9 WHERE match = ?", "problem-match-broken"),
        ("UPDATE event SET action = 1 << 40 WHERE match = ?", "problem-match-broken"),
        ("UPDATE match SET game = 'gone' WHERE id = ?", "problem-game-gone"),
    ],
)
@asynchronous
async def test_what_is_damaged_costs_its_match_and_no_more(
    path: Path, statement: str, problem: str
) -> None:
    async with hall_at(path) as hall:
        broken, whole = await two_at_bauab(hall), await two_at_bauab(hall)
        lobby, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}, listed=True))
        async with hall.table(broken) as table:
            await play_on(table, most=3)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement, (broken,))
        connection.execute("CREATE TEMP TABLE one AS SELECT * FROM match WHERE id = ?", (lobby,))
        connection.execute("UPDATE one SET id = 'x', status = 'fun'")
        connection.execute("INSERT INTO match SELECT * FROM one")
    async with hall_at(path) as hall:
        await hall.resumption.resume()
        await hall.clean_up()
        assert [match.id for match in await hall.store.lobby()] == [lobby]
        assert whole in {match.id for match in await hall.matches.of(ANNA)}
        with pytest.raises(NotNowError) as caught:
            async with hall.table(broken):
                pass
        assert caught.value.phrase.key == problem
        async with hall.table(whole) as table:
            assert await play_on(table, most=2) == 2


@pytest.mark.parametrize("error", [ValueError("unheard of"), StoreUnavailableError("away")])
@asynchronous
async def test_a_match_that_cannot_be_taken_up_keeps_no_other_waiting(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    caplog.set_level(logging.INFO)  # a store itself warns of what keeps it from working
    async with hall_at(path, pause=3600) as hall:
        wanted = NewTable("bauab", (me("Anna"), BOT), {"first": "B"}, fixed=True)
        broken, whole = sorted([(await hall.open(ANNA, wanted))[0] for _ in range(2)])
    async with hall_at(path, pause=3600) as hall:
        events = hall.store.events

        async def reads(match_id: str, *bounds: int) -> list[StoredEvent]:
            if match_id == broken:
                raise error
            return await events(match_id, *bounds)

        monkeypatch.setattr(hall.store, "events", reads)
        await hall.resumption.resume()
        assert [table.id for table in hall.tables] == [whole]
        assert f"match {broken}" in caplog.text


@pytest.mark.parametrize("away", ["match_ids", "events"])
@asynchronous
async def test_bots_go_on_by_themselves_once_storage_works_again_that_was_away_at_the_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, away: str
) -> None:
    monkeypatch.setattr(resumption, "RETRY", 0.0)
    async with hall_at(path, pause=3600) as hall:
        wanted = NewTable("bauab", (me("Anna"), BOT), {"first": "B"}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
    works, failures = getattr(SqliteStore, away), 3

    async def fails_first(*asked: Any, **more: Any) -> Any:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise StoreUnavailableError("away")
        return await works(*asked, **more)

    monkeypatch.setattr(SqliteStore, away, fails_first)
    async with hall_at(path) as hall:
        taken_up = asyncio.Event()
        hall.on_match_change = lambda _: taken_up.set()
        await taken_up.wait()
        await until(hall.tables[match_id], lambda: hall.tables[match_id].number > 0)


@asynchronous
async def test_who_has_given_up_has_not_won_whatever_a_bot_did_on_the_seat(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await table.resign(ANNA, 0)
        assert (await hall.store.match(match_id)).status is MatchStatus.ENDED
        won = await finished(hall, fixed=True)
        async with hall.table(won) as table:
            winner = table.position.ranks().index(0)
            played = table.match
        stands_in = replace(played.seats[winner], resigned=True, level="weak")
        seats = tuple(stands_in if seat == winner else one for seat, one in enumerate(played.seats))
        rulings = (Ruling(RulingKind.RESIGN, 0, 0, winner),)
        await hall.store.update_match(played.changed(seats=seats, rulings=rulings))
    async with hall_at(path) as hall:
        for session, places in ((ANNA, [[0, 1], [0, 1]]), (BEN, [[1, 0], [1, 0]])):
            told = {one.game: one for one in await hall.matches.statistics(session)}
            if winner == 1:
                places[1].reverse()
            assert told["bauab"].places == places[0]
            assert (told["bauab"].best, told["bauab"].facts) == (None, [])
            assert told[BELL.key].places == places[1]


@asynchronous
async def test_what_matches_come_to_leaves_out_those_of_which_nothing_is_known(path: Path) -> None:
    async with hall_at(path) as hall:
        counted, older, damaged = [await finished(hall) for _ in range(3)]
        await two_at_bauab(hall)  # it goes on
        match = await hall.store.match(older)
        await hall.store.update_match(match.changed(rules_version=match.rules_version + 1))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM event WHERE match = ? AND number = 2", (damaged,))
    async with hall_at(path) as hall:
        (told,) = await hall.matches.statistics(ANNA)
        assert (told.game, told.matches) == (BELL.key, 1)
        assert hall.matches.results.cached(counted) is not None
        assert await hall.outcome(older) is None
        async with hall.table(older) as table:
            with pytest.raises(NotNowError, match="other-version"):
                async with hall.variations.lend(table, Fork(0, "", frozenset()), "somebody"):
                    pass


@asynchronous
async def test_matches_that_go_on_take_no_place_from_those_that_are_over(path: Path) -> None:
    async with hall_at(path) as hall:
        await finished(hall)
        await two_at_bauab(hall)  # it goes on, and has been changed last
        (told,) = await hall.matches.statistics(ANNA, limit=1)
        assert (told.game, told.matches) == (BELL.key, 1)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Requester]:
    """For whom bots have been asked to think so far."""
    noted = list[Requester]()
    choose = BotThreads.choose

    async def noting(self: BotThreads, *arguments: Any) -> Decision | None:
        noted.append(arguments[-1])
        return await choose(self, *arguments)

    monkeypatch.setattr(BotThreads, "choose", noting)
    return noted


async def play_against_a_bot(hall: Hall, session: str, party: str | None = None) -> str:
    """Open a table, and let its bot begin; return the match's id."""
    wanted = NewTable("bauab", (me("Somebody"), BOT), {"first": "B"}, fixed=True)
    match_id, _ = await hall.open(session, wanted, party)
    async with hall.table(match_id) as table:
        await until(table, lambda: table.number > 0)
    return match_id


@asynchronous
async def test_all_tables_of_a_host_are_one_party(path: Path, asked: list[Requester]) -> None:
    async with hall_at(path) as hall:
        for session in (ANNA, ANNA, BEN):
            await play_against_a_bot(hall, session)
    first, second, third = asked
    assert first == second
    assert third.party != first.party
    assert {one.priority for one in asked} == {Priority.LIVE}


@asynchronous
async def test_hosts_who_come_from_one_address_are_one_party_and_take_turns_in_it(
    path: Path, asked: list[Requester]
) -> None:
    async with hall_at(path) as hall:
        await play_against_a_bot(hall, ANNA, "school")
        await play_against_a_bot(hall, BEN, "school")
        await play_against_a_bot(hall, BEN, "home")
    assert [one.party for one in asked] == ["school", "school", "home"]
    assert [one.member for one in asked] == [ANNA, BEN, BEN]


@asynchronous
async def test_a_host_is_of_the_address_from_which_it_has_come_last(
    path: Path, asked: list[Requester]
) -> None:
    async with hall_at(path) as hall:
        match_id = await play_against_a_bot(hall, ANNA, "school")
        hall.parties.note(ANNA, "home")
        async with hall.table(match_id) as table:
            await table.act(0, "c1", table.position.legal(0)[0])
            await until(table, lambda: len(asked) > 1)
    assert [one.party for one in asked] == ["school", "home"]


@asynchronous
async def test_places_of_hosts_who_come_back_after_a_restart_are_those_of_their_address(
    path: Path,
) -> None:
    bots = NewTable("bauab", (BOT, BOT), {})
    limits = MatchLimits(bots_alone_altogether=12)
    async with hall_at(path, match_limits=limits, pause=1e6) as hall:
        for number in range(6):
            await hall.open(f"bad {number}", bots, "bad")
    async with hall_at(path, match_limits=limits, pause=1e6) as hall:
        await hall.resumption.resume()
        for number in range(6):
            hall.parties.note(f"bad {number}", "bad")
        with pytest.raises(TooManyError, match="bots-alone-of-network"):
            await hall.open("bad 7", bots, "bad")
        await hall.open("neighbour", bots, "next door")


def test_of_the_sessions_whose_party_is_known_the_longest_absent_is_forgotten() -> None:
    parties = Parties(2)
    for session in ("a", "b", "a", "c"):
        parties.note(session, "school")
    wanted = NewTable(BELL.key, (BOT, BOT), {})
    matches = [new_match(BELL, session, (BOT, BOT), "", wanted, 0)[0] for session in "abc"]
    assert [parties.of_match(match) for match in matches] == ["school", "b", "school"]


@asynchronous
async def test_whoever_tries_variations_out_takes_turns_with_others_who_do(
    path: Path, asked: list[Requester]
) -> None:
    async with hall_at(path) as hall, hall.table(await finished(hall)) as table:
        for party in ("busy", "busy", "guest"):
            async with hall.variations.lend(table, Fork(0, "", {0, 1}), party) as line:
                await until(line, lambda: line.number > 0)
    assert {one.party for one in asked} == {"busy", "guest"}
    assert {one.priority for one in asked} == {Priority.BACKGROUND}


@pytest.mark.parametrize(
    ("fault", "told", "traced"),
    [
        (StoreUnavailableError("the disk is full"), "clearing away fails: the disk is full", False),
        (LookupError("a fault of ours"), "clearing away fails: a fault of ours", True),
    ],
)
@asynchronous
async def test_housekeeping_that_fails_is_tried_again(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    fault: Exception,
    told: str,
    traced: bool,
) -> None:
    async with hall_at(path, housekeeping=Housekeeping(every=0.001)) as hall:
        rounds = asyncio.Semaphore(0)

        async def fails() -> None:
            rounds.release()
            raise fault

        monkeypatch.setattr(hall, "clean_up", fails)
        for _ in range(3):
            await rounds.acquire()
        assert told in caplog.text
        assert ("Traceback" in caplog.text) == traced


@asynchronous
async def test_a_rematch_seats_whoever_asks_and_the_bots_and_expects_the_others(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        chairs = (me("Anna"), BOT, OPEN)
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, chairs, {}))
        async with hall.table(match_id) as table:
            with pytest.raises(NotAllowedError):
                await hall.rematch(table, CLEO)
            with pytest.raises(NotNowError):
                await hall.rematch(table, ANNA)
            await table.join(BEN, "Ben")
            await play_on(table)
            with pytest.raises(NotAllowedError):
                await hall.rematch(table, None)
            (before,) = table.seats_of(ANNA)
            again, secrets = await hall.rematch(table, ANNA, contributes=True)
            same, none = await hall.rematch(table, BEN)
            assert (again, same, len(secrets), none) == (again, again, 1, [])
            assert table.match.successor == again
        async with hall.table(again) as rematch:
            seats = rematch.match.seats
            kinds = {seat.name: seat.kind for seat in seats}
            assert kinds.pop("Anna") is SeatKind.PERSON
            assert kinds.pop("Ben") is SeatKind.FREE
            assert set(kinds.values()) == {SeatKind.BOT}
            assert rematch.seats_of(ANNA) == ((before - 1) % 3,)
            assert seats[rematch.seats_of(ANNA)[0]].part is ContributionState.PROMISED
            given = contribution_hash(b"a" * 16, again, rematch.match.commitment)
            await rematch.contribute(lambda: rematch.seats_of(ANNA), [given], [])
            await rematch.join(BEN, "Ben")
            await rematch.contribute(lambda: rematch.seats_of(ANNA), [], [b"a" * 16])
            assert rematch.running


@asynchronous
async def test_asking_twice_at_once_for_a_rematch_opens_one(path: Path) -> None:
    async with hall_at(path) as hall:
        async with hall.table(await finished(hall)) as table:
            opened = await asyncio.gather(
                *(hall.rematch(table, session) for session in (ANNA, BEN, ANNA, BEN))
            )
            assert len({match_id for match_id, _ in opened}) == 1
        assert len(await hall.matches.of(ANNA)) == 2


@asynchronous
async def test_when_the_hall_closes_whoever_waits_is_told_to_come_back(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            waiting = [asyncio.create_task(table.act(0, f"c{n}", 0)) for n in range(5)]
            await asyncio.sleep(0)
    answers = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(a, (TableError, asyncio.CancelledError)) or a for a in answers)
    with pytest.raises(NotNowError):
        await table.act(0, "late", 0)


@asynchronous
async def test_a_program_that_listens_at_another_node_is_there_at_every_table(
    tmp_path: Path,
) -> None:
    robo = holders.of_program("robo")
    listens, nobody = frozenset({robo, holders.of_program("other")}), frozenset[str]()
    async with hall_at(tmp_path / "db") as hall:
        wanted = NewTable("bauab", (me("Anna"), OPEN), {}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await table.join(robo, "Robo", b"")
            (seat,) = table.seats_of(robo)
            assert not table.is_present(seat)
            assert table.away_for(seat) > 0
            await table.stand_in(robo, seat, True)
            hall.tables.set_remote_sessions(listens)
            assert (table.is_present(seat), table.away_for(seat)) == (True, 0)
            await until(table, lambda: not table.is_played_by_bot(seat))  # its seat is handed back
            table.connect(robo)
            hall.tables.set_remote_sessions(nobody)
            assert table.is_present(seat), "it has come here"
            hall.tables.set_remote_sessions(listens)
            table.disconnect(robo)
            assert table.is_present(seat)
            hall.tables.set_remote_sessions(nobody)
            assert not table.is_present(seat)
            assert table.away_for(seat) > 0
            hall.tables.set_remote_sessions(listens)
    async with hall_at(tmp_path / "db") as hall:
        hall.tables.set_remote_sessions(listens)
        async with hall.table(match_id) as table:
            assert table.is_present(seat)
            idle = table.users == 1 and not table.listeners
            assert idle, "nothing of it keeps the table in memory"
