"""What the seats of Nussknacker may hope for: chips count, and how near they are to the card."""

from __future__ import annotations

import pytest

from tischlein.core import registry
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.nussknacker.win_probabilities import win_probabilities

GAME = registry.load("nussknacker")
TWO_CARDS_KNOWN = """\
* start A
* hide 4
* deal A 1 1 2 2 3 3
* deal B 4 5 5 6 6
"""


def at(dealt: str, chips: tuple[int, ...], **options: str | int) -> Position:
    """Return a position with cards dealt by a record and chips won before."""
    position = GAME.start(len(chips), {"cards": 12, **options})
    for line in dealt.splitlines():
        _, word, *words = line.split()
        if word == "deal":
            for value in words[1:]:
                position.play(CHANCE, position.read(CHANCE, f"deal {words[0]} {value}"))
        else:
            position.play(CHANCE, position.read(CHANCE, f"{word} {words[0]}"))
    position.record.chips[: len(chips)] = chips
    return position


def hoped(dealt: str, chips: tuple[int, ...], **options: str | int) -> tuple[float, ...]:
    return tuple(win_probabilities(at(dealt, chips, **options).state, new_rng(1)))


def test_whoever_knows_less_may_hope_for_less() -> None:
    # A holds both cards of three values, B of two only.
    anna, ben = hoped(TWO_CARDS_KNOWN, (0, 0))
    assert anna > ben
    assert anna + ben == pytest.approx(1)


def test_chips_count_the_more_the_nearer_the_goal_is() -> None:
    even = hoped(TWO_CARDS_KNOWN, (2, 2))[0]
    ahead = hoped(TWO_CARDS_KNOWN, (4, 2))[0]
    at_last = hoped(TWO_CARDS_KNOWN, (4, 2), goal=9)[0]
    assert ahead > at_last > even
    assert hoped(TWO_CARDS_KNOWN, (0, 4))[0] < 0.5


def test_before_the_cards_are_dealt_equal_chips_are_equal_hopes() -> None:
    assert hoped("", (3, 3)) == pytest.approx((0.5, 0.5))
    assert hoped("", (1, 1, 1, 1)) == pytest.approx((0.25,) * 4)


def test_a_tie_at_the_goal_is_played_on_and_others_may_still_win() -> None:
    first, second, last = hoped("", (5, 5, 4))
    assert first == pytest.approx(second)
    assert 0 < last < first
