"""Somebody comes when a match is being played, and plays on, once all have agreed.

For a bot of the table, or for somebody who has gone and let others have the seat.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tests.tiny.bell
from tests.tables.places import Place
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
    until,
)
from tischlein.core.records import Note
from tischlein.core.seats import SPECTATOR
from tischlein.tables.chance import proof
from tischlein.tables.hall import Hall
from tischlein.tables.match.table import Table
from tischlein.tables.players import holders, ratings
from tischlein.tables.players.holders import of_card
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError, TableError
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.seats.taking_over import take_overs
from tischlein.tables.stored import (
    MatchStatus,
    ProposalKind,
    RemarkKind,
    RulingKind,
    SeatKind,
    TimeControl,
    TimeKind,
)
from tischlein.tables.upkeep import archive

BELL = tests.tiny.bell.GAME
OMA, OPA = "oma-session", "opa-session"
FOREVER = 3600.0


async def end_device(_: str) -> None:
    """End the session of a device: there are none without pages."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tischlein.db"


async def with_bots(hall: Hall, *chairs: Any, game: str = "bauab", **fields: Any) -> str:
    """Open a table of Anna and a bot on seat B; at Bauab Anna begins."""
    options = {"first": "A"} if game == "bauab" else {}
    wanted = NewTable(game, chairs or (me("Anna"), BOT), options, fixed=True, **fields)
    match_id, _ = await hall.open(ANNA, wanted)
    return match_id


async def three_at_bell(hall: Hall) -> str:
    """Open a table of Anna, a bot on seat B, and Ben."""
    match_id = await with_bots(hall, me("Anna"), BOT, OPEN, game=BELL.key)
    async with hall.table(match_id) as table:
        await table.join(BEN, "Ben", b"")
    return match_id


@asynchronous
async def test_who_comes_plays_on_once_all_who_play_have_agreed_also_after_a_restart(
    path: Path,
) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            secret = await table.take_over(OMA, 1, "Oma")
            assert table.consent.pending_seats() == (0, 2)
            with pytest.raises(NotAllowedError):  # nothing is theirs before that
                table.seats_of(None, secret)
            with pytest.raises(NotAllowedError):
                await table.answer(OMA, True)
            await table.answer(ANNA, True)
    async with hall_at(path, pause=FOREVER) as hall, hall.table(match_id) as table:
        assert table.consent.pending_seats() == (2,)
        await table.answer(BEN, True)
        assert table.match.proposal is None
        assert table.seats_of(OMA) == table.seats_of(None, secret) == (1,)
    async with hall_at(path) as hall, hall.table(match_id) as table:
        seat = table.match.seats[1]
        assert (seat.kind, seat.name, seat.level) == (SeatKind.PERSON, "Oma", None)
        assert [one.id for one in await hall.matches.of(OMA)] == [match_id]
        await play_on(table)
        assert table.over
        record = await record_of(table)
        assert record.notes == (Note(0, "take-over B medium"),)
        assert record.names == ("Anna", "Oma", "Ben")
        assert "bots" not in record.fields
        assert archive.find_fault(table.match, await table.events()) == ""


@asynchronous
async def test_every_store_keeps_who_asks_and_who_has_come(place: Place) -> None:
    async with place.open() as store, Hall(store, pause=FOREVER) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            secret = await table.take_over(OMA, 1, "Oma")
            await table.answer(ANNA, True)
            asked = table.match.proposal
    async with (
        place.open() as store,
        Hall(store, pause=FOREVER) as hall,
        hall.table(match_id) as table,
    ):
        assert table.match.proposal == asked
        assert asked is not None
        assert asked.newcomer is not None
        await table.answer(BEN, True)
        settled = table.match
    async with place.open() as store, Hall(store, pause=FOREVER) as hall:
        async with hall.table(match_id) as table:
            assert (table.match.seats, table.match.rulings) == (settled.seats, settled.rulings)
            assert table.seats_of(None, secret) == (1,)
        assert [one.id for one in await hall.matches.of(OMA)] == [match_id]


@asynchronous
async def test_what_was_chosen_for_the_seat_before_is_not_done_any_more(path: Path) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await with_bots(hall)
        async with hall.table(match_id) as table:
            accepted(await table.act(0, "1", table.legal(0)[0]))
            await until(table, lambda: table.thinking == [1])
            await table.take_over(OMA, 1, "Oma")
            await table.answer(ANNA, True)
            assert (table.thinking, table.acting, table.number) == ([], (1,), 1)
            accepted(await table.act(1, "2", table.legal(1)[0]))
            assert (table.number, table.acting) == (2, (0,))


