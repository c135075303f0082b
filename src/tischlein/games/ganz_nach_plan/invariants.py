"""What holds in every position of Ganz nach Plan!?, whatever was played."""

from __future__ import annotations

from tischlein.core.game import Invariant
from tischlein.games.ganz_nach_plan.state import NO_CARD, GanzNachPlanState, Phase


def every_card_is_somewhere_once(state: GanzNachPlanState) -> bool:
    """Hands, pile and the card being carried out are the deck, each card once (GNP-2)."""
    places = [*state.hand, *(1 << card for card in state.pile[: state.piled])]
    if state.executing != NO_CARD:
        places.append(1 << state.executing)
    cards = 0
    for place in places:
        if cards & place:
            return False
        cards |= place
    return cards == state.deck or (state.phase == Phase.DEAL and not cards & ~state.deck)


def counts_are_hand_sizes(state: GanzNachPlanState) -> bool:
    """The public counts are the sizes of the hands (GNP-24)."""
    return all(
        hand.bit_count() == count for hand, count in zip(state.hand, state.count, strict=True)
    )


def places_are_a_permutation(state: GanzNachPlanState) -> bool:
    """Every place has one player, and the place on turn follows the turns (GNP-3, GNP-4)."""
    taken = sorted(state.place[: state.seats])
    return taken == list(range(state.seats)) and state.turn == state.turns % state.seats


INVARIANTS = (
    Invariant("every card is somewhere once", every_card_is_somewhere_once),
    Invariant("counts are hand sizes", counts_are_hand_sizes),
    Invariant("places are a permutation", places_are_a_permutation),
)
