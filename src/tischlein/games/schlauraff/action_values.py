"""The mean chips that each action of a turn promises, by the turn's exact solution.

A turn goes downwards, so its value from a row on depends only on that row and those below it.
Solutions are cached by these rows, and the next row is found already solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from tischlein.core.state import Reals
from tischlein.games.schlauraff import turn_solver
from tischlein.games.schlauraff.actions import CARRY, CELLS, ROLL_AGAIN, carries, put_of
from tischlein.games.schlauraff.state import (
    CHIP_BITS,
    FACES,
    NOT_BEGUN,
    TOP,
    SchlauraffState,
)
from tischlein.presentation.caches import CachedFunction

_WORTHS_KEPT = 4096
"""Decisions whose worth is kept: that of a few minutes at many tables."""

Colours = tuple[int, ...]
Weights = tuple[float, ...]


def pile_sizes(state: SchlauraffState) -> Reals:
    """Return how many chips lie in each row of the column in play."""
    bits = [pile.bit_length() for pile in state.pile[: state.rows]]
    return np.array([-(-length // CHIP_BITS) for length in bits], np.float64)


class Situation(NamedTuple):
    """What the worth of a seat's actions depends on."""

    begun: bool
    """Whether a die lies on a chip already."""
    colours: Colours
    """Of the chips on top from the current row on, from row 1 before the turn has begun ..."""
    weights: Weights
    """... and what each of them counts."""
    on: tuple[int, ...]
    """Dice on the current chip and free ones, by face."""
    free: tuple[int, ...]
    legal: tuple[int, ...]


def mean_chips(state: SchlauraffState, legal: list[int]) -> tuple[float, ...]:
    """Return how many chips the rest of the turn takes on average with each action."""
    return _mean_chips(_situation(state, legal, pile_sizes(state)))


def chance_to_take(state: SchlauraffState, legal: list[int]) -> float:
    """Return how likely the current chip is taken if the turn is played for it alone, 0 to 1."""
    return max(_chances(_alone(_situation(state, legal, pile_sizes(state)))))


def pending_work(state: SchlauraffState, legal: list[int]) -> Callable[[], object] | None:
    """Return the work that these would take long for; None if it was done already."""
    situation = _situation(state, legal, pile_sizes(state))
    work = [] if _mean_chips.has(situation) else [partial(_mean_chips, situation)]
    if situation.begun and not _chances.has(_alone(situation)):
        work.append(partial(_chances, _alone(situation)))
    return partial(_do, work) if work else None


def _do(work: Iterable[Callable[[], object]]) -> None:
    for one in work:
        one()


def worth_of_actions(state: SchlauraffState, legal: list[int], weights: Reals) -> list[float]:
    """Return what a turn takes on average in all with each action, counted by rows' weights."""
    return list(_worths(_situation(state, legal, weights)))


def _situation(state: SchlauraffState, legal: list[int], weights: Reals) -> Situation:
    begun = state.current != NOT_BEGUN
    # Rows above the current one have no weight any more, whether they were taken or passed over.
    first = state.current if begun else 0
    return Situation(
        begun,
        _colours(state)[first:],
        tuple(weights.tolist()[first:]),
        tuple(state.on),
        tuple(state.free),
        tuple(legal),
    )


def _alone(situation: Situation) -> Situation:
    """Return a decision with the current chip alone."""
    return situation._replace(colours=situation.colours[:1], weights=(1.0,))


def _colours(state: SchlauraffState) -> Colours:
    """Return the colours of the chips on top in the column in play, -1 for empty cells."""
    return tuple((pile & TOP) - 1 for pile in state.pile[: state.rows])


def _worths(situation: Situation) -> tuple[float, ...]:
    going = _worth_of_going_on if situation.begun else _worth_of_start
    return tuple(going(situation))


_mean_chips = CachedFunction(_worths, _WORTHS_KEPT)
_chances = CachedFunction(_worths, _WORTHS_KEPT)


def _worth_of_start(situation: Situation) -> Iterator[float]:
    sets, free = turn_solver.dice_sets(), turn_solver.number_of(situation.free)
    for action in situation.legal:
        face, _, row = put_of(action)
        rest = sets[free, turn_solver.REMOVE + face]
        yield float(_entry(situation.colours[row:], situation.weights[row:])[face + 1, rest])


def _worth_of_going_on(situation: Situation) -> Iterator[float]:
    """Yield the values of actions on the current chip, solved only as far as these dice reach."""
    sets, colour = turn_solver.dice_sets(), situation.colours[0]
    free, on = turn_solver.number_of(situation.free), turn_solver.number_of(situation.on)
    dice = sum(situation.free) + sum(situation.on) + any(map(carries, situation.legal))
    below = _below(situation.colours, situation.weights)
    table, rolled = turn_solver.workspace.table, turn_solver.workspace.rolled
    turn_solver.solve_from(colour, on, dice, 0.0, turn_solver.starts(), sets, below, table, rolled)
    for action in situation.legal:
        if action == ROLL_AGAIN:
            worth = rolled[on, sum(situation.free)]
        elif carries(action):
            worth = turn_solver.worth_of_first(colour, action - CARRY, free, sets, below, table)
        else:
            face = action // CELLS
            worth = turn_solver.worth_of_put(colour, on, free, face, sets, below, table)
        yield float(worth)


@lru_cache(maxsize=512)
def _entry(colours: Colours, weights: Weights) -> Reals:
    """Return the value of a turn when it comes to the first of some rows.

    By first die on its chip (0 for none) and free dice; rows are given by the chips on top and the
    value of each.
    """
    below = _below(colours, weights)
    entry = np.empty_like(below)
    turn_solver.solve_row(
        colours[0],
        0.0,
        turn_solver.starts(),
        turn_solver.dice_sets(),
        below,
        entry,
        turn_solver.workspace.table,
        turn_solver.workspace.rolled,
    )
    return entry


def _below(colours: Colours, weights: Weights) -> Reals:
    """Return the same for the row after the first one, once the chip on that is taken."""
    if len(colours) > 1:
        below = _entry(colours[1:], weights[1:]).copy()
    else:
        below = np.full((FACES + 1, turn_solver.SETS), turn_solver.NEVER)
        below[0] = 0.0
    below[below > turn_solver.NEVER] += weights[0]
    return below
