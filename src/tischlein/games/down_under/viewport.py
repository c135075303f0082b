"""Which part of the plane is shown: the cells that may still be reached, and the border so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tischlein.games.down_under.area import write_fits
from tischlein.games.down_under.decoding import cell_before
from tischlein.games.down_under.state import DownUnderState
from tischlein.presentation.caches import cached_by_view
from tischlein.presentation.grids import names_beside
from tischlein.presentation.scenes import Lettering, Line

_AROUND = 1
"""Cells shown around the cards on the table, as far as any card may reach them."""
_ROOM = 9
"""Cells shown either way where no area says how far a board grows."""
_MOST = 13
"""The most cells shown in either direction from the start, however large the area is."""
_STEP = 4
"""By how many cells a view is widened at a time, so that its scale seldom changes."""

Span = tuple[int, int]


@dataclass(frozen=True)
class Viewport:
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
    """Whether a straight fits, for the cells row by row; None if no cell is outside."""

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

    def names(self, cell: float, edge: float) -> list[Lettering]:
        """Return the numbers of columns and rows, in a strip above and to the left."""
        return _names(self, cell, edge)


@lru_cache(maxsize=1024)
def _names(view: Viewport, cell: float, edge: float) -> list[Lettering]:
    return names_beside(
        map(str, range(view.left, view.right + 1)),
        map(str, range(view.top, view.bottom + 1)),
        corner=(cell * view.left, cell * view.top),
        pitch=cell,
        edge=edge,
        size=0.7 * edge,
    )


@lru_cache(maxsize=1024)
def _borders(view: Viewport, cell: float) -> list[Line]:
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


@cached_by_view
def viewport_of(state: DownUnderState) -> Viewport:
    """Return the part of the plane that is shown in a position."""
    ends = [cell_before(state, port) for tips in state.tips for port in tips if port >= 0]
    columns = [state.west, state.east, *(x for x, _ in ends)]
    rows = [state.north, state.south, *(y for _, y in ends)]
    taken = (min(columns), max(columns)), (min(rows), max(rows))
    box = state.left, state.top, state.right, state.bottom
    known = _viewports_of_area(state.short, state.long, bool(state.fixed), box)
    if taken not in known:
        known[taken] = _viewport(state, *taken)
    return known[taken]


@lru_cache(maxsize=256)
def _viewports_of_area(
    short: int, long: int, fixed: bool, box: tuple[int, ...]
) -> dict[tuple[Span, Span], Viewport]:
    """Return a cache of an area's views, by the cells taken."""
    del short, long, fixed, box
    return {}


def _viewport(state: DownUnderState, taken_x: Span, taken_y: Span) -> Viewport:
    across, definite_x = _reach(state, horizontal=True)
    down, definite_y = _reach(state, horizontal=False)
    columns_shown, rows_shown = _room(state)
    wide = _shown(taken_x, across, definite_x, columns_shown)
    high = _shown(taken_y, down, definite_y, rows_shown)
    fitting = None
    if state.short:
        width = wide[1] - wide[0] + 1
        cells = np.empty(width * (high[1] - high[0] + 1), np.int64)
        write_fits(state, wide[0], high[0], width, cells)
        fitting = tuple(cells.tolist())
    return Viewport(
        *(wide[0], high[0], wide[1], high[1]), across, down, definite_x, definite_y, fitting
    )


def _room(state: DownUnderState) -> tuple[int, int]:
    """Return how many columns and rows are shown: the area with its exits.

    Which way it is the longer is known once more lies one way than its shorter side: then the
    board changes its scale, and at no other time.
    """
    if not state.short:
        return _ROOM, _ROOM
    long, short = min(state.long + 2, _MOST), min(state.short + 2, _MOST)
    if state.left > state.right:
        return short, short
    across = state.right - state.left >= state.short
    upright = state.bottom - state.top >= state.short
    return (long if across else short), (long if upright else short)


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


def _length(span: Span) -> int:
    return span[1] - span[0] + 1


def _shown(taken: Span, reach: Span | None, definite: bool, room: int) -> Span:
    """Return the span shown along one axis: a fixed length, moved no farther than necessary."""
    # Ends may lie one cell outside.
    bounds = None if reach is None else (min(reach[0] - 1, taken[0]), max(reach[1] + 1, taken[1]))
    if bounds is not None and definite:
        return bounds
    length = room + _STEP * max(0, -(-(_length(taken) - room) // _STEP))
    around = min(_AROUND, (length - _length(taken)) // 2)
    first = max(min(-(length // 2), taken[0] - around), taken[1] + around - length + 1)
    if bounds is None:
        return first, first + length - 1
    length = min(length, _length(bounds))
    first = min(max(first, bounds[0]), bounds[1] - length + 1)
    return first, first + length - 1
