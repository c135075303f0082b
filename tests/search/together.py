"""An open game in which more seats act at once than any has actions: everybody says yes or no.

Whoever says yes scores one. Run as a program it is interpreted, where writing beyond an array is an
error: ``NUMBA_DISABLE_JIT=1 python -m tests.search.together`` prints what UCT and advice choose.
"""

from typing import Annotated

import numpy as np

from tischlein.bots.advice import advise
from tischlein.core.capabilities import Notation, Rules
from tischlein.core.game import Game
from tischlein.core.kernel import kernel, new_rng
from tischlein.core.levels import Level, Search
from tischlein.core.state import Ints, Shape, State
from tischlein.search import uct
from tischlein.search.method import TreeSettings

SEATS = 8
NO, YES = range(2)


class TogetherState(State):
    """One position; ``said`` is 0 before a seat has spoken, then its action and one."""

    said: Annotated[Ints, Shape(SEATS)]


@kernel
def acting(state: TogetherState) -> int:
    """Everybody who has not spoken."""
    bits = 0
    for seat in range(state.seats):
        if state.said[seat] == 0:
            bits |= 1 << seat
    return bits


@kernel
def legal(state: TogetherState, seat: int, out: Ints) -> int:
    """No and yes."""
    out[0] = NO
    out[1] = YES
    return 2


@kernel
def apply(state: TogetherState, seat: int, action: int) -> None:
    """Say it."""
    state.said[seat] = action + 1


@kernel
def scores(state: TogetherState, out: Ints) -> None:
    """One for a yes."""
    for seat in range(state.seats):
        out[seat] = state.said[seat] == YES + 1


TOGETHER = Game(
    key="together",
    prefix="TOG",
    seats=(2, SEATS),
    state=TogetherState,
    rules=Rules.of(globals()),
    notation=Notation.of_names(("no", "yes")),
    actions=2,
    most_legal=2,
    longest=SEATS,
    score_bounds=(0, 1),
    turn_rule="TOG-1",
    simultaneous=True,
)

if __name__ == "__main__":
    start = TOGETHER.start(SEATS)
    print(uct.search(start, 3, TreeSettings(300), new_rng(1)).action)
    level = Level("uct", Search("uct", simulations=50))
    advice = advise(start.observe(5), level, new_rng(1), np.zeros(1, np.int64))
    print(advice.actions[0], advice.line)
