"""What a position of Down Under promises: the guesses that searches look ahead with.

Values are in hundredths of a point of the final score.
"""

from __future__ import annotations

from tischlein.core.bits import count_bits
from tischlein.core.kernel import kernel
from tischlein.games.down_under.actions import cell_in, is_lay, is_turn, shape_in
from tischlein.games.down_under.area import column_of, fits, row_of
from tischlein.games.down_under.colours import colours_of
from tischlein.games.down_under.moves import ENDS, fitting_shapes
from tischlein.games.down_under.scoring import has_laid_dingo, score_of
from tischlein.games.down_under.state import (
    COLOURS,
    LOOPED,
    NONE,
    OPEN,
    STEP_X,
    STEP_Y,
    WATER,
    Card,
    DownUnderState,
    Kind,
    Phase,
)
from tischlein.games.down_under.table import (
    OWN,
    beyond,
    facing,
    find,
    led_to_x,
    led_to_y,
    owner_of,
    through,
)

POINT = 100

# The value of an open end, beyond the sections laid so far.
CAPPED = 60
"""Where only an end can go: a section more, sooner or later."""
ALIVE = 120
WAY_ON = 55
"""For every card that fits there, straight or curve."""
ROOM = 16
"""For every empty cell inside the area around the cell that the end leads to."""
SECOND = 90
"""For having two of them."""
LOOP = 350
"""A loop opens at two ends, and picks up a neutral part on the way."""

CURVE_LEFT = 14
"""A curve in stock gives a choice of directions for as long as the path lives."""
STRAIGHT_LEFT = 5
DINGO_DUE = 700
"""What a dingo not laid yet costs with special scoring, while it still can be."""


@kernel
def evaluate(state: DownUnderState, seat: int) -> int:
    """Return own prospects minus those of the most promising rival."""
    own = 0
    best = -1_000_000
    for other in range(state.seats):
        value = prospects(state, other)
        if other == seat:
            own = value
        elif value > best:
            best = value
    return own - best


@kernel
def prospects(state: DownUnderState, seat: int) -> int:
    """Return the value of a seat's paths as they lie, including their prospects."""
    total = 0
    bits = colours_of(state, seat)
    for colour in range(COLOURS):
        if bits >> colour & 1:
            total += POINT * score_of(state, colour) + open_end_value(state, colour)
    if state.counted and has_laid_dingo(state, seat) == 0:
        total -= DINGO_DUE
    return total


@kernel
def open_end_value(state: DownUnderState, colour: int) -> int:
    """Return the value of a path's open ends and remaining cards."""
    if state.tips[colour, 0] == LOOPED:
        return 0 if state.ended >> colour & 1 else LOOP
    value = 0
    alive = 0
    for end in range(2):
        port = state.tips[colour, end]
        if port >= 0:
            ways = fitting_shapes(state, colour, port) & ~ENDS
            if ways == 0:
                value += CAPPED
                continue
            alive += 1
            value += ALIVE + WAY_ON * count_bits(ways) + ROOM * room_at(state, port)
    if alive > 0:
        value += CURVE_LEFT * state.stock[colour, Kind.CURVE.value]
        value += STRAIGHT_LEFT * state.stock[colour, Kind.STRAIGHT.value]
    if alive == 2:
        value += SECOND
    return value


@kernel
def room_at(state: DownUnderState, port: int) -> int:
    """Return how many empty cells of the area lie round the cell that a port leads to."""
    x = led_to_x(state, port)
    y = led_to_y(state, port)
    count = 0
    for row in range(y - 1, y + 2):
        for column in range(x - 1, x + 2):
            if find(state, column, row) < 0 and fits(state, column, row):
                count += 1
    return count


# --- which actions to look at first ---

PROMISE_OF_END = 0
PROMISE_OF_LAY = 20
PROMISE_OF_SECTION = 8
"""For each free section that the path would take at once."""
PROMISE_OF_BRINK = -10
"""For leading out of the area, or into the water."""
PROMISE_OF_GIFT = -5
"""For carrying a rival's path on."""
LONGEST_LOOK = 6


@kernel
def prior(state: DownUnderState, seat: int, action: int) -> int:
    """Return how good a lay looks: sections taken, where it leads, whom its grey part helps."""
    if not is_lay(action):
        return PROMISE_OF_LAY if is_turn(action) else PROMISE_OF_END
    if state.phase == Phase.OPENING:
        return PROMISE_OF_LAY
    shape = shape_in(action)
    if shape >= Card.END_N:
        return PROMISE_OF_END
    x = column_of(state, cell_in(action))
    y = row_of(state, cell_in(action))
    value = PROMISE_OF_LAY
    for edge in range(4):
        meets = facing(state, x, y, edge)
        if OWN[shape] >> edge & 1:
            if meets == OPEN:
                value += brink(state, x + STEP_X[edge], y + STEP_Y[edge])
            elif meets == WATER:
                value += PROMISE_OF_BRINK
            elif owner_of(state, meets) == NONE:
                value += chain_ahead(state, meets)
        elif meets >= 0:
            owner = owner_of(state, meets)
            if owner < COLOURS and not colours_of(state, seat) >> owner & 1:
                value += PROMISE_OF_GIFT
    return value


@kernel
def brink(state: DownUnderState, x: int, y: int) -> int:
    """Return the value of leading on to a cell: 0, except at an edge or a free half."""
    return 0 if find(state, x, y) < 0 and fits(state, x, y) else PROMISE_OF_BRINK


@kernel
def chain_ahead(state: DownUnderState, port: int) -> int:
    """Return the value of taking the free chain that begins at a port."""
    value = 0
    for _ in range(LONGEST_LOOK):
        value += PROMISE_OF_SECTION
        out = through(state, port)
        port = beyond(state, out)
        if port == WATER:
            return value + PROMISE_OF_BRINK
        if port == OPEN:
            return value + brink(state, led_to_x(state, out), led_to_y(state, out))
        if owner_of(state, port) != NONE:
            return value
    return value
