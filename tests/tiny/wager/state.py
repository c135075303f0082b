"""The state of Wager: what each seat has rolled."""

from typing import Annotated

from tischlein.core.state import Ints, Shape, State

MOST_SEATS = 3
STEADY, WILD = 0, 1
DICE = (((2, 1), (4, 1)), ((0, 5), (9, 1)))
"""The two sides of each die: points and weight."""
ACTIONS = ("steady", "wild")
ROLLS = tuple(str(points) for sides in DICE for points, _ in sides)


class WagerState(State):
    """One position."""

    turn: int
    """The seat whose turn it is; the number of seats at the end."""
    die: int
    """1 + the die about to be rolled, 0 if none."""
    points: Annotated[Ints, Shape(MOST_SEATS)]
