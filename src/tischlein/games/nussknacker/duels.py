"""Two seats: the rest of a deal imagined again and again, with the knowledge of both seats.

With two seats a world is just the hidden value, since all other unseen cards are in the other hand.
So a deal can be simulated quickly: each seat has a probability for every value, asks for the most
informative one, gives what the other knows already, and guesses as soon as it is fairly sure.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.state import Ints, Reals
from tischlein.games.nussknacker.backtracking import draw_index
from tischlein.games.nussknacker.hands import (
    MOST_WAYS,
    TOP,
    WAY,
    WAY_SIZE,
    WAYS_FROM,
    count_ways,
    formable,
    forms,
    holds,
    one,
    pick_way,
    shared_cards,
    size_of,
    without,
)
from tischlein.games.nussknacker.information_gain import uncertainty_after
from tischlein.games.nussknacker.state import NOTHING, Stage
from tischlein.games.nussknacker.world import pack_world
from tischlein.games.nussknacker.worlds import chance_of

SURE = 0.8
"""Probability at which seats guess in imagined deals."""
LONGEST = 24
"""Questions after which an imagined deal counts as even."""
UNDECIDED = -1
CARD_SHOWN = 0.9
"""What it costs to slide a card, where showing an unknown one costs 1."""
_EQUAL = 1e-9


class Duel(NamedTuple):
    """An imagined deal. The arrays change while it is played; seats index them."""

    hidden: int
    hands: Ints
    known: Ints
    """Cards of each seat that the other knows to be there."""
    chances: Reals
    """How likely each seat (row) holds each hidden value; need not add up to 1."""


@kernel
def unseen_by(duel: Duel, seat: int) -> int:
    """Return the cards that a seat does not hold."""
    return duel.hands[1 - seat] + one(duel.hidden)  # type: ignore[no-any-return]  # an integer


# --- who guesses ---


@kernel
def likeliest(chances: Reals) -> int:
    """Return the value that is most likely hidden, if a seat is sure enough of it, else NOTHING."""
    total = 0.0
    best = 1
    for value in range(1, TOP + 1):
        total += chances[value]
        if chances[value] > chances[best]:
            best = value
    return best if chances[best] >= SURE * total else NOTHING


@kernel
def guesser(chances: Reals, waiting: int, rng: Rng) -> int:
    """Return the seat that guesses now, UNDECIDED if none; ``waiting`` does not."""
    first = below(rng, 2)
    for turn in range(2):
        seat = first ^ turn
        if seat != waiting and likeliest(chances[seat]) != NOTHING:
            return seat
    return UNDECIDED


# --- what is asked and given ---


@kernel
def cheapest(costs: Reals, count: int, rng: Rng) -> int:
    """Return the index of the least of some costs, by lot among equals."""
    best = 0
    least = costs[0]
    equals = 1
    for index in range(1, count):
        if costs[index] < least - _EQUAL:
            best = index
            least = costs[index]
            equals = 1
        elif costs[index] < least + _EQUAL:
            equals += 1
            if below(rng, equals) == 0:
                best = index
    return best


@kernel
def best_question(hand: int, unseen: int, chances: Reals, rng: Rng) -> int:
    """Return a value that the hand forms and that leaves least uncertainty."""
    worlds = np.empty(TOP, np.int64)
    weights = np.empty(TOP, np.float64)
    count = 0
    for value in range(1, TOP + 1):
        if chances[value] > 0.0:
            worlds[count] = pack_world(value, NOTHING, NOTHING)
            weights[count] = chances[value]
            count += 1
    values = np.empty(TOP, np.int64)
    bits = np.empty(TOP, np.float64)
    questions = 0
    for value in range(1, TOP + 1):
        if formable(hand) >> value & 1:
            values[questions] = value
            bits[questions] = uncertainty_after(
                worlds[:count], weights[:count], unseen, 1, 2, value
            )
            questions += 1
    return values[cheapest(bits, questions, rng)]  # type: ignore[no-any-return]  # an integer


@kernel
def least_revealing_way(hand: int, value: int, known: int, rng: Rng) -> int:
    """Return a way to form a value with few cards that the other does not know; many, if equal."""
    ways = np.empty(MOST_WAYS, np.int64)
    costs = np.empty(MOST_WAYS, np.float64)
    count = 0
    for way in range(WAYS_FROM[value], WAYS_FROM[value + 1]):
        if holds(hand, WAY[way]):
            ways[count] = WAY[way]
            costs[count] = CARD_SHOWN * WAY_SIZE[way] - shared_cards(WAY[way], known)
            count += 1
    return ways[cheapest(costs, count, rng)]  # type: ignore[no-any-return]  # an integer


# --- what is learned ---


@kernel
def learn(chances: Reals, unseen: int, asked_for: int, formed: bool) -> None:
    """Learn whether the other hand can form a value."""
    for value in range(1, TOP + 1):
        if chances[value] > 0.0 and forms(unseen - one(value), asked_for) != formed:
            chances[value] = 0.0


@kernel
def learn_number(chances: Reals, unseen: int, asked_for: int, cards: int) -> None:
    """Learn that the other hand forms a value with this many cards."""
    for value in range(1, TOP + 1):
        if chances[value] > 0.0 and count_ways(unseen - one(value), asked_for, cards) == 0:
            chances[value] = 0.0


@kernel
def learn_cards(chances: Reals, unseen: int, asked_for: int, way: int) -> None:
    """Learn with which cards the other hand has formed a value."""
    cards = size_of(way)
    for value in range(1, TOP + 1):
        if chances[value] > 0.0:
            chances[value] *= chance_of(unseen - one(value), asked_for, cards, way)


@kernel
def swap(duel: Duel, asker: int, asked_for: int, gift: int, back: int) -> None:
    """Let both take up the cards they got, and learn from them (NUS-14)."""
    other = 1 - asker
    learn_cards(duel.chances[asker], unseen_by(duel, asker), asked_for, gift)
    learn_cards(duel.chances[other], unseen_by(duel, other), asked_for, back)
    duel.hands[asker] += gift - back
    duel.hands[other] += back - gift
    duel.known[asker] = without(duel.known[asker], back) + gift
    duel.known[other] = without(duel.known[other], gift) + back


# --- a deal, played on ---


@kernel
def imagined_winner(
    duel: Duel,
    me: int,
    stage: int,
    asker: int,
    asked_for: int,
    gift: int,
    choice: int,
    rng: Rng,
) -> int:
    """Play a deal to its end and return the seat that gets the chip, UNDECIDED if it is too long.

    Parameters
    ----------
    asker, asked_for, gift
        The seat on turn, and as far as there are: the value of the question, and the cards slid.
    choice
        What the seat ``me`` asks for or slides now; NOTHING to play on from here without guessing.
    """
    waiting = me
    questions = 0
    while questions < LONGEST:
        other = 1 - asker
        if choice == NOTHING:
            seat = guesser(duel.chances, waiting, rng)
            if seat != UNDECIDED:
                return seat if likeliest(duel.chances[seat]) == duel.hidden else 1 - seat
        waiting = UNDECIDED
        settled = False
        if stage == Stage.ASK:
            asked_for = question_of(duel, asker, choice, rng)
            learn(duel.chances[other], unseen_by(duel, other), asked_for, True)
            stage = Stage.ANSWER
        elif stage == Stage.RETURN:
            back = slid_by(duel, asker, asked_for, choice, rng)
            swap(duel, asker, asked_for, gift, back)
            settled = True
        elif forms(duel.hands[other], asked_for):
            gift = slid_by(duel, other, asked_for, choice, rng)
            learn_number(duel.chances[asker], unseen_by(duel, asker), asked_for, size_of(gift))
            stage = Stage.RETURN
        else:
            learn(duel.chances[asker], unseen_by(duel, asker), asked_for, False)
            settled = True
        if settled:
            asker = other
            stage = Stage.ASK
            questions += 1
        choice = NOTHING
    return UNDECIDED


@kernel
def question_of(duel: Duel, asker: int, choice: int, rng: Rng) -> int:
    """Return the value that a seat asks for: the chosen or the most informative one."""
    if choice != NOTHING:
        return choice
    return best_question(duel.hands[asker], unseen_by(duel, asker), duel.chances[asker], rng)


@kernel
def slid_by(duel: Duel, seat: int, asked_for: int, choice: int, rng: Rng) -> int:
    """Return the cards that a seat slides: the chosen or the least informative ones."""
    if choice != NOTHING:
        return choice
    return least_revealing_way(duel.hands[seat], asked_for, duel.known[seat], rng)


@kernel
def add_victories(
    hand: int,
    unseen: int,
    weights: Reals,
    beliefs: Reals,
    known: Ints,
    me: int,
    stage: int,
    asker: int,
    asked_for: int,
    gift: int,
    gift_size: int,
    choices: Ints,
    deals: int,
    victories: Reals,
    rng: Rng,
) -> None:
    """Add up how often a seat gets the chip after each of its choices, undecided deals half.

    Parameters
    ----------
    hand, unseen
        The seat's own cards, and all others.
    weights
        How likely it holds each hidden value.
    beliefs
        For each hidden value (row), how likely the other seat holds each.
    known
        For each hidden value (row), cards of both seats that the other knows to be there.
    gift, gift_size
        Cards that are slid; if the other slid them, their number alone is known.
    choices
        As ``imagined_winner`` takes them.
    """
    other = 1 - me
    hands = np.empty(2, np.int64)
    shown = np.empty(2, np.int64)
    chances = np.empty((2, TOP + 1), np.float64)
    for _ in range(deals):
        hidden = draw_index(weights, rng)
        theirs = unseen - one(hidden)
        slid = gift
        if stage == Stage.RETURN and asker == me:
            ways = count_ways(theirs, asked_for, gift_size)
            slid = pick_way(theirs, asked_for, gift_size, below(rng, ways))
        for index in range(len(choices)):
            hands[me] = hand
            hands[other] = theirs
            shown[:] = known[hidden]
            chances[me] = weights
            chances[other] = beliefs[hidden]
            duel = Duel(hidden, hands, shown, chances)
            winner = imagined_winner(duel, me, stage, asker, asked_for, slid, choices[index], rng)
            if winner == UNDECIDED:
                victories[index] += 0.5
            elif winner == me:
                victories[index] += 1.0
