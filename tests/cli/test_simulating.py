"""Whole matches are played, written and summed up."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Tischlein
from tischlein.core import records, registry
from tischlein.core.errors import GameError
from tischlein.core.records import Record
from tischlein.lab import simulate


def test_simulated_records_are_the_same_for_the_same_seed(
    tmp_path: Path, tischlein: Tischlein
) -> None:
    for folder, matches in (("few", 2), ("many", 4)):
        out = tmp_path / folder
        answer = tischlein("simulate", "bauab", "--matches", matches, "--seed", 7, "--out", out)
        assert answer.code == 0
        assert len(list(out.iterdir())) == matches
    names = sorted(file.name for file in (tmp_path / "few").iterdir())
    assert names == ["bauab-7-000001.record", "bauab-7-000002.record"]
    for name in names:
        assert (tmp_path / "few" / name).read_bytes() == (tmp_path / "many" / name).read_bytes()
    first, second = ((tmp_path / "few" / name).read_text() for name in names)
    assert first.split("\n\n")[1] != second.split("\n\n")[1]


def test_simulated_records_are_whole_matches_with_expectations(
    tmp_path: Path, tischlein: Tischlein
) -> None:
    options = "plan=barrel first=B"
    arguments = ["--options", options, "--expectations", "--out", tmp_path]
    assert tischlein("simulate", "bauab", *arguments).code == 0
    text = (tmp_path / "bauab-0-000001.record").read_text()
    record = records.read(text)
    assert record.final().over
    assert f"options: {options}\n" in text
    lines = text.split("\n\n")[1].splitlines()
    for number, line in enumerate(lines):
        if line[0] in "AB*":
            assert lines[number - 2] == f"? acting = {line[0]}"
            assert lines[number - 1].startswith("? legal = ")
    assert lines[-2].startswith("= ")
    assert lines[-1].startswith("? ranking = ")
    assert tischlein("check", tmp_path).code == 0


def test_a_single_match_is_printed(tischlein: Tischlein) -> None:
    answer = tischlein("simulate", "bauab", "--seed", 3)
    assert records.read(answer.out).final().over
    assert answer.out == tischlein("simulate", "bauab", "--seed", 3).out


def test_simulations_are_summed_up_for_programs(tischlein: Tischlein) -> None:
    answer = tischlein("simulate", "bauab", "--matches", 20, "--bots", "random", "--json")
    report = json.loads(answer.out)
    assert report["matches"] == 20
    assert report["options"] == {"plan": "square", "first": "lot"}
    assert (report["game"], report["seed"], report["bots"]) == ("bauab", 0, ["random"] * 2)
    assert report["made_with"]["rules"] == {"bauab": registry.load("bauab").version}
    assert report["made_with"]["tischlein"] == version("tischlein")
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "read-a-study.md").read_text()
    assert all(f"`{key}`" in page for key in report)
    firsts = [seat["first"] for seat in report["seats"]]
    assert sum(firsts) == 20
    for row in report["seats"]:
        assert row["share"]["value"] == row["first"] / 20
        assert 0 <= row["share"]["low"] < row["share"]["value"] < row["share"]["high"] <= 1
    assert 15 < report["events"]["mean"] < 40


def test_a_search_that_cannot_play_a_game_is_refused_before_there_is_a_folder(
    tischlein: Tischlein, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    answer = tischlein("simulate", "raufer", "--bots", "random,uct:9,random", "--out", out)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "tischlein: uct cannot play raufer: it has secrets; ismcts can\n"
    assert not out.exists()


def test_a_shared_first_place_is_told_in_parts_and_a_team_as_a_whole(tischlein: Tischlein) -> None:
    """Four matches of Drop It: the teams share one of the first places."""
    teams = ("dropit", "--seats", 4, "--options", "teams=1212", "--matches", 4)
    report = json.loads(tischlein("simulate", *teams, "--json").out)
    assert report["ties"] == 1
    assert [(row["seat"], row["player"], row["first"]) for row in report["seats"]] == [
        ("A C", "Random A, Random C", 2.5),
        ("B D", "Random B, Random D", 1.5),
    ]
    told = tischlein("simulate", *teams).out
    assert re.search(r"A C +│ Random A, Random C +│ +2\.5 │ 62\.5 % \(21\.9 to 90\.8\)", told)
    assert told.startswith("dropit (rules version 1): 4 matches of seed 0, ")
    assert told.splitlines()[0].endswith(" at most, 1 tie")


@pytest.mark.parametrize("kept", [False, True])
def test_an_interrupted_simulation_says_what_there_is(
    kept: bool, tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    play = simulate.simulate

    def interrupted(*asked: Any, **settings: Any) -> Iterator[Record]:
        yield from islice(play(*asked, **settings), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "simulate", interrupted)
    folder = tmp_path / "matches"
    answer = tischlein("simulate", "bauab", "--matches", 5, *(["--out", folder] if kept else []))
    where = f"{folder} has their records" if kept else "none is kept"
    assert answer.code == 130
    assert answer.err == f"tischlein: interrupted after 2 matches; {where}\n"
    assert answer.out.startswith("bauab (rules version 1): 2 matches of seed 0, ")
    assert len([*folder.glob("*.record")]) == (2 if kept else 0)


def test_a_match_counts_once_its_record_is_there(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    put = Path.replace

    def interrupted(partial: Path, file: Path) -> Path:
        if "000003" in file.name:
            raise KeyboardInterrupt
        return put(partial, file)

    monkeypatch.setattr(Path, "replace", interrupted)
    answer = tischlein("simulate", "bauab", "--matches", 5, "--out", tmp_path)
    assert answer.code == 130
    assert answer.err == f"tischlein: interrupted after 2 matches; {tmp_path} has their records\n"
    numbers = sorted(file.name.removesuffix(".record")[-6:] for file in tmp_path.iterdir())
    assert numbers == ["000001", "000002"]


def test_simulate_says_what_there_is_when_a_match_does_not_end(tischlein: Tischlein) -> None:
    """Who guesses at once gives both chips to the others, who are ahead together for ever."""
    seats = ("--seats", "3", "--bots", "weak,weak,random")
    answer = tischlein("simulate", "nussknacker", "--matches", "2", "--seed", "1", *seats)
    assert (answer.code, answer.out) == (2, "")
    told = answer.err.splitlines()
    assert told[0] == "tischlein: stopped after 0 matches; none is kept"
    assert told[1].startswith("tischlein: nussknacker (default options) has no end after 4096")


@pytest.mark.parametrize("as_json", [False, True])
def test_simulate_reports_the_matches_before_one_that_does_not_end(
    as_json: bool, tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = tischlein("simulate", "bauab", "--matches", 2, *(["--json"] if as_json else []))
    play = simulate.simulate

    def stuck(*asked: Any, **settings: Any) -> Iterator[Record]:
        yield from islice(play(*asked, **settings), 2)
        raise GameError("bauab has no end")

    monkeypatch.setattr(simulate, "simulate", stuck)
    answer = tischlein("simulate", "bauab", "--matches", 5, *(["--json"] if as_json else []))
    assert (answer.code, answer.out) == (2, played.out)
    assert answer.err.splitlines() == [
        "tischlein: stopped after 2 matches; none is kept",
        "tischlein: bauab has no end",
    ]
