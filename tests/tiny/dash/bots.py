"""A bot that sees the ball at once."""

from tests.tiny.dash.state import GO, LEFT, RIGHT, DashState, Phase
from tischlein.core.kernel import Rng
from tischlein.core.levels import Stop
from tischlein.core.position import Observation
from tischlein.core.race import Reaction

MILLISECONDS = 200


def quick(observation: Observation, rng: Rng, stop: Stop) -> int | Reaction:
    """Start, or claim the right side after MILLISECONDS."""
    state: DashState = observation.state
    if state.phase == Phase.READY:
        return GO
    return Reaction(RIGHT if state.ball > 0 else LEFT, MILLISECONDS)
