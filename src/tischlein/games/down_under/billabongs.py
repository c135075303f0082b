"""Billabongs: where they are due, whom they lead through, and whose path ends in the water."""

from __future__ import annotations

from tischlein.core.bits import count_bits
from tischlein.core.kernel import kernel
from tischlein.games.down_under.area import fits, widen_box, widen_window
from tischlein.games.down_under.paths import count_water, extend, replace_tip
from tischlein.games.down_under.state import (
    CLOSED,
    COLOURS,
    LOOPED,
    NO_EXIT,
    NOBODY,
    NONE,
    OPEN,
    Card,
    DownUnderState,
    Kind,
    Paths,
)
from tischlein.games.down_under.table import (
    facing,
    find,
    lead_through,
    led_to_x,
    led_to_y,
    owner_of,
    pack,
    shut_exit,
)


@kernel
def path_at(state: DownUnderState, x: int, y: int, edge: int) -> int:
    """Return the player's path that leads to a cell by an edge, ``NONE`` for no path."""
    meets = facing(state, x, y, edge)
    if meets < 0:
        return NONE
    owner = owner_of(state, meets)
    return owner if owner < COLOURS else NONE


@kernel
def paths_to(state: DownUnderState, x: int, y: int) -> int:
    """Return the bit set of the players' paths that lead to a cell."""
    bits = 0
    for edge in range(4):
        bits |= 1 << path_at(state, x, y, edge)
    return bits & (1 << COLOURS) - 1


@kernel
def is_due(state: DownUnderState, x: int, y: int) -> bool:
    """Whether a billabong must be laid on a cell: three or four paths lead there (DOW-35)."""
    return bool(
        state.billabongs > 0
        and find(state, x, y) < 0
        and fits(state, x, y)
        and count_bits(paths_to(state, x, y)) >= 3
    )


@kernel
def due_port(state: DownUnderState, after: int) -> int:
    """Return the number of the next path end (colour * 2 + end) that leads to a due cell, or -1.

    Ends are looked at from number ``after`` on.
    """
    if state.billabongs > 0 and (state.seats > 2 or state.paths != Paths.ONE):
        for number in range(after, 2 * COLOURS):
            port = state.tips[number >> 1, number & 1]
            if (
                port >= 0
                and meet_others(state, number)
                and is_due(state, led_to_x(state, port), led_to_y(state, port))
            ):
                return number
    return -1


@kernel
def meet_others(state: DownUnderState, number: int) -> bool:
    """Whether two ends of other paths lead where a path's end does: a quick look ahead."""
    port = state.tips[number >> 1, number & 1]
    x = led_to_x(state, port)
    y = led_to_y(state, port)
    others = 0
    for other in range(2 * COLOURS):
        port = state.tips[other >> 1, other & 1]
        if (
            port >= 0
            and other >> 1 != number >> 1
            and led_to_x(state, port) == x
            and led_to_y(state, port) == y
        ):
            others += 1
    return others >= 2


@kernel
def is_case_3(state: DownUnderState, colour: int) -> bool:
    """Whether a path and another one meet so that only a curve would fit, and none is left.

    The billabong then lies where both ends of the path lead to (DOW-41).
    """
    one = state.tips[colour, 0]
    two = state.tips[colour, 1]
    if state.billabongs == 0 or state.stock[colour, Kind.CURVE.value] > 0 or one < 0 or two < 0:
        return False
    x = led_to_x(state, one)
    y = led_to_y(state, one)
    if led_to_x(state, two) != x or led_to_y(state, two) != y or (one ^ two) & 1 == 0:
        return False
    if find(state, x, y) >= 0 or not fits(state, x, y):
        return False
    others = paths_to(state, x, y) & ~(1 << colour)
    if count_bits(others) != 1:
        return False
    ends = 0
    for edge in range(4):
        owner = path_at(state, x, y, edge)
        if owner not in (NONE, colour):
            ends += 1
    return ends == 2


@kernel
def put(state: DownUnderState, x: int, y: int) -> int:
    """Put a billabong on a cell and return its slot."""
    slot = -1 - find(state, x, y)
    state.cards[slot] = pack(x, y, Card.BILLABONG, 0, 0)
    state.links[slot] = 0
    state.billabongs -= 1
    widen_box(state, x, y)
    widen_window(state, x, y)
    return slot


@kernel
def end_in_water(state: DownUnderState, slot: int, x: int, y: int, edge: int) -> None:
    """Let the path that comes to a billabong by an edge end there (DOW-38)."""
    meets = facing(state, x, y, edge)
    colour = owner_of(state, meets)
    count_water(state, colour, slot)
    replace_tip(state, colour, meets, CLOSED)


@kernel
def join_both(state: DownUnderState, x: int, y: int) -> None:
    """Lay the billabong of case 3: either path is led through and becomes a loop (DOW-41)."""
    slot = put(state, x, y)
    for edge in range(4):
        colour = path_at(state, x, y, edge)
        count_water(state, colour, slot)
        lead_through(state, slot, edge, colour)
        replace_tip(state, colour, 0, LOOPED)


@kernel
def flood(state: DownUnderState, x: int, y: int) -> None:
    """Lay the billabong of case 1 or 2 (DOW-35 to 40).

    The moved path is led through to the fourth exit, if it is one of three and there is one; the
    others end. ``state.exit`` then names the exit if it lies open.
    """
    slot = put(state, x, y)
    moved = state.moved
    paths = 0
    comes = NOBODY
    comes_again = NOBODY
    goes = NOBODY
    for edge in range(4):
        owner = path_at(state, x, y, edge)
        if owner == NONE:
            meets = facing(state, x, y, edge)
            if meets < 0 or owner_of(state, meets) == NONE:
                goes = edge
            continue
        paths |= 1 << owner
        if owner == moved:
            comes_again = comes
            comes = edge
    led = count_bits(paths) == 3 and comes >= 0 and (comes_again >= 0 or goes >= 0)
    for edge in range(4):
        owner = path_at(state, x, y, edge)
        if owner != NONE and not (led and owner == moved):
            end_in_water(state, slot, x, y, edge)
    if not led:
        return
    tip = facing(state, x, y, comes)
    count_water(state, moved, slot)
    lead_through(state, slot, comes, moved)
    if comes_again >= 0:
        lead_through(state, slot, comes_again, moved)
        replace_tip(state, moved, tip, LOOPED)
        return
    lead_through(state, slot, goes, moved)
    replace_tip(state, moved, tip, extend(state, moved, slot * 4 + goes))
    if facing(state, x, y, goes) == OPEN:
        state.exit = slot * 4 + goes


@kernel
def give_up_exit(state: DownUnderState) -> None:
    """Let the moved path end in the water, since no third card is possible (DOW-37)."""
    port = state.exit
    slot = port >> 2
    replace_tip(state, state.moved, port, CLOSED)
    for edge in range(4):
        shut_exit(state, slot, edge)
    state.exit = NO_EXIT
