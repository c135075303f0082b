"""Bots answer legally, in time, and by their level's settings."""

import random
import threading

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.tiny.bell import GAME as BELL
from tests.tiny.bell.state import RING
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tischlein.bots import RANDOM, Bot
from tischlein.bots.bot import level_of
from tischlein.bots.players import BotPlayer
from tischlein.core.driver import Driver
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, new_rng
from tischlein.core.levels import Custom, Level, Search, Stop
from tischlein.core.position import Observation, Position


@pytest.mark.parametrize(
    ("game", "seats", "level"),
    [
        (CONNECT_FOUR, 2, Level("uct", Search("uct", simulations=100))),
        (CONNECT_FOUR, 2, Level("alphabeta", Search("alphabeta", depth=4, nodes=1_000))),
        (WAGER, 3, "medium"),
        (KUHN, 2, "medium"),
        (BELL, 3, "medium"),
        (BELL, 4, "random"),
    ],
)
def test_bots_play_whole_matches(game: Game, seats: int, level: Level | str) -> None:
    """The driver refuses whatever is not legal."""
    player = BotPlayer(game, level, seed=1)
    driver = Driver(game.start(seats), [player] * seats, random.Random(1))
    assert list(driver.play())
    assert driver.position.over


def test_every_game_has_the_random_level() -> None:
    assert level_of(KUHN, "random") is RANDOM
    assert level_of(KUHN, RANDOM) is RANDOM


def test_a_level_that_the_game_lacks_is_refused_with_those_it_has() -> None:
    with pytest.raises(GameError, match="no level 'genius'; its levels are: medium"):
        Bot(KUHN, "genius", new_rng(1))


def test_random_bots_take_every_legal_action() -> None:
    position = Position.start(CONNECT_FOUR, 2)
    bot = Bot(CONNECT_FOUR, "random", new_rng(1))
    seen = position.observe(0)
    assert {bot.choose(seen, position.legal(0)).action for _ in range(200)} == set(range(7))


def test_equal_generators_give_equal_decisions() -> None:
    seen = Position.start(CONNECT_FOUR, 2).observe(0)
    level = Level("uct", Search("uct", simulations=200))
    decisions = [
        Bot(CONNECT_FOUR, level, new_rng(seed)).choose(seen, range(7)) for seed in (3, 3, 4)
    ]
    assert decisions[0] == decisions[1] != decisions[2]


def test_a_single_legal_action_needs_no_thought() -> None:
    seen = Position.start(CONNECT_FOUR, 2).observe(0)
    decision = Bot(CONNECT_FOUR, "strong", new_rng(1)).choose(seen, [5])
    assert (decision.action, decision.nodes) == (5, 0)


def test_nothing_to_decide_is_an_error() -> None:
    seen = Position.start(CONNECT_FOUR, 2).observe(1)
    with pytest.raises(ValueError, match="seat 1 has nothing to decide"):
        Bot(CONNECT_FOUR, "strong", new_rng(1)).choose(seen, [])


@pytest.mark.parametrize(
    "search",
    [Search("uct", simulations=10**9), Search("alphabeta", depth=42, nodes=10**12)],
    ids=str,
)
def test_time_ends_any_search(search: Search) -> None:
    """That is, searches that would take hours."""
    seen = CONNECT_FOUR.start().observe(0)
    quick = Search(search.name, **dict.fromkeys(search.settings, 10))
    Bot(CONNECT_FOUR, Level("ready", quick), new_rng(1)).choose(seen, range(7))
    stop = np.zeros(1, np.int64)
    decision = Bot(CONNECT_FOUR, Level("slow", search, seconds=0.1), new_rng(1)).choose(
        seen, range(7), stop
    )
    assert stop[0] == 1
    assert 0 < decision.nodes < 10**9


def test_no_timer_is_left_behind() -> None:
    seen = Position.start(CONNECT_FOUR, 2).observe(0)
    before = {*threading.enumerate()}
    for _ in range(5):
        Bot(
            CONNECT_FOUR, Level("quick", Search("uct", simulations=10), seconds=1e6), new_rng(1)
        ).choose(seen, range(7))
    left = {*threading.enumerate()} - before
    for thread in left:
        thread.join(120)
    assert not any(thread.is_alive() for thread in left)


def test_a_player_that_may_think_for_ever_needs_no_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A study has millions of decisions, and a thread costs more than most of them."""

    def a_thread(self: threading.Thread) -> None:
        raise AssertionError("a thread was started")

    monkeypatch.setattr(threading.Thread, "start", a_thread)
    seen = Position.start(CONNECT_FOUR, 2).observe(0)
    level = Level("own", Custom(lambda *_: 3), seconds=2.0)
    assert BotPlayer(CONNECT_FOUR, level, 1).choose(seen, range(7)) == 3
    with pytest.raises(AssertionError, match="a thread was started"):
        Bot(CONNECT_FOUR, level, new_rng(1)).choose(seen, range(7))


def test_a_bot_of_the_games_own_may_wait_where_there_is_one_way_to_interrupt() -> None:
    """It is asked, though there is but one action; who is awaited and has one only is not."""

    def waits(seen: Observation, rng: Rng, stop: Stop) -> int | None:
        return None if seen.seat not in seen.awaited else 0

    position = BELL.start(3).after(0, 0)
    assert position.legal(0) == [RING]
    player = BotPlayer(BELL, Level("patient", Custom(waits)), 1)
    assert player.choose(position.observe(0), [RING]) is None
    assert player.choose(position.observe(1), [RING]) == RING


def test_blunders_come_as_often_as_declared() -> None:
    def always_six(seen: Observation, rng: Rng, stop: Stop) -> int:
        return 6

    seen = Position.start(CONNECT_FOUR, 2).observe(0)
    bot = Bot(CONNECT_FOUR, Level("clumsy", Custom(always_six), blunder=35), new_rng(1))
    others = sum(bot.choose(seen, range(7)).action != 6 for _ in range(2_000))
    assert others / 2_000 == pytest.approx(0.35 * 6 / 7, abs=0.04)


def test_a_bot_of_the_games_own_sees_the_flag() -> None:
    flags: list[bool] = []

    def patient(seen: Observation, rng: Rng, stop: Stop) -> int:
        flags.append(stop())
        return 3

    seen = Position.start(CONNECT_FOUR, 2).observe(0)
    bot = Bot(CONNECT_FOUR, Level("own", Custom(patient)), new_rng(1))
    for flag in (0, 1):
        assert bot.choose(seen, range(7), np.array([flag])).action == 3
    assert flags == [False, True]
