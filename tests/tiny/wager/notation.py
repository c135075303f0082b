"""Notation of Wager: ``steady`` or ``wild``, and the points that chance rolls."""

from collections.abc import Callable, Mapping

from tests.tiny.wager.state import WagerState
from tischlein.core.errors import NotationError
from tischlein.core.seats import CHANCE

SERIES: Mapping[str, int] = {}
QUERIES: Mapping[str, Callable[[WagerState, list[str]], str]] = {}
ACTIONS = ("steady", "wild")
ROLLS = ("2", "4", "0", "9")


def write(state: WagerState, seat: int, action: int) -> str:
    """Return an action or a roll as text."""
    return ROLLS[action] if seat == CHANCE else ACTIONS[action]


def read(state: WagerState, seat: int, words: list[str]) -> int:
    """Return what a word means (NotationError if nothing)."""
    known = ROLLS if seat == CHANCE else ACTIONS
    if len(words) != 1 or words[0] not in known:
        raise NotationError(f"write one of {', '.join(known)}")
    return known.index(words[0])
