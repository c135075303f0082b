"""Everything that a game's bots need can be compiled ahead, with progress by name."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tischlein.bots.prepare import prepare, uncompiled
from tischlein.core import kernel
from tischlein.core.kernel import Rng
from tischlein.core.levels import Custom, Level
from tischlein.core.position import Observation
from tischlein.games.bauab import GAME as BAUAB
from tischlein.search import compiled


def test_rules_and_the_searches_of_the_levels_are_named() -> None:
    names = list(prepare(CONNECT_FOUR))
    assert {"acting", "legal", "apply", "scores"} < set(names)
    assert names[-2:] == ["uct", "alphabeta"]
    assert {"evaluate", "prior", "policy"}.isdisjoint(names)  # searches have them linked in
    assert list(prepare(KUHN))[-1] == "ismcts"
    assert "alphabeta" in list(prepare(BAUAB))


def test_what_is_prepared_is_there() -> None:
    list(prepare(KUHN))

    def fail(game: object) -> None:
        raise AssertionError("made a second time")

    assert compiled.built_once(KUHN, "ismcts", fail) is not None


def test_the_mark_of_what_is_compiled_is_kept_as_long_as_somebody_prepares(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """However old the folder is: what nobody has used for a month is removed."""

    def root() -> Path:
        return tmp_path

    monkeypatch.setattr(kernel, "cache_root", root)
    list(prepare(KUHN))
    for folder in tmp_path.iterdir():
        os.utime(folder, (0, 0))
    list(prepare(KUHN))
    kernel.prune_cache()
    assert not list(uncompiled([KUHN]))


def test_an_own_bot_is_tried_out_well_into_a_match_but_only_where_code_is_to_be_compiled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[tuple[int, int]] = []

    def first(observation: Observation, rng: Rng, stop: object) -> int:
        seen.append((observation.seats, observation.state.turn))
        return observation.legal(observation.seat)[0]

    def folder(*folders: Path) -> Path:
        del folders
        return tmp_path

    game = replace(WAGER, levels=(Level("medium", Custom(first)),))
    monkeypatch.setattr(kernel, "cache_folder", folder)
    list(prepare(game))
    assert {(1, 0), (3, 0), (3, 1), (3, 2)} <= set(seen)
    seen.clear()
    list(prepare(game))
    assert seen == [(1, 0)]
