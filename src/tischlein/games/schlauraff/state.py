"""The state of Schlauraff: columns of chips, piles, dice, the bag and the points."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State

SEATS = 4
COLUMNS = 8
"""Most columns of a round; column a is 0, and the rightmost one is worked first."""
LAID_ROWS = 5
ROWS = LAID_ROWS * COLUMNS
"""Most rows of a column, with ``leftovers=below``."""
DICE = 6
FACES = 6
COLOURS = 4
YELLOW, GREEN, BLUE, RED = range(COLOURS)
LETTERS = "ygbr"
CHIPS_OF_A_COLOUR = 10
VALUES = (11, 3, 5, 10)
"""What the dice on a chip must add up to, by colour; yellow also yields to a single 1 (SLR-3)."""

CHIP_BITS = 3
"""A pile is written in octal digits, colour + 1 each, its top chip in the lowest digit."""
TOP = (1 << CHIP_BITS) - 1

MOST_EVENTS_OF_A_TURN = 21 + 5 + 6 + 5
"""Dice rolled (six, and one fewer each time), rolls again, puts and carries of one turn.

Every roll follows a put, for a die to carry exists only after one; and the first put of a turn
offers nothing to carry.
"""

NOT_BEGUN = -1
"""The current row before the first put of a turn."""


class Phase(IntEnum):
    """What the match waits for."""

    START = 0
    LAY = 1
    ROLL = 2
    TURN = 3
    OVER = 4


class SchlauraffState(State):
    """One position; everything is open."""

    columns: int
    below: int
    """1 if chips that were not taken go below the next column instead of under its chips."""
    phase: int
    rounds: int
    """Rounds finished."""
    start: int
    """The seat that starts this round."""
    laid: int
    """Chips laid in this round."""
    worked: int
    """Columns worked in this round."""
    chips: Annotated[Ints, Shape(COLUMNS, LAID_ROWS)]
    """Colour + 1 of each chip as laid, 0 where there is none."""
    pile: Annotated[Ints, Shape(ROWS)]
    """The piles of the column in play, 0 for a cell whose pile has been taken."""
    rows: int
    """Rows of the column in play."""
    current: int
    """Row of the chip that is worked on, or ``NOT_BEGUN``."""
    on: Annotated[Ints, Shape(FACES)]
    """Dice on the current chip, by face from 1."""
    free: Annotated[Ints, Shape(FACES)]
    """Dice of the last roll that lie free, by face."""
    offered: Annotated[Ints, Shape(FACES)]
    """Dice of the chip just taken, one of which may be carried, by face (SLR-16)."""
    to_roll: int
    """Dice that chance has still to roll."""
    assigned: int
    """1 if a die has been assigned since the last roll (SLR-20)."""
    bag: Annotated[Ints, Shape(COLOURS)]
    taken: Annotated[Ints, Shape(SEATS, COLOURS)]
    """Chips taken in this round, by colour."""
    points: Annotated[Ints, Shape(SEATS)]
    """Chips taken in all rounds."""
    reds: Annotated[Ints, Shape(SEATS)]
    """Red chips taken in all rounds (SLR-27)."""
