"""The bots of Raufer: three strengths."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tischlein.core.kernel import Rng
from tischlein.core.levels import Level, Own
from tischlein.core.position import Observation
from tischlein.core.state import Ints
from tischlein.games.raufer.evaluation import judge, towards_more_cards
from tischlein.games.raufer.imagination import count_victories

REDEALS = 200
"""Deals of the hidden hands over which the medium bot judges commands."""
BATCH = 100
BATCHES = 20
"""The strong bot imagines so many batches of deals, each with a match for every command."""


def _legal(observation: Observation) -> Ints:
    return np.array(observation.legal(observation.seat), np.int64)


def at_a_glance(observation: Observation, rng: Rng, stop: Callable[[], bool]) -> int:
    """Return any fitting card, sent where more unseen cards lie, and never where none lies."""
    return int(towards_more_cards(observation.state, observation.seat, _legal(observation), rng))


def by_next_effects(observation: Observation, rng: Rng, stop: Callable[[], bool]) -> int:
    """Return the command whose next effects are worth most over deals of the hidden hands."""
    legal = _legal(observation)
    if len(legal) == 1:
        return int(legal[0])
    values = np.zeros(len(legal))
    imagined = observation.row.copy().view(observation.game.state.dtype)[0]
    judge(imagined, observation.seat, REDEALS, legal, values, rng)
    return int(legal[values.argmax()])


def by_imagined_matches(observation: Observation, rng: Rng, stop: Callable[[], bool]) -> int:
    """Return the command that wins most matches imagined over deals of the hidden hands."""
    legal = _legal(observation)
    victories = np.zeros(len(legal), np.int64)
    for batch in range(BATCHES):
        if batch > 0 and stop():
            break
        count_victories(observation.row, BATCH, legal, victories, rng)
    return int(legal[victories.argmax()])


# Luck leaves little room: the best player wins 1.5 to 1.7 times its share against random ones. The
# blunders divide it into two steps that can both be felt, with three, four and five seats.
LEVELS = (
    Level("weak", Own(at_a_glance), blunder=75),
    Level("medium", Own(by_next_effects), blunder=15),
    Level("strong", Own(by_imagined_matches), seconds=3.0),
)
