"""What a study shows: measured from its matches, told in words, and drawn on a page of its own."""

import csv
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from random import Random
from shutil import copy

import polars as pl
import pytest
from msgspec import structs

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.lab import stackers
from tests.lab.crowning import GAME as CROWNING
from tests.lab.stackers import LEFTMOST, RIGHTMOST
from tests.tiny import wager
from tests.tiny.wager import GAME as WAGER
from tischlein.core import options, registry
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.lab import (
    chances,
    charts,
    compare,
    early_stopping,
    grouping,
    ladder,
    measures,
    page,
    plays,
    report,
    results,
    running,
    summaries,
    usage,
)
from tischlein.lab.intervals import UNBOUNDED, Estimate, share, wilson
from tischlein.lab.report import Grid, reports
from tischlein.lab.results import Results
from tischlein.lab.sequential import Test
from tischlein.lab.study import Setting, Study, StudyError
from tischlein.presentation import Presentation, of
from tischlein.presentation.scenes import ResultRow, Scene


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {**registry._registered})
    for game in (WAGER, CONNECT_FOUR, CROWNING):
        registry.register(game)


def ran(folder: Path, **declared: object) -> Results:
    return running.run(Study(**declared), folder, workers=1)  # type: ignore[arg-type]  # as declared


@pytest.fixture
def stacked(tmp_path: Path) -> Results:
    """Return a study of players who stack stones: whoever begins wins."""
    players = (LEFTMOST, RIGHTMOST)
    return ran(tmp_path / "stacked", games=("connect_four",), entrants=players, matches=30)


def test_a_seat_that_always_wins_is_found(tmp_path: Path) -> None:
    """C wins whatever is chosen by lot; so few matches are possible that they do not tell."""
    found = ran(
        tmp_path, games=("crowning",), options=("crown=own",), entrants=("random",), matches=30
    )
    rows = measures.seats(grouping.tables(found))
    assert [(row.seat, row.won.value, row.clear) for row in rows] == [
        ("A", 0.0, True),
        ("B", 0.0, True),
        ("C", 1.0, True),
    ]
    assert rows[2].won.low == pytest.approx(0.886, abs=0.001)
    sentence = next(summaries.summary(grouping.tables(found)))
    assert "seat A wins 0.0 % (0.0 to 11.4) of 30 matches, where 33.3 % would be fair" in sentence
    assert "C (100.0 % (88.6 to 100.0)) is ahead" in sentence


def test_matches_that_are_all_the_same_are_one_piece_of_evidence(stacked: Results) -> None:
    """Thirty times the same match: A wins it, and that is all that is known."""
    table = grouping.tables(stacked)[0]
    assert (len(table.matches), table.distinct, table.ways) == (30, 1, 1)
    row = measures.seats([table])[0]
    assert (row.won.value, row.won.count) == (1, 30)
    assert row.won.low == pytest.approx(wilson(1, 1)[0])
    sentence = next(summaries.summary([table]))
    assert "of 30 matches, which all go alike, where 50.0 % would be fair" in sentence
    assert "tells of these players, not of the game" in sentence


def mirrored(begun: str, *, rest: int, seed: int) -> grouping.Match:
    course = tuple(map(ord, begun)) + (rest,) * 6
    score = (rest % 2, 1 - rest % 2)
    return grouping.Match(
        seed, seed, (0, 1), ("a", "a"), score, (score[1], score[0]), 0, 9, 9, 0, 30, 0, 1, 0,
        identity=100 * rest + seed, course=course,
    )  # fmt: skip


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
    assert measures.seats([apart])[0].won.low > 0.2
    assert measures.seats([alike])[0].won.low < 0.1


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


def test_points_are_made_of_what_counts(tmp_path: Path) -> None:
    """What breaks ties, and what a watcher of Drunter would have believed, makes none."""
    play_match = ran(tmp_path, games=("bauab", "drunter"), entrants=("random",), matches=2)
    (grid,) = (
        grid
        for one in reports(play_match)
        for section in one.sections
        if section.heading == "What are points made of?"
        for grid in section.grids
    )
    assert [row[0] for row in grid.rows] == ["Value on the plan", "Value captured"]


def test_two_who_always_play_the_same_two_matches_prove_nothing(stacked: Results) -> None:
    """Whoever begins wins, and nothing is left to chance: more seeds tell nothing more."""
    mixed = grouping.tables(stacked)[-1]
    assert (mixed.alone, mixed.distinct, set(mixed.clusters.tolist())) == (False, 2, {0})
    for row in measures.entrants([mixed]):
        assert (row.won.low, row.won.high) == wilson(0.5, 1)
    for rated in measures.rated([mixed]):
        assert rated.rating.low < -100 < 100 < rated.rating.high
    test = Test(none=0.5, least=0.6)
    found = early_stopping.compare_until_decided(
        stacked.study, stacked.folder.with_name("decided"), test=test, workers=1
    )
    assert (found.verdict, found.independent) == ("undecided", 1)
    assert found.sentence() == (
        f"Whether {found.results.study.entrants[0]} wins 60 % against "
        f"{found.results.study.entrants[1]}, or no more than 50 %, is not decided after 30 matches "
        "with 15 seeds, of which only 1 can be told apart."
    )


