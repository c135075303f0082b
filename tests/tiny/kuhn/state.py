"""The state of Kuhn poker: two cards and the line of bets."""

from typing import Annotated

from tischlein.core.state import Ints, Shape, State

CARDS = 3
"""Jack, queen and king, as 1 to 3."""
UNKNOWN = 4
"""A card that has been dealt but not to the observer."""
LONGEST_LINE = 3
PASS, BET = 0, 1
ACTIONS = ("pass", "bet")
"""What the seats' actions are called."""
DEALS = ("deal jack", "deal queen", "deal king")
"""What chance's outcomes are called."""


class KuhnState(State):
    """One position."""

    cards: Annotated[Ints, Shape(2)]
    """Each seat's card, 0 before it is dealt."""
    made: int
    """Number of bets and passes so far."""
    line: Annotated[Ints, Shape(LONGEST_LINE)]
    """The bets and passes, in order."""
