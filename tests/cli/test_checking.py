"""Records are checked: what fails is named with its file, line and reason."""

import json
from pathlib import Path

from tests.cli.conftest import GOOD, Tischlein
from tischlein.cli import record_files

RECORDS = Path(__file__).parent.parent / "games" / "bauab"


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
        "endless": "game: bauab\nseats: Anna, Ben\n\n" + "x" * (record_files.LONGEST_RECORD + 1),
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
