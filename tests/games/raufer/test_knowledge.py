"""What seats know of hidden cards, compared with brute force over fillings and over histories."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

import numpy as np
import pytest

from tischlein.core import queries
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.raufer import GAME
from tischlein.games.raufer.actions import DRAW, PASS
from tischlein.games.raufer.knowledge import exchange_at_random, fill_at_random
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


def test_redeals_reach_every_filling_alike() -> None:
    checked = 0
    for position, observer in small_positions():
        ways = fillings(position, observer)
        total = sum(ways.values())
        if not 4 <= len(ways) <= 40 or checked == 25:
            continue
        checked += 1
        rng = new_rng(checked)
        seen = position.observe(observer)
        samples = 150 * len(ways)
        found = Counter(
            tuple(
                frozenset(cards_of(world.state.hands[seat])) if seat != observer else frozenset()
                for seat in range(position.seats)
            )
            for world in (seen.determinize(rng) for _ in range(samples))
        )
        assert found.keys() == ways.keys()
        distance = sum(
            (found[hands] - samples * count / total) ** 2 / (samples * count / total)
            for hands, count in ways.items()
        )
        freedom = len(ways) - 1
        assert distance < freedom + 6 * (2 * freedom) ** 0.5 + 6
    assert checked == 25


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
                ranges = state.bounds[seat][:size]
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
