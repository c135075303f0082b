"""Lists of worlds: all that one seat, the observer, must consider possible, and how likely each is.

A list is an array of worlds with an array of weights. It begins with the splits of the unseen
cards, each weighted by its number of deals of single cards, and goes through the questions of the
deal. A question, an answer and a number of cards show that they were possible, and nothing about
motives; of several ways to make up cards that the observer has not seen, each is equally likely
(NUS-24).
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from tischlein.core.bits import count_bits
from tischlein.core.kernel import kernel
from tischlein.core.state import Ints, Reals
from tischlein.games.nussknacker.hands import (
    HANDS,
    HANDS_FROM,
    MOST_WAYS,
    ONES,
    TOP,
    count_of,
    count_ways,
    forms,
    holds,
    one,
    pairs,
    write_ways,
)
from tischlein.games.nussknacker.questions import (
    Question,
    is_settled,
    own_gain,
    partner_of,
    takes_part,
)
from tischlein.games.nussknacker.state import ASKED, ASKER, DENIED, GIVEN, NOTHING, VALUE
from tischlein.games.nussknacker.world import (
    hand_in,
    hidden_in,
    pack_world,
    place_of,
    with_gain,
)

_Values = TypeVar("_Values", Ints, Reals)
_EMPTY = -1
"""A slot of the hash table with no world in it."""


# --- after the deal ---


@kernel
def first_worlds(unseen: int, hidden: int, first: int, second: int) -> tuple[Ints, Reals]:
    """Return all splits of the unseen cards, with the number of deals of single cards for each.

    Parameters
    ----------
    hidden
        The value of the hidden card if it is known, else NOTHING.
    first, second
        The sizes of the hands at places 1 and 2 as worlds hold them: 0 for a hand that follows
        from the rest, or does not exist.
    """
    worlds = np.empty(1024, np.int64)
    weights = np.empty(1024, np.float64)
    count = 0
    for value in range(1, TOP + 1):
        if count_of(unseen, value) == 0 or hidden not in (NOTHING, value):
            continue
        in_hands = unseen - one(value)
        for left in range(HANDS_FROM[first], HANDS_FROM[first + 1]):
            if not holds(in_hands, HANDS[left]):
                continue
            others = in_hands - HANDS[left]
            for middle in range(HANDS_FROM[second], HANDS_FROM[second + 1]):
                if not holds(others, HANDS[middle]):
                    continue
                if count == worlds.size:
                    worlds, weights = longer(worlds), longer(weights)
                worlds[count] = pack_world(value, HANDS[left], HANDS[middle])
                weights[count] = count_deals(
                    unseen, HANDS[left], HANDS[middle], others - HANDS[middle]
                )
                count += 1
    return worlds[:count], weights[:count]


@kernel
def longer(values: _Values) -> _Values:
    """Return an array twice as long that begins like this one."""
    return np.concatenate((values, np.empty_like(values)))


@kernel
def count_deals(unseen: int, first: int, second: int, third: int) -> int:
    """Return in how many ways single cards can be dealt so that they make up these hands.

    Equal cards that lie apart can be exchanged: each such pair doubles the number.
    """
    together = pairs(first) | pairs(second) | pairs(third)
    return 1 << count_bits(pairs(unseen) & ~together)


# --- after a question ---


@kernel
def next_worlds(
    worlds: Ints, weights: Reals, unseen: int, observer: int, seats: int, question: Question
) -> tuple[Ints, Reals]:
    """Return the worlds that a question leaves possible, answered or not.

    ``unseen`` is what the observer did not hold before it. The cards of a swap that the observer
    has taken part in are known to it.
    """
    if not is_settled(question):
        return worlds_without_swap(worlds, weights, unseen, observer, seats, question)
    if takes_part(question, observer):
        return worlds_after_own_swap(worlds, weights, unseen, observer, seats, question)
    return worlds_after_unseen_swap(worlds, weights, unseen, observer, seats, question)


@kernel
def worlds_without_swap(
    worlds: Ints, weights: Reals, unseen: int, observer: int, seats: int, question: Question
) -> tuple[Ints, Reals]:
    """Return the worlds in which the question could be put, and answered as it was, if it was.

    An asker must be able to form the value; an asked seat that can form it slides cards instead of
    saying no (NUS-10 to NUS-12).
    """
    asker = place_of(question.asker, observer, seats)
    asked = place_of(question.asked, observer, seats)
    kept = np.empty(worlds.size, np.int64)
    heavy = np.empty(worlds.size, np.float64)
    count = 0
    for index in range(worlds.size):
        world = worlds[index]
        if allows(world, unseen, seats, asker, asked, question.value, question.given):
            kept[count] = world
            heavy[count] = weights[index]
            count += 1
    return kept[:count], heavy[:count]


@kernel
def allows(
    world: int, unseen: int, seats: int, asker: int, asked: int, value: int, given: int
) -> bool:
    """Whether a question between two places is possible in a world, and its answer, if any."""
    if asker > 0 and not forms(hand_in(world, unseen, asker, seats), value):
        return False
    if asked == 0 or given == 0:
        return True
    hand = hand_in(world, unseen, asked, seats)
    if given == DENIED:
        return not forms(hand, value)
    return bool(count_ways(hand, value, given) > 0)


@kernel
def worlds_after_own_swap(
    worlds: Ints, weights: Reals, unseen: int, observer: int, seats: int, question: Question
) -> tuple[Ints, Reals]:
    """Return the worlds in which the partner could slide what it slid, after the swap."""
    partner = place_of(partner_of(question, observer), observer, seats)
    gain = own_gain(question, observer)
    cards, way = question.returned, question.gift_back
    if question.asker == observer:
        cards, way = question.given, question.gift
    kept = np.empty(worlds.size, np.int64)
    heavy = np.empty(worlds.size, np.float64)
    count = 0
    for index in range(worlds.size):
        hand = hand_in(worlds[index], unseen, partner, seats)
        likelihood = chance_of(hand, question.value, cards, way)
        if likelihood > 0.0:
            kept[count] = with_gain(worlds[index], partner, seats, -gain)
            heavy[count] = weights[index] * likelihood
            count += 1
    return kept[:count], heavy[:count]


@kernel
def chance_of(hand: int, value: int, cards: int, way: int) -> float:
    """Return how likely a hand gives these cards, if it gives this many for a value."""
    if not holds(hand, way):
        return 0.0
    return 1.0 / count_ways(hand, value, cards)


# --- after a swap between others ---


@kernel
def worlds_after_unseen_swap(
    worlds: Ints, weights: Reals, unseen: int, observer: int, seats: int, question: Question
) -> tuple[Ints, Reals]:
    """Return the worlds after a swap of unseen cards, where each may have become several."""
    asker = place_of(question.asker, observer, seats)
    asked = place_of(question.asked, observer, seats)
    # Equal worlds are merged in a hash table with open addressing, at most half full.
    slots = 2 * count_swaps(worlds, unseen, asker, asked, seats, question) + 1
    merged = np.full(slots, _EMPTY, np.int64)
    heavy = np.zeros(slots, np.float64)
    gifts = np.empty(MOST_WAYS, np.int64)
    gifts_back = np.empty(MOST_WAYS, np.int64)
    for index in range(worlds.size):
        hand = hand_in(worlds[index], unseen, asked, seats)
        ways = write_ways(hand, question.value, question.given, gifts)
        if ways == 0:
            continue
        hand = hand_in(worlds[index], unseen, asker, seats)
        ways_back = write_ways(hand, question.value, question.returned, gifts_back)
        for first in range(ways):
            for second in range(ways_back):
                gain = gifts[first] - gifts_back[second]
                world = with_gain(worlds[index], asker, seats, gain)
                world = with_gain(world, asked, seats, -gain)
                slot = slot_for(world, merged)
                merged[slot] = world
                heavy[slot] += weights[index] / (ways * ways_back)
    return without_empty(merged, heavy)


@kernel
def count_swaps(
    worlds: Ints, unseen: int, asker: int, asked: int, seats: int, question: Question
) -> int:
    """Return how many swaps there can have been in all the worlds together."""
    swaps = 0
    for index in range(worlds.size):
        hand = hand_in(worlds[index], unseen, asked, seats)
        ways = count_ways(hand, question.value, question.given)
        if ways > 0:
            hand = hand_in(worlds[index], unseen, asker, seats)
            swaps += ways * count_ways(hand, question.value, question.returned)
    return swaps


@kernel
def slot_for(world: int, merged: Ints) -> int:
    """Return the slot of a hash table that holds a world, or the empty one where it belongs."""
    slot = world % merged.size
    while merged[slot] != _EMPTY and merged[slot] != world:
        slot = (slot + 1) % merged.size
    return slot


@kernel
def without_empty(merged: Ints, heavy: Reals) -> tuple[Ints, Reals]:
    """Return the worlds of a hash table and their weights, one after the other."""
    used = 0
    for slot in range(merged.size):
        if merged[slot] != _EMPTY:
            merged[used] = merged[slot]
            heavy[used] = heavy[slot]
            used += 1
    return merged[:used].copy(), heavy[:used].copy()


# --- what is certain ---


@kernel
def hidden_values(worlds: Ints) -> int:
    """Return the bit set of the values that the hidden card has in some world."""
    found = 0
    for index in range(worlds.size):
        found |= 1 << hidden_in(worlds[index])
    return found


@kernel
def certain_cards(worlds: Ints, unseen: int, place: int, seats: int) -> int:
    """Return the cards that the hand at a place has in all of the worlds."""
    single = ONES
    double = ONES
    for index in range(worlds.size):
        hand = hand_in(worlds[index], unseen, place, seats)
        single &= hand | hand >> 1
        double &= hand >> 1
        if single == 0:
            break
    return single + double


@kernel
def certain_before_swaps(
    unseen: int, first: int, second: int, observer: int, questions: Ints, certain: Ints
) -> int:
    """Find out what is certain while no cards have been swapped, without a list of worlds.

    As a rule nothing is, which the first few worlds show.

    Parameters
    ----------
    first, second
        As for :func:`first_worlds`.
    questions
        The fields of all questions of the deal, a row for each.
    certain
        Written: the cards that each place has in all worlds, for as many places as there are seats.

    Returns
    -------
    int
        The bit set of the values that the hidden card may have.
    """
    single = np.full(certain.size, ONES, np.int64)
    double = np.full(certain.size, ONES, np.int64)
    maybe = 0
    for value in range(1, TOP + 1):
        if count_of(unseen, value) > 0 and narrows(
            value, unseen, first, second, observer, questions, single, double
        ):
            maybe |= 1 << value
    certain[:] = single + double
    return maybe


@kernel
def narrows(
    value: int,
    unseen: int,
    first: int,
    second: int,
    observer: int,
    questions: Ints,
    single: Ints,
    double: Ints,
) -> bool:
    """Remove from what is certain anything that does not hold in some world with this hidden value.

    Returns whether there is such a world; it may stop as soon as nothing is certain any more.
    """
    found = False
    seats = single.size
    in_hands = unseen - one(value)
    for left in range(HANDS_FROM[first], HANDS_FROM[first + 1]):
        if not holds(in_hands, HANDS[left]):
            continue
        others = in_hands - HANDS[left]
        for middle in range(HANDS_FROM[second], HANDS_FROM[second + 1]):
            if not holds(others, HANDS[middle]):
                continue
            world = pack_world(value, HANDS[left], HANDS[middle])
            if not allows_all(world, unseen, seats, observer, questions):
                continue
            found = True
            uncertain = True
            for place in range(1, seats):
                hand = hand_in(world, unseen, place, seats)
                single[place] &= hand | hand >> 1
                double[place] &= hand >> 1
                uncertain = uncertain and single[place] == 0
            if uncertain:
                return True
    return found


@kernel
def allows_all(world: int, unseen: int, seats: int, observer: int, questions: Ints) -> bool:
    """Whether all questions were possible in a world, none of which has led to a swap."""
    for number in range(len(questions)):
        asker = place_of(questions[number, ASKER], observer, seats)
        asked = place_of(questions[number, ASKED], observer, seats)
        value, given = questions[number, VALUE], questions[number, GIVEN]
        if not allows(world, unseen, seats, asker, asked, value, given):
            return False
    return True
