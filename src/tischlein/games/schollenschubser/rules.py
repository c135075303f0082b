"""The rules of Schollenschubser: drifting, new floes, melting, moving and the end."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints
from tischlein.games.schollenschubser.actions import (
    BOARD,
    DONE,
    DRIFT,
    FLOES_LAID,
    LAND,
    MELT,
    NEW,
    NOBODY,
    ROLL,
    SAVE,
    SKIP,
    START,
    STEP,
    laying,
    melt_parts,
    melting,
    put_parts,
    putting,
    size_laid,
    step_parts,
    stepping,
)
from tischlein.games.schollenschubser.ice import drift, melt, put
from tischlein.games.schollenschubser.squares import (
    can_board,
    can_drift,
    can_melt,
    can_new,
    can_step,
    is_full,
    kind_of,
    may_melt_something,
    reach,
    room,
)
from tischlein.games.schollenschubser.state import (
    BIG,
    CARDS,
    COLUMNS,
    DIRECTIONS,
    PAWNS,
    SIZES,
    SMALL,
    SQUARES,
    STRIDES,
    Phase,
    SchollenschubserState,
)


def setup(state: SchollenschubserState, options: Options) -> None:
    """Lay the two largest floes and put everybody on the left bank (SCH-1 to SCH-5)."""
    state.largest = int(options["largest"])
    state.push = int(options["push"] == "on")
    state.may_skip_melt = int(options["melt"] == "may")
    state.long_steps = int(options["stride"] == "line")
    state.stock[SMALL] = CARDS
    state.stock[BIG] = CARDS - 2
    state.floe[0] = state.floe[1] = state.largest
    state.floe_number[0], state.floe_number[1] = 1, 2
    state.bank[: state.seats] = PAWNS
    state.phase = Phase.LAY


@kernel
def acting(state: SchollenschubserState) -> int:
    """Return chance while it lays, draws the start or rolls; otherwise the mover; 0 at the end."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase < Phase.DRIFT:
        return CHANCE_BIT
    return 1 << state.mover


@kernel
def chance(state: SchollenschubserState, outcomes: Ints, weights: Ints) -> int:
    """Write floes by cards left, the starting seat, or the six faces (SCH-6 to SCH-8, SCH-10)."""
    if state.phase == Phase.LAY:
        for size in range(1, state.largest + 1):
            outcomes[size - 1] = laying(state.laid, size)
            weights[size - 1] = state.stock[kind_of(size)]
        if state.largest == 3:
            weights[2] *= 2
        return state.largest
    if state.phase == Phase.START:
        for seat in range(state.seats):
            outcomes[seat] = START + seat
            weights[seat] = 1
        return state.seats
    for face in range(6):
        outcomes[face] = ROLL + face
        weights[face] = 1
    return 6


@kernel
def legal(state: SchollenschubserState, seat: int, out: Ints) -> int:
    """Write what the phase allows (SCH-9): one thing of the dice, or moves and ``done``."""
    if state.phase == Phase.DRIFT:
        return legal_drift(state, out)
    count = legal_moves(state, seat, out)
    out[count] = DONE
    return count + 1


@kernel
def legal_drift(state: SchollenschubserState, out: Ints) -> int:
    """Write drifts, melts, new floes and the skip that either die allows (SCH-10 to SCH-22)."""
    count = 0
    for square in range(SQUARES):
        if can_drift(state, square):
            out[count] = DRIFT + square
            count += 1
    for square in range(SQUARES):
        if can_melt(state, square):
            if is_full(state, square):
                for owner in range(state.seats):
                    if state.pawns[square, owner] > 0:
                        out[count] = melting(square, owner)
                        count += 1
            else:
                out[count] = melting(square, NOBODY)
                count += 1
    for square in range(COLUMNS):
        for size in range(1, SIZES + 1):
            if can_new(state, square, size):
                out[count] = putting(square, size)
                count += 1
    if state.may_skip_melt and may_melt_something(state):
        out[count] = SKIP
        count += 1
    return count


@kernel
def legal_moves(state: SchollenschubserState, seat: int, out: Ints) -> int:
    """Write the moves of researchers that may still move (SCH-24 to SCH-30)."""
    count = 0
    for square in range(0, SQUARES, COLUMNS):
        if can_board(state, seat, square):
            out[count] = BOARD + square
            count += 1
    for square in range(SQUARES):
        if state.unmoved[square] == 0:
            continue
        for direction in range(DIRECTIONS):
            for distance in range(1, reach(state, square, direction) + 1):
                target = square + distance * STRIDES[direction]
                if room(state, target) > 0:
                    out[count] = stepping(square, target)
                    count += 1
        if square % COLUMNS == 0:
            out[count] = LAND + square
            count += 1
        if square % COLUMNS == COLUMNS - 1:
            out[count] = SAVE + square
            count += 1
    return count


