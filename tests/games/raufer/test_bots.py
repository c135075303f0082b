"""The bots of Raufer: what they do not miss, and how levels compare."""

import numpy as np
import pytest

from tischlein.bots.bot import Bot
from tischlein.core import queries, records
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.games.raufer import GAME
from tischlein.games.raufer.evaluation import policy
from tischlein.lab.arena import contest

DEAL = """game: raufer
seats: Anna, Ben, Cleo, Dora
options: hand=5

* deal A 1 2 3 4 20
* deal B 5 6 7 8 9
* deal C 10 11 12 18 19
* deal D 13 14 15 16 17
"""


def after(body: str) -> Position:
    return records.read(DEAL + body).final()


def choice(position: Position, level: str, seed: int = 1) -> str:
    """What the acting seat does at a level, in the notation of records."""
    (seat,) = position.acting
    seen = position.observe(seat)
    decision = Bot(GAME, level, new_rng(seed)).choose(seen, position.legal(seat))
    assert decision.action is not None
    return str(GAME.notation.write(position.state, seat, decision.action))


@pytest.mark.parametrize("level", ["weak", "medium", "strong"])
def test_a_bot_does_what_is_forced(level: str) -> None:
    """RAU-16."""
    assert choice(after("A 20 up\n"), level) == "pass"


@pytest.mark.parametrize("level", ["medium", "strong"])
def test_in_a_duel_a_bot_commands_what_the_other_cannot_do(level: str) -> None:
    """RAU-18: the seat with the highest unseen card has won."""
    duel = after("A 20 up\nB pass\nC pass\nD pass\nB 5 down\nC pass\nD pass\n")
    assert queries.answer(duel, "in") == "C,D"
    bot = Bot(GAME, level, new_rng(1))
    seen = duel.observe(2)
    decision = bot.choose(seen, duel.legal(2))
    assert decision.action is not None
    duel.play(2, decision.action)
    duel.play(3, duel.legal(3)[0])
    assert duel.over
    assert duel.state.winner == 2


@pytest.mark.parametrize("level", ["medium", "strong"])
def test_a_bot_does_not_put_itself_out_with_a_command_nobody_can_obey(level: str) -> None:
    """RAU-17: in phase 2, up from 20 would be the end of seat A."""
    assert choice(after(""), level) != "20 up"


def test_a_glance_sends_cards_towards_more_unseen_ones_and_never_into_the_void() -> None:
    start = after("").observe(0)
    legal = np.array(start.legal(0), np.int64)
    rng = new_rng(1)
    sent = {policy(start.state, 0, legal, len(legal), rng) for _ in range(200)}
    written = {str(GAME.notation.write(start.state, 0, action)) for action in sent}
    assert written == {"1 up", "2 up", "3 up", "4 up", "20 down"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("better", "worse", "seats"),
    [("weak", "random", 3), ("medium", "weak", 3), ("medium", "weak", 4), ("medium", "weak", 5)],
)
def test_a_level_beats_the_one_below(better: str, worse: str, seats: int) -> None:
    found = contest(GAME, [better, *[worse] * (seats - 1)], matches=1_500, workers=1)
    low, _ = found.standings[0].interval
    assert low > 1 / seats
