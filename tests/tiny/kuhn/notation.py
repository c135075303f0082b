"""Notation of Kuhn poker: ``pass``, ``bet``, and ``deal king`` for chance."""

from collections.abc import Callable, Mapping

from tests.tiny.kuhn.state import KuhnState
from tischlein.core.errors import NotationError
from tischlein.core.seats import CHANCE

SERIES: Mapping[str, int] = {}
QUERIES: Mapping[str, Callable[[KuhnState, list[str]], str]] = {}
ACTIONS = ("pass", "bet")
CARDS = ("jack", "queen", "king")


def write(state: KuhnState, seat: int, action: int) -> str:
    """Return an action or a deal as text."""
    return f"deal {CARDS[action]}" if seat == CHANCE else ACTIONS[action]


def read(state: KuhnState, seat: int, words: list[str]) -> int:
    """Return what the words mean (NotationError if nothing)."""
    if seat == CHANCE and len(words) == 2 and words[0] == "deal" and words[1] in CARDS:
        return CARDS.index(words[1])
    if seat != CHANCE and len(words) == 1 and words[0] in ACTIONS:
        return ACTIONS.index(words[0])
    raise NotationError("an action is pass or bet, a deal is: deal jack, deal queen, deal king")
