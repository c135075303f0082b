"""Two seats: the rest of a deal imagined again and again, with what each of the two knows.

With two seats a world is the hidden value alone, for all other unseen cards are in the other hand.
So a deal can be played on in a moment: each seat has a chance for every value, asks for what tells
it most, gives what the other knows already, and guesses as soon as it is rather sure.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.state import Ints, Reals, Words
from tischlein.games.nussknacker.evaluation import uncertainty_after
from tischlein.games.nussknacker.hands import (
    TOP,
    WAY,
    WAY_SIZE,
    WAYS_FROM,
    count_of,
    count_ways,
    formable,
    forms,
    holds,
    one,
    pick_way,
)
from tischlein.games.nussknacker.redealing import draw_index
from tischlein.games.nussknacker.state import NOTHING, Stage
from tischlein.games.nussknacker.worlds import chance_of, world_of

ASKING = int(Stage.ASK)
ANSWERING = int(Stage.ANSWER)
RETURNING = int(Stage.RETURN)

SURE = 0.8
"""Probability at which seats guess in imagined deals."""
LONGEST = 24
"""Questions after which an imagined deal counts as even."""
UNDECIDED = -1


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


@kernel
def best_question(hand: int, unseen: int, chances: Reals, rng: Rng) -> int:
    """Return a value that the hand forms and that leaves least uncertainty."""
    worlds = np.empty(TOP, np.int64)
    weights = np.empty(TOP, np.float64)
    count = 0
    for value in range(1, TOP + 1):
        if chances[value] > 0.0:
            worlds[count] = world_of(value)
            weights[count] = chances[value]
            count += 1
    values = formable(hand)
    best = NOTHING
    least = 0.0
    equals = 0
    for value in range(1, TOP + 1):
        if values >> value & 1:
            bits = uncertainty_after(worlds[:count], weights[:count], unseen, 1, 2, value)
            if best == NOTHING or bits < least - 1e-9:
                best = value
                least = bits
                equals = 1
            elif bits < least + 1e-9:
                equals += 1
                if below(rng, equals) == 0:
                    best = value
    return best


@kernel
def shared_cards(cards: int, others: int) -> int:
    """Return how many cards two sets have in common."""
    count = 0
    for value in range(1, TOP + 1):
        count += min(count_of(cards, value), count_of(others, value))
    return count


@kernel
def without(cards: int, others: int) -> int:
    """Return a set of cards less those of another that it has."""
    for value in range(1, TOP + 1):
        cards -= min(count_of(cards, value), count_of(others, value)) * one(value)
    return cards


@kernel
def least_telling(hand: int, value: int, known: int, rng: Rng) -> int:
    """Return a way to form a value with few cards that the other does not know; many, if equal."""
    best = NOTHING
    least = 0.0
    equals = 0
    for way in range(WAYS_FROM[value], WAYS_FROM[value + 1]):
        if holds(hand, WAY[way]):
            cost = 0.9 * WAY_SIZE[way] - shared_cards(WAY[way], known)
            if best == NOTHING or cost < least - 1e-9:
                best = WAY[way]
                least = cost
                equals = 1
            elif cost < least + 1e-9:
                equals += 1
                if below(rng, equals) == 0:
                    best = WAY[way]
    return best


@kernel
def size_of(cards: int) -> int:
    """Return how many cards there are."""
    count = 0
    for value in range(1, TOP + 1):
        count += count_of(cards, value)
    return count


@kernel
def learn(chances: Reals, unseen: int, asked_for: int, formed: bool) -> None:
    """Learn whether the other hand can form a value."""
    for value in range(1, TOP + 1):
        if chances[value] > 0.0 and forms(unseen - one(value), asked_for) != formed:
            chances[value] = 0.0


@kernel
def learn_number(chances: Reals, unseen: int, asked_for: int, cards: int) -> None:
    """Learn that the other hand forms a value with so many cards."""
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
def imagined_winner(
    hidden: int,
    hands: Ints,
    known: Ints,
    chances: Reals,
    me: int,
    stage: int,
    asker: int,
    asked_for: int,
    gift: int,
    choice: int,
    rng: Rng,
) -> int:
    """Play a deal to its end and return the seat that gets the chip, UNDECIDED if it is too long.

    All arrays are changed.

    Parameters
    ----------
    hands, known
        Of both seats: the cards, and those that the other knows to be there.
    chances
        How likely each seat holds each hidden value; not necessarily adding up to 1.
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
            seat = guesser(chances, waiting, rng)
            if seat != UNDECIDED:
                return seat if likeliest(chances[seat]) == hidden else 1 - seat
        waiting = UNDECIDED
        if stage == ASKING:
            unseen = hands[other] + one(hidden)
            asked_for = choice
            if choice == NOTHING:
                asked_for = best_question(hands[asker], unseen, chances[asker], rng)
            learn(chances[other], hands[asker] + one(hidden), asked_for, True)
            stage = ANSWERING
        elif stage == ANSWERING:
            unseen = hands[other] + one(hidden)
            if forms(hands[other], asked_for):
                gift = choice
                if choice == NOTHING:
                    gift = least_telling(hands[other], asked_for, known[other], rng)
                learn_number(chances[asker], unseen, asked_for, size_of(gift))
                stage = RETURNING
            else:
                learn(chances[asker], unseen, asked_for, False)
                asker = other
                stage = ASKING
                questions += 1
        else:
            back = choice
            if choice == NOTHING:
                back = least_telling(hands[asker], asked_for, known[asker], rng)
            swap(hidden, hands, known, chances, asker, asked_for, gift, back)
            asker = other
            stage = ASKING
            questions += 1
        choice = NOTHING
    return UNDECIDED


@kernel
def swap(
    hidden: int,
    hands: Ints,
    known: Ints,
    chances: Reals,
    asker: int,
    asked_for: int,
    gift: int,
    back: int,
) -> None:
    """Let both take up what they got, and learn from it (NUS-14)."""
    other = 1 - asker
    learn_cards(chances[asker], hands[other] + one(hidden), asked_for, gift)
    learn_cards(chances[other], hands[asker] + one(hidden), asked_for, back)
    hands[asker] += gift - back
    hands[other] += back - gift
    known[asker] = without(known[asker], back) + gift
    known[other] = without(known[other], gift) + back


@kernel
def add_victories(
    hand: int,
    unseen: int,
    weights: Reals,
    beliefs: Reals,
    known: Words,
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
    hands = np.empty(2, np.int64)
    shown = np.empty(2, np.int64)
    chances = np.empty((2, TOP + 1), np.float64)
    for _ in range(deals):
        hidden = draw_index(weights, rng)
        theirs = unseen - one(hidden)
        slid = gift
        if stage == RETURNING and asker == me:
            ways = count_ways(theirs, asked_for, gift_size)
            slid = pick_way(theirs, asked_for, gift_size, below(rng, ways))
        for index in range(len(choices)):
            hands[me] = hand
            hands[1 - me] = theirs
            shown[:] = known[hidden]
            chances[me] = weights
            chances[1 - me] = beliefs[hidden]
            choice = choices[index]
            winner = imagined_winner(
                hidden, hands, shown, chances, me, stage, asker, asked_for, slid, choice, rng
            )
            if winner == UNDECIDED:
                victories[index] += 0.5
            elif winner == me:
                victories[index] += 1.0
