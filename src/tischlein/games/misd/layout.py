"""Where everything lies on the boards of Misd, in board units.

Variant A is a square: the card in the middle, colours at both sides where thumbs are, shapes
below. Variant B has the question above the layout and the last claims below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

CHIP = 15.0


@dataclass(frozen=True)
class Box:
    """A rectangle by its upper left corner."""

    x: float
    y: float
    w: float
    h: float

    def rounded(self) -> Box:
        """Return the box with lengths of two digits: they are sent as text."""
        return Box(round(self.x, 2), round(self.y, 2), round(self.w, 2), round(self.h, 2))

    def inner(self, share: float) -> Box:
        """Return the box of this share of the size with the same middle."""
        w, h = self.w * share, self.h * share
        return Box(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h)

    def square(self, share: float) -> Box:
        """Return the square with the same middle and this share of the height."""
        side = self.h * share
        return Box(self.x + (self.w - side) / 2, self.y + (self.h - side) / 2, side, side)


# --- variant A ---

A_SIZE = 144.0
A_CARD = Box(23.0, 1.0, 98.0, 98.0)
A_COLOURS = tuple(Box(x, 20.2 * row, 22.0, 19.2) for x in (0.0, A_SIZE - 22.0) for row in range(5))
A_SHAPES = tuple(
    Box(25.4 * column, 103 + 20.8 * row, 24.6, 20.0) for row in range(2) for column in range(5)
)
A_STOCK = (A_SIZE - CHIP / 2 - 0.5, 123.5)

A_LAST_FACE = Box(25.0, 3.0, 58.0, 58.0)
A_LAST_MISSING = Box(86.0, 16.0, 32.0, 32.0)
A_LAST_ANSWER = Box(24.0, 63.0, 96.0, 8.0)
A_SPOKEN = Box(35.0, 73.0, 74.0, 25.0)


# --- variant B ---

_CARD = 40.0
_GAP = 2.0
_NAME = 4.6
"""Height of the line for a card's name, below the card."""
_STRIP = 24.0
_SPOKEN = 17.0


def name_line(card: Box) -> Box:
    """Return the place of a layout card's name: below the card."""
    return Box(card.x, card.y + card.h, card.w, _NAME)


@dataclass(frozen=True)
class Plan:
    """The board for a layout of some size."""

    width: float
    height: float
    shape: Box
    colour: Box
    missing: Box
    stock: tuple[float, float]
    cards: tuple[Box, ...]
    spoken: Box


@lru_cache(maxsize=8)
def plan(cards: int) -> Plan:
    """Return the board for this many cards, in rows of three, or of four if there are ten."""
    columns = 3 if cards < 10 else 4
    width = columns * (_CARD + _GAP) - _GAP
    boxes = []
    top = _STRIP + 2 * _GAP
    for first in range(0, cards, columns):
        row = min(columns, cards - first)
        left = (width - row * (_CARD + _GAP) + _GAP) / 2
        boxes += [Box(left + (_CARD + _GAP) * index, top, _CARD, _CARD) for index in range(row)]
        top += _CARD + _NAME
    left = (width - (2 * _STRIP + 1.6 * _STRIP + CHIP + 3 * _GAP)) / 2
    return Plan(
        width=width,
        height=top + _SPOKEN,
        shape=Box(left, 0.0, _STRIP, _STRIP),
        colour=Box(left + _STRIP + _GAP, 0.0, _STRIP, _STRIP),
        missing=Box(left + 2 * (_STRIP + _GAP), 0.0, 1.6 * _STRIP, _STRIP),
        stock=(left + 3.6 * _STRIP + 3 * _GAP + CHIP / 2, _STRIP / 2),
        cards=tuple(boxes),
        spoken=Box(0.0, top, width, _SPOKEN),
    )
