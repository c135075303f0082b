"""Raufer: a staircase of twenty floors, and everybody orders the next one up or down."""

from __future__ import annotations

from tischlein.core.capabilities import Heuristics, Notation, Rules, Secrets, Shelf
from tischlein.core.game import Game
from tischlein.core.options import Choices, Number
from tischlein.games.raufer import evaluation, notation, picture, refusals, rules, terminal, wording
from tischlein.games.raufer.actions import ACTIONS
from tischlein.games.raufer.bots import LEVELS
from tischlein.games.raufer.invariants import INVARIANTS
from tischlein.games.raufer.ranges import RANGES
from tischlein.games.raufer.state import CARDS, GREATEST_HAND, HAND_SIZES, LEAST_HAND, RauferState
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = Game(
    key="raufer",
    prefix="RAU",
    version=1,
    seats=tuple(HAND_SIZES),
    shelf=Shelf(minutes=15, credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr"),
    # What it is made of.
    state=RauferState,
    rules=Rules.of(rules, refusals),
    turn_rule="RAU-3",
    over_rule="RAU-24",
    secrets=Secrets.of(rules),
    heuristics=Heuristics.of(evaluation),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, wording, terminal),
    invariants=INVARIANTS,
    # Bounds.
    actions=ACTIONS,
    outcomes=CARDS,
    most_legal=ACTIONS,
    # The lot; 20 cards dealt or taken up, 20 laid, 14 drawn; passes: 3 when the pile runs dry, and
    # in phase 2 at most 4 + 3 + 2 + 1 before the last one is left.
    longest=68,
    score_bounds=(0, 1),
    # What can be chosen.
    options=(
        Choices("duel", ("responder", "commander"), "responder"),
        Choices("dry", ("safe", "out"), "safe"),
        Choices("start", ("first", "lot"), "first"),
        Number("hand", LEAST_HAND, GREATEST_HAND, HAND_SIZES),
    ),
    levels=LEVELS,
)
