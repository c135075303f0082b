"""What things are called in records, in messages and in the targets of scenes."""

from __future__ import annotations

from tischlein.games.drunter.state import BRIDGE, KIND_OF_LINE
from tischlein.games.drunter.town import COLUMNS, CORNERS

KIND_WORDS = ("wall", "road", "river")
LINE_WORDS = ("road", "river", "wall1", "wall2")
SIZE_WORDS = ("single", "double", "triple")
DIRECTION_WORDS = ("n", "e", "s", "w")


def kind_of(line: int) -> str:
    """Return the name of the kind of tiles that a line is made of (DUD-15)."""
    return KIND_WORDS[KIND_OF_LINE[line]]


def corner_line(square: int) -> str:
    """Return the name of the line that begins on a corner (DUD-2)."""
    return LINE_WORDS[CORNERS.tolist().index(square)]


def covering_line(covered: int) -> str:
    """Return the name of the line whose tile covers a square, from what the state says of it."""
    return LINE_WORDS[covered % BRIDGE - 1]


def column_name(column: int) -> str:
    """Return the letter of a column."""
    return chr(ord("a") + column)


def square_name(square: int) -> str:
    """Return a square's name, such as ``c4``: column and row."""
    row, column = divmod(square, COLUMNS)
    return f"{column_name(column)}{row + 1}"


def goal_key(card: int) -> str:
    """Return the message that names a goal card."""
    return f"goal-{card}"
