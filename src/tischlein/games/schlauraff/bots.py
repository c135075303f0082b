"""The bots of Schlauraff: three strengths, the stronger two solve the turn they are in."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from tischlein.core.kernel import Rng, below, uniform
from tischlein.core.levels import Custom, Level, Stop
from tischlein.core.position import Observation
from tischlein.core.state import Ints, Reals
from tischlein.games.schlauraff import rules, turn_solver
from tischlein.games.schlauraff.action_values import pile_sizes, worth_of_actions
from tischlein.games.schlauraff.actions import ROLL_AGAIN, face_laid, row_put
from tischlein.games.schlauraff.dice import takes, top_colour
from tischlein.games.schlauraff.names import faces
from tischlein.games.schlauraff.state import LAID_ROWS, NOT_BEGUN, SchlauraffState
from tischlein.search.ties import any_best

NOISE = 0.5
"""By how many chips the medium bot may misjudge an action."""


def takes_what_it_sees(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Begin at the top if a die fits there, take a chip if one die does, otherwise do anything."""
    del stop
    state: SchlauraffState = observation.state
    legal = observation.legal(observation.seat)
    if state.current == NOT_BEGUN:
        legal = [action for action in legal if row_put(action) == 0] or legal
    wanted = [action for action in legal if takes_a_chip(state, action)] or legal
    return wanted[below(rng, len(wanted))]


def takes_a_chip(state: SchlauraffState, action: int) -> bool:
    """Whether an action takes a chip at once."""
    if action == ROLL_AGAIN:
        return False
    row = row_put(action) if state.current == NOT_BEGUN else state.current
    total = sum(faces(state.on)) + face_laid(action) + 1
    return takes(top_colour(state.pile[row]), total, sum(state.on) + 1)


def most_rows(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Play for most rows taken in this turn, blind to piles, and misjudge a little."""
    del stop
    legal = observation.legal(observation.seat)
    worths = worth_of_actions(observation.state, legal, np.ones(observation.state.rows))
    guesses = [worth + NOISE * uniform(rng) for worth in worths]
    return legal[int(np.argmax(guesses))]


def most_chips(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Play for the greatest lead in chips, with an eye on who would take what is left."""
    del stop
    legal = observation.legal(observation.seat)
    worths = worth_of_actions(observation.state, legal, weights_of_rows(observation.state))
    return legal[any_best(worths, rng)]


def weights_of_rows(state: SchlauraffState) -> Reals:
    """Return the value of taking each row: its pile, and that no other seat gets it.

    Rows below the fifth, as ``leftovers=below`` makes them, are left so often that only the chip
    itself counts.
    """
    sizes = pile_sizes(state)
    if state.below:
        return sizes
    left = rules.column_in_play(state)
    columns = tuple(state.chips[column] for column in range(left - 1, -1, -1))
    weights: Reals = sizes * (1.0 - _lead(heirs(columns, state.seats), 0))
    return weights


def _lead(shares: Reals, seat: int) -> Reals:
    """Return the value of each row to a seat: its own share less the others' mean share."""
    others = shares.sum(axis=1) - shares[:, seat]
    lead: Reals = shares[:, seat] - others / (shares.shape[1] - 1)
    return lead


@lru_cache(maxsize=256)
def heirs(columns: tuple[tuple[int, ...], ...], seats: int) -> Reals:
    """Estimate who takes a chip that is left to the next column, by row and seat.

    Seats are counted from the one that leaves it. A row of a column is taken as often as its
    player's best play for single chips takes it; else it goes on to the next column.

    Parameters
    ----------
    columns
        Colours + 1 of the columns to come, in the order in which they are worked.
    """
    shares = np.zeros((LAID_ROWS, seats))
    for turn in range(len(columns), 0, -1):
        seat = turn % seats
        colours: Ints = np.array(columns[turn - 1], np.int64) - 1
        weights = 1.0 - _lead(shares, seat)
        gain = turn_solver.mean_gain(colours, weights)
        for row in range(LAID_ROWS):
            heavier = weights.copy()
            heavier[row] *= 2.0
            taken = (turn_solver.mean_gain(colours, heavier) - gain) / weights[row]
            shares[row] *= 1.0 - taken
            shares[row, seat] += taken
    shares.flags.writeable = False
    return shares


LEVELS = (
    Level("weak", Custom(takes_what_it_sees)),
    Level("medium", Custom(most_rows)),
    Level("strong", Custom(most_chips)),
)
