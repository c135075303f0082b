"""A take-away game for two in which a seat may move several times in a row, in one file.

Take one, two or three from a pile. Who takes two moves again. Every stone scores, the last four.
It speaks English, and all that is seen of it is derived.
"""

from dataclasses import dataclass
from typing import Literal

from tischlein.core import registry
from tischlein.core.capabilities import Notation, Rules
from tischlein.core.game import Game
from tischlein.core.kernel import kernel
from tischlein.core.options import Number, Options
from tischlein.core.state import Ints, State
from tischlein.presentation import Inline, Presentation

PILE = 14
LAST = 4

TEXTS = """
game = Again
option-pile = Stones
"""
PAGE = """
- **AGA-1** Take one, two or three stones in turn; after taking two, again.
- **AGA-2** Every stone scores one, the last four.
"""


class AgainState(State):
    """One position; ``first`` and ``second`` are what the seats have scored."""

    pile: int
    mover: int
    first: int
    second: int


def setup(state: AgainState, options: Options) -> None:
    """Lay the pile out."""
    state.pile = int(options["pile"])


@kernel
def acting(state: AgainState) -> int:
    """The mover, until the pile is gone (AGA-1)."""
    return 1 << state.mover if state.pile > 0 else 0


@kernel
def legal(state: AgainState, seat: int, out: Ints) -> int:
    """One to three, but no more than there are (AGA-1)."""
    for stones in range(3):
        out[stones] = stones
    return min(3, state.pile)


@kernel
def apply(state: AgainState, seat: int, action: int) -> None:
    """Take ``action + 1`` (AGA-2)."""
    taken = action + 1
    state.pile -= taken
    gained = taken if state.pile > 0 else taken - 1 + LAST
    if seat == 0:
        state.first += gained
    else:
        state.second += gained
    if taken != 2:
        state.mover = 1 - seat


@kernel
def scores(state: AgainState, out: Ints) -> None:
    """What the seats have taken."""
    out[0] = state.first
    out[1] = state.second


@dataclass(frozen=True)
class Both:
    """The game, played for ranks and played for points."""

    ranks: Game
    points: Game


def _game(key: str, utility: Literal["ranking", "scores"]) -> Game:
    return registry.register(
        Game(
            key=key,
            prefix="AGA",
            seats=(2,),
            state=AgainState,
            rules=Rules.of(globals()),
            notation=Notation.of_names(("one", "two", "three")),
            presentation=Presentation(source=Inline({"en": TEXTS}, {"en": PAGE})),
            actions=3,
            most_legal=3,
            longest=PILE,
            score_bounds=(0, PILE - 1 + LAST),
            options=(Number("pile", 1, PILE, PILE),),
            turn_rule="AGA-1",
            utility=utility,
        )
    )


AGAIN = Both(_game("again", "ranking"), _game("again_for_points", "scores"))
