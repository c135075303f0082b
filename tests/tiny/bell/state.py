"""The state of Bell: chips, and the numbers chosen in secret."""

from typing import Annotated

from tischlein.core.state import Ints, Shape, State

MOST_SEATS = 4
ROUNDS = 2
NUMBERS = 3
UNKNOWN = NUMBERS + 1
"""A number that somebody has chosen and the observer does not know."""
RING = NUMBERS
ACTIONS = ("1", "2", "3", "ring")
"""What the actions are called."""


class BellState(State):
    """One position."""

    rounds: int
    """Rounds completed."""
    rung: int
    """1 after somebody has rung."""
    chosen: Annotated[Ints, Shape(MOST_SEATS)]
    """The number of each seat in this round, 1 to 3; 0 before it has chosen."""
    shown: Annotated[Ints, Shape(MOST_SEATS)]
    """The numbers of the round before."""
    chips: Annotated[Ints, Shape(MOST_SEATS)]
