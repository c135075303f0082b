"""Schlauraff: eat your way down columns of chips with six dice."""

from __future__ import annotations

from tischlein.core.capabilities import Drafts, Heuristics, Notation, Rules, Shelf
from tischlein.core.game import Game
from tischlein.core.options import Choices, Number
from tischlein.games.schlauraff import (
    choices,
    notation,
    picture,
    refusals,
    rules,
    terminal,
    win_probabilities,
    wording,
)
from tischlein.games.schlauraff.actions import ACTIONS, OUTCOMES
from tischlein.games.schlauraff.bots import LEVELS
from tischlein.games.schlauraff.invariants import INVARIANTS
from tischlein.games.schlauraff.ranges import RANGES
from tischlein.games.schlauraff.state import (
    CHIPS_OF_A_COLOUR,
    COLOURS,
    COLUMNS,
    FACES,
    LAID_ROWS,
    MOST_EVENTS_OF_A_TURN,
    ROWS,
    SEATS,
    SchlauraffState,
)
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = Game(
    key="schlauraff",
    prefix="SLR",
    version=1,
    seats=(2, 3, 4),
    shelf=Shelf(minutes=30, credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr"),
    # What it is made of.
    state=SchlauraffState,
    rules=Rules.of(rules, refusals),
    drafts=Drafts(),
    heuristics=Heuristics.of(win_probabilities),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, choices, wording, terminal),
    invariants=INVARIANTS,
    # Bounds.
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=FACES * ROWS,
    longest=1 + SEATS * COLUMNS * (LAID_ROWS + MOST_EVENTS_OF_A_TURN),
    score_bounds=(0, SEATS * COLOURS * CHIPS_OF_A_COLOUR),
    # What can be chosen.
    options=(
        Number("columns", 4, 8, {2: 4, 3: 6, 4: 8}, rule="SLR-4"),
        Choices("leftovers", ("stack", "below"), "stack"),
    ),
    levels=LEVELS,
)
