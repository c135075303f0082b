"""Races: claims in order, and reactions that keep their time."""

from dataclasses import dataclass
from typing import Any

import pytest

from tischlein.core.race import LONGEST_REACTION, Reaction, Reactions, in_order


@dataclass(frozen=True)
class Claim:
    seat: int
    milliseconds: int


def test_the_fastest_is_first_and_ties_follow_the_order_of_seats() -> None:
    claims = [Claim(0, 300), Claim(1, 200), Claim(2, 300), Claim(3, 100)]
    assert [claim.seat for claim in in_order(claims, [2, 3, 0, 1])] == [3, 1, 2, 0]


def leisure() -> int:
    """Return how long nobody takes in these tests who knows a time."""
    return 5000


def test_whoever_sticks_to_an_answer_keeps_its_time() -> None:
    reactions = Reactions()
    assert reactions.keep(0, Reaction(1, 200), leisure) == Reaction(1, 200)
    assert reactions.keep(0, Reaction(1, 900), leisure) == Reaction(1, 200)
    assert reactions.keep(1, Reaction(1, 500), leisure) == Reaction(1, 500)


def test_another_answer_takes_its_own_time() -> None:
    reactions = Reactions()
    reactions.keep(0, Reaction(1, 200), leisure)
    assert reactions.keep(0, Reaction(2, 900), leisure) == Reaction(2, 900)
    assert reactions.keep(0, Reaction(1, 950), leisure) == Reaction(1, 950)


def test_who_waits_begins_anew() -> None:
    reactions = Reactions()
    reactions.keep(0, Reaction(1, 200), leisure)
    assert reactions.keep(0, None, leisure) is None
    assert reactions.keep(5, None, leisure) is None
    assert reactions.keep(0, Reaction(1, 900), leisure) == Reaction(1, 900)


def test_who_knows_no_times_answers_at_leisure() -> None:
    reactions = Reactions()
    assert reactions.keep(0, 1, leisure) == Reaction(1, 5000)
    assert reactions.keep(0, 1, lambda: 1) == Reaction(1, 5000)
    assert reactions.keep(0, 2, lambda: 1) == Reaction(2, 1)


@pytest.mark.parametrize("time", [-1, LONGEST_REACTION + 1, 1.5, float("nan"), "soon"])
def test_a_reaction_takes_a_time_that_can_be(time: Any) -> None:
    with pytest.raises(ValueError, match="a reaction takes 0 to 999999999 whole milliseconds"):
        Reaction(0, time)
