"""The printed town as a picture: the fixed ground below the tiles, the same in every position."""

from __future__ import annotations

from functools import cache, lru_cache

from tischlein.core.phrases import Phrase
from tischlein.games.drunter.names import column_name, corner_line, covering_line, square_name
from tischlein.games.drunter.state import BRIDGE, GOALS
from tischlein.games.drunter.town import (
    BUILDINGS,
    COLUMNS,
    CORNER,
    EMPTY,
    KINDS,
    OUTHOUSE,
    PRINTED,
    ROWS,
    SITES,
    SQUARES,
    kind_and_value,
)
from tischlein.presentation.grids import names_beside
from tischlein.presentation.scenes import Lettering, Line, Picture, Place

SIDE = 10.0
"""Of a square, in board units."""
WIDTH = COLUMNS * SIDE
TOWN_HEIGHT = ROWS * SIDE
STRIP_Y = TOWN_HEIGHT + 2.0
"""Where the strip of standing values begins."""
STRIP_ROW, STRIP_COLUMN = 9.6, 50.0
STRIP_COLUMNS = 3
HEIGHT = STRIP_Y + 2 * STRIP_ROW
EDGE = 5.2
"""Of the names of columns and rows, beyond the town."""


def centre(square: int) -> tuple[float, float]:
    """Return the middle of a square."""
    row, column = divmod(square, COLUMNS)
    return SIDE * (column + 0.5), SIDE * (row + 0.5)


def place_id(square: int) -> str:
    """Return the target that a square is."""
    return f"square:{square}"


@lru_cache(maxsize=256)
def places(board: int, cells: tuple[int, ...]) -> list[Place]:
    """Return the squares of a board as targets, with what is on them in words."""
    return [_place(board, square, covered) for square, covered in enumerate(cells)]


@cache  # at most 2 boards x 150 squares x 9 coverings
def _place(board: int, square: int, covered: int) -> Place:
    name = square_name(square)
    printed = int(PRINTED[board, square])
    if covered:
        key = "square-bridge" if covered & BRIDGE else "square-covered"
        label = Phrase(key, {"square": name, "line": covering_line(covered)})
    elif printed == CORNER:
        label = Phrase("square-corner", {"square": name, "line": corner_line(square)})
    elif printed == OUTHOUSE:
        label = Phrase("square-outhouse", {"square": name})
    elif printed == EMPTY:
        label = Phrase("square-empty", {"square": name})
    else:
        label = Phrase("square-building", {"square": name, "building": building_phrase(printed)})
    x, y = centre(square)
    return Place(place_id(square), x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, label)


def building_phrase(building: int) -> Phrase:
    """Return the name of a building with its value."""
    kind, value = kind_and_value(building)
    return Phrase("building", {"kind": GOALS[kind], "value": value})


@lru_cache(maxsize=2)
def pictures(board: int) -> tuple[Picture, ...]:
    """Return the drawings of a board: buildings, outhouses, corners, and green between them."""
    drawn = []
    for square in range(SQUARES):
        symbol = _symbol(int(PRINTED[board, square]), square)
        if symbol:
            x, y = centre(square)
            drawn.append(Picture(symbol, x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, upright=True))
    for kind in range(KINDS):
        x, y = strip_corner(kind)
        drawn.append(Picture(f"kind-{GOALS[kind]}", x + 1.6, y + 0.4, 8.0, 8.0, upright=True))
    return tuple(drawn)


def _symbol(printed: int, square: int) -> str:
    if printed == CORNER:
        return f"corner-{corner_line(square).rstrip('12')}"
    if printed == OUTHOUSE:
        return "outhouse"
    if printed == EMPTY:
        # Scattered evenly, but without a pattern that the eye would find.
        return {0: "green", 3: "tree"}.get(square * square % 23 % 6, "")
    return f"site-{GOALS[kind_and_value(printed)[0]]}"


@lru_cache(maxsize=2 * BUILDINGS)
def inscription(board: int, building: int) -> tuple[Lettering, Lettering]:
    """Return the value and the letter of a building, to be written on it while it is seen."""
    kind, value = kind_and_value(building)
    x, y = centre(int(SITES[board, building]))
    number = Lettering(str(value), x + 2.5, y + 2.5, 5.2, "ink")
    return number, Lettering(letter_phrase(kind), x - 3.6, y - 3.3, 2.6)


def letter_phrase(kind: int) -> Phrase:
    """Return the letter for a kind of building."""
    return Phrase("letter", {"kind": GOALS[kind]})


def strip_corner(kind: int) -> tuple[float, float]:
    """Return the upper left corner of a kind's part of the strip."""
    row, column = divmod(kind, STRIP_COLUMNS)
    return column * STRIP_COLUMN, STRIP_Y + row * STRIP_ROW


def _panel(x: float, y: float, w: float, h: float) -> Line:
    """Return the ground of a part of the strip below the town."""
    path = f"M{x + 0.3:g} {y:g}h{w - 0.6:g}v{h:g}h{0.6 - w:g}Z"
    return Line(path, "line", fill="paper", width=1.5)


def _grid() -> str:
    rows = "".join(f"M0 {SIDE * row:g}H{WIDTH:g}" for row in range(ROWS + 1))
    columns = "".join(f"M{SIDE * column:g} 0V{TOWN_HEIGHT:g}" for column in range(COLUMNS + 1))
    return rows + columns


NAMES = names_beside(
    map(column_name, range(COLUMNS)),
    map(str, range(1, ROWS + 1)),
    corner=(0, 0),
    pitch=SIDE,
    edge=EDGE,
    size=3.0,
)
STRIP_LETTERS = [
    Lettering(letter_phrase(kind), strip_corner(kind)[0] + 12.4, strip_corner(kind)[1] + 2.4, 3.2)
    for kind in range(KINDS)
]
_GRID = Line(_grid(), "line", width=1.0)
_GRASS = Line(f"M0 0H{WIDTH:g}V{TOWN_HEIGHT:g}H0Z", "line", fill="paper", width=1.5)
_STRIP = [_panel(*strip_corner(kind), STRIP_COLUMN, STRIP_ROW - 0.8) for kind in range(KINDS)]
LINES = [_GRASS, _GRID, *_STRIP]
