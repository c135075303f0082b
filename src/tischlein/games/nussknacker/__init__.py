"""Nussknacker: one card lies hidden, and questions for sums lead to its value."""

from __future__ import annotations

from tischlein.core.capabilities import Heuristics, Interrupts, Notation, Rules, Secrets, Shelf
from tischlein.core.game import Game
from tischlein.core.options import Choices, Number
from tischlein.games.nussknacker import (
    aids,
    choices,
    notation,
    picture,
    refusals,
    rules,
    terminal,
    win_probabilities,
    wording,
)
from tischlein.games.nussknacker.actions import ACTIONS, MOST_LEGAL, OUTCOMES
from tischlein.games.nussknacker.bots import LEVELS
from tischlein.games.nussknacker.invariants import INVARIANTS
from tischlein.games.nussknacker.ranges import RANGES
from tischlein.games.nussknacker.state import MOST_GOAL, MOST_QUESTIONS, NussknackerState
from tischlein.presentation import Presentation

__all__ = ["GAME"]

LONGEST = 4096
FEWEST_CARDS = 12
"""Of the simple game (option ``cards``)."""

GAME = Game(
    key="nussknacker",
    prefix="NUS",
    version=1,
    seats=(2, 3, 4),
    shelf=Shelf(minutes=25, credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr"),
    simultaneous=True,
    # What it is made of.
    state=NussknackerState,
    rules=Rules.of(rules, refusals),
    secrets=Secrets.of(rules),
    interrupts=Interrupts.of(rules),
    heuristics=Heuristics.of(win_probabilities),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, choices, aids, wording, terminal),
    invariants=INVARIANTS,
    # Bounds.
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=MOST_LEGAL,
    # While others share the lead, wrong guesses may go on for ever. Matches of people, and among
    # our levels, come nowhere near this.
    longest=LONGEST,
    # At most a chip for a seat from each deal, which takes its cards and a guess.
    score_bounds=(0, LONGEST // (FEWEST_CARDS + 1)),
    # What can be chosen.
    options=(
        Choices("cards", ("12", "16"), "16"),
        Number("goal", 1, MOST_GOAL, 5),
        Choices("start", ("lot", "first"), "lot"),
        Number("limit", 4, MOST_QUESTIONS, MOST_QUESTIONS),
    ),
    levels=LEVELS,
)