@asynchronous
async def test_the_bot_acts_or_the_newcomer_never_both(path: Path) -> None:
    """Bots that do not pause act at any moment of the change; each turn still has one event."""
    async with hall_at(path) as hall:
        for turns in range(6):
            match_id = await with_bots(hall)
            async with hall.table(match_id) as table:
                await play_on(table, seed=turns, most=turns)
                if table.awaited == (0,):
                    accepted(await table.act(0, "last", table.legal(0)[0]))
                await table.take_over(OMA, 1, "Oma")
                await table.answer(ANNA, True)
                after = table.match.rulings[-1].after
                assert not table.thinking
                await play_on(table, seed=turns)
                assert table.over
                events = await table.events()
                commands = [one.command for one in events if one.number > after]
                assert all(commands)  # each by a person
                await record_of(table)


@asynchronous
async def test_who_signs_in_to_a_card_while_asking_has_the_seat_by_it(place: Place) -> None:
    async with place.open() as store, Hall(store, pause=FOREVER) as hall:
        match_id, other = await with_bots(hall), await with_bots(hall)
        for asked, who in ((match_id, OMA), (other, OPA)):
            async with hall.table(asked) as table:
                await table.take_over(who, 1, "Oma")
        (found,) = await store.matches_asked_by(OMA)
        assert found.id == match_id
        await hall.cards.create("Oma", "new-session", "Phone", OMA)
        card = hall.cards.of_device("new-session") or ""
        async with hall.table(match_id) as table:
            await table.answer(ANNA, True)
            assert table.seats_of(of_card(card)) == (1,)
            assert table.seats_of(OMA) == ()
        async with hall.table(other) as table:  # nobody else's request has changed
            await table.answer(ANNA, True)
            assert table.seats_of(OPA) == (1,)


@asynchronous
async def test_a_request_goes_with_the_card_of_who_has_asked(place: Place) -> None:
    async with place.open() as store, Hall(store, pause=FOREVER) as hall:
        match_id = await with_bots(hall)
        await hall.cards.create("Oma", "oma-device", "Phone", None)
        card = hall.cards.of_device("oma-device") or ""
        async with hall.table(match_id) as table:
            await table.take_over(of_card(card), 1, "Oma")
        await hall.cards.delete(card, "another-session", end_device)
        async with hall.table(match_id) as table:
            assert table.match.proposal is None
            with pytest.raises(NotNowError, match="no-proposal"):
                await table.answer(ANNA, True)
            assert (table.match.seats[1].kind, table.thinking) == (SeatKind.BOT, [])


@asynchronous
async def test_of_two_who_ask_at_once_one_gets_the_seat(path: Path) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await with_bots(hall)
        async with hall.table(match_id) as table:
            asked = await asyncio.gather(
                table.take_over(OMA, 1, "Oma"),
                table.take_over(OPA, 1, "Opa"),
                return_exceptions=True,
            )
            (refused,) = [one for one in asked if isinstance(one, BaseException)]
            assert isinstance(refused, NotNowError)
            assert refused.phrase.key == "problem-proposal-pending"
            await table.answer(ANNA, True)
            held = [table.seats_of(session) for session in (OMA, OPA)]
            assert sorted(held) == [(), (1,)]
            with pytest.raises(NotNowError, match="no-bot"):
                await table.take_over("a third", 1, "Zoe")


@asynchronous
async def test_a_bot_that_plays_for_somebody_keeps_the_seat_for_them(path: Path) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.leave(BEN)
            with pytest.raises(NotNowError) as caught:
                await table.take_over(OMA, 2, "Oma")
            assert caught.value.phrase.key == "problem-seat-stays"
            assert caught.value.phrase.values == {"name": "Ben"}
            await table.resign(BEN, 2)
            with pytest.raises(NotNowError, match="no-bot"):
                await table.take_over(OMA, 2, "Oma")


