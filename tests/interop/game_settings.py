"""Of which settings of the games the adapters are tried."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.shelf import SHELF
from tests.tiny.bell import GAME as BELL
from tests.tiny.dash import GAME as DASH
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.testing.cases import Case, cases_of

TINY = (BELL, DASH, KUHN, WAGER)
"""Games of the tests: interrupts beside choices at once, a measured race, secrets, one seat."""


def eleventh() -> Game:
    """Return the game of the example in one file, of which no adapter knows anything."""
    folder = str(Path(__file__).parents[2] / "examples")
    if folder not in sys.path:
        sys.path.append(folder)
    game: Game = importlib.import_module("tictactoe").GAME
    return game


def games() -> Iterator[Game]:
    """Yield the games on the shelf."""
    yield from map(registry.load, SHELF)


def settings(*, every: bool) -> Iterator[Case]:
    """Yield every game as it is with the fewest and the most seats; or every other setting.

    With the fewest alone where physics takes its time.
    """
    for game in games():
        cases = [*cases_of(game)]
        plain = [case for case in cases if case.is_default]
        ends = plain[:1] + (plain[1:][-1:] if game.compiled else [])
        yield from (case for case in cases if (case not in ends) == every)


def parameters() -> Sequence[object]:
    """Return all settings as parameters of a test; those beyond the ends take long."""
    ordinary = [pytest.param(case, id=str(case)) for case in settings(every=False)]
    others = settings(every=True)
    return ordinary + [pytest.param(case, id=str(case), marks=pytest.mark.long) for case in others]
