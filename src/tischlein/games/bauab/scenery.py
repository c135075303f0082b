"""The plan as scenery: its plots, and the letters and numbers beside them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tischlein.core.phrases import Phrase
from tischlein.games.bauab.names import cell_name, column_letter
from tischlein.games.bauab.state import BauabState
from tischlein.games.bauab.targets import plot_target
from tischlein.presentation.grids import names_beside
from tischlein.presentation.scenes import Lettering, Place

PITCH = 10.0
"""Distance of neighbouring plots in board units."""
PLOT = 9.5
EDGE = 3.0
"""Room for the letters and numbers of the plan."""
LETTERING = 2.2


@dataclass(frozen=True, eq=False)
class Board:
    """The scenery of one plan, one object for each; centres and places are in plots' order."""

    width: float
    height: float
    centres: list[tuple[float, float]]
    places: list[Place]
    letterings: list[Lettering]


def board_of(state: BauabState) -> Board:
    """Return the scenery of a match's plan."""
    return _board(tuple(state.column), tuple(state.line))


@lru_cache(maxsize=64)
def _board(columns: tuple[int, ...], lines: tuple[int, ...]) -> Board:
    width, height = max(columns) + 1, max(lines) + 1
    cells = list(zip(columns, lines, strict=True))
    return Board(
        width=EDGE + PITCH * width,
        height=EDGE + PITCH * height,
        centres=[(_middle(column), _middle(line)) for column, line in cells],
        places=[_place(plot, column, line) for plot, (column, line) in enumerate(cells)],
        letterings=names_beside(
            map(column_letter, range(width)),
            map(str, range(1, height + 1)),
            corner=(EDGE, EDGE),
            pitch=PITCH,
            edge=EDGE,
            size=LETTERING,
        ),
    )


def _middle(number: int) -> float:
    """Return how far the middle of a column or line lies from the edge."""
    return EDGE + PITCH * (number + 0.5)


def _place(plot: int, column: int, line: int) -> Place:
    return Place(
        id=plot_target(plot),
        x=_middle(column) - PLOT / 2,
        y=_middle(line) - PLOT / 2,
        w=PLOT,
        h=PLOT,
        label=Phrase("plot", {"plot": cell_name(column, line)}),
        symbol="plot",
    )
