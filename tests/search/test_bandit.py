"""What a tree search tries next, and what it remembers of a try."""

import numpy as np
import pytest

from tischlein.search.bandit import MEAN, VISITS, WIDTH, highest_bound, learn

FIRST = 2
"""The first child, behind nodes of other parents."""


@pytest.mark.parametrize(
    ("bounds", "chosen"),
    [
        ([0.9, 0.1, 0.2], 0),
        ([0.1, 0.9, 0.2], 1),
        ([0.1, 0.2, 0.9], 2),
        ([0.5, 0.9, 0.9], 1),
        ([0.4], 0),
    ],
)
def test_the_highest_bound_is_found_at_every_place_and_the_first_of_equals(
    bounds: list[float], chosen: int
) -> None:
    values = np.ones((FIRST + len(bounds) + 1, 2))
    values[FIRST:-1, MEAN] = bounds
    values[FIRST:-1, WIDTH] = 0.5
    assert highest_bound(values, FIRST, len(bounds), 0.7) == FIRST + chosen


def test_curiosity_prefers_what_was_tried_less() -> None:
    values = np.zeros((2, 2))
    values[0, MEAN], values[0, WIDTH] = 0.6, 0.1
    values[1, MEAN], values[1, WIDTH] = 0.5, 1.0
    assert highest_bound(values, 0, 2, 0.0) == 0
    assert highest_bound(values, 0, 2, 0.5) == 1


def test_a_child_is_worth_the_mean_of_what_it_has_brought() -> None:
    children = np.zeros((3, 8), np.int64)
    values = np.zeros((3, 2))
    for payoff in (1.0, 0.0, 0.25, 0.75):
        learn(children, values, 1, payoff)
    assert children[1, VISITS] == 4
    assert values[1, MEAN] == pytest.approx(0.5)
    assert values[1, WIDTH] == pytest.approx(0.5)
    assert not children[[0, 2]].any()
    assert not values[[0, 2]].any()
