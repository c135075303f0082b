"""Schlauraff's bots: what each of them sees."""

import numpy as np
import pytest

from tests.games.schlauraff.test_rules import play, rolled
from tischlein.core.kernel import new_rng
from tischlein.games.schlauraff import bots, notation
from tischlein.games.schlauraff.state import CHIP_BITS


def never() -> bool:
    return False


def text(position: object, action: int) -> str:
    return notation.write(position.state, 0, action)  # type: ignore[attr-defined]  # any position


def test_the_weak_bot_begins_at_the_top_and_takes_what_one_die_takes() -> None:
    position = rolled("bryyg", "225666")
    for seed in range(10):
        action = bots.takes_what_it_sees(position.observe(0), new_rng(seed), never)
        assert text(position, action) == "put 5 d1"


def test_the_weak_bot_slides_down_a_die_that_takes_alone() -> None:
    position = rolled("rybbg", "114444")
    play(position, 0, "put 4 d1", "put 4 d1", "put 1 d1", "put 1 d1")
    action = bots.takes_what_it_sees(position.observe(0), new_rng(1), never)
    assert text(position, action) == "carry 1"


def test_the_strong_bot_goes_for_the_tall_pile_that_the_medium_bot_does_not_see() -> None:
    position = rolled("rrggb", "331512")
    red = 4
    for _ in range(5):
        position.record.pile[0] = position.state.pile[0] << CHIP_BITS | red
    strong = bots.most_chips(position.observe(0), new_rng(1), never)
    assert text(position, strong).endswith("d1")
    medium = bots.most_rows(position.observe(0), new_rng(1), never)
    assert text(position, medium).endswith("d2")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_heirs_of_a_chip_share_at_most_the_whole_of_it(seats: int) -> None:
    columns = ((1, 2, 3, 4, 1), (4, 4, 2, 4, 4), (3, 3, 3, 3, 3))
    shares = bots.heirs(columns, seats)
    assert (shares >= 0.0).all()
    assert (shares.sum(axis=1) <= 1.0 + 1e-9).all()
    assert (shares.sum(axis=1) > 0.5).all()
    assert not bots.heirs((), seats).any()
    assert (bots.heirs(columns[-1:], seats)[:, 1] > 0.5).all()


def test_what_is_worth_taking_at_the_end_is_the_pile_alone() -> None:
    position = rolled("ggbrr", "356611")
    position.record.worked = position.state.columns - 1
    assert np.array_equal(bots.weights_of_rows(position.state), np.ones(5))
