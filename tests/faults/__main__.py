"""Plants faults, all or the named ones, and says which are caught: ``python -m tests.faults``.

Ends with 1 if one slips through or nothing can be said of it, since tests fail without it or do
not come to an end, and if there is no fault of a name.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from enum import Enum
from functools import partial
from pathlib import Path

from tests.faults import FAULTS
from tests.faults.runner import Copy, Outcome


class Verdict(Enum):
    """What became of a fault, as it is said of it and counted."""

    CAUGHT = "caught"
    SLIPPED = "SLIPPED THROUGH"
    UNSOUND = "not tried, tests fail without it"
    UNFINISHED = "not known, tests do not end in time"


def verdict(sound: Outcome, with_fault: Callable[[], Outcome]) -> Verdict:
    """Judge a fault by its tests, which are run with it if they pass without it (are sound)."""
    if sound is not Outcome.PASSED:
        return Verdict.UNSOUND if sound is Outcome.FAILED else Verdict.UNFINISHED
    return {
        Outcome.PASSED: Verdict.SLIPPED,
        Outcome.FAILED: Verdict.CAUGHT,
        Outcome.UNFINISHED: Verdict.UNFINISHED,
    }[with_fault()]


def main(names: list[str]) -> int:
    """Plant the faults of these names, or all, one after the other."""
    known = {fault.name: fault for fault in FAULTS}
    if unknown := [name for name in names if name not in known]:
        print(f"there is no fault {', '.join(unknown)}; there are: {', '.join(known)}")
        return 1
    faults = [known[name] for name in names or known]
    counts: Counter[Verdict] = Counter()
    with tempfile.TemporaryDirectory(prefix="tischlein-faults-") as folder:
        copy = Copy(Path(folder))
        for fault in faults:
            found = verdict(copy.without_fault(fault.tests), partial(copy.with_fault, fault))
            counts[found] += 1
            place = "" if found is Verdict.CAUGHT else f": {fault.promise}; {fault.tests}"
            print(f"{fault.name}: {found.value}{place}", flush=True)
    summary = "; ".join(f"{counts[found]} {found.value}" for found in Verdict)
    print(f"{len(faults)} faults: {summary}")
    return 0 if counts[Verdict.CAUGHT] == len(faults) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