def test_places_taken_in_turn_make_two_of_a_kind_equal(stacked: Results) -> None:
    rows = measures.entrants(grouping.tables(stacked))
    assert [row.won.value for row in rows] == [0.5, 0.5]
    found = measures.rated(grouping.tables(stacked))
    assert found[0].rating.points == pytest.approx(0, abs=1e-6)
    (skill,) = measures.skill(grouping.tables(stacked))
    assert skill.explained.value == pytest.approx(0, abs=1e-9)


def test_a_duel_is_one_comparison() -> None:
    setting = Setting(CONNECT_FOUR, 2, {})
    matches = tuple(
        replace(
            mirrored("777", rest=seed, seed=seed),
            ranks=(0, 1) if seed % 3 else (1, 0),
            entrants=("clever", "random"),
        )
        for seed in range(24)
    )
    clever, random = measures.entrants([grouping.Table(setting, 0, matches)])
    alone = share([one.share([0]) for one in matches], [one.seed for one in matches], 0.5)
    assert clever.won.p == random.won.p == pytest.approx(alone.p)


def test_who_wins_every_match_explains_as_little_as_its_share_leaves_open() -> None:
    """Of twenty wins the share is 84 % at least, so at least 46 % of the variance: (2w - 1)²."""
    setting = Setting(CONNECT_FOUR, 2, {})
    entrants = ("clever", "random")
    matches = tuple(
        replace(mirrored("777", rest=seed, seed=seed), ranks=(0, 1), entrants=entrants)
        for seed in range(20)
    )
    table = grouping.Table(setting, 0, matches)
    (row,) = measures.skill([table])
    low, _ = wilson(1.0, 20)
    assert row.explained.value == row.explained.high == 1
    assert row.explained.low == pytest.approx((2 * low - 1) ** 2)
    even = replace(table, matches=tuple(
        replace(one, ranks=(one.seed % 2, 1 - one.seed % 2)) for one in matches
    ))  # fmt: skip
    (row,) = measures.skill([even])
    assert (row.explained.value, row.explained.low) == (0, 0)
    assert row.explained.high > 0


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


def test_three_who_are_alike_are_not_told_to_explain_something() -> None:
    """By luck one of them always does best; the truth is that who plays explains nothing."""
    setting = Setting(WAGER, 3, {})
    entrants = ("clever", "random", "weak")
    lots = Random(3)

    def explained(weights: tuple[float, ...]) -> Estimate:
        matches = []
        for seed in range(20):
            first = lots.choices(range(3), weights)[0]
            ranks = tuple(int(seat != first) for seat in range(3))
            one = mirrored("777", rest=seed, seed=seed)
            matches.append(replace(one, sides=(0, 1, 2), ranks=ranks, entrants=entrants))
        (row,) = measures.skill([grouping.Table(setting, 0, tuple(matches))])
        return row.explained

    assert sum(explained((1, 1, 1)).low == 0 for _ in range(30)) >= 27
    assert all(explained((30, 1, 1)).low > 0.2 for _ in range(5))


def test_who_wins_every_match_of_three_is_not_known_for_certain_to_do_so() -> None:
    setting = Setting(WAGER, 3, {})
    entrants = ("clever", "random", "weak")
    matches = tuple(
        replace(
            mirrored("777", rest=seed, seed=seed),
            sides=(0, 1, 2),
            ranks=(0, 1, 1),
            entrants=entrants,
        )
        for seed in range(20)
    )
    table = grouping.Table(setting, 0, matches)
    (row,) = measures.skill([table])
    assert row.explained.value == row.explained.high == 1
    assert 0.5 < row.explained.low < 0.95
    clever, *others = measures.rated([table])
    assert clever.entrant == "clever"
    assert clever.rating.high - clever.rating.low > 200
    assert max(one.rating.high for one in others) < clever.rating.low


def test_matches_that_repeat_themselves_are_told(stacked: Results) -> None:
    (report,) = reports(stacked)
    assert any("Only 1 of the 30 matches" in caveat for caveat in report.caveats)
    assert any("all go alike" in caveat for caveat in report.caveats)
    assert any("only one independent seed." in caveat for caveat in report.caveats)


def test_what_is_looked_into_counts_what_goes_alike_once_as_well(stacked: Results) -> None:
    """Thirty seeds of the same match say no more of words, sentences and chances than one does."""
    tables = grouping.tables(stacked)
    seen = usage.usage_of_setting(stacked, tables[0].setting, tables)
    assert seen.sentences
    assert seen.offers
    for sentence in seen.sentences:
        assert math.isinf(sentence.times.high)
    for offer in seen.offers:
        assert math.isnan(offer.liked.p)
    for row in chances.rows(tables[0], chances.courses(tables[0], stacked)):
        bounds = chances.BOUNDS.get(row.measure, UNBOUNDED)
        assert (row.mean.low, row.mean.high) == bounds
    read = plays.words_of(tables, list(plays.sample(tables, stacked, plays.READ)))
    assert {cluster for cluster, _, _ in read} == {0}
    found = measures.words(read)
    assert found
    assert all(math.isnan(row.worth.p) for row in found)


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
    margin = measures.shape_values(table, "margin")
    ordered = [sorted(one.scores) for one in table.matches]
    assert margin.tolist() == [scores[-1] - scores[-2] for scores in ordered]


