"""Schollenschubser in words: what is expected now, and what has happened."""

from __future__ import annotations

from tischlein.core.events import Event
from tischlein.core.phrases import Phrase, Value, seat_name
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.games.schollenschubser.actions import (
    MEANINGS,
    OUTCOME_MEANINGS,
    Action,
    Board,
    Done,
    Drift,
    Land,
    Lay,
    Melt,
    New,
    Roll,
    Save,
    Skip,
    Start,
    Step,
)
from tischlein.games.schollenschubser.names import square_name
from tischlein.games.schollenschubser.squares import can_board, last_pushed
from tischlein.games.schollenschubser.state import (
    COLUMNS,
    SQUARES,
    Phase,
    SchollenschubserState,
)


def prompt(observation: Observation) -> Phrase:
    """Return the sentence that says what is expected now."""
    state: SchollenschubserState = observation.state
    mover: dict[str, Value] = {"seat": seat_name(state.mover)}
    if state.phase == Phase.OVER:
        return Phrase("prompt-won", mover)
    if state.phase in (Phase.LAY, Phase.START):
        return Phrase("prompt-setting-up")
    if state.phase == Phase.ROLL:
        return Phrase("prompt-roll", mover)
    if state.mover != observation.seat:
        return Phrase("prompt-wait", mover)
    if state.phase == Phase.MOVE:
        steps = sum(state.unmoved)
        if any(state.unmoved[COLUMNS - 1 :: COLUMNS]):
            return Phrase("prompt-save", {"steps": steps})
        return Phrase("prompt-move", {"steps": steps, "board": _may_board(state)})
    first, second = sorted(state.dice)
    return Phrase("prompt-drift", {"first": first, "second": second})


def _may_board(state: SchollenschubserState) -> int:
    """Return how many may still go from the bank onto the ice: 1 or 0 (SCH-24)."""
    squares = range(0, SQUARES, COLUMNS)
    return int(any(can_board(state, state.mover, square) for square in squares))


def say(event: Event, before: Observation, after: Observation) -> list[Phrase]:
    """Return an event in words, with what was lost, who got wet and what the dice forbid."""
    if event.seat == CHANCE:
        return _say_chance(event.action, before.state, after.state)
    action = MEANINGS[event.action]
    words = [_say_action(event.seat, action, before.state)]
    if isinstance(action, Drift | Melt):
        words += _say_losses(action, before.state, after.state)
    return words


def _say_chance(
    outcome: int, before: SchollenschubserState, after: SchollenschubserState
) -> list[Phrase]:
    match OUTCOME_MEANINGS[outcome]:
        case Lay(square, size):
            return [Phrase("say-lay", {"square": square_name(square), "size": size})]
        case Start(seat):
            return [Phrase("say-start", {"seat": seat_name(seat)})]
        case Roll(face):
            return _say_roll(face, before, after)


def _say_roll(
    face: int, before: SchollenschubserState, after: SchollenschubserState
) -> list[Phrase]:
    mover = seat_name(before.mover)
    if not before.dice[0]:
        return [Phrase("say-roll-first", {"seat": mover, "face": face})]
    words = [Phrase("say-roll-second", {"face": face})]
    if after.phase == Phase.ROLL:
        words.append(Phrase("say-nothing-possible", {"seat": mover}))
    elif after.phase == Phase.MOVE:
        words.append(Phrase("say-no-ice"))
    return words


def _say_action(seat: int, action: Action, before: SchollenschubserState) -> Phrase:
    who: dict[str, Value] = {"seat": seat_name(seat)}
    match action:
        case Drift(square):
            last = last_pushed(before, square)
            way = {"square": square_name(square), "to": _south_of(square), "far": _south_of(last)}
            return Phrase("say-drift", {**who, **way, "pushed": (last - square) // COLUMNS})
        case New(square, size):
            return Phrase("say-new", {**who, "square": square_name(square), "size": size})
        case Melt(square, _):
            size = before.floe[square] - 1
            return Phrase("say-melt", {**who, "square": square_name(square), "size": size})
        case Skip():
            return Phrase("say-skip", who)
        case Board(square):
            return Phrase("say-board", {**who, "square": square_name(square)})
        case Step(source, target):
            names = square_name(source), square_name(target)
            return Phrase("say-step", {**who, "from": names[0], "to": names[1]})
        case Land(square):
            return Phrase("say-land", {**who, "square": square_name(square)})
        case Save(square):
            return Phrase("say-save", {**who, "square": square_name(square)})
        case Done():
            return Phrase("say-done", who)


def _south_of(square: int) -> str:
    """Return where ice drifts to from a square: the name of the next one, or ``out``."""
    return square_name(square + COLUMNS) if square + COLUMNS < SQUARES else "out"


def _say_losses(
    action: Drift | Melt, before: SchollenschubserState, after: SchollenschubserState
) -> list[Phrase]:
    """Say that a floe has drifted out (SCH-16), and who got wet where."""
    drifts = isinstance(action, Drift)
    square = square_name(last_pushed(before, action.square) if drifts else action.square)
    gone = drifts and sum(after.stock) > sum(before.stock)
    banks = enumerate(zip(before.bank, after.bank, strict=True))
    wet = [
        Phrase("say-wet", {"seat": seat_name(owner), "count": now - then, "square": square})
        for owner, (then, now) in banks
        if now > then
    ]
    return [Phrase("say-gone", {"square": square}), *wet] if gone else wet
