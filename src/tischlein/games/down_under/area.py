"""The area: which cells it may still cover, and the boxes round what lies on the table."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.down_under.state import DownUnderState
from tischlein.games.down_under.table import find


@kernel
def fits(state: DownUnderState, x: int, y: int) -> bool:
    """Whether the area allows a straight or curve on a cell, occupied or not (DOW-18, DOW-57)."""
    if state.short == 0:
        return True
    if state.fixed:
        return bool(0 <= x < state.long and 0 <= y < state.short)
    if state.left > state.right:
        return True
    width = max(state.right, x) - min(state.left, x) + 1
    height = max(state.bottom, y) - min(state.top, y) + 1
    return bool(
        (width <= state.short and height <= state.long)
        or (width <= state.long and height <= state.short)
    )


@kernel
def write_fits(state: DownUnderState, left: int, top: int, width: int, out: Ints) -> None:
    """Write for each cell of a window, row by row, 1 if ``fits`` and otherwise 0."""
    for index in range(out.size):
        out[index] = 1 if fits(state, left + index % width, top + index // width) else 0


@kernel
def widen_box(state: DownUnderState, x: int, y: int) -> None:
    """Count a straight, curve or billabong for the rectangle of DOW-18."""
    if state.left > state.right:
        state.left = state.right = x
        state.top = state.bottom = y
        return
    state.left = min(state.left, x)
    state.right = max(state.right, x)
    state.top = min(state.top, y)
    state.bottom = max(state.bottom, y)


@kernel
def widen_window(state: DownUnderState, x: int, y: int) -> None:
    """Extend the window by which actions are numbered to include a cell."""
    state.west = min(state.west, x)
    state.east = max(state.east, x)
    state.north = min(state.north, y)
    state.south = max(state.south, y)


@kernel
def cell_number(state: DownUnderState, x: int, y: int) -> int:
    """Return the number of a cell in the window, which has a margin of one cell."""
    return (y - state.north + 1) * (state.east - state.west + 3) + x - state.west + 1


@kernel
def column_of(state: DownUnderState, cell: int) -> int:
    """Return x of a numbered cell."""
    return state.west - 1 + cell % (state.east - state.west + 3)


@kernel
def row_of(state: DownUnderState, cell: int) -> int:
    """Return y of a numbered cell; beyond the window for numbers that no cell has."""
    return state.north - 1 + cell // (state.east - state.west + 3)


@kernel
def has_neighbour(state: DownUnderState, x: int, y: int) -> bool:
    """Whether a card lies next to a cell, orthogonally or diagonally (DOW-6)."""
    for row in range(y - 1, y + 2):
        for column in range(x - 1, x + 2):
            if (row != y or column != x) and find(state, column, row) >= 0:
                return True
    return False