def test_options_are_compared_with_the_first_setting(tmp_path: Path) -> None:
    found = ran(
        tmp_path,
        games=("bauab",),
        options=("first=A", "first=B"),
        entrants=("random",),
        tables=("alone",),
        matches=12,
    )
    rows = measures.options(grouping.tables(found))
    assert {row.setting.changed for row in rows} == {"first=B"}
    assert {"seat A wins", "decisions", "choices"} <= {row.measure for row in rows}
    assert "seat B wins" not in {row.measure for row in rows}, "what A wins says it"
    for row in rows:
        assert row.change.low <= row.change.value <= row.change.high


@pytest.mark.parametrize(
    ("change", "half", "written"),
    [
        (-168.3, 21, "-170 (-190 to -150)"),
        (12.0, 4, "+12 (+8 to +16)"),
        (-3.42, 0.5, "-3.4 (-3.9 to -2.9)"),
        (0.0451, 0.0031, "+0.045 (+0.042 to +0.048)"),
    ],
)
def test_a_large_change_is_told_with_its_interval_and_without_powers_of_ten(
    monkeypatch: pytest.MonkeyPatch, change: float, half: float, written: str
) -> None:
    setting = Setting(WAGER, 2, {})
    estimate = Estimate(change, change - half, change + half, 100, p=0.001)
    row = measures.OptionRow(setting, setting, ("weak",), "events", 200.0, estimate)
    monkeypatch.setattr(measures, "options", lambda _: [row])
    (sentence,) = summaries.changes([])
    assert sentence.endswith(f" {written}.")


def test_teams_are_compared_as_wholes(tmp_path: Path) -> None:
    found = ran(
        tmp_path,
        games=("dropit",),
        seats=(4,),
        options=("teams=1212", "teams=1212 jokers=yes"),
        entrants=("random",),
        tables=("alone",),
        matches=1,
    )
    tables = grouping.tables(found)
    rows = measures.options(tables)
    assert [row.measure for row in rows if row.measure.endswith(" wins")] == ["team A C wins"]
    leads = 0.0
    for table in tables:
        (one,) = table.matches
        assert one.scores[:2] == one.scores[2:]
        assert measures.shape_values(table, "margin") == abs(one.scores[0] - one.scores[1]) > 0
        leads += measures.shape_values(table, "lead_changes").sum()
    assert leads > 0


def test_a_picture_tells_how_fair_each_setting_is_by_who_begins(tmp_path: Path) -> None:
    """Where the lot decides who begins, a seat's letter says nothing of what beginning is worth."""
    found = ran(
        tmp_path,
        games=("bauab",),
        options=("", "plan=barrel", "first=B"),
        entrants=("random",),
        tables=("alone",),
        matches=12,
        measures=("options",),
    )
    tables = grouping.tables(found)
    rows = {(row.setting.changed, row.measure): row for row in measures.options(tables)}
    barrel = rows["plan=barrel", "first to act wins"]
    assert barrel.is_share
    (_, begins, *_) = measures.by_turn(measures.seats(tables))[1:]
    assert (begins.setting.changed, begins.seat) == ("plan=barrel", "first to act")
    assert barrel.before + barrel.change.value == pytest.approx(begins.won.value)
    assert [row.seat for row in measures.by_turn(measures.seats(tables))][-2:] == ["A", "B"]
    (report,) = reports(found)
    (section, _) = report.sections
    (figure,) = section.figures
    assert "plan=barrel" in figure.svg
    assert "first to act" in figure.svg


def test_studies_are_compared_on_the_seeds_they_share(tmp_path: Path) -> None:
    kept = {"games": ("wager",), "matches": 20, "tables": ("alone",)}
    one = ran(tmp_path / "one", entrants=("random",), **kept)
    again = ran(tmp_path / "again", entrants=("random",), **kept)
    for row in compare.compared(one, again):
        assert (row.change.value, row.change.p) == (0, 1)
        low, high = row.change.low, row.change.high
        if row.measure == measures.SHAPE["ties"] or row.measure.endswith(" wins"):
            assert low < 0 < high  # in another match it may come about in one of them
        else:
            assert (low, high) == (0, 0)
        assert not row.clear
    named = {"games": ("bauab",), "entrants": ("random",), "matches": 3, "tables": ("alone",)}
    usual, barrel = (
        ran(tmp_path / f"with {options}", options=(options,), **named)
        for options in ("", "plan=barrel")
    )
    (table,) = {row.table for row in compare.compared(usual, barrel)}
    assert table == "random, 2 seats → plan=barrel"
    (table,) = {row.table for row in compare.compared(barrel, usual)}
    assert table == "random, 2 seats, plan=barrel → the usual options"
    other = ran(tmp_path / "other", entrants=("ismcts:3",), **kept)
    with pytest.raises(StudyError, match="no table in common"):
        compare.compared(one, other)


