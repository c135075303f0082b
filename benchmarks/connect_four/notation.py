"""Notation of Connect Four: an action is the letter of a column, ``a`` to ``g``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from benchmarks.connect_four.state import COLUMNS, ConnectFourState
from tischlein.core.errors import NotationError

SERIES: Mapping[str, int] = {}
QUERIES: Mapping[str, Callable[[ConnectFourState, list[str]], str]] = {}
LETTERS = "abcdefg"


def write(state: ConnectFourState, seat: int, action: int) -> str:
    """Return an action as text."""
    return LETTERS[action]


def read(state: ConnectFourState, seat: int, words: list[str]) -> int:
    """Return the column that a letter names.

    Raises
    ------
    NotationError
        If there is no such column.
    """
    if len(words) != 1 or len(words[0]) != 1 or words[0] not in LETTERS[:COLUMNS]:
        raise NotationError("an action is the letter of a column: a to g")
    return LETTERS.index(words[0])
