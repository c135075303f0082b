"""Heap: everything that must hold for every game, and a match as it should go."""

from pathlib import Path

import pytest
from tischlein_heap import GAME

from tischlein import read
from tischlein.testing import Check, checks_of


@pytest.mark.parametrize("check", checks_of(GAME), ids=str)
def test_conformance(check: Check) -> None:
    check()


@pytest.mark.parametrize(
    "file", sorted(Path(__file__).parent.glob("*.record")), ids=lambda file: file.stem
)
def test_records_hold(file: Path) -> None:
    read(file.read_text(encoding="utf-8"))