def test_studies_with_other_first_seeds_have_their_mixed_tables_in_common(tmp_path: Path) -> None:
    """Whoever sits first in the first match is drawn from its seed."""
    kept = {"games": ("wager",), "matches": 20, "tables": ("mixed",), "rotations": 1}
    one, other = (
        ran(tmp_path / str(seed), entrants=("random", "ismcts:3"), seed=seed, **kept)
        for seed in (1, 5)
    )
    first, second = (found.matches.row(0, named=True)["entrants"] for found in (one, other))
    assert first != second
    assert {row.measure for row in compare.compared(one, other)} >= {"random wins"}


def test_what_two_matches_seem_to_show_is_told_without_a_p_value(tmp_path: Path) -> None:
    """Nothing varies over two seeds of the same study, and JSON has no word for no number."""
    kept = {"games": ("wager",), "matches": 2, "tables": ("alone",), "entrants": ("random",)}
    rows = compare.compared(ran(tmp_path / "one", **kept), ran(tmp_path / "other", **kept))
    for row in rows:
        assert not row.clear
        assert compare.words(row)[-1] == "–"
        assert compare.to_dict(row)["p"] is None


def test_programs_are_never_told_that_something_is_impossible(tmp_path: Path) -> None:
    """Forty seeds of which C always wins: unlikely by luck beyond four places, but possible."""
    kept = {"games": ("crowning",), "entrants": ("random",), "tables": ("alone",), "matches": 40}
    own = ran(tmp_path / "own", options=("crown=own",), **kept)
    for row in summaries.report_data(CROWNING, own)["seats"]:
        assert 0 < row["won"]["p"] < 1e-4
    longer = {**kept, "matches": 400}
    one, other = (
        ran(tmp_path / f"{option} longer", options=(f"crown={option}",), **longer)
        for option in ("other", "own")
    )
    wins = [compare.to_dict(row) for row in compare.compared(one, other) if "C wins" in row.measure]
    assert [0 < row["p"] < 1e-4 for row in wins] == [True]


def test_shares_of_few_matches_stay_shares() -> None:
    few = tuple(
        replace(mirrored("777", rest=seed, seed=seed), settled=(1, 8)[seed]) for seed in range(2)
    )
    rows = measures.shape([grouping.Table(Setting(CONNECT_FOUR, 2, {}), 0, few)])
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
    rows = measures.shape([grouping.Table(Setting(CONNECT_FOUR, 2, {}), 0, two)])
    (found,) = (row.mean for row in rows if row.measure == measure)
    greatest = {"choices": CONNECT_FOUR.most_legal, "margin": 1}
    least = 0 if measure == "margin" else 1
    assert (found.low, found.high) == (least, greatest.get(measure, CONNECT_FOUR.longest))


def test_a_score_that_is_won_or_not_is_as_sure_as_the_first_place(tmp_path: Path) -> None:
    """Few matches, all alike or not: a mean neither leaves 0 to 1 nor is known to the point."""
    found = ran(tmp_path, games=("crowning",), entrants=("random",), tables=("alone",), matches=3)
    for row in measures.seats(grouping.tables(found)):
        assert (row.score.low, row.score.high) == (row.won.low, row.won.high)


def test_the_score_of_several_seats_is_as_sure_as_their_first_places(tmp_path: Path) -> None:
    """One of three wins, so the mean score of two seats is half of what they win together."""
    found = ran(
        tmp_path, games=("raufer",), entrants=("random", "weak"), tables=("mixed",), matches=30
    )
    rows = measures.entrants(grouping.tables(found))
    assert sorted(round(3 * row.fair) for row in rows) == [1, 1, 2, 2]
    for row in rows:
        seats = round(3 * row.fair)
        expected = [number / seats for number in (row.won.value, row.won.low, row.won.high)]
        assert [row.score.value, row.score.low, row.score.high] == pytest.approx(expected)


def test_seats_of_one_entrant_that_win_together_have_more_than_one_point() -> None:
    """Both win, one of them wins, or neither: the interval reaches as far as what was seen."""
    game = registry.load("ganz_nach_plan")
    setting = Setting(game, 3, options.complete(game, 3, {}))
    scores = [(0, 1, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1)]
    matches = tuple(
        replace(
            mirrored("123", rest=seed, seed=seed),
            sides=(0, 1, 2),
            entrants=("one", "two", "two"),
            scores=of_match,
            ranks=tuple(1 - score for score in of_match),
        )
        for seed, of_match in enumerate(scores)
    )
    one, two = measures.entrants([grouping.Table(setting, 0, matches)])
    assert (one.score.value, two.score.value) == (0.25, 0.625)
    assert 0 < two.score.low < 0.625 < two.score.high <= 1
    assert two.score.count == 4


def test_scores_and_changes_of_few_matches_stay_what_they_can_be() -> None:
    """Two seeds that differ as much as can be, under two settings that are opposites."""
    setting, other = Setting(WAGER, 2, {}), replace(Setting(WAGER, 2, {}), options={"a": "b"})
    least, most = WAGER.score_bounds
    ends = (least, most), (most, least)
    one = tuple(
        replace(mirrored(str(100 + seed), rest=seed, seed=seed), scores=ends[seed], forced=9 * seed)
        for seed in range(2)
    )
    another = tuple(replace(match, forced=9 - match.forced) for match in one)
    tables = grouping.Table(setting, 0, one), grouping.Table(other, 1, another)
    for row in measures.seats(tables[:1]):
        assert (row.score.low, row.score.high) == (least, most)
    values = [measures.shape_values(table, "forced") for table in tables]
    changed = measures.changed("forced", (tables[1], values[1]), (tables[0], values[0]))
    assert (changed.low, changed.high) == (-1, 1)
    close = tuple(replace(match, scores=(9 * match.seed, 0)) for match in one)
    far = tuple(replace(match, scores=(9 - 9 * match.seed, 0)) for match in one)
    tables = replace(tables[0], matches=close), replace(tables[1], matches=far)
    margins = [measures.shape_values(table, "margin") for table in tables]
    changed = measures.changed("margin", (tables[1], margins[1]), (tables[0], margins[0]))
    assert (changed.low, changed.high) == (least - most, most - least)


