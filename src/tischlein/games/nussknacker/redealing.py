"""Redealing: full positions that agree with everything a seat has seen, as likely as its worlds.

A position holds more than a world: also how the hands came about, from the deal through every
swap. A whole past is drawn by dealing the unseen cards at random, living through the questions
again and starting anew where something else would have happened. If that fails too often, the
seat's worlds are listed and a past is drawn from them backwards (forward filtering, backward
sampling). Spectators have too many worlds to list: for them a crowd of pasts is led through the
questions together (a particle filter that refills itself), whose weights are nearly right.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below, kernel, shuffle, uniform
from tischlein.core.state import Ints, Reals
from tischlein.games.nussknacker.hands import (
    COPIES,
    MOST_WAYS,
    TOP,
    cards_for,
    count_of,
    count_ways,
    forms,
    one,
    pick_way,
    whole_pack,
)
from tischlein.games.nussknacker.state import (
    ASKED,
    ASKER,
    DENIED,
    GIFT,
    GIFT_BACK,
    GIVEN,
    MOST_SEATS,
    NOTHING,
    RETURNED,
    UNKNOWN,
    VALUE,
    NussknackerState,
    Stage,
)
from tischlein.games.nussknacker.worlds import (
    first_worlds,
    hand_in,
    hidden_in,
    next_worlds,
    own_gain,
    place_of,
    with_gain,
    write_fitting_ways,
)

HIDING = int(Stage.HIDE)
DEALING = int(Stage.DEAL)

ATTEMPTS = 300
"""Random pasts that are tried before worlds are listed."""
CROWD = 512
"""Pasts that a spectator's redeal leads through the questions; doubled whenever all fail."""
PATIENCE = 64
"""Tries for each of the crowd at each question."""


@kernel
def redeal_cards(state: NussknackerState, eye: int, rng: Rng) -> None:
    """Fill the masked hands, the hidden card and the masked swaps of an observation."""
    if state.stage <= HIDING:
        return
    hands = np.zeros(MOST_SEATS, np.int64)
    if state.stage == DEALING:
        state.hidden = deal_unseen(state, eye, hands, rng)
        for seat in range(state.seats):
            state.hands[seat] = hands[seat]
        return
    if not redeal_by_trial(state, eye, hands, rng):
        if eye < state.seats:
            redeal_from_worlds(state, eye, rng)
        else:
            size = CROWD
            while not redeal_from_crowd(state, eye, size, rng):
                size *= 2


@kernel
def size_dealt(state: NussknackerState, seat: int) -> int:
    """Return how many cards a seat has been dealt."""
    if state.stage == DEALING:
        return state.sizes[seat]  # type: ignore[no-any-return]  # an integer
    return cards_for(state.seats, state.top, (seat - state.starter) % state.seats)


@kernel
def deal_unseen(state: NussknackerState, eye: int, hands: Ints, rng: Rng) -> int:
    """Write hands at the deal, all but the eye's own at random; return the hidden value."""
    dealing = state.stage == DEALING
    unseen = whole_pack(state.top)
    if eye < state.seats:
        own = state.hands[eye] if dealing else state.dealt[eye]
        hands[eye] = own
        unseen -= own
    hidden = state.hidden
    if hidden != NOTHING:  # when the match is over, it lies open
        unseen -= one(hidden)
    cards = np.empty(COPIES * TOP, np.int64)
    count = 0
    for value in range(1, state.top + 1):
        for _ in range(count_of(unseen, value)):
            cards[count] = value
            count += 1
    shuffle(rng, cards, count)
    if hidden == NOTHING:
        count -= 1
        hidden = cards[count]
    for seat in range(state.seats):
        if seat != eye:
            hands[seat] = NOTHING
            for _ in range(size_dealt(state, seat)):
                count -= 1
                hands[seat] += one(cards[count])
    return hidden


# --- living through a past again ---


@kernel
def draw_gift(hand: int, value: int, cards: int, seen: int, rng: Rng) -> int:
    """Return a random way to form a value, NOTHING if there is none or it is not the one seen."""
    ways = count_ways(hand, value, cards)
    if ways == 0:
        return NOTHING
    gift = pick_way(hand, value, cards, below(rng, ways))
    return gift if seen in (UNKNOWN, gift) else NOTHING


@kernel
def seen_cards(state: NussknackerState, eye: int, number: int, column: int) -> int:
    """Return the cards of a swap that the eye has seen, UNKNOWN if it has not."""
    asker, asked = state.questions[number, ASKER], state.questions[number, ASKED]
    taken_up = state.questions[number, RETURNED] > 0
    if eye == asked or (eye == asker and taken_up):
        return state.slid[number, column]  # type: ignore[no-any-return]  # an integer
    return UNKNOWN


