"""Alpha-beta is exact where it says so, stops when told, and refuses what it cannot play."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.search.again import AGAIN, PILE
from tests.search.brute import BruteForce
from tests.search.harvest import HARVEST, LATER, TURNS
from tests.tiny.bell import GAME as BELL
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.bauab import GAME as BAUAB
from tischlein.search import alphabeta, cfr
from tischlein.search.alphabeta import AlphaBeta

DEEP = AlphaBeta(depth=60, nodes=5_000_000)


def random_positions(game: Game, wanted: Callable[[Position], bool], count: int) -> list[Position]:
    """Return positions of random matches, the first of each match that is wanted."""
    found: list[Position] = []
    seed = 0
    while len(found) < count:
        rng = random.Random(seed)
        seed += 1
        position = Position.start(game, 2)
        while not position.over and not wanted(position):
            seat = position.acting[0]
            if seat == CHANCE:
                actions = [outcome for outcome, _ in position.outcomes()]
            else:
                actions = position.legal(seat)
            position.play(seat, rng.choice(actions))
        if not position.over:
            found.append(position)
    return found


def is_late_connect_four(position: Position) -> bool:
    return bool(position.state.placed >= 42 - 11)


def is_late_bauab(position: Position) -> bool:
    few_chips = sum(map(sum, position.state.supply)) <= 5
    return few_chips and bool(position.state.free.bit_count() <= 2)


@pytest.mark.parametrize(
    ("game", "is_late", "count"),
    [(CONNECT_FOUR, is_late_connect_four, 40), (BAUAB, is_late_bauab, 6)],
)
def test_the_end_of_a_match_is_solved_as_brute_force_solves_it(
    game: Game, is_late: Callable[[Position], bool], count: int
) -> None:
    brute = BruteForce()
    outcomes = set()
    for position in random_positions(game, is_late, count):
        (seat,) = position.acting
        found = alphabeta.search(position, seat, DEEP, new_rng(1))
        assert found.exact
        assert found.value == brute.value(position, seat)
        assert found.action in brute.best_actions(position)
        outcomes.add(np.sign(found.value))
    assert outcomes >= {-1, 1}


def test_a_win_in_one_move_is_found_and_proven_at_once() -> None:
    position = Position.start(CONNECT_FOUR, 2)
    for seat, column in ((0, 0), (1, 6), (0, 1), (1, 6), (0, 2), (1, 5)):
        position.play(seat, column)
    found = alphabeta.search(position, 0, DEEP, new_rng(1))
    assert (found.action, found.exact) == (3, True)
    assert found.value == alphabeta.CERTAIN + 1
    assert found.nodes < 1_000


def test_a_lost_position_is_proven_lost() -> None:
    """A has three in a row with both ends open, which B cannot stop."""
    position = Position.start(CONNECT_FOUR, 2)
    for seat, column in ((0, 2), (1, 2), (0, 3), (1, 3), (0, 4)):
        position.play(seat, column)
    found = alphabeta.search(position, 1, AlphaBeta(depth=4, nodes=100_000), new_rng(1))
    assert found.exact
    assert found.value == -alphabeta.CERTAIN - 1


def test_a_guess_is_not_called_exact() -> None:
    position = Position.start(CONNECT_FOUR, 2)
    found = alphabeta.search(position, 0, AlphaBeta(depth=3, nodes=100_000), new_rng(1))
    assert not found.exact
    assert found.depth == 3


def test_the_lot_before_the_first_move_does_not_matter() -> None:
    position = Position.start(BAUAB, 2, {"first": "B"})
    found = alphabeta.search(position, 1, AlphaBeta(depth=2, nodes=100_000), new_rng(1))
    assert found.action in position.legal(1)


def test_the_node_budget_is_kept() -> None:
    position = Position.start(CONNECT_FOUR, 2)
    found = alphabeta.search(position, 0, AlphaBeta(depth=42, nodes=12_345), new_rng(1))
    assert found.nodes == 12_345
    assert found.action in range(7)


def test_a_set_flag_ends_the_search_with_an_action() -> None:
    position = Position.start(CONNECT_FOUR, 2)
    found = alphabeta.search(
        position, 0, AlphaBeta(depth=42, nodes=10**9), new_rng(1), np.ones(1, np.int64)
    )
    assert found.nodes <= 256
    assert found.action in range(7)


@pytest.mark.parametrize(
    ("game", "seats", "reason"),
    [
        (KUHN, 2, "kuhn: it has secrets"),
        (BELL, 2, "bell: it has secrets"),
        (WAGER, 3, "wager: it is played by 3, not by two"),
    ],
)
def test_games_of_another_kind_are_refused_by_name(game: Game, seats: int, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        alphabeta.search(Position.start(game, seats), 0, DEEP, new_rng(1))


def test_chance_in_play_is_refused_by_name() -> None:
    with pytest.raises(GameError, match="wager here: chance"):
        alphabeta.search(Position.start(WAGER, 2), 0, DEEP, new_rng(1))


def test_a_seat_that_does_not_act_is_refused() -> None:
    with pytest.raises(ValueError, match="seat 1"):
        alphabeta.search(Position.start(CONNECT_FOUR, 2), 1, DEEP, new_rng(1))


def test_any_budget_gives_a_legal_action_and_a_sensible_one_from_the_first_horizon_on() -> None:
    position = Position.start(CONNECT_FOUR, 2)
    for seat, column in ((0, 1), (1, 6), (0, 2), (1, 6), (0, 3), (1, 6)):
        position.play(seat, column)
    for nodes in range(1, 200):
        found = alphabeta.search(position, 0, AlphaBeta(depth=42, nodes=nodes), new_rng(nodes))
        assert found.action in position.legal(0)
        if found.depth >= 1:
            assert found.action in (0, 4)


def test_an_unfinished_horizon_keeps_the_best_action_of_the_one_before() -> None:
    for position in random_positions(BAUAB, lambda one: one.state.free.bit_count() == 9, 5):
        (seat,) = position.acting
        for nodes in range(10, 3_000, 299):
            found = alphabeta.search(position, seat, AlphaBeta(60, nodes), new_rng(nodes))
            assert found.action in position.legal(seat)


@pytest.mark.parametrize("pile", range(2, PILE + 1))
def test_several_moves_in_a_row_are_searched_as_brute_force_searches_them(pile: int) -> None:
    brute = BruteForce()
    position = Position.start(AGAIN.ranks, 2, {"pile": pile})
    found = alphabeta.search(position, 0, DEEP, new_rng(1))
    assert found.exact
    assert found.value == brute.value(position, 0)
    assert found.action in brute.best_actions(position)


@pytest.mark.parametrize("pile", range(2, PILE + 1, 3))
def test_a_game_for_points_is_played_for_the_margin(pile: int) -> None:
    """The certain value of a win is left out: the margin alone counts, on the scale of guesses."""
    position = Position.start(AGAIN.points, 2, {"pile": pile})
    found = alphabeta.search(position, 0, DEEP, new_rng(1))
    root = cfr.tree(position)
    assert found.exact
    least, greatest = AGAIN.points.score_bounds
    assert found.value == best_margin(root) * (alphabeta.MOST // (greatest - least))


@pytest.mark.parametrize("depth", [2, 4, TURNS])
def test_where_points_count_a_good_guess_is_better_than_one_that_is_certain(depth: int) -> None:
    found = alphabeta.search(HARVEST.start(), 0, AlphaBeta(nodes=100_000, depth=depth), new_rng(1))
    assert found.action == LATER
    assert found.value == alphabeta.MOST
    assert found.exact == (depth == TURNS)


def best_margin(node: cfr.Node) -> float:
    """Return the margin of the first seat that both can force, by plain minimax over a tree."""
    if node.decides is None:
        return node.utilities[0] - node.utilities[1]
    margins = [best_margin(child) for child in node.children.values()]
    return max(margins) if node.decides[0] == 0 else min(margins)
