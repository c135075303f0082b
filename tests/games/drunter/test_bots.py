"""The bots of Drunter & Drüber: legal, reading goals from play, sparing with votes."""

from pathlib import Path

import numpy as np
import pytest

from tischlein.bots.bot import Bot
from tischlein.bots.players import BotPlayer
from tischlein.core import records, registry
from tischlein.core.bits import count_bits
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.games.drunter.actions import VOTE
from tischlein.games.drunter.beliefs import spectator_beliefs
from tischlein.games.drunter.bots import goal_probabilities, logs_of, useful_ballots, world_sampler
from tischlein.games.drunter.expectations import survival
from tischlein.games.drunter.rollouts import at_stake, ballot_for
from tischlein.games.drunter.state import BLANK, FULL_SET, Stage
from tischlein.games.drunter.town import BUILDINGS
from tischlein.lab.simulate import simulate

DRUNTER = registry.load("drunter")
FOLDER = Path(__file__).parent


def complete() -> records.Record:
    return records.read((FOLDER / "complete_three_seats.record").read_text(encoding="utf-8"))


def positions(stage: Stage) -> list[Position]:
    return [position for position in complete().positions() if position.state.stage == stage]


@pytest.mark.parametrize("level", ["weak", "medium", "strong"])
@pytest.mark.parametrize("stage", [Stage.LAY, Stage.VOTE, Stage.JOKER])
def test_every_level_answers_with_a_legal_action(level: str, stage: Stage) -> None:
    position = positions(stage)[0]
    seat = position.acting[0]
    bot = Bot(DRUNTER, level, new_rng(1))
    action = bot.choose(position.observe(seat), position.legal(seat)).action
    assert action in position.legal(seat)


def test_the_weak_bot_spares_its_own_buildings() -> None:
    """The placements that would cover the own town halls are never chosen."""
    position = next(p for p in positions(Stage.LAY) if p.state.turn == 0 and p.state.logged > 10)
    goal = 3
    bot = Bot(DRUNTER, "weak", new_rng(3))
    for _ in range(40):
        action = bot.choose(position.observe(0), position.legal(0)).action
        assert action is not None
        assert at_stake(position.state, action, goal) >= 0


def test_votes_cost_the_smallest_card_that_suits() -> None:
    assert ballot_for(FULL_SET, 0.3) == 1 << BLANK
    assert ballot_for(FULL_SET, 1.2) == 1
    assert ballot_for(FULL_SET, -1.2) == 1 << 3
    assert ballot_for(FULL_SET, -5.0) == 1 << 5
    assert ballot_for(FULL_SET & ~0b111000, -5.0) == 1 << 6
    assert ballot_for(1 << BLANK, -5.0) == 1 << BLANK


def test_ballots_worth_a_thought_are_few_and_come_from_the_hand() -> None:
    ballots = useful_ballots(FULL_SET & ~0b10)
    assert len(ballots) < 16
    assert all(ballot & ~(FULL_SET & ~0b10) == 0 for ballot in ballots)
    assert 1 << BLANK in ballots
    assert useful_ballots(1 << BLANK) == [1 << BLANK]


def test_a_building_near_a_gang_is_less_safe_and_a_covered_one_is_lost() -> None:
    position = positions(Stage.LAY)[0]
    safety = np.zeros(BUILDINGS)
    survival(position.state, safety)
    school_2, school_5 = 2 * 5 + 1, 2 * 5 + 4  # c2 lies by the road's corner, f5 in the middle
    assert 0 < safety[school_2] < safety[school_5] < 1
    final = complete().final()
    survival(final.state, safety)
    assert safety[4] == 0  # museum 5 has been buried


def test_who_buries_others_and_spares_one_kind_is_suspected_of_it() -> None:
    """Over medium bots' matches a watcher gives the true goal more than its share of 1 in 6."""
    medium = ("medium", lambda seed: BotPlayer(DRUNTER, DRUNTER.level("medium"), seed))
    matches = simulate(DRUNTER, 2, {}, matches=6, seed=1, players=[medium, medium])
    trusted = []
    for match in matches:
        final = match.final()
        believed = spectator_beliefs(final.observe(SPECTATOR))
        goals = [hand.bit_length() - 1 for hand in final.state.hands[:2]]
        trusted += [believed[seat, goal] for seat, goal in enumerate(goals)]
        assert np.allclose(believed.sum(axis=1), 1)
    assert np.mean(trusted) > 0.25


def test_suspicion_uses_what_the_seat_knows_and_nothing_else() -> None:
    position = positions(Stage.LAY)[-1]
    seen = position.observe(0)
    believed = goal_probabilities(seen, logs_of(seen))
    own = position.state.hands[0].bit_length() - 1
    assert believed[0, own] == pytest.approx(1)
    assert believed[1, own] == believed[2, own] == 0
    exchanged = position.clone()
    exchanged.record.hands[1:3] = exchanged.state.hands[2:0:-1]
    assert np.array_equal(
        believed, goal_probabilities(exchanged.observe(0), logs_of(exchanged.observe(0)))
    )


@pytest.mark.parametrize("goals", ["1", "2"])
def test_imagined_secrets_agree_with_what_the_seat_knows(goals: str) -> None:
    """Everybody has goal cards of their own, and the votes that are counted are in their hands."""
    (match,) = simulate(DRUNTER, 3, {"goals": goals}, matches=1, seed=2)
    for position in match.positions():
        if position.state.stage in (Stage.LAY, Stage.VOTE):
            seat = position.acting[0]
            seen = position.observe(seat)
            for row in world_sampler(seen, logs_of(seen), new_rng(1))(5):
                imagined = DRUNTER.state.view(row)
                hands = imagined.hands[:3]
                assert hands[seat] == position.state.hands[seat]
                assert count_bits(hands[0] | hands[1] | hands[2]) == 3 * int(goals)
                assert all(
                    ballot & ~cards == 0
                    for ballot, cards in zip(imagined.ballots, imagined.cards, strict=True)
                )


def test_the_strong_bot_does_not_waste_votes_on_what_is_decided() -> None:
    """Who has only the blank card left is voted down or not; the bot's cards change nothing."""
    position = positions(Stage.VOTE)[0]
    seat = position.acting[0]
    position.record.cards[seat] = 1 << BLANK
    action = (
        Bot(DRUNTER, "strong", new_rng(1))
        .choose(position.observe(seat), position.legal(seat))
        .action
    )
    assert action == VOTE + (1 << BLANK)
