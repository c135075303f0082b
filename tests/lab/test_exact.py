"""Small games are solved: known values, proven, and refused where they are too large."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from tests.test_examples import GAME as TICTACTOE
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.leduc import GAME as LEDUC
from tests.tiny.wager import GAME as WAGER
from tischlein.bots.bot import Bot
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Level, Search
from tischlein.core.position import Position
from tischlein.games.raufer.state import Stage
from tischlein.lab import exact
from tischlein.lab.simulate import play
from tischlein.search import cfr


def test_tic_tac_toe_is_a_draw() -> None:
    found = exact.solve(TICTACTOE.start())
    assert (found.value, found.gain) == (0.5, 0)
    assert found.positions <= 5478  # as many as there are (Schaefer 2002)
    assert found.positions < 5478  # what cannot change the value is left out
    assert found.sentence() == (
        "With best play the first place is shared: proven by looking at "
        f"{found.positions} positions."
    )


def test_a_position_on_the_way_has_its_own_value() -> None:
    """A corner, answered at the edge, wins."""
    assert exact.solve(TICTACTOE.start().after(0, "a1").after(1, "b1")).value == 1


def test_kuhn_poker_is_worth_what_kuhn_says() -> None:
    found = exact.solve(KUHN.start(), iterations=1000)
    assert found.value == pytest.approx(-1 / 18, abs=0.005)
    assert 0 <= found.gain < 0.02


def test_the_gain_is_that_of_the_seat_that_gains_most() -> None:
    """After one iteration every action is alike, and the second seat gains more by an answer."""
    root = cfr.tree(KUHN.start())
    gains = cfr.gains(root, 2, cfr.solve(root, 2, 1))
    assert gains == pytest.approx((3 / 8, 13 / 24))
    assert exact.solve(KUHN.start(), iterations=1).gain == gains[1]


def test_chance_is_averaged_exactly() -> None:
    """Both roll a die of the same two after each other, and ties are shared.

    If A takes the steady one, B does so, too, whatever it shows: A gets 1/4 with a 2 and 3/4 with a
    4. If A takes the wild one, A gets something only with a 9, which one of six times comes up and
    which B equals one of six times: 1/6 * 11/12.
    """
    found = exact.solve(WAGER.start(2))
    assert found.value == 0.5
    assert exact.solve(WAGER.start(2).after(0, 1)).value == pytest.approx(11 / 72)
    # Only every other match is shared: one of four is won, and one of four is lost.
    assert found.sentence() == (
        "With best play seat A has 0.5000 of the first places on average: proven by looking at "
        f"{found.positions} positions."
    )


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


def test_no_position_and_no_bounds_are_refused() -> None:
    with pytest.raises(GameError, match="no position to begin with"):
        exact.solve([])
    most: Any
    for most in (0, 1.5):
        with pytest.raises(GameError, match=f"whole numbers, at least 1, not {most} and"):
            exact.solve(TICTACTOE.start(), most=most)


def test_several_positions_of_an_open_game_are_refused() -> None:
    """What was told of them was the value of the first, and of three seats against each other."""
    open_game = registry.load("schlauraff")
    with pytest.raises(GameError, match="schlauraff has no secrets: each of its positions"):
        exact.solve([open_game.start(3), open_game.start(3)])


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(GameError, match="more than 100 positions here; allow more of them"):
        exact.solve(TICTACTOE.start(), most=100)
    with pytest.raises(GameError, match="for two seats, not for 3"):
        exact.solve(registry.load("raufer").start(3))
    with pytest.raises(GameError, match="more than choices and chance"):
        exact.solve(registry.load("dropit").start(2))
    with pytest.raises(GameError, match="too large to be listed"):
        exact.solve(registry.load("nussknacker").start(2))
    with pytest.raises(GameError, match="can come again"):
        exact.solve(registry.load("schollenschubser").start(2))


def test_leduc_poker_is_as_open_to_exploitation_as_is_published() -> None:
    """OpenSpiel has 2.373611 for the strategy that does everything alike, for Kuhn 0.458333."""
    for game, known in ((KUHN, 0.458333), (LEDUC, 2.373611)):
        root = cfr.tree(game.start())
        alike = cfr.solve(root, 2, 1)  # the first iteration's strategy
        assert cfr.exploitability(root, 2, alike) == pytest.approx(known, abs=1e-6)


def test_best_answers_enclose_the_known_value_of_leduc_poker() -> None:
    """Whatever the strategy: what A gets at most, and what B leaves it at least."""
    root = cfr.tree(LEDUC.start())
    strategy = cfr.solve(root, 2, 30)
    least, most = -cfr.best_response(root, 1, strategy), cfr.best_response(root, 0, strategy)
    assert least < -0.085606 < most
    assert most - least < 1.2
    assert most - least == pytest.approx(2 * cfr.exploitability(root, 2, strategy))


def test_openspiel_finds_the_same_in_its_own_game_and_in_ours() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    openspiel = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    policies = pytest.importorskip("open_spiel.python.policy")
    from tischlein.interop import openspiel as adapter

    adapter.add(LEDUC)
    # There our scores are utilities from -1 to 1.
    for name, unit in (("leduc_poker", 1), ("tischlein_leduc", LEDUC.score_bounds[1])):
        game = pyspiel.load_game(name)
        found = openspiel.nash_conv(game, policies.UniformRandomPolicy(game))
        assert unit * found / 2 == pytest.approx(2.373611, abs=1e-6)


def duels(floors: tuple[int, ...]) -> Iterator[Position]:
    """Yield every way to deal two of some floors each to A and B, alone in the staircase.

    C has laid all other cards and left, and A opens the second phase.
    """
    for mine in combinations(floors, 2):
        for theirs in combinations(sorted(set(floors) - set(mine)), 2):
            position = registry.load("raufer").start(3)
            record = position.record
            record.stage, record.phase, record.pile, record.inside = Stage.OPENING, 2, 0, 0b011
            for seat, hand in enumerate((mine, theirs)):
                record.sizes[seat] = 2
                record.hands[seat] = sum(1 << floor - 1 for floor in hand)
                record.ranges[seat, :2] = sum(1 << floor - 1 for floor in floors)
            others = [floor for floor in range(1, 21) if floor not in floors]
            record.laid_count = len(others)
            record.laid[: len(others)] = [floor - 1 for floor in others]
            record.laid_by[: len(others)] = 2
            record.laid_among[: len(others)] = [1 << place for place in range(len(others))]
            record.laid_set = sum(1 << floor - 1 for floor in others)
            yield position


def test_a_duel_of_raufer_is_solved_over_everything_that_seats_hold_for_possible() -> None:
    """Five floors, of which one stays unseen: thirty deals, all as likely."""
    starts = list(duels((2, 7, 11, 14, 19)))
    assert len(starts) == 30
    found = exact.solve(starts, iterations=200)
    assert found.gain < 0.01
    # To open is an advantage: A wins four of five duels, by a linear program over both strategies.
    assert found.value == pytest.approx(4 / 5, abs=found.gain)


def test_what_a_game_has_solved_of_itself_is_told() -> None:
    (mean, *_) = exact.parts(registry.load("schlauraff"))
    assert mean.sentence() == (
        "With best play, chips of a fresh column, the mean of all 1024: 3.9693, solved exactly."
    )
    assert exact.parts(registry.load("raufer")) == []
    assert exact.parts(TICTACTOE) == []
