"""Nussknacker: one card lies hidden, and questions for sums lead to its value."""

from __future__ import annotations

from tischlein.core.game import Game
from tischlein.core.options import Choices, Number
from tischlein.games.nussknacker import notation, picture, rules
from tischlein.games.nussknacker.bots import LEVELS
from tischlein.games.nussknacker.laws import LAWS
from tischlein.games.nussknacker.state import (
    ACTIONS,
    MOST_GOAL,
    MOST_LEGAL,
    MOST_QUESTIONS,
    OUTCOMES,
    NussknackerState,
)

__all__ = ["GAME"]

GAME = Game(
    key="nussknacker",
    prefix="NUS",
    version=1,
    seats=(2, 3, 4),
    state=NussknackerState,
    rules=rules,
    notation=notation,
    picture=picture,
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=MOST_LEGAL,
    # While others share the lead, wrong guesses may go on for ever; no real match comes near this.
    longest=4096,
    score_bounds=(0, 128),
    minutes=25,
    credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr",
    options=(
        Choices("cards", ("12", "16"), "16"),
        Number("goal", 1, MOST_GOAL, 5),
        Choices("start", ("lot", "first"), "lot"),
        Number("limit", 4, MOST_QUESTIONS, MOST_QUESTIONS),
    ),
    levels=LEVELS,
    laws=LAWS,
    secrets=True,
    simultaneous=True,
)
