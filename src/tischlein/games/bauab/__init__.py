"""Bauab: two contractors plan a quarter of sixteen plots."""

from __future__ import annotations

from tischlein.core.game import Game
from tischlein.core.options import Choices, Written
from tischlein.games.bauab import notation, picture, plans, rules
from tischlein.games.bauab.bots import LEVELS
from tischlein.games.bauab.laws import LAWS
from tischlein.games.bauab.state import ACTIONS, BauabState

__all__ = ["GAME"]

GAME = Game(
    key="bauab",
    prefix="BAU",
    version=1,
    seats=(2,),
    state=BauabState,
    rules=rules,
    notation=notation,
    picture=picture,
    actions=ACTIONS,
    outcomes=2,
    most_legal=ACTIONS,
    longest=80,
    score_bounds=(0, 42),
    minutes=20,
    credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr",
    options=(
        Written(
            "plan",
            "square",
            plans.normalize,
            samples=("square", "barrel", "cross", "01110/11111/11111/01110"),
        ),
        Choices("first", ("lot", "A", "B"), "lot"),
    ),
    levels=LEVELS,
    laws=LAWS,
)
