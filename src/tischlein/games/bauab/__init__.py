"""Bauab: two contractors plan a quarter of sixteen plots."""

from __future__ import annotations

from tischlein.core.capabilities import Heuristics, Notation, Rules, Shelf
from tischlein.core.game import Game
from tischlein.core.options import Choices, Written
from tischlein.games.bauab import (
    choices,
    evaluation,
    notation,
    picture,
    plans,
    refusals,
    rules,
    terminal,
    wording,
)
from tischlein.games.bauab.actions import ACTIONS
from tischlein.games.bauab.bots import LEVELS
from tischlein.games.bauab.invariants import INVARIANTS
from tischlein.games.bauab.ranges import RANGES
from tischlein.games.bauab.state import BauabState
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = Game(
    key="bauab",
    prefix="BAU",
    version=1,
    seats=(2,),
    shelf=Shelf(minutes=20, credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr"),
    # What it is made of.
    state=BauabState,
    rules=Rules.of(rules, refusals),
    turn_rule="BAU-8",
    heuristics=Heuristics.of(evaluation),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, choices, wording, terminal),
    invariants=INVARIANTS,
    # Bounds.
    actions=ACTIONS,
    outcomes=2,
    most_legal=ACTIONS,
    longest=80,
    score_bounds=(0, 42),
    # What can be chosen.
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
)
