"""Faults that are planted on purpose fit the source as it is; the runner tells caught from not."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults import FAULTS
from tests.faults.__main__ import main
from tests.faults.fault import Fault
from tests.faults.runner import ROOT
from tischlein.core import registry


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


def test_there_are_many_faults_with_names_of_their_own_and_some_in_every_game() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 40
    for key in registry.keys():
        assert any(f"/games/{key}/" in fault.file for fault in FAULTS)


def test_an_unknown_fault_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no-such-fault"]) == 1
    assert "there is no fault no-such-fault; there are: " in capsys.readouterr().out
