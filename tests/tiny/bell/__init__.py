"""Bell: everybody chooses a number in secret at once, and anybody may end it at any moment."""

from tests.tiny.bell import notation, picture, rules
from tests.tiny.bell.state import ACTIONS, ROUNDS, BellState
from tischlein.core import registry
from tischlein.core.game import Game, Law
from tischlein.core.levels import InformationSet, Level

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="bell",
        prefix="BEL",
        version=1,
        seats=(2, 3, 4),
        state=BellState,
        rules=rules,
        notation=notation,
        picture=picture,
        actions=ACTIONS,
        most_legal=ACTIONS,
        longest=4 * ROUNDS,
        score_bounds=(0, ROUNDS),
        minutes=1,
        credits="",
        levels=(Level("medium", InformationSet(simulations=2_000)),),
        laws=(Law("at most one chip a round", lambda state: sum(state.chips) <= state.rounds),),
        secrets=True,
        simultaneous=True,
    )
)
