"""The contract: what a game declares is checked as a whole when the game is made."""

import subprocess
import sys
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from tests.tiny import bell, kuhn
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.options import Choices

KUHN = kuhn.GAME


def without(module: ModuleType, *names: str) -> ModuleType:
    copy = ModuleType(module.__name__)
    copy.__dict__.update({name: it for name, it in vars(module).items() if name not in names})
    return copy


def test_everything_that_is_missing_is_named_at_once() -> None:
    with pytest.raises(GameError) as caught:
        replace(
            KUHN,
            rules=without(KUHN.rules, "legal", "chance", "redeal", "hide"),
            notation=without(KUHN.notation, "write", "QUERIES"),
            picture=without(KUHN.picture, "scene"),
        )
    told = str(caught.value)
    assert "the game 'kuhn' is not complete" in told
    for missing in (
        "rules.legal(state, seat, out)",
        "rules.chance(state, outcomes, weights)",
        "rules.redeal(state, seat, rng)",
        "rules.hide(state, seat, action, observer)",
        "notation.write(state, seat, action)",
        "notation.QUERIES",
        "picture.scene(observation)",
    ):
        assert f"{missing} is missing" in told


def test_an_open_game_without_chance_needs_neither_secrets_nor_chance() -> None:
    rules = without(KUHN.rules, "chance", "observe", "redeal", "hide")
    assert not replace(KUHN, rules=rules, outcomes=0, secrets=False).chance


def test_a_function_with_other_parameters_is_refused() -> None:
    rules = without(KUHN.rules)

    def scores(position: Any) -> None: ...

    rules.scores = scores  # type: ignore[attr-defined]  # a module made for this test
    with pytest.raises(GameError, match=r"rules\.scores takes \(state, out\), not \(position\)"):
        replace(KUHN, rules=rules)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"key": "Kuhn poker"}, "key is lower-case letters"),
        ({"prefix": "KU"}, "prefix is three capital letters"),
        ({"version": 0}, "version counts from 1"),
        ({"seats": ()}, "seat counts from 1 to 8"),
        ({"seats": (9,)}, "seat counts from 1 to 8"),
        ({"actions": 0}, "actions is positive"),
        ({"outcomes": -1}, "outcomes is not negative"),
        ({"most_legal": 0}, "most_legal is positive"),
        ({"longest": 0}, "longest is positive"),
        ({"score_bounds": (2, 1)}, "score_bounds is"),
        ({"minutes": 0}, "minutes is positive"),
        ({"absent": "genius"}, "absent names a level, not 'genius'"),
        ({"options": (Choices("a", ("b",), "b"),) * 2}, "options have different names"),
        ({"state": int}, "state is a subclass of State"),
    ],
)
def test_a_declaration_out_of_range_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(GameError, match=told):
        replace(KUHN, **changes)


def test_levels_are_found_by_name() -> None:
    assert registry.load("bauab").level("strong").key == "strong"
    with pytest.raises(GameError, match="no level 'genius'; its levels are: medium"):
        KUHN.level("genius")


def test_identifiers_are_those_of_the_rules_page() -> None:
    assert registry.load("bauab").rule_identifiers[:2] == ("BAU-1", "BAU-2")


# --- the shelf ---


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


def test_the_declaration_is_immutable() -> None:
    with pytest.raises(AttributeError):
        KUHN.key = "other"  # type: ignore[misc]  # that it cannot be set is the test
    assert isinstance(KUHN, Game)
