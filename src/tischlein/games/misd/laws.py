"""What holds in every position of Misd, whatever was turned and claimed."""

from __future__ import annotations

from tischlein.core.game import Law
from tischlein.games.misd import rules
from tischlein.games.misd.state import EVERYTHING, PASS, MisdState, Phase


def chips_are_conserved(state: MisdState) -> bool:
    """Stock and seats hold all chips, none less than zero, and what was earned (MIS-4, MIS-17)."""
    chips: list[int] = state.chips.tolist()
    given_back = (state.right - state.chips).tolist()
    return (
        int(state.stock) + sum(chips) == state.total
        and min(chips) >= 0
        and int(state.stock) >= 0
        and all(back >= 0 and back % 2 == 0 for back in given_back)
    )


def everybody_speaks_once(state: MisdState) -> bool:
    """Nobody has claimed or passed twice to a question, and those who did are silent (MIS-20)."""
    speakers: list[int] = state.speaker[: state.spoken].tolist()
    silent = sum(1 << seat for seat in set(speakers))
    if state.phase == Phase.OPEN and silent != state.silent:
        return False
    return len(set(speakers)) == len(speakers)


def one_right_claim_ends_a_question(state: MisdState) -> bool:
    """While a question is open nobody has claimed right; with MIS-18 nobody has claimed at all."""
    if state.phase != Phase.OPEN:
        return True
    said: list[int] = state.said[: state.spoken].tolist()
    return state.answer not in said and (bool(state.going_on) or set(said) <= {PASS})


def the_layout_has_different_cards(state: MisdState) -> bool:
    """What lies are different cards of the layout, and all of them while a question is open."""
    faces: list[int] = state.layout[: state.laid].tolist()
    cards = sum(1 << card for card in {face // 2 for face in faces})
    if cards.bit_count() != len(faces) or cards & ~int(state.lain):
        return False
    complete = bool(state.finding) and state.phase > Phase.LAY
    return not complete or (cards == state.lain and len(faces) == state.spread)


def definition_piles_run_out_together(state: MisdState) -> bool:
    """As many shapes as colours are left, but for the shape that waits for its colour (MIS-10)."""
    ahead = state.phase == Phase.COLOUR
    fits = int(state.shapes).bit_count() + ahead == int(state.colours).bit_count()
    return fits and int(state.shapes) <= EVERYTHING and int(state.colours) <= EVERYTHING


def the_answer_is_right(state: MisdState) -> bool:
    """The claim that counts as right is the one that what lies open asks for (MIS-13, MIS-14)."""
    if state.phase != Phase.OPEN:
        return True
    if state.finding:
        where = rules.whereabouts(state, int(state.wanted_colour), int(state.wanted_shape))
        return bool(state.answer == where)
    return bool(state.answer == rules.lacking(int(state.face)))


LAWS = (
    Law("chips are conserved", chips_are_conserved),
    Law("everybody speaks once", everybody_speaks_once),
    Law("one right claim ends a question", one_right_claim_ends_a_question),
    Law("the layout has different cards", the_layout_has_different_cards),
    Law("definition piles run out together", definition_piles_run_out_together),
    Law("the answer is right", the_answer_is_right),
)
