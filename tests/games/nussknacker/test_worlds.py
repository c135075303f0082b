"""What seats can know in Nussknacker, against a slow listing of every possible past (NUS-24)."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import factorial

import numpy as np
import pytest

from tischlein.core import registry
from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, SPECTATOR
from tischlein.games.nussknacker.actions import GUESS, NO
from tischlein.games.nussknacker.backtracking import determinize_from_worlds
from tischlein.games.nussknacker.beliefs import Belief, belief_of, certainties
from tischlein.games.nussknacker.determinization import PARTICLES, determinize_from_particles
from tischlein.games.nussknacker.hands import values_of
from tischlein.games.nussknacker.rules import expected
from tischlein.games.nussknacker.state import Stage

GAME = registry.load("nussknacker")

Values = tuple[int, ...]
Past = tuple[int, tuple[Values, ...], tuple[tuple[Values, Values], ...]]
"""The hidden value, the hands at the deal, and the cards slid in every question."""


# --- matches without guesses ---


def deal(seats: int, cards: int, rng: random.Random) -> Position:
    position = Position.start(GAME, seats, {"cards": cards, "start": "first"})
    while position.acting == (CHANCE,):
        values, weights = zip(*position.outcomes(), strict=True)
        position.apply(Event(CHANCE, rng.choices(values, weights)[0]))
    return position


def step(position: Position, rng: random.Random) -> None:
    """Let the awaited seat do anything but guess."""
    seat = int(expected(position.state))
    actions = [one for one in position.legal(seat) if not GUESS <= one < NO]
    position.play(seat, rng.choice(actions))


def moments(seats: int, cards: int, steps: int, seed: int) -> Iterator[Position]:
    rng = random.Random(f"{seats} {cards} {seed}")
    position = deal(seats, cards, rng)
    yield position
    for _ in range(steps):
        step(position, rng)
        yield position


# --- the slow listing ---


@cache
def ways(hand: Values, value: int) -> frozenset[Values]:
    subsets = (cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size))
    return frozenset(tuple(sorted(cards)) for cards in subsets if sum(cards) == value)


@cache
def without(hand: Values, cards: Values) -> Values:
    return tuple(sorted((Counter(hand) - Counter(cards)).elements()))


def splits(cards: list[int], sizes: list[int]) -> Iterator[tuple[Values, ...]]:
    """Every way to split single cards into hands of these sizes; equal ones come repeatedly."""
    if not sizes:
        yield ()
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        left = [card for place, card in enumerate(cards) if place not in chosen]
        hand = tuple(sorted(cards[place] for place in chosen))
        for others in splits(left, sizes[1:]):
            yield (hand, *others)


def pasts(position: Position, observer: int) -> dict[Past, Fraction]:
    """Every past that the observer cannot exclude, with its probability."""
    state = position.observe(observer).state
    seats, top = position.seats, int(state.top)
    counted = Counter(dict.fromkeys(range(1, top + 1), 2))
    sizes = [len(values_of(int(position.state.dealt[seat]))) for seat in range(seats)]
    own: tuple[Values, ...] = ()
    if observer < seats:
        own = (tuple(values_of(int(state.dealt[observer]))),)
        counted -= Counter(own[0])
    others = [seat for seat in range(seats) if seat != observer]
    weights: dict[Past, Fraction] = defaultdict(Fraction)
    unseen = sorted(counted.elements())
    for hidden, *hands in splits(unseen, [1, *(sizes[seat] for seat in others)]):
        dealt = list(hands)
        if own:
            dealt.insert(observer, own[0])
        for slid, share in histories(state, observer, list(dealt)):
            weights[hidden[0], tuple(dealt), slid] += share
    total = sum(weights.values())
    return {past: weight / total for past, weight in weights.items()}


def histories(
    state: object, observer: int, hands: list[Values], number: int = 0
) -> Iterator[tuple[tuple[tuple[Values, Values], ...], Fraction]]:
    """Every way in which the questions from this number on may have gone, and its likelihood."""
    if number == state.question_count:  # type: ignore[attr-defined]  # a record
        yield (), Fraction(1)
        return
    asker, asked, value, given, returned = state.questions[number]  # type: ignore[attr-defined]
    seen = [
        None if cards < 0 else tuple(values_of(cards))
        for cards in state.slid[number]  # type: ignore[attr-defined]
    ]
    answers = ways(hands[asked], value)
    if not ways(hands[asker], value) or (given == -1 and answers):
        return
    nothing: tuple[Values, Values] = ((), ())
    swaps: list[tuple[tuple[Values, Values], Fraction]] = [(nothing, Fraction(1))]
    if given > 0:
        gifts = [cards for cards in answers if len(cards) == given]
        backs = [cards for cards in ways(hands[asker], value) if len(cards) == returned]
        swaps = [
            (
                (gift, back),
                share(gifts, asked, observer) * (share(backs, asker, observer) if back else 1),
            )
            for gift in gifts
            for back in backs or ([()] if returned == 0 else [])
            if seen[0] in (None, gift) and seen[1] in (None, back)
        ]
    for (gift, back), likelihood in swaps:
        after = list(hands)
        if returned > 0:
            after[asker] = tuple(sorted(without(hands[asker], back) + gift))
            after[asked] = tuple(sorted(without(hands[asked], gift) + back))
        for later, rest in histories(state, observer, after, number + 1):
            yield ((gift, back), *later), likelihood * rest


def share(choices: list[Values], giver: int, observer: int) -> Fraction:
    return Fraction(1) if giver == observer else Fraction(1, len(choices))


def hands_now(position: Position, past: Past) -> list[Values]:
    """Replay the swaps of a past."""
    _, dealt, slid = past
    hands = list(dealt)
    for row, (gift, back) in zip(position.state.questions, slid, strict=False):
        if row[4] > 0:
            hands[row[0]] = tuple(sorted(without(hands[row[0]], back) + gift))
            hands[row[1]] = tuple(sorted(without(hands[row[1]], gift) + back))
    return hands


def past_of(position: Position) -> Past:
    state = position.state
    asked = state.slid[: state.question_count]
    slid = tuple((tuple(values_of(gift)), tuple(values_of(back))) for gift, back in asked)
    dealt = tuple(tuple(values_of(hand)) for hand in state.dealt[: position.seats])
    return state.hidden, dealt, slid


# --- the tests ---


@pytest.mark.parametrize(("seats", "steps"), [(2, 30), (3, 18), (4, 9)])
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.long)])
def test_beliefs_agree_with_the_listing_of_all_pasts(seats: int, steps: int, seed: int) -> None:
    for number, position in enumerate(moments(seats, 12, steps, seed)):
        if number % 4 and number < steps - 1:
            continue
        for observer in range(seats):
            expected_pasts = pasts(position, observer)
            belief = belief_of(position.state, observer)
            hidden: dict[int, Fraction] = defaultdict(Fraction)
            for past, chance in expected_pasts.items():
                hidden[past[0]] += chance
            assert belief.maybe() == sorted(hidden)
            assert belief.chances()[1:] == pytest.approx(
                [float(hidden[value]) for value in range(1, 9)]
            )
            for seat in range(seats):
                hands = [Counter(hands_now(position, past)[seat]) for past in expected_pasts]
                certain = hands[0]
                for hand in hands[1:]:
                    certain &= hand
                assert belief.known(seat) == sorted(certain.elements())
            together = {(past[0], *hands_now(position, past)) for past in expected_pasts}
            assert len(belief.worlds) == len(together)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("cards", [12, 16])
def test_the_truth_is_never_excluded_and_what_is_known_is_true(seats: int, cards: int) -> None:
    earlier: dict[int, set[int]] = {}
    for position in moments(seats, cards, 60, 1):
        state = position.state
        for observer in range(seats):
            belief = belief_of(state, observer)
            maybe = set(belief.maybe())
            assert int(state.hidden) in maybe
            assert maybe <= earlier.get(observer, maybe)
            earlier[observer] = maybe
            for seat in range(seats):
                held = Counter(values_of(int(state.hands[seat])))
                assert Counter(belief.known(seat)) <= held
            assert belief.known(observer) == values_of(int(state.hands[observer]))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("cards", [12, 16])
def test_what_is_certain_is_so_in_all_worlds(seats: int, cards: int) -> None:
    for seed in range(3):
        for position in moments(seats, cards, 12, seed):
            for observer in range(seats):
                known, belief = (
                    certainties(position.state, observer),
                    belief_of(position.state, observer),
                )
                assert list(known.maybe) == belief.maybe()
                assert [*map(list, known.known)] == [belief.known(seat) for seat in range(seats)]


def test_with_two_seats_a_world_is_the_hidden_value_alone() -> None:
    for position in moments(2, 16, 30, 7):
        for observer in range(2):
            belief: Belief = belief_of(position.state, observer)
            assert len(belief.worlds) == len(belief.maybe())
            assert belief.hand + belief.unseen == 0o22222222


def test_a_belief_is_the_same_from_the_table_and_from_the_own_chair() -> None:
    for position in moments(3, 16, 20, 3):
        for observer in range(3):
            whole = belief_of(position.state, observer)
            own = belief_of(position.observe(observer).state, observer)
            assert np.array_equal(whole.worlds, own.worlds)
            assert np.array_equal(whole.weights, own.weights)


@pytest.mark.parametrize("method", ["by trial", "from all worlds"])
@pytest.mark.parametrize(("seats", "steps", "seed"), [(2, 9, 1), (3, 5, 5), (3, 8, 1)])
def test_determinized_pasts_are_as_likely_as_they_should_be(
    method: str, seats: int, steps: int, seed: int
) -> None:
    *_, position = moments(seats, 12, steps, seed)
    rng = new_rng(seed)
    for observer in range(seats):
        expected_pasts = pasts(position, observer)
        found: Counter[Past] = Counter()
        samples = 2_000
        for number in range(samples):
            seen = position.observe(observer)
            if method == "by trial":
                dealt = seen.determinize(rng)
            else:
                determinize_from_worlds(seen.record, observer, rng)
                dealt = Position(GAME, seats, position.options, seen.row)
            found[past_of(dealt)] += 1
            if number >= 50:
                continue
            assert all(invariant.holds(dealt.state) for invariant in GAME.invariants)
            assert dealt.observe(observer) == position.observe(observer)
        assert found.keys() <= expected_pasts.keys()
        assert is_plausible(found, expected_pasts, samples)


def is_plausible(found: Counter[Past], chances: dict[Past, Fraction], samples: int) -> bool:
    """Compare counts of pasts by hidden value, and by past where it is likely enough (z < 5)."""
    by_hidden: dict[object, Fraction] = defaultdict(Fraction)
    counts: Counter[object] = Counter()
    for past, chance in chances.items():
        by_hidden[past[0]] += chance
        by_hidden["hand", past[1][0], past[1][1]] += chance
        counts[past[0]] += found[past]
        counts["hand", past[1][0], past[1][1]] += found[past]
    for thing, chance in by_hidden.items():
        deviation = (samples * float(chance) * (1 - float(chance))) ** 0.5
        if abs(counts[thing] - samples * float(chance)) > 5 * deviation + 5:
            return False
    return True


@pytest.mark.parametrize(("seats", "steps"), [(2, 4), (3, 6), (4, 30)])
def test_a_spectators_sample_contradicts_nothing_that_is_public(seats: int, steps: int) -> None:
    *_, position = moments(seats, 16, steps, 4)
    seen = position.observe(SPECTATOR)
    rng = new_rng(9)
    different = set()
    for _ in range(12):
        dealt = seen.determinize(rng)
        assert dealt.observe(SPECTATOR) == seen
        assert all(invariant.holds(dealt.state) for invariant in GAME.invariants)
        different.add(dealt.to_bytes())
    assert len(different) > 1


def test_a_spectators_crowd_follows_the_listing_of_all_pasts() -> None:
    *_, position = moments(2, 12, 6, 2)
    chances: dict[int, float] = defaultdict(float)
    for past, chance in pasts(position, SPECTATOR).items():
        chances[past[0]] += float(chance)
    found: Counter[int] = Counter()
    rng = new_rng(5)
    samples = 1_500
    for _ in range(samples):
        seen = position.observe(SPECTATOR)
        assert determinize_from_particles(seen.record, SPECTATOR, PARTICLES, rng)
        found[int(seen.record.hidden)] += 1
    for value in range(1, 7):
        assert found[value] / samples == pytest.approx(chances[value], abs=0.06)


def test_a_seat_that_sees_the_opened_card_leaves_it_so() -> None:
    """When the match is over, the hidden card lies open but the hands do not (NUS-19)."""
    position = deal(3, 12, random.Random(3))
    rng = random.Random(4)
    for _ in range(5):
        step(position, rng)
    position.record.goal = 1
    hidden = int(position.state.hidden)
    position.play(1, GUESS + hidden - 1)
    assert position.state.stage == Stage.OVER
    for observer in (0, 1, 2, SPECTATOR):
        seen = position.observe(observer)
        assert seen.state.hidden == hidden
        dealt = [seen.determinize(new_rng(seed)) for seed in range(5)]
        assert {int(one.state.hidden) for one in dealt} == {hidden}
        assert all(invariant.holds(one.state) for one in dealt for invariant in GAME.invariants)


def test_four_seats_and_sixteen_cards_begin_with_tens_of_thousands_of_worlds() -> None:
    position = deal(4, 16, random.Random(2))
    belief = belief_of(position.state, 0)
    assert 10_000 < len(belief.worlds) < 60_000
    # Twelve cards are unseen: hands of 4, 4 and 3, and the hidden one.
    assert belief.weights.sum() == factorial(12) // (24 * 24 * 6)
    pairs_unseen = 8 - len(set(values_of(belief.hand)))
    assert belief.weights.max() <= 2**pairs_unseen
