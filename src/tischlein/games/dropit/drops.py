"""How drops and the outcomes of chance are numbered.

Drops are numbered by colour, shape, turn and position, so that neighbouring positions have
neighbouring numbers.
"""

from __future__ import annotations

from itertools import permutations

from tischlein.games.dropit import shaft
from tischlein.games.dropit.shapes import (
    ANGLE_STEP,
    DIAMOND,
    SQUARE,
    TRIANGLE,
    TURNS,
    X_STEP,
)
from tischlein.games.dropit.state import COLOURS, SCALE, SEATS, SHAPES

POSITIONS = int(shaft.WIDTH / X_STEP) + 1
"""Steps of the grid from wall to wall."""
TURNS_BEFORE = tuple(sum(TURNS[:shape]) for shape in range(SHAPES))
TURNS_OF_A_COLOUR = sum(TURNS)
DROPS = COLOURS * TURNS_OF_A_COLOUR * POSITIONS

JOKER = DROPS
DECLINE = DROPS + 1
ACTIONS = DROPS + 2

STEP = int(X_STEP * SCALE)
TURN = ANGLE_STEP * SCALE
"""A step of the grid as poses are written."""

PAIRS = ("ts", "td", "sd")
"""What is shared out beside the circles: triangle, square, diamond (DRO-9)."""
PAIR_SHAPES = ((TRIANGLE, SQUARE), (TRIANGLE, DIAMOND), (SQUARE, DIAMOND))
ORDERS = tuple(permutations(range(len(PAIRS))))
"""The pairs of A, B and C in each of the six ways to share them out."""
FIXED_ORDER = 0
"""A has the first pair, B the second, C the third (DRO-10)."""

START = 0
SPLIT = START + SEATS
SLIP = SPLIT + len(ORDERS)
SLIPS = 5
"""Sizes of a slip along the shaft, and of a twist, each from -2 to 2."""
REST = SLIP + SLIPS * SLIPS
OUTCOMES = REST + 1
SLIP_WEIGHTS = (1, 4, 6, 4, 1)


def drop_action(colour: int, shape: int, turn: int, position: int) -> int:
    """Return the number of a drop: ``turn`` times 5 degrees, ``position`` times 0.5 mm."""
    turns = colour * TURNS_OF_A_COLOUR + TURNS_BEFORE[shape] + turn
    return turns * POSITIONS + position


def drop_of(action: int) -> tuple[int, int, int, int]:
    """Return colour, shape, turn and position of a drop's number."""
    turns, position = divmod(int(action), POSITIONS)
    colour, turn = divmod(turns, TURNS_OF_A_COLOUR)
    shape = max(shape for shape in range(SHAPES) if TURNS_BEFORE[shape] <= turn)
    return colour, shape, turn - TURNS_BEFORE[shape], position


def slip_outcome(across: int, twist: int) -> int:
    """Return the number of a slip; both are -2 to 2 times the step of the hand."""
    return SLIP + SLIPS * (across + SLIPS // 2) + twist + SLIPS // 2


def slip_of(outcome: int) -> tuple[int, int]:
    """Return what ``slip_outcome`` was given."""
    across, twist = divmod(outcome - SLIP, SLIPS)
    return across - SLIPS // 2, twist - SLIPS // 2
