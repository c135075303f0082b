"""Faults that are planted on purpose fit the source as it is; the runner tells caught from not."""

import os
import sys
from dataclasses import replace
from pathlib import Path
from pkgutil import iter_modules

import pytest

from tests.faults import FAULTS
from tests.faults.__main__ import Verdict, main, verdict
from tests.faults.fault import Fault
from tests.faults.runner import ROOT, Outcome, outcome
from tischlein import games


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_changes_one_place_and_its_tests_are_there(fault: Fault) -> None:
    source = (ROOT / fault.file).read_text(encoding="utf-8")
    planted = fault.planted(source)
    assert planted != source
    if fault.file.endswith(".py"):
        compile(planted, fault.file, "exec")
    paths = [test for test in fault.tests if "/" in test]
    assert paths
    assert all((ROOT / path.partition("::")[0]).exists() for path in paths)
    assert len({path.startswith("client/") for path in paths}) == 1


def test_a_fault_that_fits_nowhere_or_twice_is_refused(tmp_path: Path) -> None:
    fault = replace(FAULTS[0], file="rules.txt", text="one", replacement="two")
    for source in ("two", "one one"):
        (tmp_path / "rules.txt").write_text(source)
        with pytest.raises(ValueError, match="not once: write it anew"):
            fault.plant(tmp_path)
    (tmp_path / "rules.txt").write_text("one here")
    fault.plant(tmp_path)
    assert (tmp_path / "rules.txt").read_text() == "two here"


@pytest.mark.parametrize(
    ("without", "within", "expected"),
    [
        (Outcome.PASSED, Outcome.FAILED, Verdict.CAUGHT),
        (Outcome.PASSED, Outcome.PASSED, Verdict.SLIPPED),
        (Outcome.PASSED, Outcome.UNFINISHED, Verdict.UNFINISHED),
        (Outcome.FAILED, Outcome.FAILED, Verdict.UNSOUND),
        (Outcome.UNFINISHED, Outcome.FAILED, Verdict.UNFINISHED),
    ],
)
def test_a_fault_is_caught_only_by_tests_that_end_and_fail_with_it_alone(
    without: Outcome, within: Outcome, expected: Verdict
) -> None:
    assert verdict(without, lambda: within) is expected


@pytest.mark.parametrize(
    ("program", "patience", "expected"),
    [
        ("", 60, Outcome.PASSED),
        ("raise SystemExit(1)", 60, Outcome.FAILED),
        ("import time; time.sleep(600)", 0.1, Outcome.UNFINISHED),
    ],
)
def test_tests_that_do_not_end_say_nothing(
    program: str, patience: float, expected: Outcome, tmp_path: Path
) -> None:
    command = [sys.executable, "-c", program]
    assert outcome(command, tmp_path, os.environ, patience) is expected


def test_there_are_many_faults_with_names_of_their_own_and_some_in_every_game() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 40
    # Not the registry's keys: other tests put games of their own there.
    for module in iter_modules(games.__path__):
        assert any(f"/games/{module.name}/" in fault.file for fault in FAULTS)


def test_an_unknown_fault_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-fault"]) == 1
    assert "there is no fault no-such-fault; there are: " in capsys.readouterr().out
