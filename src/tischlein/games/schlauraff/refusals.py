"""Why an action is refused: the rule of Schlauraff that it breaks."""

from __future__ import annotations

from tischlein.core.phrases import Refusal, seat_name
from tischlein.core.seats import CHANCE
from tischlein.games.schlauraff.actions import (
    LAY,
    ROLL,
    ROLL_AGAIN,
    Put,
    carries,
    colour_laid,
    column_laid,
    face_laid,
    put_of,
)
from tischlein.games.schlauraff.dice import top_colour
from tischlein.games.schlauraff.names import cell_name, column_name, faces
from tischlein.games.schlauraff.rules import column_in_play, mover
from tischlein.games.schlauraff.state import (
    LAID_ROWS,
    NOT_BEGUN,
    VALUES,
    Phase,
    SchlauraffState,
)


def out_of_turn(state: SchlauraffState, seat: int) -> Refusal | None:
    """Return why a seat, or chance, may do nothing now (SLR-8, SLR-9, SLR-29)."""
    if state.phase == Phase.OVER:
        return Refusal("SLR-29", message="refused-over")
    if seat == CHANCE:
        return Refusal("SLR-9", message="refused-now")
    if state.phase in (Phase.START, Phase.LAY):
        return Refusal("SLR-8", message="SLR-8-before")
    owner = mover(state)
    return Refusal("SLR-9") if seat == owner else Refusal("SLR-8", {"seat": seat_name(owner)})


def why_not(state: SchlauraffState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action (of chance: an outcome), None if it is legal."""
    if seat == CHANCE:
        return _why_no_outcome(state, action)
    if action == ROLL_AGAIN:
        return _why_no_roll(state)
    if carries(action):
        return _why_no_carry(state, face_laid(action))
    return _why_no_put(state, put_of(action))


def _why_no_outcome(state: SchlauraffState, outcome: int) -> Refusal | None:
    if state.phase == Phase.START:
        return None if outcome < state.seats else Refusal("SLR-6")
    if state.phase == Phase.ROLL:
        return None if outcome >= ROLL else Refusal("SLR-9")
    column_to_lay = state.columns - 1 - state.laid // LAID_ROWS
    if not LAY <= outcome < ROLL or column_laid(outcome) != column_to_lay:
        return Refusal("SLR-5")
    return None if state.bag[colour_laid(outcome)] else Refusal("SLR-2")


def _why_no_roll(state: SchlauraffState) -> Refusal | None:
    if not any(state.free):
        return Refusal("SLR-19")
    return None if state.assigned else Refusal("SLR-20")


def _why_no_put(state: SchlauraffState, put: Put) -> Refusal | None:
    face, column, row = put
    in_play = column_in_play(state)
    if column != in_play:
        return Refusal("SLR-8", {"column": column_name(in_play)}, message="SLR-8-column")
    if not state.free[face]:
        return Refusal("SLR-10", {"face": face + 1})
    if state.current == NOT_BEGUN:
        if row >= state.rows:
            return Refusal("SLR-14", {"cell": cell_name(column, row)})
    elif row != state.current:
        return _why_not_there(state, column, row)
    return _why_too_much(state, face, row)


def _why_not_there(state: SchlauraffState, column: int, row: int) -> Refusal:
    """Return why dice go onto the current chip and onto no other (SLR-14, SLR-15)."""
    current = (f"cell:{state.current}",)
    if row < state.current and state.pile[row]:
        passed_over = cell_name(column, row)
        return Refusal("SLR-14", {"cell": passed_over}, "SLR-14-above", current)
    return Refusal("SLR-15", {"cell": cell_name(column, state.current)}, culprits=current)


def _why_no_carry(state: SchlauraffState, face: int) -> Refusal | None:
    if not state.offered[face]:
        # A chip taken with several dice would have left an offer, and later moves lay or roll dice.
        fresh = state.current != NOT_BEGUN and state.assigned and not any(state.on)
        if fresh and not any(state.offered):
            return Refusal("SLR-17")
        return Refusal("SLR-16", {"face": face + 1})
    return _why_too_much(state, face, state.current)


def _why_too_much(state: SchlauraffState, face: int, row: int) -> Refusal | None:
    value = VALUES[top_colour(state.pile[row])]
    total = sum(faces(state.on)) + face + 1
    return None if total <= value else Refusal("SLR-11", {"total": total, "value": value})
