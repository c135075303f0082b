"""Kuhn poker (Kuhn 1950): three cards, two seats, one round of bets; worth -1/18 to the first."""

from tests.tiny.kuhn import picture, rules
from tests.tiny.kuhn.state import ACTIONS, CARDS, DEALS, LONGEST_LINE, KuhnState
from tischlein.core import registry
from tischlein.core.capabilities import Notation, Rules, Secrets, Shelf
from tischlein.core.game import Game, Invariant
from tischlein.core.levels import Level, Search
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="kuhn",
        prefix="KUH",
        seats=(2,),
        state=KuhnState,
        rules=Rules.of(rules),
        secrets=Secrets.of(rules),
        notation=Notation.of_names(ACTIONS, DEALS),
        presentation=Presentation.of(picture),
        actions=len(ACTIONS),
        outcomes=len(DEALS),
        most_legal=CARDS,
        longest=2 + LONGEST_LINE,
        score_bounds=(-2, 2),
        shelf=Shelf(minutes=1, credits="Harold W. Kuhn"),
        levels=(Level("medium", Search("ismcts", simulations=2_000)),),
        invariants=(
            Invariant(
                "no card is dealt twice",
                lambda state: state.cards[0] != state.cards[1] or not 1 <= state.cards[0] <= CARDS,
            ),
        ),
        utility="scores",
    )
)
