"""The shaft and the stocks in characters."""

from __future__ import annotations

from collections.abc import Callable

from tischlein.core import seats
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.games.dropit import geometry, shaft
from tischlein.games.dropit.judging import LyingPiece, lying_pieces
from tischlein.games.dropit.shapes import REACH
from tischlein.games.dropit.state import COLOUR_NAMES, SHAPE_NAMES, SHAPES, DropItState

_COLUMN, _ROW = 5.0, 10.0
"""Millimetres for each character."""
_SIGNS = "●■◆▲"


def draw(observation: Observation, translate: Callable[[Phrase], str]) -> str:
    """Return the shaft and the stocks in characters.

    A piece is filled with the letter of its colour and has its shape in the middle; digits are
    the points of bonus circles, numbers at the left are levels.
    """
    state: DropItState = observation.state
    columns, rows = int(shaft.WIDTH / _COLUMN), int(shaft.HEIGHT / _ROW)
    grid = [[" "] * columns for _ in range(rows)]
    for circle in shaft.CIRCLES:
        _write(grid, circle.x, circle.y, str(circle.points))
    pieces = lying_pieces(state)
    for piece in pieces:
        _fill(grid, piece)
    for piece in pieces:
        _write(grid, piece.x, piece.y, _SIGNS[piece.shape])
    levels = {int((a + b) / 2 / _ROW): k + 1 for k, (a, b) in enumerate(shaft.PARTS_LEFT)}
    drawn = [
        f"{levels.get(rows - 1 - line, ' ')} |{''.join(row)}|" for line, row in enumerate(grid)
    ]
    scores = observation.scores()
    lines = [
        f"{seats.letter(seat)} {scores[seat]:>3}  {_stock_text(state, seat)}"
        for seat in range(observation.seats)
    ]
    return "\n".join([*drawn, f"  +{'-' * columns}+", "", *lines])


def legend(observation: Observation) -> list[tuple[str, Phrase]]:
    """Return what the letters of colours and the signs of shapes mean."""
    del observation
    letters = [name[0] for name in COLOUR_NAMES]
    return [
        (sign, Phrase("edge-symbol", {"symbol": name}))
        for sign, name in zip((*letters, *_SIGNS), (*COLOUR_NAMES, *SHAPE_NAMES), strict=True)
    ]


def _write(grid: list[list[str]], x: float, y: float, sign: str) -> None:
    row = len(grid) - 1 - int(y / _ROW)
    if 0 <= row < len(grid) and 0 <= x < shaft.WIDTH:
        grid[row][int(x / _COLUMN)] = sign


def _fill(grid: list[list[str]], piece: LyingPiece) -> None:
    sign = COLOUR_NAMES[piece.colour][0]
    reach = REACH[piece.shape]
    # Of the lines and columns only those that it can reach, and one more, are looked at.
    highest = len(grid) - 1 - int((piece.y + reach) / _ROW + 1)
    lowest = len(grid) - int((piece.y - reach) / _ROW - 1)
    for line in range(max(0, highest), min(len(grid), lowest + 1)):
        row = grid[line]
        height = (len(grid) - line - 0.5) * _ROW
        if abs(height - piece.y) > reach:
            continue
        begin, end = geometry.span(piece.core, piece.radius, height)
        first, last = int(begin / _COLUMN) - 1, int(end / _COLUMN) + 1
        for column in range(max(0, first), min(len(row), last + 1)):
            if begin < (column + 0.5) * _COLUMN < end:
                row[column] = sign


def _stock_text(state: DropItState, seat: int) -> str:
    stock = state.stocks[state.side[seat]]
    return " ".join(
        f"{COLOUR_NAMES[kind // SHAPES][0]}{_SIGNS[kind % SHAPES]}{count}"
        for kind, count in enumerate(stock)
        if count
    )
