"""What seats know of hidden cards: the public bounds, exact deductions from them, and redealing.

Every card of a hand has a range of floors (RauferState.bounds). A *filling* gives every hidden card
of the other hands a different unseen card within its range; what a seat can know of the others is
what all fillings share. As ranges are intervals, whether there is a filling is decided by a greedy
matching (Glover 1967).
"""

from __future__ import annotations

import numpy as np

from tischlein.core.bits import count_bits
from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.state import Ints
from tischlein.games.raufer.state import ALL_CARDS, CARDS, UP, RauferState

EXCHANGES = 4
"""Exchanges tried for each hidden card after a redeal, to even out the chances of fillings."""


@kernel
def lower_than(card: int) -> int:
    """Return the set of the cards below a card."""
    return (1 << card) - 1


@kernel
def higher_than(card: int) -> int:
    """Return the set of the cards above a card."""
    return ALL_CARDS & ~((2 << card) - 1)


@kernel
def beyond(card: int, direction: int) -> int:
    """Return the cards that obey a command (RAU-4)."""
    return higher_than(card) if direction == UP else lower_than(card)


def floors(cards: int) -> tuple[int, int]:
    """Return the lowest and highest floor (1 to 20) of a set of cards that is not empty."""
    return (cards & -cards).bit_length(), cards.bit_length()


# --- the public bounds ---


@kernel
def add_card(state: RauferState, seat: int, card: int) -> None:
    """Put a card that others do not see into a hand: it may be on any floor."""
    state.hands[seat] |= 1 << card
    state.bounds[seat, state.sizes[seat]] = ALL_CARDS
    state.sizes[seat] += 1


@kernel
def remove_card(state: RauferState, seat: int, card: int) -> None:
    """Take a laid card out of a hand, and with it the oldest range that it fits.

    The ranges of one hand are nested, so keeping the younger, wider one loses no possibility:
    whichever card the laid one was, the remaining cards fit the remaining ranges. It does not
    preserve how likely a hand is: the laid card may also have been a younger one, and such hands
    would weigh more. After a seat has failed and then laid, a floor may therefore be drawn for it
    some ten percentage points too often or too seldom.
    """
    state.hands[seat] &= ~(1 << card)
    size = state.sizes[seat]
    index = 0
    while not state.bounds[seat, index] >> card & 1:
        index += 1
    for later in range(index + 1, size):
        state.bounds[seat, later - 1] = state.bounds[seat, later]
    state.bounds[seat, size - 1] = 0
    state.sizes[seat] = size - 1


@kernel
def learn_failure(state: RauferState, seat: int) -> None:
    """Narrow the ranges of a seat that could not obey: its cards are on the other side."""
    other_side = beyond(state.last, 1 - state.direction)
    for index in range(state.sizes[seat]):
        state.bounds[seat, index] &= other_side


# --- exact deductions ---


@kernel
def unseen_by(state: RauferState, observer: int) -> int:
    """Return the cards that are neither laid nor in the hand of a seat (none: a spectator's)."""
    cards = ALL_CARDS & ~state.laid_set
    if observer < state.seats:
        cards &= ~state.hands[observer]
    return cards


@kernel
def hidden_ranges(state: RauferState, observer: int, ranges: Ints, owners: Ints) -> int:
    """Write the range and owner of every card that an observer does not see in hands; count."""
    count = 0
    for seat in range(state.seats):
        if seat != observer:
            for index in range(state.sizes[seat]):
                ranges[count] = state.bounds[seat, index]
                owners[count] = seat
                count += 1
    return count


@kernel
def can_fill(cards: int, ranges: Ints, left_out: int) -> bool:
    """Whether all ranges but one can get different cards of a set (``left_out`` -1: all).

    Every card, from the lowest up, goes to the open range around it that ends first.
    """
    count = len(ranges)
    filled = 1 << left_out if left_out >= 0 else 0
    for card in range(CARDS):
        if cards >> card & 1:
            best = -1
            for index in range(count):
                if (
                    not filled >> index & 1
                    and ranges[index] >> card & 1
                    and (best < 0 or ranges[index] < ranges[best])
                ):
                    best = index
            if best >= 0:
                filled |= 1 << best
    return filled == (1 << count) - 1


