"""The quick check runs the tests of what has changed, found by their place."""

import subprocess
from pkgutil import iter_modules

import pytest

from tests.touched import proving
from tischlein import games
from tischlein.core import registry

KEY = next(iter_modules(games.__path__)).name


@pytest.fixture(scope="module")
def present() -> frozenset[str]:
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True)
    return frozenset(listed.stdout.splitlines())


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        ("src/tischlein/core/seats.py", ["tests/core/test_seats.py"]),
        ("src/tischlein/core/errors.py", ["tests/core"]),
        ("src/tischlein/tables/match/ledger.py", ["tests/tables/match"]),
        ("src/tischlein/web/messages/table.py", ["tests/web"]),
        ("tests/core/test_seats.py", ["tests/core/test_seats.py"]),
        ("tests/tables/playing.py", ["tests/tables"]),
        ("tests/conftest.py", []),
        ("src/tischlein/__init__.py", []),
        ("README.md", []),
    ],
)
def test_a_module_is_proven_by_the_tests_beside_it(
    changed: str, tests: list[str], present: frozenset[str]
) -> None:
    assert proving([changed], present) == tests


def test_a_game_is_proven_by_its_folder_and_a_match(present: frozenset[str]) -> None:
    match = f"test_conformance[{KEY}-{registry.load(KEY).seats[0]}-match-0]"
    assert proving([f"src/tischlein/games/{KEY}/rules.py"], present) == [
        f"tests/games/{KEY}",
        f"tests/test_conformance.py::{match}",
    ]


def test_a_file_within_a_folder_that_is_tested_as_a_whole_is_not_tested_twice(
    present: frozenset[str],
) -> None:
    both = ["src/tischlein/core/seats.py", "src/tischlein/core/errors.py"]
    assert proving(both, present) == ["tests/core"]


def test_what_is_deleted_is_not_asked_for(present: frozenset[str]) -> None:
    assert proving(["tests/core/test_gone.py", "src/tischlein/gone/away.py"], present) == []