@asynchronous
async def test_a_seat_that_its_player_let_others_have_goes_to_who_comes(place: Place) -> None:
    async with place.open() as store, Hall(store, pause=FOREVER) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            accepted(await table.act(0, "1", table.legal(0)[0]))
            await table.leave(BEN, release=True)
            seat = table.match.seats[2]
            assert (seat.kind, seat.level, seat.released) == (SeatKind.PERSON, "medium", True)
            await table.take_over(OMA, 2, "Oma")
            assert table.consent.pending_seats() == (0,)  # who has gone is not asked
    async with place.open() as store, Hall(store, pause=FOREVER) as hall:
        async with hall.table(match_id) as table:
            await table.answer(ANNA, True)
            seat = table.match.seats[2]
            assert (seat.name, seat.level, seat.released) == ("Oma", None, False)
            assert (table.seats_of(OMA), table.seats_of(BEN)) == ((2,), ())
        assert [one.id for one in await hall.matches.of(OMA)] == [match_id]
        assert await hall.matches.of(BEN) == []
    async with place.open() as store, Hall(store) as hall, hall.table(match_id) as table:
        await play_on(table)
        assert table.over
        record = await record_of(table)
        said = ("stand-in C medium", "release C", "take-over C medium")
        assert record.notes == tuple(Note(1, one) for one in said)
        assert record.names[2] == "Oma"
        assert archive.find_fault(table.match, await table.events()) == ""


@asynchronous
async def test_what_was_sent_for_the_seat_before_it_was_given_does_not_happen_after(
    path: Path,
) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.leave(ANNA, release=True)
            await table.take_over(OMA, 0, "Oma")
            agreed = asyncio.ensure_future(table.answer(BEN, True))
            await asyncio.sleep(0)
            assert table.seats_of(ANNA) == (0,)
            with pytest.raises(NotAllowedError, match="not-your-seat"):
                await table.act(0, "1", table.legal(0)[0])
            await agreed
            assert (table.number, table.seats_of(OMA)) == (0, (0,))


@asynchronous
async def test_who_lets_others_have_the_seat_has_it_again_when_back_before_them(
    path: Path,
) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        for returns in ("arrives", "says so", "acts"):
            match_id = await three_at_bell(hall)
            async with hall.table(match_id) as table:
                await table.leave(ANNA, release=True)
                await table.take_over(OMA, 0, "Oma")
                match returns:
                    case "arrives":
                        table.connect(ANNA)
                        await until(table, lambda: table.match.proposal is None)
                    case "says so":
                        await table.stand_in(ANNA, 0, False)
                    case _:
                        accepted(await table.act(0, "1", 0))
                seat = table.match.seats[0]
                assert (seat.name, seat.level, seat.released) == ("Anna", None, False)
                assert table.match.proposal is None
                (said,) = await table.remarks()
                assert (said.kind, said.text) == (RemarkKind.LAPSED, "take-over")
                assert (table.seats_of(ANNA), table.seats_of(OMA)) == ((0,), ())
                with pytest.raises(NotNowError, match="no-bot"):
                    await table.take_over(OMA, 0, "Oma")


@asynchronous
async def test_the_last_who_plays_can_let_somebody_come_too(path: Path) -> None:
    """No bot plays meanwhile, and nobody is left who would have to agree."""
    async with hall_at(path) as hall:
        match_id = await with_bots(hall)
        async with hall.table(match_id) as table:
            await play_on(table, most=2)
            await table.leave(ANNA)
            with pytest.raises(NotNowError, match="no-bot"):
                await table.take_over(OMA, 0, "Oma")
            await table.leave(ANNA, release=True)
            seat = table.match.seats[0]
            assert (seat.level, seat.released) == (None, True)
            with pytest.raises(NotAllowedError, match="nobody-agrees"):
                await table.take_over(OPA, 1, "Opa")
            await table.take_over(OMA, 0, "Oma")
            assert (table.match.proposal, table.seats_of(OMA)) == (None, (0,))
            await play_on(table)
            record = await record_of(table)
            assert [note.text for note in record.notes] == ["release A", "take-over A"]
            time = table.match.rulings[0].time
            assert proof.rulings_of(record, time) == tuple(
                msgspec.structs.replace(one, time=time) for one in table.match.rulings
            )