@kernel
def relive(
    state: NussknackerState, eye: int, number: int, hands: Ints, slid: Ints, rng: Rng
) -> bool:
    """Let a question happen to some hands; whether it came as the eye has seen it come.

    Hands are changed by a swap, and ``slid`` gets the cards given and returned.
    """
    asker, asked = state.questions[number, ASKER], state.questions[number, ASKED]
    value, given = state.questions[number, VALUE], state.questions[number, GIVEN]
    slid[GIFT] = NOTHING
    slid[GIFT_BACK] = NOTHING
    if not forms(hands[asker], value):
        return False
    if given == DENIED:
        return not forms(hands[asked], value)
    if given == 0:
        return True
    slid[GIFT] = seen_cards(state, eye, number, GIFT)
    if eye != asked:
        slid[GIFT] = draw_gift(hands[asked], value, given, slid[GIFT], rng)
        if slid[GIFT] == NOTHING:
            return False
    returned = state.questions[number, RETURNED]
    if returned == 0:
        return True
    slid[GIFT_BACK] = seen_cards(state, eye, number, GIFT_BACK)
    if eye != asker:
        slid[GIFT_BACK] = draw_gift(hands[asker], value, returned, slid[GIFT_BACK], rng)
        if slid[GIFT_BACK] == NOTHING:
            return False
    hands[asker] += slid[GIFT] - slid[GIFT_BACK]
    hands[asked] += slid[GIFT_BACK] - slid[GIFT]
    return True


@kernel
def redeal_by_trial(state: NussknackerState, eye: int, hands: Ints, rng: Rng) -> bool:
    """Fill in a random past that agrees with all questions, if one turns up soon."""
    dealt = np.empty(MOST_SEATS, np.int64)
    slid = np.zeros((state.question_count + 1, 2), np.int64)
    for _ in range(ATTEMPTS):
        hidden = deal_unseen(state, eye, dealt, rng)
        for seat in range(state.seats):
            hands[seat] = dealt[seat]
        number = 0
        while number < state.question_count:
            if not relive(state, eye, number, hands, slid[number], rng):
                break
            number += 1
        if number == state.question_count:
            state.hidden = hidden
            for seat in range(state.seats):
                state.dealt[seat] = dealt[seat]
                state.hands[seat] = hands[seat]
            for settled in range(state.question_count):
                state.slid[settled, GIFT] = slid[settled, GIFT]
                state.slid[settled, GIFT_BACK] = slid[settled, GIFT_BACK]
            return True
    return False


# --- drawing a past from all worlds of a seat ---


@kernel
def redeal_from_worlds(state: NussknackerState, eye: int, rng: Rng) -> None:
    """Fill in a past drawn by the exact weights of the eye's worlds."""
    seats = state.seats
    unseen = whole_pack(state.top) - state.dealt[eye]
    worlds, weights = first_worlds(
        unseen,
        state.hidden,
        seats,
        size_dealt(state, (eye + 1) % seats),
        size_dealt(state, (eye + 2) % seats),
    )
    # Only swaps between others cannot be undone from their result: what was before them is kept.
    past_worlds = worlds[:0]
    past_weights = weights[:0]
    begins = np.zeros(state.question_count + 1, np.int64)
    for number in range(state.question_count):
        question = state.questions[number]
        if is_unseen_swap(question, eye):
            past_worlds = np.concatenate((past_worlds, worlds))
            past_weights = np.concatenate((past_weights, weights))
        begins[number + 1] = past_worlds.size
        gift, gift_back = state.slid[number, GIFT], state.slid[number, GIFT_BACK]
        worlds, weights = next_worlds(
            worlds, weights, unseen, eye, seats, question, gift, gift_back
        )
        unseen -= own_gain(question, gift, gift_back, eye)
    world = worlds[draw_index(weights, rng)]
    write_hands(state, world, unseen, eye, state.hands)
    state.hidden = hidden_in(world)
    draw_pending_gift(state, eye, rng)
    for number in range(state.question_count - 1, -1, -1):
        question = state.questions[number]
        if is_unseen_swap(question, eye):
            first, last = begins[number], begins[number + 1]
            world = swap_back(
                state,
                eye,
                number,
                world,
                unseen,
                past_worlds[first:last],
                past_weights[first:last],
                rng,
            )
        elif question[RETURNED] > 0:
            gain = own_gain(question, state.slid[number, GIFT], state.slid[number, GIFT_BACK], eye)
            partner = question[ASKED] if question[ASKER] == eye else question[ASKER]
            world = with_gain(world, place_of(partner, eye, seats), seats, gain)
            unseen += gain
    write_hands(state, world, unseen, eye, state.dealt)


