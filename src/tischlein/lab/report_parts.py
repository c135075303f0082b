"""What a report consists of: sections with paragraphs, tables and pictures."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tischlein.lab.intervals import Estimate

Cell = str | Estimate
"""Of a table: words, or a number that is sorted by its value."""


@dataclass(frozen=True)
class Grid:
    """A table with a caption."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    percent: tuple[int, ...] = ()
    """The columns whose estimates are shares."""
    points: tuple[int, ...] = ()
    """The columns whose estimates are differences of shares."""

    def text(self, column: int, cell: Cell) -> str:
        """Return a cell in words; an estimate stays on one line."""
        if isinstance(cell, str):
            return cell
        if math.isnan(cell.value):
            return "–"
        if column in self.percent:
            return _unbroken(cell.percent())
        return _unbroken(cell.points() if column in self.points else str(cell))


def _unbroken(text: str) -> str:
    return text.replace(" ", "\u00a0")


@dataclass(frozen=True)
class Figure:
    """A picture with a caption."""

    caption: str
    svg: str
    board: bool = False
    """Whether it is a drawing of the game instead of a chart."""


@dataclass(frozen=True)
class Section:
    """A part of a report under a heading."""

    heading: str
    paragraphs: tuple[str, ...] = ()
    grids: tuple[Grid, ...] = ()
    figures: tuple[Figure, ...] = ()
