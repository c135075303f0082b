"""The rules of Schlauraff: laying, rolling, putting, carrying, leftovers, rounds and the count."""

from __future__ import annotations

from tischlein.core.errors import OptionError
from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.phrases import Phrase
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints
from tischlein.games.schlauraff.actions import (
    CARRY,
    LAY,
    ROLL,
    ROLL_AGAIN,
    colour_laid,
    column_laid,
    face_laid,
    putting,
    row_put,
)
from tischlein.games.schlauraff.dice import can_take_any, count_of, sum_of, takes, top_colour
from tischlein.games.schlauraff.state import (
    CHIP_BITS,
    CHIPS_OF_A_COLOUR,
    COLOURS,
    DICE,
    FACES,
    LAID_ROWS,
    NOT_BEGUN,
    RED,
    VALUES,
    Phase,
    SchlauraffState,
)

COLUMN_COUNTS = {2: (4, 6, 8), 3: (6,), 4: (8,)}
"""How many columns a round may have, by seats (SLR-4)."""


def check_options(seats: int, options: Options) -> None:
    """Refuse numbers of columns that the seats do not allow (OptionError citing SLR-4)."""
    if options["columns"] not in COLUMN_COUNTS[seats]:
        counts = ", ".join(map(str, COLUMN_COUNTS[seats]))
        raise OptionError(
            f"with {seats} seats a round has {counts} columns",
            "SLR-4",
            Phrase("SLR-4-columns", {"seats": seats, "counts": [*COLUMN_COUNTS[seats]]}),
        )


def setup(state: SchlauraffState, options: Options) -> None:
    """Put all chips into the bag; the lot names who starts (SLR-2, SLR-4, SLR-6)."""
    state.columns = int(options["columns"])
    state.below = int(options["leftovers"] == "below")
    state.phase = Phase.START
    state.current = NOT_BEGUN
    state.bag[:] = CHIPS_OF_A_COLOUR


@kernel
def column_in_play(state: SchlauraffState) -> int:
    """Return the column that is worked, from 0 at the left (SLR-8)."""
    return state.columns - 1 - state.worked


@kernel
def mover(state: SchlauraffState) -> int:
    """Return the seat whose column is worked (SLR-8)."""
    return (state.start + state.worked) % state.seats


