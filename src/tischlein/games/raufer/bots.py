"""The bots of Raufer: three strengths."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng
from tischlein.core.levels import Custom, Level, Search, Stop
from tischlein.core.position import Observation
from tischlein.core.state import Ints
from tischlein.games.raufer.evaluation import evaluate_commands, policy
from tischlein.search.ties import any_best

REDEALS = 200
"""Deals of the hidden hands over which the medium bot judges commands."""
MATCHES = 10_000
"""Matches that the strong bot imagines for a decision. Among bots that try commands only for this
one decision (5000 matches by ``policy``) it wins 1.3 to 1.4 times its share."""


def _legal(observation: Observation) -> Ints:
    return np.array(observation.legal(observation.seat), np.int64)


def at_a_glance(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Return any fitting card, sent where more unseen cards lie, never where there are none."""
    legal = _legal(observation)
    return int(policy(observation.state, observation.seat, legal, len(legal), rng))


def by_next_effects(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Return the command whose next effects are worth most over deals of the hidden hands."""
    legal = _legal(observation)
    if len(legal) == 1:
        return int(legal[0])
    values = np.zeros(len(legal))
    imagined = observation.row.copy().view(observation.game.state.dtype)[0]
    evaluate_commands(imagined, observation.seat, REDEALS, legal, values, rng)
    return int(legal[any_best(values, rng)])


# Luck leaves little room: the strong bot wins about twice its share against random ones. The
# blunders divide that into steps that can be felt, with three, four and five seats.
LEVELS = (
    Level("weak", Custom(at_a_glance), blunder=75),
    Level("medium", Custom(by_next_effects), blunder=15),
    Level("strong", Search("ismcts", simulations=MATCHES), seconds=3.0),
)
