"""Connect Four, written against the contract as any game is, to compare with other engines."""

from __future__ import annotations

from benchmarks.connect_four import notation, picture, rules
from benchmarks.connect_four.state import CELLS, COLUMNS, ConnectFourState
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.levels import AlphaBeta, Level, Uct

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="connect_four",
        prefix="CON",
        version=1,
        seats=(2,),
        state=ConnectFourState,
        rules=rules,
        notation=notation,
        picture=picture,
        actions=COLUMNS,
        most_legal=COLUMNS,
        longest=CELLS,
        score_bounds=(0, 1),
        minutes=5,
        credits="",
        levels=(
            Level("medium", Uct(simulations=10_000, exploration=1.0)),
            Level("strong", AlphaBeta(depth=CELLS, nodes=1_000_000)),
        ),
    )
)
