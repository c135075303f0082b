"""Why an action is refused: the rule of Schollenschubser that it breaks."""

from __future__ import annotations

from tischlein.core.phrases import Refusal, Value, seat_name
from tischlein.core.seats import CHANCE
from tischlein.games.schollenschubser import squares
from tischlein.games.schollenschubser.actions import (
    FLOES_LAID,
    MEANINGS,
    NOBODY,
    OUTCOME_MEANINGS,
    Action,
    Board,
    Done,
    Drift,
    Land,
    Lay,
    Melt,
    New,
    OfDie,
    Outcome,
    Roll,
    Save,
    Skip,
    Start,
    Step,
)
from tischlein.games.schollenschubser.names import square_name
from tischlein.games.schollenschubser.state import COLUMNS, Phase, SchollenschubserState
from tischlein.games.schollenschubser.targets import square_target


def out_of_turn(state: SchollenschubserState, seat: int) -> Refusal | None:
    """Return why chance, or the mover, may do nothing just now (SCH-8 to SCH-10)."""
    if state.phase == Phase.OVER:
        return None
    if seat == CHANCE:
        return Refusal("SCH-10")
    if state.phase in (Phase.LAY, Phase.START):
        return Refusal("SCH-8", message="SCH-8-before")
    if seat == state.mover:
        return Refusal("SCH-9", message="SCH-9-roll")
    return None


def wrong_phase(state: SchollenschubserState, *, of_die: bool) -> Refusal | None:
    """Return why what follows a die, or what does not, is refused in this phase (SCH-9)."""
    if state.phase == Phase.DRIFT and not of_die:
        return Refusal("SCH-9", message="SCH-9-drift")
    if state.phase == Phase.MOVE and of_die:
        return Refusal("SCH-9", message="SCH-9-move")
    return None


def why_not(state: SchollenschubserState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids the mover an action (chance: an outcome), None if legal."""
    if seat == CHANCE:
        return _why_no_outcome(state, OUTCOME_MEANINGS[action])
    meaning = MEANINGS[action]
    refusal = wrong_phase(state, of_die=isinstance(meaning, OfDie))
    return refusal or _why_not_now(state, meaning)


def _why_not_now(state: SchollenschubserState, action: Action) -> Refusal | None:
    match action:
        case Drift(square):
            return _why_no_drift(state, square)
        case New(square, size):
            return _why_no_new(state, square, size)
        case Melt(square, faller):
            return _why_no_melt(state, square, faller)
        case Skip():
            allowed = state.may_skip_melt and squares.may_melt_something(state)
            return None if allowed else Refusal("SCH-22")
        case Board(square):
            return _why_no_boarding(state, square)
        case Step(source, target):
            return _why_no_step(state, source, target)
        case Land(square):
            return _why_no_leaving(state, square, 0, "SCH-27")
        case Save(square):
            return _why_no_leaving(state, square, COLUMNS - 1, "SCH-28")
        case Done():
            return None


def _why_no_outcome(state: SchollenschubserState, outcome: Outcome) -> Refusal | None:
    if state.phase == Phase.LAY:
        return _why_no_laying(state, outcome)
    if state.phase == Phase.START:
        at_table = isinstance(outcome, Start) and outcome.seat < state.seats
        return None if at_table else Refusal("SCH-8", message="SCH-8-lot")
    return None if isinstance(outcome, Roll) else Refusal("SCH-10")


def _why_no_laying(state: SchollenschubserState, outcome: Outcome) -> Refusal | None:
    if not isinstance(outcome, Lay) or outcome.square != FLOES_LAID[state.laid]:
        return Refusal("SCH-6")
    if outcome.size > state.largest:
        return Refusal("SCH-7", {"size": outcome.size})
    return None if state.stock[squares.kind_of(outcome.size)] else Refusal("SCH-6")


def _why_no_die(state: SchollenschubserState, square: int) -> Refusal | None:
    column = square % COLUMNS
    if squares.has_die_for(state, column):
        return None
    return Refusal("SCH-12", {"column": column + 1})


def _why_no_drift(state: SchollenschubserState, square: int) -> Refusal | None:
    no_die = _why_no_die(state, square)
    if no_die is not None:
        return no_die
    if not state.floe[square]:
        return Refusal("SCH-13", {"square": square_name(square)})
    if squares.is_blocked(state, square):
        culprit = square_target(square + COLUMNS)
        return Refusal("SCH-14", {"square": square_name(square)}, culprits=(culprit,))
    return None


def _why_no_new(state: SchollenschubserState, square: int, size: int) -> Refusal | None:
    no_die = _why_no_die(state, square)
    if no_die is not None:
        return no_die
    if size > state.largest:
        return Refusal("SCH-7", {"size": size})
    if square >= COLUMNS:
        return Refusal("SCH-17", {"square": square_name(square)}, message="SCH-17-row")
    if state.floe[square]:
        culprit = square_target(square)
        return Refusal("SCH-17", {"square": square_name(square)}, culprits=(culprit,))
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
    if not squares.is_full(state, square):
        return None if faller == NOBODY else Refusal("SCH-21", message="SCH-21-room")
    if faller == NOBODY:
        return Refusal("SCH-21")
    if not state.pawns[square][faller]:
        return Refusal("SCH-21", {"seat": seat_name(faller)}, message="SCH-21-absent")
    return None


def _why_no_boarding(state: SchollenschubserState, square: int) -> Refusal | None:
    if square % COLUMNS:
        return Refusal("SCH-24", {"square": square_name(square)})
    if not state.bank[state.mover]:
        return Refusal("SCH-24", message="SCH-24-nobody")
    if not state.may_board:
        return Refusal("SCH-24", message="SCH-24-once") if state.boarded else Refusal("SCH-30")
    if not state.floe[square]:
        return Refusal("SCH-25", {"square": square_name(square)}, message="SCH-25-water")
    if squares.is_full(state, square):
        return Refusal("SCH-29", {"square": square_name(square)})
    return None


def _why_no_step(state: SchollenschubserState, source: int, target: int) -> Refusal | None:
    if not state.pawns[source][state.mover]:
        return Refusal("SCH-25", {"square": square_name(source)}, message="SCH-25-nobody")
    if not state.unmoved[source]:
        return Refusal("SCH-30")
    if not state.floe[target]:
        return Refusal("SCH-25", {"square": square_name(target)}, message="SCH-25-water")
    if not squares.reaches(state, source, target):
        rule = "SCH-26" if state.long_steps else "SCH-25"
        return Refusal(rule, {"from": square_name(source), "to": square_name(target)})
    if squares.is_full(state, target):
        return Refusal("SCH-29", {"square": square_name(target)})
    return None


def _why_no_leaving(
    state: SchollenschubserState, square: int, column: int, rule: str
) -> Refusal | None:
    where: dict[str, Value] = {"square": square_name(square)}
    if square % COLUMNS != column:
        return Refusal(rule, where)
    if not state.pawns[square][state.mover]:
        return Refusal(rule, where, message="SCH-25-nobody")
    return None if state.unmoved[square] else Refusal("SCH-30")
