"""Tuning: what wins on some seeds is tried again on others, and equal seeds give equal trials."""

import math
from typing import Any

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.lab import tuning
from tischlein.lab.intervals import Estimate
from tischlein.lab.study import StudyError


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {**registry._registered})
    registry.register(CONNECT_FOUR)


def test_equal_seeds_find_equal_settings_and_what_is_found_can_be_played() -> None:
    heard: list[tuple[int, int]] = []
    found = [
        tuning.tune(
            CONNECT_FOUR,
            budget=10,
            trials=4,
            matches=6,
            test=10,
            workers=1,
            progress=lambda done, total: heard.append((done, total)),
        )
        for _ in range(2)
    ]
    assert found[0] == found[1]
    assert heard[:5] == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    assert found[0].before == "uct:10"
    if found[0].entrant != "uct:10":
        assert found[0].entrant.startswith("uct:10:exploration=")
        assert found[0].won.count == 10


def test_a_peak_is_found_where_there_is_one() -> None:
    """A worth that is greatest at 1.1, whatever the matches say."""
    best, settings = tuning._search(
        {"exploration": (0.1, 2.0, False)},
        lambda chosen: 2 - (chosen["exploration"] - 1.1) ** 2,
        trials=30,
        seed=1,
        progress=None,
    )
    assert settings["exploration"] == pytest.approx(1.1, abs=0.15)
    assert best == pytest.approx(2, abs=0.03)


def test_what_was_not_tested_has_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """No trial does better: what is kept is what was there, of which nothing was played."""
    monkeypatch.setattr(tuning, "_search", lambda *_, **__: (1.0, {}))
    found = tuning.tune(CONNECT_FOUR, budget=10)
    assert (found.entrant, found.before, found.won.count) == ("uct:10", "uct:10", 0)
    assert math.isnan(found.won.value)
    assert (found.fair, found.adopted) == (0.5, False)
    assert found.sentence().endswith("it stays.")


def test_only_what_wins_for_sure_is_recommended() -> None:
    lucky = tuning.TuningResult(
        "uct:9:greed=7", "uct:9", 5, 40, 0.5, Estimate(0.58, 0.5, 0.65, 200, 0.03)
    )
    sure = tuning.TuningResult(
        "uct:9:greed=7", "uct:9", 5, 40, 0.5, Estimate(0.63, 0.6, 0.66, 900, 0.001)
    )
    assert not lucky.adopted
    assert "not enough to adopt it" in lucky.sentence()
    assert sure.adopted
    assert sure.sentence().endswith("adopt it.")


@pytest.mark.parametrize(
    ("p", "words"),
    [(0.034, "(p = 0.034)"), (0.0001, "(p < 0.001)"), (math.nan, "(p cannot be told of so few")],
)
def test_how_likely_that_is_by_luck_is_told_as_far_as_it_can_be(p: float, words: str) -> None:
    won = Estimate(0.58, 0.5, 0.65, 200, p)
    assert words in tuning.TuningResult("uct:9:greed=7", "uct:9", 5, 40, 0.5, won).sentence()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"trials": 0}, "trials are a whole number, at least 1, not 0"),
        ({"matches": 2.5}, "matches is a whole number, at least 1, not 2.5"),
        ({"test": -1}, "test is a whole number, at least 1, not -1"),
        ({"seed": -1}, "the first seed is a number from 0"),
    ],
)
def test_numbers_that_are_none_are_named_as_they_were_given(
    wrong: dict[str, Any], told: str
) -> None:
    with pytest.raises(StudyError, match=told):
        tuning.tune(CONNECT_FOUR, **wrong)


def test_what_cannot_be_tuned_is_refused() -> None:
    with pytest.raises(GameError, match="alphabeta has no settings to tune"):
        tuning.tune(CONNECT_FOUR, search="alphabeta")
