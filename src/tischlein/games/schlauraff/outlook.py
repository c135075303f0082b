"""What the actions of a turn promise: mean chips of each of them, by the turn's exact solution."""

from __future__ import annotations

import numpy as np

from tischlein.core.state import Reals
from tischlein.games.schlauraff import turns
from tischlein.games.schlauraff.actions import ROLL_AGAIN, carries, face_laid, put_of
from tischlein.games.schlauraff.dice import top_colour
from tischlein.games.schlauraff.state import CHIP_BITS, NOT_BEGUN, SchlauraffState


def pile_sizes(state: SchlauraffState) -> Reals:
    """Return how many chips lie in each row of the column in play."""
    bits = [pile.bit_length() for pile in state.pile[: state.rows]]
    return np.array([-(-length // CHIP_BITS) for length in bits], np.float64)


def mean_chips(state: SchlauraffState, legal: list[int]) -> list[float]:
    """Return how many chips the rest of the turn takes on average with each action."""
    return worth_of_actions(state, legal, pile_sizes(state))


def chance_to_take(state: SchlauraffState, legal: list[int]) -> float:
    """Return how likely the current chip is taken if the turn is played for it alone, 0 to 1."""
    weights = np.zeros(state.rows)
    weights[state.current] = 1.0
    return max(worth_of_actions(state, legal, weights))


def worth_of_actions(state: SchlauraffState, legal: list[int], weights: Reals) -> list[float]:
    """Return what a turn takes on average in all with each action, counted by rows' weights."""
    colours = np.array([top_colour(pile) for pile in state.pile[: state.rows]], np.int64)
    if state.current == NOT_BEGUN:
        return _worth_of_starts(state, legal, turns.solve(colours, weights))
    # Rows above the current one weigh nothing any more, whether they were taken or passed over.
    solution = turns.solve(colours[state.current :], weights[state.current :])
    return _worth_of_going_on(state, legal, solution)


def _worth_of_starts(
    state: SchlauraffState, legal: list[int], solution: turns.Solution
) -> list[float]:
    sets, free = turns.dice_sets(), turns.number_of(state.free)
    worths = []
    for action in legal:
        face, _, row = put_of(action)
        rest = sets[free, turns.REMOVE + face]
        worths.append(float(solution.entries[row, face + 1, rest] - solution.ends[row]))
    return worths


def _worth_of_going_on(
    state: SchlauraffState, legal: list[int], solution: turns.Solution
) -> list[float]:
    sets, free, on = turns.dice_sets(), turns.number_of(state.free), turns.number_of(state.on)
    colour = top_colour(state.pile[state.current])
    worths = []
    for action in legal:
        if action == ROLL_AGAIN:
            worth = solution.rolled[on, sum(state.free)]
        elif carries(action):
            worth = solution.entries[0, face_laid(action) + 1, free]
        else:
            below, face = solution.entries[1], face_laid(action)
            worth = turns.worth_of_put(colour, on, free, face, sets, below, solution.table)
        worths.append(float(worth))
    return worths
