"""Misd: who sees first what is missing?"""

from __future__ import annotations

from tischlein.core.capabilities import Notation, Race, Rules, Shelf
from tischlein.core.game import Game
from tischlein.games.misd import (
    choices,
    notation,
    picture,
    race,
    refusals,
    rules,
    terminal,
    wording,
)
from tischlein.games.misd.actions import ACTIONS, CLAIM_CARD, OUTCOMES
from tischlein.games.misd.bots import LEVELS
from tischlein.games.misd.cards import CARDS
from tischlein.games.misd.invariants import INVARIANTS
from tischlein.games.misd.options import OPTIONS
from tischlein.games.misd.ranges import RANGES
from tischlein.games.misd.state import LONGEST_LIMIT, MOST_CHIPS, SEATS, MisdState
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = Game(
    key="misd",
    prefix="MIS",
    version=1,
    seats=tuple(range(2, SEATS + 1)),
    shelf=Shelf(
        minutes=15,
        credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr",
        quick=True,
    ),
    # What it is made of.
    state=MisdState,
    rules=Rules.of(rules, refusals),
    race=Race.of(race),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, choices, wording, terminal),
    invariants=INVARIANTS,
    # Bounds.
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=CLAIM_CARD + 1,
    # The lot; then at the highest limit questions with a turn, two definition cards and a word of
    # every seat, and before each of them a laying. Without a limit there is no upper bound.
    longest=1 + LONGEST_LIMIT * (1 + 2 + SEATS + CARDS),
    score_bounds=(0, MOST_CHIPS),
    # What can be chosen.
    options=OPTIONS,
    levels=LEVELS,
)
