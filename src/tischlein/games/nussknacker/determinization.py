"""Determinizing: full positions that agree with all that a seat has seen, as likely as its worlds.

A position holds more than a world: also how the hands came about, from the deal through every
swap. Such a *past* is found in one of three ways:

- by rejection: deal the unseen cards at random, replay the questions, and start anew where
  something else would have happened;
- if that fails too often, from all worlds of the seat, backwards (see ``backtracking``);
- for spectators, who have too many worlds to list, by a particle filter: pasts are led through the
  questions together and resampled after each, so that their weights are nearly right.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below, kernel, shuffle
from tischlein.core.state import Ints
from tischlein.games.nussknacker.backtracking import determinize_from_worlds
from tischlein.games.nussknacker.hands import (
    COPIES,
    TOP,
    cards_for,
    count_of,
    count_ways,
    forms,
    one,
    pick_way,
    whole_pack,
)
from tischlein.games.nussknacker.questions import Question, is_settled, question_at
from tischlein.games.nussknacker.state import (
    DENIED,
    GIFT,
    GIFT_BACK,
    MOST_SEATS,
    NOTHING,
    UNKNOWN,
    NussknackerState,
    Stage,
)

ATTEMPTS = 300
"""Random pasts that are tried before worlds are listed."""
PARTICLES = 512
"""Pasts that are led through the questions together; doubled whenever all fail."""
PATIENCE = 64
"""Tries for each particle at each question."""


@kernel
def determinize(state: NussknackerState, seat: int, rng: Rng) -> None:
    """Fill what is masked with cards that agree with everything the seat has seen (NUS-24)."""
    if state.stage <= Stage.HIDE:
        return
    if state.stage == Stage.DEAL:
        hands = np.zeros(MOST_SEATS, np.int64)
        state.hidden = deal_unseen(state, seat, hands, rng)
        copy_hands(state, hands, state.hands)
    elif not determinize_by_rejection(state, seat, rng):
        if seat < state.seats:
            determinize_from_worlds(state, seat, rng)
        else:
            size = PARTICLES
            while not determinize_from_particles(state, seat, size, rng):
                size *= 2


@kernel
def copy_hands(state: NussknackerState, hands: Ints, to: Ints) -> None:
    """Copy the hands of all seats at the table."""
    for seat in range(state.seats):
        to[seat] = hands[seat]


# --- dealing again ---


@kernel
def deal_unseen(state: NussknackerState, observer: int, hands: Ints, rng: Rng) -> int:
    """Write hands at the deal, all but the observer's own at random; return the hidden value."""
    unseen = whole_pack(state.top)
    if observer < state.seats:
        hands[observer] = (
            state.hands[observer] if state.stage == Stage.DEAL else state.dealt[observer]
        )
        unseen -= hands[observer]
    hidden = state.hidden
    if hidden != NOTHING:  # when the match is over, it lies open
        unseen -= one(hidden)
    cards = np.empty(COPIES * TOP, np.int64)
    count = write_cards(unseen, state.top, cards)
    shuffle(rng, cards, count)
    if hidden == NOTHING:
        count -= 1
        hidden = cards[count]
    for seat in range(state.seats):
        if seat != observer:
            hands[seat] = NOTHING
            for _ in range(size_dealt(state, seat)):
                count -= 1
                hands[seat] += one(cards[count])
    return hidden


@kernel
def write_cards(hand: int, top: int, out: Ints) -> int:
    """Write the value of every single card of a hand; return how many there are."""
    count = 0
    for value in range(1, top + 1):
        for _ in range(count_of(hand, value)):
            out[count] = value
            count += 1
    return count


@kernel
def size_dealt(state: NussknackerState, seat: int) -> int:
    """Return how many cards a seat has been dealt."""
    if state.stage == Stage.DEAL:
        return state.sizes[seat]  # type: ignore[no-any-return]  # an integer
    return cards_for(state.seats, state.top, (seat - state.starter) % state.seats)


# --- living through a past again ---


