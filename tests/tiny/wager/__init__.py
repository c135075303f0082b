"""Wager: each seat in turn rolls one of two dice; open, with weighted chance, for one to three."""

from tests.tiny.wager import notation, picture, rules
from tests.tiny.wager.state import DICE, MOST_SEATS, WagerState
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.levels import Level, Uct

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="wager",
        prefix="WAG",
        version=1,
        seats=(1, 2, 3),
        state=WagerState,
        rules=rules,
        notation=notation,
        picture=picture,
        actions=len(DICE),
        outcomes=2 * len(DICE),
        most_legal=len(DICE),
        longest=2 * MOST_SEATS,
        score_bounds=(0, 9),
        minutes=1,
        credits="",
        levels=(Level("medium", Uct(simulations=2_000)),),
    )
)
