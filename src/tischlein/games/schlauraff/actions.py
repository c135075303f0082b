"""The numbers of what seats do and of what chance brings, packed and unpacked.

A die is named by its face, counted from 0.
"""

from __future__ import annotations

from typing import NamedTuple

from tischlein.core.kernel import kernel
from tischlein.games.schlauraff.state import COLOURS, COLUMNS, FACES, ROWS, SEATS

CELLS = COLUMNS * ROWS
CARRY = FACES * CELLS
"""Puts are numbered by :func:`putting`; after them comes a carry of each face, then the roll."""
ROLL_AGAIN = CARRY + FACES
ACTIONS = ROLL_AGAIN + 1

LAY = SEATS
"""Outcomes of chance: the seat that starts, then chips by :func:`laying`, then faces of a die."""
ROLL = LAY + COLUMNS * COLOURS
OUTCOMES = ROLL + FACES


@kernel
def putting(face: int, column: int, row: int) -> int:
    """Return the action that puts a free die onto a cell."""
    return face * CELLS + column * ROWS + row


@kernel
def face_laid(action: int) -> int:
    """Return the face of the die that a put or a carry lays."""
    return action // CELLS if action < CARRY else action - CARRY


@kernel
def row_put(action: int) -> int:
    """Return the row of the cell that a put names."""
    return action % ROWS


@kernel
def laying(column: int, colour: int) -> int:
    """Return the outcome that lays a chip in a column."""
    return LAY + column * COLOURS + colour


@kernel
def column_laid(outcome: int) -> int:
    """Return the column that a chip is laid in."""
    return (outcome - LAY) // COLOURS


@kernel
def colour_laid(outcome: int) -> int:
    """Return the colour of the chip that is laid."""
    return (outcome - LAY) % COLOURS


def carries(action: int) -> bool:
    """Whether an action of a seat is a carry."""
    return CARRY <= action < ROLL_AGAIN


class Put(NamedTuple):
    """The effect of a put, for plain code."""

    face: int
    column: int
    row: int


def put_of(action: int) -> Put:
    """Return the effect of a put."""
    face, cell = divmod(action, CELLS)
    return Put(face, *divmod(cell, ROWS))
