"""What seats know of hidden cards, compared with brute force over fillings and over histories."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from tischlein.core import queries, records
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.raufer import GAME
from tischlein.games.raufer.actions import DRAW, PASS
from tischlein.games.raufer.determinization import ROUNDS, exchange_at_random, fill_at_random
from tischlein.games.raufer.knowledge import bounds_of
from tischlein.games.raufer.state import CARDS, UP, Stage

Filling = tuple[frozenset[int], ...]
"""The cards of every seat; the observer's own seat stays empty."""


def random_match(seats: int, seed: int, options: dict[str, str | int]) -> Iterator[Position]:
    """The positions of a match of random actions."""
    rng = random.Random(seed)
    position = Position.start(GAME, seats, options)
    while position.acting:
        yield position.clone()
        (seat,) = position.acting
        outcomes = [value for value, _ in position.outcomes()]
        position.play(seat, rng.choice(outcomes or position.legal(seat)))
    yield position


def cards_of(bits: int) -> set[int]:
    return {card for card in range(CARDS) if bits >> card & 1}


def fillings(position: Position, observer: int) -> Counter[Filling]:
    """All ways to give every hidden card a different unseen card, counted by the hands they make.

    Written anew from the bounds as a record states them, without the game's own matching.
    """
    state = position.state
    laid = set(state.laid[: state.laid_count])
    own = cards_of(state.hands[observer]) if observer != SPECTATOR else set()
    unseen = set(range(CARDS)) - laid - own
    slots = []
    for seat in range(position.seats):
        bounds = queries.answer(position, f"bounds {'ABCDE'[seat]}")
        if seat != observer and bounds != "none":
            for pair in bounds.split():
                low, high = map(int, pair.split("-"))
                slots.append((seat, low - 1, high - 1))
    slots.sort(key=lambda slot: slot[2] - slot[1])
    found: Counter[Filling] = Counter()

    def fill(index: int, left: set[int], hands: list[set[int]]) -> None:
        if index == len(slots):
            found[tuple(map(frozenset, hands))] += 1
            return
        seat, low, high = slots[index]
        for card in [card for card in left if low <= card <= high]:
            hands[seat].add(card)
            fill(index + 1, left - {card}, hands)
            hands[seat].remove(card)

    fill(0, unseen, [set() for _ in range(position.seats)])
    return found


def size_of_search(position: Position, observer: int) -> int:
    """A bound of the number of fillings."""
    state = position.state
    unseen = CARDS - state.laid_count - (state.sizes[observer] if observer != SPECTATOR else 0)
    hidden = sum(state.sizes[seat] for seat in range(position.seats) if seat != observer)
    ways = 1
    for taken in range(hidden):
        ways *= unseen - taken
    return ways


def small_positions() -> Iterator[tuple[Position, int]]:
    """Late positions of random matches, with the seat whose knowledge is in question."""
    for seats, hand in ((3, 5), (4, 4), (5, 3), (4, 5)):
        for seed in range(12):
            for position in random_match(seats, seed, {"hand": hand}):
                if position.over or position.acting == (CHANCE,):
                    continue
                for observer in range(seats):
                    if 0 < size_of_search(position, observer) <= 3_000:
                        yield position, observer


def test_known_and_maybe_are_what_all_and_some_fillings_say() -> None:
    compared = certain = excluded = 0
    for position, observer in small_positions():
        hands = fillings(position, observer)
        for seat in range(position.seats):
            if seat == observer:
                continue
            every = set.intersection(*(set(hand[seat]) for hand in hands))
            some = set.union(*(set(hand[seat]) for hand in hands))
            query = f"{'ABCDE'[observer]} {'ABCDE'[seat]}"
            assert _numbers(queries.answer(position, f"known {query}")) == every
            assert _numbers(queries.answer(position, f"maybe {query}")) == some
            compared += 1
            certain += bool(every)
            excluded += bool(_unseen(position, observer) - some)
    assert compared > 200
    assert certain > 50
    assert excluded > 50


def _numbers(value: str) -> set[int]:
    return set() if value == "none" else {int(word) - 1 for word in value.split()}


def _unseen(position: Position, observer: int) -> set[int]:
    state = position.state
    laid = set(state.laid[: state.laid_count])
    return set(range(CARDS)) - laid - cards_of(state.hands[observer])


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_what_is_known_is_true_and_what_is_true_may_be(seats: int) -> None:
    for seed in range(5):
        for position in random_match(seats, seed, {}):
            for observer in range(seats):
                for seat in range(seats):
                    query = f"{'ABCDE'[observer]} {'ABCDE'[seat]}"
                    hand = cards_of(position.state.hands[seat])
                    assert _numbers(queries.answer(position, f"known {query}")) <= hand
                    assert _numbers(queries.answer(position, f"maybe {query}")) >= hand


