"""The benchmark of strength: shares, multiples of the fair share, targets, and who is measured."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from benchmarks import Figure, Scope, strength
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.strength import Tally
from tests.tiny.wager import GAME as WAGER
from tischlein.bots import RANDOM
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.levels import Custom, Level
from tischlein.core.position import Observation
from tischlein.lab.intervals import wilson


def leftmost(seen: Observation, rng: Rng, stop: object) -> int:
    return seen.legal(seen.seat)[0]


def rightmost(seen: Observation, rng: Rng, stop: object) -> int:
    return seen.legal(seen.seat)[-1]


LEFT = Level("left", Custom(leftmost))
RIGHT = Level("right", Custom(rightmost))


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Callable[[Game], None]:
    """Put a single game on the shelf."""

    def put(game: Game) -> None:
        monkeypatch.setattr(registry, "keys", lambda: (game.key,))
        monkeypatch.setattr(registry, "load", {game.key: game}.__getitem__)

    return put


def test_with_two_seats_the_share_of_wins_counts_in_percent() -> None:
    figure = Tally(2, 200, 130.0, range(100)).figure(WAGER, LEFT, RIGHT, target=True)
    low, high = wilson(0.65, 200)
    assert figure.name == f"{WAGER.key}, 2 seats: left among right"
    assert (figure.value, figure.unit, figure.least) == (65.0, "% won", 60.0)
    assert figure.interval == pytest.approx((100 * low, 100 * high))
    assert figure.note == "200 matches, seeds 0 to 99"
    assert figure.verdict == "met, still open"
    assert figure.about == {
        "game": WAGER.key,
        "seats": 2,
        "level": "left",
        "against": "right",
        "matches": 200,
    }


def test_with_more_seats_it_is_a_multiple_of_the_fair_share() -> None:
    figure = Tally(4, 400, 150.0, range(100)).figure(WAGER, LEFT, RIGHT, target=True)
    low, high = wilson(0.375, 400)
    assert (figure.value, figure.unit, figure.least) == (1.5, "x fair share", 1.3)
    assert figure.interval == pytest.approx((4 * low, 4 * high))
    assert figure.verdict == "met, provably"


def test_what_luck_leaves_has_no_target() -> None:
    assert Tally(3, 30, 10.0, range(10)).figure(WAGER, LEFT, RIGHT, target=False).verdict == ""


def test_a_row_takes_whole_rotations_and_names_its_seeds() -> None:
    tally = strength.play(WAGER, 3, RANDOM, RANDOM, seconds=0.0)
    assert (tally.seats, tally.matches, tally.seeds) == (3, 3, range(1))


def test_more_time_brings_more_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter([0.0, 10.0, 20.0, 30.0])
    monkeypatch.setattr("benchmarks.strength.time.process_time", lambda: next(ticks))
    tally = strength.play(CONNECT_FOUR, 2, LEFT, RIGHT, seconds=25.0)
    assert (tally.matches, tally.seeds) == (6, range(3))
    assert tally.wins == 3  # stacking stones wins for whoever begins


def measured(levels: tuple[Level, ...], shelf: Callable[[Game], None]) -> Iterator[Figure]:
    shelf(replace(CONNECT_FOUR, levels=levels, absent=levels[0].key))
    return strength.measure(Scope(seconds=0.0))


def test_every_level_is_measured_among_the_one_below_and_a_miss_against_random_players(
    shelf: Callable[[Game], None],
) -> None:
    names = [figure.name for figure in measured((RIGHT, LEFT), shelf)]
    assert names == [
        "connect_four, 2 seats: left among right",
        "connect_four, 2 seats: left among random",
    ]


def test_a_target_that_is_met_needs_no_other_row(
    shelf: Callable[[Game], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.strength.LEAST_SHARE", 50.0)
    assert len(list(measured((RIGHT, LEFT), shelf))) == 1


def test_only_the_games_asked_for_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load(key: str) -> Game:
        loaded.append(key)
        return replace(CONNECT_FOUR, levels=(LEFT,), absent="left")

    monkeypatch.setattr(registry, "load", load)
    assert list(strength.measure(Scope(games=("one", "other")))) == []
    assert loaded == ["one", "other"]
