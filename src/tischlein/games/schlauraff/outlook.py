"""What the actions of a turn promise: mean chips of each of them, by the turn's exact solution."""

from __future__ import annotations

import numpy as np

from tischlein.core.state import Reals
from tischlein.games.schlauraff import turns
from tischlein.games.schlauraff.dice import count_of
from tischlein.games.schlauraff.state import (
    CARRY,
    CHIP_BITS,
    COLUMNS,
    NOT_BEGUN,
    ROLL_AGAIN,
    ROWS,
    TOP,
    SchlauraffState,
)


def pile_sizes(state: SchlauraffState) -> Reals:
    """Return how many chips lie in each row of the column in play."""
    bits = [int(pile).bit_length() for pile in state.pile[: state.rows]]
    return np.array([-(-length // CHIP_BITS) for length in bits], np.float64)


def mean_chips(state: SchlauraffState, legal: list[int]) -> list[float]:
    """Return how many chips the rest of the turn takes on average with each action."""
    return worth_of_actions(state, legal, pile_sizes(state))


def chance_to_take(state: SchlauraffState, legal: list[int]) -> float:
    """Return how likely the current chip is taken if the turn is played for it alone, 0 to 1."""
    weights = np.zeros(int(state.rows))
    weights[state.current] = 1.0
    return max(worth_of_actions(state, legal, weights))


def worth_of_actions(state: SchlauraffState, legal: list[int], weights: Reals) -> list[float]:
    """Return what a turn takes on average in all with each action, counted by rows' weights."""
    colours = (state.pile[: state.rows] & TOP) - 1
    sets, free = turns.dice_sets(), turns.number_of(state.free)
    if state.current == NOT_BEGUN:
        solution = turns.solve(colours, weights)
        worths = []
        for action in legal:
            face, row = action // (COLUMNS * ROWS), action % ROWS
            rest = sets[free, turns.REMOVE + face]
            worths.append(float(solution.entries[row, face + 1, rest] - solution.ends[row]))
        return worths
    current = int(state.current)
    # Rows above the current one weigh nothing any more, whether they were taken or passed over.
    solution = turns.solve(colours[current:], weights[current:])
    on = turns.number_of(state.on)
    worths = []
    for action in legal:
        if action == ROLL_AGAIN:
            worth = solution.rolled[on, count_of(state.free)]
        elif action >= CARRY:
            worth = solution.entries[0, action - CARRY + 1, free]
        else:
            face, entry = action // (COLUMNS * ROWS), solution.entries[1]
            worth = turns.worth_of_put(
                colours[current], on, free, face, sets, entry, solution.table
            )
        worths.append(float(worth))
    return worths
