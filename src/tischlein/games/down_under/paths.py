"""The paths: how they grow, swallow free chains, meet the water, and become loops.

Connectivity is updated incrementally and never searched for. Each path knows its two ends; each
free chain knows its far end from either end; a part is visited once, when a path takes it.
"""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.down_under.state import (
    CLOSED,
    COLOURS,
    LOOPED,
    NONE,
    OPEN,
    WATER,
    Card,
    DownUnderState,
)
from tischlein.games.down_under.table import (
    EDGE_OF_BIT,
    NEUTRAL,
    OWN,
    animal_of,
    beyond,
    counts_water,
    facing,
    far_end,
    find,
    led_to_x,
    led_to_y,
    link,
    mark_water,
    neutral_owner,
    owner_of,
    pack,
    shape_of,
    through,
    with_owner,
    with_second_end,
    with_shape,
    x_of,
    y_of,
)


@kernel
def count_water(state: DownUnderState, colour: int, slot: int) -> None:
    """Add a billabong to a path that reaches it, once (DOW-47)."""
    if not counts_water(state, slot, colour):
        mark_water(state, slot, colour)
        state.sections[colour] += 1


@kernel
def take(state: DownUnderState, colour: int, slot: int) -> None:
    """Add the free neutral part of a card to a path, with its animal (DOW-13, DOW-49)."""
    card = state.cards[slot]
    state.cards[slot] = with_owner(card, colour)
    if colour < COLOURS:
        state.sections[colour] += 1
        if shape_of(card) < Card.END_N:
            state.animals[colour, animal_of(card)] += 1


@kernel
def extend(state: DownUnderState, colour: int, port: int) -> int:
    """Lead a path on from a port, through all free parts that follow (DOW-13, DOW-14).

    Returns its new end: an open port, ``CLOSED`` in the water, or ``LOOPED`` where it meets
    itself (it cannot meet another path, DOW-11).
    """
    while True:
        meets = beyond(state, port)
        if meets == OPEN:
            return port
        if meets == WATER:
            if colour < COLOURS:
                water = find(state, led_to_x(state, port), led_to_y(state, port))
                count_water(state, colour, water)
            return CLOSED
        if owner_of(state, meets) != NONE:
            return LOOPED
        take(state, colour, meets >> 2)
        port = through(state, meets)


@kernel
def replace_tip(state: DownUnderState, colour: int, old: int, new: int) -> None:
    """Write the new end of a path where its old one was; both, if it has become a loop."""
    if new == LOOPED:
        state.tips[colour, 0] = LOOPED
        state.tips[colour, 1] = LOOPED
    elif state.tips[colour, 0] == old:
        state.tips[colour, 0] = new
    else:
        state.tips[colour, 1] = new


@kernel
def join_own(state: DownUnderState, colour: int, slot: int, first: bool) -> None:
    """Join the own part of a card that has just been laid to its path (DOW-10, DOW-23)."""
    card = state.cards[slot]
    shape = shape_of(card)
    edges = OWN[shape]
    state.sections[colour] += 1
    one = EDGE_OF_BIT[edges & -edges]
    two = EDGE_OF_BIT[edges & (edges - 1)]
    if shape >= Card.END_N:
        if first:
            state.tips[colour, 1] = CLOSED
            state.tips[colour, 0] = extend(state, colour, slot * 4 + one)
        else:
            replace_tip(state, colour, facing(state, x_of(card), y_of(card), one), CLOSED)
        return
    if first:
        begin = extend(state, colour, slot * 4 + one)
        end = begin if begin == LOOPED else extend(state, colour, slot * 4 + two)
        state.tips[colour, 0] = LOOPED if end == LOOPED else begin
        state.tips[colour, 1] = end
        return
    at_one = facing(state, x_of(card), y_of(card), one)
    at_two = facing(state, x_of(card), y_of(card), two)
    joins_one = at_one >= 0 and owner_of(state, at_one) == colour
    joins_two = at_two >= 0 and owner_of(state, at_two) == colour
    if joins_one and joins_two:
        replace_tip(state, colour, at_one, LOOPED)
    elif joins_one:
        replace_tip(state, colour, at_one, extend(state, colour, slot * 4 + two))
    else:
        replace_tip(state, colour, at_two, extend(state, colour, slot * 4 + one))