@asynchronous
async def test_all_may_go_and_let_others_have_their_seats(path: Path) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.leave(ANNA, release=True)
            await table.take_over(OMA, 0, "Oma")
            assert table.consent.pending_seats() == (2,)
            await table.leave(BEN, release=True)  # nobody is left to ask
            assert (table.match.proposal, table.seats_of(OMA)) == (None, (0,))
            await table.take_over(OPA, 2, "Opa")
            await table.answer(OMA, True)
            assert (table.seats_of(OPA), table.seats_of(BEN)) == ((2,), ())
            await table.leave(OMA, release=True)
            await table.take_over(CLEO, 0, "Cleo")
            await table.answer(OPA, True)
            # Nobody knows any more who was there in between.
            come = take_overs(table.match)
            seats = [(table.match.seats[one.seat].name, one.level) for one in come]
            assert seats == [("Cleo", ""), ("Opa", "")]


@asynchronous
async def test_only_a_seat_of_a_match_that_goes_on_can_be_let_to_others(path: Path) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.resign(BEN, 2)
            await table.leave(BEN, release=True)
            assert not table.match.seats[2].released  # who has given up has nothing to hand on
            with pytest.raises(NotAllowedError, match="players-only"):
                await table.leave(OMA, release=True)
        waiting = await with_bots(hall, me("Anna"), OPEN)
        async with hall.table(waiting) as table:
            await table.leave(ANNA, release=True)
            assert not any(seat.released for seat in table.match.seats)


@asynchronous
async def test_whoever_comes_to_a_seat_whose_time_was_up_has_some_again(path: Path) -> None:
    now = [1_000_000]
    timing = {"clock": lambda: now[0], "steady": lambda: now[0]}
    control = TimeControl(TimeKind.MATCH, 300)
    async with hall_at(path, pause=FOREVER, **timing) as hall:
        match_id = await with_bots(hall, me("Anna"), BOT, time_control=control)
        async with hall.table(match_id) as table:
            await table.leave(ANNA, release=True)
            now[0] += 300_001
            await table.handle_deadlines()
            assert table.match.clocks is not None
            assert table.match.clocks.seats[0].overdue
            assert table.match.seats[0].released
            await table.take_over(OMA, 0, "Oma")
            assert table.match.clocks.seats[0].left > 0
            assert not table.match.clocks.seats[0].overdue


@asynchronous
async def test_who_may_not_ask_is_told_why(path: Path) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        waiting = await with_bots(hall, me("Anna"), OPEN)
        async with hall.table(waiting) as table:
            with pytest.raises(NotNowError, match="not-running"):
                await table.take_over(OMA, 1, "Oma")
        match_id = await with_bots(hall, programs=False)
        async with hall.table(match_id) as table:
            for seat in (-1, 2):
                with pytest.raises(InvalidError, match="seat"):
                    await table.take_over(OMA, seat, "Oma")
            with pytest.raises(NotNowError, match="no-bot"):
                await table.take_over(OMA, 0, "Oma")
            with pytest.raises(NotNowError, match="already-seated"):
                await table.take_over(ANNA, 1, "Oma")
            with pytest.raises(NotNowError, match="name-taken"):
                await table.take_over(OMA, 1, "ANNA")
            with pytest.raises(NotAllowedError, match="no-programs"):
                await table.take_over(holders.of_program("deep"), 1, "Deep Bauab")
            await table.propose(ANNA, ProposalKind.PAUSE)  # alone with bots: at once
            await table.take_over(OMA, 1, "Oma")
            with pytest.raises(NotNowError, match="proposal-pending"):
                await table.propose(ANNA, ProposalKind.END)
            await table.answer(ANNA, True)
            assert (table.match.paused, table.acting) == (True, ())
            assert table.seats_of(OMA) == (1,)
            await table.propose(OMA, ProposalKind.RESUME)
            assert table.acting == (0,)


@asynchronous
async def test_who_asks_may_think_better_of_it_and_who_is_refused_lets_others_rest(
    path: Path,
) -> None:
    now = [1_000_000]
    clocks = {"clock": lambda: now[0], "steady": lambda: now[0]}
    async with hall_at(path, pause=FOREVER, **clocks) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.take_over(OMA, 1, "Oma")
            await table.answer(OMA, False)
            assert table.match.proposal is None
            assert await table.remarks() == []
            await table.take_over(OMA, 1, "Oma")
            await table.answer(BEN, False)
            (said,) = await table.remarks()
            assert (said.name, said.kind, said.text) == ("Ben", RemarkKind.REFUSED, "take-over")
            with pytest.raises(NotNowError) as caught:
                await table.take_over(OPA, 1, "Opa")
            assert caught.value.phrase.key == "problem-take-over-later"
            assert 0 < int(str(caught.value.phrase.values["seconds"])) <= 60
            now[0] += 60_000
            await table.take_over(OPA, 1, "Opa")
            assert table.match.proposal is not None