@kernel
def apply(state: SchollenschubserState, seat: int, action: int) -> None:
    """Carry out an outcome of chance, a thing of the drift phase, or a move."""
    if seat == CHANCE:
        apply_chance(state, action)
    elif action < BOARD:
        follow_die(state, action)
        begin_moving(state)
    else:
        move(state, seat, action)


@kernel
def apply_chance(state: SchollenschubserState, outcome: int) -> None:
    """Lay a floe, name the starting seat, or roll a die."""
    if outcome < START:
        put(state, FLOES_LAID[state.laid], size_laid(outcome))
        state.laid += 1
        if state.laid == len(FLOES_LAID):
            state.phase = Phase.START
    elif outcome < ROLL:
        state.mover = outcome - START
        state.phase = Phase.ROLL
    elif state.dice[0] == 0:
        state.dice[0] = outcome - ROLL + 1
    else:
        state.dice[1] = outcome - ROLL + 1
        state.phase = Phase.DRIFT
        if not anything_to_follow(state):
            begin_moving(state)


@kernel
def anything_to_follow(state: SchollenschubserState) -> bool:
    """Whether one of the dice allows something (SCH-11)."""
    for square in range(SQUARES):
        if can_drift(state, square) or can_melt(state, square):
            return True
    for square in range(COLUMNS):
        for size in range(1, SIZES + 1):
            if can_new(state, square, size):
                return True
    return False


@kernel
def follow_die(state: SchollenschubserState, action: int) -> None:
    """Let a floe drift, put in a new one, melt one, or leave a 6 unused."""
    if action < NEW:
        drift(state, action - DRIFT)
    elif action < MELT:
        square, size = put_parts(action)
        put(state, square, size)
    elif action < SKIP:
        square, faller = melt_parts(action)
        melt(state, square, faller)


@kernel
def begin_moving(state: SchollenschubserState) -> None:
    """Open the move phase: everybody on a floe, and one from the bank, may move (SCH-23)."""
    state.phase = Phase.MOVE
    for square in range(SQUARES):
        state.unmoved[square] = state.pawns[square, state.mover]
    state.may_board = 1 if state.bank[state.mover] > 0 else 0
    state.boarded = 0
    end_turn_if_stuck(state)


@kernel
def move(state: SchollenschubserState, seat: int, action: int) -> None:
    """Board, step, go back, save or end the turn (SCH-24 to SCH-32)."""
    if action == DONE:
        end_turn(state)
        return
    if action < STEP:
        state.bank[seat] -= 1
        state.pawns[action - BOARD, seat] += 1
        state.may_board = 0
        state.boarded = 1
    elif action < LAND:
        source, target = step_parts(action)
        state.unmoved[source] -= 1
        state.pawns[source, seat] -= 1
        state.pawns[target, seat] += 1
    elif action < SAVE:
        state.unmoved[action - LAND] -= 1
        state.pawns[action - LAND, seat] -= 1
        state.bank[seat] += 1
    else:
        state.unmoved[action - SAVE] -= 1
        state.pawns[action - SAVE, seat] -= 1
        state.saved[seat] += 1
        if state.saved[seat] == PAWNS:
            end_turn(state)
            state.mover = seat
            state.phase = Phase.OVER
            return
    end_turn_if_stuck(state)


@kernel
def end_turn_if_stuck(state: SchollenschubserState) -> None:
    """End the turn when none of the mover's researchers can move or board (SCH-31)."""
    for square in range(0, SQUARES, COLUMNS):
        if can_board(state, state.mover, square):
            return
    for square in range(SQUARES):
        if state.unmoved[square] > 0:
            if square % COLUMNS == 0 or square % COLUMNS == COLUMNS - 1:
                return
            if can_step(state, square):
                return
    end_turn(state)


@kernel
def end_turn(state: SchollenschubserState) -> None:
    """Hand the dice to the next seat clockwise (SCH-8)."""
    state.unmoved[:] = 0
    state.may_board = 0
    state.boarded = 0
    state.dice[:] = 0
    state.mover = (state.mover + 1) % state.seats
    state.phase = Phase.ROLL


@kernel
def scores(state: SchollenschubserState, out: Ints) -> None:
    """Write the researchers on the icebreaker (SCH-33)."""
    for seat in range(state.seats):
        out[seat] = state.saved[seat]
