"""What follows from its sources alone is not done twice, and is done whenever it could differ."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import unchanged

APPENDS = "open('times', 'a').write('x'); open('made/page', 'w').write(open('source').read())"
COMMAND = [sys.executable, "-c", f"import os; os.makedirs('made'); {APPENDS}"]
MADE = Path("made")


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project with a source, beside which the command counts how often it was run."""
    monkeypatch.chdir(tmp_path)
    subprocess.run(["git", "init", "--quiet"], check=True)
    Path(".gitignore").write_text(".*_cache/\n/made/\n/times\n")
    Path("source").write_text("one")
    assert done() == 1


def done(command: list[str] = COMMAND, *sources: str) -> int:
    """Ask for it once more, and return how often it was done in all."""
    assert unchanged.run(command, sources, MADE) == 0
    return len(Path("times").read_text())


def test_what_would_only_come_out_the_same_is_not_done_again() -> None:
    assert done() == 1
    assert Path("made/page").read_text() == "one"


def test_an_edit_a_new_file_and_a_deleted_one_count() -> None:
    Path("source").write_text("two")
    assert done() == 2
    assert Path("made/page").read_text() == "two"
    new = Path("new")
    new.write_text("")
    assert done() == 3
    new.unlink()
    assert done() == 4
    assert done() == 4


def test_a_deleted_source_counts_though_git_still_knows_it() -> None:
    Path("other").write_text("")
    subprocess.run(["git", "add", "."], check=True)
    assert done() == 2
    Path("other").unlink()
    assert done() == 3


def test_of_sources_that_are_named_only_these_count() -> None:
    assert done(COMMAND, "source") == 2
    Path("new").write_text("")
    assert done(COMMAND, "source") == 2
    Path("source").write_text("two")
    assert done(COMMAND, "source") == 3


def test_another_command_is_another_matter() -> None:
    assert done([*COMMAND, "more"]) == 2


def test_what_somebody_did_to_what_was_made_is_undone() -> None:
    page = Path("made/page")
    page.write_text("spoilt")
    assert done() == 2
    assert page.read_text() == "one"
    page.with_name("left").write_text("over")
    assert done() == 3
    assert not page.with_name("left").exists()
    page.unlink()
    assert done() == 4


def test_other_packages_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "distributions", lambda: iter(()))
    assert done() == 2


def test_what_failed_is_tried_again() -> None:
    fails = [sys.executable, "-c", "import sys; open('times', 'a').write('x'); sys.exit(3)"]
    for times in (2, 3):
        assert unchanged.run(fails) == 3
        assert len(Path("times").read_text()) == times


def test_what_was_edited_while_it_ran_is_done_again() -> None:
    edits = [*COMMAND[:2], f"{COMMAND[2]}; open('source', 'a').write('!')"]
    assert [done(edits), done(edits)] == [2, 3]


def test_where_there_is_no_git_it_is_always_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert [done(), done()] == [2, 3]
