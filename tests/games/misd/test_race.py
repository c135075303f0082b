"""Reaction times in Misd: who is first, what a time is for, and what it is not."""

import random

import pytest

from tischlein.core import queries, records, registry
from tischlein.core.errors import NotationError, RecordError
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.race import Pace, TimeLimit
from tischlein.core.records import Record
from tischlein.core.seats import CHANCE
from tischlein.games.misd import race
from tischlein.games.misd.actions import CARD, CLAIM_MISSING, PASS, TURN
from tischlein.games.misd.state import Phase

MISD = registry.load("misd")


def opened(
    turner: int = 0, seats: int = 4, face: int = 0, **options: str | int
) -> tuple[Position, list[Event]]:
    """A question of variant A that lies open, and what has led to it."""
    position = Position.start(MISD, seats, options)
    events = [Event(CHANCE, turner), Event(turner, TURN), Event(CHANCE, CARD + face)]
    for event in events:
        position.play(event.seat, event.action)
    return position, events


def first_claim(claims: list[tuple[int, int]], turner: int) -> int:
    """Return the seat whose claim counts, of (seat, milliseconds)."""
    position, _ = opened(turner)
    order = race.tie_order(position.state)
    return min(claims, key=lambda claim: (claim[1], order.index(claim[0])))[0]


@pytest.mark.parametrize(
    ("claims", "turner", "first"),
    [
        ([(1, 2000), (2, 1999)], 0, 2),
        ([(0, 2000), (2, 2000)], 1, 2),
        ([(0, 2000), (2, 2000)], 0, 0),
        ([(0, 2000), (2, 2000)], 3, 0),
    ],
)
def test_of_equal_times_the_first_clockwise_from_the_turner_counts(
    claims: list[tuple[int, int]], turner: int, first: int
) -> None:
    """MIS-15."""
    assert first_claim(claims, turner) == first


def test_claims_are_ordered_by_time_passes_follow_and_a_turn_waits_for_nothing() -> None:
    """MIS-15, MIS-6."""
    position, _ = opened()
    assert race.pace(position.state, 1, 0) == Pace.CLAIM
    assert race.pace(position.state, 1, CLAIM_MISSING) == Pace.CLAIM
    assert race.pace(position.state, 1, PASS) == Pace.AFTER_CLAIMS
    assert race.pace(position.state, 1, TURN) == Pace.FREE


def test_a_countdown_precedes_every_question_and_nothing_else() -> None:
    """MIS-6: the same for all seats."""
    rng = random.Random(1)
    for variant in "ab":
        position = Position.start(MISD, 3, {"variant": variant, "limit": 12, "relay": 3})
        while position.acting:
            if position.acting == (CHANCE,):
                waits = position.state.phase in (Phase.CARD, Phase.SHAPE)
                assert race.countdown(position.state) == (race.COUNTDOWN if waits else None)
                position.play(CHANCE, rng.choice(position.outcomes())[0])
            else:
                seat = rng.choice(position.acting)
                position.play(seat, rng.choice(position.legal(seat)))


@pytest.mark.parametrize(("think", "limit"), [(0, None), (60, TimeLimit(60_000, PASS))])
def test_a_table_may_set_a_time_for_thinking(think: int, limit: TimeLimit | None) -> None:
    """MIS-21: in it everybody may answer, then the table passes; no rule looks at it."""
    position, _ = opened(think=think)
    assert race.time_limit(position.state) == limit
    position.play(1, PASS)
    assert race.time_limit(position.state) == limit
    for seat in (0, 2, 3):
        position.play(seat, PASS)
    assert race.time_limit(position.state) is None


def test_every_question_is_an_occasion_of_its_own() -> None:
    """MIS-18: what was claimed for one that is over meanwhile is none for the next."""
    position, _ = opened()
    first = race.occasion(position.state)
    position.play(1, 0, (2000,))
    assert race.occasion(position.state) == first
    position.play(1, TURN)
    position.play(CHANCE, position.outcomes()[0][0])
    assert race.occasion(position.state) > first


