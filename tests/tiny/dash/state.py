"""The state of Dash: chips, and how high the ball lies."""

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State

MOST_SEATS = 3
ROUNDS = 2
GO, LEFT, RIGHT, PASS = range(4)
ACTIONS = 4
FALL = 0
"""The one outcome of chance: the ball falls, and physics finds out where to."""
FAR = 100


class Phase(IntEnum):
    """What is expected."""

    READY = 0
    FALLING = 1
    OPEN = 2


class DashState(State):
    """One position."""

    seats: int
    phase: int
    rounds: int
    """Rounds that are over."""
    ball: int
    """Where the ball lies, -FAR to FAR without 0; 0 while it does not lie."""
    out: int
    """Bit set of the seats that have passed or were wrong."""
    chips: Annotated[Ints, Shape(MOST_SEATS)]
