"""Studies: declared as data, planned in full, run anywhere with the same bytes."""

import errno
import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tests.tiny.wager import GAME as WAGER
from tischlein.core import registry
from tischlein.core.errors import GameError, OptionError
from tischlein.core.levels import Level, Search
from tischlein.lab import (
    compare,
    early_stopping,
    page,
    report,
    results,
    running,
    study,
    study_folder,
    versions,
)
from tischlein.lab.processes import LostProcessError
from tischlein.lab.sequential import Test
from tischlein.lab.study import Study, StudyError

PROGRAM = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "ask" in asked:
        print(asked["ask"]["legal"][0], flush=True)
"""
FUNCTION = """
def leftmost(observation, legal):
    return legal[0]
"""


@pytest.fixture(autouse=True)
def on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {**registry._registered})
    for game in (WAGER, CONNECT_FOUR):
        registry.register(game)


def small(**changed: object) -> Study:
    declared = {"games": ("wager",), "entrants": ("random", "ismcts:5"), "matches": 4}
    return Study(**{**declared, **changed})  # type: ignore[arg-type]  # a test's own spelling


def heard(told: list[int]) -> Callable[[int, int], None]:
    """Return what writes down how many matches there are whenever it is told."""

    def hear(done: int, total: int) -> None:
        assert done <= total
        told.append(done)

    return hear


def bytes_of(folder: Path) -> dict[str, str]:
    """Return a hash of every file but the measured times."""
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.iterdir()
        if file.name != "times.parquet"
    }


def test_everybody_sits_alone_and_in_every_rotation_with_the_others() -> None:
    plan = small(seats=(3,), entrants=("random", "ismcts:5", "ismcts:9"), matches=3).plan()
    seated = [one.entrants for one in plan]
    assert seated[:3] == [("random",) * 3] * 3
    assert seated[-3:] == [
        ("random", "ismcts:5", "ismcts:9"),
        ("ismcts:5", "ismcts:9", "random"),
        ("ismcts:9", "random", "ismcts:5"),
    ]
    assert [one.seed for one in plan] == [1, 2, 3] * 3 + [1] * 3
    assert [one.number for one in plan] == list(range(12))


def test_few_entrants_at_a_large_table_sit_one_among_others() -> None:
    plan = small(seats=(3,), tables=("mixed",), matches=3).plan()
    assert sorted({tuple(sorted(one.entrants)) for one in plan}) == [
        ("ismcts:5", "ismcts:5", "random"),
        ("ismcts:5", "random", "random"),
    ]
    assert {one.entrants.index("random") for one in plan[:3]} == {0, 1, 2}


def test_the_first_entrant_alone_can_be_asked_about() -> None:
    three = small(seats=(3,), tables=("first",), entrants=("random", "ismcts:5", "ismcts:9"))
    assert {tuple(sorted(one.entrants)) for one in three.plan()} == {
        ("ismcts:5", "ismcts:5", "random"),
        ("ismcts:9", "ismcts:9", "random"),
    }
    both = small(seats=(3,), tables=("alone", "first"), matches=3).plan()
    assert [one.entrants.count("random") for one in both[::3]] == [3, 0, 1]


def test_a_team_is_one_entrant() -> None:
    teams = Study(
        games=("dropit",), seats=(4,), options=("teams=1212",), entrants=("weak", "random")
    )
    assert {one.entrants for one in teams.plan()} == {
        ("weak",) * 4,
        ("random",) * 4,
        ("weak", "random", "weak", "random"),
        ("random", "weak", "random", "weak"),
    }


def test_rotations_can_be_drawn_from_the_seed() -> None:
    plan = small(seats=(3,), tables=("mixed",), matches=40, rotations=1).plan()
    assert len({one.seed for one in plan}) == 40
    assert {one.rotation for one in plan} == {0, 1, 2}
    assert plan == small(seats=(3,), tables=("mixed",), matches=40, rotations=1).plan()


def test_tables_of_different_entrants_can_have_fewer_matches() -> None:
    plan = small(matches=10, mixed=4).plan()
    entrants = ("random", "ismcts:5")
    assert [sum(set(one.entrants) == {name} for one in plan) for name in entrants] == [10, 10]
    assert sum(set(one.entrants) == set(entrants) for one in plan) == 4


def test_a_study_goes_on_with_more_matches_where_different_entrants_sit(tmp_path: Path) -> None:
    running.run(small(matches=4, mixed=2), tmp_path / "one", workers=1)
    longer = small(matches=6, mixed=4)
    running.run(longer, tmp_path / "one", workers=1)
    running.run(longer, tmp_path / "other", workers=1)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "other")
    with pytest.raises(StudyError, match="4 matches a mixed table, more than 2; ask for"):
        running.run(small(matches=6, mixed=2), tmp_path / "one", workers=1)


def test_a_declaration_is_written_and_read(tmp_path: Path) -> None:
    declared = small(title='Who bets "more"?', options=("", "stake=2"), decisions=True)
    declared.write(tmp_path / "study.toml")
    assert study.read(tmp_path / "study.toml") == declared


@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        (small(games=("chess",)), "no game 'chess'"),
        (small(entrants=("genius",)), "no level 'genius'"),
        (small(entrants=("random", "random")), "an entrant is named twice: random"),
        (small(entrants=("program:", "random")), "a program is named with its command"),
        (small(entrants=("program:bot 'x", "random")), "cannot be read: No closing quotation"),
        (small(options=("plan=barrel",)), "no option 'plan'"),
        (small(measures=("beauty",)), "the measures are seats"),
        (small(entrants=("python:nowhere:function",)), "cannot be imported"),
        (small(entrants=("alphabeta:50ms",)), "not of time"),
        (small(entrants=("uct",)), "name it with its budget, such as uct:200"),
        (small(matches=10**18), "10,000,000 matches at most"),
        (small(mixed=10**18), "10,000,000 matches at most"),
        (small(tables=("first", "mixed")), "are among the mixed ones"),
        (
            small(seats=(1,), tables=("mixed",)),
            "somebody to beat; in wager with 1 seat there is not",
        ),
    ],
)
def test_what_cannot_be_run_is_refused(declared: Study, complaint: str) -> None:
    with pytest.raises((GameError, OptionError, StudyError), match=complaint):
        declared.plan()


def test_a_file_may_begin_with_the_mark_that_some_editors_put_there(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('games = ["wager"]\n', encoding="utf-8-sig")
    assert study.read(file) == Study(games=("wager",))


def test_a_file_that_declares_nothing_says_where(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("games = ['wager']\nplayers = 3\n")
    with pytest.raises(StudyError, match=r"mine\.toml declares no study.*'players', only games, s"):
        study.read(file)


@pytest.mark.parametrize(
    ("declared", "complaint"),
    [
        ("matches = 3", "it needs games, a list of texts"),
        ("games = 'wager'", "games is a list of texts, not 'wager'"),
        (
            "games = ['wager']\nentrants = ['weak', 1]",
            "entrants is a list of texts, not ['weak', 1]",
        ),
        ("games = ['wager']\nseats = 2", "seats is a list of whole numbers, not 2"),
        ("games = ['wager']\ndecisions = 1", "decisions is true or false, not 1"),
        ("games = ['wager']\ntitle = 1", "title is a text, not 1"),
        (
            "games = ['wager']\nmatches = 'many'\nseed = 1.5",
            "matches is a whole number, not 'many'; seed is a whole number, not 1.5",
        ),
        (
            "games = ['wager']\ntables = ['alone', 'mixd']",
            "tables is a list of any of 'alone', 'first', 'mixed', not ['alone', 'mixd']",
        ),
        (
            "games = ['wager']\noptions = {stake = 2}",
            "options is a list of texts, not {'stake': 2}",
        ),
    ],
)
def test_what_is_missing_or_of_a_wrong_type_in_a_file_is_told_in_words(
    declared: str, complaint: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(declared)
    with pytest.raises(StudyError, match=rf"mine\.toml declares no study: {re.escape(complaint)}$"):
        study.read(file)


def test_one_process_and_many_write_the_same_bytes(tmp_path: Path) -> None:
    declared = small(decisions=True)
    running.run(declared, tmp_path / "one", workers=1)
    running.run(declared, tmp_path / "many", workers=2)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "many")
    assert set(bytes_of(tmp_path / "one")) == {
        "decisions.parquet", "made_with.json", "matches.parquet", "study.toml",
    }  # fmt: skip


def test_an_interrupted_study_goes_on_where_it_was(tmp_path: Path) -> None:
    declared = small(decisions=True, matches=30)
    running.run(declared, tmp_path / "whole", workers=1)

    def interrupt(done: int, total: int) -> None:
        if done >= total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        running.run(declared, tmp_path / "halves", workers=1, progress=interrupt)
    half = results.opened(tmp_path / "halves")
    assert not half.finished
    assert len(half.matches) >= half.planned // 2
    seeds = half.matches.group_by("table").agg(pl.col("seed").n_unique())["seed"].to_list()
    assert len(seeds) == 3
    assert max(seeds) - min(seeds) <= 4, "tables are not equally far"
    told: list[int] = []
    running.run(declared, tmp_path / "halves", workers=1, progress=heard(told))
    assert told[0] == len(half.matches)
    assert bytes_of(tmp_path / "halves") == bytes_of(tmp_path / "whole")


def test_a_study_can_be_made_longer_and_nothing_is_played_twice(tmp_path: Path) -> None:
    running.run(small(matches=20, decisions=True), tmp_path / "long", workers=1)
    running.run(small(matches=4, decisions=True), tmp_path / "grown", workers=1)
    told: list[int] = []
    running.run(
        small(matches=20, decisions=True),
        tmp_path / "grown",
        workers=1,
        progress=heard(told),
    )
    assert told[0] == 12
    assert bytes_of(tmp_path / "grown") == bytes_of(tmp_path / "long")


class Interrupted(BaseException):
    """The program is ended."""


def interrupted_before(step: int, patch: pytest.MonkeyPatch) -> None:
    """End the program before it changes files for so many a time; what it writes is there in part.

    Parameters
    ----------
    step
        From 0.
    """
    left = [step]

    def interrupting(change: Callable[..., Any], writes: bool) -> Callable[..., Any]:
        def changed(*told: Any, **more: Any) -> Any:
            if left[0] == 0:
                if writes:
                    with told[0].open("wb") as file:
                        file.write(b"half")
                raise Interrupted
            left[0] -= 1
            return change(*told, **more)

        return changed

    for name in ("mkdir", "rename", "replace", "rmdir", "unlink", "write_bytes", "write_text"):
        patch.setattr(Path, name, interrupting(getattr(Path, name), name.startswith("write")))


def test_a_study_that_is_interrupted_while_it_is_made_longer_loses_nothing(tmp_path: Path) -> None:
    """Whenever that happens, all of it can still be read, and to go on gives the same bytes."""
    running.run(small(matches=4, decisions=True), tmp_path / "short", workers=1)
    longer = small(matches=6, decisions=True)

    def make_longer(folder: Path) -> None:
        study_folder.prepare_folder(folder, longer)
        study_folder.merge_parts(folder)

    def everything(folder: Path) -> dict[str, bytes]:
        return {file.name: file.read_bytes() for file in folder.iterdir()}

    make_longer(shutil.copytree(tmp_path / "short", tmp_path / "whole"))
    for step in count():
        folder = shutil.copytree(tmp_path / "short", tmp_path / str(step))
        with pytest.MonkeyPatch.context() as patch:
            interrupted_before(step, patch)
            try:
                make_longer(folder)
            except Interrupted:
                pass
            else:
                break
        seen = results.opened(folder)
        assert len(seen.matches) == 12
        assert seen.decisions["match"].n_unique() == 12
        assert len(seen.times) == 12
        plan = {(one.table, one.seed, one.rotation): one.number for one in seen.study.plan()}
        rows = seen.matches.select("match", "table", "seed", "rotation").rows()
        assert all(plan[*rest] == number for number, *rest in rows)
        if results.matches_per_table(folder) == 4:
            as_before = shutil.copytree(folder, tmp_path / f"{step} as before")
            played = study_folder.prepare_folder(as_before, small(matches=4, decisions=True))
            assert len(played) == 12
            study_folder.merge_parts(as_before)
            assert everything(as_before).keys() == everything(tmp_path / "short").keys(), step
        make_longer(folder)
        assert everything(folder) == everything(tmp_path / "whole"), step
    assert step > 20


def test_versions_are_those_that_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def kept() -> dict[str, Any]:
        found: dict[str, Any] = json.loads((tmp_path / results.MADE_WITH).read_text())
        return found

    running.run(small(matches=2), tmp_path, workers=1)
    before = kept()
    with monkeypatch.context() as later:
        later.setattr(versions, "version", lambda name: f"{name} of later")
        running.run(small(matches=2), tmp_path, workers=1)
        assert kept() == before, "nothing was played"
        running.run(small(matches=4), tmp_path, workers=1)
        assert kept()["numpy"] == "numpy of later"
        assert kept()["earlier"] == [before]
    found = running.run(small(matches=6), tmp_path, workers=1)
    assert [one["numpy"] for one in kept()["earlier"]] == [before["numpy"], "numpy of later"]
    assert found.made_with == kept()


def test_every_table_names_the_versions_wherever_it_is_taken_to(tmp_path: Path) -> None:
    found = running.run(small(decisions=True), tmp_path, workers=1)
    for kind in results.KINDS:
        metadata = pl.read_parquet_metadata(tmp_path / f"{kind}.parquet")
        assert json.loads(metadata["made_with"]) == found.made_with
    made_with = found.made_with or {}
    assert made_with["rules"] == {"wager": WAGER.version}
    (tmp_path / results.MADE_WITH).unlink()
    assert found.made_with is None


def test_what_measures_a_game_is_one_of_its_versions() -> None:
    dropit = registry.load("dropit")
    assert dropit.measured is not None
    assert versions.versions([dropit])["engines"] == {"dropit": dropit.measured.engine()}
    assert "engines" not in versions.versions([WAGER])


def test_a_study_does_not_go_on_with_bots_that_have_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def levelled(simulations: int) -> None:
        level = Level("medium", Search("uct", simulations=simulations))
        changed = replace(CONNECT_FOUR, levels=(level,))
        monkeypatch.setitem(registry._registered, "connect_four", changed)

    declared = small(games=("connect_four",), entrants=("random", "medium"), matches=2)
    levelled(5)
    running.run(declared, tmp_path, workers=1)
    levelled(40)
    longer = small(games=("connect_four",), entrants=("random", "medium"), matches=4)
    with pytest.raises(StudyError, match=r"bots that have changed since: match \d+ \(.*medium"):
        running.run(longer, tmp_path, workers=1)
    levelled(5)
    assert len(running.run(longer, tmp_path, workers=1).matches) == 12


def test_a_study_whose_bot_failed_at_once_begins_with_the_mended_one(tmp_path: Path) -> None:
    mine, folder = tmp_path / "mine.py", tmp_path / "study"
    command = f"program:{sys.executable} {mine}"
    mine.write_text("raise SystemExit(3)")
    declared = small(entrants=(command, "random"), matches=2)
    with pytest.raises(StudyError, match="broke off"):
        running.run(declared, folder, workers=1)
    mine.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    told = json.loads(line)\n"
        "    if 'ask' in told:\n"
        "        print(told['ask']['legal'][0], flush=True)\n"
    )
    assert running.run(declared, folder, workers=1).finished


BREAKS_OFF = """
calls = 0

