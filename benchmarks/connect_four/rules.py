"""The rules of Connect Four: drop a stone, and four in a line win."""

from __future__ import annotations

from benchmarks.connect_four.state import (
    CELLS,
    COLUMNS,
    ROWS,
    STRIDE,
    TOP,
    ConnectFourState,
)
from tischlein.core.kernel import kernel
from tischlein.core.phrases import Refusal
from tischlein.core.state import Ints

COLUMN = (1 << ROWS) - 1


@kernel
def acting(state: ConnectFourState) -> int:
    """Return the bit of the seat to move; none after a line or on a full board (CON-1, CON-3)."""
    if state.won or state.placed == CELLS:
        return 0
    return 1 + (state.placed & 1)


@kernel
def legal(state: ConnectFourState, seat: int, out: Ints) -> int:
    """Write the columns that are not full (CON-2)."""
    free = ~(state.stones[0] | state.stones[1]) & TOP
    count = 0
    for column in range(COLUMNS):
        out[count] = column
        count += free >> column * STRIDE + ROWS - 1 & 1
    return count


@kernel
def apply(state: ConnectFourState, seat: int, action: int) -> None:
    """Drop a stone into a column (CON-2)."""
    filled = state.stones[0] | state.stones[1]
    # Adding a bit at the bottom of a stack of ones carries it to the first free cell.
    cell = filled + (1 << action * STRIDE) & COLUMN << action * STRIDE & ~filled
    state.stones[seat] |= cell
    state.placed += 1
    state.won = has_line(state.stones[seat])


@kernel
def has_line(stones: int) -> int:
    """Return 1 if four stones stand in a line (CON-3)."""
    for step in (1, STRIDE, STRIDE - 1, STRIDE + 1):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return 1
    return 0


@kernel
def scores(state: ConnectFourState, out: Ints) -> None:
    """Give the winner one point (CON-3)."""
    out[0] = state.won & state.placed
    out[1] = state.won & ~state.placed


def why_not(state: ConnectFourState, seat: int, action: int) -> Refusal | None:
    """Refuse a full column (CON-2)."""
    is_full = (state.stones[0] | state.stones[1]) >> action * STRIDE + ROWS - 1 & 1
    return Refusal("CON-2") if is_full else None