def test_lines_of_an_account_that_only_give_points_have_no_negative_mean(tmp_path: Path) -> None:
    """What two matches of Bauab bring varies so much that Student's interval begins at -49."""
    play_match = ran(tmp_path, games=("bauab",), entrants=("random",), matches=2, seed=4)
    cells = [
        row[1]
        for one in reports(play_match)
        for section in one.sections
        if section.heading == "What are points made of?"
        for grid in section.grids
        for row in grid.rows
    ]
    assert cells
    for cell in cells:
        assert isinstance(cell, Estimate)
        assert 0 <= cell.low <= cell.value <= cell.high


def test_a_line_that_may_take_points_may_have_a_negative_mean(tmp_path: Path) -> None:
    """Also where it has taken none: that is told by what it is, not by two matches."""

    def scene(observation: Observation) -> Scene:
        shown = of(WAGER).scene(observation)
        if shown.result is None:
            return shown
        scores = observation.scores()
        rows = (ResultRow(Phrase("points"), scores), ResultRow(Phrase("wild"), scores, least=None))
        return structs.replace(shown, result=structs.replace(shown.result, rows=rows))

    shows = Presentation.of(wager.picture, scene=scene, source=of(WAGER).source)
    registry.register(replace(WAGER, key="staking", presentation=shows))
    play_match = ran(
        tmp_path, games=("staking",), seats=(1,), entrants=("random",), matches=2, seed=1
    )
    (accounts,) = (
        section
        for section in reports(play_match)[0].sections
        if section.heading == "What are points made of?"
    )
    (giving, taking) = (row[1] for row in accounts.grids[0].rows)
    assert isinstance(giving, Estimate)
    assert isinstance(taking, Estimate)
    assert giving.value == taking.value > 0
    assert (giving.low, taking.low < 0) == (0, True)


def test_of_a_line_that_takes_points_against_what_is_declared_the_mean_is_in_its_interval() -> None:
    found = report._line([(-4.0, 1), (-6.0, 2)], (0.0, math.inf))
    assert found.low < found.value == -5 < found.high


def test_a_search_climbs_with_its_settings() -> None:
    (step,) = ladder.ladder(
        CONNECT_FOUR, search="alphabeta:depth=2", first=5, most=10, matches=2, workers=1
    )
    assert (step.entrant, step.below) == ("alphabeta:10:depth=2", "alphabeta:5:depth=2")


def test_a_ladder_ends_where_more_thinking_does_not_help() -> None:
    steps = list(ladder.ladder(WAGER, first=1, most=64, matches=6, workers=1))
    assert [step.entrant for step in steps] == [f"uct:{2 << index}" for index in range(len(steps))]
    assert all(step.helps for step in steps[:-1])
    assert not steps[-1].helps
    assert "surely helps up to" in ladder.verdict(steps) or "no help" in ladder.verdict(steps)


def test_matches_are_looked_into_with_all_their_rotations(tmp_path: Path) -> None:
    found = ran(tmp_path, games=("bauab",), entrants=("random", "weak"), matches=24)
    mixed = [table for table in grouping.tables(found) if not table.alone]
    for most, looked_at in ((24, 24), (10, 10), (7, 6), (1, 2)):
        read = list(plays.sample(mixed, found, most))
        assert len(read) == looked_at
        first = Counter(record.names[0] for _, record in read)
        assert first["random"] == first["weak"]
        assert len({seed for seed, _ in read}) == looked_at / 2


def begun(
    setting: Setting, *, starters: Sequence[int | None], wins: Callable[[int], int]
) -> grouping.Table:
    """Return a table of matches of which each begins as told, and is won by the seat it names."""
    matches = []
    for number, starter in enumerate(starters):
        winner = setting.sides[wins(starter or 0)]
        ranks = tuple(int(side != winner) for side in setting.sides)
        scores = tuple(1 - rank for rank in ranks)
        matches.append(
            grouping.Match(
                number, number, setting.sides, ("a",) * setting.seats, scores, ranks, starter,
                9, 9, 0, 30, 0, 1, 0,
            )
        )  # fmt: skip
    return grouping.Table(setting, 0, tuple(matches))


