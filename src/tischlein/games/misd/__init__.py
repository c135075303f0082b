"""Misd: who sees first what is missing?"""

from __future__ import annotations

from tischlein.core.game import Game
from tischlein.games.misd import notation, picture, rules
from tischlein.games.misd.bots import LEVELS
from tischlein.games.misd.laws import LAWS
from tischlein.games.misd.options import OPTIONS
from tischlein.games.misd.state import (
    ACTIONS,
    CARDS,
    CLAIM_CARD,
    LONGEST_LIMIT,
    MOST_CHIPS,
    OUTCOMES,
    SEATS,
    MisdState,
)

__all__ = ["GAME"]

GAME = Game(
    key="misd",
    prefix="MIS",
    version=1,
    seats=tuple(range(2, SEATS + 1)),
    state=MisdState,
    rules=rules,
    notation=notation,
    picture=picture,
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=CLAIM_CARD + 1,
    # The lot; then at the highest limit questions with a turn, two definition cards and a word of
    # every seat, and before each of them a laying. Without a limit there is no upper bound.
    longest=1 + LONGEST_LIMIT * (1 + 2 + SEATS + CARDS),
    score_bounds=(0, MOST_CHIPS),
    minutes=15,
    credits="Till Meyer, Nicole Stiehl, Klaus-Peter Rudolph, H. & W. Fuhr",
    options=OPTIONS,
    levels=LEVELS,
    laws=LAWS,
    quick=True,
)
