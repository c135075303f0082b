"""Boards of rows and columns with a seat's mark on a cell: a scene in a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from string import ascii_lowercase

from tischlein.core.phrases import Phrase, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import letter
from tischlein.presentation import derived
from tischlein.presentation.scenes import Choice, Lettering, Piece, Place, Scene

_MARGIN = 0.06
"""Between a mark and the edges of its cell, whose sides are 1."""


def grid(
    observation: Observation,
    columns: int,
    owners: Sequence[int],
    targets: Sequence[int] | None = None,
) -> Scene:
    """Return the scene of a board whose cells hold a seat's mark, or nothing.

    Parameters
    ----------
    columns
        Number of columns. Cells are numbered in reading order and named ``a1``, ``b1`` and so on,
        the first row being 1.
    owners
        The seat whose mark is on each cell, -1 for a free one.
    targets
        For each action the cell that selects it; by default the cell of the same number.
    """
    legal = observation.legal(observation.seat)
    return Scene(
        width=float(columns),
        height=float(len(owners) // columns),
        prompt=derived.prompt(observation),
        places=[_place(cell, columns) for cell in range(len(owners))],
        pieces=[_mark(cell, owner, columns) for cell, owner in enumerate(owners) if owner >= 0],
        choices=[
            Choice(action, (f"cell:{action if targets is None else targets[action]}",))
            for action in legal
        ],
        panels=derived.panels(observation),
        awaited=derived.awaited(observation),
        result=derived.result(observation),
    )


def cell_names(columns: int, rows: int) -> list[str]:
    """Return the names of a board's cells in reading order: ``a1``, ``b1`` ..., after z ``aa1``."""
    return [f"{_column(column)}{row + 1}" for row in range(rows) for column in range(columns)]


def names_beside(
    columns: Iterable[str],
    rows: Iterable[str],
    *,
    corner: tuple[float, float],
    pitch: float,
    edge: float,
    size: float,
) -> list[Lettering]:
    """Return the names of columns and rows, in strips above and to the left of a board.

    Parameters
    ----------
    corner
        x and y of the board's upper left corner, in board units like all that follow.
    pitch
        Distance between the centres of neighbouring cells.
    edge
        Width of the strips.
    size
        Height of the letters; on screens where that would be illegible, they are larger.
    """
    left, top = corner
    return [
        *(
            Lettering(name, left + pitch * (column + 0.5), top - edge / 2, size, legible=True)
            for column, name in enumerate(columns)
        ),
        *(
            Lettering(name, left - edge / 2, top + pitch * (row + 0.5), size, legible=True)
            for row, name in enumerate(rows)
        ),
    ]


def _column(column: int) -> str:
    before, last = divmod(column, len(ascii_lowercase))
    return (_column(before - 1) if before else "") + ascii_lowercase[last]


def _place(cell: int, columns: int) -> Place:
    row, column = divmod(cell, columns)
    name = f"{_column(column)}{row + 1}"
    return Place(
        id=f"cell:{cell}",
        x=float(column),
        y=float(row),
        w=1.0,
        h=1.0,
        label=Phrase("derived-cell", {"cell": name}),
        symbol="grid-cell",
    )


def _mark(cell: int, owner: int, columns: int) -> Piece:
    row, column = divmod(cell, columns)
    size = 1 - 2 * _MARGIN
    return Piece(
        id=f"mark:{cell}",
        kind=f"mark:{letter(owner)}",
        symbol=f"sign-{letter(owner).lower()}",
        label=Phrase("derived-mark", {"seat": seat_name(owner)}),
        x=column + 0.5,
        y=row + 0.5,
        w=size,
        h=size,
        seat=owner,
        place=f"cell:{cell}",
    )
