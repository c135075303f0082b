"""Schlauraff: eat your way down columns of chips with six dice."""

from __future__ import annotations

from tischlein.core.game import Game
from tischlein.core.options import Choices, Number
from tischlein.games.schlauraff import notation, picture, rules
from tischlein.games.schlauraff.bots import LEVELS
from tischlein.games.schlauraff.laws import LAWS
from tischlein.games.schlauraff.state import (
    ACTIONS,
    CHIPS_OF_A_COLOUR,
    COLOURS,
    COLUMNS,
    FACES,
    LAID_ROWS,
    MOST_EVENTS_OF_A_TURN,
    OUTCOMES,
    ROWS,
    SEATS,
    SchlauraffState,
)

__all__ = ["GAME"]

GAME = Game(
    key="schlauraff",
    prefix="SLR",
    version=1,
    seats=(2, 3, 4),
    state=SchlauraffState,
    rules=rules,
    notation=notation,
    picture=picture,
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=FACES * ROWS,
    longest=1 + SEATS * COLUMNS * (LAID_ROWS + MOST_EVENTS_OF_A_TURN),
    score_bounds=(0, SEATS * COLOURS * CHIPS_OF_A_COLOUR),
    minutes=30,
    credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr",
    options=(
        Number("columns", 4, 8, {2: 4, 3: 6, 4: 8}),
        Choices("leftovers", ("stack", "below"), "stack"),
    ),
    levels=LEVELS,
    laws=LAWS,
    drafts=True,
)
