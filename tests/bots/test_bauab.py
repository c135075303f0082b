"""Bauab's bots: each level is stronger than the one below, and the strong one is exact late."""

import random

import numpy as np
import pytest

from tests.search.brute import BruteForce
from tischlein.bots import Bot
from tischlein.core.driver import play_at_random
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.games.bauab import GAME
from tischlein.games.bauab.bots import capture_or_anything
from tischlein.lab.arena import contest


def random_match(seed: int, free_plots: int, chips: int) -> Position:
    """Return the first position of a random match with so few free plots and chips in hand."""
    driver = play_at_random(GAME.start(), random.Random(seed))
    for _ in driver.play():
        state = driver.position.state
        late = state.free.bit_count() <= free_plots and sum(map(sum, state.supply)) <= chips
        if late and not driver.position.over:
            return driver.position
    return random_match(seed + 1_000, free_plots, chips)


def test_the_strong_bot_plays_the_end_as_brute_force_does() -> None:
    brute = BruteForce()
    bot = Bot(GAME, "strong", new_rng(1))
    for seed in range(8):
        position = random_match(seed, free_plots=2, chips=5)
        (seat,) = position.acting
        legal = position.legal(seat)
        decision = bot.choose(position.observe(seat), legal)
        assert decision.action in brute.best_actions(position)
        if len(legal) > 1:
            assert decision.exact
            assert decision.value == brute.value(position, seat)


def test_the_strong_bot_solves_seven_free_plots_when_supplies_are_small() -> None:
    bot = Bot(GAME, "strong", new_rng(1))
    for seed in range(4):
        position = random_match(seed, free_plots=7, chips=6)
        (seat,) = position.acting
        legal = position.legal(seat)
        if len(legal) > 1:
            assert bot.choose(position.observe(seat), legal).exact


def test_the_weak_bot_captures_whenever_it_can() -> None:
    """BAU-19: it takes a chip whose last freedom it can fill."""
    captured = 0
    for seed in range(30):
        position = random_match(seed, free_plots=4, chips=22)
        (seat,) = position.acting
        action = capture_or_anything(position.observe(seat), new_rng(seed), lambda: False)
        before = sum(position.state.captured[seat])
        possible = [
            other
            for other in position.legal(seat)
            if sum(position.after(seat, other).state.captured[seat]) > before
        ]
        assert not possible or action in possible
        captured += bool(possible)
    assert captured >= 5


@pytest.mark.parametrize("seat", range(2))
def test_the_strong_bot_takes_a_five_that_hangs(seat: int) -> None:
    """BAU-19: the five in the corner has one freedom left, and the seat has the move."""
    position = GAME.start(options={"first": "AB"[1 - seat]})
    for action in ("5 a1", "1 b1", "x d4"):
        position = position.after(position.acting[0], action)
    (mover,) = position.acting
    assert mover == seat
    assert position.state.free.bit_count() == 13
    decision = Bot(GAME, "medium", new_rng(1)).choose(position.observe(seat), position.legal(seat))
    assert decision.action is not None
    assert position.write(seat, decision.action).endswith(" a2")


@pytest.mark.long
def test_medium_beats_weak() -> None:
    result = contest(GAME, ["medium", "weak"], matches=20, workers=1)
    assert result.standings[0].rate >= 0.6


def test_bots_stop_when_told() -> None:
    position = Position.start(GAME, 2, {"first": "A"})
    stop = np.ones(1, np.int64)
    decision = Bot(GAME, "strong", new_rng(1)).choose(position.observe(0), position.legal(0), stop)
    assert decision.nodes <= 256
    assert decision.action in position.legal(0)
