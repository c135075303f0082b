"""The exact value of one turn of Schlauraff under best play: for every possible column.

All columns of five are solved; columns with the same end share their lower rows. The expected
result of a turn with a column of single chips is then known to floating-point precision.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod

import numpy as np

from tischlein.core.state import Reals
from tischlein.games.schlauraff import turn_solver
from tischlein.games.schlauraff.state import (
    CHIPS_OF_A_COLOUR,
    COLOURS,
    DICE,
    FACES,
    LAID_ROWS,
    LETTERS,
)

Column = tuple[int, ...]
"""Colours of single chips, from the top."""


def solved() -> Iterator[tuple[str, float]]:
    """Yield what is known of the best play of a turn, each with its value."""
    worths = worth_of_columns()
    worst, best = min(worths, key=worths.__getitem__), max(worths, key=worths.__getitem__)
    alike = sum(worths.values()) / len(worths)
    drawn = sum(likely(column) * worth for column, worth in worths.items())
    yield f"chips of a fresh column, the mean of all {len(worths)}", alike
    yield "chips of a fresh column as it is drawn from a full bag", drawn
    yield f"chips of {written(worst)}, the worst column", worths[worst]
    yield f"chips of {written(best)}, the best column", worths[best]


def written(column: Column) -> str:
    """Return a column as records have it, from the top."""
    return "".join(LETTERS[colour] for colour in column)


def likely(column: Column) -> float:
    """Return how likely the first column is laid like this."""
    left = [CHIPS_OF_A_COLOUR] * COLOURS
    chances = []
    for number, colour in enumerate(column):
        chances.append(left[colour] / (COLOURS * CHIPS_OF_A_COLOUR - number))
        left[colour] -= 1
    return prod(chances)


@cache
def worth_of_columns() -> dict[Column, float]:
    """Return how many chips the best play takes on average from every column of single chips."""
    entries = np.full((LAID_ROWS + 1, FACES + 1, turn_solver.SETS), turn_solver.NEVER)
    entries[LAID_ROWS, 0] = LAID_ROWS
    workspace = (
        np.empty((turn_solver.SETS, turn_solver.SETS)),
        np.empty((turn_solver.SETS, DICE + 1)),
    )
    return dict(_upwards((), entries, workspace))


def _upwards(
    below: Column, entries: Reals, workspace: tuple[Reals, Reals]
) -> Iterator[tuple[Column, float]]:
    """Yield the columns that end in some chips, whose rows are solved, with their values."""
    row = LAID_ROWS - len(below) - 1
    if row < 0:
        ends = np.arange(LAID_ROWS + 1, dtype=np.float64)
        yield below, float(turn_solver.mean_start(entries, ends, turn_solver.dice_sets()))
        return
    for colour in range(COLOURS):
        turn_solver.solve_row(
            *(colour, float(row), turn_solver.starts(), turn_solver.dice_sets()),
            *(entries[row + 1], entries[row]),
            *workspace,
        )
        yield from _upwards((colour, *below), entries, workspace)
