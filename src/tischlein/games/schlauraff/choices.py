"""What can be picked in Schlauraff, what it would take or pass over, and what picks mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.schlauraff import rules
from tischlein.games.schlauraff.actions import (
    CARRY,
    CELLS,
    ROLL_AGAIN,
    carries,
    put_of,
    putting,
)
from tischlein.games.schlauraff.dice import takes
from tischlein.games.schlauraff.names import cell_name, faces
from tischlein.games.schlauraff.state import NOT_BEGUN, ROWS, TOP, Phase, SchlauraffState
from tischlein.games.schlauraff.targets import (
    CUP,
    cell_of,
    cell_target,
    faces_target,
    free_face,
    laid_face,
    laid_target,
)
from tischlein.presentation.scenes import Choice, Mark


def choices(state: SchlauraffState, legal: list[int]) -> list[Choice]:
    """Return the choices, with the chips that they take and those that they pass over for good."""
    if state.current == NOT_BEGUN:
        return _starts(state, legal)
    return _further_actions(state, legal)


def _starts(state: SchlauraffState, legal: list[int]) -> list[Choice]:
    """Return the first puts of a turn: a die, and a chip to begin with."""
    piles = state.pile
    return [
        _start(action, _completes((piles[action % ROWS] & TOP) - 1, action // CELLS + 1, 1))
        for action in legal
    ]


@lru_cache(maxsize=4096)
def _start(action: int, gains: bool) -> Choice:
    face, _, row = put_of(action)
    cell = cell_target(row)
    gain = (Mark(cell, "gain"),) if gains else ()
    losses = (Mark(cell_target(above), "loss") for above in range(row))
    return Choice(action, (faces_target(face + 1), cell), marks=(*gain, *losses))


def prompts(state: SchlauraffState) -> dict[str, Phrase]:
    """Return what is asked for after the die, or the chip, that a turn begins with."""
    if state.current != NOT_BEGUN:
        return {}
    column = rules.column_in_play(state)
    dice = {
        faces_target(face): Phrase("prompt-chip", {"face": face}) for face in {*faces(state.free)}
    }
    chips = {
        cell_target(row): Phrase("prompt-die", {"cell": cell_name(column, row)})
        for row in range(state.rows)
    }
    return dice | chips


def _further_actions(state: SchlauraffState, legal: list[int]) -> list[Choice]:
    """Return the puts on the current chip, the carries, and the roll."""
    row, on = state.current, state.on
    colour = (state.pile[row] & TOP) - 1
    total, dice = sum(faces(on)), sum(on)
    forgoes = _forgoes_carry(state) if any(map(carries, legal)) else ""
    shown = []
    for action in legal:
        face = action - CARRY if carries(action) else action // CELLS
        gains = action != ROLL_AGAIN and _completes(colour, total + face + 1, dice + 1)
        shown.append(_further_action(action, row if gains else None, forgoes))
    return shown


@lru_cache(maxsize=4096)
def _further_action(action: int, gained: int | None, forgoes: str) -> Choice:
    """Return a choice on the current chip.

    Parameters
    ----------
    gained
        The row that the action takes, if it does.
    forgoes
        The cell whose carry any other action gives up, if there is one (SLR-16).
    """
    warning = Phrase("forgoes-carry", {"cell": forgoes}) if forgoes else None
    if action == ROLL_AGAIN:
        return Choice(action, (CUP,), warning, button_label=Phrase("button-roll"))
    marks = () if gained is None else (Mark(cell_target(gained), "gain"),)
    if carries(action):
        return Choice(action, (laid_target(action - CARRY + 1, 0),), marks=marks)
    return Choice(action, (faces_target(action // CELLS + 1),), warning, marks=marks)


@cache
def _completes(colour: int, total: int, dice: int) -> bool:
    return bool(takes(colour, total, dice))


def _forgoes_carry(state: SchlauraffState) -> str:
    """Return the cell that a die may slide to now or never (SLR-16)."""
    return cell_name(rules.column_in_play(state), state.current)


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean: a die and a chip, a laid die, or the cup."""
    if len(path) == 1:
        return _meant_by_one(observation, path[0])
    if len(path) != 2:
        return None
    in_play = rules.column_in_play(observation.state)
    dice = [face for face in map(free_face, path) if face is not None]
    cells = [cell for target in path if (cell := cell_of(target, in_play)) is not None]
    return putting(dice[0] - 1, *cells[0]) if dice and cells else None


def _meant_by_one(observation: Observation, target: str) -> int | None:
    """Return the action that a target alone means: once begun, a free die continues.

    A chip where nothing can be put means a die on it, which is then refused with a reason.
    """
    state: SchlauraffState = observation.state
    if target == CUP:
        return ROLL_AGAIN
    cell = cell_of(target, rules.column_in_play(state))
    if cell is not None:
        return _meant_by_chip(observation, *cell)
    carried, free = laid_face(target), free_face(target)
    if carried is not None:
        return CARRY + carried - 1
    if free is None or state.phase != Phase.TURN or state.current == NOT_BEGUN:
        return None
    return putting(free - 1, rules.column_in_play(state), state.current)


def _meant_by_chip(observation: Observation, column: int, row: int) -> int | None:
    """Return the put of the lowest free die on a chip where nothing can be put."""
    state: SchlauraffState = observation.state
    free = faces(state.free)
    in_turn = state.current != NOT_BEGUN and row == state.current
    if not free or (in_turn and column == rules.column_in_play(state)):
        return None
    action = putting(min(free) - 1, column, row)
    return None if action in observation.legal(observation.seat) else action
