"""The rules of Wager: choose a die (WAG-1), roll it (WAG-2), and the most points win (WAG-3)."""

from tests.tiny.wager.state import DICE, STEADY, WILD, WagerState
from tischlein.core.kernel import kernel
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints


@kernel
def acting(state: WagerState) -> int:
    """Seats in turn, chance in between (WAG-1, WAG-2)."""
    if state.die != 0:
        return CHANCE_BIT
    return 1 << state.turn if state.turn < state.seats else 0


@kernel
def chance(state: WagerState, outcomes: Ints, weights: Ints) -> int:
    """The two sides of the die (WAG-2)."""
    for side in range(2):
        outcomes[side] = 2 * (state.die - 1) + side
        weights[side] = DICE[state.die - 1][side][1]
    return 2


@kernel
def legal(state: WagerState, seat: int, out: Ints) -> int:
    """Either die (WAG-1)."""
    out[0] = STEADY
    out[1] = WILD
    return 2


@kernel
def apply(state: WagerState, seat: int, action: int) -> None:
    """Choose a die, or note what it shows."""
    if seat == CHANCE:
        state.points[state.turn] = DICE[action // 2][action % 2][0]
        state.turn += 1
        state.die = 0
    else:
        state.die = action + 1


@kernel
def scores(state: WagerState, out: Ints) -> None:
    """Points (WAG-3)."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]