@kernel
def replay_question(question: Question, observer: int, hands: Ints, slid: Ints, rng: Rng) -> bool:
    """Simulate a question for some hands; return whether it went as the observer has seen it go.

    Hands are changed by a swap, and ``slid`` gets the cards given and returned.
    """
    slid[GIFT] = NOTHING
    slid[GIFT_BACK] = NOTHING
    asker, asked, value = question.asker, question.asked, question.value
    if not forms(hands[asker], value):
        return False
    if question.given == DENIED:
        return not forms(hands[asked], value)
    if question.given == 0:
        return True
    slid[GIFT] = question.gift
    if observer != asked:
        slid[GIFT] = draw_way(hands[asked], value, question.given, question.gift, rng)
        if slid[GIFT] == NOTHING:
            return False
    if not is_settled(question):
        return True
    slid[GIFT_BACK] = question.gift_back
    if observer != asker:
        slid[GIFT_BACK] = draw_way(hands[asker], value, question.returned, question.gift_back, rng)
        if slid[GIFT_BACK] == NOTHING:
            return False
    hands[asker] += slid[GIFT] - slid[GIFT_BACK]
    hands[asked] += slid[GIFT_BACK] - slid[GIFT]
    return True


@kernel
def draw_way(hand: int, value: int, cards: int, seen: int, rng: Rng) -> int:
    """Return a random way to form a value with this many cards of a hand.

    NOTHING if there is none, or if it is not the one that was ``seen`` (UNKNOWN: none was).
    """
    ways = count_ways(hand, value, cards)
    if ways == 0:
        return NOTHING
    way = pick_way(hand, value, cards, below(rng, ways))
    return way if seen in (UNKNOWN, way) else NOTHING


@kernel
def determinize_by_rejection(state: NussknackerState, observer: int, rng: Rng) -> bool:
    """Fill in a random past that agrees with all questions, if one turns up soon."""
    count = state.question_count
    dealt = np.zeros(MOST_SEATS, np.int64)
    hands = np.zeros(MOST_SEATS, np.int64)
    slid = np.zeros((count + 1, 2), np.int64)
    for _ in range(ATTEMPTS):
        hidden = deal_unseen(state, observer, dealt, rng)
        hands[:] = dealt
        number = 0
        while number < count and replay_question(
            question_at(state, number), observer, hands, slid[number], rng
        ):
            number += 1
        if number == count:
            state.hidden = hidden
            copy_hands(state, dealt, state.dealt)
            copy_hands(state, hands, state.hands)
            state.slid[:count] = slid[:count]
            return True
    return False


# --- a particle filter over pasts ---


@kernel
def determinize_from_particles(state: NussknackerState, observer: int, size: int, rng: Rng) -> bool:
    """Fill in a past from particles that were led through all questions, if any came through.

    After each question, the particles' hands, slid cards and parents (the past that each continues)
    are kept, so that one past can be traced back to its deal.
    """
    count = state.question_count
    dealt = np.zeros((size, MOST_SEATS), np.int64)
    hidden = np.empty(size, np.int64)
    hands = np.empty((count + 1, size, MOST_SEATS), np.int64)
    slid = np.zeros((count, size, 2), np.int64)
    parents = np.empty((count, size), np.int64)
    for past in range(size):
        hidden[past] = deal_unseen(state, observer, dealt[past], rng)
    hands[0] = dealt
    alive = size
    for number in range(count):
        alive = resample(
            question_at(state, number),
            observer,
            hands[number, :alive],
            hands[number + 1],
            slid[number],
            parents[number],
            rng,
        )
        if alive == 0:
            return False
    past = below(rng, alive)
    copy_hands(state, hands[count, past], state.hands)
    for number in range(count - 1, -1, -1):
        state.slid[number, GIFT] = slid[number, past, GIFT]
        state.slid[number, GIFT_BACK] = slid[number, past, GIFT_BACK]
        past = parents[number, past]
    copy_hands(state, dealt[past], state.dealt)
    state.hidden = hidden[past]
    return True


@kernel
def resample(
    question: Question,
    observer: int,
    before: Ints,
    after: Ints,
    slid: Ints,
    parents: Ints,
    rng: Rng,
) -> int:
    """Lead random particles through a question until there are as many as before.

    Writes their hands, cards slid and parents; returns their number.
    """
    size = len(after)
    filled = 0
    for _ in range(PATIENCE * size):
        parent = below(rng, len(before))
        after[filled] = before[parent]
        if replay_question(question, observer, after[filled], slid[filled], rng):
            parents[filled] = parent
            filled += 1
            if filled == size:
                break
    return filled
