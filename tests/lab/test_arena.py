"""The arena rotates seats, gives intervals, and its contests can be held again."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.tiny.wager import GAME as WAGER
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.kernel import Rng
from tischlein.core.levels import Custom, Level, Search
from tischlein.core.position import Observation
from tischlein.lab.arena import contest
from tischlein.lab.intervals import wilson

BAUAB = registry.load("bauab")


def leftmost(seen: Observation, rng: Rng, stop: object) -> int:
    return seen.legal(seen.seat)[0]


def rightmost(seen: Observation, rng: Rng, stop: object) -> int:
    return seen.legal(seen.seat)[-1]


LEFT = Level("left", Custom(leftmost))
RIGHT = Level("right", Custom(rightmost))


def test_both_sit_in_both_seats_equally_often() -> None:
    """Stacking stones wins for whoever begins, so rotation makes it even."""
    result = contest(CONNECT_FOUR, [LEFT, RIGHT], matches=10, workers=1)
    assert [one.wins for one in result.standings] == [5, 5]
    assert result.seeds == tuple(range(5))


def test_players_who_repeat_themselves_prove_nothing() -> None:
    result = contest(CONNECT_FOUR, [LEFT, RIGHT], matches=100, workers=1)
    assert [one.interval for one in result.standings] == [wilson(0.5, 1)] * 2
    lots = contest(WAGER, ["random", "random"], matches=100, workers=1)
    assert all(one.interval[1] - one.interval[0] < 0.25 for one in lots.standings)


def test_a_lot_for_who_begins_makes_no_evidence_of_players_who_repeat_themselves() -> None:
    """Two matches for each rotation, however many seeds are played."""
    first, last = (lambda _, legal, at=at: legal[at] for at in (0, -1))
    result = contest("bauab", [first, last], matches=40, workers=1)
    for one in result.standings:
        assert one.interval[0] < 0.4
        assert one.interval[1] > 0.6


def test_a_search_beats_lots_and_the_interval_says_how_surely() -> None:
    strong = Level("searching", Search("alphabeta", depth=4, nodes=2_000))
    result = contest(CONNECT_FOUR, [strong, Level("lots", Search("random"))], matches=30, workers=1)
    first, second = result.standings
    assert first.rate > 0.9
    assert first.interval[0] > 0.7
    assert first.rate + second.rate == pytest.approx(1)
    assert "searching" in str(result)


def test_a_contest_says_what_it_takes_to_hold_it_again() -> None:
    held = contest("bauab", ["weak", "random"], matches=6, seed=3, workers=1)
    assert (held.options, held.rules) == ({"plan": "square", "first": "lot"}, BAUAB.version)
    names = [one.name for one in held.standings]
    again = contest(
        held.game, names, matches=6, seed=held.seeds[0], options=held.options, workers=1
    )
    assert again == held


def test_a_contest_without_matches_is_none() -> None:
    with pytest.raises(GameError, match="one match at least, not 0"):
        contest(WAGER, ["random", "random"], matches=0)
    with pytest.raises(GameError, match="one match at least, not 'many'"):
        contest(WAGER, ["random", "random"], matches="many")  # type: ignore[arg-type]


@pytest.mark.parametrize("workers", [0, -1, 1.5])
def test_less_than_one_process_is_none(workers: Any) -> None:
    with pytest.raises(GameError, match="workers are processes, one at least, not"):
        contest(WAGER, ["random", "random"], matches=2, workers=workers)


@pytest.mark.parametrize("limit", [0, -1, math.nan, "5"])
def test_no_time_for_a_decision_is_none(limit: Any) -> None:
    """Least of all is it as much time as somebody likes."""
    with pytest.raises(GameError, match=f"number of seconds above 0, or inf, not {limit!r}"):
        contest(WAGER, ["random", "random"], matches=2, thinking_limit=limit)


@pytest.mark.parametrize("seed", [1.5, "1", None])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(ValueError, match=f"a seed is a whole number, not {seed!r}"):
        contest(WAGER, ["random", "random"], matches=2, seed=seed)


def test_one_player_is_no_list_of_players() -> None:
    with pytest.raises(GameError, match="players are a list, one for each seat, not 'medium'"):
        contest(WAGER, "medium", matches=2)


@pytest.mark.parametrize(
    ("chosen", "error"),
    [
        (None, "has returned None, but nobody else can act"),
        ([3], r"has returned \[3\], which is no action"),
        (3.0, r"has returned 3\.0, which is no action"),
    ],
)
def test_what_a_function_returns_that_is_no_action_is_named(chosen: Any, error: str) -> None:
    def mine(_: Observation, __: Sequence[int]) -> Any:
        return chosen

    with pytest.raises((TypeError, ValueError), match=f"mine {error}"):
        contest(CONNECT_FOUR, [mine, "random"], matches=2, workers=1)


def test_three_rotate_too_and_matches_are_rounded_up_to_whole_rotations() -> None:
    result = contest(WAGER, ["random"] * 3, matches=31, workers=1)
    assert all(one.matches == 33 for one in result.standings)
    assert sum(one.rate for one in result.standings) == pytest.approx(1)


def test_partners_win_together_and_share_with_the_other_team_only() -> None:
    """What Totals counts of the same matches, with everybody on every seat."""
    four = ["random", "random", "random", "random"]
    result = contest("dropit", four, matches=8, options={"teams": "1212"}, workers=1)
    assert sum(one.rate for one in result.standings) == pytest.approx(2)
    wins = sum(one.wins for one in result.standings)
    shared = sum(one.shared for one in result.standings)
    assert (wins + shared / 2, shared % 4) == (16, 0)


def test_processes_change_nothing_but_the_time() -> None:
    alone = contest(WAGER, ["random", "random"], matches=6, seed=40, workers=1)
    together = contest(WAGER, ["random", "random"], matches=6, seed=40, workers=2)
    assert alone == together


def test_a_variant_that_only_this_program_has_is_played_here_alone() -> None:
    """Other processes would load the game that it is a variant of."""
    variant = replace(CONNECT_FOUR, levels=(LEFT, RIGHT), absent="left")
    found = contest(variant, ["left", "random"], matches=4, workers=2)
    assert found == contest(variant, ["left", "random"], matches=4, workers=1)
    assert not registry.loads_elsewhere(variant)
    assert registry.loads_elsewhere(WAGER)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(GameError, match="no level 'genius'"):
        contest(CONNECT_FOUR, ["genius", "random"], matches=1)
    with pytest.raises(GameError, match="connect_four is played by 2, not by 1"):
        contest(CONNECT_FOUR, ["random"], matches=1, workers=1)
