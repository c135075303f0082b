"""The benchmarks' runner finds modules by listing, reports targets, and says what is missing."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from benchmarks import Figure, Scope, Unavailable, __main__


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    module = ModuleType("benchmarks.fake")
    monkeypatch.setitem(sys.modules, "benchmarks.fake", module)
    monkeypatch.setattr(__main__, "names", lambda: ["fake"])
    return module


def test_every_module_is_a_benchmark_and_packages_are_not() -> None:
    names = __main__.names()
    assert {"moves", "openspiel"} <= set(names)
    assert "connect_four" not in names
    assert not any(name.startswith("_") for name in names)


@pytest.mark.parametrize(("value", "code"), [(10.0, 0), (9.9, 1)])
def test_a_missed_target_is_the_exit_code(
    fake: ModuleType, value: float, code: int, tmp_path: Path
) -> None:
    fake.__dict__["measure"] = lambda: [Figure("speed", value, "/s", least=10)]
    file = tmp_path / "figures.json"
    assert __main__.main(["fake", "--json", str(file)]) == code
    (figure,) = json.loads(file.read_text())["figures"]
    assert (figure["name"], figure["value"], figure["met"]) == ("speed", value, code == 0)


def test_a_report_holds_numbers_of_numpy_too(fake: ModuleType, tmp_path: Path) -> None:
    fake.__dict__["measure"] = lambda: [
        Figure("moves", np.float64(2.5), "/s", about={"seats": np.int64(3)})  # type: ignore[dict-item]
    ]
    file = tmp_path / "figures.json"
    __main__.main(["fake", "--json", str(file)])
    (figure,) = json.loads(file.read_text())["figures"]
    assert (figure["value"], figure["about"]) == (2.5, {"seats": 3})


def test_figures_fit_eighty_columns_with_their_numbers_whole(
    fake: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = [
        Figure("schollenschubser, 4 seats: durable moves, scaled", 1_234.5, "/s", least=100_000),
        Figure("a share", 61.25, "% won", least=60, interval=(58.5, 64.5), note="40 matches " * 9),
    ]
    fake.__dict__["measure"] = lambda: figures
    monkeypatch.setenv("COLUMNS", "80")
    __main__.main(["fake"])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    shown = "\n".join(lines)
    for whole in ("1,234", ">= 100,000: missed", "61.2 (58.5 to 64.5)", "met, still open"):
        assert whole in shown


def test_upper_bounds_are_targets_too() -> None:
    assert Figure("latency", 40, "ms", most=50).met
    assert not Figure("latency", 60, "ms", most=50).met


@pytest.mark.parametrize(
    ("value", "interval", "verdict"),
    [
        (70.0, None, "met"),
        (50.0, None, "missed"),
        (70.0, (61.0, 78.0), "met, provably"),
        (70.0, (58.0, 80.0), "met, still open"),
        (50.0, (41.0, 62.0), "missed, still open"),
        (50.0, (42.0, 59.0), "missed, provably"),
    ],
)
def test_a_target_is_proven_only_by_the_whole_interval(
    value: float, interval: tuple[float, float] | None, verdict: str
) -> None:
    assert Figure("share", value, "%", least=60.0, interval=interval).verdict == verdict
    assert Figure("share", value, "%", interval=interval).verdict == ""


def test_games_and_seconds_reach_the_benchmarks_that_ask_for_them(fake: ModuleType) -> None:
    asked: list[Scope] = []

    def measure(scope: Scope) -> Iterator[Figure]:
        asked.append(scope)
        yield Figure("games", len(scope.games), "")

    fake.__dict__["measure"] = measure
    assert __main__.main(["fake", "--game", "bauab", "--game", "raufer", "--seconds", "5"]) == 0
    assert asked == [Scope(("bauab", "raufer"), 5.0)]


def test_an_unknown_game_is_refused_with_those_that_exist(
    fake: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        __main__.main(["fake", "--game", "chess"])
    told = capsys.readouterr().err
    assert "no game chess; there are: " in told
    assert "bauab" in told


def test_a_benchmark_that_cannot_run_says_why(
    fake: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure() -> Iterator[Figure]:
        raise Unavailable("it is not installed; do this")
        yield

    fake.__dict__["measure"] = measure
    assert __main__.main([]) == 0
    assert "fake left out: it is not installed; do this" in capsys.readouterr().err


def test_openspiel_that_is_missing_is_said_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import openspiel

    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(Unavailable, match="uv sync --group bench"):
        list(openspiel.measure())


def test_an_unknown_name_is_refused_with_those_that_exist(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        __main__.main(["chess"])
    assert "no benchmark chess; there are: batch" in capsys.readouterr().err
