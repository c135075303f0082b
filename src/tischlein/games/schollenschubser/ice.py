"""The life of floes: they are put into the water, drift, are lost and melt."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.schollenschubser.actions import NOBODY
from tischlein.games.schollenschubser.squares import kind_of, last_pushed
from tischlein.games.schollenschubser.state import (
    BIG,
    COLUMNS,
    SMALL,
    SQUARES,
    SchollenschubserState,
)


@kernel
def put(state: SchollenschubserState, square: int, size: int) -> None:
    """Put a floe from the stock on a square, under the lowest free number."""
    taken = 0
    for other in state.floe_number:
        taken |= 1 << other
    number = 1
    while taken >> number & 1:
        number += 1
    state.floe[square] = size
    state.floe_number[square] = number
    state.stock[kind_of(size)] -= 1


@kernel
def drift(state: SchollenschubserState, square: int) -> None:
    """Move a floe, and with ``push`` the unbroken run south of it, one square on (SCH-13 ff.)."""
    last = last_pushed(state, square)
    if last + COLUMNS >= SQUARES:
        lose(state, last)
        last -= COLUMNS
    while last >= square:
        south = last + COLUMNS
        state.floe[south] = state.floe[last]
        state.floe[last] = 0
        state.floe_number[south] = state.floe_number[last]
        state.floe_number[last] = 0
        for owner in range(state.seats):
            state.pawns[south, owner] = state.pawns[last, owner]
            state.pawns[last, owner] = 0
        last -= COLUMNS


@kernel
def lose(state: SchollenschubserState, square: int) -> None:
    """Return a floe to the stock and those on it to their banks (SCH-16)."""
    state.stock[kind_of(state.floe[square])] += 1
    state.floe[square] = 0
    state.floe_number[square] = 0
    for owner in range(state.seats):
        state.bank[owner] += state.pawns[square, owner]
        state.pawns[square, owner] = 0


@kernel
def melt(state: SchollenschubserState, square: int, faller: int) -> None:
    """Make a floe one step smaller; where it was full, a researcher falls (SCH-19 to SCH-21)."""
    if faller != NOBODY:
        state.pawns[square, faller] -= 1
        state.bank[faller] += 1
    size = state.floe[square]
    if size == 1:
        state.stock[SMALL] += 1
        state.floe_number[square] = 0
    elif size == 3:
        state.stock[BIG] += 1
        state.stock[SMALL] -= 1
    state.floe[square] = size - 1
