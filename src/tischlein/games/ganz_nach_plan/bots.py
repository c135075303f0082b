"""The bots of Ganz nach Plan!?: two searches by lots, and one that looks ahead in open deals."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tischlein.core.kernel import Rng
from tischlein.core.levels import InformationSet, Level, Own
from tischlein.core.position import Observation
from tischlein.games.ganz_nach_plan.foresight import add_chances, write_sensible
from tischlein.games.ganz_nach_plan.state import CARDS

BATCH = 20
"""Deals between two looks at the clock."""
BATCHES = 5
BUDGET = 1000.0
"""Positions that the strong bot looks at in each deal, about."""


def foreseeing(observation: Observation, rng: Rng, stop: Callable[[], bool]) -> int:
    """Return the choice after which the seat wins most often, over deals looked ahead in."""
    seat = observation.seat
    buffer = np.empty(CARDS, np.int64)
    choices = buffer[: write_sensible(observation.state, seat, buffer)]
    chances = np.zeros(len(choices))
    for batch in range(BATCHES):
        if len(choices) == 1 or (batch > 0 and stop()):
            break
        add_chances(observation.row, seat, BATCH, BUDGET, choices, chances, rng)
    return int(choices[chances.argmax()])


LEVELS = (
    Level("weak", InformationSet(simulations=12), blunder=35),
    Level("medium", InformationSet(simulations=250)),
    Level("strong", Own(foreseeing), seconds=3.0),
)