@pytest.mark.parametrize(
    ("key", "seats", "asked"),
    [("drunter", 3, {}), ("nussknacker", 3, {}), ("drunter", 3, {"votes": "simultaneous"})],
)
def test_where_the_lot_draws_who_begins_seats_are_told_apart_by_when_they_act(
    key: str, seats: int, asked: dict[str, str]
) -> None:
    game = registry.load(key)
    setting = Setting(game, seats, options.complete(game, seats, asked))
    table = begun(setting, starters=[0, 1, 2] * 10, wins=lambda starter: (starter + 1) % 3)
    rows = {row.seat: row.won.value for row in measures.seats([table])}
    assert rows["2nd to act"] == 1
    assert rows["first to act"] == rows["3rd to act"] == 0
    assert rows["A"] == pytest.approx(1 / 3)
    (sentence,) = measures.basis([table])
    assert sentence.startswith("The lot draws who begins: what tells seats apart is when they act")


def test_teams_alike_are_told_apart_by_which_begins_and_others_by_what_they_are() -> None:
    game = registry.load("dropit")
    (pairs, uneven) = (
        Setting(game, len(teams), options.complete(game, len(teams), {"teams": teams}))
        for teams in ("1212", "121")
    )
    table = begun(pairs, starters=[0, 1, 2, 3] * 5, wins=lambda starter: starter)
    rows = {row.seat: row.won.value for row in measures.seats([table])}
    assert rows == {"A C": 0.5, "B D": 0.5, "first to act": 1, "2nd to act": 0}
    assert "the team that begins wins 100.0 %" in next(summaries.summary([table]))
    table = begun(uneven, starters=[0, 1, 2] * 5, wins=lambda starter: starter)
    assert [row.seat for row in measures.seats([table])] == ["A C", "B"]
    (sentence,) = measures.basis([table])
    assert sentence == "Teams of different sizes are told apart by their letters, whoever begins."


def test_a_report_says_what_tells_seats_apart(tmp_path: Path) -> None:
    found = ran(
        tmp_path,
        games=("raufer",),
        seats=(3,),
        options=("", "start=lot"),
        entrants=("random",),
        tables=("alone",),
        matches=12,
    )
    (report,) = reports(found)
    section = next(section for section in report.sections if section.heading == "Is it fair?")
    assert section.grids[0].caption.endswith(
        "Seat A begins all matches: letters tell the order of play (3 seats). "
        "The lot draws who begins: what tells seats apart is when they act, and letters mean "
        "nothing (3 seats, start=lot)."
    )


@pytest.mark.parametrize("key", ["drunter", "ganz_nach_plan", "nussknacker", "wager"])
def test_who_begins_is_whom_the_match_waits_for_first(key: str, tmp_path: Path) -> None:
    """Others may interrupt before that; and where several act at once, nobody begins."""
    found = ran(tmp_path, games=(key,), entrants=("random",), tables=("alone",), matches=4)
    for number, starter in found.matches.select("match", "starter").iter_rows():
        waited_for = (one.awaited for one in found.record(number).positions())
        awaited = next(one for one in waited_for if one not in ((), (CHANCE,)))
        assert starter == (awaited[0] if len(awaited) == 1 else None)


def test_nobody_begins_in_a_race(tmp_path: Path) -> None:
    found = ran(tmp_path, games=("misd",), entrants=("weak",), options=("limit=3",), matches=8)
    rows = measures.seats(grouping.tables(found))
    assert rows
    assert not any(row.by_turn for row in rows)
    (sentence,) = measures.basis(grouping.tables(found))
    assert sentence == "In a race all act at once: only letters tell seats apart."


def test_where_seats_act_is_drawn_on_the_board(tmp_path: Path) -> None:
    found = ran(tmp_path, games=("bauab",), entrants=("random",), matches=3)
    read = list(plays.sample(grouping.tables(found), found, 3))
    where = plays.heat(read)
    assert where is not None
    assert where.total == sum(where.counts.values()) > 20
    assert set(where.counts) <= set(where.boxes)
    drawn = where.drawing().svg
    assert drawn.count("<circle") >= len(where.counts)
    assert all(f"<title>{name}: " in drawn for name in where.counts)


