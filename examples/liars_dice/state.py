"""The state of Liar's dice: two dice, the last bid, and who has called it a lie."""

from typing import Annotated

import tischlein.design as td

FACES = 3
"""What a die may show (LIA-1)."""
BIDS = 2 * FACES
"""Bids, from one 1 to two 3s, in rising order (LIA-2)."""
LIAR = BIDS
"""The action that doubts the last bid (LIA-3); those before it are bids."""
HIDDEN_DIE = FACES + 1
"""A die that has been rolled, in the eyes of those who may not see it."""


class LiarsDiceState(td.State):
    """One position."""

    dice: Annotated[td.Ints, td.Shape(2)]
    """Each seat's die, 0 before it is rolled."""
    bid: int
    """The last bid, from 1 to ``BIDS``; 0 before the first."""
    turns: int
    """How many bids there have been; seats take turns."""
    doubted: int
    """1 once somebody has called the last bid a lie."""
