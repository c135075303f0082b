"""Decisions at a table: nobody loses a seat or a match without a word, and all of it is kept."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tests.tiny.bell
import tests.tiny.dash
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
    record_of,
    two_at_bauab,
    until,
)
from tischlein.core import registry
from tischlein.core.records import Note
from tischlein.core.seats import SPECTATOR
from tischlein.tables.chance.fairness import contribution_hash
from tischlein.tables.hall import Hall
from tischlein.tables.match import table as tables
from tischlein.tables.match.table import Table
from tischlein.tables.players import ratings
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError
from tischlein.tables.seats import consent, rulings, seating
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.stored import (
    AcceptedCommand,
    Ending,
    MatchStatus,
    ProposalKind,
    RefusedCommand,
    RemarkKind,
    RulingKind,
    SeatKind,
    TalkRule,
    TimeControl,
    TimeKind,
)
from tischlein.tables.upkeep import archive

BELL = tests.tiny.bell.GAME
DASH = tests.tiny.dash.GAME


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consent, "GRACE_PERIOD", 0.0)


async def three_at_bell(hall: Hall, **fields: Any) -> str:
    wanted = NewTable(BELL.key, (me("Anna"), OPEN, OPEN), {}, fixed=True, **fields)
    match_id, _ = await hall.open(ANNA, wanted)
    async with hall.table(match_id) as table:
        await table.join(BEN, "Ben", b"")
        await table.join(CLEO, "Cleo", b"")
    return match_id


async def told_at(table: Table) -> list[tuple[str, RemarkKind, str]]:
    """Return what the table has said, of whom."""
    return [(remark.name, remark.kind, remark.text) for remark in await table.remarks()]


# --- resigning and ending ---


@asynchronous
async def test_who_resigns_ends_a_match_of_two_and_the_record_says_so(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await play_on(table, most=3)
            with pytest.raises(NotAllowedError):
                await table.resign(CLEO, 1)
            with pytest.raises(NotAllowedError):
                await table.resign(ANNA, 1)
            await table.resign(BEN, 1)
    async with hall_at(path) as hall, hall.table(match_id) as table:
        assert table.match.status is MatchStatus.ENDED
        assert rulings.ending(table.match) is Ending.RESIGNED
        assert (table.acting, table.running, table.ended) == ((), False, True)
        with pytest.raises(NotNowError):
            await table.resign(ANNA, 0)
        answer = await table.act(1, "late", 0)
        assert isinstance(answer, RefusedCommand)
        record = await record_of(table)
        assert record.notes == (Note(3, "resign B"), Note(3, "end resigned"))
        assert len((await table.observer(SPECTATOR)).entries) == 3
        assert archive.find_fault(table.match, await table.events()) == ""


@asynchronous
async def test_where_others_play_on_a_bot_takes_the_seat_of_who_resigned_for_good(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.resign(BEN, 1)
            with pytest.raises(NotNowError, match="resigned"):
                await table.resign(BEN, 1)
            assert table.running
            table.connect(BEN)
            for ask in (table.stand_in(BEN, 1, False), table.propose(BEN, ProposalKind.END)):
                with pytest.raises((NotNowError, NotAllowedError)):
                    await ask
            assert table.is_played_by_bot(1)
            await play_on(table)
            assert table.over
            assert (await record_of(table)).notes[0] == Note(0, "resign B")


@asynchronous
async def test_where_no_bot_can_play_on_all_who_have_not_resigned_share_the_first_place(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is how player cards count it, and what is told of it."""
    monkeypatch.setitem(registry._registered, BELL.key, replace(BELL, levels=()))
    async with hall_at(path) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.resign(BEN, 1)
            assert rulings.ending(table.match) is Ending.RESIGNED
            assert rulings.winners(table.match, table.sides) == [0, 2]
            assert ratings.places(table.match, (0, 0, 0), table.sides) == [0, 1, 0]


