"""What can be picked in Schlauraff, what it would take or pass over, and what picks mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.schlauraff import rules
from tischlein.games.schlauraff.actions import (
    CARRY,
    ROLL_AGAIN,
    carries,
    face_laid,
    put_of,
    putting,
)
from tischlein.games.schlauraff.dice import takes, top_colour
from tischlein.games.schlauraff.names import cell_name, faces
from tischlein.games.schlauraff.state import NOT_BEGUN, Phase, SchlauraffState
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
        return list(_starts(state, legal))
    return list(_further_actions(state, legal))


def _starts(state: SchlauraffState, legal: list[int]) -> Iterator[Choice]:
    """Yield the first puts of a turn: a die, and a chip to begin with."""
    colours = [top_colour(pile) for pile in state.pile[: state.rows]]
    losses = [Mark(cell_target(row), "loss") for row in range(state.rows)]
    for action in legal:
        face, _, row = put_of(action)
        cell = cell_target(row)
        gain = (Mark(cell, "gain"),) if takes(colours[row], face + 1, 1) else ()
        yield Choice(action, (faces_target(face + 1), cell), marks=(*gain, *losses[:row]))


def _further_actions(state: SchlauraffState, legal: list[int]) -> Iterator[Choice]:
    """Yield the puts on the current chip, the carries, and the roll."""
    colour = top_colour(state.pile[state.current])
    total, dice = sum(faces(state.on)), sum(state.on)
    gain = (Mark(cell_target(state.current), "gain"),)
    forgoes = _forgoes_carry(state) if any(map(carries, legal)) else None
    for action in legal:
        if action == ROLL_AGAIN:
            yield Choice(action, (CUP,), forgoes)
            continue
        face = face_laid(action) + 1
        marks = gain if takes(colour, total + face, dice + 1) else ()
        if carries(action):
            yield Choice(action, (laid_target(face, 0),), marks=marks)
        else:
            yield Choice(action, (faces_target(face),), forgoes, marks=marks)


def _forgoes_carry(state: SchlauraffState) -> Phrase:
    """Return the warning that any other action gives the carry up (SLR-16)."""
    cell = cell_name(rules.column_in_play(state), state.current)
    return Phrase("forgoes-carry", {"cell": cell})


def intend(observation: Observation, path: Sequence[str]) -> int | None:
    """Return the action that picked targets mean: a die and a chip, a laid die, or the cup."""
    if len(path) == 1:
        return _meant_by_one(observation.state, path[0])
    if len(path) != 2:
        return None
    in_play = rules.column_in_play(observation.state)
    dice = [face for face in map(free_face, path) if face is not None]
    cells = [cell for target in path if (cell := cell_of(target, in_play)) is not None]
    return putting(dice[0] - 1, *cells[0]) if dice and cells else None


def _meant_by_one(state: SchlauraffState, target: str) -> int | None:
    """Return the action that a target means alone: once begun, a free die goes on."""
    if target == CUP:
        return ROLL_AGAIN
    carried, free = laid_face(target), free_face(target)
    if carried is not None:
        return CARRY + carried - 1
    if free is None or state.phase != Phase.TURN or state.current == NOT_BEGUN:
        return None
    return putting(free - 1, rules.column_in_play(state), state.current)
