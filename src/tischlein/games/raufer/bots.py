"""The bots of Raufer: three strengths."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tischlein.core.kernel import Rng, below
from tischlein.core.levels import InformationSet, Level, Own
from tischlein.core.position import Observation
from tischlein.games.raufer.evaluation import judge
from tischlein.games.raufer.knowledge import beyond, count_cards, unseen_by
from tischlein.games.raufer.state import DOWN, DRAW, UP, RauferState

REDEALS = 200
"""Deals of the hidden hands that the medium bot imagines."""


def towards_more_floors(observation: Observation, rng: Rng, stop: Callable[[], bool]) -> int:
    """Return any fitting card, sent where more unseen cards lie, and never where none lies."""
    state: RauferState = observation.state
    legal = observation.legal(observation.seat)
    if legal[0] >= DRAW:
        return legal[0]
    unseen = unseen_by(state, observation.seat)
    commands = []
    for card in sorted({action // 2 for action in legal}):
        up, down = (count_cards(unseen & beyond(card, way)) for way in (UP, DOWN))
        if up or down:
            commands.append(2 * card + (UP if up >= down else DOWN))
    commands = commands or legal
    return commands[below(rng, len(commands))]


def by_redeals(observation: Observation, rng: Rng, stop: Callable[[], bool]) -> int:
    """Return the command that is worth most over imagined deals of the hidden hands."""
    legal = np.array(observation.legal(observation.seat), np.int64)
    if legal[0] >= DRAW:
        return int(legal[0])
    values = np.zeros(len(legal))
    imagined = observation.row.copy().view(observation.game.state.dtype)[0]
    judge(imagined, observation.seat, REDEALS, legal, values, rng)
    return int(legal[values.argmax()])


LEVELS = (
    Level("weak", Own(towards_more_floors), blunder=60),
    Level("medium", Own(by_redeals)),
    Level("strong", InformationSet(20_000, exploration=0.4, greed=192), seconds=3.0),
)
