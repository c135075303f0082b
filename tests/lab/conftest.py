"""Studies to look at."""

from pathlib import Path

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.lab.crowning import GAME as CROWNING
from tests.lab.stackers import LEFTMOST, RIGHTMOST
from tests.lab.studies import ran
from tests.tiny.wager import GAME as WAGER
from tischlein.core import registry
from tischlein.lab.results import Results


@pytest.fixture
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put games on the shelf that are made for tests."""
    monkeypatch.setattr(registry, "_registered", {**registry._registered})
    for game in (WAGER, CONNECT_FOUR, CROWNING):
        registry.register(game)


@pytest.fixture
def stacked(tmp_path: Path, on_the_shelf: None) -> Results:
    """Return a study of players who stack stones: whoever begins wins."""
    players = (LEFTMOST, RIGHTMOST)
    return ran(tmp_path / "stacked", games=("connect_four",), entrants=players, matches=30)
