"""Commands that report: check, replay, simulate, games, rules."""

import json
import re
from collections.abc import Iterator
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.cli.conftest import Tischlein
from tischlein.cli import reports
from tischlein.core import records, registry
from tischlein.core.errors import GameError
from tischlein.core.records import Record
from tischlein.lab import simulate

RECORDS = Path(__file__).parent.parent / "games" / "bauab"
GOOD = "game: bauab\nseats: Anna, Ben\noptions: first=A\n\nA 3 a1\nB 4 b1\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with one good record and three bad ones."""
    (tmp_path / "good.record").write_text(GOOD)
    (tmp_path / "refused.record").write_text(GOOD + "A 4 b2\n")
    (tmp_path / "wrong.record").write_text(GOOD + "\n? scores = 4 3\n")
    (tmp_path / "latin.record").write_bytes(GOOD.replace("Anna", "Ann\xe9").encode("latin-1"))
    return tmp_path


def test_check_is_content_with_records_that_hold(tischlein: Tischlein) -> None:
    count = len(list(RECORDS.glob("*.record")))
    answer = tischlein("check", *RECORDS.glob("*.record"))
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == f"{count} of {count} records hold\n"


def test_check_names_file_line_and_reason_of_each_that_fails(
    files: Path, tischlein: Tischlein
) -> None:
    answer = tischlein("check", files, files / "missing.record")
    assert answer.code == 1
    lines = answer.out.splitlines()
    assert lines[0] == f"{files}/latin.record:2: a record is a text in UTF-8"
    assert lines[1].startswith(f"{files}/refused.record:7: 'A 4 b2' is refused: ")
    assert lines[1].endswith("(BAU-12)")
    assert lines[2] == f"{files}/wrong.record:8: scores = 3 4, not 4 3"
    assert lines[3] == f"{files}/missing.record: No such file or directory"
    assert lines[4:] == ["1 of 5 records hold"]


def test_check_goes_on_after_whatever_a_file_holds(tmp_path: Path, tischlein: Tischlein) -> None:
    texts = {
        "chance": "game: down_under\nseats: Anna, Ben\n\n* turn 0,0 ne\n",
        "digits": f"game: misd\nseats: Anna, Ben\noptions: limit={'9' * 5000}\n\n",
        "endless": "game: bauab\nseats: Anna, Ben\n\n" + "x" * (reports.LONGEST_RECORD + 1),
        "expected": f"{GOOD}! A 3 {'9' * 5000} ; BAU-1\n",
        "line": f"{GOOD}A 3 {'x' * 100_000}\n",
        "query": f"{GOOD}? {'q' * 5000} = 1\n",
        "scores": f"{GOOD}= {'9' * 5000}\n",
        "twice": f"{'k' * 5000}: 1\n{'k' * 5000}: 2\n\n",
        "value": f"{GOOD}? scores = {'9' * 5000}\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.record").write_text(text)
    answer = tischlein("check", tmp_path, "/dev/zero", tmp_path / "missing.record")
    assert (answer.code, answer.err) == (1, "")
    *lines, summary = answer.out.splitlines()
    assert summary == "0 of 11 records hold"
    lines_of = [4, 3, 1, 7, 7, 7, 7, 2, 7]
    for name, number, line in zip(texts, lines_of, lines, strict=False):
        assert line.startswith(f"{tmp_path}/{name}.record:{number}: ")
    assert all(len(line) < len(str(tmp_path)) + 400 for line in lines)
    assert "no chance" in lines[0]
    assert lines[-2:] == [
        "/dev/zero:1: a record has 16 MB at most",
        f"{tmp_path}/missing.record: No such file or directory",
    ]


def test_a_record_of_other_rules_says_so_where_it_fails(
    tmp_path: Path, tischlein: Tischlein
) -> None:
    file = tmp_path / "old.record"
    file.write_text(GOOD.replace("options", "rules: 7\noptions"))
    assert tischlein("check", file).code == 0
    file.write_text(GOOD.replace("options", "rules: 7\noptions") + "A 4 b2\n")
    assert (
        "follows version 7 of the rules, and version 1 is installed" in tischlein("check", file).out
    )


