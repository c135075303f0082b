"""The bots of Down Under: three strengths.

The strong one is UCT at every number of seats. Its playouts take the most promising lay as a rule,
which spares ends: purely random ones end paths so early that they say little.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tischlein.core.kernel import Rng, below
from tischlein.core.levels import Custom, Level, Search, Stop
from tischlein.core.position import Observation
from tischlein.games.down_under.actions import is_lay, shape_in
from tischlein.games.down_under.colours import own_colours
from tischlein.games.down_under.state import Card, DownUnderState


def is_end(action: int) -> bool:
    """Whether an action lays an end."""
    return is_lay(action) and shape_in(action) >= Card.END_N


def takes_chains(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Take free parts if a lay does, otherwise lay anything; ends only if nothing else is legal."""
    del stop
    legal = observation.legal(observation.seat)
    lays = [action for action in legal if not is_end(action)] or legal
    taking = [action for action in lays if _gain(observation, action) > 1]
    wanted = taking or lays
    return wanted[below(rng, len(wanted))]


def best_next(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Play the action after which the position looks best; of equals, any."""
    legal = observation.legal(observation.seat)
    best: list[int] = []
    most = 0
    for action in legal:
        value = _value(observation, action)
        if not best or value > most:
            best, most = [action], value
        elif value == most:
            best.append(action)
        if stop():
            break
    return best[below(rng, len(best))]


def _after(observation: Observation, action: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    row = observation.row.copy()
    observation.game.kernels.apply(row, observation.seat, action)
    return row


def _gain(observation: Observation, action: int) -> int:
    """Return by how much the own paths grow."""
    state: DownUnderState = observation.state
    after: Any = observation.game.state.view(_after(observation, action))
    own = own_colours(state, observation.seat)
    return sum(after.sections[colour] - state.sections[colour] for colour in own)


def _value(observation: Observation, action: int) -> int:
    row = _after(observation, action)
    return int(observation.game.kernels.evaluate(row, observation.seat))


LEVELS = (
    Level("weak", Custom(takes_chains)),
    Level("medium", Custom(best_next)),
    Level("strong", Search("uct", simulations=20_000, exploration=0.5, greed=230), seconds=2.8),
)
