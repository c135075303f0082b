"""Every record in the tests replays, with every expectation in it, and is written canonically."""

from pathlib import Path

import pytest

from tischlein.core import records

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.record"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_record(file: Path) -> None:
    record = records.read(file.read_text(encoding="utf-8"))
    assert record.game.key == file.parent.name
    canonical = records.write(record)
    assert records.write(records.read(canonical)) == canonical


def test_there_are_records() -> None:
    assert FILES
