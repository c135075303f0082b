"""The best play of a turn: all columns, against the known mean and against the rules themselves."""

from fractions import Fraction

import numpy as np
import pytest

from tests.games.schlauraff.test_rules import play, rolled
from tests.games.schlauraff.test_turn_solver import KNOWN
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.schlauraff import optimum
from tischlein.games.schlauraff.action_values import worth_of_actions


def test_a_fresh_column_gives_the_known_mean_of_chips() -> None:
    """3.9693 was computed by another program, as were the columns of KNOWN."""
    known = dict(optimum.solved())
    assert known["chips of a fresh column, the mean of all 1024"] == pytest.approx(3.9693, abs=5e-5)
    assert known["chips of rrgrr, the worst column"] == pytest.approx(3.0935, abs=5e-5)
    assert known["chips of yybbg, the best column"] == pytest.approx(4.5823, abs=5e-5)
    worths = {optimum.written(one): worth for one, worth in optimum.worth_of_columns().items()}
    assert len(worths) == 1024
    for column in KNOWN.keys() & worths.keys():
        assert worths[column] == pytest.approx(KNOWN[column], abs=1e-4)


def test_columns_are_as_likely_as_the_bag_makes_them() -> None:
    likely = {optimum.written(one): optimum.likely(one) for one in optimum.worth_of_columns()}
    assert sum(likely.values()) == pytest.approx(1)
    assert likely["yyyyy"] == pytest.approx(10 * 9 * 8 * 7 * 6 / (40 * 39 * 38 * 37 * 36))


def best(position: Position, known: dict[bytes, Fraction]) -> Fraction:
    """Return what the rest of a turn takes at best, by looking at everything that can happen."""
    if position.state.worked:
        return Fraction(position.state.points[0])
    key = position.to_bytes()
    if key not in known:
        following = []
        outcomes = position.outcomes() or [(action, 1) for action in position.legal(0)]
        seat = CHANCE if position.outcomes() else 0
        for action, _ in outcomes:
            after = position.clone()
            after.apply(Event(seat, action))
            following.append(best(after, known))
        if seat == CHANCE:
            total = sum(weight for _, weight in outcomes)
            weighed = zip(following, outcomes, strict=True)
            known[key] = sum((value * weight for value, (_, weight) in weighed), Fraction()) / total
        else:
            known[key] = max(following)
    return known[key]


@pytest.mark.parametrize(
    ("column", "dice", "begun"),
    [
        ("grbyg", "123456", ("put 1 d1", "put 2 d1", "carry 2", "put 3 d2", "put 5 d2")),
        ("bryyg", "123466", ("put 4 d1", "put 1 d1", "carry 4", "put 6 d2")),
    ],
)
def test_the_rules_played_out_to_every_end_give_the_same(
    column: str, dice: str, begun: tuple[str, ...]
) -> None:
    """With three or four dice left, chips taken so far included."""
    position = rolled(column, dice)
    play(position, 0, *begun)
    exact = best(position, {})
    legal = position.legal(0)
    worths = worth_of_actions(position.state, legal, np.ones(5))
    taken = position.state.points[0]
    assert max(worths) + taken == pytest.approx(float(exact), abs=1e-9)
