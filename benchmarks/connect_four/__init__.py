"""Connect Four, written against the contract as any game is, to compare with other engines."""

from __future__ import annotations

from benchmarks.connect_four import picture, rules
from benchmarks.connect_four.state import CELLS, COLUMNS, LETTERS, STRIDE, ConnectFourState
from tischlein.core import registry
from tischlein.core.capabilities import Notation, Rules, Shelf
from tischlein.core.game import Game
from tischlein.core.levels import Level, Search
from tischlein.core.ranges import Bits, Numbers
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = registry.register(
    Game(
        key="connect_four",
        prefix="CON",
        seats=(2,),
        state=ConnectFourState,
        rules=Rules.of(rules),
        ranges={
            "seats": Numbers(2, 2),
            "stones": Bits(COLUMNS * STRIDE),
            "placed": Numbers(0, CELLS),
            "won": Numbers(0, 1),
        },
        notation=Notation.of_names(LETTERS),
        presentation=Presentation.of(picture),
        actions=COLUMNS,
        most_legal=COLUMNS,
        longest=CELLS,
        score_bounds=(0, 1),
        turn_rule="CON-1",
        over_rule="CON-3",
        shelf=Shelf(minutes=5),
        levels=(
            Level("medium", Search("uct", simulations=10_000, exploration=1.0)),
            Level("strong", Search("alphabeta", depth=CELLS, nodes=1_000_000)),
        ),
    )
)
