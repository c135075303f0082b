"""What holds in every position of Ganz nach Plan!?, whatever was played."""

from __future__ import annotations

from tischlein.core.game import Law
from tischlein.games.ganz_nach_plan.state import NO_CARD, GanzNachPlanState, Phase


def every_card_is_somewhere_once(state: GanzNachPlanState) -> bool:
    """Hands, pile and the card being carried out are the deck, each card once (GNP-2)."""
    places = [int(hand) for hand in state.hand]
    places += [1 << int(card) for card in state.pile[: state.piled]]
    if state.executing != NO_CARD:
        places.append(1 << int(state.executing))
    cards = 0
    for place in places:
        if cards & place:
            return False
        cards |= place
    return cards == int(state.deck) or (state.phase == Phase.DEAL and not cards & ~state.deck)


def counts_are_hand_sizes(state: GanzNachPlanState) -> bool:
    """The public counts are the sizes of the hands (GNP-24)."""
    sizes = [int(hand).bit_count() for hand in state.hand]
    return bool(sizes == state.count.tolist())


def places_are_a_permutation(state: GanzNachPlanState) -> bool:
    """Every place has one player, and the place on turn follows the turns (GNP-3, GNP-4)."""
    seats = int(state.seats)
    taken = sorted(state.place[:seats].tolist())
    return taken == list(range(seats)) and state.turn == state.turns % seats


LAWS = (
    Law("every card is somewhere once", every_card_is_somewhere_once),
    Law("counts are hand sizes", counts_are_hand_sizes),
    Law("places are a permutation", places_are_a_permutation),
)
