"""The course of a match."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.lab.studies import mirrored, ran
from tests.tiny.wager import GAME as WAGER
from tischlein.core import options, registry
from tischlein.lab import compare, course, grouping, plain_data, summaries
from tischlein.lab.study import Setting

pytestmark = pytest.mark.usefixtures("on_the_shelf")


@pytest.mark.parametrize(
    ("settled", "changes", "sentence"),
    [
        (1, 0, "The lead never changes, by the scores as they stand, and is settled after 11.1 %"),
        (9, 0, "The scores as they stand say nothing of who is ahead before the end."),
        (9, 2, "The lead changes 2.0 (2.0 to 2.0) times"),
    ],
)
def test_a_lead_from_the_beginning_is_not_told_as_none(
    settled: int, changes: int, sentence: str
) -> None:
    matches = tuple(
        replace(mirrored(f"{n:03}", rest=n, seed=n), settled=settled, lead_changes=changes)
        for n in range(9)
    )
    said = summaries.summary([grouping.Table(Setting(CONNECT_FOUR, 2, {}), 0, matches)])
    assert any(one.startswith(sentence) for one in said)


def test_the_course_of_a_match_is_measured(tmp_path: Path) -> None:
    """In the wager scores are dice: lead and margin follow from them, match by match."""
    found = ran(tmp_path, games=("wager",), seats=(3,), entrants=("random",), matches=20)
    (table,) = grouping.tables(found)
    for one, row in zip(table.matches, found.matches.to_dicts(), strict=True):
        record = found.record(one.number)
        standings = [position.ranks() for position in record.positions()][1:]
        leaders = [{seat for seat, rank in enumerate(ranks) if rank == 0} for ranks in standings]
        final = leaders[-1]
        settled = max(n for n, who in enumerate(leaders, 1) if n == 1 or leaders[n - 2] != final)
        assert row["settled"] == settled
        assert row["behind"] == sum(not who & final for who in leaders)
        assert row["winners"] == len(final)
    margin = course.shape_values(table, "margin")
    ordered = [sorted(one.scores) for one in table.matches]
    assert margin.tolist() == [scores[-1] - scores[-2] for scores in ordered]


def test_shares_of_few_matches_stay_shares() -> None:
    few = tuple(
        replace(mirrored("777", rest=seed, seed=seed), settled=(1, 8)[seed]) for seed in range(2)
    )
    rows = course.shape([grouping.Table(Setting(CONNECT_FOUR, 2, {}), 0, few)])
    (settled,) = (row.mean for row in rows if row.measure == "settled")
    assert (settled.low, settled.value, settled.high) == (0, 0.5, 1)


@pytest.mark.parametrize("measure", ["events", "decisions", "choices", "margin"])
def test_how_matches_go_stays_between_what_a_game_declares(measure: str) -> None:
    """Two matches that differ as much as can be tell next to nothing, but nothing impossible."""
    long = {"events": 42, "decisions": 42, "choices": 42 * 7, "scores": (1, 0)}
    short = {"events": 1, "decisions": 1, "choices": 1, "scores": (0, 0)}
    two = tuple(
        replace(mirrored(letters, rest=seed, seed=seed), **changes)  # type: ignore[arg-type]
        for seed, (letters, changes) in enumerate((("777", long), ("123", short)))
    )
    rows = course.shape([grouping.Table(Setting(CONNECT_FOUR, 2, {}), 0, two)])
    (found,) = (row.mean for row in rows if row.measure == measure)
    greatest = {"choices": CONNECT_FOUR.most_legal, "margin": 1}
    least = 0 if measure == "margin" else 1
    assert (found.low, found.high) == (least, greatest.get(measure, CONNECT_FOUR.longest))


def test_who_plays_alone_is_measured_by_what_concerns_one(tmp_path: Path) -> None:
    """Nobody is ahead of anybody, in reports, in JSON, or beside another study."""
    kept = {"games": ("wager",), "seats": (1,), "matches": 8}
    one = ran(tmp_path / "one", entrants=("random",), **kept)
    assert not set(course.BETWEEN) & {
        row["measure"] for row in plain_data.report_data(WAGER, one)["shape"]
    }
    two = ran(tmp_path / "two", entrants=("random",), **{**kept, "seats": (2,)})
    assert set(course.BETWEEN) < {
        row["measure"] for row in plain_data.report_data(WAGER, two)["shape"]
    }
    again = ran(tmp_path / "again", entrants=("random",), seed=9, **{**kept, "matches": 9})
    measured = {row.measure for row in compare.compared(one, again)}
    assert "decisions in a match" in measured
    assert not {course.SHAPE[name] for name in course.BETWEEN} & measured


def test_teams_that_tie_are_matches_without_a_winner_and_partners_who_win_are_not() -> None:
    setting = Setting(registry.load("dropit"), 4, {"teams": "1212"})
    setting = Setting(setting.game, 4, options.complete(setting.game, 4, setting.options))
    ranks = ((0, 0, 0, 0), (0, 2, 0, 2), (0, 2, 0, 2))
    matches = tuple(
        replace(
            mirrored(f"{seed:03}", rest=seed, seed=seed),
            sides=setting.sides, entrants=("a",) * 4, scores=(5, 5, 5, 5), ranks=ranked,
        )
        for seed, ranked in enumerate(ranks)
    )  # fmt: skip
    table = grouping.Table(setting, 0, matches)
    (ties,) = (row.mean for row in course.shape([table]) if row.measure == "ties")
    assert ties.value == pytest.approx(1 / 3)
    assert "team A C wins" in next(summaries.summary([table]))
