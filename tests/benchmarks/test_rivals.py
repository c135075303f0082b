"""The benchmark of rivals: who plays, how much thinking they get, and what is told of it."""

import pytest

from benchmarks import Scope, rivals
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.rivals import Row, Spent
from tests.tiny.dash import GAME as DASH
from tests.tiny.kuhn import GAME as KUHN
from tischlein.bots.players import BotPlayer
from tischlein.core import registry
from tischlein.core.driver import RandomPlayer
from tischlein.core.errors import GameError
from tischlein.lab.intervals import wilson


def test_rivals_know_nothing_of_the_game_and_are_named() -> None:
    assert rivals.called(CONNECT_FOUR, "own") == "uct"
    assert rivals.called(KUHN, "own") == "ismcts"
    assert rivals.called(CONNECT_FOUR, "openspiel") == "OpenSpiel mcts"
    player = rivals.rival(KUHN, "own", 30)(1)
    assert isinstance(player, BotPlayer)
    with pytest.raises(GameError, match="own and openspiel"):
        rivals.rival(KUHN, "ours", 30)


def test_a_rival_gets_as_many_simulations_as_take_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two hundred take a second a position, so decisions of three seconds are worth 600."""
    now = iter((100.0, 102.0))
    position = CONNECT_FOUR.start().observe(0)
    pace = Spent(seconds=12.0, decisions=4, seen=[(position, tuple(range(7)))] * 2)
    monkeypatch.setattr(rivals, "rival", lambda *_: RandomPlayer)
    monkeypatch.setattr("benchmarks.rivals.time.process_time", lambda: next(now))
    assert rivals.simulations(CONNECT_FOUR, "own", pace) == 600


def test_one_sits_in_every_seat_among_the_others_and_choices_are_counted() -> None:
    row = rivals.play(CONNECT_FOUR, {}, RandomPlayer, RandomPlayer, 2, seconds=0)
    assert (row.matches, row.seeds) == (2, 1)
    assert row.strong.decisions > 6
    assert row.rival.decisions > 6
    assert 0 <= row.wins <= 2


def test_the_figure_is_a_share_or_a_multiple_with_its_interval_and_target() -> None:
    strong, rival = Spent(2.0, 100), Spent(4.0, 100)
    figure = Row(40, 30.0, 20, strong, rival).figure(CONNECT_FOUR, 2, "uct", 500)
    low, high = wilson(0.75, 40)
    assert (figure.value, figure.unit, figure.least) == (75.0, "% won", 75.0)
    assert figure.interval == pytest.approx((100 * low, 100 * high))
    assert "500 simulations; 20 ms a decision and 40 ms" in figure.note
    assert figure.about["against"] == "uct"
    several = Row(40, 20.0, 10, strong, rival).figure(CONNECT_FOUR, 4, "uct", 500)
    assert (several.value, several.least) == (2.0, 1.5)


def test_races_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", {"dash": DASH}.__getitem__)
    assert list(rivals.measure(Scope(("dash",), 0.1))) == []
