"""Why an action is refused: the rule of Schlauraff that it breaks."""

from __future__ import annotations

from tischlein.core.phrases import Refusal, SeatName
from tischlein.core.seats import CHANCE
from tischlein.games.schlauraff.dice import count_of, sum_of, top_colour
from tischlein.games.schlauraff.names import cell_name, column_name
from tischlein.games.schlauraff.state import (
    CARRY,
    COLOURS,
    COLUMNS,
    LAID_ROWS,
    LAY,
    NOT_BEGUN,
    ROLL,
    ROLL_AGAIN,
    ROWS,
    VALUES,
    Phase,
    SchlauraffState,
)


def why_not(state: SchlauraffState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action (of chance: an outcome), None if it is legal."""
    if state.phase == Phase.OVER:
        return Refusal("SLR-29")
    if seat == CHANCE:
        return _why_no_outcome(state, action)
    mover = int(state.start + state.worked) % int(state.seats)
    if state.phase in (Phase.START, Phase.LAY):
        return Refusal("SLR-8", message="SLR-8-before")
    if seat != mover:
        return Refusal("SLR-8", {"seat": SeatName(mover)})
    if state.phase == Phase.ROLL:
        return Refusal("SLR-9")
    if action < CARRY:
        face, cell = divmod(action, COLUMNS * ROWS)
        return _why_no_put(state, face, *divmod(cell, ROWS))
    if action < ROLL_AGAIN:
        return _why_no_carry(state, action - CARRY)
    if not count_of(state.free):
        return Refusal("SLR-19")
    return None if state.assigned else Refusal("SLR-20")


def _why_no_outcome(state: SchlauraffState, outcome: int) -> Refusal | None:
    if state.phase == Phase.START:
        return None if outcome < state.seats else Refusal("SLR-6")
    if state.phase == Phase.LAY:
        column, colour = divmod(outcome - LAY, COLOURS)
        expected = int(state.columns) - 1 - int(state.laid) // LAID_ROWS
        if not LAY <= outcome < ROLL or column != expected:
            return Refusal("SLR-5")
        return None if state.bag[colour] else Refusal("SLR-2")
    if state.phase == Phase.ROLL:
        return None if outcome >= ROLL else Refusal("SLR-9")
    return Refusal("SLR-9", message="SLR-9-rolled")


def _why_no_put(state: SchlauraffState, face: int, column: int, row: int) -> Refusal | None:
    in_play = int(state.columns) - 1 - int(state.worked)
    if column != in_play:
        return Refusal("SLR-8", {"column": column_name(in_play)}, message="SLR-8-column")
    if not state.free[face]:
        return Refusal("SLR-10", {"face": face + 1})
    begun = state.current != NOT_BEGUN
    if row >= state.rows or (begun and row != state.current):
        if not begun:
            return Refusal("SLR-14", {"cell": cell_name(column, row)})
        current = f"cell:{int(state.current)}"
        if row < state.current and state.pile[row]:
            passed_over = cell_name(column, row)
            return Refusal("SLR-14", {"cell": passed_over}, "SLR-14-above", (current,))
        named = cell_name(column, int(state.current))
        return Refusal("SLR-15", {"cell": named}, culprits=(current,))
    return _why_too_much(state, face, row)


def _why_no_carry(state: SchlauraffState, face: int) -> Refusal | None:
    if not state.offered[face]:
        # A chip taken with several dice would have left an offer, and later moves lay or roll dice.
        fresh = state.current != NOT_BEGUN and state.assigned and not count_of(state.on)
        if fresh and not count_of(state.offered):
            return Refusal("SLR-17")
        return Refusal("SLR-16", {"face": face + 1})
    return _why_too_much(state, face, int(state.current))


def _why_too_much(state: SchlauraffState, face: int, row: int) -> Refusal | None:
    value = VALUES[top_colour(state.pile[row])]
    total = int(sum_of(state.on)) + face + 1
    if total <= value:
        return None
    return Refusal("SLR-11", {"total": total, "value": value})
