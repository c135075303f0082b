"""Names of chips and plots: ``5``, ``x``; column letter and line number, ``a1`` at the top left."""

from __future__ import annotations

from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import cell_in
from tischlein.games.bauab.state import PLOTS, BauabState


def kind_name(kind: int) -> str:
    """Return ``1`` to ``5``, or ``x`` for the option chip."""
    return "12345x"[kind]


def column_letter(column: int) -> str:
    """Return the letter of a column, counted from 0."""
    return chr(ord("a") + column)


def cell_name(column: int, line: int) -> str:
    """Return the name of a cell, columns and lines counted from 0."""
    return f"{column_letter(column)}{line + 1}"


def plot_name(state: BauabState, plot: int) -> str:
    """Return a plot's name."""
    return cell_name(state.column[plot], state.line[plot])


def plot_named(state: BauabState, cell: str) -> int:
    """Return the plot on a cell.

    Raises
    ------
    NotationError
        If the text names no cell.
    RefusedError
        If the cell is no plot of the plan (BAU-11).
    """
    named = cell_in(cell)
    if named is None:
        raise NotationError(f"a cell is a letter and a number, such as c2, not {cell!r}")
    for plot in range(PLOTS):
        if (state.column[plot], state.line[plot] + 1) == named:
            return plot
    raise RefusedError(Refusal("BAU-11", {"plot": cell}, message="BAU-11-outside"))
