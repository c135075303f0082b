"""Plants faults, all or the named ones, and says which are caught: ``python -m tests.faults``.

Ends with 1 if one slips through, if tests fail without a fault, or if there is no fault of a name.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.faults import FAULTS
from tests.faults.runner import Copy


def main(names: list[str]) -> int:
    """Plant the faults of these names, or all, one after the other."""
    known = {fault.name: fault for fault in FAULTS}
    if unknown := [name for name in names if name not in known]:
        print(f"there is no fault {', '.join(unknown)}; there are: {', '.join(known)}")
        return 1
    faults = [known[name] for name in names or known]
    caught = slipped = unsound = 0
    with tempfile.TemporaryDirectory(prefix="tischlein-faults-") as folder:
        copy = Copy(Path(folder))
        for fault in faults:
            if not copy.passes(fault.tests):
                unsound += 1
                verdict = f"tests fail without it: {' '.join(fault.tests)}"
            elif copy.catches(fault):
                caught += 1
                verdict = "caught"
            else:
                slipped += 1
                verdict = f"SLIPPED THROUGH {' '.join(fault.tests)}: {fault.promise}"
            print(f"{fault.name}: {verdict}", flush=True)
    print(f"{len(faults)} faults: {caught} caught, {slipped} slipped through, {unsound} not tried")
    return 0 if caught == len(faults) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
