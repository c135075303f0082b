"""Ganz nach Plan!?'s bots: wins are seen and taken, not handed on; and looking ahead pays."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from tests.games.ganz_nach_plan.random_play import random_choice
from tischlein.core import registry
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.games.ganz_nach_plan import bots
from tischlein.games.ganz_nach_plan.lookahead import NOBODY, sum_chances, winner_by
from tischlein.games.ganz_nach_plan.state import NO_CARD, Phase
from tischlein.lab.arena import contest

GAME = registry.load("ganz_nach_plan")


def turns(seats: int, seed: int) -> Iterator[tuple[Position, int, dict[int, int]]]:
    """Yield positions of random matches, the seat on turn, and who wins at once by each card."""
    random = Random(seed)
    for _ in range(60):
        position = Position.start(GAME, seats)
        while not position.over:
            if position.state.phase == Phase.PLAY:
                (seat,) = position.acting
                legal = position.legal(seat)
                yield (
                    position,
                    seat,
                    {card: winner_by(position.state, seat, card) for card in legal},
                )
            position.play(*random_choice(position, random))


@pytest.mark.parametrize("seats", [3, 4])
def test_who_wins_by_a_card_is_seen_before_it_is_played(seats: int) -> None:
    """GNP-20, GNP-21: whatever is given, drawn or shared."""
    random = Random(11)
    wins = 0
    for _ in range(60):
        position = Position.start(GAME, seats)
        while not position.over:
            if position.state.phase != Phase.PLAY:
                position.play(*random_choice(position, random))
                continue
            (seat,) = position.acting
            card = random.choice(position.legal(seat))
            expected = int(winner_by(position.state, seat, card))
            position.play(seat, card)
            while position.state.executing != NO_CARD:
                position.play(*random_choice(position, random))
            winners = [who for who, score in enumerate(position.scores()) if score]
            assert winners == ([] if expected == NOBODY else [expected])
            wins += expected != NOBODY
    assert wins == 60


def test_the_strong_bot_plays_a_card_that_wins() -> None:
    """GNP-13: also the last but one, which takes the last one along."""
    found = 0
    for position, seat, winners in turns(3, seed=2):
        if len(winners) > 1 and seat in winners.values():
            action = bots.look_ahead(position.observe(seat), new_rng(3), lambda: True)
            assert winners[action] == seat
            found += 1
    assert found > 5


def test_the_strong_bot_does_not_hand_the_win_to_another_if_it_need_not() -> None:
    """GNP-14: to draw a neighbour's only card, for one."""
    found = 0
    for position, seat, winners in turns(4, seed=3):
        if NOBODY in winners.values() and not {*winners.values()} <= {NOBODY, seat}:
            action = bots.look_ahead(position.observe(seat), new_rng(3), lambda: True)
            assert winners[action] in (NOBODY, seat)
            found += 1
    assert found > 5


def test_a_card_that_wins_or_loses_at_once_has_certain_chances() -> None:
    found = 0
    for position, seat, winners in turns(3, seed=4):
        cards = np.array(list(winners), np.int64)
        if {*winners.values()} != {NOBODY}:
            chances = sum_chances(position.observe(seat).row, seat, 5, 2.0, cards, new_rng(1))
            for card, chance in zip(winners, chances, strict=True):
                assert 0.0 <= chance <= 5.0 + 1e-9
                if winners[card] != NOBODY:
                    assert chance == pytest.approx(5.0 if winners[card] == seat else 0.0)
                    found += 1
    assert found > 20


def test_a_bot_that_is_told_to_stop_answers_after_a_first_look() -> None:
    position, seat, winners = next(turns(3, seed=5))
    asked = []

    def stop() -> bool:
        asked.append(True)
        return True

    assert bots.look_ahead(position.observe(seat), new_rng(3), stop) in winners
    assert len(asked) == 1


@pytest.mark.long
@pytest.mark.parametrize("seats", [3, 4])
def test_looking_ahead_beats_weak_bots(seats: int) -> None:
    levels = ["strong", *["weak"] * (seats - 1)]
    result = contest(GAME, levels, matches=24, seed=1, workers=1)
    assert result.standings[0].rate >= 1.3 / seats
