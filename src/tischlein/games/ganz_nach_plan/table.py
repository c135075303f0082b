"""Who sits where at the table of Ganz nach Plan!?, and whom plans name there."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.ganz_nach_plan.plans import LEFT, RIGHT, direction_of
from tischlein.games.ganz_nach_plan.state import NO_CARD, GanzNachPlanState


@kernel
def seat_at(state: GanzNachPlanState, place: int) -> int:
    """Return the seat on a place (GNP-4)."""
    for seat in range(state.seats):
        if state.place[seat] == place:
            return seat
    return NO_CARD


@kernel
def neighbour(state: GanzNachPlanState, seat: int, direction: int) -> int:
    """Return the seat to the left, to the right or across, seen from a seat's place (GNP-8)."""
    steps = 1 if direction == LEFT else state.seats - 1 if direction == RIGHT else 2
    return seat_at(state, (state.place[seat] + steps) % state.seats)


@kernel
def partner(state: GanzNachPlanState) -> int:
    """Return the other player of the plan that is being carried out (GNP-8)."""
    return neighbour(state, state.mover, direction_of(state.plans[state.executing]))


def top_card(state: GanzNachPlanState) -> int:
    """Return the card on top of the pile, ``NO_CARD`` if there is none."""
    return state.pile[state.piled - 1] if state.piled else NO_CARD
