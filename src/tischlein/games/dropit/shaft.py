"""The shaft as printed: its size, level lines, bonus circles and edge symbols (DRO-2 to DRO-7).

Lengths are in millimetres, x to the right and y upwards from the lower left inner corner. The
rulebook gives only the numbers of parts; this layout is Tischlein's own.
"""

from __future__ import annotations

from dataclasses import dataclass

from tischlein.games.dropit.state import COLOUR_NAMES, SHAPE_NAMES, Edges

WIDTH = 205.0
HEIGHT = 280.0
"""Of the rim, where level 8 ends."""

LINES_LEFT = (46.0, 72.0, 114.0, 140.0, 182.0, 208.0, 250.0)
LINES_RIGHT = (38.0, 80.0, 106.0, 148.0, 174.0, 216.0, 242.0)
"""Height of the line above level 1 to 7 at either wall; the lines between are straight (DRO-5)."""
LEVELS = 8


@dataclass(frozen=True)
class Circle:
    """A bonus circle (DRO-6)."""

    x: float
    y: float
    radius: float
    points: int


CIRCLES = (
    Circle(150.0, 21.0, 9.0, 2),
    Circle(48.0, 59.0, 13.0, 1),
    Circle(116.0, 93.0, 6.0, 3),
    Circle(164.0, 127.0, 13.0, 1),
    Circle(62.0, 161.0, 9.0, 2),
    Circle(144.0, 195.0, 6.0, 3),
    Circle(40.0, 229.0, 13.0, 1),
    Circle(123.0, 263.0, 9.0, 2),
)
"""Circle number k lies in level k."""

PARTS_LEFT = tuple(zip((0.0, *LINES_LEFT), (*LINES_LEFT, HEIGHT), strict=True))
PARTS_RIGHT = tuple(zip((0.0, *LINES_RIGHT), (*LINES_RIGHT, HEIGHT), strict=True))
PARTS_FLOOR = tuple((WIDTH / 4 * part, WIDTH / 4 * (part + 1)) for part in range(4))
"""From and to of each part of the walls and of the floor; the end belongs to the next part."""

PARTS = (*PARTS_LEFT, *PARTS_RIGHT, *PARTS_FLOOR)
LEFT = 0
RIGHT = LEFT + LEVELS
FLOOR = RIGHT + LEVELS
"""Where the parts of each edge begin in the common numbering of parts."""

_SHOWN = {
    Edges.SHAPE: (
        "square circle diamond triangle circle square triangle diamond "
        "triangle diamond circle square diamond triangle circle square "
        "circle triangle square diamond"
    ),
    Edges.COLOUR: (
        "blue yellow red green yellow blue green red "
        "green red yellow blue red green yellow blue "
        "red green yellow blue"
    ),
}
_NAMES = {Edges.SHAPE: SHAPE_NAMES, Edges.COLOUR: COLOUR_NAMES}
SYMBOLS = {
    edges: tuple(_NAMES[edges].index(word) for word in words.split())
    for edges, words in _SHOWN.items()
}
"""The shape or colour that each part shows, left wall, right wall, floor (DRO-7, DRO-50)."""


def part_name(part: int) -> str:
    """Return the name of a part of an edge, such as ``left3``."""
    for name, begin in (("floor", FLOOR), ("right", RIGHT), ("left", LEFT)):
        if part >= begin:
            return f"{name}{part - begin + 1}"
    raise ValueError(f"there is no part {part}")