class _Page(HTMLParser):
    """What a page would load or lead to, and its headings."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in ("script", "img", "link", "iframe", "image"):
            self.loads += [given[name] for name in ("src", "href") if name in given]
        if tag == "a":
            self.links.append(given.get("href", ""))
        if "id" in given:
            self.ids.append(given["id"])


def test_a_long_study_is_drawn_too() -> None:
    """A chart holds counts, not every match."""
    drawn = charts.histogram([float(n % 400) for n in range(20_000)], "decisions")
    assert 10 <= drawn.count('aria-roledescription="bar"') <= 24


def test_a_report_is_one_page_that_asks_nobody_for_anything(tmp_path: Path) -> None:
    found = ran(
        tmp_path / "study",
        games=("bauab",),
        entrants=("ismcts:4", "random"),
        matches=6,
        decisions=True,
        options=("", "plan=barrel"),
    )
    file = page.write(found, tmp_path / "report")
    text = file.read_text(encoding="utf-8")
    seen = _Page(text)
    assert not [address for address in seen.loads if not address.startswith("#")]
    assert "@import" not in text
    assert "url(http" not in text
    assert len(seen.ids) == len(set(seen.ids))
    for link in seen.links:
        assert (tmp_path / "report" / link).is_file()
    for heading in ("Is it fair?", "Who plays better?", "How does a match go?",
                    "Who can still win?", "What is played?", "What is never used?",
                    "What do options change?", "Skill or luck?", "Method", "Caveats"):  # fmt: skip
        assert f"<h2>{heading}</h2>" in text
    assert len(re.findall("<figcaption>", text)) == len(re.findall("<figure", text)) >= 8
    assert len(re.findall("<caption>", text)) == len(re.findall("<table>", text)) >= 6
    assert len(pl.read_csv(tmp_path / "report" / "matches.csv")) == len(found.matches)
    assert results.opened(tmp_path / "report").finished
    assert "Bauab: a study" in (found._repr_html_() or "")


def test_who_plays_alone_is_measured_by_what_concerns_one(tmp_path: Path) -> None:
    """Nobody is ahead of anybody, in reports, in JSON, or beside another study."""
    kept = {"games": ("wager",), "seats": (1,), "matches": 8}
    one = ran(tmp_path / "one", entrants=("random",), **kept)
    assert not set(measures.BETWEEN) & {
        row["measure"] for row in summaries.report_data(WAGER, one)["shape"]
    }
    two = ran(tmp_path / "two", entrants=("random",), **{**kept, "seats": (2,)})
    assert set(measures.BETWEEN) < {
        row["measure"] for row in summaries.report_data(WAGER, two)["shape"]
    }
    again = ran(tmp_path / "again", entrants=("random",), seed=9, **{**kept, "matches": 9})
    measured = {row.measure for row in compare.compared(one, again)}
    assert "decisions in a match" in measured
    assert not {measures.SHAPE[name] for name in measures.BETWEEN} & measured


def test_programs_are_told_how_many_values_are_behind_a_share(tmp_path: Path) -> None:
    """Of a word's, decisions and seats, not as many matches."""
    found = ran(tmp_path, games=("bauab",), entrants=("random",), matches=3)
    shown = summaries.report_data(registry.load("bauab"), found)
    assert shown["seats"][0]["won"]["count"] == 3
    (used_of,) = shown["used"]
    assert used_of["words"][0]["seats"]["count"] == 6
    assert all(row["chosen"]["count"] == row["offered"] for row in used_of["offers"])
    assert not any("matches" in row["won"] for row in shown["seats"])


def test_who_plays_alone_is_told_by_the_score(tmp_path: Path) -> None:
    found = ran(tmp_path, games=("wager",), seats=(1,), entrants=("random", "uct:20"), matches=8)
    scores = [sum(found.matches["scores"].list.first()[at : at + 8]) / 8 for at in (0, 8)]
    summary = [one for one in summaries.summary(grouping.tables(found)) if "on average (one" in one]
    assert len(summary) == 2
    assert summary[0].startswith(f"random scores {scores[0]:.1f} (")
    rows = [
        row for row in summaries.report_data(WAGER, found)["shape"] if row["measure"] == "score"
    ]
    assert [row["value"] for row in rows] == pytest.approx(scores, abs=1e-4)
    assert all(0 <= row["low"] <= row["high"] <= 9 for row in rows)
    assert ">score<" in page.body(reports(found)[0])


