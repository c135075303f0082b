"""Where the ball of Dash comes to rest."""

from tests.tiny.dash.state import FAR, DashState, Phase
from tischlein.core.errors import RefusedError
from tischlein.core.measurements import Film, Measurement, Track
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE

SUSPENSE = 30
ENGINE = "a wish"


def due(state: DashState) -> int | None:
    """Return how long the ball hangs in the air."""
    return SUSPENSE


def happen(state: DashState, action: int) -> Measurement | None:
    """Find out where the ball comes to rest."""
    ball = -FAR if state.rounds else FAR
    rows = [(0, 0.5, 0.0, 0.0), (30, 0.5 + ball / FAR / 4, 1.0, 0.0)]
    return Measurement((ball,), Film(60, 30, [Track("ball", rows)]))


def engine() -> str:
    """Return what lets the ball fall."""
    return ENGINE


def apply(state: DashState, seat: int, action: int, measurement: tuple[int, ...]) -> None:
    """Put the ball where it has come to rest."""
    state.ball = measurement[0]
    state.phase = Phase.OPEN


def why_not(
    state: DashState, seat: int, action: int, measurement: tuple[int, ...]
) -> Refusal | None:
    """A ball lies on one side, in the hall (DSH-3)."""
    if seat == CHANCE and (len(measurement) != 1 or not 0 < abs(measurement[0]) <= FAR):
        return Refusal("DSH-3")
    return None


def write(state: DashState, seat: int, action: int, measurement: tuple[int, ...]) -> str:
    """Return where the ball lies."""
    return str(measurement[0])


def read(state: DashState, seat: int, words: list[str]) -> tuple[int, ...]:
    """Return where the ball lies (DSH-3)."""
    try:
        return tuple(map(int, words[1:]))
    except ValueError:
        raise RefusedError(Refusal("DSH-3")) from None
