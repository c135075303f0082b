"""Notation of Schollenschubser: ``drift B2``, ``new A2 4``, ``step B1 B2`` ..., and its queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.core.words import no_words, one_seat, one_word
from tischlein.games.schollenschubser.names import ROW_LETTERS, square_name, square_named
from tischlein.games.schollenschubser.refusals import why_not
from tischlein.games.schollenschubser.state import (
    BIG,
    BOARD,
    COLUMNS,
    DONE,
    DRIFT,
    LAND,
    LAY,
    MELT,
    NEW,
    ROLL,
    SAVE,
    SEATS,
    SIZES,
    SKIP,
    SMALL,
    SQUARES,
    START,
    STEP,
    Phase,
    SchollenschubserState,
)

SERIES: Mapping[str, int] = {"roll": 1}
_FIRST_LAID = 2
_ONE_SQUARE = {"drift": DRIFT, "board": BOARD, "land": LAND, "save": SAVE}
_FIRST = {**_ONE_SQUARE, "new": NEW, "melt": MELT, "step": STEP}


def continues(state: SchollenschubserState, outcome: int) -> bool:
    """Whether an outcome stands in one line with the one before: the second die of a roll."""
    return outcome >= ROLL and state.dice[0] != 0


def write(state: SchollenschubserState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    del state
    if seat == CHANCE:
        return _write_outcome(action)
    if action == DONE:
        return "done"
    if action == SKIP:
        return "skip"
    if action < NEW:
        return f"drift {square_name(action - DRIFT)}"
    if action < MELT:
        square, size = divmod(action - NEW, SIZES)
        return f"new {square_name(square)} {size + 1}"
    if action < SKIP:
        square, faller = divmod(action - MELT, SEATS + 1)
        who = f" {seats.letter(faller - 1)}" if faller else ""
        return f"melt {square_name(square)}{who}"
    if action < STEP:
        return f"board {square_name(action - BOARD)}"
    if action < LAND:
        source, target = divmod(action - STEP, SQUARES)
        return f"step {square_name(source)} {square_name(target)}"
    if action < SAVE:
        return f"land {square_name(action - LAND)}"
    return f"save {square_name(action - SAVE)}"


def _write_outcome(outcome: int) -> str:
    if outcome < START:
        square, size = divmod(outcome - LAY, SIZES)
        return f"lay {square_name(_FIRST_LAID + square)} {size + 1}"
    if outcome < ROLL:
        return f"start {seats.letter(outcome - START)}"
    return f"roll {outcome - ROLL + 1}"


def read(state: SchollenschubserState, seat: int, words: list[str]) -> int:
    """Return the action, or the outcome of chance, that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Schollenschubser.
    RefusedError
        If they name a seat, a square or a size that does not exist here.
    """
    if seat == CHANCE:
        return _read_outcome(state, words)
    try:
        return _read_action(state, words)
    except RefusedError:
        general = why_not(state, seat, _FIRST[words[0]])
        if general is not None and general.rule in ("SCH-8", "SCH-9", "SCH-34"):
            raise RefusedError(general) from None
        raise


def _read_action(state: SchollenschubserState, words: list[str]) -> int:
    match words:
        case ["done"]:
            return DONE
        case ["skip"]:
            return SKIP
        case [("drift" | "board" | "land" | "save") as verb, square]:
            return _ONE_SQUARE[verb] + square_named(square)
        case ["new", square, size]:
            return NEW + square_named(square) * SIZES + _size(size, "SCH-17") - 1
        case ["melt", square]:
            return MELT + square_named(square) * (SEATS + 1)
        case ["melt", square, who]:
            return MELT + square_named(square) * (SEATS + 1) + 1 + _seat(state, who, "SCH-21")
        case ["step", source, target]:
            return STEP + square_named(source) * SQUARES + square_named(target)
    raise NotationError(
        "an action is written: drift B2, new A2 4, melt C3, melt C3 B, skip, board B1, "
        "step B1 B2, land B1, save C4, or done"
    )


def _read_outcome(state: SchollenschubserState, words: list[str]) -> int:
    match words:
        case ["lay", square, size]:
            place = square_named(square) - _FIRST_LAID
            if place not in (0, 1):
                raise RefusedError(Refusal("SCH-6"))
            return LAY + place * SIZES + _size(size, "SCH-6") - 1
        case ["start", who]:
            return START + _seat(state, who, "SCH-8")
        case ["roll", face] if face in ("1", "2", "3", "4", "5", "6"):
            return ROLL + int(face) - 1
    raise NotationError("chance is written: lay A3 2, start B, or roll 5 2")


def _size(word: str, rule: str) -> int:
    if not word.isdecimal():
        raise NotationError(f"a floe has a size, 1 to {SIZES}, not {word!r}")
    size = int(word)
    if not 1 <= size <= SIZES:
        raise RefusedError(Refusal(rule, {"size": size}, message="no-such-size"))
    return size


def _seat(state: SchollenschubserState, word: str, rule: str) -> int:
    try:
        seat = seats.number(word)
    except ValueError as error:
        raise NotationError(str(error)) from None
    if seat >= state.seats:
        raise RefusedError(Refusal(rule, message="no-such-seat"))
    return seat


def _phase(state: SchollenschubserState, words: list[str]) -> str:
    no_words(words)
    return Phase(int(state.phase)).name.lower()


def _dice(state: SchollenschubserState, words: list[str]) -> str:
    no_words(words)
    return " ".join(str(die) for die in sorted(state.dice.tolist()) if die) or "none"


def _floe(state: SchollenschubserState, words: list[str]) -> str:
    return str(state.floe[square_named(one_word(words, "a square"))] or "none")


def _letters_on(state: SchollenschubserState, square: int) -> list[str]:
    counts = state.pawns[square].tolist()
    return [seats.letter(owner) for owner, count in enumerate(counts) for _ in range(count)]


def _pawns(state: SchollenschubserState, words: list[str]) -> str:
    return " ".join(_letters_on(state, square_named(one_word(words, "a square")))) or "none"


def _row(state: SchollenschubserState, words: list[str]) -> str:
    row = ROW_LETTERS.find(one_word(words, "a row, A to E").upper())
    if row < 0:
        raise NotationError("the rows are A to E")
    row_squares = range(row * COLUMNS, (row + 1) * COLUMNS)
    return " ".join(
        f"{state.floe[square]}{''.join(_letters_on(state, square))}" if state.floe[square] else "."
        for square in row_squares
    )


def _stock(state: SchollenschubserState, words: list[str]) -> str:
    no_words(words)
    return f"big {state.stock[BIG]} small {state.stock[SMALL]}"


def _bank(state: SchollenschubserState, words: list[str]) -> str:
    return str(state.bank[one_seat(words, state.seats)])


def _saved(state: SchollenschubserState, words: list[str]) -> str:
    return str(state.saved[one_seat(words, state.seats)])


def _unmoved(state: SchollenschubserState, words: list[str]) -> str:
    return str(state.unmoved[square_named(one_word(words, "a square"))])


QUERIES: Mapping[str, Callable[[SchollenschubserState, list[str]], str]] = {
    "phase": _phase,
    "dice": _dice,
    "floe": _floe,
    "pawns": _pawns,
    "row": _row,
    "stock": _stock,
    "bank": _bank,
    "saved": _saved,
    "unmoved": _unmoved,
}
