"""What options change."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.lab.studies import mirrored, ran
from tests.tiny.wager import GAME as WAGER
from tischlein.lab import course, grouping, option_changes, summaries, winning
from tischlein.lab.intervals import Estimate
from tischlein.lab.report import reports
from tischlein.lab.study import Setting

pytestmark = pytest.mark.usefixtures("on_the_shelf")


def test_options_are_compared_with_the_first_setting(tmp_path: Path) -> None:
    found = ran(
        tmp_path,
        games=("bauab",),
        options=("first=A", "first=B"),
        entrants=("random",),
        tables=("alone",),
        matches=12,
    )
    rows = option_changes.options(grouping.tables(found))
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
    row = option_changes.OptionRow(setting, setting, ("weak",), "events", 200.0, estimate)
    monkeypatch.setattr(option_changes, "options", lambda _: [row])
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
    rows = option_changes.options(tables)
    assert [row.measure for row in rows if row.measure.endswith(" wins")] == ["team A C wins"]
    leads = 0.0
    for table in tables:
        (one,) = table.matches
        assert one.scores[:2] == one.scores[2:]
        assert course.shape_values(table, "margin") == abs(one.scores[0] - one.scores[1]) > 0
        leads += course.shape_values(table, "lead_changes").sum()
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
    rows = {(row.setting.changed, row.measure): row for row in option_changes.options(tables)}
    barrel = rows["plan=barrel", "first to act wins"]
    assert barrel.is_share
    (_, begins, *_) = winning.by_turn(winning.seats(tables))[1:]
    assert (begins.setting.changed, begins.seat) == ("plan=barrel", "first to act")
    assert barrel.before + barrel.change.value == pytest.approx(begins.won.value)
    assert [row.seat for row in winning.by_turn(winning.seats(tables))][-2:] == ["A", "B"]
    (report,) = reports(found)
    (section, _) = report.sections
    (figure,) = section.figures
    assert "plan=barrel" in figure.svg
    assert "first to act" in figure.svg


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
    for row in winning.seats(tables[:1]):
        assert (row.score.low, row.score.high) == (least, most)
    values = [course.shape_values(table, "forced") for table in tables]
    changed = option_changes.changed("forced", (tables[1], values[1]), (tables[0], values[0]))
    assert (changed.low, changed.high) == (-1, 1)
    close = tuple(replace(match, scores=(9 * match.seed, 0)) for match in one)
    far = tuple(replace(match, scores=(9 - 9 * match.seed, 0)) for match in one)
    tables = replace(tables[0], matches=close), replace(tables[1], matches=far)
    margins = [course.shape_values(table, "margin") for table in tables]
    changed = option_changes.changed("margin", (tables[1], margins[1]), (tables[0], margins[0]))
    assert (changed.low, changed.high) == (least - most, most - least)
