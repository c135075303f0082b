"""A game: what it declares is checked as a whole when it is made."""

import copy
import pickle
from dataclasses import replace
from typing import Any

import pytest

from tests.search.again import AGAIN
from tests.tiny import bell, dash, kuhn, wager
from tischlein.core import registry
from tischlein.core.capabilities import (
    Drafts,
    Interrupts,
    Measured,
    Notation,
    Rules,
    Secrets,
    Shelf,
)
from tischlein.core.errors import GameError, OptionError
from tischlein.core.game import DERIVED
from tischlein.core.kernel import INTERPRETED, kernel
from tischlein.core.levels import Level, Search
from tischlein.core.options import Choices, Number
from tischlein.core.seats import CHANCE

LOTS = Level("random", Search("random"))
KUHN = kuhn.GAME


def without(*names: str) -> dict[str, Any]:
    """Return Kuhn poker's hooks but for some."""
    return {name: it for name, it in vars(kuhn.rules).items() if name not in names}


def test_everything_that_is_missing_is_named_at_once() -> None:
    hooks = without("legal", "chance", "determinize", "observed_action")
    with pytest.raises(GameError) as caught:
        replace(
            KUHN,
            rules=Rules.of(hooks),
            secrets=Secrets.of(hooks),
            notation=Notation.of({}, read=KUHN.notation.read),
            interrupts=Interrupts.of(hooks),
            seats=(),
        )
    told = str(caught.value)
    assert "the game 'kuhn' is not complete" in told
    for missing in (
        "rules.legal(state, seat, out)",
        "secrets.determinize(state, seat, rng)",
        "secrets.observed_action(state, seat, action, observer)",
        "notation.write(state, seat, action)",
        "interrupts.to_move(state)",
    ):
        assert f"{missing} is missing" in told
    assert "there are outcomes, but rules.chance(state, outcomes, weights) is missing" in told
    assert "seats are seat counts from 1 to 8" in told


def test_an_open_game_without_chance_needs_neither_secrets_nor_chance() -> None:
    rules = Rules.of(without("chance", "observe", "determinize", "observed_action"))
    assert not replace(KUHN, rules=rules, outcomes=0, secrets=None).chance


