"""Drunter & Drüber: a town that forgot its walls, its road and its river, and builds them now."""

from __future__ import annotations

from tischlein.core.capabilities import Heuristics, Notation, Rules, Secrets, Shelf
from tischlein.core.game import Game
from tischlein.core.options import Choices
from tischlein.games.drunter import (
    choices,
    notation,
    picture,
    refusals,
    rollouts,
    rules,
    scoring,
    secrecy,
    terminal,
    wording,
)
from tischlein.games.drunter.actions import ACTIONS, OUTCOMES
from tischlein.games.drunter.bots import LEVELS
from tischlein.games.drunter.invariants import INVARIANTS
from tischlein.games.drunter.ranges import RANGES
from tischlein.games.drunter.state import (
    ALL_TILES,
    FULL_SET,
    LOG,
    MOST_SEATS,
    VOTINGS,
    DrunterState,
)
from tischlein.games.drunter.town import PLANS
from tischlein.presentation import Presentation

__all__ = ["GAME"]

_OUTHOUSES = 18
_MOST_VOTES = _OUTHOUSES + LOG - ALL_TILES
"""A tile that stays covers an outhouse for good; the others are refused (DUD-47)."""

GAME = Game(
    key="drunter",
    prefix="DUD",
    version=1,
    seats=(2, 3, 4),
    shelf=Shelf(minutes=45, credits="Klaus Teuber"),
    simultaneous=True,
    # What it is made of.
    state=DrunterState,
    rules=Rules.of(rules, scoring, refusals),
    secrets=Secrets.of(secrecy),
    heuristics=Heuristics.of(rollouts),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, choices, wording, terminal),
    invariants=INVARIANTS,
    # Bounds.
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=FULL_SET,
    # Two goal cards each, the tiles, the lot; every tile laid or refused, and every vote of all;
    # each seat's joker once, and its choice of a goal.
    longest=2 * MOST_SEATS + ALL_TILES + 1 + LOG + MOST_SEATS * (_MOST_VOTES + 2),
    score_bounds=(0, 30),
    # What can be chosen.
    options=(
        Choices("board", tuple(PLANS), "classic"),
        Choices("goals", ("1", "2"), "1"),
        Choices("votes", VOTINGS, "turn"),
        Choices("first", ("lot", "A", "B", "C", "D"), "lot"),
    ),
    levels=LEVELS,
)