@asynchronous
async def test_where_only_bots_would_play_on_they_win(path: Path) -> None:
    async with hall_at(path) as hall:
        wanted = NewTable(BELL.key, (me("Anna"), BOT, BOT), {}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await table.resign(ANNA, 0)
            assert rulings.winners(table.match, table.sides) == [1, 2]


@asynchronous
async def test_where_bots_are_left_in_every_team_nobody_wins(path: Path) -> None:
    """Whoever resigned would be among those who win, and nobody named as having resigned."""
    async with hall_at(path) as hall:
        wanted = NewTable("dropit", (me("Anna"), *[BOT] * 3), {"teams": "1212"})
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await table.resign(ANNA, table.seats_of(ANNA)[0])
            assert rulings.ending(table.match) is Ending.RESIGNED
            assert rulings.winners(table.match, table.sides) == []


@asynchronous
async def test_a_match_of_teams_is_over_when_one_of_them_has_resigned(path: Path) -> None:
    chairs = (me("Anna"), *[OPEN] * 3)
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("dropit", chairs, {"teams": "1212"}))
        async with hall.table(match_id) as table:
            for session, name in ((BEN, "Ben"), (CLEO, "Cleo"), ("dora", "Dora")):
                await table.join(session, name, b"")
            held = {session: table.seats_of(session)[0] for session in (ANNA, BEN, CLEO, "dora")}
            mate = next(one for one, seat in held.items() if seat == (held[ANNA] + 2) % 4)
            await table.resign(ANNA, held[ANNA])
            assert table.running
            assert rulings.winners(table.match, table.sides) == []
            other = next(one for one in held if one not in (ANNA, mate))
            await table.resign(other, held[other])
            assert table.running
            await table.resign(mate, held[mate])
            assert rulings.ending(table.match) is Ending.RESIGNED
            # Whoever had resigned before the others did wins with the rest of the team.
            team = {held[other], (held[other] + 2) % 4}
            assert rulings.winners(table.match, table.sides) == sorted(team)


