"""The bots of Down Under: they answer legally, spare their ends, and see what is best at once."""

from __future__ import annotations

import random

import pytest

from tischlein.bots.bot import Bot
from tischlein.core import registry
from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.games.down_under.bots import is_end
from tischlein.lab import arena

GAME = registry.load("down_under")
SETTINGS = [
    (2, {}),
    (4, {}),
    (3, {"scoring": "animals"}),
    (2, {"paths": "both"}),
    (2, {"layout": "frame"}),
    (3, {"start": "entry"}),
]


def after_random_events(events: int, seats: int, options: dict[str, str], seed: int) -> Position:
    """A position reached by random play that spares ends."""
    rng = random.Random(seed)
    position = Position.start(GAME, seats, options)
    for _ in range(events):
        if not position.acting:
            break
        seat = position.acting[0]
        legal = position.legal(seat)
        position.apply(Event(seat, rng.choice([a for a in legal if not is_end(a)] or legal)))
    return position


@pytest.mark.parametrize("level", ["weak", "medium"])
@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_bots_play_whole_matches(level: str, seats: int, options: dict[str, str]) -> None:
    bot = Bot(GAME, level, new_rng(1))
    position = Position.start(GAME, seats, options)
    while position.acting:
        seat = position.acting[0]
        decision = bot.choose(position.observe(seat), position.legal(seat))
        assert decision.action in position.legal(seat)
        position.play(seat, decision.action)


@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_the_strong_bot_answers_legally(seats: int, options: dict[str, str]) -> None:
    bot = Bot(GAME, "strong", new_rng(1))
    for events in (0, 9, 20):
        position = after_random_events(events, seats, options, seed=events)
        if position.acting:
            seat = position.acting[0]
            decision = bot.choose(position.observe(seat), position.legal(seat))
            assert decision.action in position.legal(seat)


@pytest.mark.parametrize("level", ["weak", "medium"])
def test_no_bot_closes_its_path_while_it_can_build(level: str) -> None:
    bot = Bot(GAME, level, new_rng(3))
    position = after_random_events(6, 2, {"area": "none"}, seed=2)
    seat = position.acting[0]
    decision = bot.choose(position.observe(seat), position.legal(seat))
    assert decision.action is not None
    assert not is_end(decision.action)


@pytest.mark.long
def test_medium_beats_weak() -> None:
    contest = arena.contest(GAME, ["medium", "weak"], matches=60, workers=1)
    assert contest.standings[0].rate > 0.6
