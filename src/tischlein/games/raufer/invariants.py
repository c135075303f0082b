"""What holds in every position of Raufer, whatever was dealt and played."""

from __future__ import annotations

from itertools import pairwise

from tischlein.core.bits import bits_of
from tischlein.core.game import Invariant
from tischlein.games.raufer.knowledge import bounds_of
from tischlein.games.raufer.state import ALL_CARDS, CARDS, NOBODY, RauferState, Stage


def cards_are_conserved(state: RauferState) -> bool:
    """No card is in two places, and those unnamed are the pile and face-down cards (RAU-1)."""
    laid = state.laid[: state.laid_count]
    named = bits_of(laid)
    for hand in state.hands:
        named |= hand
    in_hands = sum(hand.bit_count() for hand in state.hands)
    unnamed = state.pile + state.down.bit_count() + sum(state.waiting)
    return (
        named & ~ALL_CARDS == 0
        and state.laid_set == bits_of(laid)
        and named.bit_count() == len(laid) + in_hands
        and named.bit_count() + unnamed == CARDS
    )


def hands_fit_their_bounds(state: RauferState) -> bool:
    """Every hand has a range for each card, oldest first, each within the next, and fits them."""
    for seat in range(state.seats):
        size = state.sizes[seat]
        ranges = bounds_of(state, seat)
        hand = state.hands[seat]
        if not hand.bit_count() == size == len(ranges) or 0 in ranges:
            return False
        if any(older & ~younger for older, younger in pairwise(ranges)):
            return False
        # In nested ranges a hand fits if enough of its cards lie in each.
        if any((hand & one).bit_count() < rank for rank, one in enumerate(ranges, 1)):
            return False
    return True


def empty_hands_command(state: RauferState) -> bool:
    """Before the end, only the commander's hand can be empty; or it is about to fill (RAU-20)."""
    if state.stage in (Stage.START, Stage.DEAL, Stage.OVER):
        return True
    return all(
        state.sizes[seat] > 0 or state.waiting[seat] > 0 or seat == state.commander
        for seat in range(state.seats)
        if state.inside >> seat & 1
    )


def the_end_has_one_winner(state: RauferState) -> bool:
    """There is a winner exactly at the end, and he is in the staircase (RAU-24)."""
    if state.stage != Stage.OVER:
        return state.winner == NOBODY and state.inside.bit_count() > 1
    return bool(state.inside >> state.winner & 1)


INVARIANTS = (
    Invariant("cards are conserved", cards_are_conserved),
    Invariant("hands fit their bounds", hands_fit_their_bounds),
    Invariant("empty hands command", empty_hands_command),
    Invariant("the end has one winner", the_end_has_one_winner),
)
