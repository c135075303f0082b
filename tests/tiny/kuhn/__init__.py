"""Kuhn poker (Kuhn 1950): three cards, two seats, one round of bets; worth -1/18 to the first."""

from tests.tiny.kuhn import notation, picture, rules
from tests.tiny.kuhn.state import CARDS, LONGEST_LINE, KuhnState
from tischlein.core import registry
from tischlein.core.game import Game, Law
from tischlein.core.levels import InformationSet, Level

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="kuhn",
        prefix="KUH",
        version=1,
        seats=(2,),
        state=KuhnState,
        rules=rules,
        notation=notation,
        picture=picture,
        actions=2,
        outcomes=CARDS,
        most_legal=CARDS,
        longest=2 + LONGEST_LINE,
        score_bounds=(-2, 2),
        minutes=1,
        credits="Harold W. Kuhn",
        levels=(Level("medium", InformationSet(simulations=2_000)),),
        laws=(
            Law(
                "no card is dealt twice",
                lambda state: state.cards[0] != state.cards[1] or not 1 <= state.cards[0] <= CARDS,
            ),
        ),
        secrets=True,
        utility="scores",
    )
)