def leftmost(observation, legal):
    global calls
    calls += 1
    if calls > {calls}:
        {then}
    return legal[0]

class Unmade:
    def __init__(self, seed):
        raise ValueError("not today")

    def choose(self, observation, legal):
        return legal[0]
"""


def breaking_off(
    folder: Path, name: str = "leftmost", *, calls: int = 0, then: str = "pass"
) -> Study:
    """Return a study with a function that does something else after so many calls."""
    (folder / "mine.py").write_text(BREAKS_OFF.format(calls=calls, then=then))
    mine = f"python:{folder / 'mine.py'}:{name}"
    return small(games=("connect_four",), entrants=(mine, "random"), matches=40)


@pytest.mark.parametrize("workers", [1, 2])
def test_matches_before_the_one_that_broke_off_are_kept(workers: int, tmp_path: Path) -> None:
    """Also those of the same batch, and of others that have been played meanwhile."""
    declared = breaking_off(tmp_path, calls=300, then="raise KeyError('mine')")
    told: list[int] = []
    place = r"broke off: KeyError: 'mine' \(mine\.py, line 8\)"
    with pytest.raises(StudyError, match=place) as caught:
        running.run(declared, tmp_path / "study", workers=workers, progress=heard(told))
    kept = results.opened(tmp_path / "study").matches
    assert len(kept) == told[-1]
    if workers == 1:
        broken = int(re.findall(r"match (\d+)", str(caught.value))[0])
        plan = sorted(declared.plan(), key=lambda one: (one.seed, one.number))
        before = [one.number for one in plan]
        assert kept["match"].to_list() == sorted(before[: before.index(broken)])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_batch_that_takes_long_is_handed_over_in_parts(
    workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    declared = small(games=("connect_four",), entrants=("random",), matches=80)
    running.run(declared, tmp_path / "quick", workers=1)
    (batch, *_) = running.batched(declared.plan(), 1)
    assert len(running.play(batch, False).matches) == len(batch) > 1
    monkeypatch.setattr(running, "_EVERY", 0.0)
    assert len(running.play(batch, False).matches) == 1
    told: list[int] = []
    running.run(declared, tmp_path / "slow", workers=workers, progress=heard(told))
    assert told == list(range(81)) if workers == 1 else told[-1] == 80
    assert bytes_of(tmp_path / "slow") == bytes_of(tmp_path / "quick")


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("then", "told"),
    [
        ("raise SystemExit(3)", r"broke off: SystemExit: 3 \(mine\.py, line 8\)"),
        ("raise ValueError('no')", r"broke off: ValueError: no \(mine\.py, line 8\)"),
        ("return 10**6", "broke off: connect_four has no action number 1000000"),
    ],
)
def test_what_a_function_does_wrong_is_told_with_its_place(
    then: str, told: str, workers: int, tmp_path: Path
) -> None:
    with pytest.raises(StudyError, match=told):
        running.run(breaking_off(tmp_path, then=then), tmp_path / "study", workers=workers)


def test_a_player_that_cannot_be_made_is_told_with_its_match(tmp_path: Path) -> None:
    told = r"match 0 \(seed 1, .*Unmade\) broke off: ValueError: not today \(mine\.py, line 13\)"
    with pytest.raises(StudyError, match=told):
        running.run(breaking_off(tmp_path, "Unmade"), tmp_path / "study", workers=1)


def test_a_process_that_ends_in_a_match_is_told_of_and_costs_its_batches_only(
    tmp_path: Path,
) -> None:
    declared = breaking_off(tmp_path, calls=300, then="import os; os._exit(7)")
    told: list[int] = []
    with pytest.raises(LostProcessError, match=r"has ended by itself \(.*EXIT\(7\)"):
        running.run(declared, tmp_path / "study", workers=2, progress=heard(told))
    assert len(results.opened(tmp_path / "study").matches) == told[-1] > 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def f(:", r"SyntaxError: invalid syntax \(mine\.py, line 1\)"),
        ("raise RuntimeError('no')", r"RuntimeError: no \(mine\.py, line 1\)"),
        ("raise SystemExit(2)", r"SystemExit: 2 \(mine\.py, line 1\)"),
    ],
)
def test_a_file_that_cannot_be_imported_is_refused(text: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(text)
    declared = small(entrants=(f"python:{tmp_path / 'mine.py'}:f", "random"))
    with pytest.raises(GameError, match=rf"mine\.py cannot be imported: {told}"):
        running.run(declared, tmp_path / "study", workers=1)
    assert not (tmp_path / "study").exists()


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_player_prints_is_no_output_of_the_study(
    workers: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    declared = breaking_off(tmp_path, then="print('thinking')")
    running.run(declared, tmp_path / "study", workers=workers)
    assert capfd.readouterr().out == ""


def test_a_study_does_not_go_on_with_a_bot_whose_file_has_changed(tmp_path: Path) -> None:
    """Nor does it tell what has been played as that of the new one."""
    mine, folder = tmp_path / "mine.py", tmp_path / "study"
    bot = f"python:{mine}:chosen"

    def written(at: int) -> None:
        mine.write_text(f"def chosen(seen, legal):\n    return legal[{at}]\n")

    def declared(matches: int) -> Study:
        return small(games=("connect_four",), entrants=(bot, "random"), matches=matches)

    written(-1)
    running.run(declared(2), folder, workers=1)
    written(0)
    for matches in (2, 4):
        with pytest.raises(StudyError, match=r"have changed since: the file of python:.*mine\.py"):
            running.run(declared(matches), folder, workers=1)
    written(-1)
    running.run(declared(4), folder, workers=1)


def test_folders_and_files_may_be_named_by_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small(matches=2).write("declared.toml")
    declared = study.read("declared.toml")
    played = running.run(declared, "played", workers=1)
    again = results.opened("played")
    assert again.matches.equals(played.matches)
    assert page.write(again, "report") == Path("report/index.html")
    early_stopping.compare_until_decided(declared, "compared", test=Test(), workers=1)
    assert not results.opened("compared").matches.is_empty()


def test_a_folder_keeps_to_one_study(tmp_path: Path) -> None:
    running.run(small(matches=2), tmp_path, workers=1)
    told = r'with entrants = \["random", "ismcts:5"\], not entrants = \["random"\]; name another'
    with pytest.raises(StudyError, match=told):
        running.run(small(matches=2, entrants=("random",)), tmp_path, workers=1)


def test_a_folder_in_which_nothing_has_been_played_takes_another_study(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="cannot be started"):
        running.run(small(matches=2, entrants=("program:./nowhere",)), tmp_path, workers=1)
    assert len(running.run(small(matches=2), tmp_path, workers=1).matches) > 0


@pytest.mark.parametrize("name", ["matches.parquet", "made_with.json", "study.toml"])
def test_a_file_that_is_damaged_is_named(tmp_path: Path, name: str) -> None:
    running.run(small(), tmp_path, workers=1)
    (tmp_path / name).write_text("{")
    with pytest.raises(StudyError, match=f"{name} (is damaged|declares no study)"):
        results.opened(tmp_path).made_with  # noqa: B018  # reads it
    with pytest.raises(StudyError, match=name):
        running.run(small(matches=6), tmp_path, workers=1)


@pytest.mark.parametrize("text", ["[]", "{}", '{"rules": 3}'])
def test_versions_in_another_form_are_damaged(text: str, tmp_path: Path) -> None:
    running.run(small(), tmp_path, workers=1)
    (tmp_path / "made_with.json").write_text(text)
    with pytest.raises(StudyError, match=r"made_with\.json is damaged \(it names no rules\)"):
        running.run(small(matches=6), tmp_path, workers=1)
    with pytest.raises(StudyError, match=r"made_with\.json is damaged"):
        report.reports(results.opened(tmp_path))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"tischlein": 3}, r"Expected `str`, got `int` - at `\$\.tischlein`"),
        ({"bots": []}, r"Expected `object`, got `array` - at `\$\.bots`"),
        ({"earlier": [{"rules": {}}]}, r"missing required field `tischlein` - at `\$\.earlier"),
    ],
)
def test_of_damaged_versions_it_is_said_what_and_where(
    changes: dict[str, Any], told: str, tmp_path: Path
) -> None:
    running.run(small(), tmp_path, workers=1)
    file = tmp_path / "made_with.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))
    with pytest.raises(StudyError, match=rf"made_with\.json is damaged \(.*{told}"):
        running.run(small(matches=6), tmp_path, workers=1)
    with pytest.raises(StudyError, match=r"put a copy in its place"):
        report.reports(results.opened(tmp_path))


def test_matches_by_other_rules_are_not_replayed_for_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = running.run(small(), tmp_path, workers=1)
    monkeypatch.setitem(registry._registered, "wager", replace(WAGER, version=WAGER.version + 1))
    told = f"matches of wager by version {WAGER.version} of its rules, .* {WAGER.version + 1} here"
    with pytest.raises(StudyError, match=told):
        report.reports(found)
    with pytest.raises(StudyError, match=r"other versions of the rules \(wager 1, not wager 2\)"):
        running.run(small(matches=6), tmp_path, workers=1)


def test_without_room_for_its_table_a_report_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = running.run(small(), tmp_path / "study", workers=1)
    write = Path.write_bytes

    def full(file: Path, content: bytes) -> int:
        if "matches.csv" in file.name:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        page.write(found, tmp_path / "report")
    assert caught.value.filename.endswith("matches.csv")


def test_columns_that_meant_something_else_are_neither_read_nor_gone_on_with(
    tmp_path: Path,
) -> None:
    """Who begins was told otherwise where several seats may act at once; elsewhere it is the same.

    An earlier version did not say what its columns mean.
    """

    def random(game: str, matches: int) -> Study:
        return Study(games=(game,), entrants=("random",), tables=("alone",), matches=matches)

    def of_earlier(game: str) -> Path:
        folder = tmp_path / game
        running.run(random(game, 2), folder, workers=1)
        made_with = json.loads((folder / results.MADE_WITH).read_text())
        assert made_with.pop("columns") == results.COLUMNS
        (folder / results.MADE_WITH).write_text(json.dumps(made_with))
        return folder

    folder = of_earlier("nussknacker")
    told = r"of nussknacker .* who begins \(the column starter\): play the study again in another"
    with pytest.raises(StudyError, match=told):
        running.run(random("nussknacker", 4), folder, workers=1)
    with pytest.raises(StudyError, match=told):
        report.reports(results.opened(folder))
    with pytest.raises(StudyError, match=told):
        compare.compared(results.opened(folder), results.opened(folder))
    folder = of_earlier("raufer")
    assert running.run(random("raufer", 4), folder, workers=1).finished


def test_matches_of_nobody_knows_which_rules_are_not_gone_on_with(tmp_path: Path) -> None:
    running.run(small(), tmp_path, workers=1)
    (tmp_path / results.MADE_WITH).unlink()
    with pytest.raises(StudyError, match=r"no made_with\.json that says by which rules and bots"):
        running.run(small(matches=6), tmp_path, workers=1)


def test_without_room_a_study_stops_at_what_it_has_and_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full in the middle of a file."""
    whole = running.run(small(), tmp_path / "whole", workers=1)
    write = Path.write_bytes

    def full(file: Path, content: bytes) -> int:
        if ".matches." not in file.name:
            return write(file, content)
        write(file, content[:9])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as later:
        later.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space left on device") as caught:
            running.run(small(), tmp_path / "full", workers=1)
    assert caught.value.filename.endswith("000000000.matches.parquet")
    assert not list((tmp_path / "full").rglob("*.tmp"))
    running.run(small(), tmp_path / "full", workers=1)
    assert bytes_of(tmp_path / "full") == bytes_of(whole.folder)


