"""Dash: a ball falls after a while, and whoever first says on which side it lies gets a chip."""

from tests.tiny.dash import notation, picture, rules
from tests.tiny.dash.bots import quick
from tests.tiny.dash.state import ACTIONS, MOST_SEATS, ROUNDS, DashState
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.levels import Level, Own

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="dash",
        prefix="DSH",
        version=1,
        seats=(2, 3),
        state=DashState,
        rules=rules,
        notation=notation,
        picture=picture,
        actions=ACTIONS,
        outcomes=1,
        most_legal=ACTIONS,
        longest=ROUNDS * (2 + MOST_SEATS),
        score_bounds=(0, ROUNDS),
        minutes=1,
        credits="",
        levels=(Level("medium", Own(quick)), Level("apart", Own(quick, apart=True))),
        simultaneous=True,
    )
)
