"""Which part of the plane is shown: the cells that may still be reached, and the border so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tischlein.games.down_under.area import write_fits
from tischlein.games.down_under.reading import cell_before, open_ends
from tischlein.games.down_under.state import COLOURS, DownUnderState
from tischlein.presentation.kept import once
from tischlein.presentation.scenes import Line

_MARGIN = 2
"""Cells shown round what lies on the table, as far as any card may reach them."""
_LEAST = 7
"""Least cells shown either way, so that a board keeps its scale as it grows."""
_SLENDER = 1.3
"""A view is at most so much wider than high, or higher than wide, where there is room."""

Span = tuple[int, int]


@dataclass(frozen=True)
class View:
    """A window of cells, both bounds included, and the rows and columns that straights may reach.

    ``across`` and ``down`` are None without a border; ``definite_x`` and ``definite_y`` say
    whether the area's sides can still move.
    """

    left: int
    top: int
    right: int
    bottom: int
    across: Span | None
    down: Span | None
    definite_x: bool
    definite_y: bool
    inside: tuple[int, ...] | None
    """Whether a straight fits, for the cells row by row; None where nothing is outside."""

    def cells(self) -> Iterator[tuple[int, int, bool]]:
        """Yield x, y of every cell, and whether a straight may lie there."""
        width = self.right - self.left + 1
        for index in range(width * (self.bottom - self.top + 1)):
            y, x = divmod(index, width)
            fits = self.inside is None or self.inside[index] == 1
            yield x + self.left, y + self.top, fits

    def lines(self, cell: float) -> list[Line]:
        """Return the border: solid where it is definite, dashed where it may still move."""
        return _borders(self, cell)


@lru_cache(maxsize=1024)
def _borders(view: View, cell: float) -> list[Line]:
    if view.across is None or view.down is None:
        return []
    x1, x2 = cell * view.across[0], cell * (view.across[1] + 1)
    y1, y2 = cell * view.down[0], cell * (view.down[1] + 1)
    low_x, high_x = cell * view.left, cell * (view.right + 1)
    low_y, high_y = cell * view.top, cell * (view.bottom + 1)
    lines = []
    for x in (x1, x2):
        if low_x <= x <= high_x:
            path = f"M{x:g} {max(y1, low_y):g}V{min(y2, high_y):g}"
            lines.append(_border(path, view.definite_x))
    for y in (y1, y2):
        if low_y <= y <= high_y:
            path = f"M{max(x1, low_x):g} {y:g}H{min(x2, high_x):g}"
            lines.append(_border(path, view.definite_y))
    return lines


def _border(path: str, definite: bool) -> Line:
    return Line(path, "ink" if definite else "muted", dashed=not definite, width=3.0)


@once
def view_of(state: DownUnderState) -> View:
    """Return the part of the plane that is shown in a position."""
    columns, rows = [state.west, state.east], [state.north, state.south]
    for colour in range(COLOURS):
        for port in open_ends(state, colour):
            x, y = cell_before(state, port)
            columns.append(x)
            rows.append(y)
    taken_x, taken_y = (min(columns), max(columns)), (min(rows), max(rows))
    across, definite_x = _reach(state, horizontal=True)
    down, definite_y = _reach(state, horizontal=False)
    wide, high = _window(taken_x, taken_y, across, down, definite_x, definite_y)
    fitting = None
    if state.short:
        width = wide[1] - wide[0] + 1
        cells = np.empty(width * (high[1] - high[0] + 1), np.int64)
        write_fits(state, wide[0], high[0], width, cells)
        fitting = tuple(cells.tolist())
    return View(
        *(wide[0], high[0], wide[1], high[1]), across, down, definite_x, definite_y, fitting
    )


@lru_cache(maxsize=1024)
def _window(
    taken_x: Span,
    taken_y: Span,
    across: Span | None,
    down: Span | None,
    definite_x: bool,
    definite_y: bool,
) -> tuple[Span, Span]:
    """Return which columns and which rows are shown."""
    wide = _shown(taken_x, across, definite_x, _LEAST)
    high = _shown(taken_y, down, definite_y, _LEAST)
    high = _shown(high, down, definite_y, round((wide[1] - wide[0] + 1) / _SLENDER), margin=0)
    wide = _shown(wide, across, definite_x, round((high[1] - high[0] + 1) / _SLENDER), margin=0)
    return wide, high


def _reach(state: DownUnderState, *, horizontal: bool) -> tuple[Span | None, bool]:
    """Return between which bounds straights may lie one way, and whether these are definite."""
    if not state.short:
        return None, False
    short, long = state.short, state.long
    if state.fixed:
        return (0, (long if horizontal else short) - 1), True
    if state.left > state.right:
        return (1 - long, long - 1), False
    spans = (state.left, state.right), (state.top, state.bottom)
    (low, high), (other_low, other_high) = spans if horizontal else spans[::-1]
    most = long if other_high - other_low < short else short
    return (high - most + 1, low + most - 1), high - low + 1 == most


def _shown(
    taken: Span, reach: Span | None, definite: bool, least: int, *, margin: int = _MARGIN
) -> Span:
    """Return what is shown one way: what is taken and some cells more, within what is possible."""
    low, high = taken[0] - margin, taken[1] + margin
    while high - low + 1 < least:
        low, high = (low - 1, high) if (high - low) % 2 else (low, high + 1)
    if reach is None:
        return low, high
    # Ends may lie one cell outside.
    bounds = reach[0] - 1, reach[1] + 1
    if definite:
        low, high = bounds
    low, high = max(low, bounds[0]), min(high, bounds[1])
    return min(low, taken[0]), max(high, taken[1])
