"""The bots of Bauab: three strengths."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core.kernel import Rng, below
from tischlein.core.levels import AlphaBeta, Level, Own
from tischlein.core.position import Observation
from tischlein.games.bauab import rules
from tischlein.games.bauab.state import PASS, PLOTS


def capture_or_anything(observation: Observation, rng: Rng, stop: Callable[[], bool]) -> int:
    """Return any action that captures (BAU-19), or else any action."""
    del stop
    legal = observation.legal(observation.seat)
    capturing = [
        action
        for action in legal
        if action != PASS and rules.captures(observation.state, observation.seat, action % PLOTS)
    ]
    wanted = capturing or legal
    return wanted[below(rng, len(wanted))]


LEVELS = (
    Level("weak", Own(capture_or_anything)),
    Level("medium", AlphaBeta(depth=2, nodes=50_000)),
    Level("strong", AlphaBeta(depth=40, nodes=2_500_000), seconds=3.0),
)