def test_a_time_changes_nothing_that_the_rules_look_at() -> None:
    """MIS-15: who may act, what is legal, the scores and the ranking stay what they are."""
    for action in (0, 6, PASS):
        with_time, _ = opened(wrong="out")
        without, _ = opened(wrong="out")
        with_time.play(2, action, (1234,))
        without.play(2, action)
        assert with_time.acting == without.acting
        assert [with_time.legal(seat) for seat in range(4)] == [
            without.legal(seat) for seat in range(4)
        ]
        assert with_time.scores() == without.scores()
        for query in MISD.notation.queries:
            try:
                expected = queries.answer(without, query)
            except NotationError:
                continue
            assert queries.answer(with_time, query) == expected


def test_times_are_kept_in_records() -> None:
    """MIS-15: those of claims and of passes, in the order in which they counted."""
    _, events = opened(wrong="out")
    events += [Event(3, 0, (5000,)), Event(1, PASS, (4200,)), Event(0, 6, (7001,))]
    record = Record(
        MISD,
        ("Anna", "Ben", "Cleo", "Dora"),
        Position.start(MISD, 4, {"wrong": "out"}).options,
        tuple(events),
    )
    text = records.write(record)
    assert "D claim white triangle @5000\nB pass @4200\nA claim white star @7001\n" in text
    assert records.read(text).events == record.events


@pytest.mark.parametrize("line", ["A turn @100", "A claim white star 100", "A pass @-1", "@100"])
def test_a_time_stands_behind_claims_and_passes_only(line: str) -> None:
    with pytest.raises(RecordError, match="does not parse"):
        records.read(f"game: misd\nseats: A, B\n\n* start A\n{line}")


def test_times_of_the_last_question_are_shown_and_those_before_are_forgotten() -> None:
    position, _ = opened(limit="0")
    position.play(1, 0, (2500,))
    assert position.state.taken[0] == 2500
    position.play(1, TURN)
    position.play(CHANCE, CARD + 3)
    assert position.state.spoken == 0


def test_without_a_limit_a_match_goes_on() -> None:
    """MIS-23."""
    position, _ = opened(seats=2, limit=0)
    for _ in range(1500):
        seat = position.acting[0]
        if seat == CHANCE:
            position.play(seat, position.outcomes()[0][0])
        else:
            position.play(seat, PASS if position.state.phase == Phase.OPEN else TURN)
    assert not position.over
    assert position.state.asked > 100


def test_in_ten_questions_each_definition_card_comes_once() -> None:
    """MIS-10: and then both piles are shuffled anew."""
    rng = random.Random(5)
    position = Position.start(MISD, 2, {"variant": "b", "relay": 0, "wrong": "out"})
    shapes, colours = [], []
    while position.state.asked < 20 or position.state.phase == Phase.OPEN:
        seat = position.acting[0]
        if seat != CHANCE:
            position.play(seat, PASS if position.state.phase == Phase.OPEN else TURN)
            continue
        position.play(CHANCE, rng.choice(position.outcomes())[0])
        if position.state.phase == Phase.OPEN:
            shapes.append(int(position.state.wanted_shape))
            colours.append(int(position.state.wanted_colour))
    for cycle in (slice(0, 10), slice(10, 20)):
        assert sorted(shapes[cycle]) == sorted(colours[cycle]) == list(range(10))


@pytest.mark.parametrize(("chips", "left"), [(0, 0), (1, 1), (2, 0), (3, 1)])
def test_a_wrong_claim_costs_two_chips_or_nothing(chips: int, left: int) -> None:
    """MIS-17: also a single chip is kept; what is given back returns to the stock."""
    position, _ = opened()
    position.record.chips[1] = chips
    position.record.stock -= chips
    position.play(1, 0)
    assert position.scores()[1] == left
    assert position.state.stock == 20 - left
