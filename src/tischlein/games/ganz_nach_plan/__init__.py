"""Ganz nach Plan!?: every card is a plan, and the last one counts too."""

from __future__ import annotations

from tischlein.core.game import Game
from tischlein.core.options import Number, Written
from tischlein.games.ganz_nach_plan import decks, notation, picture, rules
from tischlein.games.ganz_nach_plan.bots import LEVELS
from tischlein.games.ganz_nach_plan.decks import BOX
from tischlein.games.ganz_nach_plan.laws import LAWS
from tischlein.games.ganz_nach_plan.state import (
    ACTIONS,
    CARDS,
    MOST_TURNS,
    OUTCOMES,
    GanzNachPlanState,
)

__all__ = ["GAME"]

GAME = Game(
    key="ganz_nach_plan",
    prefix="GNP",
    version=1,
    seats=(3, 4),
    state=GanzNachPlanState,
    rules=rules,
    notation=notation,
    picture=picture,
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=CARDS,
    longest=CARDS + 5 * MOST_TURNS,
    score_bounds=(0, 1),
    minutes=10,
    credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr",
    options=(
        Number("limit", 10, MOST_TURNS, MOST_TURNS),
        Written("deck", BOX, decks.normalize, samples=(BOX, decks.SAMPLE)),
    ),
    levels=LEVELS,
    laws=LAWS,
    secrets=True,
    simultaneous=True,
)
