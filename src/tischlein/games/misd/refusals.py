"""Why something cannot be done in Misd: the rule and the values of its message."""

from __future__ import annotations

from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.games.misd.actions import (
    CARD,
    CLAIM_MISSING,
    COLOUR,
    LAY,
    PASS,
    SHAPE,
    TURN,
    claimed_card,
    laid_face,
    names_symbol,
    turned_colour,
    turned_face,
    turned_shape,
)
from tischlein.games.misd.cards import card_of
from tischlein.games.misd.names import card_name
from tischlein.games.misd.state import MisdState, Phase


def out_of_turn(state: MisdState, seat: int) -> Refusal | None:
    """Return that the match is over; before that, what is wrong depends on the action."""
    return Refusal("MIS-25") if state.phase == Phase.OVER else None


def why_not(state: MisdState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action, None if it is legal."""
    if seat == CHANCE:
        return _why_no_lot(state, action) if action < LAY else _why_no_card(state, action)
    if action == TURN:
        return _why_no_turn(state, seat)
    silent = why_silent(state, seat)
    if silent is not None or action == PASS:
        return silent
    return _why_no_claim(state, action)


def why_silent(state: MisdState, seat: int) -> Refusal | None:
    """Return why a seat may say nothing at all now, whatever its claim."""
    if state.phase != Phase.OPEN:
        return Refusal("MIS-12")
    return Refusal("MIS-20") if state.silent >> seat & 1 else None


def no_such_card(state: MisdState, card: int) -> Refusal:
    """Return why a claim cannot point to a card that does not lie there, or does not exist."""
    return Refusal("MIS-14", {"card": card_name(card)}) if state.finding else Refusal("MIS-13")


def no_such_symbol(state: MisdState) -> Refusal:
    """Return why a claim cannot name a colour or a shape that does not exist."""
    if state.finding:
        return Refusal("MIS-14", message="MIS-14-form")
    return Refusal("MIS-13", message="MIS-13-unknown")


def _why_no_turn(state: MisdState, seat: int) -> Refusal | None:
    if state.phase == Phase.OPEN:
        return Refusal("MIS-6", message="MIS-6-open")
    return None if state.phase == Phase.TURN and seat == state.turner else Refusal("MIS-6")


def _why_no_claim(state: MisdState, claim: int) -> Refusal | None:
    """Return why a claim does not fit the variant, or the layout."""
    if not state.finding:
        return None if names_symbol(claim) else Refusal("MIS-13")
    if names_symbol(claim):
        return Refusal("MIS-14", message="MIS-14-form")
    if claim == CLAIM_MISSING or state.lain >> claimed_card(claim) & 1:
        return None
    return no_such_card(state, claimed_card(claim))


# --- chance ---


def _why_no_lot(state: MisdState, seat: int) -> Refusal | None:
    return None if state.phase == Phase.START and seat < state.seats else Refusal("MIS-5")


def _why_no_card(state: MisdState, outcome: int) -> Refusal | None:
    """Return why a face cannot be laid, or a card cannot be turned."""
    if state.phase == Phase.START:
        return Refusal("MIS-5")
    if outcome < CARD:
        return _why_no_laying(state, laid_face(outcome))
    if outcome >= SHAPE and not state.finding:
        return Refusal("MIS-3")
    if outcome < SHAPE and state.finding:
        return Refusal("MIS-9", message="MIS-9-card")
    if state.phase == Phase.TURN:
        return Refusal("MIS-6", message="MIS-6-wait")
    if state.phase == Phase.OPEN:
        return Refusal("MIS-6", message="MIS-6-open")
    if outcome < SHAPE:
        left = state.phase == Phase.CARD and state.pile >> card_of(turned_face(outcome)) & 1
        return None if left else Refusal("MIS-7")
    if outcome < COLOUR:
        left = state.phase == Phase.SHAPE and state.shapes >> turned_shape(outcome) & 1
    else:
        left = state.phase == Phase.COLOUR and state.colours >> turned_colour(outcome) & 1
    return None if left else Refusal("MIS-9")


def _why_no_laying(state: MisdState, face: int) -> Refusal | None:
    if state.phase != Phase.LAY:
        return Refusal("MIS-8")
    if state.pile >> card_of(face) & 1:
        return None
    return Refusal("MIS-11" if state.asked > 0 else "MIS-8")
