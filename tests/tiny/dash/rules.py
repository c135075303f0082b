"""The rules of Dash."""

from tests.tiny.dash.state import (
    FALL,
    FAR,
    GO,
    LEFT,
    PASS,
    RIGHT,
    ROUNDS,
    DashState,
    Phase,
)
from tischlein.core.happening import Happening
from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.phrases import Refusal
from tischlein.core.race import Pace
from tischlein.core.scenes import Film, Track
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints

READY, FALLING, OPEN = int(Phase.READY), int(Phase.FALLING), int(Phase.OPEN)
SUSPENSE = 30
ENGINE = "a wish"


def setup(state: DashState, options: Options) -> None:
    """Nobody has a chip."""


@kernel
def starter(state: DashState) -> int:
    """Return who starts the round (DSH-1)."""
    return state.rounds % state.seats


@kernel
def acting(state: DashState) -> int:
    """One starts, the ball falls, and all who are not out may claim (DSH-1, DSH-2)."""
    if state.rounds == ROUNDS:
        return 0
    if state.phase == READY:
        return 1 << starter(state)
    if state.phase == FALLING:
        return CHANCE_BIT
    return ((1 << state.seats) - 1) & ~state.out


@kernel
def legal(state: DashState, seat: int, out: Ints) -> int:
    """Go, or a side, or a pass (DSH-1, DSH-2)."""
    if state.phase == READY:
        out[0] = GO
        return 1
    for index, action in enumerate((LEFT, RIGHT, PASS)):
        out[index] = action
    return 3


@kernel
def chance(state: DashState, outcomes: Ints, weights: Ints) -> int:
    """The ball falls; where to is no matter of lots."""
    outcomes[0] = FALL
    weights[0] = 1
    return 1


@kernel
def apply(state: DashState, seat: int, action: int) -> None:
    """Start, claim or pass; the first right claim ends the round (DSH-2)."""
    if action == GO:
        state.phase = FALLING
        return
    if action != PASS and (action == RIGHT) == (state.ball > 0):
        state.chips[seat] += 1
        state.out = (1 << state.seats) - 1
    else:
        state.out |= 1 << seat
    if state.out == (1 << state.seats) - 1:
        state.rounds += 1
        state.phase = READY
        state.out = 0
        state.ball = 0


@kernel
def scores(state: DashState, out: Ints) -> None:
    """Chips count."""
    for seat in range(state.seats):
        out[seat] = state.chips[seat]


def suspense(state: DashState) -> int | None:
    """Return how long the ball hangs in the air."""
    return SUSPENSE


def happen(state: DashState, outcome: int) -> Happening | None:
    """Find out where the ball comes to rest."""
    ball = -FAR if state.rounds else FAR
    rows = [(0, 0.5, 0.0, 0.0), (30, 0.5 + ball / FAR / 4, 1.0, 0.0)]
    return Happening((ball,), Film(60, 30, [Track("ball", rows)]))


def engine() -> str:
    """Return what lets the ball fall."""
    return ENGINE


def settle(state: DashState, seat: int, action: int, outcome: tuple[int, ...]) -> None:
    """Put the ball where it has come to rest; times of claims change nothing."""
    if seat != CHANCE:
        apply(state, seat, action)
        return
    state.ball = outcome[0]
    state.phase = OPEN


def why_not(state: DashState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action."""
    if not acting(state) >> seat & 1:
        return Refusal("DSH-1")
    if seat != CHANCE and (action == GO) != (state.phase == READY):
        return Refusal("DSH-2")
    return None


def why_not_outcome(
    state: DashState, seat: int, action: int, outcome: tuple[int, ...]
) -> Refusal | None:
    """A ball lies on one side, in the hall (DSH-3)."""
    if seat == CHANCE and (len(outcome) != 1 or not 0 < abs(outcome[0]) <= FAR):
        return Refusal("DSH-3")
    return None


def pace(state: DashState, seat: int, action: int) -> Pace:
    """Claims race (DSH-2)."""
    if action == PASS:
        return Pace.AFTER_CLAIMS
    return Pace.FREE if action == GO else Pace.CLAIM


def tie_order(state: DashState) -> list[int]:
    """Clockwise from who started the round (DSH-2)."""
    return [(int(starter(state)) + step) % int(state.seats) for step in range(int(state.seats))]
