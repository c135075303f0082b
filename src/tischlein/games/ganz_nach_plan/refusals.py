"""Why an action is refused: the rule of Ganz nach Plan!? that it breaks."""

from __future__ import annotations

from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.games.ganz_nach_plan.actions import DRAW, GIVE, card_of, receiver_of
from tischlein.games.ganz_nach_plan.names import card_phrase
from tischlein.games.ganz_nach_plan.rules import next_to_deal, undealt
from tischlein.games.ganz_nach_plan.state import NO_CARD, GanzNachPlanState, Phase
from tischlein.games.ganz_nach_plan.table import partner


def out_of_turn(state: GanzNachPlanState, seat: int) -> Refusal | None:
    """Return why a seat may do nothing now; None if that depends on the action."""
    if state.phase == Phase.OVER:
        return Refusal("GNP-22", message="refused-over")
    if seat == CHANCE:
        return None
    if state.phase == Phase.DEAL:
        return Refusal("GNP-2")
    if state.phase == Phase.PLAY:
        return Refusal("GNP-4", {"place": state.turn + 1})
    return None


def why_not(state: GanzNachPlanState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action (of chance: an outcome), None if it is legal."""
    card = card_of(action)
    if state.plans[card] == NO_CARD:
        return Refusal("GNP-1", {"number": card + 1}, message="GNP-1-number")
    if not state.deck >> card & 1:
        return Refusal("GNP-1", {"card": card_phrase(state, card)})
    if seat == CHANCE:
        deals = action < DRAW
        return (_why_no_deal if deals else _why_no_draw)(state, receiver_of(action), card)
    if action < GIVE:
        return _why_no_play(state, seat, card)
    return _why_no_gift(state, seat, card)


def _why_no_play(state: GanzNachPlanState, seat: int, card: int) -> Refusal | None:
    if state.phase != Phase.PLAY:
        return Refusal("GNP-6", {"card": card_phrase(state, state.executing)})
    return _unless_held(state, seat, card, "GNP-5")


def _why_no_gift(state: GanzNachPlanState, seat: int, card: int) -> Refusal | None:
    if state.phase == Phase.GIVE:
        if seat != state.mover:
            return Refusal("GNP-13", message="GNP-13-other")
        return _unless_held(state, seat, card, "GNP-13")
    if state.phase == Phase.SHARE:
        if state.chosen[seat] != NO_CARD:
            return Refusal("GNP-17", message="GNP-17-chosen")
        return _unless_held(state, seat, card, "GNP-17")
    return Refusal("GNP-5", message="GNP-5-give")


def _unless_held(state: GanzNachPlanState, seat: int, card: int, rule: str) -> Refusal | None:
    """Refuse a card that is not in the seat's hand."""
    if state.hand[seat] >> card & 1:
        return None
    return Refusal(rule, {"card": card_phrase(state, card)})


def _why_no_deal(state: GanzNachPlanState, seat: int, card: int) -> Refusal | None:
    if state.phase != Phase.DEAL or seat != next_to_deal(state) or not undealt(state) >> card & 1:
        return Refusal("GNP-2")
    return None


def _why_no_draw(state: GanzNachPlanState, seat: int, card: int) -> Refusal | None:
    if state.phase != Phase.DRAW or seat != state.mover:
        return Refusal("GNP-14")
    return None if state.hand[partner(state)] >> card & 1 else Refusal("GNP-14")
