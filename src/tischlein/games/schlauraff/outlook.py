"""What the actions of a turn promise: mean chips of each of them, by the turn's exact solution.

A turn goes downwards, so what it is worth from a row on depends on that row and those below it
alone: solutions are kept by these, and going on to the next row finds it solved.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from tischlein.core.state import Reals
from tischlein.games.schlauraff import turns
from tischlein.games.schlauraff.actions import CARRY, CELLS, ROLL_AGAIN, carries, put_of
from tischlein.games.schlauraff.state import (
    CHIP_BITS,
    DICE,
    FACES,
    NOT_BEGUN,
    TOP,
    SchlauraffState,
)

Colours = tuple[int, ...]
Weights = tuple[float, ...]


class Row(NamedTuple):
    """What a turn is worth at a row, counted from there on."""

    below: Reals
    """Once its chip is taken, by first die on the next chip (0 for none) and free dice."""
    entry: Reals
    """By first die on its chip (0 for none) and free dice."""
    table: Reals
    """By dice on its chip and free dice."""
    rolled: Reals
    """By dice on its chip and number of dice rolled."""


def pile_sizes(state: SchlauraffState) -> Reals:
    """Return how many chips lie in each row of the column in play."""
    bits = [pile.bit_length() for pile in state.pile[: state.rows]]
    return np.array([-(-length // CHIP_BITS) for length in bits], np.float64)


def mean_chips(state: SchlauraffState, legal: list[int]) -> list[float]:
    """Return how many chips the rest of the turn takes on average with each action."""
    return worth_of_actions(state, legal, pile_sizes(state))


def chance_to_take(state: SchlauraffState, legal: list[int]) -> float:
    """Return how likely the current chip is taken if the turn is played for it alone, 0 to 1."""
    alone = _solved((_colours(state)[state.current],), (1.0,))
    return max(_worth_of_going_on(state, legal, alone))


def worth_of_actions(state: SchlauraffState, legal: list[int], weights: Reals) -> list[float]:
    """Return what a turn takes on average in all with each action, counted by rows' weights."""
    colours, counted = _colours(state), tuple(weights.tolist())
    if state.current == NOT_BEGUN:
        return _worth_of_starts(state, legal, colours, counted)
    # Rows above the current one weigh nothing any more, whether they were taken or passed over.
    row = _solved(colours[state.current :], counted[state.current :])
    return _worth_of_going_on(state, legal, row)


def _colours(state: SchlauraffState) -> Colours:
    """Return the colours of the chips on top in the column in play, -1 for empty cells."""
    return tuple((pile & TOP) - 1 for pile in state.pile[: state.rows])


def _worth_of_starts(
    state: SchlauraffState, legal: list[int], colours: Colours, weights: Weights
) -> list[float]:
    sets, free = turns.dice_sets(), turns.number_of(state.free)
    worths = []
    for action in legal:
        face, _, row = put_of(action)
        rest = sets[free, turns.REMOVE + face]
        worths.append(float(_entry(colours[row:], weights[row:])[face + 1, rest]))
    return worths


def _worth_of_going_on(state: SchlauraffState, legal: list[int], row: Row) -> list[float]:
    sets, free, on = turns.dice_sets(), turns.number_of(state.free), turns.number_of(state.on)
    colour = (state.pile[state.current] & TOP) - 1
    worths = []
    for action in legal:
        if action == ROLL_AGAIN:
            worth = row.rolled[on, sum(state.free)]
        elif carries(action):
            worth = row.entry[action - CARRY + 1, free]
        else:
            face = action // CELLS
            worth = turns.worth_of_put(colour, on, free, face, sets, row.below, row.table)
        worths.append(float(worth))
    return worths


@lru_cache(maxsize=256)
def _entry(colours: Colours, weights: Weights) -> Reals:
    """Return what a turn is worth when it comes to the first of some rows."""
    return _solved(colours, weights).entry


@lru_cache(maxsize=16)
def _solved(colours: Colours, weights: Weights) -> Row:
    """Solve the first of some rows, given by the chips on top and what each of them is worth.

    A solved row takes up to a megabyte, of which ``_entry`` keeps a twentieth for longer.
    """
    below = np.full((FACES + 1, turns.SETS), turns.NEVER)
    if len(colours) > 1:
        below[:] = _entry(colours[1:], weights[1:])
    else:
        below[0] = 0.0
    below[below > turns.NEVER] += weights[0]
    entry = np.empty_like(below)
    table = np.empty((turns.SETS, turns.SETS))
    rolled = np.empty((turns.SETS, DICE + 1))
    sets = turns.dice_sets()
    turns.solve_row(colours[0], 0.0, turns.starts(), sets, below, entry, table, rolled)
    return Row(below, entry, table, rolled)
