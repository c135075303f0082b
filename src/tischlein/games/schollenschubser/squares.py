"""What a square, a floe and the dice allow: the predicates that the rules are made of."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.schollenschubser.state import (
    BIG,
    COLUMN_DIE,
    COLUMNS,
    DIRECTIONS,
    EAST,
    MELT_DIE,
    NORTH,
    ROWS,
    SMALL,
    SQUARES,
    STRIDES,
    WEST,
    SchollenschubserState,
)


@kernel
def kind_of(size: int) -> int:
    """Return the kind of card with a side of this size (SCH-3)."""
    return SMALL if size <= 2 else BIG


@kernel
def on_floe(state: SchollenschubserState, square: int) -> int:
    """Return how many researchers of all seats stand on a square."""
    count = 0
    for owner in range(state.seats):
        count += state.pawns[square, owner]
    return count


@kernel
def room(state: SchollenschubserState, square: int) -> int:
    """Return the free room on a square; water has none (SCH-29)."""
    return int(state.floe[square] - on_floe(state, square))


@kernel
def is_full(state: SchollenschubserState, square: int) -> bool:
    """Whether a floe carries as many researchers as fit."""
    return room(state, square) == 0


@kernel
def has_die_for(state: SchollenschubserState, column: int) -> bool:
    """Whether a die allows something in a column, counted from 0 (SCH-12, SCH-18)."""
    allowing = 0
    for die in state.dice:
        allowing += int(die == column + 1 or die == COLUMN_DIE)
    return allowing > 0


@kernel
def has_melt_die(state: SchollenschubserState) -> bool:
    """Whether a die shows the 6 (SCH-19)."""
    return bool(state.dice[0] == MELT_DIE or state.dice[1] == MELT_DIE)


@kernel
def is_blocked(state: SchollenschubserState, square: int) -> bool:
    """Whether a floe to the south keeps a floe from drifting (SCH-14, SCH-15)."""
    south = square + COLUMNS
    return state.push == 0 and south < SQUARES and state.floe[south] > 0


@kernel
def last_pushed(state: SchollenschubserState, square: int) -> int:
    """Return the southern end of the unbroken run of floes that begins with one (SCH-15)."""
    while square + COLUMNS < SQUARES and state.floe[square + COLUMNS] > 0:
        square += COLUMNS
    return square


@kernel
def can_drift(state: SchollenschubserState, square: int) -> bool:
    """Whether the floe on a square may drift now."""
    if state.floe[square] == 0 or is_blocked(state, square):
        return False
    return has_die_for(state, square % COLUMNS)


@kernel
def can_new(state: SchollenschubserState, square: int, size: int) -> bool:
    """Whether a floe of a size may be put on a square of row A now (SCH-17)."""
    if size > state.largest or state.floe[square] > 0 or state.stock[kind_of(size)] == 0:
        return False
    return has_die_for(state, square)


@kernel
def lacks_small_card(state: SchollenschubserState, square: int) -> bool:
    """Whether a 3-floe cannot melt because no small card is in stock (SCH-20)."""
    return bool(state.floe[square] == 3 and state.stock[SMALL] == 0)


@kernel
def can_melt(state: SchollenschubserState, square: int) -> bool:
    """Whether the floe on a square may melt now."""
    if state.floe[square] == 0 or lacks_small_card(state, square):
        return False
    return has_melt_die(state)


@kernel
def may_melt_something(state: SchollenschubserState) -> bool:
    """Whether a 6 was rolled that could melt some floe (SCH-22)."""
    for square in range(SQUARES):
        if can_melt(state, square):
            return True
    return False


@kernel
def can_board(state: SchollenschubserState, seat: int, square: int) -> bool:
    """Whether a researcher may go from the bank to a square of column 1 (SCH-24, SCH-29)."""
    return state.may_board == 1 and state.bank[seat] > 0 and room(state, square) > 0


@kernel
def squares_ahead(square: int, direction: int) -> int:
    """Return how many squares lie between a square and the edge in a direction."""
    if direction == NORTH:
        return square // COLUMNS
    if direction == WEST:
        return square % COLUMNS
    if direction == EAST:
        return COLUMNS - 1 - square % COLUMNS
    return ROWS - 1 - square // COLUMNS


@kernel
def reach(state: SchollenschubserState, square: int, direction: int) -> int:
    """Return how many squares in a direction a step may go, floes unbroken (SCH-25, SCH-26)."""
    ahead = squares_ahead(square, direction)
    if state.long_steps == 0:
        ahead = min(ahead, 1)
    for distance in range(1, ahead + 1):
        if state.floe[square + distance * STRIDES[direction]] == 0:
            return distance - 1
    return ahead


@kernel
def can_step(state: SchollenschubserState, square: int) -> bool:
    """Whether a step leads from a square to a floe with room."""
    for direction in range(DIRECTIONS):
        for distance in range(1, reach(state, square, direction) + 1):
            if room(state, square + distance * STRIDES[direction]) > 0:
                return True
    return False


@kernel
def reaches(state: SchollenschubserState, source: int, target: int) -> bool:
    """Whether a step leads from one square to another, room aside."""
    for direction in range(DIRECTIONS):
        for distance in range(1, reach(state, source, direction) + 1):
            if source + distance * STRIDES[direction] == target:
                return True
    return False
