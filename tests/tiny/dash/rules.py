"""The rules of Dash."""

from tests.tiny.dash.state import (
    FALL,
    GO,
    LEFT,
    PASS,
    RIGHT,
    ROUNDS,
    DashState,
    Phase,
)
from tischlein.core.kernel import kernel
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints


@kernel
def starter(state: DashState) -> int:
    """Return who starts the round (DSH-1)."""
    return state.rounds % state.seats


@kernel
def acting(state: DashState) -> int:
    """One starts, the ball falls, and all who are not out may claim (DSH-1, DSH-2)."""
    if state.rounds == ROUNDS:
        return 0
    if state.phase == Phase.READY:
        return 1 << starter(state)
    if state.phase == Phase.FALLING:
        return CHANCE_BIT
    return ((1 << state.seats) - 1) & ~state.out


@kernel
def legal(state: DashState, seat: int, out: Ints) -> int:
    """Go, or a side, or a pass (DSH-1, DSH-2)."""
    if state.phase == Phase.READY:
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
        state.phase = Phase.FALLING
        return
    if action != PASS and (action == RIGHT) == (state.ball > 0):
        state.chips[seat] += 1
        state.out = (1 << state.seats) - 1
    else:
        state.out |= 1 << seat
    if state.out == (1 << state.seats) - 1:
        state.rounds += 1
        state.phase = Phase.READY
        state.out = 0
        state.ball = 0


@kernel
def scores(state: DashState, out: Ints) -> None:
    """Chips count."""
    for seat in range(state.seats):
        out[seat] = state.chips[seat]


def why_not(state: DashState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action."""
    if not acting(state) >> seat & 1:
        return Refusal("DSH-1")
    if seat != CHANCE and (action == GO) != (state.phase == Phase.READY):
        return Refusal("DSH-2")
    return None
