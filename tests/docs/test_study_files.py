"""The page about the files of a study has all of them, with every column, in their order."""

import re
from pathlib import Path

import pytest

from tischlein.core import registry
from tischlein.lab import chances, course, page, plain_data, results, running
from tischlein.lab.study import Study

PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "read-a-study.md"


def named(text: str) -> list[str]:
    """Return what the first column of a text's tables names."""
    heads = re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
    return [name for head in heads for name in re.findall(r"`([^`]+)`", head)]


def section(heading: str) -> str:
    """Return what stands under a heading."""
    return PAGE.read_text(encoding="utf-8").split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> results.Results:
    study = Study(games=("bauab",), entrants=("random", "uct:2"), matches=2, decisions=True)
    return running.run(study, tmp_path_factory.mktemp("study"), workers=1)


@pytest.mark.parametrize("kind", results.KINDS)
def test_every_column_of_a_table_is_described(kind: str) -> None:
    assert named(section(kind)) == list(results.SCHEMAS[kind])


def test_every_file_of_a_study_and_of_its_report_is_described(played: results.Results) -> None:
    described = named(section("The folder"))
    page.write(played, played.folder / "report")
    there = {file.name for file in played.folder.rglob("*") if file.is_file()} - {"index.html"}
    assert there == set(described)


def test_every_version_is_described(played: results.Results) -> None:
    described = named(section("Versions"))
    assert set(played.made_with or {}) == set(described) - {"engines", "earlier"}


def test_every_measure_is_described(played: results.Results) -> None:
    text = section("What is measured")
    described = named(text)
    used = plain_data.report_data(registry.load("bauab"), played)["used"][0]
    parts = [name for name in used if name not in ("setting", "matches")]
    assert described == [*course.SHAPE, *chances.MEASURES, *parts]
    for part in parts:
        (line,) = re.findall(rf"^\| `{part}` \| (.+) \|$", text, re.MULTILINE)
        rows = used[part] if part != "unused" else [used[part]]
        assert rows
        for row in rows:
            assert set(row) <= set(re.findall(r"`([^`]+)`", line)), part


def test_whatever_is_found_of_a_game_is_described(played: results.Results) -> None:
    found = plain_data.report_data(registry.load("bauab"), played)
    by_game = section("What programs are told").split("Of each game in")[1]
    assert named(by_game) == list(found)
    for key, rows in found.items():
        (line,) = re.findall(rf"^\| `{key}` \| (.+) \|$", by_game, re.MULTILINE)
        if isinstance(rows, list) and rows and isinstance(rows[0], dict):
            estimate = {"value", "low", "high", "p", "count"} if "estimate" in line else set()
            assert set(rows[0]) - estimate <= set(re.findall(r"`([^`]+)`", line)), key
