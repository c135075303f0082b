"""The printed boards of Drunter & Drüber, and what follows from them: squares, neighbours, sites.

Squares are numbered row by row from ``a1`` in the upper left corner.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from tischlein.core.state import Ints

COLUMNS, ROWS = 15, 10
SQUARES = COLUMNS * ROWS
KINDS = 6
"""Kinds of buildings: museum, inn, school, hall, fire station, church, lettered ``MISHFC``."""
VALUES = 5
"""Every kind has one building of each value from 1 to 5."""
LETTERS = "MISHFC"

PLANS = {
    "classic": """
        rd .. .. .. .. .. I1 .. H1 .. .. .. .. .. w1
        .. .. S2 .. .. .. .. .. .. M3 oo .. C2 .. ..
        .. F2 .. oo C3 .. .. .. .. .. F4 oo .. .. ..
        .. .. oo H4 .. oo .. C5 .. .. .. I3 oo .. ..
        .. oo I4 .. .. S5 oo .. M5 .. oo .. .. .. F1
        M1 .. .. .. oo .. F5 .. oo I5 .. .. S4 oo ..
        .. .. oo S3 .. .. .. H5 .. oo .. C4 oo .. ..
        .. .. .. oo M4 .. .. .. .. .. H3 oo .. M2 ..
        .. .. H2 .. oo F3 .. .. .. .. .. .. I2 .. ..
        w2 .. .. .. .. .. C1 .. S1 .. .. .. .. .. rv
    """,
    "new": """
        rd .. .. .. .. .. M1 .. H1 .. .. .. .. .. w1
        .. S2 oo F2 .. .. .. .. .. .. .. .. .. .. ..
        .. .. .. .. H4 .. .. .. .. .. M4 .. C3 .. ..
        .. C2 oo .. oo I5 .. .. oo F5 oo S3 oo .. ..
        I1 oo .. .. .. .. oo .. S5 oo I4 .. F3 .. ..
        .. .. M3 .. C4 oo H5 .. oo .. .. .. .. oo C1
        .. .. oo H3 oo M5 oo .. .. C5 oo .. oo I2 ..
        .. .. I3 .. F4 .. .. .. .. .. S4 .. .. .. ..
        .. .. .. .. .. .. .. .. .. .. .. M2 oo H2 ..
        w2 .. .. .. .. .. S1 .. F1 .. .. .. .. .. rv
    """,
}
"""The boards, in the order of their numbers (DUD-2, DUD-3): a letter with a number is a building
of that kind and value, ``oo`` an outhouse, ``rd``, ``rv``, ``w1`` and ``w2`` the corners where
the lines begin."""

ROAD, RIVER, WALL_1, WALL_2 = range(4)
LINES = 4
_STARTS = ("rd", "rv", "w1", "w2")

NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = 4
OUTSIDE = -1
"""What lies beyond the edge of the board."""

# What is printed on a square: a building's number, which is 5 x kind + value - 1, or one of these.
EMPTY, OUTHOUSE, CORNER = -1, -2, -3
BUILDINGS = KINDS * VALUES


def _printed(word: str) -> int:
    if word in _STARTS:
        return CORNER
    if word in ("..", "oo"):
        return EMPTY if word == ".." else OUTHOUSE
    return VALUES * LETTERS.index(word[0]) + int(word[1]) - 1


def _neighbours() -> Ints:
    """Return the square beyond each side of each square."""
    beyond = np.full((SQUARES, DIRECTIONS), OUTSIDE, np.int64)
    for square in range(SQUARES):
        row, column = divmod(square, COLUMNS)
        if row > 0:
            beyond[square, NORTH] = square - COLUMNS
        if column < COLUMNS - 1:
            beyond[square, EAST] = square + 1
        if row < ROWS - 1:
            beyond[square, SOUTH] = square + COLUMNS
        if column > 0:
            beyond[square, WEST] = square - 1
    return beyond


_WORDS = [plan.split() for plan in PLANS.values()]

PRINTED: Ints = np.array([[_printed(word) for word in words] for words in _WORDS])
"""What is printed on each square of each board."""
SITES: Ints = np.array(
    [
        [words.index(f"{letter}{value}") for letter in LETTERS for value in range(1, VALUES + 1)]
        for words in _WORDS
    ]
)
"""The square of each building of each board."""
CORNERS: Ints = np.array([_WORDS[0].index(word) for word in _STARTS])
"""Where each line begins, the same on all boards (DUD-2)."""
BEYOND: Ints = _neighbours()
"""The neighbour of each square in each direction, ``OUTSIDE`` at the edge."""


@cache
def run(start: int, size: int, direction: int) -> tuple[int, ...]:
    """Return squares straight on from the first, ``OUTSIDE`` where they would leave the board."""
    squares = [start]
    while len(squares) < size:
        last = squares[-1]
        squares.append(OUTSIDE if last == OUTSIDE else int(BEYOND[last, direction]))
    return tuple(squares)


def kind_and_value(building: int) -> tuple[int, int]:
    """Return the kind of a building, and its value: 1 to 5."""
    kind, lower = divmod(building, VALUES)
    return kind, lower + 1
