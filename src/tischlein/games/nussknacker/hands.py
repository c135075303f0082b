"""Hands as numbers, and the ways to form a value with cards of a hand.

A hand is one integer whose octal digit number v - 1 (from the right) counts the cards of value v,
so that giving cards away is plain subtraction: the cards 1, 1 and 3 are 0o102. Cards of equal
value cannot be told apart, and equal hands are equal numbers.
"""

from __future__ import annotations

from itertools import product

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints

TOP = 8
"""The highest value that a card can have; 6 in the simple game (NUS-1, NUS-2)."""
COPIES = 2
"""Cards of each value (NUS-1)."""
DIGIT = 3
"""Bits for the count of one value; the highest stays free for comparing (see ``holds``)."""
HAND_BITS = DIGIT * TOP
ONES = sum(1 << DIGIT * place for place in range(TOP))
"""One card of each value."""
_SPARE = 4 * ONES
_SUMS = (2 << TOP) - 1


def pack(values: tuple[int, ...] | list[int]) -> int:
    """Return the hand that consists of cards of these values."""
    return sum(1 << DIGIT * (value - 1) for value in values)


def values_of(hand: int) -> list[int]:
    """Return the values of a hand's cards in ascending order."""
    return [value for value in range(1, TOP + 1) for _ in range(hand >> DIGIT * (value - 1) & 7)]


_ALL = [
    tuple(value for value, count in enumerate(counts, 1) for _ in range(count))
    for counts in product(range(COPIES + 1), repeat=TOP)
]
_BY_SIZE = sorted(_ALL, key=len)
HANDS = np.array([pack(values) for values in _BY_SIZE], np.int64)
"""Every hand that there can be, from the smallest to the largest."""
HANDS_FROM = np.array(
    [sum(len(values) < size for values in _ALL) for size in range(COPIES * TOP + 2)], np.int64
)
"""Where the hands of a size begin in ``HANDS``."""

WAYS = tuple(
    sorted(
        (values for values in _ALL if 1 <= sum(values) <= TOP),
        key=lambda values: (sum(values), len(values), values),
    )
)
"""Every way to form a value, by value, then number of cards, then values (NUS-10)."""
WAY = np.array([pack(values) for values in WAYS], np.int64)
WAY_SIZE = np.array([len(values) for values in WAYS], np.int64)
WAYS_FROM = np.array(
    [sum(sum(values) < value for values in WAYS) for value in range(TOP + 2)], np.int64
)
"""Where the ways to form a value begin in ``WAYS``."""
MOST_WAYS = int(np.diff(WAYS_FROM).max())
"""There are thirteen ways to form an 8."""


@kernel
def whole_pack(top: int) -> int:
    """Return all cards of the values 1 to ``top`` (NUS-1)."""
    return COPIES * ONES & ((1 << DIGIT * top) - 1)


@kernel
def cards_for(seats: int, top: int, place: int) -> int:
    """Return the cards for the seat that is dealt to in this place, from 0 (NUS-4)."""
    cards = COPIES * top - 1
    return cards // seats + (1 if place < cards % seats else 0)


@kernel
def one(value: int) -> int:
    """Return the hand that is a single card."""
    return 1 << DIGIT * (value - 1)


@kernel
def count_of(hand: int, value: int) -> int:
    """Return how many cards of a value a hand has."""
    return hand >> DIGIT * (value - 1) & 7


@kernel
def size_of(hand: int) -> int:
    """Return how many cards a hand has."""
    count = 0
    for value in range(1, TOP + 1):
        count += count_of(hand, value)
    return count


@kernel
def shared_cards(hand: int, other: int) -> int:
    """Return how many cards two hands have in common."""
    count = 0
    for value in range(1, TOP + 1):
        count += min(count_of(hand, value), count_of(other, value))
    return count


@kernel
def without(hand: int, cards: int) -> int:
    """Return a hand less those of some cards that it has."""
    for value in range(1, TOP + 1):
        hand -= min(count_of(hand, value), count_of(cards, value)) * one(value)
    return hand


@kernel
def holds(hand: int, cards: int) -> bool:
    """Whether a hand has all of some cards: no digit of the difference borrows."""
    return ((hand | _SPARE) - cards) & _SPARE == _SPARE


@kernel
def pairs(hand: int) -> int:
    """Return one card of each value that the hand has twice."""
    return hand >> 1 & ONES


@kernel
def formable(hand: int) -> int:
    """Return the bit set of the values that a hand can form: bit v for value v (NUS-10)."""
    sums = 1
    for value in range(1, TOP + 1):
        copies = count_of(hand, value)
        if copies > 0:
            sums |= sums << value
            if copies > 1:
                sums |= sums << value
            sums &= _SUMS
    return sums & ~1


@kernel
def forms(hand: int, value: int) -> bool:
    """Whether a hand can form a value with one or more cards (NUS-10)."""
    return formable(hand) >> value & 1 == 1


@kernel
def count_ways(hand: int, value: int, cards: int) -> int:
    """Return in how many ways a hand forms a value with this many cards."""
    count = 0
    for way in range(WAYS_FROM[value], WAYS_FROM[value + 1]):
        if WAY_SIZE[way] == cards and holds(hand, WAY[way]):
            count += 1
    return count


@kernel
def pick_way(hand: int, value: int, cards: int, number: int) -> int:
    """Return the cards of the way with this number, from 0, among those that are counted above."""
    for way in range(WAYS_FROM[value], WAYS_FROM[value + 1]):
        if WAY_SIZE[way] == cards and holds(hand, WAY[way]):
            if number == 0:
                return WAY[way]  # type: ignore[no-any-return]  # an integer
            number -= 1
    return 0


@kernel
def write_ways(hand: int, value: int, cards: int, out: Ints) -> int:
    """Write the cards of all ways that are counted above; return how many there are."""
    count = 0
    for way in range(WAYS_FROM[value], WAYS_FROM[value + 1]):
        if WAY_SIZE[way] == cards and holds(hand, WAY[way]):
            out[count] = WAY[way]
            count += 1
    return count
