"""Rounds: everybody chooses before anything happens, the lot decides, the compiled rules do."""

import copy
import pickle
import random

import pytest

from tests.tiny.bell import GAME as BELL
from tests.tiny.dash import GAME as DASH
from tests.tiny.kuhn import GAME as KUHN
from tests.tiny.wager import GAME as WAGER
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.seats import CHANCE
from tischlein.interop.rounds import Rounds


def at_random(rounds: Rounds, seed: int) -> Rounds:
    """Play a match to its end."""
    rng, choice = new_rng(seed), random.Random(seed)
    rounds.deal_all(rng)
    while not rounds.over:
        chosen = {seat: choice.choice(rounds.legal(seat).tolist()) for seat in rounds.asked}
        rounds.finish(chosen, rng)
    return rounds


@pytest.mark.parametrize("game", [BELL, DASH, KUHN, WAGER], ids=lambda game: game.key)
def test_whatever_happens_could_have_happened_at_a_table(game: Game) -> None:
    """A position that refuses what is impossible follows event by event."""
    position = game.start(max(game.seats))
    rounds = Rounds(position)
    choice = random.Random(5)
    while not rounds.over:
        if rounds.chance:
            outcomes, _ = rounds.outcomes()
            outcome = choice.choice(outcomes.tolist())
            position.play(CHANCE, outcome, position.measure(outcome).values)
            rounds.deal(outcome)
        else:
            assert set(rounds.asked) == set(position.acting)
            chosen = {seat: choice.choice(rounds.legal(seat).tolist()) for seat in rounds.asked}
            contenders = rounds.contenders(chosen)
            picked = choice.choice(contenders) if contenders else None
            racing = position.racing
            for seat, action in chosen.items():
                interrupts = seat not in position.awaited
                if action == rounds.wait or (contenders and seat != picked):
                    continue
                if not contenders and not interrupts and _somebody_interrupts(rounds, chosen):
                    continue
                position.play(seat, action, (1000,) if racing else ())
            rounds.carry_out(chosen, picked)
        assert rounds.position() == position


def _somebody_interrupts(rounds: Rounds, chosen: dict[int, int]) -> bool:
    return any(
        action != rounds.wait and not rounds.awaited >> seat & 1 for seat, action in chosen.items()
    )


def test_seats_that_only_interrupt_may_wait_and_need_not_be_asked() -> None:
    game = registry.load("nussknacker")
    rounds = Rounds(game.start(3))
    rounds.deal_all(new_rng(1))
    (awaited,) = (seat for seat in rounds.asked if rounds.awaited >> seat & 1)
    assert len(rounds.asked) == 3
    assert [seat for seat in rounds.asked if rounds.wait in rounds.legal(seat)] == [
        seat for seat in range(3) if seat != awaited
    ]
    alone = Rounds(rounds.position(), interrupts=False)
    assert alone.asked == (awaited,)
    assert alone.wait not in alone.legal(awaited)


def test_the_lot_decides_among_those_who_interrupt_and_only_one_acts() -> None:
    game = registry.load("nussknacker")
    rounds = Rounds(game.start(4))
    rounds.deal_all(new_rng(1))
    others = [seat for seat in rounds.asked if not rounds.awaited >> seat & 1]
    chosen = {seat: int(rounds.legal(seat)[0]) for seat in rounds.asked}
    assert rounds.contenders(chosen) == tuple(others)
    firsts = set()
    for seed in range(20):
        trial = rounds.copy()
        trial.finish(chosen, new_rng(seed))
        firsts.add(trial.position().state.guesser)
    assert firsts == set(others)


def test_equal_seeds_give_equal_matches_and_copies_go_their_own_way() -> None:
    start = registry.load("raufer").start(3)
    one, other = at_random(Rounds(start), 7), at_random(Rounds(start), 7)
    assert one.position() == other.position()
    assert at_random(Rounds(start), 8).position() != one.position()
    begun = Rounds(start)
    twin = copy.deepcopy(begun)
    at_random(twin, 7)
    assert begun.position() == start
    assert pickle.loads(pickle.dumps(twin)).position() == twin.position()


@pytest.mark.parametrize(("game", "seats"), [(KUHN, 2), (WAGER, 3), (WAGER, 1)])
def test_utilities_follow_the_games_own_measure(game: Game, seats: int) -> None:
    """By scores from the least to the greatest, by ranking the share of rivals beaten."""
    rounds = at_random(Rounds(game.start(seats)), 2)
    values, scores = rounds.utilities(), rounds.position().scores()
    assert len(values) == seats
    if game is KUHN or seats == 1:
        least, greatest = game.score_bounds
        assert values == [2 * (one - least) / (greatest - least) - 1 for one in scores]
    else:
        assert sum(values) == pytest.approx(0)
        assert values.index(max(values)) == scores.index(max(scores))