@kernel
def join_neutral(state: DownUnderState, slot: int) -> None:
    """Join the neutral part of a card to what lies beside it (DOW-15, DOW-22)."""
    card = state.cards[slot]
    if neutral_owner(card) != NONE:
        return
    edges = NEUTRAL[shape_of(card)]
    one = EDGE_OF_BIT[edges & -edges]
    two = EDGE_OF_BIT[edges & (edges - 1)]
    at_one = facing(state, x_of(card), y_of(card), one)
    at_two = facing(state, x_of(card), y_of(card), two)
    for _ in range(2):
        path = owner_of(state, at_one) if at_one >= 0 else NONE
        if path != NONE:
            take(state, path, slot)
            end = extend(state, path, slot * 4 + two)
            if path < COLOURS:
                replace_tip(state, path, at_one, end)
            return
        one, two = two, one
        at_one, at_two = at_two, at_one
    if at_one >= 0 and far_end(state, at_one) == at_two:
        return  # a ring of free parts, which nobody can reach any more
    start = far_end(state, at_one) if at_one >= 0 else slot * 4 + one
    end = far_end(state, at_two) if at_two >= 0 else slot * 4 + two
    link(state, start, end)


@kernel
def lay(
    state: DownUnderState, colour: int, x: int, y: int, shape: int, animal: int, first: bool
) -> None:
    """Lay a card and join all that it touches; ``first`` for the card that begins a path."""
    slot = find(state, x, y)
    if slot >= 0:
        # An end to the back of another one: nothing about the strip changes (DOW-25, DOW-26).
        side = shape - Card.END_N
        state.sections[colour] += 1
        state.cards[slot] = with_second_end(state.cards[slot], side, colour)
        if first:
            state.tips[colour, 1] = CLOSED
            state.tips[colour, 0] = extend(state, colour, slot * 4 + side)
        else:
            replace_tip(state, colour, facing(state, x, y, side), CLOSED)
        return
    slot = -1 - slot
    state.cards[slot] = pack(x, y, shape, colour, animal)
    join_own(state, colour, slot, first)
    join_neutral(state, slot)


@kernel
def turn(state: DownUnderState, colour: int, slot: int, shape: int) -> None:
    """Turn a curve of a loop, whose neutral part then joins the path (DOW-31, DOW-32)."""
    edges = NEUTRAL[shape_of(state.cards[slot])]
    one = EDGE_OF_BIT[edges & -edges]
    two = EDGE_OF_BIT[edges & (edges - 1)]
    take(state, colour, slot)
    state.cards[slot] = with_shape(state.cards[slot], shape)
    state.tips[colour, 0] = extend(state, colour, slot * 4 + one)
    state.tips[colour, 1] = extend(state, colour, slot * 4 + two)


@kernel
def may_turn(state: DownUnderState, slot: int) -> bool:
    """Whether turning a curve of a loop gives its path two open ends and links no other (DOW-32).

    It does not matter which way: the new ends are where the neutral part's were.
    """
    card = state.cards[slot]
    if neutral_owner(card) != NONE:
        return False
    edges = NEUTRAL[shape_of(card)]
    for edge in range(4):
        if edges >> edge & 1:
            port = slot * 4 + edge
            meets = beyond(state, port)
            while meets >= 0:
                if meets >> 2 == slot:
                    return False
                port = through(state, meets)
                meets = beyond(state, port)
            if meets == WATER:
                return False
    return True


@kernel
def surroundings(state: DownUnderState, x: int, y: int) -> int:
    """Return what meets the edges of a cell, packed: ``met_by`` and ``returns_at`` read it."""
    word = 0
    for edge in range(4):
        meets = facing(state, x, y, edge)
        owner = NONE
        if meets >= 0:
            owner = owner_of(state, meets)
            if owner == NONE:
                far = far_end(state, meets)
                if led_to_x(state, far) == x and led_to_y(state, far) == y:
                    word |= 1 + (far & 3 ^ 2) << 16 + 4 * edge
        word |= owner << 4 * edge
    return word


@kernel
def met_by(around: int, edge: int) -> int:
    """Return the owner of the path that meets an edge, ``NONE`` for a free chain or nothing."""
    return around >> 4 * edge & 7


@kernel
def returns_at(around: int, edge: int) -> int:
    """Return the edge where the free chain that meets an edge comes back to the cell, or -1."""
    return (around >> 16 + 4 * edge & 7) - 1


@kernel
def links_paths(around: int, shape: int, colour: int) -> bool:
    """Whether a card of a colour would join two paths on a cell (DOW-11)."""
    own = OWN[shape]
    neutral = NEUTRAL[shape]
    path = NONE
    one_chain = False
    for edge in range(4):
        met = met_by(around, edge)
        if own >> edge & 1:
            if met not in (NONE, colour):
                return True
            back = returns_at(around, edge)
            if back >= 0 and neutral >> back & 1:
                one_chain = True
        elif met != NONE and neutral >> edge & 1:
            if path not in (NONE, met):
                return True
            path = met
    return one_chain and path not in (NONE, colour)
