"""Why an action is refused: the rule of Ganz nach Plan!? that it breaks."""

from __future__ import annotations

from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.games.ganz_nach_plan.names import card_phrase
from tischlein.games.ganz_nach_plan.state import (
    CARDS,
    DIRECTIONS,
    DRAW,
    GIVE,
    HAND,
    NO_CARD,
    SEATS,
    GanzNachPlanState,
    Phase,
)


def why_not(state: GanzNachPlanState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action (of chance: an outcome), None if it is legal."""
    if state.phase == Phase.OVER:
        return Refusal("GNP-22")
    card = action % CARDS
    if not int(state.deck) >> card & 1:
        return Refusal("GNP-1", {"card": card_phrase(state, card)})
    if seat == CHANCE:
        return _why_no_outcome(state, action // CARDS % SEATS, card, dealing=action < DRAW)
    if state.phase == Phase.DEAL:
        return Refusal("GNP-2")
    held = int(state.hand[seat]) >> card & 1
    named = {"card": card_phrase(state, card)}
    if action < GIVE:
        if state.phase != Phase.PLAY:
            return Refusal("GNP-6", {"card": card_phrase(state, int(state.executing))})
        if state.place[seat] != state.turn:
            return Refusal("GNP-4", {"place": int(state.turn) + 1})
        return None if held else Refusal("GNP-5", {**named})
    if state.phase == Phase.GIVE:
        if seat != state.mover:
            return Refusal("GNP-13", message="GNP-13-other")
        return None if held else Refusal("GNP-13", {**named})
    if state.phase == Phase.SHARE:
        if state.chosen[seat] != NO_CARD:
            return Refusal("GNP-17", message="GNP-17-chosen")
        return None if held else Refusal("GNP-17", {**named})
    return Refusal("GNP-5", message="GNP-5-give")


def _why_no_outcome(
    state: GanzNachPlanState, seat: int, card: int, *, dealing: bool
) -> Refusal | None:
    if dealing:
        if state.phase != Phase.DEAL:
            return Refusal("GNP-2")
        dealt = [int(count) == HAND for count in state.count[: state.seats]]
        in_a_hand = any(int(hand) >> card & 1 for hand in state.hand)
        return Refusal("GNP-2") if seat != dealt.index(False) or in_a_hand else None
    if state.phase != Phase.DRAW or seat != state.mover:
        return Refusal("GNP-14")
    direction = int(state.plans[state.executing]) % DIRECTIONS
    steps = (1, int(state.seats) - 1, 2)[direction]
    place = (int(state.place[seat]) + steps) % int(state.seats)
    source = state.place[: state.seats].tolist().index(place)
    return None if int(state.hand[source]) >> card & 1 else Refusal("GNP-14")
