"""Sampling a past from all worlds of a seat: forward through the questions, then back again.

Forward, the worlds known at each question are listed; one of the last is drawn by its weight.
Backward, each swap is undone. The observer's own cards are known, so its swaps can be undone in one
way only; for a swap between others, an earlier world that could have led here is drawn (forward
filtering, backward sampling).
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below, kernel, uniform
from tischlein.core.state import Ints, Reals
from tischlein.games.nussknacker.hands import (
    MOST_WAYS,
    cards_for,
    count_ways,
    pick_way,
    whole_pack,
    write_ways,
)
from tischlein.games.nussknacker.questions import (
    Question,
    is_settled,
    is_unseen_swap,
    last_question,
    own_gain,
    partner_of,
    question_at,
)
from tischlein.games.nussknacker.state import GIFT, GIFT_BACK, NussknackerState
from tischlein.games.nussknacker.world import hand_in, hidden_in, place_of, with_gain
from tischlein.games.nussknacker.worlds import first_worlds, next_worlds


@kernel
def determinize_from_worlds(state: NussknackerState, observer: int, rng: Rng) -> None:
    """Fill in a past drawn by the exact weights of the observer's worlds."""
    seats = state.seats
    unseen = whole_pack(state.top) - state.dealt[observer]
    worlds, weights = first_worlds(
        unseen, state.hidden, written_size(state, observer, 1), written_size(state, observer, 2)
    )
    # The worlds before every swap of others, one list behind the other.
    before, heavy = worlds[:0], weights[:0]
    begins = np.zeros(state.question_count + 1, np.int64)
    for number in range(state.question_count):
        question = question_at(state, number)
        if is_unseen_swap(question, observer):
            before = np.concatenate((before, worlds))
            heavy = np.concatenate((heavy, weights))
        begins[number + 1] = before.size
        worlds, weights = next_worlds(worlds, weights, unseen, observer, seats, question)
        unseen -= own_gain(question, observer)
    world = worlds[draw_index(weights, rng)]
    state.hidden = hidden_in(world)
    write_hands(state, world, unseen, observer, state.hands)
    draw_pending_gift(state, observer, rng)
    for number in range(state.question_count - 1, -1, -1):
        question = question_at(state, number)
        if is_unseen_swap(question, observer):
            first, last = begins[number], begins[number + 1]
            world = draw_world_before(
                question,
                world,
                before[first:last],
                heavy[first:last],
                unseen,
                observer,
                seats,
                state.slid[number],
                rng,
            )
        elif is_settled(question):
            gain = own_gain(question, observer)
            partner = place_of(partner_of(question, observer), observer, seats)
            world = with_gain(world, partner, seats, gain)
            unseen += gain
    write_hands(state, world, unseen, observer, state.dealt)


@kernel
def written_size(state: NussknackerState, observer: int, place: int) -> int:
    """Return how many cards a hand has at the deal, 0 for one that worlds do not hold."""
    seats = state.seats
    if place >= seats - 1:
        return 0
    return cards_for(seats, state.top, (observer + place - state.starter) % seats)


@kernel
def draw_index(weights: Reals, rng: Rng) -> int:
    """Return an index, drawn in proportion to real weights."""
    total = 0.0
    for weight in weights:
        total += weight
    left = uniform(rng) * total
    for index in range(weights.size):
        left -= weights[index]
        if left < 0.0:
            return index
    return weights.size - 1


@kernel
def write_hands(state: NussknackerState, world: int, unseen: int, observer: int, out: Ints) -> None:
    """Write the hands of all others than the observer as they are in a world."""
    for place in range(1, state.seats):
        out[(observer + place) % state.seats] = hand_in(world, unseen, place, state.seats)


@kernel
def draw_pending_gift(state: NussknackerState, observer: int, rng: Rng) -> None:
    """Make up cards that have been slid to the asker and are not taken up yet (NUS-14)."""
    if state.question_count == 0:
        return
    question = last_question(state)
    if question.given > 0 and not is_settled(question) and question.asked != observer:
        hand = state.hands[question.asked]
        ways = count_ways(hand, question.value, question.given)
        gift = pick_way(hand, question.value, question.given, below(rng, ways))
        state.slid[state.question_count - 1, GIFT] = gift


# --- back through a swap between two others ---


@kernel
def draw_world_before(
    question: Question,
    world: int,
    before: Ints,
    heavy: Reals,
    unseen: int,
    observer: int,
    seats: int,
    slid: Ints,
    rng: Rng,
) -> int:
    """Return one of the worlds before a swap of two others that led to a world, by its weight.

    ``slid`` gets the cards that were swapped for it.
    """
    asker = place_of(question.asker, observer, seats)
    asked = place_of(question.asked, observer, seats)
    hand_after = hand_in(world, unseen, asker, seats)
    gifts = np.empty(MOST_WAYS, np.int64)
    gifts_back = np.empty(MOST_WAYS, np.int64)
    total = 0.0
    found = world
    for index in range(before.size):
        past = before[index]
        if not agrees_elsewhere(past, world, unseen, asker, asked, seats):
            continue
        hand = hand_in(past, unseen, asked, seats)
        ways = write_ways(hand, question.value, question.given, gifts)
        hand = hand_in(past, unseen, asker, seats)
        ways_back = write_ways(hand, question.value, question.returned, gifts_back)
        for first in range(ways):
            for second in range(ways_back):
                if hand + gifts[first] - gifts_back[second] != hand_after:
                    continue
                # Each way to have got here replaces the one found so far by its share of all.
                weight = heavy[index] / (ways * ways_back)
                total += weight
                if uniform(rng) * total < weight:
                    found = past
                    slid[GIFT] = gifts[first]
                    slid[GIFT_BACK] = gifts_back[second]
    return found


@kernel
def agrees_elsewhere(
    past: int, world: int, unseen: int, asker: int, asked: int, seats: int
) -> bool:
    """Whether two worlds are the same except for the hands at the places of asker and asked."""
    if hidden_in(past) != hidden_in(world):
        return False
    if seats < 4:
        return True
    bystander = 6 - asker - asked  # the places of the others are 1, 2 and 3
    return hand_in(past, unseen, bystander, 4) == hand_in(world, unseen, bystander, 4)
