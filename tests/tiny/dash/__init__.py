"""Dash: a ball falls after a while, and whoever first says on which side it lies gets a chip."""

from tests.tiny.dash import measuring, notation, picture, race, rules
from tests.tiny.dash.bots import quick
from tests.tiny.dash.state import ACTIONS, MOST_SEATS, ROUNDS, DashState
from tischlein.core import registry
from tischlein.core.capabilities import Measured, Notation, Race, Rules, Shelf
from tischlein.core.game import Game
from tischlein.core.levels import Custom, Level
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="dash",
        prefix="DSH",
        seats=(2, 3),
        state=DashState,
        rules=Rules.of(rules),
        notation=Notation.of(notation),
        race=Race.of(race),
        measured=Measured.of(measuring),
        presentation=Presentation.of(picture),
        actions=ACTIONS,
        outcomes=1,
        most_legal=ACTIONS,
        longest=ROUNDS * (2 + MOST_SEATS),
        score_bounds=(0, ROUNDS),
        shelf=Shelf(minutes=1),
        levels=(Level("medium", Custom(quick)), Level("apart", Custom(quick, own_process=True))),
        simultaneous=True,
    )
)