@kernel
def acting(state: SchlauraffState) -> int:
    """Return chance while it draws and rolls, otherwise the seat of the column; 0 at the end."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase != Phase.TURN:
        return CHANCE_BIT
    return 1 << mover(state)


@kernel
def chance(state: SchlauraffState, outcomes: Ints, weights: Ints) -> int:
    """Write the starting seats, the chips left in the bag, or six faces (SLR-5, SLR-6, SLR-9)."""
    if state.phase == Phase.START:
        for seat in range(state.seats):
            outcomes[seat] = seat
            weights[seat] = 1
        return state.seats
    if state.phase == Phase.LAY:
        count = 0
        # laying(), written out: with a call here, playouts take a seventh longer.
        first = LAY + (state.columns - 1 - state.laid // LAID_ROWS) * COLOURS
        for colour in range(COLOURS):
            if state.bag[colour] > 0:
                outcomes[count] = first + colour
                weights[count] = state.bag[colour]
                count += 1
        return count
    for face in range(FACES):
        outcomes[face] = ROLL + face
        weights[face] = 1
    return FACES


@kernel
def legal(state: SchlauraffState, seat: int, out: Ints) -> int:
    """Write puts by face and row, carries by face, and the roll (SLR-10 to SLR-20)."""
    count = 0
    first, last = state.current, state.current
    if state.current == NOT_BEGUN:
        first, last = 0, state.rows - 1
    on = sum_of(state.on)
    column = column_in_play(state)
    for face in range(FACES):
        if state.free[face] == 0:
            continue
        top = putting(face, column, 0)
        for row in range(first, last + 1):
            if on + face + 1 <= VALUES[top_colour(state.pile[row])]:
                out[count] = top + row
                count += 1
    if state.current != NOT_BEGUN:
        value = VALUES[top_colour(state.pile[state.current])]
        for face in range(FACES):
            if state.offered[face] > 0 and face + 1 <= value:
                out[count] = CARRY + face
                count += 1
    if state.assigned and count_of(state.free) > 0:
        out[count] = ROLL_AGAIN
        count += 1
    return count


@kernel
def apply(state: SchlauraffState, seat: int, action: int) -> None:
    """Carry out an outcome of chance, or a put, a carry or a roll; turns end by themselves."""
    if seat == CHANCE:
        apply_chance(state, action)
        return
    if action == ROLL_AGAIN:
        state.to_roll = count_of(state.free)
        state.free[:] = 0
        state.offered[:] = 0
        state.assigned = 0
        state.phase = Phase.ROLL
        return
    state.offered[:] = 0
    face = face_laid(action)
    if action < CARRY:
        if state.current == NOT_BEGUN:
            state.current = row_put(action)
        state.free[face] -= 1
    state.on[face] += 1
    state.assigned = 1
    take_if_complete(state, seat)
    if state.current == state.rows or not can_take_any(state):
        end_turn(state)


@kernel
def apply_chance(state: SchlauraffState, outcome: int) -> None:
    """Name the start, lay a chip, or roll a die."""
    if outcome < LAY:
        state.start = outcome
        state.phase = Phase.LAY
    elif outcome < ROLL:
        column, colour = column_laid(outcome), colour_laid(outcome)
        state.chips[column, state.laid % LAID_ROWS] = colour + 1
        state.bag[colour] -= 1
        state.laid += 1
        if state.laid == state.columns * LAID_ROWS:
            begin_turn(state, 0)
    else:
        state.free[outcome - ROLL] += 1
        state.to_roll -= 1
        if state.to_roll == 0:
            state.phase = Phase.TURN
            if not can_take_any(state):
                end_turn(state)


@kernel
def take_if_complete(state: SchlauraffState, seat: int) -> None:
    """Take the current pile if its dice are complete, and offer a carry (SLR-12, SLR-16 ff.)."""
    pile = state.pile[state.current]
    dice = count_of(state.on)
    if not takes(top_colour(pile), sum_of(state.on), dice):
        return
    while pile:
        state.taken[seat, top_colour(pile)] += 1
        state.points[seat] += 1
        if top_colour(pile) == RED:
            state.reds[seat] += 1
        pile >>= CHIP_BITS
    state.pile[state.current] = 0
    if dice > 1:
        for face in range(FACES):
            state.offered[face] = state.on[face]
    state.on[:] = 0
    state.current += 1


@kernel
def begin_turn(state: SchlauraffState, leftovers: int) -> None:
    """Put the next column in play, on top of the leftovers of the last one (SLR-23, SLR-24).

    ``leftovers`` is the number of rows of the last column, whose piles still lie in ``pile``.
    """
    column = column_in_play(state)
    if state.below:
        left = 0
        for row in range(leftovers):
            if state.pile[row]:
                state.pile[left] = state.pile[row]
                left += 1
        for row in range(left - 1, -1, -1):
            state.pile[row + LAID_ROWS] = state.pile[row]
        for row in range(LAID_ROWS):
            state.pile[row] = state.chips[column, row]
        state.rows = LAID_ROWS + left
    else:
        for row in range(LAID_ROWS):
            under = state.pile[row] if row < leftovers else 0
            state.pile[row] = state.chips[column, row] | under << CHIP_BITS
        state.rows = LAID_ROWS
    state.pile[state.rows :] = 0
    state.chips[column] = 0
    state.current = NOT_BEGUN
    state.to_roll = DICE
    state.phase = Phase.ROLL


@kernel
def end_turn(state: SchlauraffState) -> None:
    """Clear the dice away and go on to the next column, round, or the end (SLR-26 to SLR-28)."""
    state.on[:] = 0
    state.free[:] = 0
    state.offered[:] = 0
    state.assigned = 0
    state.current = NOT_BEGUN
    state.worked += 1
    if state.worked < state.columns:
        begin_turn(state, state.rows)
        return
    state.rounds += 1
    if state.rounds == state.seats:
        state.worked = state.columns - 1
        state.phase = Phase.OVER
        return
    state.start = (state.start + 1) % state.seats
    state.worked = 0
    state.laid = 0
    state.rows = 0
    state.pile[:] = 0
    state.taken[:] = 0
    state.bag[:] = CHIPS_OF_A_COLOUR
    state.phase = Phase.LAY


@kernel
def scores(state: SchlauraffState, out: Ints) -> None:
    """Write the chips taken in all rounds (SLR-26, SLR-27)."""
    for seat in range(state.seats):
        out[seat] = state.points[seat]


@kernel
def ranking(state: SchlauraffState, out: Ints) -> None:
    """Rank by points, then by red chips (SLR-28)."""
    for seat in range(state.seats):
        place = 0
        for other in range(state.seats):
            lead = state.points[other] - state.points[seat]
            if lead > 0 or (lead == 0 and state.reds[other] > state.reds[seat]):
                place += 1
        out[seat] = place
