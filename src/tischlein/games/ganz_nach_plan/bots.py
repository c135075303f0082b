"""The bots of Ganz nach Plan!?: two searches by lots, and one that looks ahead in open deals."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng
from tischlein.core.levels import Custom, Level, Search, Stop
from tischlein.core.position import Observation
from tischlein.core.state import Ints, Reals
from tischlein.games.ganz_nach_plan.lookahead import keep_sensible, sum_chances
from tischlein.search.halving import halve

DEALS = 100
"""Deals that the strong bot looks ahead in, for each of its choices on the average."""
BUDGET = 1000.0
"""Positions that it looks at in each deal, about, if it tries all its choices there."""


def look_ahead(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Return the choice after which the seat wins most often, over deals looked ahead in.

    Playing on by the policy alone, without looking ahead, wins three quarters of its share
    against this.
    """
    row, seat = observation.row, observation.seat
    actions = np.array(observation.legal(seat), np.int64)
    choices = actions[: keep_sensible(observation.state, seat, actions, len(actions))]
    if len(choices) == 1:
        return int(choices[0])

    def attempt(numbers: Ints, deals: int) -> Reals:
        share = BUDGET / len(choices)
        chances: Reals = sum_chances(row, seat, deals, share, choices[numbers], rng)
        return chances

    found = halve(len(choices), DEALS * len(choices), attempt, stop, rng)
    return int(choices[found.best])


LEVELS = (
    Level("weak", Search("ismcts", simulations=12), blunder=35),
    Level("medium", Search("ismcts", simulations=250)),
    Level("strong", Custom(look_ahead), seconds=3.0),
)
