"""Down Under: build the longest path over a plane whose border emerges."""

from __future__ import annotations

from tischlein.core.capabilities import Heuristics, Notation, Rules, Shelf
from tischlein.core.game import Game
from tischlein.core.options import Choices, Written
from tischlein.games.down_under import (
    evaluation,
    layouts,
    notation,
    picking,
    picture,
    refusals,
    rules,
    scoring,
    terminal,
    wording,
)
from tischlein.games.down_under.actions import ACTIONS
from tischlein.games.down_under.bots import LEVELS
from tischlein.games.down_under.invariants import INVARIANTS
from tischlein.games.down_under.ranges import RANGES
from tischlein.games.down_under.state import DownUnderState
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = Game(
    key="down_under",
    prefix="DOW",
    version=1,
    seats=(2, 3, 4),
    shelf=Shelf(minutes=40, credits="Günter Cornett, Ro Sato, Bambus Spieleverlag"),
    # What it is made of.
    state=DownUnderState,
    rules=Rules.of(rules, scoring, refusals, layouts),
    turn_rule="DOW-4",
    over_rule="DOW-4",
    heuristics=Heuristics.of(evaluation),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, picking, wording, terminal),
    invariants=INVARIANTS,
    # Bounds.
    actions=ACTIONS,
    most_legal=1_500,
    longest=400,
    score_bounds=(-32, 220),
    # What can be chosen.
    options=(
        Written(
            "area",
            "recommended",
            layouts.normalize_area,
            samples=("recommended", "long", "easy", "hard", "none", "7x9"),
        ),
        Choices("scoring", ("length", "animals"), "length"),
        Choices("start", ("free", "entry"), "free"),
        Choices("paths", ("one", "both", "either"), "one"),
        Choices("layout", ("open", "divider", "frame", "partial"), "open"),
    ),
    levels=LEVELS,
)
