"""Exact reasoning: every way in which the unseen cards may lie, as far as one seat can know.

A *world* of a seat, the eye, is a hand for every other seat and the hidden value. It is one
integer: the hands of the other seats clockwise from the eye, ``HAND_BITS`` each and without the
last one, which follows from the rest; above them the hidden value. A list of worlds is an array of
these with an array of weights.

Worlds begin as the splits of the unseen cards, each as heavy as it has deals of single cards, and
go through the questions of the deal. A question, an answer and a number of cards say that they
were possible, and nothing about motives; of several ways to make up cards that the eye has not
seen, each is as likely as the others (NUS-24).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints, Reals
from tischlein.games.nussknacker.hands import (
    HAND_BITS,
    HANDS,
    HANDS_FROM,
    MOST_WAYS,
    ONES,
    TOP,
    WAY,
    WAY_SIZE,
    WAYS_FROM,
    cards_for,
    count_of,
    count_ways,
    forms,
    holds,
    one,
    pairs,
    values_of,
    whole_pack,
)
from tischlein.games.nussknacker.state import (
    ASKED,
    ASKER,
    DENIED,
    GIVEN,
    NOTHING,
    RETURNED,
    VALUE,
    NussknackerState,
    Stage,
)

_HAND = (1 << HAND_BITS) - 1
_HIDDEN = 2 * HAND_BITS
"""Where the hidden value begins."""
_EMPTY = -1
_CACHED = {2: 8192, 3: 1024, 4: 64}
"""Lists of worlds that are kept, by number of seats: at most some 50 MB of each."""


# --- one world ---


@kernel
def place_of(seat: int, eye: int, seats: int) -> int:
    """Return how many places clockwise from the eye a seat has its own."""
    return (seat - eye) % seats


@kernel
def hidden_in(world: int) -> int:
    """Return the hidden value of a world."""
    return world >> _HIDDEN


@kernel
def world_of(hidden: int) -> int:
    """Return the world of two seats in which a value lies hidden: all the rest follows from it."""
    return hidden << _HIDDEN


@kernel
def hand_in(world: int, unseen: int, place: int, seats: int) -> int:
    """Return the hand at a place, from 1; ``unseen`` is all cards that the eye does not hold."""
    if place < seats - 1:
        return world >> HAND_BITS * (place - 1) & _HAND
    rest = unseen - one(hidden_in(world))
    for other in range(1, seats - 1):
        rest -= world >> HAND_BITS * (other - 1) & _HAND
    return rest


@kernel
def with_gain(world: int, place: int, seats: int, gain: int) -> int:
    """Return the world in which the hand at a place has gained cards (negative: lost)."""
    if place < seats - 1:
        return world + (gain << HAND_BITS * (place - 1))
    return world


# --- lists of worlds ---


@kernel
def count_ones(cards: int) -> int:
    """Return how many values a set of single cards has."""
    count = 0
    while cards:
        cards &= cards - 1
        count += 1
    return count


@kernel
def longer_worlds(worlds: Ints) -> Ints:
    """Return an array twice as long that begins like this one."""
    longer = np.empty(2 * worlds.size, np.int64)
    longer[: worlds.size] = worlds
    return longer


@kernel
def longer_weights(weights: Reals) -> Reals:
    """Return an array twice as long that begins like this one."""
    longer = np.empty(2 * weights.size, np.float64)
    longer[: weights.size] = weights
    return longer


@kernel
def first_worlds(
    unseen: int, hidden: int, seats: int, first: int, second: int
) -> tuple[Ints, Reals]:
    """Return all splits of the unseen cards, with the number of deals of single cards for each.

    ``first`` and ``second`` are the sizes of the hands at places 1 and 2; ``hidden`` is the value
    of the hidden card if it is known, else NOTHING.
    """
    worlds = np.empty(1024, np.int64)
    weights = np.empty(1024, np.float64)
    count = 0
    for value in range(1, TOP + 1):
        if count_of(unseen, value) == 0 or hidden not in (NOTHING, value):
            continue
        rest = unseen - one(value)
        head = value << _HIDDEN
        most = HANDS_FROM[first + 1] if seats > 2 else HANDS_FROM[0] + 1
        for left in range(HANDS_FROM[first] if seats > 2 else 0, most):
            if not holds(rest, HANDS[left]):
                continue
            beyond = rest - HANDS[left]
            until = HANDS_FROM[second + 1] if seats > 3 else 1
            for middle in range(HANDS_FROM[second] if seats > 3 else 0, until):
                if not holds(beyond, HANDS[middle]):
                    continue
                together = pairs(HANDS[left]) | pairs(HANDS[middle])
                together |= pairs(beyond - HANDS[middle])
                if count == worlds.size:
                    worlds = longer_worlds(worlds)
                    weights = longer_weights(weights)
                worlds[count] = head | HANDS[left] | HANDS[middle] << HAND_BITS
                weights[count] = 1 << count_ones(pairs(unseen) & ~together)
                count += 1
    return worlds[:count], weights[:count]


@kernel
def next_worlds(
    worlds: Ints,
    weights: Reals,
    unseen: int,
    eye: int,
    seats: int,
    question: Ints,
    gift: int,
    gift_back: int,
) -> tuple[Ints, Reals]:
    """Return the worlds that a question leaves possible, answered or not.

    ``unseen`` is what the eye did not hold before it, ``question`` a row of the state's questions;
    ``gift`` and ``gift_back`` are the cards that were swapped, if the eye took part.
    """
    asker = place_of(question[ASKER], eye, seats)
    asked = place_of(question[ASKED], eye, seats)
    if question[RETURNED] > 0 and asker > 0 and asked > 0:
        return swapped_worlds(worlds, weights, unseen, asker, asked, seats, question)
    value = question[VALUE]
    kept = np.empty(worlds.size, np.int64)
    heavy = np.empty(worlds.size, np.float64)
    count = 0
    for index in range(worlds.size):
        world = worlds[index]
        weight = weights[index]
        if asker > 0:
            hand = hand_in(world, unseen, asker, seats)
            if question[RETURNED] > 0:
                weight *= chance_of(hand, value, question[RETURNED], gift_back)
                world = with_gain(world, asker, seats, gift - gift_back)
            elif not forms(hand, value):
                continue
        if asked > 0 and question[GIVEN] != 0:
            hand = hand_in(world, unseen, asked, seats)
            if question[GIVEN] == DENIED:
                if forms(hand, value):
                    continue
            elif question[RETURNED] > 0:
                weight *= chance_of(hand, value, question[GIVEN], gift)
                world = with_gain(world, asked, seats, gift_back - gift)
            elif count_ways(hand, value, question[GIVEN]) == 0:
                continue
        if weight > 0.0:
            kept[count] = world
            heavy[count] = weight
            count += 1
    return kept[:count], heavy[:count]


@kernel
def chance_of(hand: int, value: int, cards: int, way: int) -> float:
    """Return how likely a hand gives these cards, if it gives so many for a value."""
    if not holds(hand, way):
        return 0.0
    return 1.0 / count_ways(hand, value, cards)


@kernel
def write_fitting_ways(hand: int, value: int, cards: int, out: Ints) -> int:
    """Write all ways in which a hand forms a value with so many cards; return how many."""
    count = 0
    for way in range(WAYS_FROM[value], WAYS_FROM[value + 1]):
        if WAY_SIZE[way] == cards and holds(hand, WAY[way]):
            out[count] = WAY[way]
            count += 1
    return count


@kernel
def swapped_worlds(
    worlds: Ints,
    weights: Reals,
    unseen: int,
    asker: int,
    asked: int,
    seats: int,
    question: Ints,
) -> tuple[Ints, Reals]:
    """Return the worlds after a swap of unseen cards, where each may have become several."""
    value, given, returned = question[VALUE], question[GIVEN], question[RETURNED]
    branches = 0
    for index in range(worlds.size):
        ways = count_ways(hand_in(worlds[index], unseen, asked, seats), value, given)
        if ways > 0:
            hand = hand_in(worlds[index], unseen, asker, seats)
            branches += ways * count_ways(hand, value, returned)
    # Equal worlds are merged in a hash table with open addressing, at most half full.
    slots = 2 * branches + 1
    kept = np.empty(slots, np.int64)
    kept[:] = _EMPTY
    heavy = np.zeros(slots, np.float64)
    gifts = np.empty(MOST_WAYS, np.int64)
    gifts_back = np.empty(MOST_WAYS, np.int64)
    for index in range(worlds.size):
        ways = write_fitting_ways(hand_in(worlds[index], unseen, asked, seats), value, given, gifts)
        if ways == 0:
            continue
        hand = hand_in(worlds[index], unseen, asker, seats)
        ways_back = write_fitting_ways(hand, value, returned, gifts_back)
        for first in range(ways):
            for second in range(ways_back):
                gain = gifts[first] - gifts_back[second]
                world = with_gain(worlds[index], asker, seats, gain)
                world = with_gain(world, asked, seats, -gain)
                slot = world % slots
                while kept[slot] != _EMPTY and kept[slot] != world:
                    slot = (slot + 1) % slots
                kept[slot] = world
                heavy[slot] += weights[index] / (ways * ways_back)
    used = 0
    for slot in range(slots):
        if kept[slot] != _EMPTY:
            kept[used] = kept[slot]
            heavy[used] = heavy[slot]
            used += 1
    return kept[:used].copy(), heavy[:used].copy()


@kernel
def own_gain(question: Ints, gift: int, gift_back: int, eye: int) -> int:
    """Return what a settled question has brought the eye: cards got minus cards given."""
    if question[RETURNED] > 0:
        if question[ASKER] == eye:
            return gift - gift_back
        if question[ASKED] == eye:
            return gift_back - gift
    return 0


# --- what a seat can know, for queries, aids and bots ---


@dataclass(frozen=True, eq=False)
class Belief:
    """What a seat can know of the cards at a moment; arrays are shared, so never written to."""

    eye: int
    seats: int
    hand: int
    """The eye's own."""
    unseen: int
    """All cards in play that the eye does not hold."""
    worlds: Ints
    weights: Reals

    def maybe(self) -> list[int]:
        """Return the values that the hidden card may have, in ascending order."""
        return np.unique(self.worlds >> _HIDDEN).tolist()  # type: ignore[no-any-return]

    def chances(self) -> NDArray[np.float64]:
        """Return the probability of every hidden value; the index is the value."""
        sums = np.bincount(self.worlds >> _HIDDEN, self.weights, TOP + 1)
        return np.asarray(sums / sums.sum(), np.float64)

    def known(self, seat: int) -> list[int]:
        """Return the values of the cards that a seat holds for certain, with repetitions."""
        place = place_of(seat, self.eye, self.seats)
        if place == 0:
            return values_of(self.hand)
        return values_of(int(certain_cards(self.worlds, self.unseen, place, self.seats)))


