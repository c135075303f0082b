"""Names of squares, ``A1`` in the north-west, and of the researchers there."""

from __future__ import annotations

from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.readers import cell_in
from tischlein.core.seats import letter
from tischlein.games.schollenschubser.state import COLUMNS, ROWS, SchollenschubserState

ROW_LETTERS = "ABCDE"


def square_name(square: int) -> str:
    """Return the name of a square, 0 to 19."""
    row, column = divmod(square, COLUMNS)
    return f"{ROW_LETTERS[row]}{column + 1}"


def crowd(state: SchollenschubserState, square: int) -> str:
    """Return the letters of the researchers on a square, such as ``ABB``."""
    return "".join(letter(owner) * count for owner, count in enumerate(state.pawns[square]))


def square_named(word: str) -> int:
    """Return the square of a name, in either case.

    Raises
    ------
    NotationError
        If the word is no name of a square.
    RefusedError
        If the board has no such square (SCH-2).
    """
    named = cell_in(word.lower())
    if named is None:
        last = square_name(ROWS * COLUMNS - 1)
        raise NotationError(f"a square is a letter and a number, A1 to {last}, not {word!r}")
    row, column = named.column, named.row - 1  # here rows have letters, and columns numbers
    if row >= ROWS or not 0 <= column < COLUMNS:
        raise RefusedError(Refusal("SCH-2", {"square": word.upper()}))
    return row * COLUMNS + column
