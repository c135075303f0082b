"""Nussknacker with two seats: imagined deals follow the rules and agree with exact beliefs."""

from itertools import count
from random import Random

import numpy as np
import pytest

from tischlein.core import records, registry
from tischlein.core.kernel import new_rng
from tischlein.core.position import Observation, Position
from tischlein.games.nussknacker import bots, duels
from tischlein.games.nussknacker.actions import GUESS, NO
from tischlein.games.nussknacker.beliefs import belief_of
from tischlein.games.nussknacker.hands import TOP, pack
from tischlein.games.nussknacker.state import NOTHING, Stage
from tischlein.games.nussknacker.suspicion import SILENCE
from tischlein.games.nussknacker.two_seats import DuelTable, duel_table

GAME = registry.load("nussknacker")

QUESTIONS = """game: nussknacker
seats: Anna, Ben
options: start=first

* hide 3
* deal A 1 2 3 4 6 6 8 8
* deal B 1 2 4 5 5 7 7
A ask B 3
B give 1 2
A give 3
B ask A 5
A give 1 4
B give 5
A ask B 4
B give 4
"""
"""B has slid a card, and A has yet to return."""


def position_after(lines: int) -> Position:
    return records.read("\n".join(QUESTIONS.splitlines()[: 7 + lines])).final()


def table_of(seen: Observation) -> DuelTable:
    return duel_table(seen, belief_of(seen.state, seen.seat), new_rng(2))


@pytest.mark.parametrize("lines", range(9))
@pytest.mark.parametrize("seat", [0, 1])
def test_what_the_other_may_think_is_computed_for_every_value(lines: int, seat: int) -> None:
    """In the row of the true value it is just what the other thinks."""
    position = position_after(lines)
    table = table_of(position.observe(seat))
    truth = belief_of(position.state, 1 - seat).chances()
    assert table.beliefs[3] == pytest.approx(truth)
    assert table.weights.sum() == pytest.approx(1)
    assert set(np.flatnonzero(table.weights)) == set(belief_of(position.state, seat).maybe())


def test_beliefs_in_imagined_deals_are_those_of_the_real_one() -> None:
    """NUS-24: through a swap, a question and a denial."""
    hands = np.array([pack([1, 2, 3, 4, 6, 6, 8, 8]), pack([1, 2, 4, 5, 5, 7, 7])], np.int64)
    chances = np.array(
        [belief_of(position_after(0).state, seat).chances() for seat in (0, 1)], np.float64
    )
    known = np.zeros(2, np.int64)
    gift, back = pack([1, 2]), pack([3])
    duels.learn(chances[1], int(hands[0]) + pack([3]), 3, True)
    duels.learn_number(chances[0], int(hands[1]) + pack([3]), 3, 2)
    duels.swap(duels.Duel(3, hands, known, chances), 0, 3, gift, back)
    position = position_after(3)
    assert tuple(hands.tolist()) == position.state.hands[:2]
    for seat in (0, 1):
        expected = belief_of(position.state, seat).chances()
        assert chances[seat] / chances[seat].sum() == pytest.approx(expected)
    assert known.tolist() == [pack([1, 2]), pack([3])]


def test_who_is_sure_gets_the_chip_unless_the_value_is_wrong() -> None:
    chances = np.full((2, TOP + 1), 0.1)
    chances[1, 5] = 9.0
    hands = np.array([pack([1, 2]), pack([3, 4])], np.int64)
    for hidden, winner in ((5, 1), (6, 0)):
        duel = duels.Duel(hidden, hands.copy(), np.zeros(2, np.int64), chances.copy())
        got = duels.imagined_winner(
            duel,
            me=0,
            stage=int(Stage.ASK),
            asker=0,
            asked_for=NOTHING,
            gift=NOTHING,
            choice=NOTHING,
            rng=new_rng(1),
        )
        assert got == winner


def test_few_cards_that_the_other_knows_tell_least() -> None:
    hand = pack([1, 2, 3, 6])
    rng = new_rng(1)
    assert duels.least_revealing_way(hand, 6, NOTHING, rng) == pack([6])
    assert duels.least_revealing_way(hand, 6, pack([1, 2, 3]), rng) == pack([1, 2, 3])


def test_a_seat_that_is_told_to_stop_has_looked_at_one_batch() -> None:
    position = position_after(0)
    asked = count()
    action = bots.strong(position.observe(0), new_rng(1), lambda: next(asked) >= 0)
    assert action in position.legal(0)
    assert next(asked) == 1


def test_values_of_which_the_other_would_long_have_been_sure_are_unlikely() -> None:
    """The other's silence tells that it does not know."""
    random = Random(3)
    found = 0
    for _ in range(20):
        position = position_after(0)
        while position.state.question_count < 12:
            (seat,) = position.awaited
            seen = position.observe(seat)
            ordinary = [one for one in position.legal(seat) if not GUESS <= one < NO]
            chances = belief_of(seen.state, seat).chances()
            ratios = table_of(seen).weights[chances > 0] / chances[chances > 0]
            if ratios.max() > ratios.min() + 1e-9:
                assert ratios.max() * SILENCE == pytest.approx(ratios.min())
                found += 1
            position.play(seat, random.choice(ordinary))
    assert found > 0
