"""The shelf: games are found in folders, in other packages, and by being registered."""

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tests.search.again import AGAIN
from tests.tiny import bell, kuhn
from tischlein import games
from tischlein.core import registry
from tischlein.core.errors import GameError

KUHN = kuhn.GAME


def test_games_are_found_by_their_folders_and_by_being_registered() -> None:
    assert "bauab" in registry.keys()
    assert bell.GAME.key in registry.keys()
    assert registry.load(bell.GAME.key) is bell.GAME


def test_an_unknown_game_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(GameError, match=r"there is no game 'chess'; the games are: .*bauab"):
        registry.load("chess")


def test_a_key_belongs_to_one_game() -> None:
    with pytest.raises(GameError, match="another game with the key 'kuhn'"):
        registry.register(replace(KUHN))
    assert registry.register(KUHN) is KUHN
    with pytest.raises(GameError, match="another game with the key 'schlauraff'"):
        registry.register(replace(KUHN, key="schlauraff"))


def test_loading_one_game_loads_no_other() -> None:
    script = (
        "import sys\nfrom tischlein.core import registry\nkeys = registry.keys()\n"
        "assert not [name for name in sys.modules if name.startswith('tischlein.games.')]\n"
        "registry.load('bauab')\n"
        "print({name.split('.')[2] for name in sys.modules if name.count('.') > 1 "
        "and name.startswith('tischlein.games.')})"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "{'bauab'}"


# --- games of other packages ---


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Yield what other packages bring; the shelf is as before afterwards."""
    brought: list[EntryPoint] = []

    def entry_points(*, group: str) -> list[EntryPoint]:
        assert group == "tischlein.games"
        return brought

    monkeypatch.setattr(registry, "entry_points", entry_points)
    monkeypatch.setattr(registry, "_registered", {KUHN.key: KUHN})
    monkeypatch.setattr(registry, "_broken", {})
    registry._installed.cache_clear()
    yield brought
    registry._installed.cache_clear()


def entry(key: str, value: str) -> EntryPoint:
    return EntryPoint(key, value, "tischlein.games")


def test_games_of_other_packages_are_on_the_shelf_and_loaded_when_asked_for(
    installed: list[EntryPoint],
) -> None:
    installed.append(entry("again", "tests.search.again:AGAIN.ranks"))
    assert {"again", "bauab", "kuhn"} <= set(registry.keys())
    assert registry.load("again") is AGAIN.ranks
    assert registry.load("again") is registry.load("again")


def test_a_package_cannot_take_the_key_of_a_game_that_comes_with_tischlein(
    installed: list[EntryPoint],
) -> None:
    installed.append(entry("bauab", "tests.search.again:AGAIN.ranks"))
    assert registry.load("bauab").module == "tischlein.games.bauab.rules"


def test_a_game_put_there_goes_before_one_that_a_package_brings(
    installed: list[EntryPoint],
) -> None:
    installed.append(entry("again", "tests.no_such_module:GAME"))
    assert registry.register(AGAIN.ranks) is registry.load("again")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("tests.no_such_module:GAME", "No module named 'tests.no_such_module'"),
        ("tests.search.again:NO_GAME", "has no attribute 'NO_GAME'"),
        ("tests.search.again:PAGE", "has no attribute 'key'"),
        ("tests.search.again:AGAIN.ranks", "its key is 'again', not the entry point's name"),
    ],
)
def test_a_package_that_fails_to_load_is_named_with_the_reason_and_leaves_the_shelf(
    installed: list[EntryPoint], value: str, reason: str
) -> None:
    installed.append(entry("solitaire", value))
    assert "solitaire" in registry.keys()
    for _ in range(2):
        with pytest.raises(GameError) as caught:
            registry.load("solitaire")
        assert f"the game 'solitaire' ({value}) cannot be loaded: " in str(caught.value)
        assert reason in str(caught.value)
    assert "solitaire" not in registry.keys()
    assert registry.load("bauab").key == "bauab"


def test_a_package_that_fails_to_load_hides_no_other_game(installed: list[EntryPoint]) -> None:
    installed.append(entry("solitaire", "tests.no_such_module:GAME"))
    found = [game.key for game in registry.loadable()]
    assert {"bauab", "kuhn"} <= set(found)
    assert "solitaire" not in found
    (problem,) = registry.failed()
    assert "the game 'solitaire'" in str(problem)


def test_a_game_on_no_shelf_is_found_where_its_functions_are(installed: list[EntryPoint]) -> None:
    """So it reaches processes that have imported nothing yet."""
    del installed
    registry._registered.clear()
    assert registry.from_module(KUHN.module, "kuhn") is KUHN
    with pytest.raises(GameError, match="there is no game 'whist'"):
        registry.from_module(KUHN.module, "whist")


def test_the_line_that_failed_is_told_where_a_package_cannot_be_imported(
    installed: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "patience_game").mkdir()
    (tmp_path / "patience_game" / "__init__.py").write_text("from . import rules\n")
    (tmp_path / "patience_game" / "rules.py").write_text("CARDS = 52\nHALF = CARD // 2\n")
    monkeypatch.syspath_prepend(tmp_path)
    installed.append(entry("patience", "patience_game:GAME"))
    with pytest.raises(GameError, match=r"'CARD' is not defined.* \(rules.py, line 2\)") as caught:
        registry.load("patience")
    assert isinstance(caught.value.__cause__, NameError)


def test_a_key_that_is_taken_is_told_of(installed: list[EntryPoint]) -> None:
    installed += [
        entry("bauab", "tests.search.again:AGAIN.ranks"),
        entry("again", "tests.no_such_module:GAME"),
        entry("again", "tests.search.again:AGAIN.ranks"),
    ]
    assert registry.load("again") is AGAIN.ranks
    first, second = map(str, registry.failed())
    assert "'bauab' (tests.search.again:AGAIN.ranks) is not on the shelf: one that comes" in first
    assert "'again' (tests.no_such_module:GAME) is not on the shelf: that of tests" in second


# --- games that were put into the folder of those that come with Tischlein ---


@pytest.fixture
def put(
    installed: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Yield a folder that is looked through like ``tischlein/games``; empty afterwards."""
    del installed
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    registry._shipped.cache_clear()
    yield tmp_path
    registry._shipped.cache_clear()


IMPORTS = "import dataclasses\nfrom tests.tiny import kuhn\n"


@pytest.mark.parametrize(
    ("file", "source", "reason"),
    [
        ("solitaire.py", "import no_such_module\n", r"No module named .* \(solitaire.py, line 1\)"),
        ("solitaire.py", "GAME = (\n", "was never closed"),
        ("solitaire.py", "from tests.tiny.kuhn import GAME\n", "its key is 'kuhn', not the f"),
        ("solitaire/rules.py", "", "its folder has no __init__.py"),
        (
            "solitaire.py",
            f"{IMPORTS}GAME = dataclasses.replace(kuhn.GAME, score_bounds=(5, 0))\n",
            r"score_bounds is \(least, greatest\).* \(solitaire.py, line 3\)",
        ),
    ],
)
def test_a_game_in_the_folder_that_fails_to_load_is_told_of_and_hides_no_other(
    put: Path, file: str, source: str, reason: str
) -> None:
    (put / file).parent.mkdir(exist_ok=True)
    (put / file).write_text(source)
    assert "bauab" in [game.key for game in registry.loadable()]
    (problem,) = registry.failed()
    assert re.search(rf"the game 'solitaire' \(.*\) cannot be loaded: .*{reason}", str(problem))
    sys.modules.pop("tischlein.games.solitaire", None)