@kernel
def is_unseen_swap(question: Ints, eye: int) -> bool:
    """Whether a question ended in a swap between two others than the eye."""
    return (  # type: ignore[no-any-return]  # a truth value
        question[RETURNED] > 0 and eye != question[ASKER] and eye != question[ASKED]
    )


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
def write_hands(state: NussknackerState, world: int, unseen: int, eye: int, out: Ints) -> None:
    """Write the hands of all others than the eye as they are in a world."""
    for place in range(1, state.seats):
        out[(eye + place) % state.seats] = hand_in(world, unseen, place, state.seats)


@kernel
def draw_pending_gift(state: NussknackerState, eye: int, rng: Rng) -> None:
    """Make up cards that have been slid to the asker and are not taken up yet (NUS-14)."""
    number = state.question_count - 1
    question = state.questions[number]
    if question[GIVEN] > 0 and question[RETURNED] == 0 and question[ASKED] != eye:
        hand = state.hands[question[ASKED]]
        state.slid[number, GIFT] = draw_gift(hand, question[VALUE], question[GIVEN], UNKNOWN, rng)


@kernel
def swap_back(
    state: NussknackerState,
    eye: int,
    number: int,
    world: int,
    unseen: int,
    past_worlds: Ints,
    past_weights: Reals,
    rng: Rng,
) -> int:
    """Return a world from which a swap of two others led to this one, and fill in the swap."""
    seats = state.seats
    question = state.questions[number]
    asker = place_of(question[ASKER], eye, seats)
    asked = place_of(question[ASKED], eye, seats)
    third = 6 - asker - asked  # the place of the fourth seat, if there is one
    value = question[VALUE]
    gifts = np.empty(MOST_WAYS, np.int64)
    gifts_back = np.empty(MOST_WAYS, np.int64)
    target = hand_in(world, unseen, asker, seats)
    total = 0.0
    found = world
    for index in range(past_worlds.size):
        past = past_worlds[index]
        if hidden_in(past) != hidden_in(world):
            continue
        if seats == 4 and hand_in(past, unseen, third, 4) != hand_in(world, unseen, third, 4):
            continue
        hand = hand_in(past, unseen, asked, seats)
        ways = write_fitting_ways(hand, value, question[GIVEN], gifts)
        hand = hand_in(past, unseen, asker, seats)
        ways_back = write_fitting_ways(hand, value, question[RETURNED], gifts_back)
        for first in range(ways):
            for second in range(ways_back):
                if hand + gifts[first] - gifts_back[second] != target:
                    continue
                # Each way to have got here replaces the one found so far by its share of all.
                weight = past_weights[index] / (ways * ways_back)
                total += weight
                if uniform(rng) * total < weight:
                    found = past
                    state.slid[number, GIFT] = gifts[first]
                    state.slid[number, GIFT_BACK] = gifts_back[second]
    return found


# --- a crowd of pasts ---


@kernel
def redeal_from_crowd(state: NussknackerState, eye: int, size: int, rng: Rng) -> bool:
    """Fill in a past of a crowd that was led through all questions, if any came through."""
    count = state.question_count
    dealt = np.zeros((size, MOST_SEATS), np.int64)
    hidden = np.empty(size, np.int64)
    hands = np.empty((count + 1, size, MOST_SEATS), np.int64)
    slid = np.zeros((count, size, 2), np.int64)
    before = np.empty((count, size), np.int64)
    for one_past in range(size):
        hidden[one_past] = deal_unseen(state, eye, dealt[one_past], rng)
        hands[0, one_past] = dealt[one_past]
    alive = size
    for number in range(count):
        filled = 0
        for _ in range(PATIENCE * size):
            parent = below(rng, alive)
            hands[number + 1, filled] = hands[number, parent]
            if relive(state, eye, number, hands[number + 1, filled], slid[number, filled], rng):
                before[number, filled] = parent
                filled += 1
                if filled == size:
                    break
        if filled == 0:
            return False
        alive = filled
    past = below(rng, alive)
    for seat in range(state.seats):
        state.hands[seat] = hands[count, past, seat]
    for number in range(count - 1, -1, -1):
        state.slid[number, GIFT] = slid[number, past, GIFT]
        state.slid[number, GIFT_BACK] = slid[number, past, GIFT_BACK]
        past = before[number, past]
    for seat in range(state.seats):
        state.dealt[seat] = dealt[past, seat]
    state.hidden = hidden[past]
    return True