@kernel
def certain_cards(worlds: Ints, unseen: int, place: int, seats: int) -> int:
    """Return the cards that the hand at a place has in all of the worlds."""
    single = ONES
    double = ONES
    for index in range(worlds.size):
        hand = hand_in(worlds[index], unseen, place, seats)
        single &= hand | hand >> 1
        double &= hand >> 1
    return single + double


_Question = tuple[int, int, int, int, int, int, int]
"""A row of the state's questions, then the cards given and returned where the eye has seen both."""


def belief_of(state: NussknackerState, eye: int) -> Belief:
    """Return what a seat can know, from a full position or from its own observation.

    Raises
    ------
    ValueError
        If no deal is running, or the eye is no seat's.
    """
    if not Stage.ASK <= state.stage <= Stage.RETURN or not 0 <= eye < state.seats:
        raise ValueError("worlds are those of a seat, while a deal runs")
    count = int(state.question_count)
    questions: list[_Question] = []
    for row, slid in zip(
        state.questions[:count].tolist(), state.slid[:count].tolist(), strict=True
    ):
        taken_part = row[RETURNED] > 0 and eye in (row[ASKER], row[ASKED])
        questions.append((*row, *(slid if taken_part else (NOTHING, NOTHING))))
    seats, top = int(state.seats), int(state.top)
    dealt = int(state.dealt[eye])
    return _cached[seats](seats, top, int(state.starter), eye, dealt, tuple(questions))


def _belief(
    seats: int, top: int, starter: int, eye: int, dealt: int, questions: tuple[_Question, ...]
) -> Belief:
    """Return the belief after some questions, from the one before the last of them."""
    if not questions:
        unseen = int(whole_pack(top)) - dealt
        sizes = [
            int(cards_for(seats, top, place_of(eye + place, starter, seats))) for place in (1, 2)
        ]
        worlds, weights = first_worlds(unseen, NOTHING, seats, *sizes)
        return Belief(eye, seats, dealt, unseen, worlds, weights)
    before = _cached[seats](seats, top, starter, eye, dealt, questions[:-1])
    row, (gift, gift_back) = np.array(questions[-1][:5], np.int64), questions[-1][5:]
    worlds, weights = next_worlds(
        before.worlds, before.weights, before.unseen, eye, seats, row, gift, gift_back
    )
    gain = int(own_gain(row, gift, gift_back, eye))
    return Belief(eye, seats, before.hand + gain, before.unseen - gain, worlds, weights)


_cached = {seats: lru_cache(maxsize=size)(_belief) for seats, size in _CACHED.items()}
