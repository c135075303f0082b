"""The table of cards: which card lies on a cell, its ports, and their owners.

A slot of the table is one word: shape, colours, animal, owner of the neutral part, and the cell.
Slots are found by hashing the cell, with open addressing, so neighbours are found in a step or two
wherever the match moves on the plane. A port is a part's end at an edge: ``slot * 4 + edge``.
"""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.down_under.state import (
    NONE,
    OPEN,
    SLOTS,
    SOUTH,
    STEP_X,
    STEP_Y,
    WATER,
    Card,
    DownUnderState,
)

OWN = (0, 0b0101, 0b1010, 0b0011, 0b0110, 0b1100, 0b1001, 1, 2, 4, 8, 0b0101, 0b1010, 0)
"""Edges that the own part of a card uses, as bits n e s w; for two ends, of both."""
NEUTRAL = (
    *(0, 0b1010, 0b0101, 0b1100, 0b1001, 0b0011, 0b0110),
    *(0b1010, 0b0101, 0b1010, 0b0101, 0b1010, 0b0101, 0),
)
EDGE_OF_BIT = (0, 0, 1, 0, 2, 0, 0, 0, 3)

_COLOUR, _SECOND, _ANIMAL, _OWNER, _CELL = 4, 7, 10, 13, 16
_BIAS = 128
"""Added to coordinates, which lie between -77 and 77, so that they are not negative."""
FARTHEST = _BIAS - 1
"""How far from the middle a cell may be looked for; no card ever gets there."""
_ROWS_APART = 11
"""Cells of eleven neighbouring rows and columns have slots of their own."""

_LINK_BITS = 10
_LINK = (1 << _LINK_BITS) - 1
_EXIT_BITS = 4
_COUNTED = 16
"""In the links of a billabong: exits hold an owner + 1, then come the paths that count it."""


@kernel
def pack(x: int, y: int, shape: int, colour: int, animal: int) -> int:
    """Return the word of a card whose neutral part is free."""
    cell = (x + _BIAS) | (y + _BIAS) << 8
    return shape | colour << _COLOUR | animal << _ANIMAL | NONE << _OWNER | cell << _CELL


@kernel
def shape_of(card: int) -> int:
    """Return the ``Card`` of a word."""
    return card & 15


@kernel
def colour_of(card: int, edge: int) -> int:
    """Return whose own part lies at an edge of a card."""
    shape = shape_of(card)
    if edge >= SOUTH and shape in (Card.ENDS_NS, Card.ENDS_EW):
        return card >> _SECOND & 7
    return card >> _COLOUR & 7


@kernel
def animal_of(card: int) -> int:
    """Return the animal on a straight or curve."""
    return card >> _ANIMAL & 7


@kernel
def neutral_owner(card: int) -> int:
    """Return the colour whose path has the neutral part, ``WALL`` or ``NONE``."""
    return card >> _OWNER & 7


@kernel
def with_owner(card: int, owner: int) -> int:
    """Return a card's word with another owner of its neutral part."""
    return card & ~(7 << _OWNER) | owner << _OWNER


@kernel
def with_shape(card: int, shape: int) -> int:
    """Return a card's word with another side."""
    return card & ~15 | shape


@kernel
def with_second_end(card: int, side: int, colour: int) -> int:
    """Return the word of a cell with one end after a second one has been laid to its back."""
    first = card >> _COLOUR & 7
    shape = Card.ENDS_NS if side % 2 == 0 else Card.ENDS_EW
    # The northern or eastern end comes first.
    both = (
        colour << _COLOUR | first << _SECOND if side < 2 else first << _COLOUR | colour << _SECOND
    )
    return card & ~(15 | 63 << _COLOUR) | shape | both


@kernel
def x_of(card: int) -> int:
    """Return the column of a card's cell."""
    return (card >> _CELL & 255) - _BIAS


@kernel
def y_of(card: int) -> int:
    """Return the row of a card's cell."""
    return (card >> _CELL + 8) - _BIAS


@kernel
def led_to_x(state: DownUnderState, port: int) -> int:
    """Return the column of the cell that a port leads to."""
    return x_of(state.cards[port >> 2]) + STEP_X[port & 3]


