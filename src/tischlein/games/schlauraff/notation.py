"""Notation of Schlauraff: ``put 4 d1``, ``carry 4``, ``roll``, chance's lines, and queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.core.words import no_words, one_seat, one_word
from tischlein.games.schlauraff import rules
from tischlein.games.schlauraff.dice import count_of
from tischlein.games.schlauraff.names import cell_name, column_name, faces, pile_letters
from tischlein.games.schlauraff.state import (
    CARRY,
    COLOURS,
    COLUMNS,
    DICE,
    FACES,
    LAID_ROWS,
    LAY,
    LETTERS,
    NOT_BEGUN,
    PUT,
    ROLL,
    ROLL_AGAIN,
    ROWS,
    START,
    TOP,
    VALUES,
    Phase,
    SchlauraffState,
)

SERIES: Mapping[str, int] = {"lay": 2, "roll": 1}


def continues(state: SchlauraffState, outcome: int) -> bool:
    """Whether an outcome stands in one line with the one before: chips of a column, a roll."""
    if outcome < ROLL:
        return state.laid % LAID_ROWS != 0
    return count_of(state.free) > 0


def write(state: SchlauraffState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    del state
    if seat == CHANCE:
        if action < LAY:
            return f"start {seats.letter(action - START)}"
        if action < ROLL:
            column, colour = divmod(action - LAY, COLOURS)
            return f"lay {column_name(column)} {LETTERS[colour]}"
        return f"roll {action - ROLL + 1}"
    if action == ROLL_AGAIN:
        return "roll"
    if action >= CARRY:
        return f"carry {action - CARRY + 1}"
    face, cell = divmod(action - PUT, COLUMNS * ROWS)
    return f"put {face + 1} {cell_name(*divmod(cell, ROWS))}"


def read(state: SchlauraffState, seat: int, words: list[str]) -> int:
    """Return the action, or the outcome of chance, that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Schlauraff.
    RefusedError
        If they name a seat that does not exist here.
    """
    match words:
        case ["start", who] if seat == CHANCE:
            return START + _seat(state, who)
        case ["lay", column, colour] if seat == CHANCE:
            return LAY + _column(column) * COLOURS + _colour(colour)
        case ["roll", face] if seat == CHANCE:
            return ROLL + _face(face)
        case ["put", face, cell] if seat != CHANCE:
            place, row = _cell(cell)
            return PUT + (_face(face) * COLUMNS + place) * ROWS + row
        case ["carry", face] if seat != CHANCE:
            return CARRY + _face(face)
        case ["roll"] if seat != CHANCE:
            return ROLL_AGAIN
    if seat == CHANCE:
        raise NotationError("chance is written: start B, lay d y g b b r, or roll 1 3 3 4 5 6")
    raise NotationError("an action is written: put 4 d1, carry 4, or roll")


def _seat(state: SchlauraffState, word: str) -> int:
    try:
        seat = seats.number(word)
    except ValueError as error:
        raise NotationError(str(error)) from None
    if seat >= state.seats:
        raise RefusedError(Refusal("SLR-6"))
    return seat


def _face(word: str) -> int:
    if word not in ("1", "2", "3", "4", "5", "6"):
        raise NotationError(f"a die shows 1 to {FACES}, not {word!r}")
    return int(word) - 1


def _colour(word: str) -> int:
    if len(word) != 1 or word not in LETTERS:
        raise NotationError(f"a chip's colour is one of {', '.join(LETTERS)}, not {word!r}")
    return LETTERS.index(word)


def _column(word: str) -> int:
    if not re.fullmatch(r"[a-h]", word):
        raise NotationError(f"a column is a letter a to h, not {word!r}")
    return ord(word) - ord("a")


def _cell(word: str) -> tuple[int, int]:
    match = re.fullmatch(r"([a-h])([1-9]\d?)", word)
    if match is None or int(match[2]) > ROWS:
        raise NotationError(f"a cell is a letter and a number, such as d1, not {word!r}")
    return _column(match[1]), int(match[2]) - 1


def _faces(dice: list[int]) -> str:
    return " ".join(map(str, faces(dice))) or "none"


def _round(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return str(min(int(state.rounds) + 1, int(state.seats)))


def _start(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return "none" if state.phase == Phase.START else seats.letter(int(state.start))


def _turn(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    if state.phase not in (Phase.ROLL, Phase.TURN):
        return "none"
    return column_name(int(rules.column_in_play(state)))


def _current(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    if state.phase not in (Phase.ROLL, Phase.TURN):
        return "none"
    if state.current == NOT_BEGUN:
        return "free"
    return cell_name(int(rules.column_in_play(state)), int(state.current))


def _dice(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return _faces(state.free.tolist())


def _on(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return _faces(state.on.tolist())


def _carry(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    if state.current == NOT_BEGUN:
        return "none"
    value = VALUES[(int(state.pile[state.current]) & TOP) - 1]
    fitting = [min(count, 1) for count in state.offered.tolist()[:value]]
    return _faces(fitting)


def _spent(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    if state.phase not in (Phase.ROLL, Phase.TURN):
        return "0"
    return str(DICE - int(count_of(state.free)) - int(count_of(state.on)) - int(state.to_roll))


def piles_of(state: SchlauraffState, column: int) -> list[int]:
    """Return the piles of a column from the top, as they lie now."""
    if state.rows and column == rules.column_in_play(state):
        return [int(pile) for pile in state.pile[: state.rows]]
    return [int(chip) for chip in state.chips[column]]


def _query_column(state: SchlauraffState, word: str) -> int:
    column = _column(word)
    if column >= state.columns:
        raise NotationError(f"there is no column {word!r}")
    return column


def _column_query(state: SchlauraffState, words: list[str]) -> str:
    column = _query_column(state, one_word(words, "a column"))
    return " ".join(map(pile_letters, piles_of(state, column)))


def _pile(state: SchlauraffState, words: list[str]) -> str:
    column, row = _cell(one_word(words, "a cell"))
    piles = piles_of(state, _query_column(state, column_name(column)))
    return pile_letters(piles[row]) if row < len(piles) else "-"


def _chips(state: SchlauraffState, words: list[str]) -> str:
    return str(state.taken[one_seat(words, state.seats)].sum())


def _reds(state: SchlauraffState, words: list[str]) -> str:
    return str(state.reds[one_seat(words, state.seats)])


def _bag(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    counts = zip(LETTERS, state.bag.tolist(), strict=True)
    return " ".join(f"{letter}{count}" for letter, count in counts)


QUERIES: Mapping[str, Callable[[SchlauraffState, list[str]], str]] = {
    "round": _round,
    "start": _start,
    "turn": _turn,
    "current": _current,
    "dice": _dice,
    "on": _on,
    "carry": _carry,
    "spent": _spent,
    "column": _column_query,
    "pile": _pile,
    "chips": _chips,
    "reds": _reds,
    "bag": _bag,
}
