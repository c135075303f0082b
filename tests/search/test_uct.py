"""UCT finds tactics, weighs chance, serves any number of seats, and stays within its bounds."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.search.positions import played
from tests.search.together import YES
from tests.tiny.bell import GAME as BELL
from tests.tiny.bell.state import RING
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tests.tiny.wager.state import STEADY, WILD
from tischlein.core.errors import GameError
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.bauab import GAME as BAUAB
from tischlein.search import uct
from tischlein.search.method import TreeSettings


def test_a_win_in_one_move_is_taken() -> None:
    found = uct.search(played("agbgcf"), 0, TreeSettings(500), new_rng(1))
    assert found.action == 3
    assert found.value > 0.95


def test_a_threat_is_blocked() -> None:
    found = uct.search(played("agbgc"), 1, TreeSettings(2_000, exploration=1.0), new_rng(1))
    assert found.action == 3


def test_the_middle_is_the_best_opening() -> None:
    found = uct.search(played(""), 0, TreeSettings(20_000, exploration=1.0), new_rng(1))
    assert found.action == 3
    assert sum(found.visits.values()) == found.nodes == 20_000


def test_chance_is_weighed_exactly() -> None:
    """The last of two needs 9 against 4; rolling 2 or 4 loses or ties, 9 comes once in six."""
    position = Position.start(WAGER, 2)
    for seat, action in ((0, STEADY), (CHANCE, 1)):
        position.play(seat, action)
    found = uct.search(position, 1, TreeSettings(50_000, exploration=0.1), new_rng(1))
    assert found.action == STEADY
    assert found.value == pytest.approx(0.25, abs=0.01)


def test_each_seat_of_three_plays_for_itself() -> None:
    """Against 9 and 9 the third seat must be wild: a steady die always comes last."""
    position = Position.start(WAGER, 3)
    for seat, action in ((0, WILD), (CHANCE, 3), (1, WILD), (CHANCE, 3)):
        position.play(seat, action)
    found = uct.search(position, 2, TreeSettings(20_000, exploration=0.3), new_rng(1))
    assert found.action == WILD
    assert found.value == pytest.approx(0.5 / 6, abs=0.01)


def test_a_game_for_one_is_played_for_its_score() -> None:
    found = uct.search(Position.start(WAGER, 1), 0, TreeSettings(20_000), new_rng(1))
    assert found.action == STEADY
    assert found.value == pytest.approx(3 / 9, abs=0.02)


def test_several_acting_seats_are_all_thought_of() -> None:
    """With open choices, whoever leads rings the bell before the others can catch up."""
    position = Position.start(replace(BELL, secrets=None), 3)
    for seat, action in ((0, 2), (1, 0), (2, 0)):
        position.play(seat, action)
    assert uct.search(position, 0, TreeSettings(5_000), new_rng(1)).action == RING
    assert uct.search(position, 1, TreeSettings(5_000), new_rng(1)).action != RING


def test_more_may_act_at_once_than_any_has_actions() -> None:
    """Interpreted, writing beyond an array is an error; compiled, nobody sees it."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.search.together"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == f"{YES}\n{YES} ()\n"


def test_a_cutoff_asks_the_evaluation_instead_of_playing_on() -> None:
    position = Position.start(BAUAB, 2, {"first": "A"})
    level = TreeSettings(2_000, cutoff=4, scale=500.0, greed=200)
    found = uct.search(position, 0, level, new_rng(1))
    assert found.action in position.legal(0)
    assert 0 < found.value < 1


def test_equal_seeds_give_equal_searches() -> None:
    searches = [
        uct.search(played("d"), 1, TreeSettings(1_000), new_rng(seed)) for seed in (1, 1, 2)
    ]
    assert searches[0] == searches[1] != searches[2]


def test_a_full_tree_does_no_harm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uct, "MOST_NODES", 40)
    found = uct.search(played("agbgcf"), 0, TreeSettings(2_000), new_rng(1))
    assert found.action == 3


def test_a_set_flag_ends_the_search_with_an_action() -> None:
    found = uct.search(played(""), 0, TreeSettings(10**6), new_rng(1), np.ones(1, np.int64))
    assert found.nodes == 1
    assert found.action in range(7)


def test_secrets_are_refused_by_name() -> None:
    with pytest.raises(GameError, match="kuhn: it has secrets; ismcts can"):
        uct.search(Position.start(KUHN, 2), 0, TreeSettings(10), new_rng(1))


def test_rules_that_are_not_compiled_are_refused_by_name() -> None:
    with pytest.raises(GameError, match="connect_four cannot be searched"):
        uct.search(
            Position.start(replace(CONNECT_FOUR, compiled=False), 2),
            0,
            TreeSettings(10),
            new_rng(1),
        )
