"""Drop It: pieces fall into a narrow shaft, higher and higher, without touching their like."""

from __future__ import annotations

from tischlein.core.capabilities import Measured, Notation, Rules, Shelf
from tischlein.core.game import Game
from tischlein.core.options import Choices, Order, Teams
from tischlein.core.seats import LETTERS
from tischlein.games.dropit import (
    measuring,
    notation,
    picture,
    refusals,
    rules,
    setup,
    standings,
    terminal,
    wording,
)
from tischlein.games.dropit.actions import ACTIONS, OUTCOMES
from tischlein.games.dropit.bots import LEVELS
from tischlein.games.dropit.invariants import INVARIANTS
from tischlein.games.dropit.ranges import RANGES
from tischlein.games.dropit.state import DropItState
from tischlein.presentation import Presentation

__all__ = ["GAME"]

GAME = Game(
    key="dropit",
    prefix="DRO",
    version=1,
    seats=(2, 3, 4, 5, 6, 7, 8),
    shelf=Shelf(minutes=30, credits="Bernhard Lach, Uwe Rapp"),
    # What it is made of.
    state=DropItState,
    rules=Rules.of(rules, refusals, setup),
    measured=Measured.of(measuring),
    ranges=RANGES,
    notation=Notation.of(notation),
    presentation=Presentation.of(picture, standings, wording, terminal),
    invariants=INVARIANTS,
    compiled=False,
    # Bounds.
    actions=ACTIONS,
    outcomes=OUTCOMES,
    most_legal=rules.MOST_LEGAL,
    longest=rules.LONGEST,
    score_bounds=(0, rules.MOST_POINTS),
    # What can be chosen.
    options=(
        Choices("edges", ("shape", "colour", "none"), "shape"),
        Choices("jokers", ("no", "yes"), "no"),
        Teams(
            "teams",
            alone=setup.ALONE,
            rule="DRO-44",
            samples=("none", "12", "121", "1212", "1122", "12121", "121212", "1212121", "11122122"),
        ),
        Choices("split", ("lot", "fixed"), "lot", matters=(3,)),
        Choices("first", ("lot", *LETTERS), "lot"),
        Order("colours", "rgyb", samples=("rgyb", "bygr")),
        Choices("hand", ("steady", "normal", "shaky"), "steady"),
    ),
    levels=LEVELS,
)
