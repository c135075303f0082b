"""The state of Drop It: stocks, the pieces in the shaft, and what the last drop was worth."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State

COLOURS = 4
"""Red, green, yellow, blue, in this order."""
SHAPES = 4
"""Circle, square, diamond, triangle, in this order."""
KINDS = COLOURS * SHAPES
"""A kind of piece is ``SHAPES * colour + shape``."""
COLOUR_NAMES = ("red", "green", "yellow", "blue")
SHAPE_NAMES = ("circle", "square", "diamond", "triangle")
SET = (3, 2, 2, 2)
"""Pieces of each shape in each colour (DRO-3)."""
PIECES = COLOURS * sum(SET)

SEATS = 8
STOCKS = 4
SCALE = 10_000
"""Poses are whole numbers: ten-thousandths of a millimetre and of a degree (DRO-22)."""

NOBODY = -1
NONE = -1


class Phase(IntEnum):
    """What happens next."""

    SPLIT = 0
    """The lot shares out the fourth colour among three seats (DRO-10)."""
    START = 1
    """The lot decides who begins (DRO-14)."""
    DROP = 2
    SLIP = 3
    """The hand slips as it drops the piece (DRO-21)."""
    REST = 4
    """The piece falls, and everything comes to rest (DRO-22)."""
    QUESTION = 5
    """A joker, or none (DRO-55)."""
    OVER = 6


class Edges(IntEnum):
    """What the parts of walls and floor show (DRO-30, DRO-50, DRO-52)."""

    SHAPE = 0
    COLOUR = 1
    NONE = 2


class Taboo(IntEnum):
    """What a dropped piece must not do; a set of taboos has the bit ``1 << taboo``."""

    SHAPE = 0
    COLOUR = 1
    EDGE = 2
    HEIGHT = 3


class StockSharing(IntEnum):
    """How seats share stocks."""

    EACH = 0
    """A stock for each seat."""
    TEAMS = 1
    """A stock for each of two teams (DRO-12)."""


class DropItState(State):
    """One position; pieces in the shaft are in the order in which they were dropped."""

    phase: int
    mover: int
    """The seat to move, or the last mover while the drop is not yet counted; ``NOBODY``."""
    first: int
    """The seat that begins without a lot, or ``NOBODY`` (DRO-14)."""
    edges: int
    hand: int
    """How unsteady a hand is: 0 steady, 1 normal, 2 shaky (DRO-21)."""
    kin: int
    spare: int
    """The colour that three seats share out by lot, or ``NONE`` (DRO-10)."""
    side: Annotated[Ints, Shape(SEATS)]
    """The stock, jokers and points that each seat plays with: its own, or those of its team."""
    following: Annotated[Ints, Shape(2)]
    """The member that drops next for each team (DRO-45, DRO-46)."""
    stocks: Annotated[Ints, Shape(STOCKS, KINDS)]
    jokers: Annotated[Ints, Shape(STOCKS)]
    points: Annotated[Ints, Shape(STOCKS)]
    drops: Annotated[Ints, Shape(SEATS)]

    count: int
    """Pieces in the shaft."""
    kinds: Annotated[Ints, Shape(PIECES)]
    owners: Annotated[Ints, Shape(PIECES)]
    """The seat that dropped each piece."""
    x: Annotated[Ints, Shape(PIECES)]
    y: Annotated[Ints, Shape(PIECES)]
    angle: Annotated[Ints, Shape(PIECES)]
    """Poses times ``SCALE``; angles lie in (-180, 180]."""

    falling: int
    """The kind of the piece that has been let go, or ``NONE``; the mover dropped it."""
    falling_x: int
    falling_angle: int

    level: int
    """Of the last drop, as is all that follows; 0 before the first."""
    bonus: int
    won: int
    """What the drop scored; 0 while a joker may still save it."""
    taboos: int
    """Set of ``Taboo``."""
    touched: int
    """Set of the pieces that it touches."""
    parts: int
    """Set of the parts of walls and floor that it touches, numbered as in ``shaft``."""
    covered: int
    """Set of the bonus circles that it covers a part of, from 0."""
    saved: int
    """1 if a joker cancelled its taboos (DRO-57)."""
