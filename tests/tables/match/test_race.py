"""Races at a table: the fastest counts, whichever message came first; no clock is trusted."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, NoReturn

import pytest

import tests.tiny.dash
from tests.tables.manual_clock import advance_time, with_manual_clock
from tests.tables.playing import (
    ANNA,
    BEN,
    BOT,
    CLEO,
    OPEN,
    accepted,
    answers_lost,
    hall_at,
    me,
    until,
)
from tests.tables.waiting import eventually
from tests.tiny.dash.bots import MILLISECONDS
from tests.tiny.dash.state import GO, LEFT, PASS, RIGHT
from tischlein.core.events import Event
from tischlein.core.measurements import Measurement
from tischlein.core.phrases import Phrase
from tischlein.core.position import Position
from tischlein.core.race import TimeLimit
from tischlein.core.seats import CHANCE
from tischlein.games.misd.actions import TURN
from tischlein.games.misd.race import COUNTDOWN
from tischlein.tables.computing.thinking import make_bot
from tischlein.tables.computing.workers import MEASURING, WorkerProcesses
from tischlein.tables.concurrency.process_pool import TooLongError
from tischlein.tables.hall import Hall
from tischlein.tables.match import race
from tischlein.tables.match.race import Claim, Timing, ordered, window_seconds
from tischlein.tables.match.table import Table
from tischlein.tables.problems import NotNowError, TableClosedError
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.stored import AcceptedCommand, RefusedCommand, StoredAnswer, StoredSeat

DASH = tests.tiny.dash.GAME
APART = StoredSeat(kind=BOT.kind, level="apart")
SECOND = 1_000
FALLING = 5_000
"""Milliseconds that a ball takes at most."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


