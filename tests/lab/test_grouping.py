"""Which matches of a study are one piece of evidence."""

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.lab.stackers import LEFTMOST
from tests.lab.studies import mirrored, ran
from tischlein.lab import grouping, summaries, winning
from tischlein.lab.intervals import wilson
from tischlein.lab.report import reports
from tischlein.lab.results import Results
from tischlein.lab.study import Setting, Study, StudyError

pytestmark = pytest.mark.usefixtures("on_the_shelf")


def test_matches_that_are_all_the_same_are_one_piece_of_evidence(stacked: Results) -> None:
    """Thirty times the same match: A wins it, and that is all that is known."""
    table = grouping.tables(stacked)[0]
    assert (len(table.matches), table.distinct, table.ways) == (30, 1, 1)
    row = winning.seats([table])[0]
    assert (row.won.value, row.won.count) == (1, 30)
    assert row.won.low == pytest.approx(wilson(1, 1)[0])
    sentence = next(summaries.summary([table]))
    assert "of 30 matches, which all go alike, where 50.0 % would be fair" in sentence
    assert "tells of these players, not of the game" in sentence


def test_mirror_images_are_not_told_apart_and_dependent_matches_are_counted_once() -> None:
    """Sixty matches that all differ but begin in three ways, beside sixty that begin in sixty."""
    setting = Setting(CONNECT_FOUR, 2, {})
    few = tuple(mirrored("abc"[seed % 3] * 3, rest=seed % 3, seed=seed) for seed in range(60))
    many = tuple(mirrored(f"{seed:03}", rest=seed % 3, seed=seed) for seed in range(60))
    alike, apart = grouping.with_ways(
        [grouping.Table(setting, 0, few), grouping.Table(setting, 1, many)]
    )
    assert (alike.distinct, alike.ways, len(set(alike.clusters.tolist()))) == (60, 3, 3)
    assert (apart.distinct, apart.ways, len(set(apart.clusters.tolist()))) == (60, 60, 60)
    assert winning.seats([apart])[0].won.low > 0.2
    assert winning.seats([alike])[0].won.low < 0.1


def test_matches_with_another_opening_by_lot_are_other_matches() -> None:
    setting = Setting(CONNECT_FOUR, 2, {})
    matches = [mirrored("abc"[seed % 3] * 3, rest=seed % 3, seed=seed) for seed in range(60)]
    drawn = tuple(replace(one, opening=(one.seed % 30,)) for one in matches)
    (table,) = grouping.with_ways([grouping.Table(setting, 0, drawn)])
    assert table.ways == 30


def test_in_a_game_with_room_players_who_play_few_different_matches_repeat_themselves() -> None:
    """Two matches, of which chance has chosen one each time: no 60 examples."""
    setting = Setting(CONNECT_FOUR, 2, {})
    matches = tuple(
        replace(mirrored("ab"[seed % 2] * 7, rest=seed % 2, seed=seed), identity=seed % 2)
        for seed in range(60)
    )
    (table,) = grouping.with_ways([grouping.Table(setting, 0, matches)])
    assert (table.ways, len(set(table.clusters.tolist()))) == (2, 2)
    tiny = tuple(replace(one, course=(2, 2), identity=one.seed % 4) for one in matches)
    (table,) = grouping.with_ways([grouping.Table(setting, 0, tiny)])
    assert len(set(table.clusters.tolist())) == 60


def test_whatever_chance_brings_makes_matches_differ() -> None:
    """Python hashes -1 and -2 alike, which the first two outcomes of chance are in a course."""
    setting = Setting(CONNECT_FOUR, 2, {})
    matches = [mirrored("", rest=seed % 3, seed=seed) for seed in range(64)]
    tossed = [
        replace(one, course=tuple(-1 - (one.seed >> bit & 1) for bit in range(6)), events=6)
        for one in matches
    ]
    (table,) = grouping.with_ways([grouping.Table(setting, 0, tuple(tossed))])
    assert table.ways == 64


def test_where_beginnings_tell_nothing_apart_only_the_same_matches_count_as_such() -> None:
    """In a game where there are always seven columns, the numbers of choices show nothing."""
    setting = Setting(CONNECT_FOUR, 2, {})
    matches = tuple(mirrored("777", rest=seed % 3, seed=seed) for seed in range(60))
    (table,) = grouping.with_ways([grouping.Table(setting, 0, matches)])
    assert len(set(table.clusters.tolist())) == 60


def test_an_opening_by_lot_makes_players_differ_who_repeat_themselves(tmp_path: Path) -> None:
    declared = {"games": ("connect_four",), "entrants": (LEFTMOST, "random"), "matches": 20}
    opened = ran(tmp_path / "opened", opening=3, **declared)
    alone, _, mixed = grouping.tables(opened)
    assert alone.distinct > 10
    for seed in {one.seed for one in mixed.matches}:
        both = [opened.record(one.number) for one in mixed.matches if one.seed == seed]
        assert both[0].events[:3] == both[1].events[:3]
    (report,) = reports(opened)
    assert any("The first 3 decisions" in sentence for sentence in report.method)
    with pytest.raises(StudyError, match="decisions of an opening"):
        Study(games=("wager",), opening=-1).plan()
    for game, group in (("misd", "races"), ("nussknacker", "interrupts")):
        with pytest.raises(StudyError, match=f"{game} has {group}"):
            Study(games=(game,), opening=3).plan()
