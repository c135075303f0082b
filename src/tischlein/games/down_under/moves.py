"""Which cards can be laid where: first cards, entries, and cards at the ends of paths."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.down_under.actions import lay_number
from tischlein.games.down_under.area import cell_number, fits, has_neighbour
from tischlein.games.down_under.colours import paths_at_table
from tischlein.games.down_under.paths import links_paths, met_by, returns_at, surroundings
from tischlein.games.down_under.state import (
    ANIMALS,
    COLOURS,
    NO_EXIT,
    NONE,
    SLOTS,
    Card,
    DownUnderState,
    Kind,
)
from tischlein.games.down_under.table import (
    NEUTRAL,
    OWN,
    colour_of,
    facing,
    find,
    led_to_x,
    led_to_y,
    owner_of,
    shape_of,
    x_of,
    y_of,
)

# Bit sets of shapes, bit n for ``Card`` n.
STRAIGHTS = 0b110
CURVES = 0b1111000
ENDS = 0b11110000000
LAST_SHAPE = 10
TOUCHING = tuple(
    sum(1 << shape for shape in range(1, LAST_SHAPE + 1) if OWN[shape] >> edge & 1)
    for edge in range(4)
)
"""The shapes whose own part uses an edge."""
_KINDS = np.array([0, *2 * [Kind.STRAIGHT], *4 * [Kind.CURVE], *4 * [Kind.END]])
"""By shape."""


@kernel
def kind_of(shape: int) -> int:
    """Return the ``Kind`` of a shape that can be laid."""
    return int(_KINDS[shape])


@kernel
def shapes_in_stock(state: DownUnderState, colour: int) -> int:
    """Return the shapes for which a colour has cards left."""
    shapes = 0
    if state.stock[colour, Kind.STRAIGHT.value] > 0:
        shapes |= STRAIGHTS
    if state.stock[colour, Kind.CURVE.value] > 0:
        shapes |= CURVES
    if state.stock[colour, Kind.END.value] > 0 and (not state.lone or state.exit != NO_EXIT):
        shapes |= ENDS
    return shapes


@kernel
def shapes_linking_none(around: int, shapes: int, colour: int) -> int:
    """Return which of some shapes would join no two paths (DOW-11)."""
    fine = 0
    for shape in range(1, LAST_SHAPE + 1):
        if shapes >> shape & 1 and not links_paths(around, shape, colour):
            fine |= 1 << shape
    return fine


@kernel
def fitting_shapes(state: DownUnderState, colour: int, port: int) -> int:
    """Return the shapes that a colour can lay on the cell that an open end of its path leads to.

    At the exit of a billabong only that end counts (DOW-36); otherwise the other end also counts if
    it leads to the same cell.
    """
    x = led_to_x(state, port)
    y = led_to_y(state, port)
    shapes = shapes_in_stock(state, colour)
    if find(state, x, y) >= 0:
        return shapes & 1 << Card.END_N + (port & 3 ^ 2)
    around = surroundings(state, x, y)
    touching = 0
    for edge in range(4):
        if met_by(around, edge) == colour and (edge == port & 3 ^ 2 or port != state.exit):
            touching |= TOUCHING[edge]
    shapes &= touching
    if not fits(state, x, y):
        shapes &= ENDS
    return shapes_linking_none(around, shapes, colour)


@kernel
def has_lay(state: DownUnderState, colour: int) -> bool:
    """Whether a colour can lay anything at an open end of its path."""
    for end in range(2):
        port = state.tips[colour, end]
        if port >= 0 and fitting_shapes(state, colour, port) != 0:
            return True
    return False


@kernel
def write_lays(
    state: DownUnderState, seat: int, colour: int, cell: int, shapes: int, out: Ints, count: int
) -> int:
    """Append lays of some shapes on a numbered cell, with every animal; return the new count."""
    for shape in range(1, LAST_SHAPE + 1):
        if not shapes >> shape & 1:
            continue
        lay = lay_number(cell, colour != seat, shape, 0)
        if shape >= Card.END_N or not state.counted:
            out[count] = lay
            count += 1
            continue
        for animal in range(ANIMALS):
            if state.animals_left[colour, kind_of(shape), animal] > 0:
                out[count] = lay + animal
                count += 1
    return count


@kernel
def write_lays_at(
    state: DownUnderState, seat: int, colour: int, port: int, out: Ints, count: int
) -> int:
    """Append the lays at one open end of a path; return the new count."""
    cell = cell_number(state, led_to_x(state, port), led_to_y(state, port))
    return write_lays(state, seat, colour, cell, fitting_shapes(state, colour, port), out, count)


@kernel
def write_lays_of(state: DownUnderState, seat: int, colour: int, out: Ints, count: int) -> int:
    """Append the lays at both open ends of a path, once where they lead to the same cell."""
    one = state.tips[colour, 0]
    two = state.tips[colour, 1]
    if one >= 0:
        count = write_lays_at(state, seat, colour, one, out, count)
    if two >= 0:
        x = led_to_x(state, two)
        y = led_to_y(state, two)
        if one < 0 or led_to_x(state, one) != x or led_to_y(state, one) != y:
            count = write_lays_at(state, seat, colour, two, out, count)
    return count


# --- first cards and entries ---


@kernel
def first_shapes(state: DownUnderState, colour: int, x: int, y: int) -> int:
    """Return the first cards that a colour can lay on an empty cell (DOW-5 to 8, DOW-57)."""
    if state.opened == 0:
        if not state.fixed and (x != 0 or y != 0):
            return 0
    elif not has_neighbour(state, x, y):
        return 0
    if not fits(state, x, y):
        return 0
    return shapes_linking_none(surroundings(state, x, y), STRAIGHTS | CURVES, colour)


@kernel
def leaves_room(around: int, side: int) -> bool:
    """Whether an end of another path can still be laid to the back of an end (DOW-62)."""
    back = side ^ 2
    returns = returns_at(around, back)
    if met_by(around, back) != NONE or returns == side:
        return False
    strip = NEUTRAL[Card.END_N + side]
    if returns < 0 or not strip >> returns & 1:
        return True
    # The free chain before the back runs through the strip: no other path may come there.
    for edge in range(4):
        if strip >> edge & 1 and met_by(around, edge) != NONE:
            return False
    tied = returns_at(around, side)
    return not (tied >= 0 and strip >> tied & 1)


@kernel
def first_ends(state: DownUnderState, colour: int, x: int, y: int) -> int:
    """Return the ends with which a first or third path can begin on an empty cell (DOW-60, 62)."""
    if state.fixed and not fits(state, x, y):
        return 0
    if state.opened == 0:
        if not state.fixed and (x != 0 or y != 0):
            return 0
    elif not has_neighbour(state, x, y):
        return 0
    around = surroundings(state, x, y)
    shapes = shapes_linking_none(around, ENDS, colour)
    if state.opened == 2 and paths_at_table(state) == COLOURS:
        for side in range(4):
            if not leaves_room(around, side):
                shapes &= ~(1 << Card.END_N + side)
    return shapes


@kernel
def end_before(state: DownUnderState) -> int:
    """Return the slot of the entry to whose back the second or fourth one is laid (DOW-61)."""
    for slot in range(SLOTS):
        card = state.cards[slot]
        alone = Card.END_N <= shape_of(card) <= Card.END_W
        if alone and colour_of(card, 0) == state.opened - 1:
            return slot
    return -1


@kernel
def second_end_side(state: DownUnderState, slot: int) -> int:
    """Return the side at which an entry can be laid to the back of another, -1 if at none."""
    card = state.cards[slot]
    side: int = shape_of(card) - Card.END_N ^ 2
    meets = facing(state, x_of(card), y_of(card), side)
    return -1 if meets >= 0 and owner_of(state, meets) != NONE else side


@kernel
def is_second_entry(state: DownUnderState) -> bool:
    """Whether the card that opens the next path belongs to the back of the entry before."""
    return bool(state.entries and state.opened % 2 == 1)


@kernel
def opening_shapes(state: DownUnderState, x: int, y: int) -> int:
    """Return the shapes that can open the next path on a cell, ignoring a second entry."""
    if find(state, x, y) >= 0:
        return 0
    if state.entries:
        return first_ends(state, state.opened, x, y)
    return first_shapes(state, state.opened, x, y)


@kernel
def has_first_card(state: DownUnderState) -> bool:
    """Whether the next path can be opened at all; it still has all its cards and animals."""
    if is_second_entry(state):
        slot = end_before(state)
        return slot >= 0 and second_end_side(state, slot) >= 0
    for y in range(state.north - 1, state.south + 2):
        for x in range(state.west - 1, state.east + 2):
            if opening_shapes(state, x, y) != 0:
                return True
    return False


@kernel
def write_first_cards(state: DownUnderState, seat: int, out: Ints) -> int:
    """Write first cards or entries; return how many lays these are."""
    count = 0
    if is_second_entry(state):
        slot = end_before(state)
        side = second_end_side(state, slot)
        card = state.cards[slot]
        cell = cell_number(state, x_of(card), y_of(card))
        return write_lays(state, seat, state.opened, cell, 1 << Card.END_N + side, out, count)
    for y in range(state.north - 1, state.south + 2):
        for x in range(state.west - 1, state.east + 2):
            shapes = opening_shapes(state, x, y)
            if shapes:
                cell = cell_number(state, x, y)
                count = write_lays(state, seat, state.opened, cell, shapes, out, count)
    return count
