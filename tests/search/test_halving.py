"""Sequential halving gives its tries to what does well, in worlds that its seat holds possible."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.search.positions import dealt, played
from tests.tiny.kuhn.state import BET, PASS
from tests.tiny.wager import GAME as WAGER
from tests.tiny.wager.state import STEADY, WILD
from tischlein.bots import methods
from tischlein.core.capabilities import Heuristics
from tischlein.core.errors import GameError
from tischlein.core.kernel import Rng, kernel, new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.core.state import Ints, Reals
from tischlein.games.bauab import GAME as BAUAB
from tischlein.search import halving
from tischlein.search.halving import halve
from tischlein.search.method import RolloutSettings

JACK, QUEEN, KING = range(3)


@kernel
def first_of(state: Any, seat: int, actions: Ints, count: int, rng: Rng) -> int:
    """Choose the first action."""
    action: int = actions[0]
    return action


def never() -> bool:
    return False


class Arms:
    """Choices with payoffs that are known, and a memory of what was tried."""

    def __init__(self, *payoffs: float) -> None:
        self.payoffs = np.array(payoffs)
        self.asked: list[tuple[list[int], int]] = []

    def attempt(self, choices: Ints, worlds: int) -> Reals:
        self.asked.append((choices.tolist(), worlds))
        sums: Reals = worlds * self.payoffs[choices]
        return sums


# --- halving ---


def test_the_worse_half_drops_out_after_each_round() -> None:
    arms = Arms(0.1, 0.9, 0.4, 0.3, 0.8)
    found = halve(5, 60, arms.attempt, never)
    assert [choices for choices, _ in arms.asked] == [[0, 1, 2, 3, 4], [1, 4, 2], [1, 4]]
    assert found.left.tolist() == [1, 4]
    assert found.best == 1
    assert found.means == pytest.approx(arms.payoffs)


def test_each_round_gets_an_equal_part_of_the_budget() -> None:
    arms = Arms(*np.linspace(0, 1, 8))
    found = halve(8, 2_400, arms.attempt, never)
    spent: dict[int, int] = {}
    for choices, worlds in arms.asked:
        spent[len(choices)] = spent.get(len(choices), 0) + worlds * len(choices)
    assert spent == {8: 800, 4: 800, 2: 800}
    assert found.tries.tolist() == [100] * 4 + [300] * 2 + [700] * 2


def test_finalists_are_tried_for_a_last_time_and_all_stay() -> None:
    found = halve(8, 2_400, Arms(*np.linspace(0, 1, 8)).attempt, never, finalists=4)
    assert found.left.tolist() == [7, 6, 5, 4]
    assert found.tries.tolist() == [150] * 4 + [450] * 4


@pytest.mark.parametrize("choices", [1, 2, 3])
def test_few_choices_and_small_budgets_are_no_exception(choices: int) -> None:
    found = halve(choices, 0, Arms(0.2, 0.5, 0.1).attempt, never)
    assert found.best == min(choices - 1, 1)
    assert (found.tries > 0).all()


def test_of_equals_the_first_is_best() -> None:
    assert halve(6, 100, Arms(*[0.5] * 6).attempt, never).best == 0


def test_who_is_told_to_stop_has_tried_all_choices_once() -> None:
    arms = Arms(0.1, 0.9, 0.4)
    found = halve(3, 10**9, arms.attempt, lambda: True)
    assert len(arms.asked) == 1
    assert found.best == 1


# --- searching ---


def test_it_is_found_by_its_name() -> None:
    assert methods.method("halving") is halving.METHOD


def test_a_win_in_one_move_is_taken() -> None:
    found = halving.search(played("agbgcf").observe(0), RolloutSettings(700), new_rng(1))
    assert found.action == 3
    assert found.value == 1
    assert sum(found.visits.values()) == found.nodes <= 700


def test_chance_is_weighed_exactly() -> None:
    """The last of two needs 9 against 4; rolling 2 or 4 loses or ties, 9 comes once in six."""
    position = Position.start(WAGER, 2)
    for seat, action in ((0, STEADY), (CHANCE, 1)):
        position.play(seat, action)
    found = halving.search(position.observe(1), RolloutSettings(50_000), new_rng(1))
    assert found.action == STEADY
    assert found.value == pytest.approx(0.25, abs=0.01)


def test_each_seat_of_three_plays_for_itself() -> None:
    """Against 9 and 9 the third seat must be wild: a steady die always comes last."""
    position = Position.start(WAGER, 3)
    for seat, action in ((0, WILD), (CHANCE, 3), (1, WILD), (CHANCE, 3)):
        position.play(seat, action)
    found = halving.search(position.observe(2), RolloutSettings(20_000), new_rng(1))
    assert found.action == WILD
    assert found.value == pytest.approx(0.5 / 6, abs=0.01)


@pytest.mark.parametrize(
    ("position", "seat", "wanted"),
    [
        (dealt(QUEEN, KING, BET), 1, BET),
        (dealt(QUEEN, JACK, BET), 1, PASS),
        (dealt(KING, QUEEN, PASS, BET), 0, BET),
        (dealt(JACK, QUEEN, PASS, BET), 0, PASS),
    ],
    ids=["the king calls", "the jack folds", "the king calls late", "the jack folds late"],
)
def test_dominated_actions_of_kuhn_poker_are_avoided(
    position: Position, seat: int, wanted: int
) -> None:
    found = halving.search(position.observe(seat), RolloutSettings(5_000), new_rng(1))
    assert found.action == wanted


def test_what_the_seat_cannot_see_changes_nothing() -> None:
    found = [
        halving.search(dealt(QUEEN, other).observe(0), RolloutSettings(500), new_rng(1))
        for other in (JACK, KING)
    ]
    assert found[0] == found[1]


def test_everybody_plays_on_by_the_policy_of_the_game() -> None:
    """Who takes the first column whenever it is free leaves nothing to chance."""
    by_rote = replace(CONNECT_FOUR, key="four_by_rote", heuristics=Heuristics(policy=first_of))
    seen = Position.start(by_rote, 2).observe(0)
    found = [halving.search(seen, RolloutSettings(200), new_rng(seed)) for seed in (1, 2)]
    assert found[0].value == found[1].value
    assert found[0].value in (0.0, 0.5, 1.0)


def test_worlds_can_come_from_elsewhere() -> None:
    """Who is sure that the other holds the jack bets on the queen."""
    queen = dealt(QUEEN, KING, PASS, BET)
    sure = dealt(QUEEN, JACK, PASS, BET)
    seen = queen.observe(0)
    actions = np.array(seen.legal(0), np.int64)
    found = halving.try_actions(
        seen,
        actions,
        RolloutSettings(100),
        new_rng(1),
        never,
        deal=lambda worlds: np.repeat(sure.row[np.newaxis], worlds, axis=0),
    )
    assert actions[found.best] == BET
    assert found.means[found.best] == 1


def test_positions_can_be_chosen_between() -> None:
    won, open_ = played("agbgcfd"), played("agbgcff")
    rows = np.stack([open_.row, won.row])
    found = halving.try_rows(
        played("agbgcf").observe(0), rows, RolloutSettings(100), new_rng(1), never
    )
    assert found.best == 1
    assert found.means[1] == 1


def test_a_cutoff_asks_the_evaluation_instead_of_playing_on() -> None:
    position = Position.start(BAUAB, 2, {"first": "A"})
    settings = RolloutSettings(2_000, cutoff=4, scale=500.0)
    found = halving.search(position.observe(0), settings, new_rng(1))
    assert found.action in position.legal(0)
    assert 0 < found.value < 1


def test_equal_seeds_give_equal_searches() -> None:
    searches = [
        halving.search(played("d").observe(1), RolloutSettings(1_000), new_rng(seed))
        for seed in (1, 1, 2)
    ]
    assert searches[0] == searches[1] != searches[2]


def test_a_set_flag_ends_the_search_with_an_action() -> None:
    found = halving.search(
        played("").observe(0), RolloutSettings(10**9), new_rng(1), np.ones(1, np.int64)
    )
    assert found.nodes <= halving.TRIES_AT_ONCE
    assert found.action in range(7)


def test_who_has_nothing_to_decide_is_told_so() -> None:
    with pytest.raises(ValueError, match="seat 0 is not acting"):
        halving.search(played("d").observe(0), RolloutSettings(10), new_rng(1))


def test_rules_that_are_not_compiled_are_refused_by_name() -> None:
    position = Position.start(replace(CONNECT_FOUR, compiled=False), 2)
    with pytest.raises(GameError, match="connect_four cannot be searched"):
        halving.search(position.observe(0), RolloutSettings(10), new_rng(1))
