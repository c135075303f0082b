"""The bots of Drop It: what they drop, what it costs them, when they play a joker."""

import pytest

from tischlein.bots.bot import Bot
from tischlein.core import registry
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.queries import answer
from tischlein.core.seats import CHANCE
from tischlein.games.dropit import bots
from tischlein.games.dropit.actions import DECLINE, JOKER, REST
from tischlein.games.dropit.screening import FINE, Screening
from tischlein.games.dropit.state import SCALE

GAME = registry.load("dropit")
LEVELS = [level.key for level in GAME.levels]


def start(**options: str) -> Position:
    return Position.start(GAME, 2, {"first": "A", **options})


def rested(position: Position, text: str, x: float, y: float) -> None:
    (seat,) = position.acting
    position.play(seat, GAME.notation.read(position.state, seat, text.split()))
    number = position.state.count + 1
    position.play(CHANCE, REST, (number, round(x * SCALE), round(y * SCALE), 0))


def choose(position: Position, level: str, seed: int = 1) -> int:
    (seat,) = position.acting
    bot = Bot(GAME, level, new_rng(seed))
    chosen = bot.choose(position.observe(seat), position.legal(seat)).action
    assert chosen is not None
    return chosen


@pytest.mark.parametrize("level", LEVELS)
def test_equal_generators_give_equal_drops_that_are_legal(level: str) -> None:
    position = start()
    rested(position, "drop circle red 60 0", 60, 19)
    chosen = choose(position, level)
    assert chosen == choose(position, level)
    assert position.why_not(1, chosen) is None


def test_screening_costs_as_many_trials_as_a_full_stock_has_places_and_angles() -> None:
    screening = Screening(start().state)
    screening.candidates(FINE, 0.5, lambda _, judgement: float(judgement.points), lambda: False)
    assert screening.simulations == 20 * (1 + 4 + 6 + 6)


def test_screening_finds_a_drop_that_scores() -> None:
    """With a square on one side of the floor, the best drop breaks no taboo."""
    position = start()
    rested(position, "drop square red 20 0", 60, 17.5)
    chosen = choose(position, "medium")
    position.play(1, chosen)
    position.play(CHANCE, REST, position.measure(REST).values)
    assert int(answer(position, "points")) >= 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_joker_is_not_spent_where_it_is_worth_as_much_in_the_end(level: str) -> None:
    position = start(jokers="yes")
    rested(position, "drop circle red 60 0", 60, 19)
    rested(position, "drop circle green 98 0", 98, 19)
    assert answer(position, "taboos") == "shape"
    assert choose(position, level) == DECLINE


@pytest.mark.parametrize("level", LEVELS)
def test_a_joker_is_spent_on_a_high_drop(level: str) -> None:
    position = start(jokers="yes")
    rested(position, "drop circle red 123 0", 123, 300)
    assert answer(position, "level") == "8"
    assert choose(position, level) == JOKER


def test_a_hurried_bot_still_answers() -> None:
    position = start()
    for choose_now in (bots.choose_weak, bots.choose_medium, bots.choose_strong):
        action = choose_now(position.observe(0), new_rng(1), lambda: True)
        assert position.why_not(0, action) is None
