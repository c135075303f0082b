"""What a study shows: measured from its matches, told in words, and drawn on a page of its own."""

import csv
import json
import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.metadata import version
from pathlib import Path
from shutil import copy

import polars as pl
import pytest
from msgspec import structs

from tests.lab import stackers
from tests.lab.crowning import GAME as CROWNING
from tests.lab.studies import ran
from tests.tiny import wager
from tests.tiny.wager import GAME as WAGER
from tischlein.core import registry
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.lab import (
    chances,
    charts,
    compare,
    grouping,
    page,
    plain_data,
    plays,
    results,
    sections,
    summaries,
    usage,
    vocabulary,
)
from tischlein.lab.intervals import UNBOUNDED, Estimate
from tischlein.lab.report import reports
from tischlein.lab.report_parts import Grid
from tischlein.lab.results import Results
from tischlein.lab.study import Study, StudyError
from tischlein.presentation import Presentation, of
from tischlein.presentation.scenes import ResultRow, Scene

pytestmark = pytest.mark.usefixtures("on_the_shelf")


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
    read = vocabulary.words_of(tables, list(plays.sample(tables, stacked, plays.READ)))
    assert {cluster for cluster, _, _ in read} == {0}
    found = vocabulary.words(read)
    assert found
    assert all(math.isnan(row.worth.p) for row in found)


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
    for row in plain_data.report_data(CROWNING, own)["seats"]:
        assert 0 < row["won"]["p"] < 1e-4
    longer = {**kept, "matches": 400}
    one, other = (
        ran(tmp_path / f"{option} longer", options=(f"crown={option}",), **longer)
        for option in ("other", "own")
    )
    wins = [compare.to_dict(row) for row in compare.compared(one, other) if "C wins" in row.measure]
    assert [0 < row["p"] < 1e-4 for row in wins] == [True]


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
    found = sections._line([(-4.0, 1), (-6.0, 2)], (0.0, math.inf))
    assert found.low < found.value == -5 < found.high


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
        "corrected for all rows. The lot draws who begins: what tells seats apart is when they "
        "act, and letters mean nothing (3 seats, start=lot)."
    )


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
    described = dict(re.findall(r'<li><a href="([^"]+)">[^<]+</a>: ([^<]+)</li>', text))
    files = {one.name for one in (tmp_path / "report").iterdir()}
    assert described.keys() == files - {"index.html"}
    assert len(set(described.values())) == len(described)
    assert not re.search(r"<(?:li|p)>[^<]*\d (?:%|points)", text)  # no line begins with a unit


def test_programs_are_told_how_many_values_are_behind_a_share(tmp_path: Path) -> None:
    """Of a word's, decisions and seats, not as many matches."""
    found = ran(tmp_path, games=("bauab",), entrants=("random",), matches=3)
    shown = plain_data.report_data(registry.load("bauab"), found)
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
        row for row in plain_data.report_data(WAGER, found)["shape"] if row["measure"] == "score"
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