@kernel
def led_to_y(state: DownUnderState, port: int) -> int:
    """Return the row of the cell that a port leads to."""
    return y_of(state.cards[port >> 2]) + STEP_Y[port & 3]


@kernel
def find(state: DownUnderState, x: int, y: int) -> int:
    """Return the slot of a cell; if nothing lies there, -1 minus the slot where it would lie."""
    cell = (x + _BIAS) | (y + _BIAS) << 8
    slot = x + _ROWS_APART * y & SLOTS - 1
    card = state.cards[slot]
    while card != 0:
        if card >> _CELL == cell:
            return slot
        slot = slot + 1 & SLOTS - 1
        card = state.cards[slot]
    return -1 - slot


@kernel
def facing(state: DownUnderState, x: int, y: int, edge: int) -> int:
    """Return the port across an edge of a cell; ``OPEN`` for none, ``WATER`` of a billabong.

    An exit of a billabong through which a path is led is a port like any other.
    """
    slot = find(state, x + STEP_X[edge], y + STEP_Y[edge])
    if slot < 0:
        return OPEN
    shape = shape_of(state.cards[slot])
    back = edge ^ 2
    if shape == Card.BILLABONG:
        return slot * 4 + back if exit_owner(state.links[slot], back) != NONE else WATER
    if (OWN[shape] | NEUTRAL[shape]) >> back & 1:
        return slot * 4 + back
    return OPEN


@kernel
def beyond(state: DownUnderState, port: int) -> int:
    """Return what a port of a lying card meets across its edge, as ``facing`` does."""
    card = state.cards[port >> 2]
    return facing(state, x_of(card), y_of(card), port & 3)


@kernel
def owner_of(state: DownUnderState, port: int) -> int:
    """Return the colour whose path a port belongs to, ``WALL`` or ``NONE``."""
    card = state.cards[port >> 2]
    shape = shape_of(card)
    if shape == Card.BILLABONG:
        return exit_owner(state.links[port >> 2], port & 3)
    if OWN[shape] >> (port & 3) & 1:
        return colour_of(card, port & 3)
    return neutral_owner(card)


@kernel
def through(state: DownUnderState, port: int) -> int:
    """Return the port at the other end of the neutral part of a port."""
    edges = NEUTRAL[shape_of(state.cards[port >> 2])]
    return (port & ~3) | EDGE_OF_BIT[edges & ~(1 << (port & 3))]


@kernel
def far_end(state: DownUnderState, port: int) -> int:
    """Return the port at the other end of the free chain that ends at a port."""
    links: int = state.links[port >> 2]
    return links >> _LINK_BITS * (port & 3) & _LINK


@kernel
def link(state: DownUnderState, port: int, other: int) -> None:
    """Note two ports as the ends of one free chain."""
    for _ in range(2):
        shift = _LINK_BITS * (port & 3)
        state.links[port >> 2] = state.links[port >> 2] & ~(_LINK << shift) | other << shift
        port, other = other, port


@kernel
def exit_owner(links: int, edge: int) -> int:
    """Return which path is led through an exit of a billabong, ``NONE`` where it leads nowhere."""
    owner = links >> _EXIT_BITS * edge & 15
    return NONE if owner == 0 else owner - 1


@kernel
def lead_through(state: DownUnderState, slot: int, edge: int, colour: int) -> None:
    """Lead a path through an exit of a billabong."""
    state.links[slot] |= colour + 1 << _EXIT_BITS * edge


@kernel
def shut_exit(state: DownUnderState, slot: int, edge: int) -> None:
    """Disconnect an exit of a billabong."""
    state.links[slot] &= ~(15 << _EXIT_BITS * edge)


@kernel
def counts_water(state: DownUnderState, slot: int, colour: int) -> bool:
    """Whether a path has counted a billabong (DOW-47)."""
    return bool(state.links[slot] >> (_COUNTED + colour) & 1)


@kernel
def mark_water(state: DownUnderState, slot: int, colour: int) -> None:
    """Note that a path has counted a billabong."""
    state.links[slot] |= 1 << _COUNTED + colour
