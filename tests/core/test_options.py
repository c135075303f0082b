"""Options of a match: defaults, values that are read, and refusals that say what would be right."""

from dataclasses import replace
from typing import cast

import pytest

from tests.tiny import kuhn
from tischlein.core import options
from tischlein.core.errors import OptionError
from tischlein.core.options import Choices, Number, Written


def tidy(text: str, seats: int) -> str:
    if not text.isalpha():
        raise OptionError(f"a plan is letters, not {text!r}", "KUH-1")
    return text.lower()[:seats]


GAME = replace(
    kuhn.GAME,
    seats=(2, 3),
    options=(
        Choices("first", ("lot", "A", "B"), "lot"),
        Number("hand", 2, 6, {2: 5, 3: 4}),
        Written("plan", "ab", tidy, ("ab", "cd")),
    ),
)


def test_what_is_not_given_has_its_default_for_the_seat_count() -> None:
    assert options.complete(GAME, 2, {}) == {"first": "lot", "hand": 5, "plan": "ab"}
    assert options.complete(GAME, 3, {})["hand"] == 4


def test_values_are_read_into_their_canonical_form() -> None:
    given = options.parse("FIRST=a  hand=3 plan=XYZ")
    assert options.complete(GAME, 2, given) == {"first": "A", "hand": 3, "plan": "xy"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("first=C", "first is one of lot, A, B, not 'C'"),
        ("hand=7", "hand is a number 2 to 6, not '7'"),
        ("hand=few", "hand is a number 2 to 6, not 'few'"),
        ("hand=٣", "hand: numbers are written with the digits 0 to 9, not with '٣'"),
        ("plan=３", "plan: numbers are written with the digits 0 to 9, not with '３'"),
        ("hand=0_3", "hand is a number 2 to 6, not '0_3'"),
        (f"hand={'9' * 5000}", f"hand is a number 2 to 6, not '{'9' * 5000}'"),
        ("plan=1", "a plan is letters, not '1' (KUH-1)"),
        ("size=3", "kuhn has no option 'size'; its options are: first, hand, plan"),
        ("first", "an option is written name=value, not 'first'"),
        ("=A", "an option is written name=value, not '=A'"),
        ("first=", "an option is written name=value, not 'first='"),
        ("first=A First=B", "the option First is given twice"),
    ],
)
def test_what_the_game_does_not_have_is_refused_with_what_it_has(text: str, reason: str) -> None:
    with pytest.raises(OptionError) as caught:
        options.complete(GAME, 2, options.parse(text))
    assert str(caught.value) == reason


def test_a_seat_count_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(OptionError, match="played with 2, 3 seats, not 4"):
        options.complete(GAME, 4, {})


def test_only_what_differs_from_the_defaults_is_written() -> None:
    chosen = options.complete(GAME, 3, {"plan": "abc", "hand": 4, "first": "B"})
    assert options.write(GAME, 3, chosen) == "first=B plan=abc"
    assert options.write(GAME, 2, options.complete(GAME, 2, {})) == ""


def test_teams_sit_by_turns_where_nobody_can_play_alone() -> None:
    teams = options.Teams("teams", alone=(2,), samples=("none",), rule="KUH-2")
    game = replace(GAME, options=(teams,))
    assert options.complete(game, 2, {})["teams"] == "none"
    assert options.complete(game, 3, {})["teams"] == "121"
    chosen = options.complete(game, 3, {"teams": "122"})
    assert chosen["teams"] == "122"
    assert options.sides(game, 3, chosen) == (0, 1, 1)
    assert options.sides(game, 2, options.complete(game, 2, {})) == (0, 1)
    for text in ("12", "111", "123"):
        with pytest.raises(OptionError, match="KUH-2"):
            options.complete(game, 3, {"teams": text})


def test_an_order_has_every_letter_once() -> None:
    game = replace(GAME, options=(options.Order("colours", "rgy", ("rgy",)),))
    assert options.complete(game, 2, {"colours": "YRG"})["colours"] == "yrg"
    for text in ("rg", "rgyy", "rgx"):
        with pytest.raises(OptionError, match="order of the letters r, g, y"):
            options.complete(game, 2, {"colours": text})


def test_options_are_given_by_name() -> None:
    game = replace(GAME, options=(options.Order("colours", "rgy", ("rgy",)),))
    given = cast(dict[str, str], "colours=gry")
    with pytest.raises(OptionError, match=r"such as {'colours': 'rgy'}, not 'colours=gry'"):
        options.complete(game, 2, given)
