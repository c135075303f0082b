"""What holds in every position of Misd, whatever was turned and claimed."""

from __future__ import annotations

from tischlein.core.bits import bits_of
from tischlein.core.game import Invariant
from tischlein.games.misd import rules
from tischlein.games.misd.actions import PASS
from tischlein.games.misd.cards import EVERYTHING, card_of
from tischlein.games.misd.state import MisdState, Phase


def chips_are_conserved(state: MisdState) -> bool:
    """Stock and seats hold all chips, none less than zero, and what was earned (MIS-4, MIS-17)."""
    given_back = [won - kept for won, kept in zip(state.right, state.chips, strict=True)]
    return (
        state.stock + sum(state.chips) == state.total
        and min(state.stock, *state.chips) >= 0
        and all(back >= 0 and back % 2 == 0 for back in given_back)
    )


def everybody_speaks_once(state: MisdState) -> bool:
    """Nobody has claimed or passed twice to a question, and those who did are silent (MIS-20)."""
    speakers = state.speaker[: state.spoken]
    if state.phase == Phase.OPEN and bits_of(speakers) != state.silent:
        return False
    return len(set(speakers)) == len(speakers)


def one_right_claim_ends_a_question(state: MisdState) -> bool:
    """While a question is open nobody has claimed right; with MIS-18 nobody has claimed at all."""
    if state.phase != Phase.OPEN:
        return True
    said = set(state.said[: state.spoken])
    return state.answer not in said and (bool(state.going_on) or said <= {PASS})


def the_layout_has_different_cards(state: MisdState) -> bool:
    """What lies are different cards of the layout, and all of them while a question is open."""
    faces = state.layout[: state.laid]
    cards = bits_of(map(card_of, faces))
    if cards.bit_count() != len(faces) or cards & ~state.lain:
        return False
    complete = state.finding and state.phase > Phase.LAY
    return not complete or (cards == state.lain and len(faces) == state.spread)


def definition_piles_run_out_together(state: MisdState) -> bool:
    """As many shapes as colours are left, but for the shape that waits for its colour (MIS-10)."""
    ahead = state.phase == Phase.COLOUR
    fits = state.shapes.bit_count() + ahead == state.colours.bit_count()
    return fits and max(state.shapes, state.colours) <= EVERYTHING


def the_answer_is_right(state: MisdState) -> bool:
    """The claim that counts as right is the one that what lies open asks for (MIS-13, MIS-14)."""
    if state.phase != Phase.OPEN:
        return True
    if state.finding:
        return state.answer == rules.whereabouts(state, state.wanted_colour, state.wanted_shape)
    return state.answer == rules.lacking(state.face)


INVARIANTS = (
    Invariant("chips are conserved", chips_are_conserved),
    Invariant("everybody speaks once", everybody_speaks_once),
    Invariant("one right claim ends a question", one_right_claim_ends_a_question),
    Invariant("the layout has different cards", the_layout_has_different_cards),
    Invariant("definition piles run out together", definition_piles_run_out_together),
    Invariant("the answer is right", the_answer_is_right),
)
