"""Nussknacker's bots: when they guess, wait, ask and give; and that reasoning pays."""

import pytest

from tischlein.bots import Bot
from tischlein.core import records, registry
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.games.nussknacker import bots
from tischlein.games.nussknacker.actions import GIVE, GUESS, NO
from tischlein.games.nussknacker.beliefs import belief_of
from tischlein.games.nussknacker.costs import surprises, uncertainty
from tischlein.games.nussknacker.information_gain import entropy
from tischlein.lab.arena import contest

GAME = registry.load("nussknacker")
LEVELS = ["weak", "medium", "strong"]

CERTAIN = """game: nussknacker
seats: Anna, Ben
options: cards=12 start=first

* hide 3
* deal A 1 2 3 4 6 6
* deal B 1 2 4 5 5
A ask B 3
B give 1 2
A give 3
B ask A 5
A give 1 4
B give 5
A ask B 4
B give 4
A give 2 2
B ask A 6
A give 6
B give 1 5
A ask B 4
B give 4
"""
"""Now A knows that the 3 lies hidden, before having returned anything."""


def decision(level: str, position: Position, seat: int) -> int | None:
    bot = Bot(GAME, level, new_rng(3))
    return bot.choose(position.observe(seat), position.legal(seat)).action


@pytest.mark.parametrize("level", ["medium", "strong"])
def test_a_bot_that_is_certain_names_the_hidden_card(level: str) -> None:
    """NUS-17: also while its own return is due."""
    assert decision(level, records.read(CERTAIN).final(), 0) == GUESS + 3 - 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_that_knows_little_waits_until_it_is_awaited(level: str) -> None:
    start = records.read("\n".join(CERTAIN.splitlines()[:7])).final()
    assert decision(level, start, 1) is None
    asked = decision(level, start, 0)
    assert asked is not None
    assert asked < GUESS


@pytest.mark.parametrize("level", LEVELS)
def test_at_the_limit_a_bot_guesses(level: str) -> None:
    """NUS-25."""
    lines = CERTAIN.replace("cards=12", "cards=12 limit=4").splitlines()
    position = records.read("\n".join(lines[:-2])).final()
    choice = decision(level, position, 0)
    assert choice is not None
    assert GUESS <= choice < NO


def test_a_gift_of_cards_that_the_partner_gave_shows_nothing() -> None:
    lines = CERTAIN.splitlines()
    position = records.read("\n".join([*lines[:10], "B ask A 3"])).final()
    seen = position.observe(0)
    gifts = [action for action in position.legal(0) if action >= GIVE]
    _, known = min(zip(surprises(seen, gifts), gifts, strict=True))
    assert GAME.notation.write(position.state, 0, known) == "give 1 2"


def test_a_question_with_a_sure_answer_tells_nothing() -> None:
    position = records.read(CERTAIN + "A give 4\n").final()
    belief = belief_of(position.state, 1)
    before = entropy(belief.chances())
    questions = [action for action in position.legal(1) if action < GUESS]
    after = [uncertainty(belief, action) for action in questions]
    assert all(0 <= bits <= before + 1e-9 for bits in after)
    assert belief_of(position.state, 0).maybe() == [3]


def test_own_swaps_alone_exclude_little() -> None:
    position = records.read(CERTAIN).final()
    left = bots.values_not_seen_twice(position.observe(0))
    assert 3 in left
    assert set(belief_of(position.state, 0).maybe()) < set(left)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3])
def test_exact_reasoning_beats_own_cards_alone(seats: int) -> None:
    levels = ["medium", *["weak"] * (seats - 1)]
    result = contest(GAME, levels, options={"cards": "12"}, matches=12, seed=1, workers=1)
    assert result.standings[0].rate >= 0.75
