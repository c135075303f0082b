"""Notation of Bell: ``1``, ``2``, ``3``, ``ring``."""

from collections.abc import Callable, Mapping

from tests.tiny.bell.state import BellState
from tischlein.core.errors import NotationError

SERIES: Mapping[str, int] = {}
QUERIES: Mapping[str, Callable[[BellState, list[str]], str]] = {}
WORDS = ("1", "2", "3", "ring")


def write(state: BellState, seat: int, action: int) -> str:
    """Return an action as text."""
    return WORDS[action]


def read(state: BellState, seat: int, words: list[str]) -> int:
    """Return the action that the words mean (NotationError if none)."""
    if len(words) != 1 or words[0] not in WORDS:
        raise NotationError("an action is 1, 2, 3 or ring")
    return WORDS.index(words[0])