def test_cards_are_spread_over_what_each_may_be_as_often_in_every_way() -> None:
    """The first filling favours some ways; exchanges even that out."""
    allowed = [{0, 1, 2}, {0, 1, 2, 3}, {2, 3, 4, 5}, {3, 4, 5}, set(range(6)), {0, 5}]
    ways = [
        way
        for way in permutations(range(6))
        if all(card in cards for card, cards in zip(way, allowed, strict=True))
    ]
    ranges = np.array([sum(1 << card for card in cards) for cards in allowed], np.int64)
    rng = new_rng(5)
    found: Counter[tuple[int, ...]] = Counter()
    samples = 1_500
    while found.total() < samples:
        filled = np.empty(6, np.int64)
        if fill_at_random(0b111111, ranges, 6, filled, rng):
            for _ in range(ROUNDS):
                exchange_at_random(ranges, filled, 6, rng)
            found[tuple(filled.tolist())] += 1
    assert found.keys() == set(ways)
    even, freedom = samples / len(ways), len(ways) - 1
    distance = sum((found[way] - even) ** 2 / even for way in ways)
    assert distance < freedom + 6 * (2 * freedom) ** 0.5


# --- bounds against whole histories ---


class Diary:
    """What everybody has seen of one seat: cards got, cards laid, and failures, in order."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, int, int]] = []

    def hands(self, unlaid: set[int]) -> set[frozenset[int]]:
        """The hands that some true course of events leaves, by trying all courses."""
        got = sum(kind == "got" for kind, _, _ in self.lines)
        laid = [card for kind, card, _ in self.lines if kind == "laid"]
        return {
            frozenset(rest)
            for rest in combinations(sorted(unlaid), got - len(laid))
            if any(self._happened(order) for order in permutations([*laid, *rest]))
        }

    def ways(self, unlaid: Sequence[int]) -> int:
        """In how many orders the cards can have come that were laid and those that were not."""
        laid = [card for kind, card, _ in self.lines if kind == "laid"]
        return sum(self._happened(order) for order in permutations([*laid, *unlaid]))

    def _happened(self, order: tuple[int, ...]) -> bool:
        """Whether the cards can have come in this order."""
        coming = iter(order)
        hand: set[int] = set()
        for kind, card, direction in self.lines:
            if kind == "got":
                hand.add(next(coming))
            elif kind == "laid":
                if card not in hand:
                    return False
                hand.remove(card)
            elif any(other > card if direction == UP else other < card for other in hand):
                return False
        return True


def test_bounds_keep_exactly_the_hands_of_some_true_course_of_events() -> None:
    compared = narrowed = 0
    for seed in range(40):
        diaries = [Diary() for _ in range(3)]
        before: Position | None = None
        for position in random_match(3, seed, {"hand": 3}):
            if before is not None:
                _note(diaries, before, position)
            before = position
            state = position.state
            unlaid = set(range(CARDS)) - set(state.laid[: state.laid_count])
            for seat, diary in enumerate(diaries):
                got = sum(kind == "got" for kind, _, _ in diary.lines)
                if len(unlaid) > 13 or got > 5 or not diary.lines:
                    continue
                size = state.sizes[seat]
                ranges = bounds_of(state, seat)
                fitting = {
                    frozenset(hand)
                    for hand in combinations(sorted(unlaid), size)
                    if any(
                        all(one >> card & 1 for one, card in zip(ranges, order, strict=True))
                        for order in permutations(hand)
                    )
                }
                assert fitting == diary.hands(unlaid)
                compared += 1
                narrowed += len(fitting) < len(list(combinations(unlaid, size)))
    assert compared > 100
    assert narrowed > 30


def test_redeals_are_as_likely_as_the_courses_of_events_that_lead_to_them() -> None:
    """The more ways there are for a seat to have come by all its cards, the likelier its hand.

    Bounds alone do not tell: after a failure a laid card may have been an older or a younger one,
    and hands that leave it the choice are likelier.
    """
    compared = uneven = 0
    for seats, hand, seed in [(3, 3, seed) for seed in range(90)] + [(4, 2, 3), (4, 3, 8)]:
        diaries = [Diary() for _ in range(seats)]
        before: Position | None = None
        for step, position in enumerate(random_match(seats, seed, {"hand": hand})):
            if before is not None:
                _note(diaries, before, position)
            before = position
            if position.over or position.acting == (CHANCE,) or position.state.laid_count < 3:
                continue
            observer = (seed + step) % seats
            likely = _likely_hands(diaries, position, observer)
            if not 4 <= len(likely) <= 150:
                continue
            compared += 1
            uneven += len(set(likely.values())) > 1
            _compare(position, observer, likely)
    assert compared > 60
    assert uneven > 20


def test_a_hand_with_fewer_ways_to_have_come_about_comes_up_less_often() -> None:
    """B fails with three cards, takes up a fourth, and lays floor 5, seen by C.

    Floor 20 can only be the fourth card. Then 5 was one of the three: 3 * 2! ways. In a hand
    without 20 it was any of four: 4 * 3! ways. Of the 14 floors that C does not see, 13 are below
    18, so that 20 is in C(13, 2) * 6 of C(13, 2) * 6 + C(13, 3) * 24 ways.
    """
    position = records.read(
        """
        game: raufer
        seats: A, B, C
        options: hand=3

        * deal A 18 2 1
        * deal B 5 6 7
        * deal C 19 10 11
        A 18 up
        B draw
        C 19 down
        * draw B 8
        A 2 up
        B 5 up
        """
    ).final()
    seen, rng, samples = position.observe(2), new_rng(1), 6_000
    found = sum(seen.determinize(rng).state.hands[1] >> 19 & 1 for _ in range(samples))
    likely = comb(13, 2) * 6 / (comb(13, 2) * 6 + comb(13, 3) * 24)
    error = (likely * (1 - likely) / samples) ** 0.5
    assert abs(found / samples - likely) < 3.5 * error


def _likely_hands(diaries: list[Diary], position: Position, observer: int) -> Counter[Filling]:
    """Count the courses of events behind all hands of the others; empty where they are too many."""
    others = [seat for seat in range(position.seats) if seat != observer]
    sizes = [position.state.sizes[seat] for seat in others]
    given = [sum(kind == "got" for kind, _, _ in diaries[seat].lines) for seat in others]
    unseen = _unseen(position, observer)
    if max(given) > 6 or size_of_search(position, observer) > 20_000:
        return Counter()
    ways = {
        (seat, hand): diaries[seat].ways(hand)
        for seat, size in zip(others, sizes, strict=True)
        for hand in combinations(sorted(unseen), size)
    }
    found: Counter[Filling] = Counter()

    def deal(place: int, left: set[int], hands: dict[int, tuple[int, ...]], weight: int) -> None:
        if place == len(others):
            found[tuple(frozenset(hands.get(seat, ())) for seat in range(position.seats))] = weight
            return
        seat = others[place]
        for hand in combinations(sorted(left), sizes[place]):
            if more := ways[seat, hand]:
                deal(place + 1, left - set(hand), hands | {seat: hand}, weight * more)

    deal(0, unseen, {}, 1)
    return found


def _compare(position: Position, observer: int, likely: Counter[Filling]) -> None:
    """Compare redeals with how likely they should be (chi-square)."""
    rng = new_rng(observer)
    seen = position.observe(observer)
    total = likely.total()
    samples = max(1_500, 8 * total // min(likely.values()))
    found = Counter(
        tuple(
            frozenset(cards_of(world.state.hands[seat])) if seat != observer else frozenset()
            for seat in range(position.seats)
        )
        for world in (seen.determinize(rng) for _ in range(min(samples, 20_000)))
    )
    assert found.keys() <= likely.keys()
    distance = sum(
        (found[hands] - found.total() * count / total) ** 2 / (found.total() * count / total)
        for hands, count in likely.items()
    )
    freedom = len(likely) - 1
    assert distance < freedom + 6 * (2 * freedom) ** 0.5 + 6


def _note(diaries: list[Diary], before: Position, after: Position) -> None:
    """Write down what everybody sees of the event between two positions."""
    state = before.state
    for seat, diary in enumerate(diaries):
        laid = after.state.laid_count > state.laid_count and state.turn == seat
        if laid:
            diary.lines.append(("laid", after.state.laid[after.state.laid_count - 1], 0))
        elif after.state.sizes[seat] > state.sizes[seat]:
            diary.lines.append(("got", 0, 0))
    failing = state.stage == Stage.COMMAND and before.legal(state.turn)[0] in (DRAW, PASS)
    if failing:
        diaries[state.turn].lines.append(("failed", state.last, state.direction))
