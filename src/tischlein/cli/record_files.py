"""Files with records: read, or why they hold none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import typer

from tischlein.cli import FAILED
from tischlein.core import records, registry
from tischlein.core.errors import RecordError
from tischlein.core.records import Record
from tischlein.presentation.texts import translate

LONGEST_RECORD = 16 << 20
"""The most bytes a record may have: hundreds of times the longest match."""
NO_RECORDS = "there are no records in these folders"


def read_record(file: Path) -> Record:
    """Return the match in a file.

    Raises
    ------
    OSError, RecordError
        If the file cannot be read or is no valid record.
    """
    return records.read(_text(file))


def read_match(file: Path) -> Record:
    """Return the match in a file; end the program with a message if there is none."""
    try:
        return read_record(file)
    except RecordError as error:
        typer.echo(f"tischlein: {file}:{error.line}: {_explained(error)}", err=True)
        raise typer.Exit(FAILED) from None


def _explained(error: RecordError) -> str:
    """Return what is wrong with a record, in the rule's own words if a rule forbids it."""
    if error.refused is None:
        return error.reason
    why = translate("en", error.refused.phrase, registry.load(error.game))
    return f"{error.problem}: {why} ({error.refused.rule})"


def _text(file: Path) -> str:
    with file.open("rb") as opened:
        content = opened.read(LONGEST_RECORD + 1)
    if len(content) > LONGEST_RECORD:
        raise RecordError(1, f"a record has {LONGEST_RECORD >> 20} MB at most")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise RecordError(line, "a record is a text in UTF-8") from None


class Failure(NamedTuple):
    """Why a file holds no valid record."""

    file: str
    line: int | None
    reason: str

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.reason}"


def read_or_failure(file: Path) -> Record | Failure:
    """Return the match in a file, or why there is none."""
    try:
        return read_record(file)
    except RecordError as error:
        return Failure(str(file), error.line, _explained(error))
    except OSError as error:
        return Failure(str(file), None, error.strerror or str(error))


def records_in(files: Iterable[Path]) -> Iterator[Path]:
    """Yield the given files, and for folders the records in them."""
    for file in files:
        if file.is_dir():
            yield from sorted(file.rglob("*.record"))
        else:
            yield file
