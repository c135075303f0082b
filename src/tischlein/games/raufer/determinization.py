"""Determinization: hands that a seat cannot see, drawn as often as they are likely.

A *way* says of every card that others have been given which one it was. All ways that fit what has
been seen are equally likely. The bounds alone do not tell how many ways lead to a hand: after a
failure a laid card may have been an older or a younger one, and hands that leave it that choice
come up more often. So cards are first dealt within the bounds, and then exchanged at random, those
that have been laid included, wherever both fit.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.bits import count_bits, lowest, nth
from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.state import Ints
from tischlein.games.raufer.knowledge import (
    count_given,
    hidden_ranges,
    unseen_by,
)
from tischlein.games.raufer.state import ALL_CARDS, CARDS, MOST_SEATS, RauferState

ROUNDS = 8
"""Rounds of exchanges in a redeal. With fewer, hands keep traces of how they were filled first."""


@kernel
def fill_at_random(unseen: int, ranges: Ints, count: int, cards: Ints, rng: Rng) -> bool:
    """Give every range a random card, always the tightest range first; False when stuck."""
    left = unseen
    filled = 0
    for _ in range(count):
        tightest = -1
        fewest = CARDS + 1
        for index in range(count):
            if not filled >> index & 1:
                fitting = count_bits(ranges[index] & left)
                if fitting < fewest:
                    fewest = fitting
                    tightest = index
        if fewest == 0:
            return False
        card = nth(ranges[tightest] & left, below(rng, fewest))
        cards[tightest] = card
        left &= ~(1 << card)
        filled |= 1 << tightest
    return True


@kernel
def exchange(sets: Ints, cards: Ints, one: int, other: int) -> None:
    """Exchange two cards if both fit, so that no way becomes likelier than another."""
    if sets[one] >> cards[other] & 1 and sets[other] >> cards[one] & 1:
        cards[one], cards[other] = cards[other], cards[one]


@kernel
def exchange_at_random(sets: Ints, cards: Ints, count: int, rng: Rng) -> None:
    """Try to exchange as many pairs of the first cards as there are."""
    for _ in range(count):
        exchange(sets, cards, below(rng, count), below(rng, count))


@kernel
def laid_as(state: RauferState, seat: int, place: int) -> int:
    """Return the cards that a seat may have laid when it laid the n-th that it had been given."""
    cards = 0
    for index in range(state.laid_count):
        if state.laid_by[index] == seat and state.laid_among[index] >> place & 1:
            cards |= 1 << state.laid[index]
    return cards


@kernel
def add_laid(
    state: RauferState, observer: int, sets: Ints, cards: Ints, count: int, begins: Ints
) -> int:
    """Add the cards that others have laid, to change places with hidden ones; count all.

    The first ``count`` sets begin with those of the hidden cards, as :func:`hidden_ranges` orders
    them; the laid cards follow, seat by seat. ``begins`` gets where those of each seat begin, and
    where the last ones end. Of a seat that has never failed it makes no difference which of its
    cards it has laid.
    """
    hidden = 0
    for seat in range(state.seats):
        begins[seat] = count
        gone = 0
        if seat != observer and state.ranges[seat, 0] != ALL_CARDS:
            for index in range(state.laid_count):
                if state.laid_by[index] == seat:
                    place = lowest(state.laid_among[index] & ~gone)
                    gone |= 1 << place
                    sets[count] = state.ranges[seat, place] & ~state.laid_set
                    sets[count] |= laid_as(state, seat, place)
                    cards[count] = state.laid[index]
                    count += 1
        if gone:
            index = hidden
            for place in range(count_given(state, seat)):
                if not gone >> place & 1:
                    sets[index] |= laid_as(state, seat, place)
                    index += 1
        if seat != observer:
            hidden += state.sizes[seat]
    begins[state.seats] = count
    return count


@kernel
def exchange_laid(
    state: RauferState, observer: int, sets: Ints, cards: Ints, begins: Ints, rng: Rng
) -> None:
    """Try to exchange every laid card with two others of its seat."""
    hidden = 0
    for seat in range(state.seats):
        size = state.sizes[seat] if seat != observer else 0
        laid = begins[seat + 1] - begins[seat]
        for index in range(2 * laid):
            other = below(rng, size + laid)
            other = hidden + other if other < size else begins[seat] + other - size
            exchange(sets, cards, begins[seat] + index % laid, other)
        hidden += size


@kernel
def give(state: RauferState, seat: int, card: int) -> None:
    """Put a card into a hand unless it has been laid."""
    state.hands[seat] |= (1 << card) & ~state.laid_set


@kernel
def determinize_hands(state: RauferState, observer: int, rng: Rng) -> None:
    """Fill the hands that an observer does not see, each way as likely as every other.

    A way says of every card that others have been given which one it was. Ways differ also in
    which of its cards a seat has laid: hands that leave it more choice of these come up more often.
    """
    sets = np.empty(CARDS, np.int64)
    owners = np.empty(CARDS, np.int64)
    cards = np.empty(CARDS, np.int64)
    begins = np.empty(MOST_SEATS + 1, np.int64)
    count = hidden_ranges(state, observer, sets, owners)
    unseen = unseen_by(state, observer)
    while not fill_at_random(unseen, sets, count, cards, rng):
        pass
    total = count
    for index in range(count):
        sets[index] &= ~state.laid_set
        unseen &= ~(1 << cards[index])
    for card in range(CARDS):
        if unseen >> card & 1:
            sets[total] = ALL_CARDS & ~state.laid_set
            cards[total] = card
            total += 1
    add_laid(state, observer, sets, cards, total, begins)
    for _ in range(ROUNDS):
        exchange_at_random(sets, cards, total, rng)
        exchange_laid(state, observer, sets, cards, begins, rng)
    for index in range(count):
        give(state, owners[index], cards[index])
    for seat in range(state.seats):
        for index in range(begins[seat], begins[seat + 1]):
            give(state, seat, cards[index])
