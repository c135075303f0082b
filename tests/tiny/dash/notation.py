"""Notation of Dash: ``go``, ``left @200``, ``right``, ``pass``, ``fall 100``."""

from collections.abc import Callable, Mapping

from tests.tiny.dash.state import FALL, DashState
from tischlein.core.errors import NotationError
from tischlein.core.readers import no_words
from tischlein.core.seats import CHANCE

WORDS = ("go", "left", "right", "pass")


def write(state: DashState, seat: int, action: int) -> str:
    """Return an action as text."""
    return "fall" if seat == CHANCE else WORDS[action]


def read(state: DashState, seat: int, words: list[str]) -> int:
    """Return the action that the words mean (NotationError if none)."""
    if seat == CHANCE and words[0] == "fall":
        return FALL
    if seat == CHANCE or words[0] not in WORDS or len(words) > 1:
        raise NotationError("an action is go, left, right or pass")
    return WORDS.index(words[0])


def _ball(state: DashState, words: list[str]) -> str:
    no_words(words)
    return str(state.ball)


QUERIES: Mapping[str, Callable[[DashState, list[str]], str]] = {"ball": _ball}
