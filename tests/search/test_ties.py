"""Among equals the lot decides: each has its turn, and the same seed gives the same choice."""

import numpy as np

from tischlein.core.kernel import new_rng
from tischlein.search.halving import halve
from tischlein.search.ties import ROUNDING, any_best, shuffled


def test_any_of_the_best_is_chosen_and_nothing_else() -> None:
    values = [0.3, 0.1 + 0.2, 0.2, 0.3 - 10 * ROUNDING]
    assert {any_best(values, new_rng(seed)) for seed in range(50)} == {0, 1}
    assert any_best([5], new_rng(1)) == 0


def test_an_order_has_every_number_once_and_any_number_first() -> None:
    orders = [shuffled(4, new_rng(seed)).tolist() for seed in range(50)]
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert {order[0] for order in orders} == {0, 1, 2, 3}
    assert orders[7] == shuffled(4, new_rng(7)).tolist()


def test_choices_that_do_equally_well_are_halved_by_lot() -> None:
    payoffs = np.array([0.5, 0.9, 0.9, 0.9, 0.5])

    def best(seed: int) -> int:
        return halve(
            5, 60, lambda choices, worlds: worlds * payoffs[choices], lambda: False, new_rng(seed)
        ).best

    assert {best(seed) for seed in range(50)} == {1, 2, 3}
    assert best(7) == best(7)