@asynchronous
async def test_another_person_of_a_device_plays_on_if_the_others_agree(path: Path) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.take_over(ANNA, 1, "Oma", beside=True)
            assert table.consent.pending_seats() == (2,)
            await table.answer(BEN, True)
            assert table.seats_of(ANNA) == (0, 1)
        alone = await with_bots(hall)
        async with hall.table(alone) as table:
            await table.take_over(ANNA, 1, "Oma", beside=True)
            assert table.seats_of(ANNA) == (0, 1)


@asynchronous
async def test_at_a_table_of_bots_alone_only_its_host_sits_down(path: Path) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await with_bots(hall, BOT, BOT)
        async with hall.table(match_id) as table:
            with pytest.raises(NotAllowedError, match="nobody-agrees"):
                await table.take_over(OMA, 1, "Oma")
            await table.take_over(ANNA, 1, "Anna")
            assert table.seats_of(ANNA) == (1,)


@asynchronous
async def test_nobody_comes_when_nobody_is_left_who_could_agree_or_the_match_is_over(
    path: Path,
) -> None:
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await three_at_bell(hall)
        async with hall.table(match_id) as table:
            await table.take_over(OMA, 1, "Oma")
            await table.stand_in(ANNA, 0, True)
            assert table.consent.pending_seats() == (2,)
            await table.stand_in(BEN, 2, True)
            assert (table.match.proposal, table.seats_of(OMA)) == (None, ())
            assert [said.kind for said in await table.remarks()] == [RemarkKind.LAPSED]
        match_id = await with_bots(hall)
        async with hall.table(match_id) as table:
            await table.take_over(OMA, 1, "Oma")
            await table.resign(ANNA, 0)
            assert (table.match.proposal, table.match.status) == (None, MatchStatus.ENDED)
            with pytest.raises(NotNowError):
                await table.answer(ANNA, True)
            with pytest.raises(NotNowError, match="not-running"):
                await table.take_over(OMA, 1, "Oma")


