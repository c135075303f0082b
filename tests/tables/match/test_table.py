"""A table: every command answered once, whatever fails; nothing seen that is secret."""

import asyncio
import dataclasses
import logging
import random
import sqlite3
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import closing
from itertools import accumulate
from pathlib import Path
from typing import Any, NoReturn

import msgspec
import pytest

import tests.tiny.bell
import tests.tiny.kuhn
from tests.tables.manual_clock import advance_time, with_manual_clock
from tests.tables.playing import (
    ANNA,
    BEN,
    BOT,
    CLEO,
    OPEN,
    accepted,
    answers_lost,
    asynchronous,
    hall_at,
    me,
    play_on,
    two_at_bauab,
    until,
)
from tests.tables.waiting import eventually
from tests.tiny.bell.state import RING
from tischlein.bots import Decision
from tischlein.bots.advice import Recommendation
from tischlein.core import records, registry
from tischlein.core.errors import NotationError
from tischlein.core.events import Event
from tischlein.core.levels import Custom, Level
from tischlein.core.phrases import Refusal
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE, HIDDEN, SPECTATOR
from tischlein.core.state import Ints
from tischlein.presentation import of
from tischlein.presentation.changes import applied
from tischlein.tables.chance import lots, proof
from tischlein.tables.chance.fairness import contribution_hash
from tischlein.tables.hall import Hall
from tischlein.tables.match import ledger
from tischlein.tables.match.advising import Advised, Advising
from tischlein.tables.players import holders
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError, TooManyError
from tischlein.tables.seats import rulings, seating
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.stored import (
    AcceptedCommand,
    Ending,
    MatchStatus,
    ProposalKind,
    RefusedCommand,
    RemarkKind,
    RulingKind,
    StoredEvent,
    StoredRemark,
)

BELL, KUHN = tests.tiny.bell.GAME, tests.tiny.kuhn.GAME


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


async def bell(hall: Hall, *, fixed: bool = True) -> str:
    """Open a table at which Anna and Ben play Bell, in which all choose at once, in secret."""
    match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), OPEN), {}, fixed=fixed))
    async with hall.table(match_id) as table:
        await table.join(BEN, "Ben", b"")
    return match_id


# --- commands ---


@asynchronous
async def test_a_match_is_played_to_its_end_and_its_record_proves_its_chance(path: Path) -> None:
    async with hall_at(path) as hall:
        wanted = NewTable(KUHN.key, (me("Anna"), OPEN), {})
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben")
            await play_on(table)
            assert table.over
            record = proof.record(table.match, table.game, await table.events())
    assert record.final().over
    assert [event.seat for event in record.events[:2]] == [CHANCE, CHANCE]
    assert sorted(record.names) == ["Anna", "Ben"]
    assert len(record.fields["chairs"]) == 3
    assert proof.verify(record) is None


@asynchronous
async def test_a_refused_action_cites_the_rule_and_changes_nothing(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        before = table.observe(SPECTATOR).to_bytes()
        answer = await table.act(1, "c1", 0)
        assert isinstance(answer, RefusedCommand)
        assert answer.refusal.rule == "BAU-8"
        assert table.number == 0
        assert table.observe(SPECTATOR).to_bytes() == before


@asynchronous
async def test_nobody_acts_for_the_seat_that_the_lot_gives_to_another_as_the_match_begins(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anna has the first chair when she acts, and the second seat at her action's turn."""
    monkeypatch.setattr(lots, "shuffled_order", lambda *_: [1, 0])
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {"first": "A"}))
        async with hall.table(match_id) as table:
            joining = asyncio.create_task(table.join(BEN, "Ben"))
            await asyncio.sleep(0)  # the last chair is being taken
            (mine,) = table.seats_of(ANNA)
            answer = await table.act(mine, "a", table.start.observe(mine).legal(mine)[0])
            await joining
            assert isinstance(answer, RefusedCommand)
            assert answer.refusal.message == "problem-not-started"
            assert (table.seats_of(ANNA), table.acting, table.number) == ((1,), (0,), 0)


