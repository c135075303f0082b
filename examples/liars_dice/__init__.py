"""Liar's dice for two, with a die each that shows 1 to 3: a small game with secrets."""

import tischlein.design as td

from . import hiding, picture, rules
from .state import BIDS, FACES, LIAR, LiarsDiceState

GAME = td.Game(
    key="liars_dice",
    prefix="LIA",
    seats=(2,),
    state=LiarsDiceState,
    rules=td.Rules.of(rules),
    secrets=td.Secrets.of(hiding),
    notation=td.Notation.of_names(
        [*(f"{count}x{face}" for count in (1, 2) for face in range(1, FACES + 1)), "liar"],
        [f"roll {face}" for face in range(1, FACES + 1)],
    ),
    presentation=td.Presentation.of(picture),
    turn_rule="LIA-2",
    over_rule="LIA-4",
    actions=LIAR + 1,
    outcomes=FACES,
    most_legal=LIAR + 1,
    longest=2 + BIDS + 1,
    score_bounds=(0, 1),
    levels=(td.Level("medium", td.Search("ismcts", simulations=2_000)),),
)
