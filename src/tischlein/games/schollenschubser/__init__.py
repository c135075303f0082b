"""Schollenschubser: researchers hop over drifting floes to the icebreaker."""

from __future__ import annotations

from tischlein.core.game import Game
from tischlein.core.options import Choices, Number
from tischlein.games.schollenschubser import notation, picture, rules
from tischlein.games.schollenschubser.bots import LEVELS
from tischlein.games.schollenschubser.laws import LAWS
from tischlein.games.schollenschubser.state import (
    ACTIONS,
    OUTCOMES,
    PAWNS,
    SchollenschubserState,
)

__all__ = ["GAME"]

GAME = Game(
    key="schollenschubser",
    prefix="SCH",
    version=1,
    seats=(2, 3, 4),
    state=SchollenschubserState,
    rules=rules,
    notation=notation,
    picture=picture,
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=200,
    # A random match lasts 1,000 to 7,200 events on average, by options and seats; beyond that the
    # chance of going on falls e-fold every 2,700 events at most.
    longest=100_000,
    score_bounds=(0, PAWNS),
    minutes=30,
    credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr",
    options=(
        Number("largest", 3, 4, {2: 4, 3: 3, 4: 4}),
        Choices("push", ("off", "on"), "off"),
        Choices("melt", ("must", "may"), "must"),
        Choices("stride", ("one", "line"), "one"),
    ),
    levels=LEVELS,
    laws=LAWS,
    drafts=True,
)
