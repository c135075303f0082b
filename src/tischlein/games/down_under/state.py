"""The state of Down Under: the table of cards, stocks, paths, and the components as constants.

Sections and cells are never numbered in a list of the whole plane, which has no border at first:
the cards lie in a hash table keyed by their cells (``table.py``), and action numbers count the
cells of the smallest window round all cards.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from tischlein.core.state import Ints, Shape, State

COLOURS = 4
WALL = 4
"""Owner of a divider's or frame's parts, which count as one more player's path (DOW-11)."""
NONE = 5
"""Owner of a free part."""

NORTH, EAST, SOUTH, WEST = range(4)
STEP_X = (0, 1, 0, -1)
STEP_Y = (-1, 0, 1, 0)


class Kind(IntEnum):
    """The cards of a set."""

    STRAIGHT = 0
    CURVE = 1
    END = 2


KINDS = 3
PLENTY = (7, 9, 2)
"""Cards of each kind in a set (DOW-1)."""
BILLABONGS = 4

ANIMALS = 5
KANGAROO, EMU, PLATYPUS, RABBIT, DINGO = range(5)
STRAIGHT_ANIMALS = (2, 2, 1, 2, 0)
CURVE_ANIMALS = (2, 2, 2, 2, 1)
STRAIGHT_ORDER = (KANGAROO, EMU, PLATYPUS, RABBIT, KANGAROO, EMU, RABBIT)
CURVE_ORDER = (KANGAROO, EMU, PLATYPUS, RABBIT, KANGAROO, EMU, PLATYPUS, RABBIT, DINGO)
"""The animals that the n-th card of a kind shows if nobody chooses them (DOW-54)."""


class Card(IntEnum):
    """A card with its side, as it lies on a cell; two ends back to back are one shape."""

    EMPTY = 0
    STRAIGHT_NS = 1
    STRAIGHT_EW = 2
    CURVE_NE = 3
    CURVE_SE = 4
    CURVE_SW = 5
    CURVE_NW = 6
    END_N = 7
    END_E = 8
    END_S = 9
    END_W = 10
    ENDS_NS = 11
    ENDS_EW = 12
    BILLABONG = 13


class Phase(IntEnum):
    """What the acting seat has to do (``phase`` in records)."""

    OPENING = 0
    PLAY = 1
    WATER = 2
    EXIT = 3
    OVER = 4


class Paths(IntEnum):
    """How many paths a seat has, and lays at in a turn (DOW-64 to 67)."""

    ONE = 0
    BOTH = 1
    EITHER = 2


OPEN = -1
"""What an edge of an empty cell meets if nothing leads there."""
WATER = -2
"""What it meets where a billabong lies."""

CLOSED = -1
"""A path's end under an end card or in the water."""
LOOPED = -2
"""Both ends of a path that has none (DOW-29)."""
UNBEGUN = -3

NO_EXIT = -1
NOBODY = -1
"""The mover after the end."""

SLOTS = 128
"""Slots of the table; at most 76 of them are taken."""


class DownUnderState(State):
    """One position. Colours are 0 to 3; colour c belongs to seat c, or to seat c % 2 of two."""

    mover: int
    """The seat to act, or ``NOBODY``."""
    phase: int
    opened: int
    """First cards or entries that have been laid."""

    short: int
    """The shorter side of the area in cells, 0 without a border (DOW-55)."""
    long: int
    fixed: int
    """1 where a layout fixes the area: ``long`` by ``short`` cells from 0,0 (DOW-57)."""
    counted: int
    """1 with special scoring, where animals count and are chosen (DOW-49)."""
    entries: int
    """1 where each path begins with an end (DOW-60)."""
    paths: int

    left: int
    top: int
    right: int
    bottom: int
    """Box round straights, curves and billabongs (DOW-18); empty while ``left > right``."""
    west: int
    north: int
    east: int
    south: int
    """Box around everything on the table; actions are numbered by it."""

    billabongs: int
    """Left in the common stock."""
    due: int
    """Bit set of the colours that the mover may still lay in this turn (DOW-66)."""
    lone: int
    """1 while A's single card after the entries is still due (DOW-65)."""
    moved: int
    """The colour laid or turned last."""
    exit: int
    """The port of a billabong at which a third card is due, or ``NO_EXIT`` (DOW-36)."""
    passed: int
    """Bit set of the seats that have declined case 3 since the table last changed (DOW-42)."""
    ended: int
    """Bit set of the colours whose loop is finished (DOW-33)."""

    stock: Annotated[Ints, Shape(COLOURS, KINDS)]
    animals_left: Annotated[Ints, Shape(COLOURS, 2, ANIMALS)]
    """Straights and curves left, by colour, kind and animal."""

    tips: Annotated[Ints, Shape(COLOURS, 2)]
    """The two ends of each path: an open port (slot * 4 + edge), or one of the marks above."""
    sections: Annotated[Ints, Shape(COLOURS)]
    """Length of each path (DOW-46)."""
    animals: Annotated[Ints, Shape(COLOURS, ANIMALS)]
    """Animals on the neutral parts of each path (DOW-49)."""

    cards: Annotated[Ints, Shape(SLOTS)]
    """What lies on a cell, as ``table.py`` packs it; 0 is an empty slot."""
    links: Annotated[Ints, Shape(SLOTS)]
    """For both ports of a free part that end a chain: the port at the other end of the chain.
    For a billabong: which path has counted it, and which is led through its exits."""
