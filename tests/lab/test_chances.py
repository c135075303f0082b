"""Who may still win: chances, what they say of a match, and kingmaking, where it is known."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.lab.crowning import GAME as CROWNING
from tests.tiny.dash import GAME as DASH
from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.records import Record
from tischlein.lab import chances
from tischlein.lab.chances import Course, Probe
from tischlein.lab.grouping import Match, Table
from tischlein.lab.study import Setting


def setting(game: object, seats: int) -> Setting:
    return Setting(game, seats, {})  # type: ignore[arg-type]  # a game without options


def test_who_has_three_and_moves_is_certain_of_nothing_but_of_the_next_move() -> None:
    """After three stones each, A has one winning column of seven; then the match is over."""
    position = CONNECT_FOUR.start()
    for seat, column in ((0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (1, 1)):
        position.play(seat, column)
    found = chances.chances(setting(CONNECT_FOUR, 2), position, 2000, new_rng(1))
    assert found[0] > 1 / 7
    assert sum(found) == pytest.approx(1)
    position.play(0, 0)
    assert chances.chances(setting(CONNECT_FOUR, 2), position, 32, new_rng(1)) == (1.0, 0.0)


def test_a_course_is_told_by_its_favourites() -> None:
    """Even, then A far ahead, then B to the end: B was behind once, by 80 points."""
    moments = ((0.0, (0.5, 0.5)), (0.25, (0.9, 0.1)), (0.5, (0.2, 0.8)), (0.75, (0.0, 1.0)))
    told = Course(1, 2, 1, moments, (), repeats=256).values()
    assert told["favourites"] == 1  # A was the first of two alike already
    assert told["caught_up"] == 0.5
    assert told["drama"] == pytest.approx(0.8)
    assert told["openness"] == pytest.approx((1 + 0.469 + 0.722 + 0) / 4, abs=0.001)
    assert "kingmaking" not in told


def test_differences_that_may_be_luck_make_no_favourite() -> None:
    moments = ((0.0, (0.52, 0.48)), (0.5, (0.48, 0.52)), (0.9, (0.53, 0.47)))
    told = Course(1, 2, 0, moments, (), repeats=256).values()
    assert (told["favourites"], told["caught_up"], told["drama"]) == (0, 0.0, 0.0)


@pytest.mark.parametrize("sides", [2, 4])
def test_a_match_that_only_its_end_decides_seldom_has_a_favourite(sides: int) -> None:
    """All sides are alike at every moment: what playing on 64 times shows of them is luck."""
    rng = np.random.default_rng(1)
    found = []
    for _ in range(300):
        draws = rng.multinomial(64, [1 / sides] * sides, size=12) / 64
        moments = tuple((n / 12, tuple(map(float, one))) for n, one in enumerate(draws))
        found.append(Course(1, sides, 0, moments, (), repeats=64).values())
    for measure in ("favourites", "caught_up", "drama"):
        assert sum(told[measure] > 0 for told in found) < 0.12 * len(found), measure


def test_openness_is_one_where_all_are_alike_and_zero_where_it_is_decided() -> None:
    assert chances.openness((0.25, 0.25, 0.25, 0.25)) == pytest.approx(1)
    assert chances.openness((1.0, 0.0, 0.0)) == 0


@pytest.mark.parametrize(("power", "hopeless"), [(1, 1), (0, 0)])
def test_a_kingmaker_is_found_where_there_is_one(power: int, hopeless: int) -> None:
    """C cannot win and crowns A or B; or, with nobody to crown, it wins whatever it does."""
    position = CROWNING.start(3, {"crown": "other" if power else "own"})
    known = Setting(CROWNING, 3, position.options)
    found = chances.probe(known, position, 2, 64, new_rng(1))
    assert (found.own, found.power) == (1 - power, power)
    course = Course(1, 3, 0, ((0.0, (0.5, 0.5, 0.0)),), (found,), repeats=256)
    assert course.values()["kingmaking"] == power
    assert course.values()["hopeless"] == hopeless


def test_the_luck_of_playing_on_is_no_power() -> None:
    """Whichever of fifteen columns' twins is chosen: by other playouts they are alike."""
    course = Course(1, 3, 0, (), (Probe(0.3, 0.02), Probe(0.0, -0.02)), repeats=256)
    values = replace(course, moments=((0.0, (1.0, 0.0, 0.0)),)).values()
    assert values["kingmaking"] == pytest.approx(0)
    assert values["kingmakers"] == pytest.approx(-0.02)


def test_a_match_is_followed_from_its_first_decision_to_its_last() -> None:
    columns = (0, 1, 0, 1, 0, 1, 0)
    events = tuple(Event(number % 2, column) for number, column in enumerate(columns))
    record = Record(CONNECT_FOUR, ("one", "other"), {}, events, {})
    found = chances.course_of(setting(CONNECT_FOUR, 2), 1, record, new_rng(1))
    assert found.winner == 0
    assert [share for share, _ in found.moments] == [n / 7 for n in range(7)]
    assert (
        found.moments == chances.course_of(setting(CONNECT_FOUR, 2), 1, record, new_rng(1)).moments
    )


def test_rows_have_intervals_over_seeds_and_races_are_left_out() -> None:
    one = Match(0, 1, (0, 1), ("a", "a"), (1, 0), (0, 1), 0, 7, 7, 0, 9, 0, 1, 0)
    table = Table(setting(CONNECT_FOUR, 2), 0, (one,))
    found = [
        Course(seed, 2, 0, ((0.0, (0.5, 0.5)), (0.5, (low, 1 - low))), (), 256)
        for seed, low in ((1, 1.0), (2, 1.0), (3, 0.5))
    ]
    rows = {row.measure: row.mean for row in chances.rows(table, found)}
    assert rows["openness"].value == pytest.approx((0.5 + 0.5 + 1) / 3)
    assert rows["openness"].low < 2 / 3 < rows["openness"].high
    assert [share for share, _ in chances.by_time(found)] == [0.05, 0.55]
    assert not chances.known(DASH)


def test_few_matches_do_not_make_what_cannot_be() -> None:
    """Favourites change no less than never, and a rival's chance by no more than all of it."""
    one = Match(0, 1, (0, 1, 2), ("a",) * 3, (1, 0, 0), (0, 1, 1), 0, 7, 7, 0, 9, 0, 1, 0)
    table = Table(Setting(CROWNING, 3, {"crown": "other"}), 0, (one,))
    sure = [tuple(float(side == first) for side in range(3)) for first in range(3)]
    found = [
        Course(
            seed,
            3,
            0,
            tuple((n / 4, sure[n % 3 if seed else 0]) for n in range(4)),
            (Probe(0.0, float(seed)),),
            256,
        )
        for seed in range(2)
    ]
    rows = {row.measure: row.mean for row in chances.rows(table, found)}
    assert (rows["favourites"].value, rows["favourites"].low) == (1.5, 0)
    for name in ("kingmaking", "kingmakers"):
        assert (rows[name].low, rows[name].value, rows[name].high) == (-1, 0.5, 1)
