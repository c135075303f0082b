"""What seats know of hidden cards: the public bounds, and exact deductions from them.

Every card that a seat has been given has a range of floors (RauferState.ranges), and a laid card
was one of those whose range it fitted then (RauferState.laid_among). The bounds of a hand are the
ranges that are left if every laid card was the oldest possible one. A *filling* gives every hidden
card of the other hands a different unseen card within its bounds; what a seat can know of the
others is what all fillings share. As ranges are intervals, whether there is a filling is decided by
a greedy matching (Glover 1967).
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.raufer.state import ALL_CARDS, CARDS, UP, RauferState


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


# --- what everybody sees ---


@kernel
def count_given(state: RauferState, seat: int) -> int:
    """Return how many cards a seat has been given: those in its hand, and those it has laid."""
    count: int = state.sizes[seat]
    for index in range(state.laid_count):
        if state.laid_by[index] == seat:
            count += 1
    return count


@kernel
def add_card(state: RauferState, seat: int, card: int) -> None:
    """Put a card that others do not see into a hand: it may be on any floor."""
    state.ranges[seat, count_given(state, seat)] = ALL_CARDS
    state.hands[seat] |= 1 << card
    state.sizes[seat] += 1


@kernel
def remove_card(state: RauferState, seat: int, card: int) -> None:
    """Take the card out of a hand that is to be laid next, and keep which one it can have been."""
    among = 0
    for index in range(count_given(state, seat)):
        if state.ranges[seat, index] >> card & 1:
            among |= 1 << index
    state.laid_among[state.laid_count] = among
    state.hands[seat] &= ~(1 << card)
    state.sizes[seat] -= 1


@kernel
def learn_failure(state: RauferState, seat: int) -> None:
    """Narrow the ranges of a seat that could not obey: its cards are on the other side."""
    other_side = beyond(state.last, 1 - state.direction)
    for index in range(count_given(state, seat)):
        state.ranges[seat, index] &= other_side


@kernel
def oldest_laid(state: RauferState, seat: int) -> int:
    """Return the set of the given cards that a seat has laid if each was the oldest possible one.

    Ranges of one seat are nested, so keeping the younger, wider ones loses no possibility:
    whichever cards the laid ones were, those that are left fit the ranges that are left.
    """
    gone = 0
    for index in range(state.laid_count):
        if state.laid_by[index] == seat:
            among = state.laid_among[index] & ~gone
            gone |= among & -among
    return gone


def bounds_of(state: RauferState, seat: int) -> list[int]:
    """Return what everybody knows of each card of a hand, oldest first: the range of its floors."""
    gone = oldest_laid(state, seat)
    given = state.ranges[seat][: count_given(state, seat)]
    return [one for index, one in enumerate(given) if not gone >> index & 1]


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
            gone = oldest_laid(state, seat)
            for index in range(count_given(state, seat)):
                if not gone >> index & 1:
                    ranges[count] = state.ranges[seat, index]
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
