"""Names of squares: row letter and column number, ``A1`` in the north-west."""

from __future__ import annotations

from tischlein.core.errors import NotationError
from tischlein.games.schollenschubser.state import COLUMNS, ROWS

ROW_LETTERS = "ABCDE"


def square_name(square: int) -> str:
    """Return the name of a square, 0 to 19."""
    row, column = divmod(square, COLUMNS)
    return f"{ROW_LETTERS[row]}{column + 1}"


def square_named(word: str) -> int:
    """Return the square of a name, in either case.

    Raises
    ------
    NotationError
        If the word names no square.
    """
    row = ROW_LETTERS.find(word[:1].upper()) if word else -1
    column = "1234".find(word[1:]) if len(word) == 2 else -1
    if row < 0 or column < 0:
        last = f"{ROW_LETTERS[ROWS - 1]}{COLUMNS}"
        raise NotationError(f"a square is a letter and a number, A1 to {last}, not {word!r}")
    return row * COLUMNS + column
