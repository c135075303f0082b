"""How much of who wins is explained by who plays."""

from dataclasses import replace
from random import Random

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.lab.studies import mirrored
from tests.tiny.wager import GAME as WAGER
from tischlein.lab import grouping, skill, winning
from tischlein.lab.intervals import Estimate, wilson
from tischlein.lab.study import Setting

pytestmark = pytest.mark.usefixtures("on_the_shelf")


def test_who_wins_every_match_explains_as_little_as_its_share_leaves_open() -> None:
    """Of twenty wins the share is 84 % at least, so at least 46 % of the variance: (2w - 1)²."""
    setting = Setting(CONNECT_FOUR, 2, {})
    entrants = ("clever", "random")
    matches = tuple(
        replace(mirrored("777", rest=seed, seed=seed), ranks=(0, 1), entrants=entrants)
        for seed in range(20)
    )
    table = grouping.Table(setting, 0, matches)
    (row,) = skill.explained([table])
    low, _ = wilson(1.0, 20)
    assert row.explained.value == row.explained.high == 1
    assert row.explained.low == pytest.approx((2 * low - 1) ** 2)
    even = replace(table, matches=tuple(
        replace(one, ranks=(one.seed % 2, 1 - one.seed % 2)) for one in matches
    ))  # fmt: skip
    (row,) = skill.explained([even])
    assert (row.explained.value, row.explained.low) == (0, 0)
    assert row.explained.high > 0


def test_three_who_are_alike_are_not_told_to_explain_something() -> None:
    """By luck one of them always does best; the truth is that who plays explains nothing."""
    setting = Setting(WAGER, 3, {})
    entrants = ("clever", "random", "weak")
    lots = Random(3)

    def explained(weights: tuple[float, ...]) -> Estimate:
        matches = []
        for seed in range(20):
            first = lots.choices(range(3), weights)[0]
            ranks = tuple(int(seat != first) for seat in range(3))
            one = mirrored("777", rest=seed, seed=seed)
            matches.append(replace(one, sides=(0, 1, 2), ranks=ranks, entrants=entrants))
        (row,) = skill.explained([grouping.Table(setting, 0, tuple(matches))])
        return row.explained

    assert sum(explained((1, 1, 1)).low == 0 for _ in range(30)) >= 27
    assert all(explained((30, 1, 1)).low > 0.2 for _ in range(5))


def test_who_wins_every_match_of_three_is_not_known_for_certain_to_do_so() -> None:
    setting = Setting(WAGER, 3, {})
    entrants = ("clever", "random", "weak")
    matches = tuple(
        replace(
            mirrored("777", rest=seed, seed=seed),
            sides=(0, 1, 2),
            ranks=(0, 1, 1),
            entrants=entrants,
        )
        for seed in range(20)
    )
    table = grouping.Table(setting, 0, matches)
    (row,) = skill.explained([table])
    assert row.explained.value == row.explained.high == 1
    assert 0.5 < row.explained.low < 0.95
    clever, *others = winning.rated([table])
    assert clever.entrant == "clever"
    assert clever.rating.high - clever.rating.low > 200
    assert max(one.rating.high for one in others) < clever.rating.low
