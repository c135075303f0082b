"""Schollenschubser: researchers hop over drifting floes to the icebreaker."""

from __future__ import annotations

from tischlein.core.capabilities import Drafts, Heuristics, Notation, Rules, Shelf
from tischlein.core.game import Game
from tischlein.core.options import Choices, Number
from tischlein.games.schollenschubser import (
    choices,
    evaluation,
    notation,
    picture,
    refusals,
    rollout_policy,
    rules,
    terminal,
    wording,
)
from tischlein.games.schollenschubser.actions import ACTIONS, OUTCOMES
from tischlein.games.schollenschubser.bots import LEVELS
from tischlein.games.schollenschubser.invariants import INVARIANTS
from tischlein.games.schollenschubser.ranges import RANGES
from tischlein.games.schollenschubser.state import PAWNS, SchollenschubserState
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = Game(
    key="schollenschubser",
    prefix="SCH",
    version=1,
    seats=(2, 3, 4),
    shelf=Shelf(minutes=30, credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr"),
    # What it is made of.
    state=SchollenschubserState,
    rules=Rules.of(rules, refusals),
    turn_rule="SCH-8",
    over_rule="SCH-34",
    drafts=Drafts(),
    heuristics=Heuristics.of(evaluation, rollout_policy),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, choices, wording, terminal),
    invariants=INVARIANTS,
    # Bounds.
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=200,
    # A random match lasts 1,000 to 7,200 events on average, by options and seats; beyond that the
    # chance of going on falls e-fold every 2,700 events at most.
    longest=100_000,
    score_bounds=(0, PAWNS),
    # What can be chosen.
    options=(
        Number("largest", 3, 4, {2: 4, 3: 3, 4: 4}),
        Choices("push", ("off", "on"), "off"),
        Choices("melt", ("must", "may"), "must"),
        Choices("stride", ("one", "line"), "one"),
    ),
    levels=LEVELS,
)