@pytest.fixture(autouse=True)
def _measured_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Find out where balls fall in this process: others take longer to start than it all takes.

    Nor is any started that nobody asks in the end.
    """

    async def measure(
        self: WorkerProcesses, position: Position, action: int, limit: float, *_: object
    ) -> Measurement:
        del self, limit
        return position.measure(action)

    monkeypatch.setattr(WorkerProcesses, "measure", measure)
    monkeypatch.setattr(WorkerProcesses, "prepare", lambda *_: None)


async def dash(hall: Hall, second: StoredSeat = OPEN) -> str:
    """Open a table at which Anna, who starts, and somebody else play Dash."""
    match_id, _ = await hall.open(ANNA, NewTable(DASH.key, (me("Anna"), second), {}, fixed=True))
    if second is OPEN:
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
    return match_id


async def ball_falls(table: Table) -> None:
    """Let a ball that was let go lie."""
    await advance_time(FALLING)
    await until(table, lambda: table.racing)


async def ball_lies(table: Table) -> None:
    """Let the first ball fall to the right, and lie for as long as the fastest need."""
    accepted(await table.act(0, "go", GO))
    await ball_falls(table)
    await advance_time(race.FASTEST)


def believes(table: Table) -> None:
    """Let the table believe the times that it is told: the ways are long."""
    table.record_round_trip((0, 1, 2), 5_000)


async def collected(
    table: Table, *claims: Coroutine[None, None, StoredAnswer]
) -> list[asyncio.Task[StoredAnswer]]:
    """Let claims arrive one after the other; their answers come when the window closes."""
    answers: list[asyncio.Task[StoredAnswer]] = []
    for claim in claims:
        answers.append(asyncio.create_task(claim))
        await eventually(lambda: len(pending(table)) == len(answers))
    return answers


async def claimed_by_both(table: Table) -> list[asyncio.Task[StoredAnswer]]:
    """Let both claim the ball, the first seat a little sooner."""
    return await collected(table, table.act(0, "a", RIGHT, 200), table.act(1, "b", RIGHT, 240))


async def fails(*_: Any, **__: Any) -> None:
    """Fail as nobody foresaw, in place of storage."""
    raise LookupError("a fault of ours")


def pending(table: Table) -> list[Claim]:
    """Return the claims that wait for the window to close."""
    running = table._play.referee.race
    return [] if running is None else running.claims


async def window_closes() -> None:
    """Let the time go by for which claims are collected at most."""
    await advance_time(race.WINDOW[1])


@with_manual_clock
async def test_the_start_is_answered_before_the_ball_lies(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        assert accepted(await table.act(0, "go", GO)) == 1
        assert table.acting == ()
        assert table.film is None
        await ball_falls(table)
        assert table.number == 2
        assert table.observe(0).state.ball == 100
        assert table.film is not None
        assert table.film.frames == 30


@with_manual_clock
async def test_what_happens_goes_on_after_a_restart(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await dash(hall)
        async with hall.table(match_id) as table:
            await table.act(0, "go", GO)
    async with hall_at(path) as hall, hall.table(match_id) as table:
        await ball_falls(table)
        assert table.number == 2
        assert table.observe(0).state.ball == 100
        assert [stored.event.measurement for stored in await table.events()] == [(), (100,)]


@with_manual_clock
async def test_chance_without_physics_is_waited_for_and_asks_no_process(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Position] = []

    async def measure(self: WorkerProcesses, position: Position, *_: object) -> Measurement:
        del self
        asked.append(position)
        return Measurement(())

    monkeypatch.setattr(WorkerProcesses, "measure", measure)
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("misd", (me("Anna"), OPEN), {}, fixed=True))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            (turner,) = table.acting
            turned = accepted(await table.act(turner, "turn", TURN))
            assert table.number == turned
            assert not table.racing
            await advance_time(COUNTDOWN)
            await until(table, lambda: table.racing)
            events = [stored.event for stored in (await table.events())[turned:]]
            assert [(event.seat, event.measurement) for event in events] == [(CHANCE, ())]
    assert not asked


@pytest.mark.parametrize("error", [TooLongError("too long"), ValueError("unheard of")])
@with_manual_clock
async def test_what_could_not_be_found_out_is_tried_again_with_more_patience(
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
) -> None:
    limits: list[float] = []
    measure = WorkerProcesses.measure

    async def fails(
        self: WorkerProcesses, position: Position, action: int, limit: float = MEASURING, *_: object
    ) -> Measurement:
        limits.append(limit)
        if len(limits) < 3:
            raise error
        return await measure(self, position, action, limit)

    monkeypatch.setattr(WorkerProcesses, "measure", fails)
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await table.act(0, "go", GO)
        await advance_time(FALLING)
        for _ in range(2):
            await eventually(lambda: bool(limits))
            await advance_time(FALLING)
        await eventually(lambda: table.number == 2)
        assert table.observe(0).state.ball == 100
    much = isinstance(error, TooLongError)
    assert limits == ([MEASURING, 2 * MEASURING, 4 * MEASURING] if much else [MEASURING] * 3)
    assert f"match {table.id}: what happens" in caplog.text


@with_manual_clock
async def test_when_storage_fails_each_claim_is_told_and_what_was_stored_after_all_counts(
    path: Path,
) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        believes(table)
        claims = await claimed_by_both(table)
        with answers_lost(hall.store):
            await window_closes()
            for claim in claims:
                with pytest.raises(NotNowError, match="storage"):
                    await claim
        assert await table.act(0, "a", RIGHT, 200) == AcceptedCommand(0, "a", 3)
        assert table.observe(0).state.chips[:2] == (1, 0)


@with_manual_clock
async def test_a_bot_whose_claim_storage_has_lost_claims_again_though_nobody_asks(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        hall_at(path, make_player=make_bot) as hall,
        hall.table(await dash(hall, BOT)) as table,
    ):
        await ball_lies(table)
        await advance_time(MILLISECONDS - race.FASTEST)
        await eventually(lambda: len(pending(table)) == 1)
        append = hall.store.append
        lost: list[object] = []

        async def lose(*match: Any, **_: Any) -> None:
            lost.append(match)
            raise StoreUnavailableError("the cable has come off")

        monkeypatch.setattr(hall.store, "append", lose)
        await window_closes()
        await eventually(lambda: bool(lost) and table._recovery.is_due)
        monkeypatch.setattr(hall.store, "append", append)
        assert table.number == 2
        await advance_time(SECOND)
        await eventually(lambda: len(pending(table)) == 1)
        await window_closes()
        await eventually(lambda: table.number >= 3)
        claim = (await table.events())[2].event
        assert (claim.seat, claim.action, claim.measurement) == (1, RIGHT, (MILLISECONDS,))


@with_manual_clock
async def test_after_a_fault_that_nobody_foresaw_claims_are_decided_upon_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        believes(table)
        claims = await claimed_by_both(table)
        append = hall.store.append

        monkeypatch.setattr(hall.store, "append", fails)
        await window_closes()
        for claim in claims:
            with pytest.raises(LookupError, match="of ours"):
                await claim
        monkeypatch.setattr(hall.store, "append", append)
        await advance_time(SECOND)
        (again,) = await collected(table, table.act(0, "a", RIGHT, 200))
        await window_closes()
        assert await again == AcceptedCommand(0, "a", 3)


@with_manual_clock
async def test_a_table_outlasts_a_fault_with_a_claim_for_whose_answer_nobody_waits_any_more(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        believes(table)
        gone, stays = await claimed_by_both(table)
        gone.cancel()  # as when the connection is lost on which it came
        await asyncio.wait((gone,))

        with monkeypatch.context() as patch:
            patch.setattr(hall.store, "append", fails)
            await window_closes()
            await eventually(stays.done)
            with pytest.raises(LookupError, match="of ours"):
                await stays
        assert not table.closed
        await advance_time(SECOND)
        (again,) = await collected(table, table.act(0, "a", RIGHT, 200))
        await window_closes()
        assert await again == AcceptedCommand(0, "a", 3)


@with_manual_clock
async def test_whose_claim_is_being_decided_when_the_table_is_closed_is_told_so(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        believes(table)
        claims = await claimed_by_both(table)
        writes = asyncio.Event()

        async def lasts(*_: Any, **__: Any) -> NoReturn:
            writes.set()
            while True:
                await asyncio.Future()

        monkeypatch.setattr(hall.store, "append", lasts)
        await window_closes()
        await eventually(writes.is_set)
        await table.close()
        for claim in claims:
            await eventually(claim.done)
            with pytest.raises(TableClosedError):
                await claim


@with_manual_clock
async def test_a_bot_whose_claim_a_fault_has_lost_claims_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        hall_at(path, make_player=make_bot) as hall,
        hall.table(await dash(hall, BOT)) as table,
    ):
        await ball_lies(table)
        await advance_time(MILLISECONDS - race.FASTEST)
        await eventually(lambda: len(pending(table)) == 1)
        append = hall.store.append

        monkeypatch.setattr(hall.store, "append", fails)
        await window_closes()
        await eventually(lambda: table._recovery.is_due)
        monkeypatch.setattr(hall.store, "append", append)
        await advance_time(SECOND)
        await eventually(lambda: len(pending(table)) == 1)
        await window_closes()
        await eventually(lambda: table.number >= 3)
    assert caplog.text.count("Traceback") == 1


@with_manual_clock
async def test_the_faster_claim_wins_though_it_comes_later(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        believes(table)
        slow, fast = await collected(
            table, table.act(1, "b", RIGHT, 390), table.act(0, "a", RIGHT, 250)
        )
        await window_closes()
        assert await fast == AcceptedCommand(0, "a", 3)
        late = await slow
        assert isinstance(late, RefusedCommand)
        assert late.refusal.phrase.key == "problem-too-late"
        assert late.refusal.values == {"milliseconds": 140}
        assert (await table.events())[-1].event.measurement == (250,)
        assert table.observe(0).state.chips[:2] == (1, 0)
        assert await table.act(1, "b", RIGHT) == late


@with_manual_clock
async def test_after_a_wrong_claim_the_next_one_counts(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        believes(table)
        right, wrong = await collected(
            table, table.act(0, "a", RIGHT, 180), table.act(1, "b", LEFT, 160)
        )
        await window_closes()
        assert (accepted(await wrong), accepted(await right)) == (3, 4)
        assert table.observe(0).state.chips[:2] == (1, 0)


@with_manual_clock
async def test_a_pass_waits_for_the_open_window(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        wrong, passed = await collected(
            table, table.act(0, "a", LEFT, 200), table.act(1, "b", PASS, 160)
        )
        await window_closes()
        assert (accepted(await wrong), accepted(await passed)) == (3, 4)


@with_manual_clock
async def test_a_pass_waits_for_nothing_while_nobody_has_claimed(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        assert accepted(await table.act(1, "b", PASS, 160)) == 3


@with_manual_clock
async def test_a_seat_claims_once_and_a_repeated_claim_is_the_same(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        (first,) = await collected(table, table.act(0, "a", RIGHT, 200))
        again = asyncio.create_task(table.act(0, "a", RIGHT, 200))
        with pytest.raises(NotNowError, match="claim-pending"):
            await table.act(0, "other", LEFT, 160)
        await window_closes()
        assert accepted(await first) == accepted(await again) == 3


@with_manual_clock
async def test_a_claim_that_is_repeated_after_its_connection_is_lost_gets_the_answer(
    path: Path,
) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        believes(table)
        (lost,) = await collected(table, table.act(0, "a", RIGHT, 200))
        again = asyncio.create_task(table.act(0, "a", RIGHT, 200))
        with pytest.raises(NotNowError, match="claim-pending"):  # in turn, after what came before
            await table.act(0, "other", LEFT, 160)
        lost.cancel()
        await asyncio.wait((lost,))
        await window_closes()
        assert accepted(await again) == 3


async def hot_seat(hall: Hall, bot: StoredSeat) -> str:
    """Open a table at which Anna and Ben share a device, with a bot."""
    chairs = (me("Anna"), me("Ben"), bot)
    match_id, _ = await hall.open(ANNA, NewTable(DASH.key, chairs, {}, fixed=True))
    return match_id


@with_manual_clock
async def test_a_buzzer_fixes_the_time_and_the_others_wait_for_its_claim(path: Path) -> None:
    async with (
        hall_at(path, make_player=make_bot) as hall,
        hall.table(await hot_seat(hall, BOT)) as table,
    ):
        session = table.match.seats[1].sessions[0]
        await ball_lies(table)
        believes(table)
        table.buzz(1, session, 160)
        await advance_time(MILLISECONDS - race.FASTEST)
        await eventually(lambda: len(pending(table)) == 1)  # the bot has claimed
        await window_closes()
        assert table.number == 2
        assert accepted(await table.act(1, "b", RIGHT)) == 3
        assert (await table.events())[2].event.measurement[0] < MILLISECONDS


@with_manual_clock
async def test_only_people_on_one_device_have_buzzers(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        table.buzz(0, table.match.seats[0].sessions[0], 160)
        await advance_time(300)
        (claim,) = await collected(table, table.act(0, "a", RIGHT))
        await window_closes()
        assert accepted(await claim) == 3
        assert (await table.events())[2].event.measurement == (race.FASTEST + 300,)


@pytest.mark.parametrize("seat", [BOT, APART], ids=["thread", "process"])
def test_a_bot_claims_after_its_own_time(path: Path, seat: StoredSeat) -> None:
    @with_manual_clock
    async def play() -> None:
        async with (
            hall_at(path, make_player=make_bot) as hall,
            hall.table(await dash(hall, seat)) as table,
        ):
            await ball_lies(table)
            await advance_time(MILLISECONDS - race.FASTEST - 1)
            assert not pending(table)
            await advance_time(1)
            await eventually(lambda: len(pending(table)) == 1)
            await window_closes()
            await until(table, lambda: table.number >= 3)
            claim = (await table.events())[2].event
            assert (claim.seat, claim.action, claim.measurement) == (1, RIGHT, (MILLISECONDS,))

    play()


@pytest.fixture
def time_limit(monkeypatch: pytest.MonkeyPatch) -> TimeLimit:
    """Let everybody pass after a moment who has not claimed."""
    limit = TimeLimit(1000, PASS)
    monkeypatch.setitem(vars(DASH.race), "time_limit", lambda _: limit)
    return limit


@with_manual_clock
async def test_when_time_is_up_the_table_passes_for_all_who_are_left_in_seat_order(
    path: Path, time_limit: TimeLimit
) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        assert table.clock is None
        await ball_lies(table)
        assert table.clock is not None
        assert table.clock == (1000 - race.FASTEST, time_limit.milliseconds)
        await advance_time(1000 - race.FASTEST)
        assert table.number == 2  # what was claimed in time may still be on its way
        await advance_time(race.WINDOW[0])
        await until(table, lambda: table.number == 4)
        passes = [stored.event for stored in (await table.events())[2:]]
        assert passes == [Event(seat, PASS, (time_limit.milliseconds,)) for seat in (0, 1)]
        assert not table.racing
        assert table.clock is None


@with_manual_clock
async def test_time_runs_anew_after_a_restart_and_ends_each_race(
    path: Path, time_limit: TimeLimit
) -> None:
    async with hall_at(path) as hall:
        match_id = await dash(hall)
        async with hall.table(match_id) as table:
            await ball_lies(table)
    async with hall_at(path) as hall, hall.table(match_id) as table:
        await until(table, lambda: table.racing)
        assert table.clock == (time_limit.milliseconds, time_limit.milliseconds)
        await advance_time(time_limit.milliseconds + race.WINDOW[0])
        await until(table, lambda: table.number == 4)
        accepted(await table.act(1, "go", GO))
        await ball_falls(table)
        await advance_time(time_limit.milliseconds + race.WINDOW[0])
        await until(table, lambda: table.number == 8)
        assert [s.event.seat for s in (await table.events())[-2:]] == [0, 1]


@with_manual_clock
async def test_what_is_claimed_before_time_is_up_is_put_in_order_first(
    path: Path, time_limit: TimeLimit
) -> None:
    async with hall_at(path) as hall, hall.table(await dash(hall)) as table:
        await ball_lies(table)
        believes(table)
        await advance_time(650)  # so that the window is still open when time is up
        (wrong,) = await collected(table, table.act(1, "a", LEFT, 800))
        await advance_time(499)
        assert table.number == 2
        await advance_time(1)
        assert accepted(await wrong) == 3
        await until(table, lambda: table.number == 4)
        claim, passed = ((s.event.seat, s.event.action) for s in (await table.events())[2:])
        assert (claim, passed) == ((1, LEFT), (0, PASS))


@with_manual_clock
async def test_whoever_has_pressed_the_buzzer_in_time_may_still_claim(
    path: Path, time_limit: TimeLimit
) -> None:
    async with hall_at(path) as hall, hall.table(await hot_seat(hall, BOT)) as table:
        session = table.match.seats[1].sessions[0]
        await ball_lies(table)
        believes(table)
        table.buzz(1, session, 200)
        await advance_time(1_700)
        assert table.racing
        (claim,) = await collected(table, table.act(1, "b", RIGHT))
        await window_closes()
        assert accepted(await claim) == 3
        assert (await table.events())[2].event.measurement == (200,)


@with_manual_clock
async def test_closing_the_table_answers_a_pending_claim(path: Path) -> None:
    async with hall_at(path) as hall:
        async with hall.table(await dash(hall)) as table:
            await ball_lies(table)
            (claim,) = await collected(table, table.act(0, "a", RIGHT, 200))
        await table.close()
        with pytest.raises(NotNowError, match="table-closed"):
            await claim


async def dash_of_three(hall: Hall) -> str:
    """Open a match of Anna, Ben and Cleo."""
    wanted = NewTable(DASH.key, (me("Anna"), OPEN, OPEN), {}, fixed=True)
    match_id, _ = await hall.open(ANNA, wanted)
    async with hall.table(match_id) as table:
        await table.join(BEN, "Ben", b"")
        await table.join(CLEO, "Cleo", b"")
    return match_id


@with_manual_clock
async def test_who_is_late_hears_by_how_much_the_claim_that_ended_the_race_was_faster(
    path: Path,
) -> None:
    async with hall_at(path) as hall, hall.table(await dash_of_three(hall)) as table:
        await ball_lies(table)
        believes(table)
        claims = await collected(
            table,
            table.act(0, "a", LEFT, 200),
            table.act(1, "b", RIGHT, 240),
            table.act(2, "c", RIGHT, 260),
        )
        await window_closes()
        wrong, right, late = await asyncio.gather(*claims)
        assert (accepted(wrong), accepted(right)) == (3, 4)
        assert isinstance(late, RefusedCommand)
        assert late.refusal.phrase == Phrase("problem-too-late", {"milliseconds": 20})


@with_manual_clock
async def test_all_who_are_late_are_refused_in_one_transaction(path: Path) -> None:
    async with hall_at(path) as hall:
        store = hall.store
        assert isinstance(store, SqliteStore)
        async with hall.table(await dash_of_three(hall)) as table:
            await ball_lies(table)
            believes(table)
            claims = await collected(
                table,
                table.act(0, "a", RIGHT, 200),
                table.act(1, "b", LEFT, 210),
                table.act(2, "c", RIGHT, 220),
            )
            before = store.commits
            await window_closes()
            first, *late = await asyncio.gather(*claims)
            assert accepted(first) == 3
            assert all(isinstance(one, RefusedCommand) for one in late)
            assert store.commits == before + 2  # of the claim, and of the refusals
            for seat, answer in enumerate(late, 1):
                assert await store.answer(table.id, seat, answer.command) == answer


@pytest.mark.parametrize(
    ("elapsed", "measured", "round_trip", "reaction"),
    [
        (900, 1000, 0, 900),
        (899, 1000, 0, 1000),
        (1200, 1000, 100, 1200),
        (700, 1000, 200, 700),
        (699, 1000, 200, 1000),
        (None, 1000, 200, 1000),
        (10, 100, 50, 150),
        (-5, 20, 0, 150),
        (3000, 3800, 700, 3000),
        (2999, 3800, 700, 3800),
    ],
)
def test_a_client_is_believed_within_its_round_trip_and_a_little_more(
    elapsed: int | None, measured: int, round_trip: int, reaction: int
) -> None:
    assert Timing(elapsed, measured, round_trip).reaction == reaction


def test_the_window_follows_the_slowest_way_within_bounds() -> None:
    assert window_seconds([]) == 0.15
    assert window_seconds([20, 310]) == 0.31
    assert window_seconds([4000]) == 0.5


@with_manual_clock
async def test_equal_times_go_by_seat_and_passes_come_last() -> None:
    def claim(seat: int, milliseconds: int, waits: bool = False) -> Claim:
        return Claim(seat, None, 0, milliseconds, waits)

    passed, late, tied, first = claim(3, 1, True), claim(2, 900), claim(0, 500), claim(1, 500)
    assert ordered([passed, late, tied, first], [1, 2, 3, 0]) == [first, tied, late, passed]


def test_who_was_shown_the_question_later_is_measured_from_then() -> None:
    running = race.Race(10.0, None)
    running.record_shown([1], 10.2)
    running.record_shown([1], 10.9)
    assert running.measured(0, 11.0) == 1000
    assert running.measured(1, 11.0) == 800
