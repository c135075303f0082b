"""Ladders of searches with ever more time."""

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.tiny.wager import GAME as WAGER
from tischlein.lab import ladder

pytestmark = pytest.mark.usefixtures("on_the_shelf")


def test_a_search_climbs_with_its_settings() -> None:
    (step,) = ladder.ladder(
        CONNECT_FOUR, search="alphabeta:depth=2", first=5, most=10, matches=2, workers=1
    )
    assert (step.entrant, step.below) == ("alphabeta:10:depth=2", "alphabeta:5:depth=2")


def test_a_ladder_ends_where_more_thinking_does_not_help() -> None:
    steps = list(ladder.ladder(WAGER, first=1, most=64, matches=6, workers=1))
    assert [step.entrant for step in steps] == [f"uct:{2 << index}" for index in range(len(steps))]
    assert all(step.helps for step in steps[:-1])
    assert not steps[-1].helps
    assert "surely helps up to" in ladder.verdict(steps) or "no help" in ladder.verdict(steps)