@asynchronous
async def test_the_last_move_settles_what_has_been_asked(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await with_bots(hall)
        async with hall.table(match_id) as table:
            await table.take_over(OMA, 1, "Oma")
            await play_on(table)
            assert (table.over, table.match.proposal, table.seats_of(OMA)) == (True, None, ())
            assert (await record_of(table)).fields["bots"] == "B medium"


@asynchronous
async def test_a_newcomer_has_the_time_that_the_bot_did_not_need(path: Path) -> None:
    control = TimeControl(TimeKind.MATCH, 300)
    async with hall_at(path, pause=FOREVER) as hall:
        match_id = await with_bots(hall, time_control=control)
        async with hall.table(match_id) as table:
            accepted(await table.act(0, "1", table.legal(0)[0]))
            assert table.match.deadline is None
            await table.take_over(OMA, 1, "Oma")
            await table.answer(ANNA, True)
            assert table.match.clocks is not None
            clock = table.match.clocks.seats[1]
            assert clock.until is not None
            assert clock.left == 300_000
            assert not clock.overdue
            assert table.match.deadline == clock.until


@asynchronous
async def test_a_match_that_a_bot_began_counts_for_no_newcomer_and_no_rating(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await with_bots(hall)
        async with hall.table(match_id) as table:
            await play_on(table, most=2)
            await table.take_over(OMA, 1, "Oma")
            await table.answer(ANNA, True)
            await play_on(table)
            match = table.match
        assert await hall.matches.statistics(OMA) == []
        (told,) = await hall.matches.statistics(ANNA)
        assert (told.game, told.matches) == ("bauab", 1)
        cards = tuple(
            msgspec.structs.replace(seat, sessions=(of_card(name),))
            for seat, name in zip(match.seats, "ab", strict=True)
        )
        assert not ratings.counts(match.changed(seats=cards))
        assert not ratings.at_stake(match.changed(seats=cards))


@asynchronous
async def test_the_record_of_such_a_match_is_taken_in_with_its_people(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await with_bots(hall)
        async with hall.table(match_id) as table:
            await play_on(table, most=2)
            await table.take_over(OMA, 1, "Oma")
            await table.answer(ANNA, True)
            await play_on(table)
            record = await record_of(table)
    async with hall_at(path.with_name("other.db")) as hall:
        taken = await archive.import_record(hall.store, record)
        assert taken is not None
        match = await hall.store.match(taken)
        assert [(seat.kind, seat.name) for seat in match.seats] == [
            (SeatKind.PERSON, "Anna"),
            (SeatKind.PERSON, "Oma"),
        ]
        (ruled,) = match.rulings
        assert (ruled.what, ruled.seat, ruled.detail) == (RulingKind.TAKE_OVER, 1, "medium")
        unknown = replace(record, notes=(Note(0, "take-off B medium"),))
        assert proof.rulings_of(unknown, 0) == ()


@asynchronous
async def test_a_rematch_expects_the_newcomer(path: Path) -> None:
    async with hall_at(path) as hall:
        match_id = await with_bots(hall)
        async with hall.table(match_id) as table:
            await table.take_over(OMA, 1, "Oma")
            await table.answer(ANNA, True)
            await play_on(table)
            again, _ = await hall.rematch(table, ANNA, False)
        kept = [seat for seat in (await hall.store.match(again)).seats if seat.sessions == (OMA,)]
        assert [(seat.kind, seat.name) for seat in kept] == [(SeatKind.FREE, "Oma")]


DEEDS = (
    "ask",
    "ask-too",
    "agree",
    "refuse",
    "withdraw",
    "leave",
    "release",
    "return",
    "ask-for-bens",
    "pause",
    "play",
    "back",
)


@given(st.lists(st.sampled_from(DEEDS), max_size=14))
@settings(max_examples=25, deadline=None)
def test_whatever_happens_in_whatever_order_a_seat_has_one_player_and_the_record_holds(
    tmp_path_factory: pytest.TempPathFactory, deeds: list[str]
) -> None:
    path = tmp_path_factory.mktemp("any") / "db"

    @asynchronous
    async def live() -> None:
        async with hall_at(path) as hall:
            match_id = await with_bots(hall, me("Anna"), BOT, OPEN, game=BELL.key)
            async with hall.table(match_id) as table:
                await table.join(BEN, "Ben", b"")
                for number, deed in enumerate(deeds):
                    await do(table, deed, number)
                    check(table)
                for session in (ANNA, BEN):
                    table.connect(session)
                if table.match.paused:
                    await table.propose(ANNA, ProposalKind.RESUME)
                await play_on(table)
            async with hall.table(match_id) as table:
                check(table)
                await record_of(table)
                assert archive.find_fault(table.match, await table.events()) == ""

    live()


async def do(table: Table, deed: str, number: int) -> None:
    """Do something that may be refused."""
    try:
        match deed:
            case "ask" | "ask-too":
                who = (OMA, "Oma") if deed == "ask" else (OPA, "Opa")
                await table.take_over(who[0], 1, who[1])
            case "agree" | "refuse":
                for session in (ANNA, BEN):
                    await table.answer(session, deed == "agree")
            case "withdraw":
                await table.answer(OMA, False)
            case "leave" | "release":
                await table.leave(BEN, release=deed == "release")
            case "return":
                await table.stand_in(BEN, 2, False)
            case "ask-for-bens":
                await table.take_over(CLEO, 2, "Cleo")
            case "pause":
                await table.propose(ANNA, ProposalKind.PAUSE)
            case "back":
                await table.propose(ANNA, ProposalKind.BACK)
            case _:
                if not table.match.paused:
                    await play_on(table, seed=number, most=1)
    except TableError:
        pass


def check(table: Table) -> None:
    """Check who has the seats: a bot or Ben, or the one who was let in, as the rulings say."""
    seat = table.match.seats[1]
    come = [one for one in table.match.rulings if one.what is RulingKind.TAKE_OVER]
    ruled = [one for one in come if one.seat == 1]
    assert len(ruled) <= 1
    holders = [session for session in (BEN, CLEO) if table.seats_of(session)]
    assert holders == [CLEO if any(one.seat == 2 for one in come) else BEN]
    released = table.match.seats[2].released
    assert not released or holders == [BEN]
    held = [session for session in (OMA, OPA) if table.seats_of(session)]
    if ruled:
        assert (seat.kind, len(held), table.thinking.count(1)) == (SeatKind.PERSON, 1, 0)
        assert seat.sessions == tuple(held)
    else:
        assert (seat.kind, held) == (SeatKind.BOT, [])
    assert table.observe(SPECTATOR) is not None
    assert CLEO not in seat.sessions
