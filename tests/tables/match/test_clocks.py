"""Clocks: when they run, what they gain, and that no time comes from nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import tests.tiny.bell
from tests.tiny.bell.state import RING
from tischlein.core import options, registry
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.match import clocks
from tischlein.tables.problems import InvalidError
from tischlein.tables.stored import (
    MatchStatus,
    SeatClock,
    SeatKind,
    StoredMatch,
    StoredSeat,
    TimeControl,
    TimeKind,
    TimeoutAction,
)

BELL = tests.tiny.bell.GAME
MINUTE = 60_000
MOVE = TimeControl(TimeKind.MOVE, 60)
MATCH = TimeControl(TimeKind.MATCH, 60, 5)
NOW = 1_000_000_000_000


def match_of(
    control: TimeControl, kinds: Sequence[SeatKind] = (SeatKind.PERSON,) * 3
) -> StoredMatch:
    levels = {SeatKind.BOT: "medium"}
    return StoredMatch(
        id="match",
        game=BELL.key,
        rules_version=1,
        options="",
        seats=tuple(StoredSeat(kind=kind, level=levels.get(kind)) for kind in kinds),
        created=0,
        touched=0,
        commitment="",
        server_secret=b"",
        status=MatchStatus.RUNNING,
        time_control=control,
    )


def times(match: StoredMatch, now: int) -> list[int]:
    """Return what each seat has left, in seconds."""
    assert match.clocks is not None
    return [clocks.time_left(clock, now) // 1000 for clock in match.clocks.seats]


def running(match: StoredMatch) -> list[int]:
    assert match.clocks is not None
    return [seat for seat, clock in enumerate(match.clocks.seats) if clock.until is not None]


def test_all_whom_a_match_waits_for_have_a_deadline_of_their_own() -> None:
    position = Position.start(BELL, 3, {})
    match = clocks.updated(match_of(MOVE), position, NOW)
    assert (running(match), match.deadline) == ([0, 1, 2], NOW + MINUTE)
    position = position.after(1, 0)
    match = clocks.updated(match, position, NOW + 20_000, 1)
    assert running(match) == [0, 2]  # and seat 1 may ring, but need not
    assert times(match, NOW + 20_000) == [40, 60, 40]
    position = position.after(0, 0)
    match = clocks.updated(match, position, NOW + 30_000, 0)
    position = position.after(2, 1)
    match = clocks.updated(match, position, NOW + 50_000, 2)
    assert running(match) == [0, 1, 2]
    assert times(match, NOW + 50_000) == [60, 60, 60]


def test_a_clock_for_the_match_gains_its_increment_once_a_turn() -> None:
    position = Position.start(BELL, 3, {})
    match = clocks.updated(match_of(MATCH), position, NOW)
    for seat, new in ((0, False), (1, False), (2, True)):
        position = position.after(seat, 0)
        match = clocks.updated(match, position, NOW + 10_000, seat, turn_over=new)
    assert running(match) == [0, 1, 2]
    assert times(match, NOW + 10_000) == [55, 55, 55]
    # Somebody who goes on in the same turn gains nothing yet.
    match = clocks.updated(match, position, NOW + 12_000, 0)
    assert times(match, NOW + 12_000) == [53, 53, 53]


def test_no_time_passes_for_bots_in_a_pause_or_after_the_end() -> None:
    position = Position.start(BELL, 3, {})
    kinds = (SeatKind.PERSON, SeatKind.BOT, SeatKind.PERSON)
    for control in (MOVE, MATCH):
        match = clocks.updated(match_of(control, kinds), position, NOW)
        assert running(match) == [0, 2]
        match = clocks.updated(replace(match, paused=True), position, NOW + 10_000)
        assert (running(match), match.deadline) == ([], None)
        match = clocks.updated(replace(match, paused=False), position, NOW + MINUTE)
        assert times(match, NOW + MINUTE) == [50, 60, 50]
        over = position.after(0, RING)
        match = clocks.updated(replace(match, status=MatchStatus.FINISHED), over, NOW + MINUTE, 0)
        assert (running(match), clocks.next_due(match)) == ([], None)
    bots = clocks.updated(match_of(MOVE, (SeatKind.BOT,) * 3), position, NOW)
    assert (running(bots), clocks.next_due(bots)) == ([], None)


def test_to_let_a_bot_stand_in_for_a_moment_renews_no_deadline() -> None:
    position = Position.start(BELL, 3, {})
    match = clocks.updated(match_of(MOVE), position, NOW)
    seats = match.seats
    away = (replace(seats[0], level="medium"), *seats[1:])
    match = clocks.updated(replace(match, seats=away), position, NOW + 50_000)
    assert running(match) == [1, 2]
    match = clocks.updated(replace(match, seats=seats), position, NOW + 55_000)
    assert times(match, NOW + 55_000) == [10, 5, 5]


def test_in_a_race_with_its_own_limit_only_that_counts() -> None:
    misd = registry.load("misd")
    for think, wanted in (("30", []), ("0", [0, 1])):
        position = Position.start(misd, 2, options.complete(misd, 2, {"think": think}))
        while not position.racing:
            chance = CHANCE in position.acting
            actor = CHANCE if chance else position.acting[0]
            actions = [one for one, _ in position.outcomes()] if chance else position.legal(actor)
            position = position.after(actor, actions[0])
        match = replace(match_of(MOVE, (SeatKind.PERSON,) * 2), game="misd")
        assert running(clocks.updated(match, position, NOW)) == wanted


def test_all_are_warned_when_a_sixth_is_left_and_again_after_a_gift() -> None:
    position = Position.start(BELL, 3, {})
    match = clocks.updated(match_of(MOVE), position, NOW)
    assert clocks.next_due(match) == NOW + 50_000
    assert clocks.to_warn(match, NOW + 49_999) == ()
    assert clocks.to_warn(match, NOW + 50_000) == (0, 1, 2)
    match = replace(match, clocks=clocks.with_warning(match, (0, 1, 2)))
    match = clocks.updated(match, position, NOW + 50_000)
    assert clocks.to_warn(match, NOW + 55_000) == ()
    assert clocks.next_due(match) == NOW + MINUTE
    match = replace(match, clocks=clocks.with_more_time(match, (1,), 30))
    match = clocks.updated(match, position, NOW + 55_000)
    assert times(match, NOW + 55_000) == [5, 35, 5]
    assert clocks.to_warn(match, NOW + 80_000) == (1,)
    assert clocks.warning_time(TimeControl(TimeKind.MOVE, 30 * 86_400)) == 86_400_000


def test_what_was_given_before_a_turn_is_there_when_it_comes_and_has_a_bound() -> None:
    position = Position.start(BELL, 3, {}).after(1, 0)
    match = clocks.updated(match_of(MOVE), position, NOW)
    for _ in range(9):
        getting = clocks.can_be_given(match, (0, 1), 30, NOW)
        match = clocks.updated(
            replace(match, clocks=clocks.with_more_time(match, getting, 30)), position, NOW
        )
    assert times(match, NOW) == [180, 180, 60]
    position = position.after(0, 0).after(2, 0)
    match = clocks.updated(match, position, NOW)
    assert times(match, NOW)[1] == 180


def test_the_usual_gift_is_a_round_part_of_the_whole() -> None:
    usual = {60: 30, 300: 120, 900: 420, 3600: 1800, 86_400: 43_200, 7 * 86_400: 3 * 86_400}
    for seconds, gift in usual.items():
        assert clocks.gift(TimeControl(TimeKind.MOVE, seconds)) == gift
    assert clocks.gift(TimeControl(TimeKind.MATCH, 300)) == 30
    assert clocks.gift(TimeControl(TimeKind.MATCH, 10)) == 5


@pytest.mark.parametrize(
    "control",
    [
        TimeControl(TimeKind.MOVE, 9),
        TimeControl(TimeKind.MOVE, 31 * 86_400),
        TimeControl(TimeKind.MOVE, 60, 1),
        TimeControl(TimeKind.MATCH, 60, -1),
        TimeControl(TimeKind.MATCH, 60, 86_401),
        TimeControl(TimeKind.MOVE, 60, level="clairvoyant"),
    ],
)
def test_a_time_control_out_of_bounds_is_refused(control: TimeControl) -> None:
    with pytest.raises(InvalidError):
        clocks.check(control, BELL)


def test_time_controls_within_bounds_are_taken() -> None:
    for control in (None, MOVE, MATCH, TimeControl(TimeKind.MATCH, 30 * 86_400, 86_400)):
        clocks.check(control, BELL)
    clocks.check(TimeControl(TimeKind.MOVE, 10, then=TimeoutAction.LOSE, level="medium"), BELL)


# --- whatever happens ---

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["wait", "act", "pause", "give", "leave", "tick"]),
        st.integers(0, 2),
        st.integers(0, 40_000),
    ),
    max_size=40,
)


@given(st.sampled_from([MOVE, MATCH]), STEPS)
def test_a_clock_goes_up_for_a_reason_only_and_runs_out_once(
    control: TimeControl, steps: list[tuple[str, int, int]]
) -> None:
    position, now = Position.start(BELL, 3, {}), NOW
    match = clocks.updated(match_of(control), position, now)
    for what, seat, amount in steps:
        before, acted, reason = match, None, {seat}
        if what == "wait":
            now += amount
            reason = set()
        elif what == "act" and position.legal(seat) != [RING] and seat in position.awaited:
            position, acted = position.after(seat, 0), seat
            # The last of a round begins another one for all.
            reason = {0, 1, 2} if control is MOVE else {seat}
            if position.over:
                return
        elif what == "pause":
            match = replace(match, paused=not match.paused)
            reason = set()
        elif what == "give":
            match = replace(match, clocks=clocks.with_more_time(match, (seat,), 5))
        elif what == "leave":
            level = None if match.seats[seat].level else "medium"
            seats = list(match.seats)
            seats[seat] = replace(seats[seat], level=level)
            match = replace(match, seats=tuple(seats))
            if level is None:
                match = replace(match, clocks=clocks.with_return(match, (seat,)))
            else:
                reason = set()
        elif what == "tick":
            out = clocks.overdue(match, now)
            assert clocks.next_due(match) is not None or not out
            assert not any(clock.overdue for clock in at(match, out))
            seats = [
                replace(one, level="medium") if number in out else one
                for number, one in enumerate(match.seats)
            ]
            match = replace(match, seats=tuple(seats), clocks=clocks.with_time_up(match, out))
            reason = set()
        match = clocks.updated(match, position, now, acted, turn_over=acted is not None)
        assert not set(running(match)) - set(position.awaited)
        pairs = enumerate(zip(left(before, now), left(match, now), strict=True))
        grown = [number for number, (old, new) in pairs if new > old]
        assert set(grown) <= reason
        assert clocks.updated(match, position, now) == match  # to look at it changes nothing
        stopped = [clock for clock in at(match, range(3)) if clock.overdue]
        assert all(clock.until is None for clock in stopped)


def at(match: StoredMatch, seats: Iterable[int]) -> list[SeatClock]:
    assert match.clocks is not None
    return [match.clocks.seats[seat] for seat in seats]


def left(match: StoredMatch, now: int) -> list[int]:
    return [clocks.time_left(clock, now) for clock in at(match, range(3))]
