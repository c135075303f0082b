"""Down Under: build the longest path over a plane whose border emerges."""

from __future__ import annotations

from tischlein.core.game import Game
from tischlein.core.options import Choices, Written
from tischlein.games.down_under import layouts, notation, picture, rules
from tischlein.games.down_under.bots import LEVELS
from tischlein.games.down_under.laws import LAWS
from tischlein.games.down_under.state import ACTIONS, DownUnderState

__all__ = ["GAME"]

GAME = Game(
    key="down_under",
    prefix="DOW",
    version=1,
    seats=(2, 3, 4),
    state=DownUnderState,
    rules=rules,
    notation=notation,
    picture=picture,
    actions=ACTIONS,
    most_legal=1_500,
    longest=400,
    score_bounds=(-32, 220),
    minutes=40,
    credits="Günter Cornett, Ro Sato, Bambus Spieleverlag",
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
    laws=LAWS,
)
