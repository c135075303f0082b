"""Playouts follow the rules, chance its weights, and the same seed gives the same matches."""

import random
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.search.together import TOGETHER, YES
from tests.tiny.bell import GAME as BELL
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tischlein.core.kernel import new_rng
from tischlein.core.options import Teams
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.games.bauab import GAME as BAUAB
from tischlein.lab.chances import chances
from tischlein.lab.study import Setting
from tischlein.search import cfr
from tischlein.search.playouts import playouts


def slow_playout(position: Position, rng: random.Random) -> int:
    """Play one match by lot, in plain Python; return its number of events."""
    events = 0
    while not position.over:
        seat = rng.choice(position.acting)
        if seat == CHANCE:
            outcomes, weights = zip(*position.outcomes(), strict=True)
            position.play(seat, rng.choices(outcomes, weights)[0])
        else:
            position.play(seat, rng.choice(position.legal(seat)))
        events += 1
    return events


def test_playouts_are_as_long_and_end_as_matches_by_lot_do() -> None:
    rng = random.Random(5)
    lengths, wins = [], 0
    for _ in range(600):
        position = Position.start(BAUAB, 2, {"first": "A"})
        lengths.append(slow_playout(position, rng))
        wins += position.ranks()[0] == 0
    found = playouts(Position.start(BAUAB, 2, {"first": "A"}), 20_000, new_rng(1))
    assert found.matches == 20_000
    assert found.moves / found.matches == pytest.approx(np.mean(lengths), abs=0.5)
    assert found.payoffs[0] == pytest.approx(wins / 600, abs=0.08)


def test_the_first_seat_of_connect_four_wins_as_often_as_is_known() -> None:
    """55.6 % wins, 44.2 % losses, the rest draws (counted by many engines)."""
    found = playouts(Position.start(CONNECT_FOUR, 2), 100_000, new_rng(2))
    assert found.payoffs[0] == pytest.approx(0.557, abs=0.01)
    assert sum(found.payoffs) == pytest.approx(1)


def test_chance_and_actions_have_their_exact_probabilities() -> None:
    """Payoffs of random Kuhn poker equal the expected utility of the uniform strategy."""
    root = cfr.tree(Position.start(KUHN, 2))
    uniform = cfr.solve(root, 2, 1)  # the first iteration's strategy is uniform
    expected = cfr.value(root, uniform)[0]
    assert expected == pytest.approx(1 / 8)
    found = playouts(Position.start(KUHN, 2), 200_000, new_rng(3))
    assert found.payoffs[0] * 4 - 2 == pytest.approx(expected, abs=0.02)


def test_weights_of_chance_are_followed() -> None:
    """One seat: half the time a mean of 3, half the time 9 in one of six; over a span of 9."""
    found = playouts(Position.start(WAGER, 1), 200_000, new_rng(4))
    assert found.payoffs[0] == pytest.approx((3 + 9 / 6) / 2 / 9, abs=0.005)


def test_every_acting_seat_gets_to_act() -> None:
    """Whoever is drawn may ring the bell, so matches are short, and all seats do alike."""
    found = playouts(Position.start(BELL, 4), 100_000, new_rng(5))
    assert found.payoffs == pytest.approx([0.5] * 4, abs=0.01)
    assert found.moves / found.matches < 4


def test_a_finished_match_pays_as_its_ranking_says() -> None:
    position = Position.start(CONNECT_FOUR, 2)
    for seat, column in ((0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 0)):
        position.play(seat, column)
    found = playouts(position, 10, new_rng(6))
    assert (found.moves, found.payoffs) == (0, (1.0, 0.0))


def test_sides_that_tie_share_the_first_place_and_partners_have_what_their_team_has() -> None:
    """One against two, who all have said yes: half of it is A's, half that of B and C together."""
    teams = Teams("teams", alone=(3,), samples=("122",))
    position = replace(TOGETHER, seats=(3,), options=(teams,)).start(options={"teams": "122"})
    for seat in range(3):
        position.play(seat, YES)
    assert playouts(position, 4, new_rng(6)).firsts == (0.5, 0.5, 0.5)
    setting = Setting(position.game, 3, position.options)
    assert chances(setting, position, 4, new_rng(6)) == (0.5, 0.5)


def test_the_same_seed_gives_the_same_playouts_and_another_seed_others() -> None:
    position = Position.start(BAUAB, 2)
    assert playouts(position, 50, new_rng(7)) == playouts(position, 50, new_rng(7))
    assert playouts(position, 50, new_rng(7)) != playouts(position, 50, new_rng(8))


def test_playouts_leave_the_position_alone() -> None:
    position = Position.start(BAUAB, 2)
    before = position.to_bytes()
    playouts(position, 10, new_rng(9))
    assert position.to_bytes() == before


def test_a_set_flag_ends_playouts() -> None:
    found = playouts(Position.start(BAUAB, 2), 10**9, new_rng(10), np.ones(1, np.int64))
    assert found.matches == 0
