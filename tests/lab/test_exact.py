"""Small games are solved: known values, proven, and refused where they are too large."""

import pytest

from tests.test_examples import GAME as TICTACTOE
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tischlein.bots.bot import Bot
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Level, Search
from tischlein.lab import exact
from tischlein.lab.simulate import play


def test_tic_tac_toe_is_a_draw() -> None:
    found = exact.solve(TICTACTOE.start())
    assert (found.value, found.gain) == (0.5, 0)
    assert found.positions <= 5478  # as many as there are (Schaefer 2002)
    assert "the first place is shared: proven" in found.sentence()


def test_a_position_on_the_way_has_its_own_value() -> None:
    """A corner, answered at the edge, wins."""
    assert exact.solve(TICTACTOE.start().after(0, "a1").after(1, "b1")).value == 1


def test_kuhn_poker_is_worth_what_kuhn_says() -> None:
    found = exact.solve(KUHN.start(), iterations=1000)
    assert found.value == pytest.approx(-1 / 18, abs=0.005)
    assert 0 <= found.gain < 0.02


def test_chance_is_averaged_exactly() -> None:
    """Both roll a die of the same two after each other, and ties are shared."""
    assert exact.solve(WAGER.start(2)).value == pytest.approx(0.5, abs=0.2)


@pytest.mark.parametrize("seed", range(4))
def test_endings_are_won_by_whom_alpha_beta_says(seed: int) -> None:
    """The last six events of matches of Bauab; certain wins are valued beyond a million."""
    *positions, _ = play("bauab", ["random", "random"], seed=seed).positions()
    start = positions[-6]
    seat = start.awaited[0]
    found = exact.solve(start)
    bot = Bot(start.game, Level("exact", Search("alphabeta", depth=20, nodes=10**6)), new_rng(1))
    decision = bot.choose(start.observe(seat), start.legal(seat))
    assert decision.exact
    value = decision.value or 0.0
    wins = 1.0 if value > 1_000_000 else 0.0 if value < -1_000_000 else 0.5
    assert found.value == (wins if seat == 0 else 1 - wins)


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(GameError, match="more than 100 positions"):
        exact.solve(TICTACTOE.start(), most=100)
    with pytest.raises(GameError, match="for two seats, not for 3"):
        exact.solve(registry.load("raufer").start(3))
    with pytest.raises(GameError, match="more than choices and chance"):
        exact.solve(registry.load("dropit").start(2))