def test_one_process_at_a_time_plays_in_a_folder(tmp_path: Path) -> None:
    refused: list[str] = []

    def told(done: int, total: int) -> None:
        if not refused:
            with pytest.raises(StudyError, match="another process plays a study in") as found:
                running.run(small(matches=2), tmp_path, workers=1)
            refused.append(str(found.value))

    running.run(small(matches=2), tmp_path, workers=1, progress=told)
    assert refused
    assert not (tmp_path / "study.lock").exists()


def test_a_match_comes_back_as_a_record_that_holds(tmp_path: Path) -> None:
    found = running.run(small(matches=2), tmp_path, workers=1)
    for row in found.matches.to_dicts():
        final = found.record(row["match"]).final()
        assert final.over
        assert list(final.scores()) == row["scores"]
        assert list(final.ranks()) == row["ranks"]


def test_decisions_say_what_a_search_thought(tmp_path: Path) -> None:
    found = running.run(small(matches=3, decisions=True), tmp_path, workers=1).decisions
    thought = found.filter(pl.col("entrant") == "ismcts:5", pl.col("legal") > 1)
    assert thought["nodes"].to_list() == [5] * len(thought)
    assert thought["value"].is_between(0, 1).all()
    assert found.filter(pl.col("entrant") == "random")["value"].is_null().all()


