"""Recommendation: from what a seat sees, by the game's strong bot, as far as that knows."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.tiny.kuhn import GAME as KUHN
from tischlein.bots import Decision
from tischlein.bots.advice import MOST, Recommendation, advise, adviser, of_decision
from tischlein.bots.outlook import outlook
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, new_rng
from tischlein.core.levels import Custom, Level, Search, Stop
from tischlein.core.position import Observation

ALPHABETA = Level("strong", Search("alphabeta", depth=6, nodes=20_000))
UCT = Level("strong", Search("uct", simulations=400))


def asked(game: Game, level: Level, *moves: int) -> Recommendation:
    """Ask about the position after some moves."""
    position = game.start(2, seed=1)
    for action in moves:
        position = position.after(position.acting[0], action)
    (seat,) = position.acting
    stop = np.zeros(1, np.int64)
    return advise(position.observe(seat), level, new_rng(1), stop)


@pytest.mark.parametrize("key", registry.keys())
def test_the_strong_bot_gives_advice_unless_seconds_count(key: str) -> None:
    game = registry.load(key)
    level = adviser(game)
    assert (level is None) == (game.race is not None)
    strong = [known for known in game.levels if known.key == "strong"]
    assert level is None or [level] == (strong or [game.levels[-1]])


def test_a_win_is_seen_with_certainty() -> None:
    advice = asked(CONNECT_FOUR, ALPHABETA, 3, 0, 3, 0, 3, 1)
    assert advice.actions == (3,)
    assert (advice.value, advice.exact, advice.line) == (1.0, True, ())


def test_what_follows_is_told_in_an_open_game() -> None:
    line = asked(CONNECT_FOUR, ALPHABETA, 3).line
    assert [seat for seat, _ in line] == [0, 1, 0]


def test_a_search_that_tries_actions_names_the_few_that_it_thought_worth_it() -> None:
    advice = asked(CONNECT_FOUR, UCT)
    assert 1 <= len(advice.actions) <= MOST
    assert advice.actions[0] == max(advice.shares, key=lambda action: advice.shares[action])
    assert set(advice.shares) == set(advice.actions)
    assert advice.value is not None
    assert 0 < advice.value < 1


def test_nothing_is_foretold_where_there_are_secrets() -> None:
    level = adviser(KUHN)
    assert level is not None
    assert asked(KUHN, level).line == ()


def test_with_three_the_hope_is_to_be_first_not_the_share_of_rivals_that_are_beaten() -> None:
    """The analysis of the same position says the same."""
    game = registry.load("down_under")
    position = game.start(4, seed=3)
    for _ in range(24):
        position = position.after(position.acting[0], position.legal(position.acting[0])[0])
    (seat,) = position.acting
    level = Level("quick", Search("uct", simulations=200))
    advice = advise(position.observe(seat), level, new_rng(1), np.zeros(1, np.int64), after=0)
    judged = outlook(position, new_rng(2)).values
    assert advice.value == pytest.approx(judged[seat], abs=0.08)
    assert sum(judged) == pytest.approx(1)


def test_a_bot_of_the_games_own_hears_that_advice_is_no_longer_wanted() -> None:
    heard: list[bool] = []

    def listening(seen: Observation, rng: Rng, stop: Stop) -> int:
        heard.append(stop())
        return seen.legal(seen.seat)[0]

    position = CONNECT_FOUR.start(2)
    advise(position.observe(0), Level("own", Custom(listening)), new_rng(1), np.ones(1, np.int64))
    assert heard == [True]


@pytest.mark.parametrize("key", ["nussknacker", "schlauraff"])
def test_a_bot_that_does_not_search_tells_what_its_game_reckons(key: str) -> None:
    game = registry.load(key)
    level = adviser(game)
    assert level is not None
    position = game.start(2, seed=1)
    seat = position.awaited[0]
    advice = advise(position.observe(seat), level, new_rng(1), np.zeros(1, np.int64))
    assert advice.actions
    assert advice.value is not None
    assert 0.25 < advice.value < 0.75
    assert not advice.exact


def test_a_bot_without_an_estimate_says_its_choice_only() -> None:
    first = Level("strong", Custom(lambda seen, *_: seen.legal(seen.seat)[0]))
    assert asked(CONNECT_FOUR, first) == Recommendation((0,))
    assert of_decision(Decision(None)) == Recommendation(())
