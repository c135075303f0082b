"""Matches that do not end: a study counts them, and says so wherever it leaves them out."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

import tischlein as tt
from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.lab.stackers import LEFTMOST, RIGHTMOST
from tests.tiny.wager import GAME as WAGER
from tischlein.cli import study as commands
from tischlein.core import registry
from tischlein.lab import (
    early_stopping,
    grouping,
    ladder,
    page,
    plain_data,
    report,
    running,
    tuning,
    winning,
)
from tischlein.lab.results import Results
from tischlein.lab.sequential import Test
from tischlein.lab.study import Study, StudyError

SOON = replace(CONNECT_FOUR, longest=18)
"""A game in which some matches between random players end in time, and others do not."""
TOO_SOON = replace(CONNECT_FOUR, longest=6)
"""A game in which none does."""


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (SOON, WAGER):
        monkeypatch.setitem(registry._registered, game.key, game)


def played(folder: Path, *games: str) -> Results:
    entrants = ("random", "uct:2")
    declared = Study(games=games or ("connect_four",), entrants=entrants, matches=20)
    return running.run(declared, folder, workers=1)


def test_who_always_guesses_at_once_keeps_a_match_of_nussknacker_from_ending(
    tmp_path: Path,
) -> None:
    """A wrong guess gives a chip to both others, who are ahead together for ever (NUS-22)."""
    declared = Study(
        games=("nussknacker",),
        seats=(3,),
        entrants=("random", "weak"),
        tables=("first",),
        matches=3,
    )
    found = running.run(declared, tmp_path, workers=1)
    (table,) = grouping.endless(found)
    assert table.sentence() == (
        "3 of 3 matches of random and weak (3 seats) did not end within 4096 events, the most that "
        "the game declares; nothing else is said of them."
    )
    chips = found.record(0).final().scores()
    assert chips[1] == chips[2] > 5


def test_a_match_without_an_end_has_no_result(tmp_path: Path) -> None:
    rows = played(tmp_path).matches.to_dicts()
    endless = [row for row in rows if row["ranks"] is None]
    assert 0 < len(endless) < len(rows)
    for row in endless:
        unknown = ("scores", "ranks", "winners", "lead_changes", "settled", "behind")
        assert [row[name] for name in unknown] == [None] * len(unknown)
        assert row["account"] == []
        assert row["events"] == len(row["happened"]) == SOON.longest
    assert all(sum(rank == 0 for rank in row["ranks"]) for row in rows if row not in endless)


def test_a_match_that_ends_with_the_last_event_possible_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def let_a_match_have(events: int) -> None:
        game = replace(CONNECT_FOUR, longest=events)
        monkeypatch.setitem(registry._registered, "connect_four", game)

    players = (LEFTMOST, RIGHTMOST)
    declared = Study(games=("connect_four",), entrants=players, tables=("mixed",), matches=2)
    let_a_match_have(42)
    whole = running.run(declared, tmp_path / "whole", workers=1).matches["events"].unique()
    let_a_match_have(whole.item())
    assert not grouping.endless(running.run(declared, tmp_path / "exact", workers=1))
    let_a_match_have(whole.item() - 1)
    (table,) = grouping.endless(running.run(declared, tmp_path / "shorter", workers=1))
    assert (table.count, table.played) == (2, 2)


def test_a_study_says_how_many_matches_did_not_end_and_how_far_that_can_mislead(
    tmp_path: Path,
) -> None:
    found = played(tmp_path)
    tables, without_end = grouping.tables(found), grouping.endless(found)
    for table in without_end:
        ended = next(one for one in tables if one.number == table.number)
        assert len(ended.matches) + table.count == table.played == 20
    (mixed,) = [table for table in without_end if len(table.entrants) == 2]
    bounds = winning.bounds(mixed, tables)
    won = [row.won.value for row in winning.entrants(tables)]
    for share, row in zip(won, bounds, strict=True):
        assert row.least == pytest.approx(share * (20 - mixed.count) / 20)
        assert row.most == pytest.approx(row.least + mixed.count / 20)
    (shown,) = report.reports(found)
    assert shown.summary[: len(without_end)] == tuple(one.sentence() for one in without_end)
    assert shown.sections[0].heading == "Which matches did not end?"
    assert shown.sections[0].grids[0].rows[-1] == (
        "2 seats",
        "random, uct:2",
        "20",
        str(mixed.count),
        "; ".join(
            f"{row.entrant} {100 * row.least:.1f} % to {100 * row.most:.1f} %" for row in bounds
        ),
    )
    assert shown.method[0].startswith("60 matches of connect_four")
    said = [one for one in shown.caveats if "may be of another kind" in one]
    assert len(said) == len(without_end)
    assert f"is said of the {20 - mixed.count} matches that ended" in said[-1]


def test_a_study_whose_matches_all_end_says_nothing_of_it(tmp_path: Path) -> None:
    declared = Study(games=("wager",), entrants=("random",), matches=20)
    found = running.run(declared, tmp_path, workers=1)
    assert grouping.endless(found) == []
    (shown,) = report.reports(found)
    assert "Which matches did not end?" not in [section.heading for section in shown.sections]
    assert "did not end" not in " ".join((*shown.summary, *shown.caveats))
    assert "endless" not in commands._metadata(found)


def test_a_game_in_which_no_match_ends_is_reported_beside_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._registered, "connect_four", TOO_SOON)
    found = played(tmp_path, "connect_four", "wager")
    stuck, other = report.reports(found)
    assert [section.heading for section in stuck.sections] == ["Which matches did not end?"]
    assert len(stuck.summary) == 3
    assert stuck.method[0].startswith("60 matches of connect_four")
    assert not any("may be of another kind" in one for one in stuck.caveats)
    assert other.sections[0].heading != "Which matches did not end?"
    shown = plain_data.report_data(TOO_SOON, found)
    assert len(shown["summary"]) == 3
    assert shown["tables"] == shown["seats"] == shown["entrants"] == []


def test_a_table_without_a_result_has_empty_cells(tmp_path: Path) -> None:
    found = played(tmp_path / "study")
    page.write(found, tmp_path / "report")
    with (tmp_path / "report" / "matches.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row, kept in zip(rows, found.matches.to_dicts(), strict=True):
        assert row["ranks"] == ("" if kept["ranks"] is None else json.dumps(kept["ranks"]))


def test_what_a_terminal_is_told_names_matches_that_did_not_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(registry._registered, "connect_four", TOO_SOON)
    found = played(tmp_path)
    commands._print_results(found, as_json=False)
    assert capsys.readouterr().out.startswith("- 20 of 20 matches of random (2 seats) did not end")
    commands._print_results(found, as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["endless"][-1] == {
        "game": "connect_four",
        "setting": "2 seats",
        "entrants": ["random", "uct:2"],
        "matches": 20,
        "endless": 20,
        "bounds": [
            {"entrant": "random", "least": 0.0, "most": 1.0},
            {"entrant": "uct:2", "least": 0.0, "most": 1.0},
        ],
    }


def test_two_studies_are_compared_by_the_matches_that_ended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = played(tmp_path)
    commands.compare(tmp_path, tmp_path, as_json=False)
    told = capsys.readouterr().out
    for table in grouping.endless(found):
        assert told.count(table.sentence().split(" did not")[0]) == 2


def test_what_needs_every_winner_is_refused(tmp_path: Path) -> None:
    declared = Study(games=("connect_four",), entrants=("random", "uct:2"), matches=20)
    with pytest.raises(StudyError, match="did not end within 18 events"):
        early_stopping.compare_until_decided(
            declared, tmp_path, test=Test(none=0.5, least=0.6), workers=1
        )
    with pytest.raises(StudyError, match="did not end within 18 events"):
        list(ladder.ladder(SOON, first=1, most=2, matches=20, workers=1))
    with pytest.raises(StudyError, match="did not end within 18 events"):
        tuning.tune(SOON, budget=2, trials=1, matches=20, workers=1)


def test_a_contest_counts_matches_that_did_not_end_and_says_nothing_else_of_them() -> None:
    held = tt.contest(SOON, ["random", "uct:2"], matches=40, workers=1)
    played = [
        tt.play(SOON, ["random", "uct:2"][:: 1 - 2 * rotation], seed=seed)
        for seed in held.seeds
        for rotation in range(2)
    ]
    endless = sum(not record.final().over for record in played)
    assert (held.endless, held.matches) == (endless, 40)
    assert 0 < endless < 40
    assert [one.matches for one in held.standings] == [40 - endless] * 2
    assert sum(one.rate for one in held.standings) == pytest.approx(1)
    told = str(held).splitlines()
    assert told[-1].startswith(f"{endless} of 40 matches did not end")
    assert f"of {40 - endless}, mean score" in told[0]
    assert repr(held).startswith("<Contest in connect_four, 40 matches>")


def test_a_contest_of_which_no_match_ends_says_that_alone() -> None:
    held = tt.contest(TOO_SOON, ["random", "random"], matches=4, workers=1)
    assert str(held).startswith("4 of 4 matches did not end")
    assert [one.interval for one in held.standings] == [(0.0, 1.0)] * 2


def test_the_record_of_a_match_that_does_not_end_says_so() -> None:
    record = tt.play(TOO_SOON, ["random", "random"], seed=3)
    assert not record.final().over
    assert len(record.events) == TOO_SOON.longest
    assert record.fields["title"] == (
        "simulated with seed 3, match 1, without an end after 6 events, the most that the game "
        "declares"
    )
    assert tt.play(CONNECT_FOUR, ["random", "random"], seed=3).final().over
