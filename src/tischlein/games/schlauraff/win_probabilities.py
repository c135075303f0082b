"""Every seat's chance of winning: points, the chips that it will take on average, and luck.

The turn being played counts with its exact solution. The other columns of a round are open from its
beginning, so their best values are known as well, including leftovers from earlier ones. Future
rolls add variance.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tischlein.core.kernel import Rng
from tischlein.core.state import Ints, Reals
from tischlein.games.schlauraff import rules, turn_solver
from tischlein.games.schlauraff.action_values import pile_sizes, worth_of_actions
from tischlein.games.schlauraff.state import FACES, LAID_ROWS, SchlauraffState

SPREAD = 1.3
"""Standard deviation of the chips that a turn takes, in matches of strong bots.

At the beginnings of turns the squared error of the probabilities, summed over seats, was 0.32 in
51 matches of two and 0.38 in 16 of three; even chances had 0.50 and 0.67.
"""
CERTAIN = 0.3
"""Least standard deviation of points at the end: ties are decided by red chips."""
_STEPS = 801
_REACH = 5.0
"""Of the sum over possible points: how many values, and how many standard deviations each way."""


def win_probabilities(state: SchlauraffState, rng: Rng) -> Sequence[float]:
    """Return the probability of each seat to win."""
    del rng
    points = np.array(state.points[: state.seats], np.float64)
    left = np.zeros(state.seats)
    for turn in range(state.worked, state.columns):
        left[(state.start + turn) % state.seats] += 1.0
    left += (state.seats - 1 - state.rounds) * state.columns / state.seats
    spread = np.maximum(SPREAD * np.sqrt(left), CERTAIN)
    return tuple(first_of(points + gains(state), spread).tolist())


def gains(state: SchlauraffState) -> Reals:
    """Return how many chips each seat takes on average in what is left of the round."""
    found = np.zeros(state.seats)
    seat = rules.mover(state)
    mean, left = _turn(state)
    found[seat] += mean
    columns = [tuple(state.chips[column]) for column in range(rules.column_in_play(state))]
    for colours in reversed(columns):
        seat = (seat + 1) % state.seats
        sizes = 1.0 + (np.zeros(LAID_ROWS) if state.below else left)
        taken = rows_taken(colours)
        found[seat] += float(taken @ sizes)
        left = (1.0 - taken) * sizes
    return found


def _turn(state: SchlauraffState) -> tuple[float, Reals]:
    """Return what the turn being played takes on average, and how many chips it leaves by row."""
    sizes = pile_sizes(state)
    out = np.empty(len(state.pile) * FACES, np.int64)
    legal = out[: rules.legal(state, rules.mover(state), out)].tolist()
    mean = max(worth_of_actions(state, legal, sizes))
    within = float(sizes.sum())
    left: Reals = sizes[:LAID_ROWS] * (1.0 - mean / within if within else 0.0)
    return mean, left


@lru_cache(maxsize=1024)
def rows_taken(colours: tuple[int, ...]) -> Reals:
    """Return how likely each chip of a fresh column is taken by the best play for single chips.

    Parameters
    ----------
    colours
        Colours + 1, from the top.
    """
    column: Ints = np.array(colours, np.int64) - 1
    weights = np.ones(LAID_ROWS)
    mean = turn_solver.mean_gain(column, weights)
    taken = np.empty(LAID_ROWS)
    for row in range(LAID_ROWS):
        heavier = weights.copy()
        heavier[row] = 2.0
        taken[row] = turn_solver.mean_gain(column, heavier) - mean
    taken *= mean / taken.sum()  # the heavier chip is gone for a little more often
    taken.flags.writeable = False
    return taken


def first_of(means: Reals, spreads: Reals) -> Reals:
    """Return how likely each of some normally distributed numbers is the greatest."""
    grid = np.linspace(-_REACH, _REACH, _STEPS)
    found = np.empty(len(means))
    for seat, (mean, spread) in enumerate(zip(means, spreads, strict=True)):
        values = mean + spread * grid
        chance = np.exp(-0.5 * grid**2)
        for other in range(len(means)):
            if other != seat:
                chance = chance * _below((values - means[other]) / spreads[other])
        found[seat] = chance.sum()
    normed: Reals = found / found.sum()
    return normed


def _below(deviations: Reals) -> Reals:
    """Return how likely a normally distributed number is below this many standard deviations."""
    # Within 0.0002 of the normal distribution (Page 1977).
    cubed = deviations + 0.044715 * deviations**3
    below: Reals = 1.0 / (1.0 + np.exp(-1.5957691 * np.clip(cubed, -20.0, 20.0)))
    return below
