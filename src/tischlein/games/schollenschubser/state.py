"""The state of Schollenschubser: floes, researchers, cards in stock, dice and phase."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State

ROWS = 5
COLUMNS = 4
SQUARES = ROWS * COLUMNS
"""Squares in reading order: A1 is 0, E4 is 19 (SCH-2)."""
NORTH, WEST, EAST, SOUTH = 0, 1, 2, 3
DIRECTIONS = 4
STRIDES = (-COLUMNS, -1, 1, COLUMNS)
"""What a step in each direction adds to the number of a square."""
SEATS = 4
PAWNS = 4
"""Researchers of each seat (SCH-4)."""
SIZES = 4
SMALL, BIG = 0, 1
"""Kinds of floe cards: sizes 1 and 2 are two sides of a small one, 3 and 4 of a big one."""
CARDS = 5
"""Cards of each kind (SCH-3)."""
COLUMN_DIE = 5
"""The face that allows every column (SCH-18)."""
MELT_DIE = 6
"""The face that melts a floe (SCH-19)."""


class Phase(IntEnum):
    """What the match waits for."""

    LAY = 0
    START = 1
    ROLL = 2
    DRIFT = 3
    MOVE = 4
    OVER = 5


class SchollenschubserState(State):
    """One position; everything is open."""

    largest: int
    """Size of the largest floes, 3 or 4 (SCH-7)."""
    push: int
    """1 if drifting floes push those south of them (SCH-15)."""
    may_skip_melt: int
    """1 if a 6 need not be followed (SCH-22)."""
    long_steps: int
    """1 if a step goes straight on over floes (SCH-26)."""
    phase: int
    mover: int
    laid: int
    """How many of the two floes of chance lie (SCH-6)."""
    dice: Annotated[Ints, Shape(2)]
    """Faces in the order rolled, 0 for a die not rolled yet."""
    floe: Annotated[Ints, Shape(SQUARES)]
    """Size of the floe on each square, 0 for water."""
    floe_number: Annotated[Ints, Shape(SQUARES)]
    """Which floe lies on each square, from 1, 0 for water. No rule asks for it: floes of one size
    are alike, and only this tells a picture which of them has moved where (SCH-15)."""
    pawns: Annotated[Ints, Shape(SQUARES, SEATS)]
    unmoved: Annotated[Ints, Shape(SQUARES)]
    """The mover's researchers on each square that may still move this turn (SCH-30)."""
    may_board: int
    """1 while one of those who stood on the bank when moving began may board (SCH-24)."""
    boarded: int
    """1 when one has boarded this turn."""
    stock: Annotated[Ints, Shape(2)]
    """Cards of each kind that are not on the board."""
    bank: Annotated[Ints, Shape(SEATS)]
    saved: Annotated[Ints, Shape(SEATS)]
