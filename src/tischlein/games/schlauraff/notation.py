"""Notation of Schlauraff: ``put 4 d1``, ``carry 4``, ``roll``, chance's lines, and queries."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from tischlein.core import seats
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import (
    cell_in,
    listed,
    no_words,
    number_up_to,
    one_seat,
    one_word,
    seat_at_table,
    whole_number,
)
from tischlein.core.seats import CHANCE
from tischlein.games.schlauraff.actions import (
    CARRY,
    LAY,
    ROLL,
    ROLL_AGAIN,
    carries,
    colour_laid,
    column_laid,
    face_laid,
    laying,
    put_of,
    putting,
)
from tischlein.games.schlauraff.dice import top_colour
from tischlein.games.schlauraff.names import cell_name, column_name, faces, pile_letters
from tischlein.games.schlauraff.refusals import out_of_turn
from tischlein.games.schlauraff.rules import column_in_play, mover
from tischlein.games.schlauraff.state import (
    COLUMNS,
    DICE,
    FACES,
    LAID_ROWS,
    LETTERS,
    NOT_BEGUN,
    ROWS,
    VALUES,
    Phase,
    SchlauraffState,
)

SERIES: Mapping[str, int] = {"lay": 2, "roll": 1}


def continues(state: SchlauraffState, action: int) -> bool:
    """Whether an outcome shares a line with the one before: chips of a column, a roll."""
    return any(state.free) if action >= ROLL else state.laid % LAID_ROWS != 0


def write(state: SchlauraffState, seat: int, action: int) -> str:
    """Return an action, or an outcome of chance, as text."""
    del state
    if seat == CHANCE:
        return _write_outcome(action)
    if action == ROLL_AGAIN:
        return "roll"
    if carries(action):
        return f"carry {face_laid(action) + 1}"
    face, column, row = put_of(action)
    return f"put {face + 1} {cell_name(column, row)}"


def _write_outcome(outcome: int) -> str:
    if outcome < LAY:
        return f"start {seats.letter(outcome)}"
    if outcome < ROLL:
        return f"lay {column_name(column_laid(outcome))} {LETTERS[colour_laid(outcome)]}"
    return f"roll {outcome - ROLL + 1}"


def read(state: SchlauraffState, seat: int, words: list[str]) -> int:
    """Return the action, or the outcome of chance, that the words mean.

    Raises
    ------
    NotationError
        If they are no action of Schlauraff.
    RefusedError
        If they name a seat, a face or a cell that does not exist here; whose turn it is comes
        first (SLR-8).
    """
    if seat == CHANCE:
        return _read_outcome(state, words)
    try:
        return _read_action(state, words)
    except RefusedError:
        if state.phase == Phase.TURN and seat == mover(state):
            raise
        early = out_of_turn(state, seat)
        if early is None:
            raise
        raise RefusedError(early) from None


def _read_action(state: SchlauraffState, words: list[str]) -> int:
    match words:
        case ["put", face, cell]:
            return _read_put(state, face, cell)
        case ["carry", face]:
            return _read_carry(face)
        case ["roll"]:
            return ROLL_AGAIN
    raise NotationError("an action is written: put 4 d1, carry 4, or roll")


def _read_put(state: SchlauraffState, word: str, cell: str) -> int:
    named = cell_in(cell)
    if named is None:
        raise _no_cell(cell)
    column, row = named.column, named.row - 1
    face = whole_number(word, "a die") - 1
    if column < COLUMNS and 0 <= face < FACES and 0 <= row < ROWS:
        return putting(face, column, row)
    in_play = column_in_play(state)
    if column != in_play:
        raise RefusedError(Refusal("SLR-8", {"column": column_name(in_play)}, "SLR-8-column"))
    if not (0 <= face < FACES and state.free[face]):
        raise RefusedError(Refusal("SLR-10", {"face": face + 1}))
    if state.current == NOT_BEGUN:
        raise RefusedError(Refusal("SLR-14", {"cell": cell}))
    raise RefusedError(Refusal("SLR-15", {"cell": cell_name(column, state.current)}))


def _read_carry(word: str) -> int:
    face = number_up_to(FACES, word, "a die", lambda face: Refusal("SLR-16", {"face": face}))
    return CARRY + face - 1


def _read_outcome(state: SchlauraffState, words: list[str]) -> int:
    match words:
        case ["start", who]:
            return seat_at_table(who, state.seats, Refusal("SLR-6"))
        case ["lay", column, colour]:
            if re.fullmatch(r"[i-z]", column):
                raise RefusedError(Refusal("SLR-5"))
            return laying(_column(column), _colour(colour))
        case ["roll", face]:
            return ROLL + _face(face)
    raise NotationError("chance is written: start B, lay d y g b b r, or roll 1 3 3 4 5 6")


def _face(word: str) -> int:
    def refusal(face: int) -> Refusal:
        return Refusal("SLR-9", {"face": face}, "SLR-9-face")

    return number_up_to(FACES, word, "a die", refusal) - 1


def _colour(word: str) -> int:
    if len(word) != 1 or word not in LETTERS:
        raise NotationError(f"a chip's colour is one of {', '.join(LETTERS)}, not {word!r}")
    return LETTERS.index(word)


def _column(word: str) -> int:
    if not re.fullmatch(r"[a-h]", word):
        raise NotationError(f"a column is a letter a to h, not {word!r}")
    return ord(word) - ord("a")


def _cell(word: str) -> tuple[int, int]:
    """Return column and row of a cell, whether a column has that many rows or not."""
    named = cell_in(word)
    if named is None:
        raise _no_cell(word)
    if named.column >= COLUMNS or not 1 <= named.row <= ROWS:
        raise NotationError(f"there is no cell {word!r}")
    return named.column, named.row - 1


def _no_cell(word: str) -> NotationError:
    return NotationError(f"a cell is a letter and a number, such as d1, not {word!r}")


# --- queries ---


def _working(state: SchlauraffState) -> bool:
    """Whether somebody works a column."""
    return state.phase in (Phase.ROLL, Phase.TURN)


def _round(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return str(min(state.rounds + 1, state.seats))


def _start(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return "none" if state.phase == Phase.START else seats.letter(state.start)


def _turn(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return column_name(column_in_play(state)) if _working(state) else "none"


def _current(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    if not _working(state):
        return "none"
    if state.current == NOT_BEGUN:
        return "free"
    return cell_name(column_in_play(state), state.current)


def _dice(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return listed(faces(state.free))


def _on(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return listed(faces(state.on))


def _carry(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    if state.current == NOT_BEGUN:
        return "none"
    value = VALUES[top_colour(state.pile[state.current])]
    return listed(face for face in sorted({*faces(state.offered)}) if face <= value)


def _spent(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    if not _working(state):
        return "0"
    return str(DICE - sum(state.free) - sum(state.on) - state.to_roll)


def _column_query(state: SchlauraffState, words: list[str]) -> str:
    column = _on_the_table(state, _column(one_word(words, "a column")))
    return listed(map(pile_letters, _piles_of(state, column)))


def _pile(state: SchlauraffState, words: list[str]) -> str:
    column, row = _cell(one_word(words, "a cell"))
    piles = _piles_of(state, _on_the_table(state, column))
    return pile_letters(piles[row] if row < len(piles) else 0)


def _on_the_table(state: SchlauraffState, column: int) -> int:
    if column >= state.columns:
        raise NotationError(f"there is no column {column_name(column)!r}")
    return column


def _piles_of(state: SchlauraffState, column: int) -> list[int]:
    """Return the piles of a column from the top, as they lie now."""
    if state.rows and column == column_in_play(state):
        return [*state.pile[: state.rows]]
    return [*state.chips[column]]


def _chips(state: SchlauraffState, words: list[str]) -> str:
    return str(sum(state.taken[one_seat(words, state.seats)]))


def _reds(state: SchlauraffState, words: list[str]) -> str:
    return str(state.reds[one_seat(words, state.seats)])


def _bag(state: SchlauraffState, words: list[str]) -> str:
    no_words(words)
    return listed(f"{letter}{count}" for letter, count in zip(LETTERS, state.bag, strict=True))


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
