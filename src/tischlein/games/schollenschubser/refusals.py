"""Why an action is refused: the rule of Schollenschubser that it breaks."""

from __future__ import annotations

from tischlein.core.phrases import Refusal, SeatName
from tischlein.core.seats import CHANCE
from tischlein.games.schollenschubser import squares
from tischlein.games.schollenschubser.names import square_name
from tischlein.games.schollenschubser.state import (
    BOARD,
    COLUMNS,
    DONE,
    LAND,
    LAY,
    MELT,
    NEW,
    ROLL,
    SAVE,
    SEATS,
    SIZES,
    SKIP,
    SQUARES,
    START,
    STEP,
    Phase,
    SchollenschubserState,
)


def why_not(state: SchollenschubserState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action (of chance: an outcome), None if it is legal."""
    phase = int(state.phase)
    if phase == Phase.OVER:
        return Refusal("SCH-34")
    if seat == CHANCE:
        return _why_no_outcome(state, phase, action)
    if phase in (Phase.LAY, Phase.START):
        return Refusal("SCH-8", message="SCH-8-before")
    mover = int(state.mover)
    if seat != mover:
        return Refusal("SCH-8", {"seat": SeatName(mover)})
    if phase == Phase.ROLL:
        return Refusal("SCH-9", message="SCH-9-roll")
    drifting = phase == Phase.DRIFT
    if drifting != (action < BOARD):
        return Refusal("SCH-9", message="SCH-9-drift" if drifting else "SCH-9-move")
    if action < NEW:
        return _why_no_drift(state, action)
    if action < MELT:
        return _why_no_new(state, (action - NEW) // SIZES, (action - NEW) % SIZES + 1)
    if action < SKIP:
        square, named = divmod(action - MELT, SEATS + 1)
        return _why_no_melt(state, square, named - 1)
    if action == SKIP:
        allowed = state.may_skip_melt and squares.may_melt_something(state)
        return None if allowed else Refusal("SCH-22")
    if action == DONE:
        return None
    return _why_no_move(state, seat, action)


def _why_no_outcome(state: SchollenschubserState, phase: int, outcome: int) -> Refusal | None:
    if phase == Phase.LAY:
        square, size = divmod(outcome - LAY, SIZES)
        if outcome >= START or square != state.laid:
            return Refusal("SCH-6")
        if size + 1 > state.largest:
            return Refusal("SCH-7", {"size": size + 1})
        return None if state.stock[squares.kind_of(size + 1)] else Refusal("SCH-6")
    if phase == Phase.START:
        if START <= outcome < START + state.seats:
            return None
        return Refusal("SCH-8", message="SCH-8-lot")
    if phase == Phase.ROLL:
        return None if outcome >= ROLL else Refusal("SCH-10")
    return Refusal("SCH-10")


def _why_no_die(state: SchollenschubserState, square: int) -> Refusal | None:
    column = square % COLUMNS
    if squares.has_die_for(state, column):
        return None
    return Refusal("SCH-12", {"column": column + 1})


def _why_no_drift(state: SchollenschubserState, square: int) -> Refusal | None:
    named = {"square": square_name(square)}
    no_die = _why_no_die(state, square)
    if no_die is not None:
        return no_die
    if not state.floe[square]:
        return Refusal("SCH-13", {**named})
    if squares.is_blocked(state, square):
        culprit = f"square:{square + COLUMNS}"
        return Refusal("SCH-14", {**named}, culprits=(culprit,))
    return None


def _why_no_new(state: SchollenschubserState, square: int, size: int) -> Refusal | None:
    named = {"square": square_name(square)}
    no_die = _why_no_die(state, square)
    if no_die is not None:
        return no_die
    if size > state.largest:
        return Refusal("SCH-7", {"size": size})
    if square >= COLUMNS:
        return Refusal("SCH-17", {**named}, message="SCH-17-row")
    if state.floe[square]:
        return Refusal("SCH-17", {**named}, culprits=(f"square:{square}",))
    if not state.stock[squares.kind_of(size)]:
        return Refusal("SCH-17", {"size": size}, message="SCH-17-stock")
    return None


def _why_no_melt(state: SchollenschubserState, square: int, faller: int) -> Refusal | None:
    if not squares.has_melt_die(state):
        return Refusal("SCH-19")
    if not state.floe[square]:
        return Refusal("SCH-19", {"square": square_name(square)}, message="SCH-19-water")
    if squares.lacks_small_card(state, square):
        return Refusal("SCH-20")
    if squares.is_full(state, square):
        if faller < 0:
            return Refusal("SCH-21")
        if not state.pawns[square, faller]:
            return Refusal("SCH-21", {"seat": SeatName(faller)}, message="SCH-21-absent")
    elif faller >= 0:
        return Refusal("SCH-21", message="SCH-21-room")
    return None


def _why_no_move(state: SchollenschubserState, seat: int, action: int) -> Refusal | None:
    if action < STEP:
        return _why_no_boarding(state, seat, action - BOARD)
    if action < LAND:
        source, target = divmod(action - STEP, SQUARES)
        return _why_no_step(state, seat, source, target)
    if action < SAVE:
        square, column, rule = action - LAND, 0, "SCH-27"
    else:
        square, column, rule = action - SAVE, COLUMNS - 1, "SCH-28"
    if square % COLUMNS != column or not state.pawns[square, seat]:
        return Refusal(rule, {"square": square_name(square)})
    if not state.unmoved[square]:
        return Refusal("SCH-30")
    return None


def _why_no_boarding(state: SchollenschubserState, seat: int, square: int) -> Refusal | None:
    if square % COLUMNS:
        return Refusal("SCH-24", {"square": square_name(square)})
    if not state.bank[seat]:
        return Refusal("SCH-24", message="SCH-24-nobody")
    if not state.may_board:
        return Refusal("SCH-24", message="SCH-24-once") if state.boarded else Refusal("SCH-30")
    if not state.floe[square]:
        return Refusal("SCH-25", {"square": square_name(square)}, message="SCH-25-water")
    if squares.is_full(state, square):
        return Refusal("SCH-29", {"square": square_name(square)})
    return None


def _why_no_step(
    state: SchollenschubserState, seat: int, source: int, target: int
) -> Refusal | None:
    if not state.pawns[source, seat]:
        return Refusal("SCH-25", {"square": square_name(source)}, message="SCH-25-nobody")
    if not state.unmoved[source]:
        return Refusal("SCH-30")
    if not state.floe[target]:
        return Refusal("SCH-25", {"square": square_name(target)}, message="SCH-25-water")
    if not squares.reaches(state, source, target):
        values = {"from": square_name(source), "to": square_name(target)}
        return Refusal("SCH-26" if state.long_steps else "SCH-25", {**values})
    if squares.is_full(state, target):
        return Refusal("SCH-29", {"square": square_name(target)})
    return None
