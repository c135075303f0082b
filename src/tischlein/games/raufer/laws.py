"""What holds in every position of Raufer, whatever was dealt and played."""

from __future__ import annotations

from itertools import pairwise

from tischlein.core.game import Law
from tischlein.games.raufer.state import ALL_CARDS, CARDS, RauferState, Stage


def _laid(state: RauferState) -> list[int]:
    laid: list[int] = state.laid[: state.laid_count].tolist()
    return laid


def cards_are_conserved(state: RauferState) -> bool:
    """No card is in two places, and those unnamed are the pile and face-down cards (RAU-1)."""
    laid = _laid(state)
    hands: list[int] = state.hands.tolist()
    named = sum(1 << card for card in laid)
    for hand in hands:
        named |= hand
    in_hands = sum(hand.bit_count() for hand in hands)
    unnamed = int(state.pile) + int(state.down).bit_count() + int(state.waiting.sum())
    return (
        named & ~ALL_CARDS == 0
        and state.laid_set == sum(1 << card for card in laid)
        and named.bit_count() == len(laid) + in_hands
        and named.bit_count() + unnamed == CARDS
    )


def hands_fit_their_bounds(state: RauferState) -> bool:
    """Every hand has a range for each card, oldest first, each within the next, and fits them."""
    for seat in range(int(state.seats)):
        size = int(state.sizes[seat])
        ranges: list[int] = state.bounds[seat, :size].tolist()
        hand = int(state.hands[seat])
        if hand.bit_count() != size or 0 in ranges:
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
        for seat in range(int(state.seats))
        if state.inside >> seat & 1
    )


def the_end_has_one_winner(state: RauferState) -> bool:
    """There is a winner exactly at the end, and he is in the staircase (RAU-24)."""
    if state.stage != Stage.OVER:
        return int(state.winner) < 0 and int(state.inside).bit_count() > 1
    return bool(state.inside >> state.winner & 1)


LAWS = (
    Law("cards are conserved", cards_are_conserved),
    Law("hands fit their bounds", hands_fit_their_bounds),
    Law("empty hands command", empty_hands_command),
    Law("the end has one winner", the_end_has_one_winner),
)
