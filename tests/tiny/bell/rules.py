"""The rules of Bell."""

from tests.tiny.bell.state import NUMBERS, RING, ROUNDS, UNKNOWN, BellState
from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.phrases import Refusal
from tischlein.core.seats import HIDDEN
from tischlein.core.state import Ints


@kernel
def acting(state: BellState) -> int:
    """Everybody may ring at any moment until it is over (BEL-2, BEL-4)."""
    if state.rung or state.rounds == ROUNDS:
        return 0
    return (1 << state.seats) - 1


@kernel
def to_move(state: BellState) -> int:
    """Those who have not chosen are waited for (BEL-1)."""
    if acting(state) == 0:
        return 0
    bits = 0
    for seat in range(state.seats):
        if state.chosen[seat] == 0:
            bits |= 1 << seat
    return bits


@kernel
def legal(state: BellState, seat: int, out: Ints) -> int:
    """A number, once a round, or the bell (BEL-1, BEL-2)."""
    count = 0
    if state.chosen[seat] == 0:
        for number in range(NUMBERS):
            out[count] = number
            count += 1
    out[count] = RING
    return count + 1


@kernel
def apply(state: BellState, seat: int, action: int) -> None:
    """Ring, or choose; the last choice of a round shows all and pays (BEL-2, BEL-3)."""
    if action == RING:
        state.rung = 1
        return
    state.chosen[seat] = action + 1
    if to_move(state) != 0:
        return
    winner = winner_of(state)
    if winner >= 0:
        state.chips[winner] += 1
    for owner in range(state.seats):
        state.shown[owner] = state.chosen[owner]
        state.chosen[owner] = 0
    state.rounds += 1


@kernel
def winner_of(state: BellState) -> int:
    """Return who alone chose the highest number that nobody else chose, -1 for nobody (BEL-3)."""
    for number in range(NUMBERS, 0, -1):
        times = 0
        winner = -1
        for seat in range(state.seats):
            if state.chosen[seat] == number:
                times += 1
                winner = seat
        if times == 1:
            return winner
    return -1


def occasion(state: BellState) -> int:
    """What is chosen or rung is meant for one round."""
    return state.rounds


@kernel
def scores(state: BellState, out: Ints) -> None:
    """Chips count (BEL-3)."""
    for seat in range(state.seats):
        out[seat] = state.chips[seat]


@kernel
def observe(state: BellState, seat: int) -> None:
    """Hide what the others have chosen in this round (BEL-1)."""
    for owner in range(state.seats):
        if owner != seat and state.chosen[owner] != 0:
            state.chosen[owner] = UNKNOWN


@kernel
def determinize(state: BellState, seat: int, rng: Rng) -> None:
    """Guess what the others have chosen."""
    for owner in range(state.seats):
        if state.chosen[owner] == UNKNOWN:
            state.chosen[owner] = 1 + below(rng, NUMBERS)


def observed_action(state: BellState, seat: int, action: int, observer: int) -> int:
    """Numbers are chosen in secret, the bell is heard by all (BEL-1, BEL-2)."""
    return action if action == RING or seat == observer else HIDDEN


def why_not(state: BellState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action."""
    if not acting(state) >> seat & 1:
        return Refusal("BEL-4")
    if action != RING and state.chosen[seat] != 0:
        return Refusal("BEL-1")
    return None
