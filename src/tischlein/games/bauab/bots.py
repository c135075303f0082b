"""The bots of Bauab: three strengths."""

from __future__ import annotations

from tischlein.core.kernel import Rng, below
from tischlein.core.levels import Custom, Level, Search, Stop
from tischlein.core.position import Observation
from tischlein.games.bauab.actions import PASS, plot_filled
from tischlein.games.bauab.rules import captures

SCALE = 325
"""At which value alpha-beta wins 73 of 100: fitted to positions of the medium bot's matches."""


def capture_or_anything(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Return any action that captures (BAU-19), or else any action."""
    del stop
    seat = observation.seat
    legal = observation.legal(seat)
    capturing = [
        action
        for action in legal
        if action != PASS and captures(observation.state, seat, plot_filled(action))
    ]
    wanted = capturing or legal
    return wanted[below(rng, len(wanted))]


LEVELS = (
    Level("weak", Custom(capture_or_anything)),
    Level("medium", Search("alphabeta", depth=2, nodes=50_000)),
    Level("strong", Search("alphabeta", depth=40, nodes=2_500_000, scale=SCALE), seconds=3.0),
)