@asynchronous
async def test_a_repeated_command_gets_the_same_answer_and_no_second_event(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        first = await table.act(0, "c1", 0)
        refused = await table.act(0, "c2", 1)
        await table.act(1, "c1", 22)
        assert await table.act(0, "c1", 0) == first
        assert await table.act(0, "c1", 40) == first
        assert await table.act(0, "c2", 40) == refused
        assert isinstance(refused, RefusedCommand)
        assert table.number == 2


@asynchronous
async def test_a_command_repeated_after_a_restart_gets_the_same_answer(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            first = await table.act(0, "c1", 0)
            refused = await table.act(0, "c2", 1)
    async with hall_at(path) as hall, hall.table(match_id) as table:
        assert await table.act(0, "c1", 5) == first
        assert await table.act(0, "c2", 5) == refused
        assert table.number == 1


@asynchronous
async def test_the_same_command_sent_many_times_at_once_becomes_one_event(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        answers = await asyncio.gather(*(table.act(0, "c1", 0) for _ in range(30)))
        assert set(answers) == {AcceptedCommand(0, "c1", 1)}
        assert table.number == 1


@asynchronous
async def test_two_servers_on_one_database_never_store_two_events_of_one_number(path: Path) -> None:
    async with hall_at(path) as hall:
        # Before the other one starts, which takes up whatever it finds, as it finds it.
        match_id = await two_at_bauab(hall)
        async with (
            hall_at(path) as other,
            hall.table(match_id) as table,
            other.table(match_id) as twin,
        ):
            accepted(await table.act(0, "c1", 0))
            with pytest.raises(NotNowError):
                await twin.act(0, "c2", 5)
            # The twin has noticed that it was behind, and has caught up.
            answer = await twin.act(0, "c2", 5)
            assert isinstance(answer, RefusedCommand)
            assert twin.number == 1
            stored = await other.store.events(match_id)
            assert [(event.number, event.command) for event in stored] == [(1, "c1")]


@asynchronous
async def test_an_action_may_be_written_in_notation(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        accepted(await table.act(0, "c1", "3 A1"))
        assert (await table.events())[0].event.action == 2 * 16
        refused = await table.act(1, "c1", "3 b1")
        assert isinstance(refused, RefusedCommand)
        assert refused.refusal.rule == "BAU-12"


@pytest.mark.parametrize(
    "action", ["", "  ", "castle", "3 a1 " * 100, "\x00", -1, 113, 2**70, -(2**70)]
)
@asynchronous
async def test_what_is_no_action_is_refused(path: Path, action: int | str) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        answer = await table.act(0, "c1", action)
        assert isinstance(answer, RefusedCommand)
        assert answer.refusal.phrase.key == "problem-not-an-action"


@asynchronous
async def test_picking_impossible_targets_says_why(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        await table.act(0, "c1", "3 a1")
        refusal = await table.why_not(1, ["stock:1:2", "plot:1"])
        assert refusal is not None
        assert refusal.rule == "BAU-12"
        assert await table.why_not(1, ["stock:1:2", "plot:5"]) is None
        assert await table.why_not(1, ["nonsense"]) is None


@asynchronous
async def test_what_may_not_be_done_just_now_is_refused_before_it_is_tried(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("schlauraff", (me("Anna"), OPEN), {}))
        async with hall.table(match_id) as table:
            early = await table.act(0, "c1", 0)
            assert isinstance(early, RefusedCommand)
            assert early.refusal.phrase.key == "problem-not-started"
            await table.join(BEN, "Ben", b"")
            (seat,) = table.acting
            actions = table.legal(seat)[:1]
            await table.propose(ANNA, ProposalKind.PAUSE)
            await table.answer(BEN, True)
            for asked in (await table.why_not(seat, ["roll"]), await table.draft(seat, actions)):
                assert isinstance(asked, Refusal)
                assert asked.phrase.key == "problem-paused"
            await table.propose(ANNA, ProposalKind.RESUME)
            await play_on(table)
            over = await table.draft(seat, actions)
            assert isinstance(over, Refusal)
            assert over.phrase.key == "problem-not-running"
            assert await table.why_not(seat, ["roll"]) is None


@asynchronous
async def test_everything_is_judged_in_the_position_as_it_is(path: Path) -> None:
    """Both choose at the same moment, then both ring the bell: one ends it, one is too late."""
    async with hall_at(path) as hall, hall.table(await bell(hall)) as table:
        both = await asyncio.gather(table.act(0, "a", 0), table.act(1, "b", 1))
        assert sorted(map(accepted, both)) == [1, 2]
        first, second = await asyncio.gather(table.act(1, "c", RING), table.act(0, "d", RING))
        assert accepted(first) == 3
        assert isinstance(second, RefusedCommand)
        assert second.refusal.rule == "BEL-4"
        assert table.over


@asynchronous
async def test_what_was_meant_for_an_earlier_occasion_is_refused(path: Path) -> None:
    """The second choice of a round ends it; a choice that is still on its way is not the next's."""
    async with hall_at(path) as hall:
        match_id = await bell(hall)
        async with hall.table(match_id) as table:
            accepted(await table.act(0, "a", 0, seen=0))
            assert accepted(await table.act(1, "b", 1, seen=0)) == 2  # nobody else has gone on
            late = await table.act(1, "c", 2, seen=1)
            assert isinstance(late, RefusedCommand)
            assert late.refusal.phrase.key == "problem-gone-on"
    async with hall_at(path) as hall, hall.table(match_id) as table:
        assert await table.act(1, "c", 2, seen=2) == late
        again = await table.act(1, "d", 2, seen=1)
        assert isinstance(again, RefusedCommand)
        assert again.refusal.phrase.key == "problem-gone-on"
        accepted(await table.act(1, "e", 2, seen=2))


@asynchronous
async def test_too_many_requests_at_once_are_turned_away(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        answers = await asyncio.gather(
            *(table.act(1, f"c{n}", 0) for n in range(200)), return_exceptions=True
        )
        turned_away = [answer for answer in answers if isinstance(answer, TooManyError)]
        assert 0 < len(turned_away) < 200
        accepted(await table.act(0, "c", 0))


@asynchronous
async def test_however_much_guests_ask_for_players_are_answered(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        guests = asyncio.gather(
            *(table.join(f"guest {n}", "Cleo") for n in range(200)),
            *(table.say_onlooking(f"guest {n}", "Cleo", RemarkKind.TEXT, "hi") for n in range(200)),
            *(table.stand_in(f"guest {n}", 0, True) for n in range(200)),
            return_exceptions=True,
        )
        await asyncio.sleep(0)  # they have asked
        accepted(await table.act(0, "c", 0))
        assert any(isinstance(answer, TooManyError) for answer in await guests)


@asynchronous
async def test_after_the_disk_has_failed_the_table_goes_on_from_what_is_stored(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        with answers_lost(hall.store), pytest.raises(NotNowError):
            await table.act(0, "c1", 0)
        assert table.number == 0
        assert await table.act(0, "c1", 0) == AcceptedCommand(0, "c1", 1)
        assert accepted(await table.act(1, "c1", 22)) == 2


@asynchronous
async def test_what_storage_has_taken_in_after_all_is_told_though_nobody_asks(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        with answers_lost(hall.store), pytest.raises(NotNowError):
            await table.act(0, "a", table.legal(0)[0])
        assert table.number == 0
        await until(table, lambda: table.number == 1)


@asynchronous
async def test_what_storage_has_taken_in_of_a_decision_is_told_though_nobody_asks(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        update = hall.store.update_match

        async def doubtful(*match: Any, **more: Any) -> None:
            await update(*match, **more)
            raise StoreUnavailableError("the cable has come off")

        with monkeypatch.context() as patches:
            patches.setattr(hall.store, "update_match", doubtful)
            with pytest.raises(NotNowError):
                await table.resign(ANNA, 0)
        assert not table.match.seats[0].resigned
        await until(table, lambda: table.match.seats[0].resigned)


# --- what is seen ---


@asynchronous
async def test_no_seat_can_tell_apart_what_is_secret(path: Path) -> None:
    """Anna chooses 1 or 2 in secret: Ben and spectators see the very same."""

    async def what_others_see(action: int) -> list[bytes]:
        match_id = await bell(hall)
        async with hall.table(match_id) as table:
            await table.act(0, "a", action)
            observers = [await table.observer(seat) for seat in (1, SPECTATOR)]
            phrases = [[entry.phrases for entry in observer.entries] for observer in observers]
            legal = [table.legal(1), await table.why_not(1, ["2"])]
            return [
                msgspec.json.encode([observer.scene for observer in observers]),
                repr((phrases, legal)).encode(),
            ]

    async with hall_at(path) as hall:
        assert await what_others_see(0) == await what_others_see(1)


@asynchronous
async def test_each_seat_sees_its_own_card_only(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable(KUHN.key, (me("Anna"), me("Anna 2")), {}))
        async with hall.table(match_id) as table:
            cards = [event.event.action for event in await table.events()]
            for seat in range(2):
                seen = table.observe(seat).state.cards
                assert seen[seat] == cards[seat] + 1
                assert seen[1 - seat] != cards[1 - seat] + 1
            assert not set(table.observe(SPECTATOR).state.cards) & {card + 1 for card in cards}


@asynchronous
async def test_an_observer_who_comes_late_sees_what_one_from_the_start_has_seen(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await bell(hall)) as table:
        early = await table.observer(1)
        await play_on(table, most=3, avoid=RING)
        table.drop_unused_observers(-1)
        late = await table.observer(1)
        assert late is not early
        assert late.entries == early.entries
        assert late.scene == early.scene
        assert [entry.number for entry in late.entries] == [1, 2, 3]


@asynchronous
async def test_a_replay_shows_past_positions_to_the_same_observer(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await bell(hall)) as table:
        shown = []
        for number in range(4):
            shown.append((await table.observer(1)).scene)
            await play_on(table, seed=number, most=1, avoid=RING)
        scene, changes, entries = await table.replay(1, 1, 3)
        assert list(accumulate(changes, applied, initial=scene)) == shown[1:]
        assert len(entries) == 4


@asynchronous
async def test_a_scene_is_drawn_once_however_many_look(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        drawn = []
        draw = of(table.game).scene

        def counted(observation: Observation) -> Any:
            drawn.append(observation.seat)
            return draw(observation)

        monkeypatch.setitem(vars(of(table.game)), "scene", counted)
        await table.act(0, "a", 0)
        assert drawn == []
        observer = await table.observer(0)
        assert observer.scene is observer.scene
        assert drawn == [0]


# --- bots ---


class Held:
    """A bot that thinks until the test or the table ends it."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.release = threading.Event()
        self.stopped = threading.Event()

    def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision:
        self.begun.release()
        del observation
        while not self.release.wait(0.002):
            if stop[0]:
                self.stopped.set()
                break
        return Decision(legal[0])


@asynchronous
async def test_people_are_answered_while_bots_think(path: Path) -> None:
    held = Held()
    async with hall_at(path, make_player=lambda *_: held) as hall:
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), BOT), {}, fixed=True))
        async with hall.table(match_id) as table:
            await asyncio.to_thread(held.begun.acquire)
            assert table.thinking == [1]
            assert accepted(await table.act(0, "a", 0)) == 1
            assert table.thinking == [1]
            held.release.set()
            await until(table, lambda: table.number >= 2)


@asynchronous
async def test_a_bot_that_sees_no_change_thinks_on_and_one_that_does_is_stopped(path: Path) -> None:
    held = Held()
    async with hall_at(path, make_player=lambda *_: held) as hall:
        match_id, _ = await hall.open(
            ANNA, NewTable(BELL.key, (me("Anna"), me("Ben"), BOT), {}, fixed=True)
        )
        async with hall.table(match_id) as table:
            await asyncio.to_thread(held.begun.acquire)
            await table.act(0, "a", RING)  # ends the match
            assert await asyncio.to_thread(held.stopped.wait, 60)
            assert table.over
            assert table.thinking == []


@asynchronous
async def test_a_bot_that_fails_plays_at_random_instead_of_holding_up_the_match(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken:
        def choose(self, *_: Any) -> Decision:
            raise RuntimeError("no idea")

    async with hall_at(path, make_player=lambda *_: Broken()) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (BOT, BOT), {}))
        async with hall.table(match_id) as table:
            await until(table, lambda: table.over)
    assert "no idea" in caplog.text


@asynchronous
async def test_a_bot_whose_answer_is_no_legal_action_plays_at_random(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Cheat:
        def choose(self, *_: Any) -> Decision:
            return Decision(10_000)

    async with hall_at(path, make_player=lambda *_: Cheat()) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (BOT, BOT), {}))
        async with hall.table(match_id) as table:
            await until(table, lambda: table.over)
    assert "10000 is not among the legal actions" in caplog.text


@asynchronous
async def test_a_bot_may_wait_for_people_but_not_for_ever_for_other_bots(path: Path) -> None:
    class Patient:
        def choose(self, *_: Any) -> None:
            return None

    async with hall_at(path, make_player=lambda *_: Patient()) as hall:
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), BOT), {}, fixed=True))
        async with hall.table(match_id) as table:
            await until(table, lambda: not table.thinking)
            assert table.number == 0
            accepted(await table.act(0, "a", 0))
            await until(table, lambda: table.number >= 2)


@asynchronous
async def test_bots_that_search_are_not_asked_whether_to_interrupt(path: Path) -> None:
    """Whoever has chosen in Bell may only ring; a search would ring at once."""

    class FirstPlayer:
        def choose(self, _: Observation, legal: Sequence[int], __: Ints) -> Decision:
            return Decision(legal[0])

    async with hall_at(path, make_player=lambda *_: FirstPlayer()) as hall:
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), BOT), {}, fixed=True))
        async with hall.table(match_id) as table:
            await until(table, lambda: table.number == 1)
            assert table.legal(1) == [RING]
            assert table.thinking == []


@asynchronous
async def test_a_games_own_bot_is_asked_again_after_every_event(path: Path) -> None:
    asked = []

    class Curious:
        def choose(self, _: Observation, legal: Sequence[int], __: Ints) -> Decision | None:
            asked.append(list(legal))
            return None if legal == [RING] else Decision(legal[0])

    levels = (Level("medium", Custom(lambda *_: 0)),)
    registry.register(dataclasses.replace(BELL, key="bell_own", levels=levels))
    async with hall_at(path, make_player=lambda *_: Curious()) as hall:
        wanted = NewTable("bell_own", (me("Anna"), BOT), {}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await until(table, lambda: table.number == 1 and not table.thinking)
            assert asked[1] == [RING]


@with_manual_clock
async def test_a_bots_move_comes_after_a_pause_that_people_can_follow(path: Path) -> None:
    async with hall_at(path, pause=0.5) as hall:
        match_id, _ = await hall.open(
            ANNA, NewTable("bauab", (me("Anna"), BOT), {"first": "A"}, fixed=True)
        )
        async with hall.table(match_id) as table:
            await table.act(0, "a", 0)
            await advance_time(499)
            assert (table.number, table.thinking) == (1, [1])
            await advance_time(1)
            await until(table, lambda: table.number == 2)


@asynchronous
async def test_a_bot_does_not_pause_when_the_only_person_wants_to_go_on(path: Path) -> None:
    async with hall_at(path, pause=3600) as hall:
        match_id, _ = await hall.open(
            ANNA, NewTable("bauab", (me("Anna"), BOT), {"first": "A"}, fixed=True)
        )
        async with hall.table(match_id) as table:
            await table.act(0, "a", 0)
            table.hurry(BEN)
            assert table.thinking == [1]
            table.hurry(ANNA)
            await until(table, lambda: table.number == 2)
            accepted(await table.act(0, "b", table.legal(0)[0]))
            assert table.thinking == [1], "the next time it pauses again"


@with_manual_clock
async def test_a_bot_whose_act_a_fault_prevents_is_asked_again_ever_more_seldom_and_told_of_once(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with hall_at(path) as hall:
        append, tried = hall.store.append, 0

        async def fails(*_: Any, **__: Any) -> None:
            nonlocal tried
            tried += 1
            raise LookupError("a fault of ours")

        monkeypatch.setattr(hall.store, "append", fails)
        match_id, _ = await hall.open(
            ANNA, NewTable("bauab", (me("Anna"), BOT), {"first": "B"}, fixed=True)
        )
        async with hall.table(match_id) as table:

            async def has_tried(times: int) -> None:
                await eventually(lambda: tried == times and table._recovery.is_due)

            for times, seconds in enumerate((1, 2, 4), 1):
                await has_tried(times)
                await advance_time(1000 * seconds - 1)
                assert table._recovery.is_due
                assert tried == times
                await advance_time(1)
            await has_tried(4)
            monkeypatch.setattr(hall.store, "append", append)
            await advance_time(8000)
            await eventually(lambda: table.number == 1)
    (told,) = (record for record in caplog.records if record.levelno >= logging.WARNING)
    assert "a fault of ours" in told.getMessage()
    assert told.exc_info is not None


@with_manual_clock
async def test_a_match_goes_on_after_a_fault_that_came_once_an_event_was_stored(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(
            ANNA, NewTable("bauab", (me("Anna"), BOT), {"first": "A"}, fixed=True)
        )
        async with hall.table(match_id) as table:

            def fails(_: object) -> NoReturn:
                raise LookupError("a fault of ours")

            with monkeypatch.context() as patch:
                patch.setattr(table._observers, "show", fails)
                with pytest.raises(LookupError, match="of ours"):
                    await table.act(0, "a", 0)
            await advance_time(1000)
            await eventually(lambda: table.number == 2)
            assert accepted(await table.act(0, "a", 0)) == 1


@pytest.mark.parametrize("kind", [LookupError, NotationError])
@with_manual_clock
async def test_a_bot_whose_choice_cannot_happen_makes_another_one(
    path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
) -> None:
    class Stubborn:
        """Plays the first of its actions, always."""

        def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision:
            del observation, stop
            return Decision(legal[0])

    monkeypatch.setattr("tischlein.tables.match.bots.random.choice", lambda legal: legal[-1])
    async with hall_at(path, make_player=lambda *_: Stubborn()) as hall:
        append = hall.store.append

        async def fails(match: str, events: Sequence[StoredEvent], **more: Any) -> None:
            if events[0].event.action == 0:
                raise kind("a fault of ours")
            await append(match, events, **more)

        monkeypatch.setattr(hall.store, "append", fails)
        match_id, _ = await hall.open(
            ANNA, NewTable("bauab", (me("Anna"), BOT), {"first": "B"}, fixed=True)
        )
        async with hall.table(match_id) as table:
            await eventually(lambda: table._recovery.is_due)
            await advance_time(1000)
            await eventually(lambda: table.number == 1)


# --- seats ---


@asynchronous
async def test_a_table_starts_when_the_last_chair_is_taken(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id, secrets = await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
        assert len(secrets) == 1
        async with hall.table(match_id) as table:
            assert table.match.status is MatchStatus.OPEN
            with pytest.raises(NotNowError):
                await table.observer(SPECTATOR)
            with pytest.raises(NotNowError):
                await table.join(ANNA, "Anna again", b"")
            (secret,) = await table.join(BEN, "Ben", b"")
            assert table.running
            assert table.number == 1  # the lot for the first turn
            assert {table.match.seats[table.seats_of(s)[0]].name for s in (ANNA, BEN)} == {
                "Anna",
                "Ben",
            }
            assert secret.startswith(match_id)
            with pytest.raises(NotNowError):
                await table.join(CLEO, "Cleo", b"")


@asynchronous
async def test_those_who_share_a_device_sit_down_one_beside_the_other(path: Path) -> None:
    async with hall_at(path) as hall:
        wanted = NewTable(BELL.key, (me("Anna"), OPEN, OPEN), {})
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            one, other = (
                contribution_hash(sixteen * 16, match_id, table.match.commitment)
                for sixteen in (b"b", b"m")
            )
            alone = seating.ChairChoice(beside=True)  # nobody is there to sit beside
            await table.join(BEN, "Ben", one, alone)
            with pytest.raises(NotNowError, match="already-seated"):
                await table.join(BEN, "Mia", other)
            with pytest.raises(NotNowError, match="name-taken"):
                await table.join(BEN, "Ben", other, seating.ChairChoice(beside=True))
            with pytest.raises(InvalidError, match="contribution-copied"):
                await table.join(BEN, "Mia", one, seating.ChairChoice(beside=True))
            assert len(await table.join(BEN, "Mia", other, seating.ChairChoice(beside=True))) == 1
            with pytest.raises(NotNowError, match="table-full"):
                await table.join(BEN, "Tom", b"", seating.ChairChoice(beside=True))
            await table.contribute(lambda: table.seats_of(BEN), [], [b"b" * 16, b"m" * 16])
            assert table.running
            assert {table.match.seats[seat].name for seat in table.seats_of(BEN)} == {"Ben", "Mia"}


@asynchronous
async def test_only_the_host_puts_a_bot_on_an_open_chair(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
        async with hall.table(match_id) as table:
            for stranger in (BEN, None):
                with pytest.raises(NotAllowedError):
                    await table.fill(stranger, 1, "weak")
            with pytest.raises(InvalidError):
                await table.fill(ANNA, 1, "divine")
            for taken in (0, 7, -1):
                with pytest.raises(NotNowError):
                    await table.fill(ANNA, taken, "weak")
            await table.fill(ANNA, 1, "weak")
            assert table.running


@asynchronous
async def test_a_private_link_brings_the_seat_to_another_device(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id, secrets = await hall.open(ANNA, NewTable("bauab", (me("Anna"), BOT), {}))
        async with hall.table(match_id) as table:
            await table.claim(CLEO, secrets[0])
            assert table.seats_of(CLEO) == table.seats_of(ANNA) != ()
            with pytest.raises(NotAllowedError):
                await table.claim(BEN, secrets[0] + "x")
            assert table.seats_of(BEN) == ()


@asynchronous
async def test_with_the_hosts_private_link_one_hosts_on_another_device(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id, secrets = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), OPEN, OPEN), {}))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            with pytest.raises(NotAllowedError, match="host-only"):
                await table.fill(CLEO, 2, "medium")
            await table.claim(CLEO, secrets[0])
            await table.dismiss(CLEO, 1)
            await table.fill(CLEO, 1, "medium")
            await table.fill(CLEO, 2, "medium")
            assert table.running
            for other in (ANNA, CLEO):
                await table.set_watching(other, False)


@asynchronous
async def test_leaving_before_the_start_frees_the_chair_and_passes_the_table_on(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), OPEN, OPEN), {}))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            await table.leave(ANNA)
            assert table.seats_of(ANNA) == ()
            assert table.match.host == BEN
            with pytest.raises(NotAllowedError):
                await table.leave(CLEO)
            await table.leave(BEN)
            assert table.match.status is MatchStatus.ABANDONED


@asynchronous
async def test_a_table_is_passed_on_to_people_and_never_to_a_program(path: Path) -> None:
    robo = holders.of_program("robo")
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), OPEN, OPEN), {}))
        async with hall.table(match_id) as table:
            await table.join(robo, "Robo", b"")
            await table.leave(ANNA)
            assert table.match.status is MatchStatus.ABANDONED
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, (me("Anna"), OPEN, OPEN, OPEN), {}))
        async with hall.table(match_id) as table:
            await table.join(robo, "Robo", b"")
            await table.join(BEN, "Ben", b"")
            await table.leave(ANNA)
            assert (table.match.host, table.match.status) == (BEN, MatchStatus.OPEN)


@asynchronous
async def test_a_screen_that_has_opened_a_table_keeps_it_while_guests_come_and_go(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        match_id, _ = await hall.open("a screen", NewTable(BELL.key, (OPEN, OPEN, OPEN), {}))
        async with hall.table(match_id) as table:
            await table.join(ANNA, "Anna", b"")
            await table.join(BEN, "Ben", b"")
            for guest in (ANNA, BEN):
                await table.leave(guest)
                assert table.match.host == "a screen"
            await table.join(CLEO, "Cleo", b"")
            assert table.match.status is MatchStatus.OPEN


@asynchronous
async def test_a_bot_takes_over_for_whoever_leaves_and_hands_back_on_return(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        await table.leave(BEN)
        assert table.is_played_by_bot(1)
        await table.act(0, "a", 0)
        await until(table, lambda: table.number == 2)
        table.connect(BEN)
        await until(table, lambda: not table.is_played_by_bot(1))
        await table.act(0, "b", table.legal(0)[0])
        assert table.thinking == []
        assert table.acting == (1,)


@asynchronous
async def test_no_bot_begins_to_think_at_a_table_that_is_being_closed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when what has just happened was stored in the meantime."""
    appending, answered = asyncio.Event(), asyncio.Event()
    append = SqliteStore.append

    async def slow(*given: Any, **more: Any) -> None:
        await append(*given, **more)
        appending.set()
        await answered.wait()

    async def endless(*given: Any) -> None:
        del given
        await asyncio.Future()

    async with hall_at(path, pause=3600) as hall:
        wanted = NewTable("bauab", (me("Anna"), BOT), {"first": "A"}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            # Advice that is ended with the table lets the answer of storage come in between.
            monkeypatch.setattr(Advising, "_think", endless)
            asking = asyncio.create_task(table.advise(0))
            await asyncio.sleep(0)
            monkeypatch.setattr(SqliteStore, "append", slow)
            acting = asyncio.create_task(table.act(0, "last", table.legal(0)[0]))
            await appending.wait()
            closing = asyncio.create_task(table.close())
            await asyncio.sleep(0)
            answered.set()
            await closing
            await asyncio.gather(asking, acting, return_exceptions=True)
            assert table.number == 1
            assert not table.thinking


@asynchronous
async def test_all_are_told_once_of_a_question_that_comes_twice_at_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def thought(*_: object) -> Advised:
        return Advised(Recommendation((0,)), [], [])

    monkeypatch.setattr(Advising, "_think", thought)
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall, advice=True)) as table:
        for _ in range(2):
            await asyncio.gather(*(table.advise(0) for _ in range(3)))
            assert [said.kind for said in await table.remarks()] == [RemarkKind.ADVICE]


@asynchronous
async def test_presence_counts_connections(path: Path) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        table.connect(BEN)
        table.connect(BEN)
        table.disconnect(BEN)
        assert table.is_present(1)
        table.disconnect(BEN)
        assert not table.is_present(1)
        assert not table.is_present(0)


# --- storage ---


@asynchronous
async def test_loading_replays_only_what_came_after_the_snapshot(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "SNAPSHOT_EVERY", 2)
    async with hall_at(path) as hall:
        match_id = await bell(hall)
        async with hall.table(match_id) as before:
            await play_on(before, most=3, avoid=RING)
            seen = before.observe(0).to_bytes()
        snapshot = await hall.store.latest_snapshot(match_id)
        assert snapshot is not None
        assert snapshot.number == 2
        asked = []
        events = hall.store.events

        async def counted(match: str, first: int = 1, last: int | None = None) -> Any:
            asked.append(first)
            return await events(match, first, last)

        monkeypatch.setattr(hall.store, "events", counted)
        async with Hall(hall.store) as again, again.table(match_id) as after:
            assert asked == [2]  # the snapshot's own event tells its time
            assert after.number == 3
            assert after.observe(0).to_bytes() == seen


@asynchronous
async def test_a_snapshot_keeps_count_of_what_chance_has_drawn(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "SNAPSHOT_EVERY", 1)
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable(KUHN.key, (me("Anna"), me("Ben")), {}))
        async with hall.table(match_id) as before:
            await play_on(before, most=1)
        snapshot = await hall.store.latest_snapshot(match_id)
    async with hall_at(path) as hall, hall.table(match_id) as after:
        assert snapshot is not None
        assert int.from_bytes(snapshot.state[:8], "big") == 2
        await play_on(after)
        record = proof.record(after.match, after.game, await after.events())
    assert proof.verify(record) is None


@asynchronous
async def test_after_restarts_chance_goes_on_where_it_was(path: Path) -> None:
    """Dice are rolled all through this match."""
    async with hall_at(path) as hall:
        chairs = (me("Anna"), me("Ben"))
        match_id, _ = await hall.open(ANNA, NewTable("schlauraff", chairs, {}))
    over = False
    while not over:
        async with hall_at(path) as hall, hall.table(match_id) as taken_up:
            await play_on(taken_up, most=15)
            over = taken_up.over
            if over:
                record = proof.record(taken_up.match, taken_up.game, await taken_up.events())
    assert proof.verify(record) is None


@asynchronous
async def test_a_snapshot_of_another_layout_is_ignored(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ledger, "SNAPSHOT_EVERY", 2)
    async with hall_at(path) as hall:
        match_id = await bell(hall)
        async with hall.table(match_id) as before:
            await play_on(before, most=3, avoid=RING)
            seen = before.observe(0).to_bytes()
    monkeypatch.setattr(ledger, "layout", lambda _: "another")
    async with hall_at(path) as hall, hall.table(match_id) as after:
        assert after.observe(0).to_bytes() == seen


@asynchronous
async def test_without_a_snapshot_a_match_goes_on_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(ledger, "SNAPSHOT_EVERY", 2)
    caplog.set_level(logging.INFO)  # a real store warns of itself
    async with hall_at(path) as hall:
        torn, missing = await bell(hall), await bell(hall)
        async with hall.table(torn) as table:
            await play_on(table, most=3, avoid=RING)
            seen = table.observe(0).to_bytes()

        async def full(*_: object) -> None:
            raise StoreUnavailableError("the disk is full")

        monkeypatch.setattr(hall.store, "save_snapshot", full)
        async with hall.table(missing) as table:
            await play_on(table, most=3, avoid=RING)
            assert "no snapshot: the disk is full" in caplog.text
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE snapshot SET state = substr(state, 1, 20)")
    async with hall_at(path) as hall:
        async with hall.table(torn) as table:
            assert table.observe(0).to_bytes() == seen
        assert "its snapshot cannot be read" in caplog.text
        async with hall.table(missing) as table:
            assert table.number == 3


@asynchronous
async def test_a_table_that_waits_begins_under_the_rules_that_are_installed_then(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
        match = await hall.store.match(match_id)
        await hall.store.update_match(match.changed(rules_version=match.rules_version + 1))
    async with hall_at(path) as hall, hall.table(match_id) as table:
        await table.join(BEN, "Ben", b"")
        assert (table.running, table.match.rules_version) == (True, match.rules_version)
        assert table.match.rulings == ()


@pytest.mark.parametrize("most", [rulings.MOST_RULINGS, 0])
@asynchronous
async def test_a_match_of_other_rules_goes_on_where_its_events_fit(
    path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(rulings, "MOST_RULINGS", most)  # also where too much has been decided
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await play_on(table, most=5)
            match, version = table.match, table.game.version
        await hall.store.update_match(match.changed(rules_version=version + 1))
    for _ in range(2):  # the second time it has today's rules already
        async with hall_at(path) as hall, hall.table(match_id) as table:
            assert (table.number, table.match.rules_version) == (5, version)
            (ruling,) = table.match.rulings
            assert (ruling.what, ruling.after, ruling.detail) == (RulingKind.RULES, 5, str(version))
    async with hall_at(path) as hall, hall.table(match_id) as table:
        await play_on(table)
        record = records.read(proof.record_text(table.match, table.game, await table.events()))
        assert record.notes == (records.Note(5, f"rules {version}"),)
        assert proof.verify(record) is None


@asynchronous
async def test_a_match_of_other_rules_is_ended_where_its_events_do_not_fit(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await table.act(0, "a", 0)
            match = table.match
        later = StoredEvent(2, Event(1, table.game.actions), 0)
        await hall.store.append(match_id, [later])
        await hall.store.update_match(match.changed(rules_version=match.rules_version + 1))
    for _ in range(2):
        async with hall_at(path) as hall, hall.table(match_id) as table:
            assert table.match.status is MatchStatus.ENDED
            assert rulings.ending(table.match) is Ending.RULES
            answer = await table.act(1, "b", 40)
            assert isinstance(answer, RefusedCommand)
            assert answer.refusal.phrase.key == "problem-ended"
            for ask in (table.events(), table.observer(SPECTATOR), table.replay(SPECTATOR, 0, 1)):
                with pytest.raises(NotNowError) as caught:
                    await ask
                assert caught.value.phrase.key == "problem-other-version"
            assert len(await hall.store.events(match_id)) == 2


@asynchronous
async def test_a_finished_match_of_other_rules_is_shown_in_full_or_not_at_all(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            length = await play_on(table)
            match = table.match
        await hall.store.update_match(match.changed(rules_version=match.rules_version + 1))
    async with hall_at(path) as hall, hall.table(match_id) as table:
        assert table.over
        assert len(await table.events()) == length
        text = proof.record_text(table.match, table.game, await table.events())
        assert f"rules: {match.rules_version + 1}\n" in text
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE event SET action = 999999 WHERE number = 5")
    async with hall_at(path) as hall, hall.table(match_id) as table:
        with pytest.raises(NotNowError):
            await table.events()


@asynchronous
async def test_an_event_is_on_disk_before_anybody_is_told(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)

        class Checker:
            seats = aided = ()

            def __init__(self) -> None:
                self.stored: list[asyncio.Task[list[StoredEvent]]] = []

            def happened(self, first: int) -> None:
                self.stored.append(asyncio.create_task(other.store.events(match_id, first)))

            def changed(self) -> None: ...
            def thinking(self) -> None: ...
            def said(self, remark: StoredRemark) -> None: ...
            def removed(self) -> None: ...
            def rewound(self) -> None: ...

        async with hall_at(path) as other, hall.table(match_id) as table:
            checker = Checker()
            table.listeners.add(checker)
            await play_on(table, most=6)
            await until(table, lambda: len(checker.stored) == 6) if len(
                checker.stored
            ) < 6 else None
            told = await asyncio.gather(*checker.stored)
            assert all(told)
            assert [events[0].number for events in told] == [1, 2, 3, 4, 5, 6]
            table.listeners.discard(checker)


@asynchronous
async def test_random_matches_of_secrets_and_chance_survive_restarts_at_any_moment(
    path: Path,
) -> None:
    chooser = random.Random(5)
    async with hall_at(path) as hall:
        match_id = await bell(hall, fixed=False)
    while True:
        async with hall_at(path) as hall, hall.table(match_id) as table:
            await play_on(table, seed=chooser.randrange(10**6), most=chooser.randint(1, 3))
            if table.over:
                events = await table.events()
                assert [event.number for event in events] == list(range(1, table.number + 1))
                assert all(event.event.action != HIDDEN for event in events)
                return


@asynchronous
async def test_what_a_new_match_has_seen_is_not_read_back_from_storage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    async with hall_at(tmp_path / "tischlein.db") as hall:

        def refuses(name: str) -> Callable[..., Coroutine[Any, Any, NoReturn]]:
            async def asked(*_: object) -> NoReturn:
                read.append(name)
                raise AssertionError(name)

            return asked

        for name in ("events", "latest_snapshot", "remarks"):
            monkeypatch.setattr(hall.store, name, refuses(name))
        wanted = NewTable("bauab", (me("Anna"), me("Ben")), {}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            assert table.running
            for seat in range(2):
                assert (await table.observer(seat)).observation == table.observe(seat)
            assert await table.remarks() == []
    assert read == []


@asynchronous
async def test_a_bot_that_is_quicker_than_storage_acts_when_its_table_is_taken_up(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall_at(path, pause=3600.0) as hall:
        wanted = NewTable("bauab", (me("Anna"), BOT), {"first": "B"}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
    start_clocks = ledger.Ledger.start_clocks

    async def start_slowly(of_match: ledger.Ledger) -> None:
        await asyncio.sleep(0.2)
        await start_clocks(of_match)

    monkeypatch.setattr(ledger.Ledger, "start_clocks", start_slowly)
    async with hall_at(path) as hall, hall.table(match_id) as table:
        await until(table, lambda: table.number > 0)
