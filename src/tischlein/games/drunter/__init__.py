"""Drunter & Drüber: a town that forgot its walls, its road and its river, and builds them now."""

from __future__ import annotations

from tischlein.core.game import Game
from tischlein.core.options import Choices
from tischlein.games.drunter import notation, picture, rules
from tischlein.games.drunter.bots import LEVELS
from tischlein.games.drunter.laws import LAWS
from tischlein.games.drunter.state import (
    ACTIONS,
    ALL_TILES,
    FULL_SET,
    LOG,
    MOST_SEATS,
    OUTCOMES,
    DrunterState,
)

__all__ = ["GAME"]

_OUTHOUSES = 18
_MOST_VOTES = _OUTHOUSES + LOG - ALL_TILES
"""A tile that stays covers an outhouse for good; the others are refused (DUD-47)."""

GAME = Game(
    key="drunter",
    prefix="DUD",
    version=1,
    seats=(2, 3, 4),
    state=DrunterState,
    rules=rules,
    notation=notation,
    picture=picture,
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=FULL_SET,
    # Two goal cards each, the tiles, the lot; every tile laid or refused, and every vote of all;
    # each seat's joker once, and its choice of a goal.
    longest=2 * MOST_SEATS + ALL_TILES + 1 + LOG + MOST_SEATS * (_MOST_VOTES + 2),
    score_bounds=(0, 30),
    minutes=45,
    credits="Klaus Teuber",
    options=(
        Choices("board", ("classic", "new"), "classic"),
        Choices("goals", ("1", "2"), "1"),
        Choices("votes", ("turn", "simultaneous", "none"), "turn"),
        Choices("first", ("lot", "A", "B", "C", "D"), "lot"),
    ),
    secrets=True,
    levels=LEVELS,
    laws=LAWS,
    simultaneous=True,
)
