"""Wager: each seat in turn rolls one of two dice; open, with weighted chance, for one to three."""

from tests.tiny.wager import picture, rules
from tests.tiny.wager.state import ACTIONS, MOST_SEATS, ROLLS, WagerState
from tischlein.core import registry
from tischlein.core.capabilities import Notation, Rules, Shelf
from tischlein.core.game import Game
from tischlein.core.levels import Level, Search
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="wager",
        prefix="WAG",
        seats=(1, 2, 3),
        state=WagerState,
        rules=Rules.of(rules),
        notation=Notation.of_names(ACTIONS, ROLLS),
        presentation=Presentation.of(picture),
        actions=len(ACTIONS),
        outcomes=len(ROLLS),
        most_legal=len(ACTIONS),
        longest=2 * MOST_SEATS,
        score_bounds=(0, 9),
        turn_rule="WAG-1",
        over_rule="WAG-3",
        shelf=Shelf(minutes=1),
        levels=(Level("medium", Search("uct", simulations=2_000)),),
    )
)
