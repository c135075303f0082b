"""The shelf: games are found in folders, in other packages, and by being registered."""

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest

from tests.search.again import AGAIN
from tests.tiny import bell, kuhn
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
