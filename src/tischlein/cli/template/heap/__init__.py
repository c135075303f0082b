"""Heap: take stones from a heap; whoever takes the last one wins."""

import tischlein.design as td

from . import notation, picture, rules
from .state import LARGEST, MOST_TAKEN, SMALLEST, HeapState

GAME = td.Game(
    key="heap",
    prefix="HEA",
    seats=(2, 3, 4),
    state=HeapState,
    rules=td.Rules.of(rules),
    notation=td.Notation.of(notation),
    presentation=td.Presentation.of(picture),
    turn_rule="HEA-2",
    over_rule="HEA-4",
    actions=MOST_TAKEN,
    outcomes=4,
    most_legal=4,
    longest=1 + LARGEST,
    score_bounds=(0, 1),
    options=(td.Number("stones", SMALLEST, LARGEST, 15),),
    invariants=(
        td.Invariant("stones are conserved", lambda state: state.left + state.taken == state.whole),
    ),
    shelf=td.Shelf(minutes=5, credits=""),
)
