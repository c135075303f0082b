"""Every record in the tests replays, with every expectation in it, and is written canonically."""

from pathlib import Path

import pytest

from tests.shelf import SHELF
from tischlein.core import queries, records, registry
from tischlein.core.errors import NotationError, RecordError
from tischlein.presentation.capability import source_of

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.record"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_record(file: Path) -> None:
    record = records.read(file.read_text(encoding="utf-8"))
    assert record.game.key == file.parent.name
    canonical = records.write(record)
    assert records.write(records.read(canonical)) == canonical


OTHER_DIGITS = ["٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９"]
"""Arabic-Indic and full-width ones, which Python's ``int`` takes."""


def lines_with_digits(text: str) -> dict[int, str]:
    """Return by number one line of each kind: what chance or seats do, and the scores."""
    lines = text.splitlines()
    kinds: dict[str, int] = {}
    for number, line in enumerate(lines[lines.index("") + 1 :], lines.index("") + 2):
        first, *words = line.split()
        if any(map(str.isdecimal, line)):
            kind = f"{first if first in '*=' else 'seat'} {words[0] if words[0].isalpha() else ''}"
            kinds.setdefault(kind, number)
    return {number: lines[number - 1] for number in kinds.values()}


@pytest.mark.parametrize("other", OTHER_DIGITS)
@pytest.mark.parametrize("key", SHELF)
def test_no_game_reads_digits_of_other_scripts(key: str, other: str) -> None:
    """Neither in what seats and chance do, nor in reaction times, measurements and scores."""
    text = source_of(registry.load(key)).example()
    lines = text.splitlines()
    found = lines_with_digits(text)
    assert found
    for number, line in found.items():
        changed = line.translate(str.maketrans("0123456789", other))
        with pytest.raises(RecordError, match="written with the digits 0 to 9, not with") as caught:
            records.read("\n".join([*lines[: number - 1], changed]))
        assert caught.value.line == number
        records.read("\n".join(lines[:number]))


@pytest.mark.parametrize("other", OTHER_DIGITS)
def test_no_query_and_no_position_reads_digits_of_other_scripts(other: str) -> None:
    position = registry.load("bauab").start(seed=1)
    with pytest.raises(NotationError, match="written with the digits 0 to 9"):
        position.read(0, f"{other[3]} a{other[1]}")
    with pytest.raises(NotationError, match="written with the digits 0 to 9"):
        queries.answer(position, f"plot a{other[1]}")


def test_there_are_records() -> None:
    assert FILES
