"""Notation of Dash: ``go``, ``left @200``, ``right``, ``pass``, ``fall 100``."""

from collections.abc import Callable, Mapping

from tests.tiny.dash.state import FALL, DashState
from tischlein.core.errors import NotationError, RefusedError
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.core.words import no_words

SERIES: Mapping[str, int] = {}
WORDS = ("go", "left", "right", "pass")


def write(state: DashState, seat: int, action: int) -> str:
    """Return an action as text."""
    return "fall" if seat == CHANCE else WORDS[action]


def write_outcome(state: DashState, seat: int, action: int, outcome: tuple[int, ...]) -> str:
    """Return where the ball lies, or the reaction time."""
    return str(outcome[0]) if seat == CHANCE else f"@{outcome[0]}"


def read(state: DashState, seat: int, words: list[str]) -> int:
    """Return the action that the words mean (NotationError if none)."""
    if seat == CHANCE and words[0] == "fall":
        return FALL
    if seat == CHANCE or words[0] not in WORDS or len(words) > 2:
        raise NotationError("an action is go, left, right or pass")
    return WORDS.index(words[0])


def read_outcome(state: DashState, seat: int, words: list[str]) -> tuple[int, ...]:
    """Return where the ball lies, or the reaction time (DSH-3)."""
    if seat != CHANCE and len(words) == 1:
        return ()
    try:
        return tuple(int(word.removeprefix("@")) for word in words[1:])
    except ValueError:
        raise RefusedError(Refusal("DSH-3")) from None


def _ball(state: DashState, words: list[str]) -> str:
    no_words(words)
    return str(state.ball)


QUERIES: Mapping[str, Callable[[DashState, list[str]], str]] = {"ball": _ball}
