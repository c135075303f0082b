"""How drops and the outcomes of chance are numbered.

Drops are numbered by colour, shape, turn and position, so that neighbouring positions have
neighbouring numbers.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

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

SLIPS = 5
"""Sizes of a slip along the shaft, and of a twist, each from -2 to 2."""
_SPLIT = SEATS
_SLIP = _SPLIT + len(ORDERS)
REST = _SLIP + SLIPS * SLIPS
"""Outcomes are the lot for each seat, each way to share out pairs, slips, and the rest."""
OUTCOMES = REST + 1
SLIP_WEIGHTS = {-2: 1, -1: 4, 0: 6, 1: 4, 2: 1}
"""How often a hand slips and twists by this many steps (DRO-21)."""


class Drop(NamedTuple):
    """What a drop's number says: ``turn`` times 5 degrees, ``position`` times 0.5 mm."""

    colour: int
    shape: int
    turn: int
    position: int

    @property
    def kind(self) -> int:
        """Return the kind of piece."""
        return SHAPES * self.colour + self.shape


class Start(NamedTuple):
    """The lot lets a seat begin (DRO-14)."""

    seat: int


class Split(NamedTuple):
    """The lot shares out the pairs in one of the ways of ``ORDERS`` (DRO-10)."""

    order: int


class Slip(NamedTuple):
    """The hand slips; both are -2 to 2 times the step of the hand (DRO-21)."""

    across: int
    twist: int


def drop_action(colour: int, shape: int, turn: int, position: int) -> int:
    """Return the number of a drop."""
    turns = colour * TURNS_OF_A_COLOUR + TURNS_BEFORE[shape] + turn
    return turns * POSITIONS + position


def drop_of(action: int) -> Drop:
    """Return what the number of a drop says."""
    turns, position = divmod(action, POSITIONS)
    colour, turn = divmod(turns, TURNS_OF_A_COLOUR)
    shape = max(shape for shape in range(SHAPES) if TURNS_BEFORE[shape] <= turn)
    return Drop(colour, shape, turn - TURNS_BEFORE[shape], position)


def outcome_number(outcome: Start | Split | Slip) -> int:
    """Return the number of a lot or a slip."""
    match outcome:
        case Start(seat):
            return seat
        case Split(order):
            return _SPLIT + order
        case Slip(across, twist):
            return _SLIP + SLIPS * (across + SLIPS // 2) + twist + SLIPS // 2


def outcome_of(number: int) -> Start | Split | Slip | None:
    """Return what an outcome's number says, None for the rest."""
    if number < _SPLIT:
        return Start(number)
    if number < _SLIP:
        return Split(number - _SPLIT)
    if number < REST:
        across, twist = divmod(number - _SLIP, SLIPS)
        return Slip(across - SLIPS // 2, twist - SLIPS // 2)
    return None
