"""A take-away game for two in which a seat may move several times in a row.

Take one, two or three from a pile. Who takes two moves again. Every stone scores, the last four.
"""

import sys
from dataclasses import dataclass

from tests.tiny.wager import notation, picture
from tischlein.core.game import Game
from tischlein.core.kernel import kernel
from tischlein.core.options import Number, Options
from tischlein.core.phrases import Refusal
from tischlein.core.state import Ints, State

PILE = 14
LAST = 4


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
    """The mover, until the pile is gone."""
    return 1 << state.mover if state.pile > 0 else 0


@kernel
def legal(state: AgainState, seat: int, out: Ints) -> int:
    """One to three, but no more than there are."""
    for stones in range(3):
        out[stones] = stones
    return min(3, state.pile)


@kernel
def apply(state: AgainState, seat: int, action: int) -> None:
    """Take ``action + 1``."""
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


def why_not(state: AgainState, seat: int, action: int) -> Refusal | None:
    """Refuse who is not on turn, and more than there is."""
    wrong = not acting(state) >> seat & 1 or action >= state.pile
    return Refusal("AGA-1") if wrong else None


@dataclass(frozen=True)
class Both:
    """The game, played for places and played for points."""

    places: Game
    points: Game


def _game(key: str, utility: str) -> Game:
    return Game(
        key=key,
        prefix="AGA",
        version=1,
        seats=(2,),
        state=AgainState,
        rules=sys.modules[__name__],
        notation=notation,
        picture=picture,
        actions=3,
        most_legal=3,
        longest=PILE + 1,
        score_bounds=(0, PILE + LAST),
        minutes=1,
        credits="",
        options=(Number("pile", 1, PILE, PILE),),
        utility="scores" if utility == "scores" else "ranking",
    )


AGAIN = Both(_game("again", "ranking"), _game("again_for_points", "scores"))
