"""The state of Connect Four: one bit board for each seat.

A column is seven bits: six cells from the bottom, and one that is never filled, so that no shift
carries a line of stones from one column into the next (the usual layout; Tromp, Pons).
"""

from __future__ import annotations

from typing import Annotated

from tischlein.core.state import Ints, Shape, State

COLUMNS = 7
LETTERS = "abcdefg"
"""What the columns are called."""
ROWS = 6
STRIDE = ROWS + 1
CELLS = COLUMNS * ROWS

BOTTOM = sum(1 << STRIDE * column for column in range(COLUMNS))
TOP = BOTTOM << ROWS - 1


class ConnectFourState(State):
    """One position; the bit of a cell is ``7 * column + row``, rows from the bottom."""

    stones: Annotated[Ints, Shape(2)]
    placed: int
    """Stones on the board; the seat to move is this number's lowest bit."""
    won: int
    """1 when the last stone made a line of four."""
