"""Limited time at tables: warned, then played for or out, whatever servers and clocks do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import tests.tiny.bell
from tests.tables.playing import (
    ANNA,
    BEN,
    BOT,
    CLEO,
    OPEN,
    accepted,
    asynchronous,
    hall_at,
    me,
    play_on,
    until,
)
from tischlein.core import records
from tischlein.tables.chance import contributing, proof
from tischlein.tables.chance.fairness import contribution_hash
from tischlein.tables.hall import Hall
from tischlein.tables.match.duties import Duty
from tischlein.tables.match.table import Table
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError, TooManyError
from tischlein.tables.seats import rulings
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.stored import (
    ContributionState,
    Ending,
    MatchStatus,
    ProposalKind,
    RemarkKind,
    RulingKind,
    TimeControl,
    TimeKind,
    TimeoutAction,
)
from tischlein.tables.timekeeping import BEAT, Timekeeper
from tischlein.tables.upkeep import archive

BELL = tests.tiny.bell.GAME
DAY = 86_400_000
A_DAY = TimeControl(TimeKind.MOVE, 86_400)
BEGIN = 1_700_000_000_000
FOREVER = 3600.0


class World:
    """Two clocks that only the test sets: what the machine says, and what runs on evenly."""

    def __init__(self) -> None:
        self.wall = BEGIN
        self.steady = 5000

    def passes(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds

    @asynccontextmanager
    async def hall(self, path: Path, **settings: Any) -> AsyncIterator[Hall]:
        # What goes on by itself must not come between: bots think for as long as anybody waits.
        settings.setdefault("pause", FOREVER)
        clocks = {"clock": lambda: self.wall, "steady": lambda: self.steady}
        async with hall_at(path, **clocks, **settings) as hall:
            yield hall


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


async def two(hall: Hall, control: TimeControl) -> str:
    wanted = NewTable("bauab", (me("Anna"), OPEN), {"first": "A"}, fixed=True, time_control=control)
    match_id, _ = await hall.open(ANNA, wanted)
    async with hall.table(match_id) as table:
        await table.join(BEN, "Ben", b"")
    return match_id


async def three(hall: Hall, control: TimeControl) -> str:
    wanted = NewTable(BELL.key, (me("Anna"), OPEN, OPEN), {}, fixed=True, time_control=control)
    match_id, _ = await hall.open(ANNA, wanted)
    async with hall.table(match_id) as table:
        await table.join(BEN, "Ben", b"")
        await table.join(CLEO, "Cleo", b"")
    return match_id


def told(table: Table) -> list[tuple[RulingKind, int | None, str]]:
    return [(one.what, one.seat, one.detail) for one in table.match.rulings]


def left(table: Table, seat: int) -> int:
    """Return how many seconds a seat has left."""
    assert table.match.clocks is not None
    clock = table.match.clocks.seats[seat]
    whole = clock.left if clock.until is None else clock.until - table.time
    return round(whole / 1000)


async def moves(table: Table, seat: int) -> None:
    accepted(await table.act(seat, f"{seat}-{table.number}", table.legal(seat)[0]))


async def record_of(table: Table) -> records.Record:
    events = await table.events()
    record = records.read(proof.record_text(table.match, table.game, events))
    assert proof.verify(record) is None
    assert archive.find_fault(table.match, events) == ""
    return record


# --- what is told, and what happens ---


@asynchronous
async def test_all_are_told_by_when_each_has_to_act_then_warned_then_a_bot_plays(
    path: Path, world: World
) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, A_DAY)
        async with hall.table(match_id) as table:
            assert table.duties == [Duty(0, BEGIN + DAY, False)]
            world.passes(DAY * 5 // 6 - 1)
            await hall.run_due()
            assert not table.duties[0].near
            world.passes(1)
            await hall.run_due()
            assert table.duties == [Duty(0, BEGIN + DAY, True)]
            assert not table.is_played_by_bot(0)
            await moves(table, 0)  # just in time
            (duty,) = table.duties
            assert duty == Duty(1, world.wall + DAY, False)
            world.passes(DAY)
            await hall.run_due()
            assert told(table) == [(RulingKind.OVERDUE, 1, "medium")]
            assert table.is_played_by_bot(1)
            assert table.duties == []


@asynchronous
async def test_the_bot_of_the_named_level_plays_on_and_its_owner_comes_back_by_acting(
    path: Path, world: World
) -> None:
    async with world.hall(path) as hall:
        control = TimeControl(TimeKind.MOVE, 86_400, level="weak")
        match_id = await two(hall, control)
        async with hall.table(match_id) as table:
            world.passes(DAY)
            await hall.run_due()
            assert told(table) == [(RulingKind.OVERDUE, 0, "weak")]
            table.connect(ANNA)  # a page that opens somewhere is no sign of its owner
            await table.say(0, RemarkKind.REACTION, "tea")
            assert table.is_played_by_bot(0)
            world.passes(1000)
            await moves(table, 0)
            assert not table.is_played_by_bot(0)
            assert left(table, 0) == 86_400
            await table.stand_in(BEN, 1, True)  # who lets a bot play of their own will
            table.connect(BEN)
            await until(table, lambda: not table.is_played_by_bot(1))


@asynchronous
async def test_who_loses_by_time_ends_a_match_of_two_and_the_record_says_so(
    path: Path, world: World
) -> None:
    async with world.hall(path) as hall:
        control = TimeControl(TimeKind.MATCH, 300, 5, TimeoutAction.LOSE)
        match_id = await two(hall, control)
        async with hall.table(match_id) as table:
            world.passes(100_000)
            await moves(table, 0)
            assert (left(table, 0), left(table, 1)) == (205, 300)
            world.passes(300_000)
            await hall.run_due()
    async with world.hall(path) as hall, hall.table(match_id) as table:
        assert table.match.status is MatchStatus.ENDED
        assert rulings.ending(table.match) is Ending.OVERDUE
        record = await record_of(table)
        assert [note.text for note in record.notes] == ["overdue B", "end overdue"]
        again = archive.match_from_record(record)
        assert [(one.what, one.seat) for one in again.rulings] == [
            (RulingKind.OVERDUE, 1),
            (RulingKind.END, None),
        ]


@asynchronous
async def test_where_three_play_the_match_goes_on_without_who_has_lost_by_time(
    path: Path, world: World
) -> None:
    async with world.hall(path, pause=0.0) as hall:
        match_id = await three(hall, TimeControl(TimeKind.MOVE, 60, then=TimeoutAction.LOSE))
        async with hall.table(match_id) as table:
            await moves(table, 0)
            await moves(table, 1)
            world.passes(60_000)
            await hall.run_due()
            assert table.match.seats[2].resigned
            assert told(table) == [(RulingKind.OVERDUE, 2, "")]
            with pytest.raises(NotNowError):
                await table.stand_in(CLEO, 2, False)
            await play_on(table)
            assert table.over
            assert (await record_of(table)).notes[0].text == "overdue C"


@asynchronous
async def test_seats_that_act_at_once_have_deadlines_of_their_own(path: Path, world: World) -> None:
    async with world.hall(path) as hall:
        match_id = await three(hall, TimeControl(TimeKind.MOVE, 60))
        async with hall.table(match_id) as table:
            await moves(table, 1)
            assert [duty.seat for duty in table.duties] == [0, 2]
            await table.give_time(BEN, 30)
            world.passes(60_000)
            await hall.run_due()
            assert told(table) == [(RulingKind.TIME, 1, "30")]
            await moves(table, 0)
            world.passes(30_000)
            await hall.run_due()
            assert told(table)[1:] == [(RulingKind.OVERDUE, 2, "medium")]


@asynchronous
async def test_each_moment_brings_what_it_brings_once(path: Path, world: World) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, A_DAY)
        async with hall.table(match_id) as table:
            for _ in range(30):
                world.passes(DAY // 10)
                await asyncio.gather(hall.run_due(), hall.run_due(), table.handle_deadlines())
            assert told(table) == [(RulingKind.OVERDUE, 0, "medium")]


# --- time stands still, and is given ---


@asynchronous
async def test_time_stands_still_while_the_people_pause(path: Path, world: World) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, A_DAY)
        async with hall.table(match_id) as table:
            world.passes(DAY // 2)
            await table.propose(ANNA, ProposalKind.PAUSE)
            await table.answer(BEN, True)
            assert table.match.deadline is None
            world.passes(10 * DAY)
            await hall.run_due()
    async with world.hall(path) as hall, hall.table(match_id) as table:
        await table.propose(BEN, ProposalKind.RESUME)
        assert (left(table, 0), told(table)[-1][0]) == (43_200, RulingKind.RESUME)


@asynchronous
async def test_what_is_taken_back_gives_no_time_back_on_a_clock(path: Path, world: World) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, TimeControl(TimeKind.MATCH, 300))
        async with hall.table(match_id) as table:
            world.passes(100_000)
            await moves(table, 0)
            world.passes(50_000)
            await table.propose(ANNA, ProposalKind.BACK)
            await table.answer(BEN, True)
            assert (left(table, 0), left(table, 1)) == (200, 250)
            world.passes(10_000)
            assert (left(table, 0), left(table, 1)) == (190, 250)


@asynchronous
async def test_what_is_taken_back_in_a_pause_lets_the_pause_last(path: Path, world: World) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, TimeControl(TimeKind.MATCH, 300))
        async with hall.table(match_id) as table:
            await moves(table, 0)
            for proposed in (ProposalKind.PAUSE, ProposalKind.BACK):
                await table.propose(ANNA, proposed)
                await table.answer(BEN, True)
            assert table.match.paused
            before = [left(table, seat) for seat in (0, 1)]
            world.passes(100_000)
            assert [left(table, seat) for seat in (0, 1)] == before
            await table.propose(BEN, ProposalKind.RESUME)
            world.passes(100_000)
            assert [left(table, seat) for seat in (0, 1)] == [before[0] - 100, before[1]]


@asynchronous
async def test_time_is_given_to_the_others_within_bounds_and_all_are_told(
    path: Path, world: World
) -> None:
    async with world.hall(path) as hall:
        match_id = await three(hall, TimeControl(TimeKind.MATCH, 300))
        async with hall.table(match_id) as table:
            for _ in range(2):
                await table.give_time(BEN)
            assert [left(table, seat) for seat in range(3)] == [360, 300, 360]
            said = [(one.kind, one.chair, one.text) for one in await table.remarks()]
            assert said == [(RemarkKind.TIME, 1, "30")] * 2
            with pytest.raises(NotAllowedError):
                await table.give_time("a stranger")
            for seconds in (0, -1, 301):
                with pytest.raises(InvalidError):
                    await table.give_time(BEN, seconds)
            for _ in range(5):
                await table.give_time(BEN, 100)
            with pytest.raises(NotNowError):
                await table.give_time(BEN, 100)
            assert [left(table, seat) for seat in range(3)] == [860, 300, 860]
        untimed, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), BOT), {}))
        async with hall.table(untimed) as table:
            with pytest.raises(NotNowError):
                await table.give_time(ANNA)


@asynchronous
async def test_time_given_in_a_row_is_one_ruling_and_told_only_so_often(
    path: Path, world: World
) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, TimeControl(TimeKind.MATCH, 3600))
        async with hall.table(match_id) as table:
            for seat in (0, 1):
                for _ in range(10):
                    await table.give_time(BEN, 2)
                with pytest.raises(TooManyError) as refused:
                    await table.give_time(BEN, 2)
                assert refused.value.seconds == 60
                await table.give_time(ANNA, 3)
                world.passes(60_000)
                await moves(table, seat)
            await table.give_time(BEN, 2)
            by_turns = [(RulingKind.TIME, 1, "20"), (RulingKind.TIME, 0, "3")]
            assert told(table) == [*by_turns, *by_turns, (RulingKind.TIME, 1, "2")]
            assert left(table, 1) == 3600 + 6 - 60


@asynchronous
async def test_more_time_for_oneself_needs_the_consent_of_the_others(
    path: Path, world: World
) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, A_DAY)
        async with hall.table(match_id) as table:
            world.passes(DAY * 3 // 4)
            await table.propose(ANNA, ProposalKind.TIME)
            assert left(table, 0) == 21_600
            assert table.consent.pending_seats() == (1,)
            await table.answer(BEN, False)
            assert table.match.proposal is None
            assert left(table, 0) == 21_600
            await table.propose(ANNA, ProposalKind.TIME)
            await table.answer(BEN, True)
            assert table.match.proposal is None
            assert [left(table, seat) for seat in range(2)] == [64_800, 86_400]
            assert told(table) == [(RulingKind.MORE_TIME, 0, "43200")]
            # It has run out before anybody has answered: a bot plays, and nothing is given.
            await table.propose(ANNA, ProposalKind.TIME)
            world.passes(DAY)
            await hall.run_due()
            await table.answer(BEN, True)
            assert table.match.proposal is None
            assert [what for what, _, _ in told(table)] == [
                RulingKind.MORE_TIME,
                RulingKind.OVERDUE,
            ]
        untimed, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), BOT), {}))
        async with hall.table(untimed) as table:
            with pytest.raises(NotNowError):
                await table.propose(ANNA, ProposalKind.TIME)


# --- restarts, and clocks that jump ---


@asynchronous
async def test_the_time_in_which_no_server_ran_is_nobodys_loss(path: Path, world: World) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, A_DAY)
        world.passes(DAY // 4)
        await hall.time.store_if_due()
    for away in (3 * DAY, -400 * DAY, 400 * DAY):
        world.wall += away  # and what the machine's clock says of that time is not asked
        world.steady = 77  # it has been started anew
        async with world.hall(path) as hall, hall.table(match_id) as table:
            await hall.run_due()
            assert left(table, 0) == 64_800
            assert table.duties == [Duty(0, world.wall + DAY * 3 // 4, False)]
            assert told(table) == []


@asynchronous
async def test_no_jump_of_the_machines_clock_runs_anybody_out_of_time(
    path: Path, world: World
) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, A_DAY)
        async with hall.table(match_id) as table:
            for jump in (1000 * DAY, -3000 * DAY, 2000 * DAY):
                world.wall += jump
                await hall.run_due()
                assert (left(table, 0), told(table)) == (86_400, [])
                assert table.duties == [Duty(0, world.wall + DAY, False)]
            world.passes(DAY)
            await hall.run_due()
            assert told(table) == [(RulingKind.OVERDUE, 0, "medium")]


@asynchronous
async def test_a_deadline_is_met_also_where_nobody_has_the_table_in_memory(
    path: Path, world: World
) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, A_DAY)
        world.passes(1000)
        for table in list(hall.tables):
            await hall.tables.evict_if_idle(table)
        assert len(hall.tables) == 0
        world.passes(DAY)
        await hall.run_due()
        async with hall.table(match_id) as table:
            assert told(table) == [(RulingKind.OVERDUE, 0, "medium")]


@asynchronous
async def test_a_power_cut_between_two_notes_of_the_time_lets_no_time_run_backwards(
    path: Path, world: World
) -> None:
    async with world.hall(path) as hall:
        match_id = await two(hall, A_DAY)
        world.passes(3 * BEAT)  # nothing of which is noted
        async with hall.table(match_id) as table:
            await moves(table, 0)
            since = table.match.deadline
        before = hall.time.now()
    async with world.hall(path) as hall, hall.table(match_id) as table:
        assert hall.time.now() >= before  # the move was stored with its moment
        assert table.match.deadline == since


@asynchronous
async def test_servers_that_share_storage_keep_one_time_that_never_goes_back(path: Path) -> None:
    async with SqliteStore(path) as store:
        steady = {"one": 0, "other": 500}
        keepers = {
            name: Timekeeper(store, lambda: BEGIN, partial(steady.__getitem__, name))
            for name in steady
        }
        for keeper in keepers.values():
            await keeper.begin()
            keeper.schedule("match", BEGIN + DAY)
        last = 0
        for name in ("one", "other", "other", "one") * 3:
            steady[name] += BEAT
            await keepers[name].store_if_due()
            kept = await store.stored_time()
            assert kept is not None
            assert kept >= last
            assert keepers[name].now() >= kept
            last = kept
        assert abs(keepers["one"].now() - keepers["other"].now()) <= 2 * BEAT


def test_every_match_is_due_once_and_in_its_order(tmp_path: Path) -> None:
    async def check() -> None:
        async with SqliteStore(tmp_path / "db") as store:
            now = [0]
            keeper = Timekeeper(store, lambda: now[0], lambda: now[0])
            for number in (5, 3, 9, 3):
                keeper.schedule(f"match {number}", 10 * number)
            keeper.schedule("match 5", 70)
            keeper.schedule("match 9", None)
            seen = []
            for now[0] in range(0, 200, 10):
                seen += [(now[0], match) for match in keeper.due()]
            assert seen == [(30, "match 3"), (70, "match 5")]

    asyncio.run(check())


# --- how a table begins, and goes on ---


@asynchronous
async def test_where_people_play_over_days_a_table_waits_longer_for_their_browsers(
    path: Path, world: World
) -> None:
    async def waits(hall: Hall, control: TimeControl | None) -> str:
        wanted = NewTable("bauab", (me("Anna"), OPEN), {}, contributes=True, time_control=control)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            commitment = table.match.commitment
            await table.contribute(
                lambda: (0,), [contribution_hash(b"a" * 32, match_id, commitment)], []
            )
            await table.join(BEN, "Ben", contribution_hash(b"b" * 32, match_id, commitment))
        return match_id

    async with world.hall(path) as hall:
        quick, slow = await waits(hall, None), await waits(hall, A_DAY)
        world.passes(10_000)
        await hall.run_due()
        async with hall.table(quick) as table:
            assert table.running
        async with hall.table(slow) as table:
            assert contributing.stage(table.match) is contributing.Stage.REVEALING
    # And a restart makes it no longer.
    async with world.hall(path) as hall, hall.table(slow) as table:
        await table.contribute(lambda: (0,), [], [b"a" * 32])
        world.passes(1000 * contributing.LONGEST_WAIT - 10_001)
        await hall.run_due()
        assert not table.running
        world.passes(1)
        await hall.run_due()
        assert table.running
        parts = {seat.name: seat.part for seat in table.match.seats}
        assert parts == {"Anna": ContributionState.REVEALED, "Ben": ContributionState.LEFT_OUT}
        assert left(table, 0) == left(table, 1) == 86_400


@asynchronous
async def test_a_rematch_keeps_the_time_and_bots_alone_have_none(path: Path, world: World) -> None:
    async with world.hall(path, pause=0.0) as hall:
        control = TimeControl(TimeKind.MOVE, 60, then=TimeoutAction.LOSE)
        match_id = await two(hall, control)
        async with hall.table(match_id) as table:
            await table.resign(ANNA, 0)
            again, _ = await hall.rematch(table, ANNA)
        assert (await hall.store.match(again)).time_control == control
        bots, _ = await hall.open(
            CLEO, NewTable("bauab", (BOT, BOT), {"first": "A"}, time_control=control)
        )
        async with hall.table(bots) as table:
            if table.running:
                await until(table, lambda: table.over)
            assert table.over
            assert table.match.rulings == ()
        with pytest.raises(InvalidError):
            await two(hall, TimeControl(TimeKind.MOVE, 1))