@kernel
def can_go_to(seat: int, card: int, cards: int, ranges: Ints, owners: Ints) -> bool:
    """Whether some filling gives a card to a seat; the oldest range that it fits decides."""
    for index in range(len(ranges)):
        if owners[index] == seat and ranges[index] >> card & 1:
            return can_fill(cards & ~(1 << card), ranges, index)
    return False


@kernel
def maybe_held(state: RauferState, observer: int, seat: int) -> int:
    """Return the cards that a seat may hold as far as an observer knows (in some filling)."""
    held: int = state.hands[seat]
    if observer == seat:
        return held
    ranges = np.empty(CARDS, np.int64)
    owners = np.empty(CARDS, np.int64)
    ranges = ranges[: hidden_ranges(state, observer, ranges, owners)]
    unseen = unseen_by(state, observer)
    held = 0
    for card in range(CARDS):
        if unseen >> card & 1 and can_go_to(seat, card, unseen, ranges, owners):
            held |= 1 << card
    return held


@kernel
def known_held(state: RauferState, observer: int, seat: int) -> int:
    """Return the cards that an observer can be certain a seat holds (in every filling)."""
    held: int = state.hands[seat]
    if observer == seat:
        return held
    ranges = np.empty(CARDS, np.int64)
    owners = np.empty(CARDS, np.int64)
    ranges = ranges[: hidden_ranges(state, observer, ranges, owners)]
    unseen = unseen_by(state, observer)
    held = 0
    for card in range(CARDS):
        if unseen >> card & 1 and not can_fill(unseen & ~(1 << card), ranges, -1):
            elsewhere = False
            for other in range(state.seats):
                if other not in (observer, seat):
                    elsewhere |= can_go_to(other, card, unseen, ranges, owners)
            if not elsewhere:
                held |= 1 << card
    return held


# --- redealing ---


@kernel
def nth_card(cards: int, n: int) -> int:
    """Return the n-th lowest card of a set, counting from 0."""
    for _ in range(n):
        cards &= cards - 1
    card = 0
    while not cards >> card & 1:
        card += 1
    return card


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
        card = nth_card(ranges[tightest] & left, below(rng, fewest))
        cards[tightest] = card
        left &= ~(1 << card)
        filled |= 1 << tightest
    return True


@kernel
def exchange_at_random(ranges: Ints, cards: Ints, count: int, rng: Rng) -> None:
    """Exchange pairs of cards where both fit, which evens out the chances of all fillings."""
    for _ in range(EXCHANGES * count):
        one = below(rng, count)
        other = below(rng, count)
        if ranges[one] >> cards[other] & 1 and ranges[other] >> cards[one] & 1:
            cards[one], cards[other] = cards[other], cards[one]


@kernel
def determinize_hands(state: RauferState, observer: int, rng: Rng) -> None:
    """Fill the hands that an observer does not see; every possible filling may come up.

    All are equally likely. This is exact while nobody has laid a card after a failure, and close to
    exact later (see :func:`remove_card`).
    """
    ranges = np.empty(CARDS, np.int64)
    owners = np.empty(CARDS, np.int64)
    cards = np.empty(CARDS, np.int64)
    count = hidden_ranges(state, observer, ranges, owners)
    unseen = unseen_by(state, observer)
    while not fill_at_random(unseen, ranges, count, cards, rng):
        pass
    total = count
    for index in range(count):
        unseen &= ~(1 << cards[index])
    for card in range(CARDS):
        if unseen >> card & 1:
            ranges[total] = ALL_CARDS
            cards[total] = card
            total += 1
    exchange_at_random(ranges, cards, total, rng)
    for index in range(count):
        state.hands[owners[index]] |= 1 << cards[index]
