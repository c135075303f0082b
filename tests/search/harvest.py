"""A game for points in which the first may end with a point that is certain, or wait for many."""

from tischlein.core.capabilities import Heuristics, Notation, Rules
from tischlein.core.game import Game
from tischlein.core.kernel import kernel
from tischlein.core.state import Ints, State

NOW, LATER = range(2)
CROP = 50
TURNS = 12


class HarvestState(State):
    """One position."""

    turns: int
    reaped: int


@kernel
def acting(state: HarvestState) -> int:
    """Both in turn, until somebody reaps or the crop is ripe."""
    return 0 if state.reaped or state.turns == TURNS else 1 << state.turns % 2


@kernel
def legal(state: HarvestState, seat: int, out: Ints) -> int:
    """Now or later."""
    out[0] = NOW
    out[1] = LATER
    return 2


@kernel
def apply(state: HarvestState, seat: int, action: int) -> None:
    """Only the first reaps."""
    state.turns += 1
    state.reaped = seat == 0 and action == NOW


@kernel
def scores(state: HarvestState, out: Ints) -> None:
    """One for an early crop, all for a ripe one."""
    out[0] = 1 if state.reaped else CROP


@kernel
def evaluate(state: HarvestState, seat: int) -> int:
    """Guess, rightly, that the first gets the ripe crop."""
    return 1_000_000 if seat == 0 else -1_000_000


HARVEST = Game(
    key="harvest",
    prefix="HAR",
    seats=(2,),
    state=HarvestState,
    rules=Rules.of(globals()),
    heuristics=Heuristics.of(globals()),
    notation=Notation.of_names(("now", "later")),
    utility="scores",
    actions=2,
    most_legal=2,
    longest=TURNS,
    score_bounds=(0, CROP),
    turn_rule="HAR-1",
)
