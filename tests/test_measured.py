"""What is measured is kept, measured again now and then, and never taken from another engine."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests import measured
from tests.tiny import dash
from tischlein.core.game import Game
from tischlein.core.measurements import Measurement
from tischlein.core.position import Position
from tischlein.testing import cases

GAME = dash.GAME
START = GAME.start()


@pytest.fixture(autouse=True)
def came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """What the next measurements bring; the list is used up."""
    left: list[int] = []
    monkeypatch.setattr(measured, "cache_folder", lambda *_: tmp_path)
    monkeypatch.setattr(Position, "measure", lambda *_: Measurement((left.pop(0),)))
    yield left
    assert left == []


def measure(again: float, game: Game = GAME) -> tuple[int, ...]:
    """Measure what chance brings at the start, in a run of its own."""
    with measured.kept([game], again):
        first = cases.measured(START, 0)
        assert cases.measured(START, 0) == first, "once in a run"
        return first


def test_what_was_measured_is_not_measured_again(came: list[int]) -> None:
    came += [7]
    assert measure(again=0) == measure(again=0) == (7,)


def test_other_moments_are(came: list[int]) -> None:
    came += [7, 8]
    assert measure(again=0) == (7,)
    with measured.kept([GAME], again=0):
        assert cases.measured(START, 1) == (8,)


def test_what_is_measured_again_must_come_out_as_before(came: list[int]) -> None:
    came += [7, 7, 8]
    assert measure(again=1) == measure(again=1) == (7,)
    with pytest.raises(AssertionError, match="comes to \\(8,\\) now, and came to \\(7,\\)"):
        measure(again=1)


def test_what_another_engine_has_measured_is_measured_again(came: list[int]) -> None:
    came += [7, 8]
    assert GAME.measured is not None
    engine = replace(GAME.measured, engine=lambda: "another")
    assert measure(again=0) == (7,)
    assert measure(0, replace(GAME, measured=engine)) == (8,)
    assert measure(again=0) == (7,)
