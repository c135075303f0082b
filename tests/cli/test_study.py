"""``tischlein study`` as a designer uses it."""

import json
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Tischlein
from tischlein.cli.output import shell_word
from tischlein.core import registry
from tischlein.lab import ladder, running, tuning

SMALL = ("--entrants", "random", "--matches", 4, "--workers", 1)
WITHOUT = """
import sys
import tischlein, tischlein.cli.commands, tischlein.cli.study
assert not {"polars", "altair", "vl_convert", "ray"} & sys.modules.keys()
sys.modules |= dict.fromkeys(("polars", "ray"))
sys.argv = ["tischlein", "study", *sys.argv[1:]]
tischlein.cli.main()
"""


def test_a_study_is_run_and_told_in_words(tischlein: Tischlein, tmp_path: Path) -> None:
    answer = tischlein("study", "run", "bauab", *SMALL, "--out", tmp_path / "out")
    assert answer.code == 0
    assert "the seat that begins wins" in answer.out
    assert f"4 matches in {tmp_path / 'out'}" in answer.out
    again = tischlein("study", "run", "bauab", *SMALL, "--out", tmp_path / "out")
    assert again.out == answer.out


def test_what_is_to_be_typed_next_names_the_folder_as_one_word(
    tischlein: Tischlein, tmp_path: Path
) -> None:
    folder = tmp_path / "two words"
    answer = tischlein("study", "run", "bauab", *SMALL, "--out", folder)
    assert answer.out.endswith(f"  tischlein study report {shell_word(str(folder))}\n")


def test_a_word_of_a_command_is_quoted_as_the_system_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tischlein.cli.output.os.name", "posix")
    assert shell_word("study-bauab") == "study-bauab"
    assert shell_word("two words") == "'two words'"
    monkeypatch.setattr("tischlein.cli.output.os.name", "nt")
    assert shell_word("two words") == '"two words"'


def test_programs_get_the_same_as_json(tischlein: Tischlein, tmp_path: Path) -> None:
    answer = tischlein("study", "run", "bauab", *SMALL, "--out", tmp_path, "--json")
    found = json.loads(answer.out)
    assert (found["matches"], found["games"][0]["game"]) == (4, "bauab")
    assert found["study"]["entrants"] == ["random"]
    assert found["made_with"] == json.loads((tmp_path / "made_with.json").read_text())
    seat = found["games"][0]["seats"][0]
    assert seat["won"]["low"] <= seat["won"]["value"] <= seat["won"]["high"]


@pytest.mark.skipif(sys.platform == "win32", reason="an alarm is a POSIX signal")
@pytest.mark.parametrize("until", [(), ("--until", "0.9")])
def test_how_long_a_player_may_think_can_be_set(
    tischlein: Tischlein, tmp_path: Path, until: tuple[str, ...]
) -> None:
    (tmp_path / "mine.py").write_text("def waits(seen, legal):\n    while True: pass\n")
    guests = ("--entrants", f"python:{tmp_path / 'mine.py'}:waits,random", "--workers", 1)
    few = ("--matches", 2, "--out", tmp_path / "out", "--thinking-limit", "0.2", *until)
    answer = tischlein("study", "run", "bauab", *guests, *few)
    assert answer.code == 2
    assert "has not chosen within 0.2 seconds (mine.py, line 2)" in answer.err


