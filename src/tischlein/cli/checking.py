"""Commands that check records: whether they hold, and whether chance follows from its seed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from tischlein.cli import FAILED
from tischlein.cli.output import print_json, print_line, progress
from tischlein.cli.record_files import (
    NO_RECORDS,
    Failure,
    read_or_failure,
    records_in,
)
from tischlein.core.errors import OptionError
from tischlein.core.records import Record


def check(files: Iterable[Path], *, as_json: bool) -> int:
    """Verify records and report those that fail; return the exit code."""
    found = list(records_in(files))
    failed: list[dict[str, Any]] = []
    with progress("Checking", len(found)) as done:
        for file in found:
            record = read_or_failure(file)
            if isinstance(record, Failure):
                failed.append(record._asdict())
                if not as_json:
                    print_line(str(record))
            done()
    if as_json:
        print_json({"checked": len(found), "failed": failed})
    elif found:
        print_line(f"{len(found) - len(failed)} of {len(found)} records hold")
    if not found:
        raise OptionError(NO_RECORDS)
    return FAILED if failed else 0


def verify(files: Sequence[Path], *, as_json: bool) -> int:
    """Recompute the random outcomes of finished matches; return the exit code."""
    from tischlein.tables.chance import verifying

    results = []
    for file in records_in(files):
        record = read_or_failure(file)
        remarks: list[str] = []
        if isinstance(record, Record):
            draws, fault = verifying.count_draws(record), verifying.find_fault(record)
            remarks = [] if fault else verifying.notes_on(record)
        else:
            line = "" if record.line is None else f"line {record.line}: "
            draws, fault = 0, f"{line}{record.reason}"
        results.append({"file": str(file), "draws": draws, "fault": fault, "remarks": remarks})
        if not as_json and isinstance(record, Failure):
            print_line(str(record))
        elif not as_json:
            verdict = fault or f"all {draws} outcomes of chance follow from the seed"
            print_line(f"{file}: {'; '.join((verdict, *remarks))}")
    if not results:
        raise OptionError(NO_RECORDS)
    if as_json:
        print_json(results)
    return FAILED if any(result["fault"] for result in results) else 0