@asynchronous
async def test_where_each_plays_alone_in_a_game_of_teams_the_last_one_does_not_play_on(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(ANNA, NewTable("dropit", (me("Anna"), OPEN), {}))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            (seat,) = table.seats_of(BEN)
            await table.resign(BEN, seat)
            assert rulings.ending(table.match) is Ending.RESIGNED
            before = [stored.name for stored in table.match.seats]
            again, _ = await hall.rematch(table, ANNA)
        async with hall.table(again) as table:
            await table.join(BEN, "Ben", b"")
            assert [stored.name for stored in table.match.seats] == before[::-1]


@asynchronous
async def test_a_match_ends_without_a_result_only_if_all_people_want_it(path: Path) -> None:
    async with hall_at(path, pause=3600) as hall:  # what goes on takes a question back
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            with pytest.raises(NotAllowedError):
                await table.propose("a stranger", ProposalKind.END)
            await table.propose(ANNA, ProposalKind.END)
            await table.answer(BEN, True)
            assert table.running
            await table.answer(CLEO, False)
            assert (table.running, table.match.proposal) == (True, None)
            await table.propose(ANNA, ProposalKind.END)
            await table.stand_in(CLEO, 2, True)  # a bot that plays for somebody agrees to nothing
            await table.answer(BEN, True)
            assert table.consent.pending_seats() == (2,)
    async with hall_at(path, pause=3600) as hall, hall.table(match_id) as table:
        # The question has stayed.
        assert table.consent.pending_seats() == (2,)
        await table.answer(CLEO, True)
        assert rulings.ending(table.match) is Ending.AGREED
        assert (await record_of(table)).notes[-1].text == "end agreed"


@asynchronous
async def test_one_thing_is_decided_at_a_time(path: Path) -> None:
    async with hall_at(path, pause=3600) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            assert table.consent.pending_seats() == ()
            await table.propose(ANNA, ProposalKind.END)
            with pytest.raises(NotNowError, match="proposal-pending"):
                await table.propose(BEN, ProposalKind.PAUSE)
            assert table.consent.pending_seats() == (1, 2)
            await table.propose(
                ANNA, ProposalKind.PAUSE
            )  # who has asked may ask for something else
            assert table.match.proposal is not None
            assert table.match.proposal.what is ProposalKind.PAUSE


@asynchronous
async def test_the_same_words_about_something_else_agree_to_nothing(path: Path) -> None:
    control = TimeControl(TimeKind.MATCH, 300)
    async with hall_at(path, pause=3600) as hall:
        match_id = await three_at_bell(hall, time_control=control)
        async with hall.table(match_id) as table:
            await table.propose(ANNA, ProposalKind.TIME)
            with pytest.raises(NotNowError, match="proposal-pending"):
                await table.propose(BEN, ProposalKind.TIME)
            await table.answer(ANNA, False)
            await table.stand_in(ANNA, 2, True)  # nobody else is here to be asked
            assert table.is_played_by_bot(2)
            table.connect(BEN)
            await table.stand_in(CLEO, 0, True)
            with pytest.raises(NotNowError, match="proposal-pending"):
                await table.stand_in(BEN, 2, True)
            assert not table.is_played_by_bot(0)
            await table.stand_in(BEN, 0, True)
            assert table.is_played_by_bot(0)


@asynchronous
async def test_where_the_clocks_leave_days_being_away_gives_nobody_to_a_bot(path: Path) -> None:
    days = TimeControl(TimeKind.MOVE, 3 * 86_400)
    async with hall_at(path, pause=3600) as hall:
        match_id = await three_at_bell(hall, time_control=days)
        async with hall.table(match_id) as table:
            assert table.consent.seconds_until_stand_in(1) is None
            with pytest.raises(NotNowError, match="stand-in-clocks"):
                await table.stand_in(ANNA, 1, True)
            await table.stand_in(BEN, 1, True)  # one's own seat, by one's own will
            assert table.is_played_by_bot(1)


@asynchronous
async def test_who_agrees_to_one_thing_has_not_agreed_to_what_took_its_place(path: Path) -> None:
    now = [1_000_000]
    async with hall_at(path, clock=lambda: now[0]) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await table.propose(ANNA, ProposalKind.PAUSE)
            assert table.match.proposal is not None
            read = table.match.proposal.time
            now[0] += 5
            await table.propose(ANNA, ProposalKind.END)
            for agree in (True, False):
                with pytest.raises(NotNowError, match="no-proposal"):
                    await table.answer(BEN, agree, at=read)
            assert table.running
            await table.answer(BEN, True, at=now[0])
            assert table.match.status is MatchStatus.ENDED


@asynchronous
async def test_all_are_told_who_refuses_and_nothing_of_what_is_agreed_or_withdrawn(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall, talk=TalkRule.OFF)
        async with hall.table(match_id) as table:
            await play_on(table, most=1)
            for answers in (BEN, ANNA):
                await table.propose(ANNA, ProposalKind.BACK)
                await table.answer(answers, False)
            await table.propose(ANNA, ProposalKind.PAUSE)
            await table.answer(BEN, True)
            assert await told_at(table) == [("Ben", RemarkKind.REFUSED, "back")]


@asynchronous
async def test_a_device_of_several_refuses_for_whom_it_was_asked(path: Path) -> None:
    async with hall_at(path, pause=3600) as hall:
        wanted = NewTable(BELL.key, (OPEN, me("Max"), me("Mia")), {}, fixed=True)
        match_id, _ = await hall.open(BEN, wanted)
        async with hall.table(match_id) as table:
            await table.join(ANNA, "Anna", b"")
            await table.update_holders(
                lambda match: match.changed(seats=seating.with_bot_level(match, {1}, "medium"))
            )
            await table.propose(ANNA, ProposalKind.PAUSE)
            await table.answer(BEN, False)
            assert await told_at(table) == [("Mia", RemarkKind.REFUSED, "pause")]


@asynchronous
async def test_what_all_who_are_left_have_agreed_to_happens_at_once(path: Path) -> None:
    async with hall_at(path, pause=3600) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.propose(ANNA, ProposalKind.PAUSE)
            await table.answer(BEN, True)
            assert not table.match.paused
            await table.stand_in(CLEO, 2, True)
            assert (table.match.paused, table.match.proposal) == (True, None)
            await table.propose(ANNA, ProposalKind.END)
            await table.answer(BEN, True)
            assert table.running
            await table.resign(CLEO, 2)
            assert rulings.ending(table.match) is Ending.AGREED


@asynchronous
async def test_a_vote_goes_on_without_who_has_gone_but_not_for_a_page_that_reloads(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "RELOADING", 0.0)
    async with hall_at(path, pause=3600) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            table.connect(ANNA)
            table.connect(CLEO)
            await table.stand_in(ANNA, 1, True)
            table.disconnect(CLEO)
            table.connect(CLEO)
            for _ in range(2):  # what was to be done is done before the second request
                with pytest.raises(NotAllowedError):
                    await table.resign(BEN, 9)
            assert table.consent.pending_seats() == (2,)
            table.disconnect(CLEO)
            await until(table, lambda: table.is_played_by_bot(1))
            assert table.match.proposal is None


@asynchronous
async def test_nobody_votes_about_a_seat_whose_owner_has_settled_it(path: Path) -> None:
    async with hall_at(path, pause=3600) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            table.connect(ANNA)
            table.connect(CLEO)
            for settled in (table.stand_in(BEN, 1, True), table.resign(BEN, 1)):
                await table.stand_in(BEN, 1, False)
                await table.stand_in(ANNA, 1, True)
                assert table.consent.pending_seats() == (2,)
                await settled
                assert table.match.proposal is None
                assert (await told_at(table))[-1] == ("Anna", RemarkKind.LAPSED, "stand-in")


@asynchronous
async def test_leaving_never_ends_a_match(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await table.leave(BEN)
            assert table.is_played_by_bot(1)
            await table.leave(ANNA)
            assert table.running
            assert not table.is_played_by_bot(0)
            table.connect(BEN)
            await until(table, lambda: not table.is_played_by_bot(1))
            told = [(ruling.what, ruling.seat) for ruling in table.match.rulings]
            assert told == [(RulingKind.STAND_IN, 1), (RulingKind.RETURN, 1)]


# --- standing in ---


@asynchronous
async def test_a_dropped_connection_costs_nobody_the_seat(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consent, "GRACE_PERIOD", 3600.0)
    async with hall_at(path) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            for session in (ANNA, BEN, CLEO):
                table.connect(session)
            with pytest.raises(NotAllowedError):
                await table.stand_in(ANNA, 1, True)
            table.disconnect(BEN)
            with pytest.raises(NotNowError) as caught:
                await table.stand_in(ANNA, 1, True)
            assert caught.value.phrase.key == "problem-stand-in-later"
            assert not table.is_played_by_bot(1)
            left = [table.consent.seconds_until_stand_in(seat) for seat in range(3)]
            assert left == [None, pytest.approx(3600, abs=60), None]
            monkeypatch.setattr(consent, "GRACE_PERIOD", 0.0)
            assert table.consent.seconds_until_stand_in(1) == 0


@asynchronous
async def test_those_present_vote_for_a_stand_in_and_who_comes_back_plays_on(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            table.connect(ANNA)
            table.connect(CLEO)
            await table.stand_in(ANNA, 1, True)
            assert table.consent.pending_seats() == (2,)
            table.connect(BEN)  # just in time
            await until(table, lambda: table.match.proposal is None)
            table.disconnect(BEN)
            await table.stand_in(ANNA, 1, True)
            await table.answer(CLEO, True)
            assert table.is_played_by_bot(1)
            table.connect(BEN)
            await until(table, lambda: not table.is_played_by_bot(1))
            with pytest.raises(NotAllowedError):
                await table.stand_in(ANNA, 1, False)


@asynchronous
async def test_a_bot_stands_in_for_absent_people_and_for_nobody_else(path: Path) -> None:
    async with hall_at(path, pause=3600) as hall:
        chairs = me("Anna"), OPEN, BOT
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, chairs, {}, fixed=True))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            for seat in (-1, 3):
                with pytest.raises(InvalidError):
                    await table.stand_in(ANNA, seat, True)
            with pytest.raises(NotNowError, match="no-stand-in"):
                await table.stand_in(ANNA, 2, True)
            await table.leave(BEN)
            with pytest.raises(NotNowError, match="no-stand-in"):  # there is one already
                await table.stand_in(ANNA, 1, True)
            assert [table.is_played_by_bot(seat) for seat in range(3)] == [False, True, False]


# --- taking back ---


@asynchronous
async def test_a_turn_is_taken_back_if_the_others_agree_and_stays_out_for_good(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await play_on(table, most=2)
            before = table.observe(SPECTATOR).to_bytes()
            legal = table.legal(0)
            accepted(await table.act(0, "regretted", legal[0]))
            accepted(await table.act(1, "innocent", table.legal(1)[0]))
            seen = table.number
            observer = await table.observer(SPECTATOR)
            await table.propose(ANNA, ProposalKind.BACK)
            assert table.number == seen
            await table.answer(BEN, True)
            assert (table.number, table.observe(SPECTATOR).to_bytes()) == (2, before)
            assert len((await table.observer(SPECTATOR)).entries) == 2
            assert observer is not table.cached_observer(SPECTATOR)
            # What was chosen in a position that is no more, or had been answered, changes nothing.
            stale = await table.act(0, "stale", legal[1], seen=seen)
            assert isinstance(stale, RefusedCommand)
            assert stale.refusal.phrase.key == "problem-gone-on"
            assert accepted(await table.act(0, "regretted", legal[0])) == 3
            assert table.number == 2
            await play_on(table, seed=7, most=3)
            number = table.number
    async with hall_at(path) as hall, hall.table(match_id) as table:
        assert table.number == number
        await play_on(table, seed=8)
        record = await record_of(table)
        assert record.notes == (Note(2, "back A 2"),)


@asynchronous
async def test_chance_is_not_drawn_anew_by_taking_back(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id, _ = await hall.open(
            ANNA, NewTable("drunter", (me("Anna"), BOT), {"first": "A"}, fixed=True)
        )
        async with hall.table(match_id) as table:
            await until(table, lambda: table.awaited == (0,))
            start, position = table.number, table.observe(0).to_bytes()
            action = table.legal(0)[0]
            for turn in ("once", "again"):
                await table.act(0, turn, action)
                await until(table, lambda: table.number > start and table.awaited == (0,))
                first = [e.event for e in (await table.events())[start : start + 2]]
                if turn == "once":
                    events = first
                    await table.propose(ANNA, ProposalKind.BACK)  # nobody else is to be asked
                    assert table.observe(0).to_bytes() == position
            assert first[0] == events[0]
            assert [e for e in first if e.seat == 8] == [e for e in events if e.seat == 8]


@asynchronous
async def test_a_wish_to_take_back_lapses_when_the_table_goes_on(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            with pytest.raises(NotNowError):
                await table.propose(BEN, ProposalKind.BACK)
            await play_on(table, most=1)
            await table.propose(ANNA, ProposalKind.BACK)
            await play_on(table, most=1)
            assert table.match.proposal is None
            with pytest.raises(NotNowError):
                await table.answer(BEN, True)
            assert table.number == 2
            assert await told_at(table) == [("Anna", RemarkKind.LAPSED, "back")]


@asynchronous
async def test_of_two_at_one_device_whose_turn_it_was_wishes_to_take_it_back(path: Path) -> None:
    async with hall_at(path) as hall:
        chairs = me("Anna"), me("Max"), OPEN
        match_id, _ = await hall.open(ANNA, NewTable("raufer", chairs, {}, fixed=True))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            while table.awaited != (1,):
                await play_on(table, most=1)
            await play_on(table, most=1)
            await table.propose(ANNA, ProposalKind.BACK)
            proposal = table.match.proposal
            assert proposal is not None
            assert (proposal.seat, proposal.agreed) == (1, (0, 1))


@asynchronous
async def test_in_a_race_nothing_is_taken_back(path: Path) -> None:
    async with hall_at(path, pause=3600) as hall:
        match_id, _ = await hall.open(ANNA, NewTable(DASH.key, (me("Anna"), me("Ben")), {}))
        async with hall.table(match_id) as table:
            with pytest.raises(NotNowError, match="no-taking-back"):
                await table.propose(ANNA, ProposalKind.BACK)


# --- pausing ---


@asynchronous
async def test_a_command_repeated_in_a_pause_or_after_the_end_gets_the_same_answer(
    path: Path,
) -> None:
    async with hall_at(path) as hall, hall.table(await two_at_bauab(hall)) as table:
        first = await table.act(0, "c1", 0)
        refused = await table.act(0, "c2", 1)
        await table.propose(ANNA, ProposalKind.PAUSE)
        await table.propose(BEN, ProposalKind.PAUSE)
        assert [await table.act(0, "c1", 0), await table.act(0, "c2", 1)] == [first, refused]
        new = await table.act(1, "c1", 22)
        assert isinstance(new, RefusedCommand)
        assert new.refusal.phrase.key == "problem-paused"
        await table.propose(BEN, ProposalKind.RESUME)
        assert await table.act(1, "c1", 22) == AcceptedCommand(1, "c1", 2)  # the pause is no answer
        await table.resign(BEN, 1)
        assert [await table.act(0, "c1", 0), await table.act(0, "c2", 1)] == [first, refused]
        late = await table.act(0, "c3", 1)
        assert isinstance(late, RefusedCommand)
        assert late.refusal.phrase.key == "problem-ended"


@asynchronous
async def test_nobody_acts_while_a_match_is_paused_and_anybody_ends_the_pause(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await table.propose(BEN, ProposalKind.RESUME)  # nothing to go on with
            await table.propose(ANNA, ProposalKind.PAUSE)
            await table.propose(BEN, ProposalKind.PAUSE)  # the same wish agrees to it
            assert table.match.paused
            await table.propose(ANNA, ProposalKind.PAUSE)  # it is
            assert (table.match.proposal, len(table.match.rulings)) == (None, 1)
            await table.propose(ANNA, ProposalKind.END)
    async with hall_at(path) as hall, hall.table(match_id) as table:
        assert (table.running, table.acting) == (True, ())
        answer = await table.act(0, "a", 0)
        assert isinstance(answer, RefusedCommand)
        assert answer.refusal.phrase.key == "problem-paused"
        await table.propose(BEN, ProposalKind.RESUME)  # also while something else is being decided
        assert table.consent.pending_seats() == (1,)
        await play_on(table)
        assert [note.text for note in (await record_of(table)).notes] == ["pause A", "resume B"]


@asynchronous
async def test_bots_rest_in_a_pause(path: Path) -> None:
    async with hall_at(path, pause=3600) as hall:
        wanted = NewTable("bauab", (me("Anna"), BOT), {"first": "B"}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            assert table.thinking == [1]
            await table.propose(ANNA, ProposalKind.PAUSE)
            assert (table.match.paused, table.thinking) == (True, [])
            await table.propose(ANNA, ProposalKind.RESUME)
            assert table.thinking == [1]


# --- too much ---


@asynchronous
async def test_however_much_was_decided_a_pause_ends_and_bots_stand_in(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rulings, "MOST_RULINGS", 1)
    async with hall_at(path, pause=3600) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.propose(ANNA, ProposalKind.PAUSE)
            await table.answer(BEN, True)
            await table.answer(CLEO, True)
            await table.propose(ANNA, ProposalKind.RESUME)
            assert table.live
            await table.propose(ANNA, ProposalKind.PAUSE)
            await table.answer(BEN, True)
            with pytest.raises(NotNowError, match="too-many-rulings"):
                await table.answer(CLEO, True)
            await table.stand_in(CLEO, 2, True)  # nobody else is to be asked, but there is no room
            assert table.is_played_by_bot(2)
            assert (table.live, table.match.proposal) == (True, None)
            await table.stand_in(ANNA, 1, True)
            assert table.is_played_by_bot(1)
            assert [ruling.what for ruling in table.match.rulings] == [RulingKind.PAUSE]
            await table.resign(ANNA, 0)
            assert [ruling.what for ruling in table.match.rulings][1:] == [RulingKind.RESIGN]


# --- chairs ---


@asynchronous
async def test_names_are_unique_at_a_table(path: Path) -> None:
    async with hall_at(path) as hall:
        with pytest.raises(NotNowError):
            await hall.open(ANNA, NewTable("bauab", (me("Anna"), me("anna")), {}))
        match_id, _ = await hall.open(ANNA, NewTable("bauab", (me("Anna"), OPEN), {}))
        async with hall.table(match_id) as table:
            with pytest.raises(NotNowError) as caught:
                await table.join(BEN, "ANNA", b"")
            assert caught.value.phrase.key == "problem-name-taken"


@asynchronous
async def test_the_chairs_of_a_rematch_are_kept_for_those_who_sat_there(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await two_at_bauab(hall)
        async with hall.table(match_id) as table:
            await table.resign(BEN, 1)
            again, _ = await hall.rematch(table, ANNA)
        assert again in {match.id for match in await hall.matches.of(BEN)}
        async with hall.table(again) as table:
            with pytest.raises(NotNowError) as caught:
                await table.join(CLEO, "Ben", b"")
            assert caught.value.phrase.key == "problem-chairs-kept"
            assert table.seats_of(BEN) == ()
            await table.join(BEN, "Ben", b"")
            assert table.running


@asynchronous
async def test_two_on_one_device_have_both_chairs_again_in_a_rematch_of_anothers(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        chairs = (me("Anna"), me("Cleo"), OPEN)
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, chairs, {}, fixed=True))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            await table.resign(ANNA, 0)
            await table.resign(ANNA, 1)
            again, _ = await hall.rematch(table, BEN)
        async with hall.table(again) as table:
            assert table.seats_of(BEN) == (1,)
            given = contribution_hash(b"a" * 16, again, table.match.commitment)
            named, other = await table.join(ANNA, "Anna", given)
            assert seating.seat_of_secret(table.match, named, hall.clock()) == 2
            assert seating.seat_of_secret(table.match, other, hall.clock()) == 0
            assert [seat.name for seat in table.match.seats] == ["Cleo", "Ben", "Anna"]
            await table.contribute(lambda: table.seats_of(ANNA), [], [b"a" * 16])
            assert table.running
            with pytest.raises(NotNowError):
                await table.join(ANNA, "Dora", b"")


async def rematch_with_a_shared_chair(hall: Hall) -> str:
    """Return a rematch of three in which a chair is kept for Cleo's device and Ben's, too."""
    wanted = NewTable(BELL.key, (me("Anna"), OPEN, OPEN), {}, fixed=True)
    match_id, _ = await hall.open(ANNA, wanted)
    async with hall.table(match_id) as table:
        await table.join(BEN, "Ben", b"")
        (cleos,) = await table.join(CLEO, "Cleo", b"")
        await table.claim(BEN, cleos)
        await table.resign(ANNA, 0)
        await table.resign(CLEO, 2)
        again, _ = await hall.rematch(table, ANNA)
    return again


@asynchronous
async def test_a_name_that_is_taken_on_a_later_kept_chair_is_corrected_on_that_chair(
    path: Path,
) -> None:
    async with (
        hall_at(path) as hall,
        hall.table(await rematch_with_a_shared_chair(hall)) as table,
    ):
        chairs = {seat.name: chair for chair, seat in enumerate(table.match.seats)}
        for taken in (chairs["Anna"], 7, -1):
            with pytest.raises(NotNowError, match="chair-not-free"):
                await table.join(BEN, "Kleo", b"", seating.ChairChoice(chair=taken))
        kleos, bens = await table.join(BEN, "Kleo", b"", seating.ChairChoice(chair=chairs["Cleo"]))
        for secret, chair in ((kleos, chairs["Cleo"]), (bens, chairs["Ben"])):
            assert seating.seat_of_secret(table.match, secret, hall.clock()) == chair
        assert table.match.seats[chairs["Cleo"]].name == "Kleo"
        assert table.match.seats[chairs["Ben"]].name == "Ben"


@asynchronous
async def test_a_device_that_had_come_to_both_chairs_of_another_has_both_again(path: Path) -> None:
    async with hall_at(path) as hall:
        wanted = NewTable(BELL.key, (me("Anna"), me("Cleo"), OPEN), {}, fixed=True)
        match_id, secrets = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            for secret in secrets:
                await table.claim("a tablet", secret)
            await table.resign(ANNA, 0)
            await table.resign(ANNA, 1)
            again, _ = await hall.rematch(table, BEN)
        async with hall.table(again) as table:
            with pytest.raises(NotNowError, match="name-taken"):
                await table.join("a tablet", "Ben", b"")
            assert len(await table.join("a tablet", "Cleo", b"")) == 2
            assert table.running
            assert table.seats_of("a tablet") == table.seats_of(ANNA)


@asynchronous
async def test_a_chair_that_is_kept_for_two_devices_is_left_to_whichever_comes_for_it(
    path: Path,
) -> None:
    async with (
        hall_at(path) as hall,
        hall.table(await rematch_with_a_shared_chair(hall)) as table,
    ):
        assert len(await table.join(BEN, "Ben", b"")) == 1
        assert not table.running, "Cleo may come from her own device"
        with pytest.raises(NotNowError, match="name-taken"):
            await table.join(BEN, "Ben", b"")
        assert len(await table.join(BEN, "Cleo", b"")) == 1
        assert table.running
        assert [table.match.seats[seat].name for seat in table.seats_of(BEN)] == ["Ben", "Cleo"]


@asynchronous
async def test_a_device_that_comes_to_a_seat_after_a_rematch_was_set_is_expected_there_too(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        wanted = NewTable("bauab", (me("Anna"), OPEN), {}, fixed=True)
        match_id, _ = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            (bens,) = await table.join(BEN, "Ben", b"")
            await table.resign(ANNA, 0)
            again, _ = await hall.rematch(table, ANNA)
            await table.claim(CLEO, bens)
            assert await hall.rematch(table, CLEO) == (again, [])
        async with hall.table(again) as rematch:
            await rematch.join(CLEO, "Ben", b"")
            assert rematch.running
            assert rematch.seats_of(CLEO) == rematch.seats_of(BEN) == (0,)
        # Who sits there by now lets others in with a link of that table alone.
        async with hall.table(match_id) as table:
            await table.claim("another session", bens)
            await hall.rematch(table, "another session")
        async with hall.table(again) as rematch:
            assert rematch.seats_of("another session") == ()


@asynchronous
async def test_people_of_one_device_sit_down_together_whoever_is_expected_on_a_chair_of_theirs(
    path: Path,
) -> None:
    async with hall_at(path) as hall:
        wanted = NewTable(BELL.key, (me("Anna"), me("Cleo"), OPEN), {}, fixed=True)
        match_id, (_, cleos) = await hall.open(ANNA, wanted)
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            await table.resign(BEN, 2)
            await table.resign(ANNA, 0)
            again, _ = await hall.rematch(table, BEN)
            await table.claim(CLEO, cleos)
            await hall.rematch(table, CLEO)
        async with hall.table(again) as table:
            assert len(await table.join(ANNA, "Anna", b"")) == 2
            assert table.running
            names = {
                one: [table.match.seats[seat].name for seat in table.seats_of(one)]
                for one in (ANNA, CLEO)
            }
            assert names == {ANNA: ["Cleo", "Anna"], CLEO: ["Cleo"]}


@asynchronous
async def test_the_host_takes_a_chair_from_somebody_before_the_start(path: Path) -> None:
    async with hall_at(path) as hall:
        chairs = (me("Anna"), OPEN, OPEN)
        match_id, _ = await hall.open(ANNA, NewTable(BELL.key, chairs, {}))
        async with hall.table(match_id) as table:
            await table.join(BEN, "Ben", b"")
            with pytest.raises(NotAllowedError):
                await table.dismiss(BEN, 0)
            for chair in (0, 2, 9):
                with pytest.raises(NotNowError):
                    await table.dismiss(ANNA, chair)
            await table.dismiss(ANNA, 1)
            assert table.seats_of(BEN) == ()
            assert table.match.seats[1].kind is SeatKind.FREE
            await table.join(CLEO, "Cleo", b"")


def test_a_turn_is_what_a_seat_did_in_a_row() -> None:
    from tischlein.core.events import Event
    from tischlein.tables.stored import StoredEvent

    log = [StoredEvent(n, Event(seat, 0), 0) for n, seat in enumerate((8, 0, 0, 8, 1, 1), 1)]
    assert consent.last_turn_of(log, (1,)) == 4
    assert consent.last_turn_of(log, (0,)) == 1
    assert consent.last_turn_of(log, (0, 1)) == 4
    assert consent.last_turn_of(log, (2,)) is None
