"""Searches by name: found by entry points, refused with what there is."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from math import nan

import pytest

from tests.tiny import kuhn
from tischlein.bots import Bot, methods
from tischlein.core.errors import GameError
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Level, Search
from tischlein.core.seats import CHANCE
from tischlein.search import uct
from tischlein.search.method import MANY, TreeSettings

OWN = {"alphabeta", "ismcts", "uct"}


def test_the_searches_of_tischlein_are_found() -> None:
    assert set(methods.names()) >= OWN
    assert methods.method("uct") is uct.METHOD
    assert all(methods.method(name).name == name for name in methods.names())


def test_an_unknown_search_is_refused_with_those_there_are() -> None:
    with pytest.raises(GameError, match=r"no search 'mcts'; there are: alphabeta, .*ismcts, uct"):
        methods.method("mcts")


def test_settings_are_checked_and_completed() -> None:
    settings = methods.settings_of("uct", {"simulations": 50, "greed": 3})
    assert settings == TreeSettings(50, greed=3)


def test_settings_follow_a_time_as_they_follow_simulations() -> None:
    found = methods.timed("uct:50ms:exploration=0.5:greed=230")
    assert (found.key, found.seconds) == ("uct:50ms:exploration=0.5:greed=230", 0.05)
    assert found.search == Search("uct", simulations=MANY, exploration=0.5, greed=230)
    assert methods.is_timed(found.key)
    with pytest.raises(GameError, match="it has no depth"):
        methods.timed("uct:50ms:depth=3")
    with pytest.raises(GameError, match="simulations is named twice"):
        methods.timed("uct:50ms:simulations=3")


def test_whoever_names_no_budget_is_told_that_it_may_be_a_time() -> None:
    with pytest.raises(GameError, match="or a time such as 50ms, not '0ms'"):
        methods.search_named("uct:0ms")


@pytest.mark.parametrize("settings", [{"simulations": 50, "depth": 3}, {"exploration": 1.0}])
def test_an_unknown_or_missing_setting_is_refused_with_those_there_are(
    settings: dict[str, float],
) -> None:
    with pytest.raises(GameError, match=r"'uct' cannot be set .*: simulations, cutoff, .*greed"):
        methods.settings_of("uct", settings)


@pytest.mark.parametrize(
    ("search", "told"),
    [
        (Search("mcts", simulations=5), "there is no search 'mcts'"),
        (Search("ismcts", depth=5), "'ismcts' cannot be set like this"),
        (Search("uct", simulations=5), "kuhn: it has secrets"),
    ],
)
def test_a_level_that_cannot_be_played_is_refused_by_name(search: Search, told: str) -> None:
    position = kuhn.GAME.start(seed=1)
    bot = Bot(kuhn.GAME, Level("odd", search), new_rng(1))
    with pytest.raises(GameError, match=told):
        bot.choose(position.observe(0), position.legal(0))


@pytest.mark.parametrize(
    ("text", "search"),
    [
        ("uct:2000", Search("uct", simulations=2000)),
        ("ismcts:10", Search("ismcts", simulations=10)),
    ],
)
def test_a_search_is_named_with_its_budget(text: str, search: Search) -> None:
    assert methods.search_named(text) == search
    assert str(search) == f"{search.name}(simulations={search.settings['simulations']})"


def test_settings_may_follow_the_budget() -> None:
    found = methods.search_named("uct:50:exploration=0.5:greed=230")
    assert found == Search("uct", simulations=50, exploration=0.5, greed=230)
    with pytest.raises(GameError, match="written name=number, not 'greed'"):
        methods.search_named("uct:50:greed")
    with pytest.raises(GameError, match="'uct' cannot be set like this: it has no depth; its"):
        methods.search_named("uct:50:depth=3")
    with pytest.raises(GameError, match="'alphabeta' cannot be set like this: it needs depth; its"):
        methods.search_named("alphabeta:50")


@pytest.mark.parametrize(
    ("name", "settings", "told"),
    [
        ("uct", {"simulations": -1}, "simulations is a whole number from 1 to 2147483647, not -1"),
        ("uct", {"simulations": 10**20}, "simulations is a whole number"),
        ("ismcts", {"simulations": 100.0}, "simulations is a whole number .*, not 100.0"),
        ("uct", {"simulations": 9, "exploration": nan}, "exploration is a number from 0 to"),
        ("halving", {"simulations": 9, "scale": 0}, "scale is a number from 1e-06 to"),
        ("ismcts", {"simulations": 9, "greed": 257}, "greed is a whole number from 0 to 256"),
        ("uct", {"simulations": 9, "cutoff": 2.5}, "cutoff is a whole number from 0 to"),
        ("alphabeta", {"nodes": 9, "depth": 0}, "depth is a whole number from 1 to"),
        ("alphabeta", {"nodes": 0, "depth": 1}, "nodes is a whole number from 1 to"),
    ],
)
def test_a_setting_outside_its_range_is_refused_with_the_range(
    name: str, settings: dict[str, float], told: str
) -> None:
    with pytest.raises(GameError, match=f"{name!r} cannot be set like this: {told}"):
        methods.settings_of(name, settings)


def test_a_text_sets_everything_once_and_within_its_range() -> None:
    with pytest.raises(GameError, match="simulations is named twice in 'uct:100:simulations=5'"):
        methods.search_named("uct:100:simulations=5")
    with pytest.raises(GameError, match="depth is a whole number from 1 to 10000, not 0"):
        methods.search_named("alphabeta:100:depth=0")
    with pytest.raises(GameError, match="simulations is a whole number"):
        methods.search_named("uct:99999999999999999999")


@pytest.mark.parametrize("text", ["uct", "uct:", "uct:0", "uct:-3", "uct:many", "uct:٣", "uct:1_0"])
def test_a_budget_is_a_positive_number(text: str) -> None:
    with pytest.raises(GameError, match=r"budget of uct is a positive number \(simulations\)"):
        methods.search_named(text)


@pytest.mark.parametrize("value", ["", "some", "٣", "1_0", "nan", "inf", "1,5"])
def test_a_setting_is_a_number_in_digits(value: str) -> None:
    for text, number in (("2", 2), ("0.5", 0.5), (".5", 0.5), ("1e-1", 0.1)):
        found = methods.search_named(f"uct:100:exploration={text}")
        assert dict(found.settings)["exploration"] == number
    with pytest.raises(GameError, match="a setting is written name=number"):
        methods.search_named(f"uct:100:exploration={value}")


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Yield the searches that packages offer; those found before are forgotten, and then again."""
    brought: list[EntryPoint] = []

    def entry_points(*, group: str) -> list[EntryPoint]:
        assert group == "tischlein.searches"
        return brought

    def forget() -> None:
        methods._offered.cache_clear()
        methods.method.cache_clear()

    monkeypatch.setattr(methods, "entry_points", entry_points)
    forget()
    yield brought
    forget()


def test_a_search_of_another_package_is_used_like_our_own(offered: list[EntryPoint]) -> None:
    offered.append(EntryPoint("other", "tischlein.search.ismcts:METHOD", "tischlein.searches"))
    assert methods.names() == ("other",)
    position = kuhn.GAME.start().after(CHANCE, "deal king").after(CHANCE, "deal jack")
    level = Level("odd", Search("other", simulations=50))
    decision = Bot(kuhn.GAME, level, new_rng(1)).choose(position.observe(0), position.legal(0))
    assert decision.nodes == 50
