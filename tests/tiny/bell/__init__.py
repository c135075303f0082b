"""Bell: everybody chooses a number in secret at once, and anybody may end it at any moment."""

from tests.tiny.bell import picture, rules
from tests.tiny.bell.state import ACTIONS, ROUNDS, BellState
from tischlein.core import registry
from tischlein.core.capabilities import Interrupts, Notation, Rules, Secrets, Shelf
from tischlein.core.game import Game, Invariant
from tischlein.core.levels import Level, Search
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="bell",
        prefix="BEL",
        seats=(2, 3, 4),
        state=BellState,
        rules=Rules.of(rules),
        secrets=Secrets.of(rules),
        interrupts=Interrupts.of(rules),
        notation=Notation.of_names(ACTIONS),
        presentation=Presentation.of(picture),
        actions=len(ACTIONS),
        most_legal=len(ACTIONS),
        longest=4 * ROUNDS,
        score_bounds=(0, ROUNDS),
        shelf=Shelf(minutes=1),
        levels=(Level("medium", Search("ismcts", simulations=2_000)),),
        invariants=(
            Invariant("at most one chip a round", lambda state: sum(state.chips) <= state.rounds),
        ),
        simultaneous=True,
    )
)