def test_what_a_function_thought_is_not_known_and_neither_is_it_of_what_was_drawn(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.py").write_text(FUNCTION)
    function = f"python:{tmp_path / 'mine.py'}:leftmost"
    declared = {"games": ("connect_four",), "tables": ("alone",), "matches": 1, "decisions": True}
    mine = running.run(Study(entrants=(function,), **declared), tmp_path / "mine", workers=1)  # type: ignore[arg-type]
    thought = ("value", "nodes", "exact")
    assert all(mine.decisions[name].is_null().all() for name in thought)
    drawn = Study(entrants=("uct:9",), opening=2, **declared)  # type: ignore[arg-type]
    rows = running.run(drawn, tmp_path / "drawn", workers=1).decisions.select(thought).rows()
    assert rows[:2] == [(None, None, None)] * 2
    assert rows[2][1:] == (9, False)


def test_who_plays_alone_leads_nobody(tmp_path: Path) -> None:
    found = running.run(small(seats=(1,), tables=("alone",)), tmp_path, workers=1)
    leads = found.matches.select("lead_changes", "settled", "behind")
    assert leads.rows() == [(None, None, None)] * len(found.matches)


def test_functions_programs_and_other_libraries_take_part(tmp_path: Path) -> None:
    """All three take the first stone they can, or play a search of OpenSpiel."""
    (tmp_path / "mine.py").write_text(FUNCTION)
    (tmp_path / "theirs.py").write_text(PROGRAM)
    function = f"python:{tmp_path / 'mine.py'}:leftmost"
    program = f"program:{sys.executable} {tmp_path / 'theirs.py'}"
    declared = Study(
        games=("connect_four",),
        entrants=(function, program, "openspiel:mcts:4"),
        tables=("mixed",),
        matches=2,
    )
    found = running.run(declared, tmp_path / "out", workers=1)
    both = [row for row in found.matches.to_dicts() if "openspiel:mcts:4" not in row["entrants"]]
    # Whoever begins has four in the first column's neighbour rows first, whoever it is.
    assert [row["ranks"] for row in both] == [both[0]["ranks"]] * 2
    assert len(found.matches) == 6


@pytest.mark.parametrize("answers", [0, 1])
def test_a_program_that_ends_too_early_is_named(tmp_path: Path, answers: int) -> None:
    # It reads what match it is, and so many questions.
    lines = f"[sys.stdin.readline() for _ in range({1 + answers})]"
    (tmp_path / "theirs.py").write_text(PROGRAM.replace("sys.stdin:", f"{lines}:"))
    entrant = f"program:{sys.executable} {tmp_path / 'theirs.py'}"
    with pytest.raises(StudyError, match=r"match 0 .*theirs\.py ended"):
        running.run(
            Study(games=("connect_four",), entrants=(entrant,)), tmp_path / "out", workers=1
        )


CLASSES = """
class Plain:
    def choose(self, observation, legal):
        return legal[0]

class Seeded(Plain):
    def __init__(self, seed):
        assert seed > 0

class Broken(Plain):
    def choose(self, observation, legal):
        return {}["nothing"]
"""


def test_classes_of_players_get_a_seed_if_they_take_one_and_what_they_raise_is_told(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.py").write_text(CLASSES)
    plain, seeded, broken = (
        f"python:{tmp_path / 'mine.py'}:{name}" for name in ("Plain", "Seeded", "Broken")
    )
    declared = Study(
        games=("connect_four",), entrants=(plain, seeded), tables=("mixed",), matches=2
    )
    assert len(running.run(declared, tmp_path / "out", workers=1).matches) == 2
    with pytest.raises(
        StudyError, match=r"match 0 \(seed 1, .*Broken.*\) broke off: KeyError: 'nothing'"
    ):
        running.run(Study(games=("connect_four",), entrants=(broken,)), tmp_path / "bad", workers=1)


def test_a_program_that_cheats_is_named(tmp_path: Path) -> None:
    # It ends no sooner than the match: one that has ended may be named for that instead.
    cheats = PROGRAM.replace('asked["ask"]["legal"][0]', '"everything"')
    (tmp_path / "theirs.py").write_text(cheats)
    declared = Study(
        games=("connect_four",), entrants=(f"program:{sys.executable} {tmp_path / 'theirs.py'}",)
    )
    with pytest.raises(StudyError, match=r"match 0 .*answered 'everything', which is not a legal"):
        running.run(declared, tmp_path / "out", workers=1)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"tables": ()}, "a study needs tables"),
        ({"tables": ("mixed",)}, "a mixed table needs two entrants"),
        ({"seed": 1 << 63}, "the first seed is a number from 0"),
        ({"seed": -1}, "the first seed is a number from 0"),
        ({"matches": 2.5}, "matches is a whole number, not 2.5"),
        ({"opening": "3"}, "opening is a whole number, not '3'"),
        ({"games": "bauab"}, "games is a list of texts, not 'bauab'"),
        ({"seats": 2, "mixed": None}, "seats is a list of .*, not 2; mixed is a whole number, not"),
    ],
)
def test_a_study_that_cannot_be_is_refused_before_it_is_played(
    tmp_path: Path, wrong: dict[str, Any], words: str
) -> None:
    given: dict[str, Any] = {"games": ("bauab",), "entrants": ("random",), "matches": 1}
    study = Study(**(given | wrong))
    with pytest.raises(StudyError, match=words):
        running.run(study, tmp_path / "none", workers=1)
    assert not (tmp_path / "none").exists()