def test_a_table_of_text_holds_lists_that_programs_can_read(tmp_path: Path) -> None:
    """A name with spaces, a comma and quotation marks comes back as it is."""
    copy(stackers.__file__, tmp_path / 'a, "b".py')
    named = f'python:{tmp_path}/a, "b".py:leftmost'
    found = ran(tmp_path / "out", games=("bauab",), entrants=(named, "random"), matches=2)
    page.write(found, tmp_path / "report")
    with (tmp_path / "report" / "matches.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row, kept in zip(rows, found.matches.to_dicts(), strict=True):
        for name in ("entrants", "scores", "ranks"):
            assert json.loads(row[name]) == kept[name]
        assert int(row["version"]) == kept["version"]


def test_a_cell_of_which_nothing_is_known_has_its_place_when_a_table_is_sorted() -> None:
    """JavaScript compares no number with nothing: rows would stay in any order."""
    known, unknown = Estimate(0.25, 0, 1, 9), Estimate(math.nan, math.nan, math.nan, 9)
    drawn = page.table(Grid("All.", ("worth",), ((known,), (unknown,)), points=(0,)))
    assert re.findall(r'data-value="([^"]+)">([^<]+)<', drawn) == [
        ("0.25", "+25.0\u00a0points\u00a0(+0.0\u00a0to\u00a0+100.0)"),
        ("-Infinity", "–"),
    ]


def test_a_report_says_which_versions_have_played(tmp_path: Path) -> None:
    found = ran(tmp_path, games=("bauab",), entrants=("random",), matches=2)
    now = version("tischlein")
    (one,) = reports(found)
    assert f"(rules version {registry.load('bauab').version}; Tischlein {now})" in one.method[0]
    file = tmp_path / results.MADE_WITH
    file.write_text(json.dumps({**(found.made_with or {}), "earlier": [{"tischlein": "0.0.9"}]}))
    assert f"; Tischlein {now}, 0.0.9)" in reports(found)[0].method[0]
    file.unlink()
    assert "; Tischlein" not in reports(found)[0].method[0]


def expected_payoffs(found: Results) -> list[str]:
    """Return the captions of curves of what later winners thought."""
    (report,) = reports(found)
    figures = [figure for section in report.sections for figure in section.figures]
    return [one.caption for one in figures if one.caption.startswith("What the later winners")]


def test_what_winners_of_one_seed_thought_has_no_interval_and_is_not_drawn(tmp_path: Path) -> None:
    declared = {"games": ("connect_four",), "entrants": ("uct:8",), "measures": ("shape",)}
    kept = {"tables": ("alone",), "decisions": True}
    assert not expected_payoffs(ran(tmp_path / "one", matches=1, **declared, **kept))
    assert expected_payoffs(ran(tmp_path / "more", matches=6, **declared, **kept))


def test_points_of_a_search_are_no_payoffs(tmp_path: Path) -> None:
    """Alpha-beta values most positions of its matches by 0 points."""
    found = ran(
        tmp_path,
        games=("connect_four",),
        entrants=("alphabeta:60:depth=2",),
        tables=("alone",),
        matches=6,
        decisions=True,
        measures=("shape",),
    )
    assert found.decisions["value"].is_between(0, 1).sum() > 30
    assert not expected_payoffs(found)


def test_a_folder_without_a_study_is_told(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"holds no study: there is no study\.toml"):
        results.opened(tmp_path)


def test_there_is_no_report_before_a_match_has_been_played(tmp_path: Path) -> None:
    Study(games=("bauab",)).write(tmp_path / "study.toml")
    with pytest.raises(StudyError, match=r"no match of the study in .* has been played yet"):
        results.opened(tmp_path)


def test_a_comparison_ends_as_soon_as_it_is_decided(tmp_path: Path) -> None:
    declared = Study(games=("bauab",), entrants=("weak", "random"), matches=400)
    found = early_stopping.compare_until_decided(
        declared, tmp_path, test=Test(none=0.5, least=0.6), workers=1
    )
    assert found.verdict == "better"
    assert len(found.results.matches) == early_stopping.FIRST
    assert found.sentence() == (
        "weak wins more than 50 % against random: decided (of players who do not, 5 % at most are "
        "taken for better) after 60 matches."
    )
    again = early_stopping.compare_until_decided(
        declared, tmp_path, test=Test(none=0.5, least=0.6), workers=1
    )
    assert again.sentence() == found.sentence()
    with pytest.raises(StudyError, match="weak wins 50 % anyway"):
        early_stopping.compare_until_decided(declared, tmp_path, test=Test(none=0.5, least=0.3))
    with pytest.raises(StudyError, match="two entrants in one setting"):
        early_stopping.compare_until_decided(
            Study(games=("bauab",), entrants=("weak",)), tmp_path, test=Test()
        )


def test_an_undecided_comparison_goes_on_with_more_matches(tmp_path: Path) -> None:
    test = Test(none=0.5, least=0.55, alpha=1e-99, beta=1e-99)  # never decided

    def study_of(matches: int) -> Study:
        return Study(games=("bauab",), entrants=("random", "weak"), matches=matches)

    for matches in (44, 44, 62, 90):
        found = early_stopping.compare_until_decided(
            study_of(matches), tmp_path, test=test, workers=1
        )
        assert found.verdict == "undecided"
        assert len(found.results.matches) == matches
    with pytest.raises(StudyError, match="is a study of 90 matches"):
        early_stopping.compare_until_decided(study_of(50), tmp_path, test=test, workers=1)


def test_what_a_word_is_worth_is_told_from_enough_matches_only() -> None:
    """Whoever bids high wins; of a word that two have used, nothing is said."""
    plays_of = [
        (seed, (0, 1), [Counter({"high": 1}), Counter({"low": 2, "odd": int(seed < 2)})])
        for seed in range(30)
    ]
    rows = {row.word: row for row in measures.words(plays_of)}
    assert (rows["high"].matches.value, rows["low"].times) == (0.5, 2)
    assert rows["high"].worth.value == 1
    assert math.isnan(rows["odd"].worth.value)


def test_what_a_word_is_worth_counts_a_first_place_of_partners_as_one() -> None:
    """A and C win together whenever they bid high, so the word is worth all of the first place."""
    plays_of = [
        (seed, (0, 2, 0, 2), [Counter({word: 1}) for word in ("high", "low", "high", "low")])
        for seed in range(30)
    ]
    (worth,) = (
        row.worth for row in measures.words(plays_of, sides=(0, 1, 0, 1)) if row.word == "high"
    )
    assert worth.value == 1


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
    (ties,) = (row.mean for row in measures.shape([table]) if row.measure == "ties")
    assert ties.value == pytest.approx(1 / 3)
    assert "team A C wins" in next(summaries.summary([table]))


def test_teams_that_tie_share_the_first_place_evenly_whatever_their_size() -> None:
    tied = grouping.Match(0, 1, (0, 1, 0), ("a",) * 3, (5, 5, 5), (0, 0, 0), 0, 9, 9, 0, 9, 0, 1, 0)
    won = grouping.Match(1, 1, (0, 1, 0), ("a",) * 3, (5, 4, 5), (0, 2, 0), 0, 9, 9, 0, 9, 0, 1, 0)
    assert (tied.share([0, 2]), tied.share([1])) == (0.5, 0.5)
    assert (won.share([0, 2]), won.share([1])) == (1, 0)