def test_check_tells_programs_the_same(files: Path, tischlein: Tischlein) -> None:
    answer = tischlein("check", "--json", files)
    assert answer.code == 1
    report = json.loads(answer.out)
    assert report["checked"] == 4
    wrong = {"file": f"{files}/wrong.record", "line": 8, "reason": "scores = 3 4, not 4 3"}
    assert report["failed"][2] == wrong


def test_check_of_an_empty_folder_is_a_mistake(tmp_path: Path, tischlein: Tischlein) -> None:
    answer = tischlein("check", tmp_path)
    assert answer.code == 2
    assert "no records" in answer.err


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


def test_replay_tells_a_match_in_words(tischlein: Tischlein) -> None:
    answer = tischlein("replay", RECORDS / "draw.record", "--language", "de")
    assert answer.out.startswith("0.\n")
    assert "2. Anna plant eine 5 auf b2." in answer.out
    assert answer.out.rstrip().endswith("15")
    assert answer.out.count("x = Options-Chip") == 1  # below the first of the drawings


def test_replay_of_one_step_shows_only_that(tischlein: Tischlein) -> None:
    answer = tischlein("replay", RECORDS / "draw.record", "--step", 2)
    assert answer.out.startswith("2. Anna plans a 5 on b2.\n")
    assert "3." not in answer.out
    assert tischlein("replay", RECORDS / "draw.record", "--step", 99).code == 2


def test_replay_draws_pictures(tmp_path: Path, tischlein: Tischlein) -> None:
    for name in ("a.png", "a.svg"):
        answer = tischlein("replay", RECORDS / "placing.record", "--out", tmp_path / name)
        assert (answer.code, answer.out) == (0, f"{tmp_path / name}\n")
        assert (tmp_path / name).stat().st_size > 1000
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.width == 640


def test_replay_of_a_record_that_fails_exits_with_1(files: Path, tischlein: Tischlein) -> None:
    answer = tischlein("replay", files / "wrong.record")
    assert answer.code == 1
    assert answer.err == f"tischlein: {files}/wrong.record:8: scores = 3 4, not 4 3\n"


def test_the_list_of_games_is_whole_in_80_columns(tischlein: Tischlein) -> None:
    listed = tischlein("games").out
    assert max(map(len, listed.splitlines())) <= 80
    unbroken = re.sub(r"([|,])\n {4,}", r"\1", listed)
    for game in json.loads(tischlein("games", "--json").out):
        assert re.search(rf"^{game['key']}: {re.escape(game['name'])}$", listed, re.MULTILINE)
        for name, option in game["options"].items():
            assert f"\n  {name}={option['values']}\n" in f"{unbroken}\n"


def test_games_are_listed(tischlein: Tischlein) -> None:
    assert "Bauab" in tischlein("games").out
    report = json.loads(tischlein("games", "--json", "--language", "fr").out)
    bauab = next(game for game in report if game["key"] == "bauab")
    assert bauab["seats"] == [2]
    assert bauab["options"]["first"] == {"values": "lot|A|B", "default": {"2": "lot"}}
    assert len(bauab["rules"]) == 42


def test_rules_are_shown_one_by_one_or_all(tischlein: Tischlein) -> None:
    answer = tischlein("rules", "bauab", "bau-12", "BAU-14")
    assert [line.split()[0] for line in answer.out.splitlines()] == ["BAU-12", "BAU-14"]
    assert "BAU-42" in tischlein("rules", "bauab").out
    assert list(json.loads(tischlein("rules", "bauab", "BAU-12", "--json").out)) == ["BAU-12"]


def test_the_language_is_the_systems(tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert "Planungs-Chip" in tischlein("rules", "bauab", "BAU-12").out
    monkeypatch.delenv("LC_ALL")
    monkeypatch.setenv("LC_MESSAGES", "fr_CH.UTF-8")
    assert "jeton" in tischlein("rules", "bauab", "BAU-12").out