def test_a_function_with_other_parameters_is_refused() -> None:
    def scores(position: Any) -> None: ...

    with pytest.raises(GameError, match=r"rules\.scores takes \(state, out\), not \(position\)"):
        replace(KUHN, rules=Rules.of(kuhn.rules, scores=scores))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"key": "Kuhn poker"}, "key is lower-case letters"),
        ({"prefix": "KU"}, "prefix is three capital letters"),
        ({"version": 0}, "version counts from 1"),
        ({"seats": ()}, "seat counts from 1 to 8"),
        ({"seats": (9,)}, "seat counts from 1 to 8"),
        ({"seats": (2, 2)}, "seats are different seat counts"),
        ({"seats": 2}, r"seats is a tuple, such as \(2,\) .* not 2"),
        ({"options": Number("a", 1, 3, 1)}, "options is a tuple"),
        ({"secrets": kuhn}, r"secrets is made with Secrets\.of\(\.\.\.\), not <module"),
        ({"rules": None}, r"rules is made with Rules\.of"),
        ({"presentation": kuhn}, r"presentation is made with Presentation\.of"),
        ({"drafts": True}, r"drafts is made with Drafts\("),
        ({"utility": "score"}, "utility is one of"),
        ({"levels": (LOTS, LOTS), "absent": "random"}, "levels have different names"),
        ({"levels": (replace(LOTS, blunder=101),), "absent": "random"}, "in 0 to 100 percent"),
        ({"levels": (replace(LOTS, seconds=0),), "absent": "random"}, "has some time"),
        ({"options": (Choices("a", ("b",), "c"),)}, "the default of a is one of its values"),
        ({"options": (Number("a", 1, 3, 9),)}, "the default of a is one of its values"),
        ({"options": (Number("a", 1, 3, {3: 1}),)}, "the default of a is one of its values"),
        ({"actions": 0}, "actions is positive"),
        ({"outcomes": -1}, "outcomes is not negative"),
        ({"outcomes": 0}, "rules.chance is there, but outcomes, .*, is 0"),
        ({"most_legal": 0}, "most_legal is positive"),
        ({"longest": 0}, "longest is positive"),
        ({"score_bounds": (2, 1)}, "score_bounds is"),
        ({"shelf": Shelf(minutes=0)}, "minutes is positive"),
        ({"absent": "genius"}, "absent names a level, not 'genius'"),
        ({"options": (Choices("a", ("b",), "b"),) * 2}, "options have different names"),
        ({"options": (Number("A b", 1, 3, 1),)}, "names of options are lower-case letters"),
        ({"options": (Choices("a", ("b c",), "b c"),)}, "values of choices are letters"),
        (
            {"options": (Choices("a", ("b",), "b"), Number("c", 1, 2, 1, needs=("a", "d")))},
            "what an option needs is a choice and one of its values",
        ),
        ({"state": int}, "state is a subclass of State"),
        ({"drafts": Drafts()}, "drafts are for games without secrets"),
        ({"measured": dash.GAME.measured}, "measured is for games without secrets"),
        ({"rules": Rules.of(without("why_not"))}, "neither rules.why_not nor a turn_rule"),
    ],
)
def test_a_declaration_out_of_range_is_refused(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(GameError, match=told):
        replace(KUHN, **changes)


def test_a_game_has_a_capability_as_a_whole_or_not_at_all() -> None:
    assert [group.group for group in wager.GAME.groups] == ["rules", "notation", "presentation"]
    with pytest.raises(GameError, match=r"measured\.engine\( ?\) is missing"):
        replace(dash.GAME, measured=Measured.of(dash.measuring, engine=Measured.of({}).engine))


def test_levels_are_found_by_name() -> None:
    assert registry.load("bauab").level("strong").key == "strong"
    with pytest.raises(GameError, match="no level 'genius'; its levels are: medium"):
        KUHN.level("genius")


def test_searches_are_told_apart_by_name_and_settings() -> None:
    many = Search("uct", simulations=1_234_567, exploration=0.7)
    again = Search("uct", exploration=0.7, simulations=1_234_567)
    assert {many, again, Search("uct", simulations=2)} == {many, Search("uct", simulations=2)}
    assert str(many) == "uct(simulations=1234567, exploration=0.7)"


def test_only_what_a_search_can_play_has_levels_without_any_of_its_own() -> None:
    derived = [replace(game, levels=DERIVED) for game in (KUHN, wager.GAME, dash.GAME)]
    named = [[str(level.search).partition("(")[0] for level in game.levels] for game in derived]
    assert named == [["ismcts"] * 3, ["uct"] * 3, []]


# --- starting a match ---


def test_a_match_starts_with_the_fewest_seats_before_anything_is_dealt() -> None:
    position = bell.GAME.start()
    assert position.seats == 2
    assert KUHN.start().acting == (CHANCE,)
    assert bell.GAME.start(3).seats == 3


def test_with_a_seed_chance_has_dealt_and_always_deals_the_same() -> None:
    positions = [KUHN.start(seed=seed) for seed in range(20)]
    assert all(position.acting == (0,) for position in positions)
    assert positions == [KUHN.start(seed=seed) for seed in range(20)]
    assert len(set(positions)) == 6


def test_options_are_those_that_differ_from_their_defaults() -> None:
    assert AGAIN.ranks.start(options={"pile": 5}).state.pile == 5
    assert AGAIN.ranks.start().options == {"pile": 14}
    with pytest.raises(OptionError):
        KUHN.start(options={"size": 4})
    with pytest.raises(OptionError, match="played with 2 seats, not 3"):
        KUHN.start(3)


# --- as a value ---


def test_a_game_says_what_it_is() -> None:
    assert repr(KUHN) == "<Game kuhn, 2 seats, rules version 1>"
    assert repr(bell.GAME) == "<Game bell, 2-4 seats, rules version 1>"


def test_a_game_is_one_thing_in_a_process_however_it_travels() -> None:
    for travelled in (pickle.loads(pickle.dumps(KUHN)), copy.copy(KUHN), copy.deepcopy(KUHN)):
        assert travelled is KUHN
    variant = replace(KUHN)
    assert variant != KUHN
    assert copy.deepcopy(variant) is variant
    with pytest.raises(GameError, match="a game that only this program has cannot travel"):
        pickle.dumps(variant.start(2))
    assert len({KUHN, KUHN, bell.GAME}) == 2


def test_the_declaration_is_immutable() -> None:
    with pytest.raises(AttributeError):
        KUHN.key = "other"  # type: ignore[misc]  # that it cannot be set is the test


@kernel
def apply_to_no_field(state: Any, seat: int, action: int) -> None:
    state.maid += 1  # it is called made


@kernel
def apply_by_no_name(state: Any, seat: int, action: int) -> None:
    state.made = unheard_of  # type: ignore[name-defined]  # noqa: F821  # that is the fault


@kernel
def apply_a_text(state: Any, seat: int, action: int) -> None:
    state.made = "pass"


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("apply", "below", "reason"),
    [
        (apply_to_no_field, 2, "KuhnState has no field 'maid'"),
        (apply_by_no_name, 0, "NameError: name 'unheard_of' is not defined"),
        (apply_a_text, 2, "Cannot cast .* to int64"),
    ],
)
def test_a_rule_that_cannot_be_compiled_is_named_with_its_place(
    apply: Any, below: int, reason: str
) -> None:
    """Numba names the line of a template, or none."""
    line = apply.py_func.__code__.co_firstlineno + below
    game = replace(kuhn.GAME, rules=replace(kuhn.GAME.rules, apply=apply))
    told = rf"^kuhn: the rule apply cannot be compiled \(test_game\.py, line {line}\): {reason}"
    with pytest.raises(GameError, match=told):
        _ = game.kernels.apply