def test_processes_are_not_asked_for_on_a_cluster(tischlein: Tischlein, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    both = ("--workers", 2, "--ray", "auto", "--out", folder)
    answer = tischlein("study", "run", "bauab", *both)
    assert answer.code == 2
    assert "a Ray cluster has its own" in " ".join(answer.err.replace("│", " ").split())
    assert not folder.exists()


def test_a_record_is_solved_with_its_own_options_alone(tischlein: Tischlein) -> None:
    ending = Path(__file__).parents[1] / "games" / "bauab" / "draw.record"
    answer = tischlein("study", "solve", ending, "--options", "plan=barrel")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "tischlein: --options are those of a game, and a record has its own\n"


def test_of_several_games_each_is_named(
    tischlein: Tischlein, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two.toml").write_text("games = ['bauab', 'schlauraff']\nentrants = ['random']\n")
    few = ("--matches", 2, "--workers", 1)
    lines = tischlein("study", "run", "two.toml", *few).out.splitlines()
    assert [line for line in lines if line.endswith(":")][:2] == ["bauab:", "schlauraff:"]
    told = tischlein("study", "compare", "study-two", "study-two").out
    assert re.search(r"│ bauab +│ random, 2 seats +│ seat A wins", told)
    assert re.search(r"│ schlauraff +│ random, 2 seats +│ seat A wins", told)
    assert tischlein("study", "run", "bauab", "--entrants", "random", *few).code == 0
    alone = tischlein("study", "compare", "study-bauab", "study-bauab").out
    assert re.search(r"^│ random, 2 seats +│ seat A wins", alone, re.MULTILINE)
    rows = tischlein("study", "compare", "study-two", "study-two", "--json").out
    assert {row["game"] for row in json.loads(rows)["rows"]} == {"bauab", "schlauraff"}


def strict(text: str) -> Any:
    """Read JSON as every reader does: without the numbers that only Python's own knows."""

    def refuse(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    return json.loads(text, parse_constant=refuse)


def test_whatever_programs_are_told_is_strict_and_names_the_versions(
    tischlein: Tischlein, tmp_path: Path
) -> None:
    """So few matches that next to nothing is known: null stands for that."""
    first, second = tmp_path / "one", tmp_path / "other"
    few = ("--matches", 1, "--workers", 1)
    random = ("study", "run", "bauab", "--entrants", "random", *few, "--out")
    duel = ("study", "run", "bauab", "--entrants", "weak,random")
    until = (*duel, "--until", 0.6, *few, "--out")
    ending = Path(__file__).parents[1] / "games" / "bauab"
    tuned = ("study", "tune", "bauab", "--budget", 2, "--trials", 1, "--test", 2)
    calls: dict[str, tuple[object, ...]] = {
        "run": (*random, first),
        "other": (*random, second, "--options", "first=A"),
        "until": (*until, tmp_path / "until"),
        "report": ("study", "report", first),
        "compare": ("study", "compare", first, second),
        "ladder": ("study", "ladder", "bauab", "--first", 1, "--most", 2, *few),
        "tune": (*tuned, *few),
        "solve": ("study", "solve", ending / "draw.record"),
        "parts": ("study", "solve", "schlauraff"),
    }
    told = {}
    for name, call in calls.items():
        answer = tischlein(*call, "--json")
        assert (name, answer.code, answer.err) == (name, 0, "")
        told[name] = strict(answer.out)
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "read-a-study.md").read_text()
    rows = dict(re.findall(r"^\| `(study [a-z -]+)` \| (.+) \|$", page, re.MULTILINE))
    renamed = {"other": "run", "until": "run --until", "parts": "solve"}
    for name, one in told.items():
        command = "study " + renamed.get(name, name)
        described = set(re.findall(r"`([^`]+)`", rows[command]))
        assert set(one) - {"made_with", "folder", "study"} <= described
        for row in one.get("rows", one.get("steps", []))[:1]:
            assert set(row) <= described
    named = {name: one["made_with"] for name, one in told.items() if name != "compare"}
    named |= {side: told["compare"][side]["made_with"] for side in ("before", "after")}
    for name, made_with in named.items():
        game = "schlauraff" if name == "parts" else "bauab"
        assert made_with["tischlein"] == version("tischlein")
        assert made_with["rules"] == {game: registry.load(game).version}
    assert told["run"]["games"][0]["shape"][0]["high"] is None
    assert {key: told["report"][key] for key in told["run"]} == told["run"]
    assert told["compare"]["after"]["study"]["options"] == ["first=A"]
    assert (told["tune"]["options"]["plan"], told["tune"]["seed"]) == ("square", 1)
    assert (told["ladder"]["first"], told["ladder"]["matches"]) == (1, 1)
    assert [told["until"][what] for what in ("asked", "alpha", "beta")] == [0.6, 0.05, 0.05]


def test_a_tuning_that_has_found_nothing_has_no_figures(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tuning, "_search", lambda *_, **__: (1.0, {}))
    found = strict(tischlein("study", "tune", "bauab", "--json").out)
    assert found["won"] == {"value": None, "low": None, "high": None, "p": None, "count": 0}


def test_a_file_declares_a_study_and_the_command_line_changes_it(
    tischlein: Tischlein, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("barrel.toml").write_text("games = ['bauab']\nentrants = ['random']\nmatches = 2\n")
    changes = ("--options", "plan=barrel", "--mixed", 1)
    answer = tischlein("study", "run", "barrel.toml", "--workers", 1, *changes)
    assert answer.code == 0
    written = Path("study-barrel/study.toml").read_text()
    assert 'options = ["plan=barrel"]' in written
    assert "mixed = 1" in written


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("run", "chess"), "there is no game 'chess'"),
        (("run", "bauab", "--entrants", "genius"), "no level 'genius'"),
        (("run", "bauab", "--entrants", " , "), "named with commas between them, not ' , '"),
        (("run", "bauab", "--entrants", ""), "named with commas between them, not ''"),
        (("run", "bauab", "--options", "plan=castle"), "plan is square"),
        (("run", "nowhere.toml"), "nowhere.toml: No such file"),
        (("report", "nowhere"), "nowhere holds no study"),
        (("run", "raufer", "--entrants", "uct:9"), "uct cannot play raufer: it has secrets"),
        (("run", "dropit", "--entrants", "uct:9"), "dropit cannot be searched: its rules are not"),
        (("ladder", "bauab", "--search", "wisdom"), "no search 'wisdom'"),
        (("ladder", "dropit"), "tischlein: dropit cannot be searched"),
        (("tune", "dropit"), "tischlein: dropit cannot be searched"),
        (("solve", "raufer"), "known for two seats, and raufer is for 3, 4, 5"),
        (("ladder", "bauab", "--first", 50, "--most", 99), "99 is less than twice 50"),
    ],
)
def test_what_cannot_be_is_told_without_a_trace(
    tischlein: Tischlein,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[object, ...],
    complaint: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = tischlein("study", *arguments)
    assert answer.code == 2
    assert complaint in answer.err
    assert not list(tmp_path.iterdir())


def test_whoever_interrupts_a_study_is_told_that_it_goes_on(
    tischlein: Tischlein, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as now:
        now.setattr(running, "_played", interrupted)
        answer = tischlein("study", "run", "bauab", *SMALL, "--out", tmp_path / "out")
    assert answer.code == 130
    assert answer.err == (
        f"tischlein: interrupted; {tmp_path / 'out'} keeps what has been played, and the same "
        "command goes on from there\n"
    )
    assert tischlein("study", "run", "bauab", *SMALL, "--out", tmp_path / "out").code == 0


def test_of_a_study_that_has_not_begun_an_interrupt_says_nothing(
    tischlein: Tischlein, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "compile_for", interrupted)
    answer = tischlein("study", "run", "bauab", *SMALL, "--out", tmp_path / "out")
    assert (answer.code, answer.out, answer.err) == (130, "", "")
    assert not (tmp_path / "out").exists()


def interrupted_after(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl+C end the study after so many that are played within a command."""
    play, left = running.run, iter(range(most))

    def interrupted(*asked: Any, **settings: Any) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return play(*asked, **settings)

    monkeypatch.setattr(running, "run", interrupted)


@pytest.mark.parametrize("as_json", [False, True])
def test_an_interrupted_ladder_says_how_far_it_has_come(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    interrupted_after(1, monkeypatch)
    monkeypatch.setattr(ladder.Step, "helps", True)
    budgets = ("--first", 1, "--most", 8, "--matches", 2, "--workers", 1)
    json_too = ("--json",) if as_json else ()
    answer = tischlein("study", "ladder", "bauab", *budgets, *json_too)
    assert answer.code == 130
    step = r"uct:2 wins .* among uct:1, .*\n"
    note = r"tischlein: interrupted after 1 step; of the next, nothing is kept\n"
    assert re.fullmatch(note + (step if as_json else ""), answer.err)
    assert re.fullmatch("" if as_json else step, answer.out)


def test_an_interrupted_tuning_says_what_has_done_best_so_far(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted_after(2, monkeypatch)
    few = ("--budget", 2, "--trials", 5, "--matches", 2, "--workers", 1)
    answer = tischlein("study", "tune", "bauab", *few)
    assert (answer.code, answer.out) == (130, "")
    best = r"uct:2:\S+ did best, with \d\.\d\d times its fair share of first places"
    tested = "which has not been tested on other seeds"
    assert re.fullmatch(
        rf"tischlein: interrupted after 2 trials of 5; so far {best}, {tested}\n", answer.err
    )


def test_a_tuning_that_is_interrupted_at_once_says_so(
    tischlein: Tischlein, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted_after(0, monkeypatch)
    answer = tischlein("study", "tune", "bauab", "--trials", 5)
    assert answer.code == 130
    far = "0 trials of 5; there is nothing to tell of yet"
    assert answer.err == f"tischlein: interrupted after {far}\n"


@pytest.mark.parametrize(
    ("arguments", "extra"), [(("run", "bauab"), "lab"), (("report", "study-bauab"), "lab")]
)
def test_without_the_libraries_the_command_that_brings_them_is_named(
    arguments: tuple[str, ...], extra: str
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT, *arguments], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert ran.stderr.strip().endswith(f"pip install 'tischlein[{extra}]'")
    assert "Traceback" not in ran.stderr
