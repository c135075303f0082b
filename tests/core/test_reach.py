"""What compiled code depends on: an edit compiles anew what reaches it, and nothing else."""

import json
import os
import subprocess
import sys
from enum import IntEnum
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from tischlein.core._reach import stamp
from tischlein.core.kernel import bound, kernel

HELPERS = '''
"""Helpers of a game."""

import numpy as np

from tischlein.core.kernel import kernel

STEP = 3
TABLE = np.arange(4)


@kernel
def further(number: int) -> int:
    """Return the next number but two."""
    return number + STEP


@kernel
def listed(index: int) -> int:
    """Return an entry."""
    return TABLE[index]
'''
RULES = '''
"""Rules of a game."""

from helpers import further, listed

from tischlein.core.kernel import kernel


@kernel
def walk(number: int) -> int:
    """Go two steps."""
    return further(further(number))


@kernel
def look(index: int) -> int:
    """Look something up."""
    return listed(index)
'''
RUN = """
import json
from numba.core import event
compilations = event.RecordingListener()
event.register("numba:compile", compilations)
from rules import look, walk
found = [int(walk(1)), int(look(2))]
names = [one.data["dispatcher"].py_func.__name__ for _, one in compilations.buffer if one.is_start]
print(json.dumps([found, sorted(set(names))]))
"""


class Project:
    """Sources and a cache of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.write("helpers.py", HELPERS)
        self.write("rules.py", RULES)

    def write(self, name: str, text: str) -> None:
        (self._folder / name).write_text(text)

    def run(self) -> tuple[list[int], list[str]]:
        """Return what the kernels return in a fresh process, and which were compiled there."""
        done = subprocess.run(
            [sys.executable, "-B", "-c", RUN],
            env=os.environ
            | {
                "NUMBA_DISABLE_JIT": "0",
                "TISCHLEIN_CACHE": str(self._folder / "cache"),
                "PYTHONPATH": os.pathsep.join([str(self._folder), *sys.path]),
            },
            capture_output=True,
            text=True,
            check=True,
        )
        found, names = json.loads(done.stdout)
        return found, names


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Return a project whose kernels are on disk."""
    project = Project(tmp_path_factory.mktemp("project"))
    assert project.run() == ([7, 2], ["look", "walk"])
    return project


@pytest.mark.parametrize(
    ("edited", "found", "names"),
    [
        pytest.param(HELPERS, [7, 2], [], id="nothing"),
        pytest.param(
            HELPERS.replace("number + STEP", "number - STEP"), [-5, 2], ["walk"], id="code"
        ),
        pytest.param(HELPERS.replace("STEP = 3", "STEP = 4"), [9, 2], ["walk"], id="number"),
        pytest.param(HELPERS.replace("arange(4)", "arange(4) + 9"), [7, 11], ["look"], id="table"),
        pytest.param(HELPERS.replace("the next number but two", "more"), [7, 2], [], id="words"),
        pytest.param(HELPERS.replace("STEP = 3", "\n# Why.\nSTEP = 3"), [7, 2], [], id="lines"),
    ],
)
def test_an_edit_compiles_anew_what_reaches_it(
    compiled: Project, edited: str, found: list[int], names: list[str]
) -> None:
    compiled.write("helpers.py", edited)
    assert compiled.run() == (found, names)


def test_kernels_of_a_module_that_has_moved_are_compiled_anew(tmp_path: Path) -> None:
    """Numba looks for the module by its name when it loads what has been compiled."""
    project = Project(tmp_path)
    assert project.run() == ([7, 2], ["look", "walk"])
    project.write("rules.py", RULES.replace("from helpers", "from steps"))
    (tmp_path / "helpers.py").rename(tmp_path / "steps.py")
    assert project.run() == ([7, 2], ["look", "walk"])


class Suit(IntEnum):
    RED = 1
    BLUE = 2


LIMIT: Any = None
inner: Any = None
DTYPE: Any = None


def template(number: int) -> int:
    """Stand for rules that use all sorts of names."""
    if number > LIMIT:
        return int(Suit.BLUE)
    return inner(number) + np.empty(1, DTYPE).size  # type: ignore[no-any-return]  # a free name


class Rank(IntEnum):
    RED = 1
    BLUE = 2
    LAST = 2


class Other(IntEnum):
    RED = 1
    BLUE = 2
    LAST = 1


def test_what_values_of_an_enumeration_are_called_counts() -> None:
    stamps = {
        stamp_of(LIMIT=3, Suit=one)
        for one in (Suit, Rank, Other, IntEnum("Suit", {"RED": 1, "BLUE": 3}))
    }
    assert len(stamps) == 4
    assert stamp_of(LIMIT=3, Suit=Suit) in stamps


def stamp_of(**names: Any) -> str:
    function = bound(template, __file__, "made", **names)
    assert isinstance(function, FunctionType)
    return stamp(function)


def test_what_a_template_is_bound_to_counts() -> None:
    @kernel
    def one(number: int) -> int:
        return number + 1

    @kernel
    def two(number: int) -> int:
        return number + 2

    plain_dtype, other_dtype = np.dtype([("seats", "i8")]), np.dtype([("seats", "i8"), ("x", "i8")])
    first = {"LIMIT": 3, "inner": one, "DTYPE": plain_dtype}
    stamps = {
        stamp_of(**first),
        stamp_of(**first | {"LIMIT": 4}),
        stamp_of(**first | {"LIMIT": 3.0}),
        stamp_of(**first | {"DTYPE": other_dtype}),
        stamp_of(**first | {"inner": two}),
    }
    assert len(stamps) == 5
    assert stamp_of(**first) in stamps
