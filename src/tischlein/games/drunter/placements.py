"""Where tiles can go: along straight runs from a gang, under a bridge, and where a line ends."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.drunter.actions import direction_of, line_of, placement, size_of
from tischlein.games.drunter.state import BRIDGE, KIND_OF_LINE, REMOVED, SIZES, DrunterState
from tischlein.games.drunter.town import (
    BEYOND,
    CORNER,
    DIRECTIONS,
    LINES,
    OUTHOUSE,
    OUTSIDE,
    PRINTED,
    run,
)


@kernel
def is_free(state: DrunterState, square: int) -> bool:
    """Whether a tile may cover a square: on the board, no corner, not covered (DUD-19 to 21)."""
    return square != OUTSIDE and state.cells[square] == 0 and PRINTED[state.board, square] != CORNER


@kernel
def passes_bridge(state: DrunterState, square: int, direction: int) -> bool:
    """Whether the square beside another in a direction is a bridge (DUD-25)."""
    beside = BEYOND[square, direction]
    return bool(beside != OUTSIDE and state.cells[beside] & BRIDGE != 0)


@kernel
def first_square(state: DrunterState, line: int, direction: int) -> int:
    """Return where a tile at a gang begins, beyond a bridge if one is beside it (DUD-17, DUD-25).

    The square may be outside the board or covered.
    """
    beside: int = BEYOND[state.gangs[line], direction]
    if beside != OUTSIDE and state.cells[beside] & BRIDGE:
        beside = BEYOND[beside, direction]
    return beside


@kernel
def write_first_squares(state: DrunterState, out: Ints) -> None:
    """Write where a tile begins at each gang at work, in each direction."""
    for line in range(LINES):
        if state.gangs[line] != REMOVED:
            for direction in range(DIRECTIONS):
                out[line, direction] = first_square(state, line, direction)


def squares_of(state: DrunterState, action: int) -> tuple[int, ...]:
    """Return the squares of a placement from the gang outwards, whatever lies there.

    The gang must still be at work.
    """
    direction = direction_of(action)
    return run(first_square(state, line_of(action), direction), size_of(action), direction)


@kernel
def measure_line(state: DrunterState, line: int) -> bool:
    """Work out which tiles fit at a line; remove its gang if none does (DUD-30).

    Returns whether the gang was removed now.
    """
    if state.gangs[line] == REMOVED:
        return False
    longest = 0
    for direction in range(DIRECTIONS):
        length = 0
        square = first_square(state, line, direction)
        while length < SIZES and is_free(state, square):
            length += 1
            square = BEYOND[square, direction]
        state.reach[line, direction] = length
        longest = max(longest, length)
    if longest > 0:
        return False
    state.gangs[line] = REMOVED
    return True


@kernel
def can_lay(state: DrunterState, seat: int) -> bool:
    """Whether a seat has a tile that fits anywhere (DUD-14)."""
    for line in range(LINES):
        kind = KIND_OF_LINE[line]
        least = 1 if state.stock[seat, kind, 0] else 2 if state.stock[seat, kind, 1] else 3
        if state.stock[seat, kind, least - 1] > 0:
            for direction in range(DIRECTIONS):
                if state.reach[line, direction] >= least:
                    return True
    return False


@kernel
def placements(state: DrunterState, seat: int, out: Ints) -> int:
    """Write every way to lay a tile of the own stock (DUD-12, DUD-15 to DUD-32)."""
    count = 0
    for line in range(LINES):
        kind = KIND_OF_LINE[line]
        for size in range(1, SIZES + 1):
            if state.stock[seat, kind, size - 1] > 0:
                for direction in range(DIRECTIONS):
                    if state.reach[line, direction] >= size:
                        out[count] = placement(line, size, direction)
                        count += 1
    return count


@kernel
def covers_outhouse(state: DrunterState, action: int) -> bool:
    """Whether a placement that fits covers an outhouse, so that there is a vote (DUD-33)."""
    direction = direction_of(action)
    square = first_square(state, line_of(action), direction)
    for _ in range(size_of(action)):
        if PRINTED[state.board, square] == OUTHOUSE:
            return True
        square = BEYOND[square, direction]
    return False


@kernel
def cover(state: DrunterState, seat: int, action: int) -> bool:
    """Lay a tile for good: cover its squares, move its gang, remove gangs (DUD-22 to DUD-24).

    Returns whether a gang was removed.
    """
    line = line_of(action)
    size = size_of(action)
    direction = direction_of(action)
    square = first_square(state, line, direction)
    end = square
    for step in range(size):
        state.cells[square] = line + 1 + (BRIDGE if size == SIZES and step == 1 else 0)
        end = square
        square = BEYOND[square, direction]
    state.gangs[line] = end
    state.stock[seat, KIND_OF_LINE[line], size - 1] -= 1
    removed = False
    for other in range(LINES):
        if measure_line(state, other):
            removed = True
    return removed
