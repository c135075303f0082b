"""What the seats of Schlauraff may hope for: points, the turn as it is solved, columns to come."""

from __future__ import annotations

import numpy as np
import pytest

from tischlein.core import registry
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.games.schlauraff.action_values import mean_chips
from tischlein.games.schlauraff.optimum import worth_of_columns
from tischlein.games.schlauraff.win_probabilities import (
    first_of,
    gains,
    rows_taken,
    win_probabilities,
)

GAME = registry.load("schlauraff")


def begun(seats: int = 2, **points: int) -> Position:
    """Return the first decision of a match, with points as they would be later."""
    position = GAME.start(seats, seed=5)
    for seat in range(seats):
        position.record.points[seat] = points.get("abcd"[seat], 0)
    return position


def hoped(position: Position) -> tuple[float, ...]:
    return tuple(win_probabilities(position.state, new_rng(1)))


@pytest.mark.parametrize("seats", GAME.seats)
def test_hopes_add_up_and_nobody_is_lost_at_the_beginning(seats: int) -> None:
    found = hoped(begun(seats))
    assert sum(found) == pytest.approx(1)
    assert min(found) > 0.2 / seats


def test_a_lead_is_worth_the_more_the_less_is_left() -> None:
    early = begun(a=12, b=8)
    late = begun(a=12, b=8)
    late.record.rounds = 1
    assert 0.5 < hoped(early)[0] < hoped(late)[0] < 1


def test_the_last_turn_of_a_round_brings_what_it_is_solved_to_bring() -> None:
    position = begun()
    position.record.worked = position.state.columns - 1
    seat = position.acting[0]
    expected = np.zeros(2)
    expected[seat] = max(mean_chips(position.state, position.legal(seat)))
    assert gains(position.state) == pytest.approx(expected)


def test_chips_of_a_fresh_column_are_taken_as_often_as_the_best_play_takes_them() -> None:
    taken = rows_taken((1, 2, 3, 4, 1))
    assert taken.sum() == pytest.approx(worth_of_columns()[0, 1, 2, 3, 0])
    assert all(0 < chance < 1 for chance in taken)


def test_the_greatest_of_normal_numbers_is_found_as_the_formula_has_it() -> None:
    assert first_of(np.array([0.0, 0.0, 0.0]), np.ones(3)) == pytest.approx([1 / 3] * 3)
    # The difference has a standard deviation of five: it is one such deviation above zero.
    assert first_of(np.array([5.0, 0.0]), np.array([3.0, 4.0]))[0] == pytest.approx(
        0.8413, abs=1e-3
    )
