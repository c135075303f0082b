"""Ganz nach Plan!?: every card is a plan, and the last one counts too."""

from __future__ import annotations

from tischlein.core.capabilities import Heuristics, Notation, Rules, Secrets, Shelf
from tischlein.core.game import Game
from tischlein.core.options import Number, Written
from tischlein.games.ganz_nach_plan import (
    decks,
    determinization,
    lookahead,
    notation,
    picture,
    refusals,
    rules,
    secrecy,
    terminal,
    wording,
)
from tischlein.games.ganz_nach_plan.actions import ACTIONS, OUTCOMES
from tischlein.games.ganz_nach_plan.bots import LEVELS
from tischlein.games.ganz_nach_plan.decks import BOX
from tischlein.games.ganz_nach_plan.invariants import INVARIANTS
from tischlein.games.ganz_nach_plan.ranges import RANGES
from tischlein.games.ganz_nach_plan.state import (
    CARDS,
    MOST_TURNS,
    GanzNachPlanState,
)
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = Game(
    key="ganz_nach_plan",
    prefix="GNP",
    version=1,
    seats=(3, 4),
    shelf=Shelf(minutes=10, credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr"),
    simultaneous=True,
    # What it is made of.
    state=GanzNachPlanState,
    rules=Rules.of(rules, refusals),
    secrets=Secrets.of(secrecy, determinization),
    heuristics=Heuristics.of(lookahead),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, wording, terminal),
    invariants=INVARIANTS,
    # Bounds.
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=CARDS,
    longest=CARDS + 5 * MOST_TURNS,
    score_bounds=(0, 1),
    # What can be chosen.
    options=(
        Number("limit", 10, MOST_TURNS, MOST_TURNS),
        Written("deck", BOX, decks.normalize, samples=(BOX, decks.SAMPLE)),
    ),
    levels=LEVELS,
)
