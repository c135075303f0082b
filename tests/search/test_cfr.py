"""Counterfactual regret minimisation reaches what is known of small games."""

import pytest

from tests.tiny.bell import GAME as BELL
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tischlein.core.errors import GameError
from tischlein.core.position import Position
from tischlein.search import cfr


@pytest.fixture(scope="module")
def kuhn() -> cfr.Node:
    return cfr.tree(Position.start(KUHN, 2))


@pytest.fixture(scope="module")
def strategy(kuhn: cfr.Node) -> cfr.Strategy:
    return cfr.solve(kuhn, 2, 2_000)


def test_kuhn_poker_has_its_known_value(kuhn: cfr.Node, strategy: cfr.Strategy) -> None:
    first, second = cfr.value(kuhn, strategy)
    assert first == pytest.approx(-1 / 18, abs=0.005)
    assert second == pytest.approx(1 / 18, abs=0.005)


def test_nobody_can_exploit_the_solution_of_kuhn_poker(
    kuhn: cfr.Node, strategy: cfr.Strategy
) -> None:
    assert 0 <= cfr.exploitability(kuhn, 2, strategy) < 0.02


def test_a_best_response_exploits_a_player_who_always_bets(kuhn: cfr.Node) -> None:
    """Against the bettor: fold the jack, call with the king, and either with the queen."""
    sets: set[cfr.InformationSet] = set()
    waiting = [kuhn]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.children.values())
        if node.decides is not None:
            sets.add(node.decides)
    bets = {known: {0: 0.0, 1: 1.0} for known in sets}
    assert len(sets) == 12
    assert cfr.value(kuhn, bets) == (0.0, 0.0)
    assert cfr.best_response(kuhn, 1, bets) == pytest.approx((2 + 0 - 1) / 3)


def test_information_sets_number_six_for_each_seat(strategy: cfr.Strategy) -> None:
    assert [sum(seat == known[0] for known in strategy) for seat in range(2)] == [6, 6]


def test_a_draw_is_worth_half_a_win_to_each() -> None:
    """Else both would rather agree than win, and nobody's gain were the other's loss."""
    ends, waiting = set(), [cfr.tree(Position.start(WAGER, 2))]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.children.values())
        if not node.children:
            ends.add(node.utilities)
    assert ends == {(1.0, 0.0), (0.5, 0.5), (0.0, 1.0)}


def test_a_game_that_is_too_large_is_refused_by_name() -> None:
    with pytest.raises(GameError, match="bell is too large"):
        cfr.tree(Position.start(BELL, 4), most=1_000)
