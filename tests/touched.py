"""Which tests prove what has changed: ``python -m tests.touched`` prints them for pytest.

A change is what differs from the last commit, new files included. Tests mirror the sources: a
module is proven by the test file of its name, where there is none by the folder of its room or the
nearest around it that has tests, and a game by its folder and one match for all properties. What
all tests share is left to ``./check``.
"""

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import PurePath

from tischlein.core import registry

PACKAGE = PurePath("src/tischlein")
GAMES = PACKAGE / "games"
TESTS = PurePath("tests")


def proving(changed: Iterable[str], present: frozenset[str]) -> list[str]:
    """Return test files, folders and selected tests for changed files, each once, in order.

    Parameters
    ----------
    changed
        Paths of changed files, relative to the project.
    present
        Paths of all files that there are, relative to the project.
    """
    parents = {parent for name in present for parent in PurePath(name).parents}
    folders = {str(parent) for parent in parents if parent.is_relative_to(TESTS)} - {str(TESTS)}
    found: dict[str, None] = {}
    for name in changed:
        for test in _tests_of(PurePath(name), present):
            if test.partition("::")[0] in present | folders:
                found[test] = None
    return [test for test in found if not any(_lies_in(test, other) for other in found)]


def _tests_of(changed: PurePath, present: frozenset[str]) -> Iterator[str]:
    if changed.is_relative_to(TESTS):
        yield str(changed if changed.name.startswith("test_") else changed.parent)
    elif changed.is_relative_to(GAMES):
        key = changed.relative_to(GAMES).parts[0].removesuffix(".py")
        yield str(TESTS / "games" / key)
        if key in registry.keys():
            fewest = registry.load(key).seats[0]
            yield f"tests/test_conformance.py::test_conformance[{key}-{fewest}-match-0]"
    elif changed.is_relative_to(PACKAGE):
        inner = changed.relative_to(PACKAGE)
        named = TESTS / inner.with_name(f"test_{inner.stem}.py")
        yield str(named if str(named) in present else _nearest(TESTS / inner.parent, present))
    elif changed.is_relative_to("examples"):
        yield "tests/test_examples.py"


def _nearest(folder: PurePath, present: frozenset[str]) -> PurePath:
    """Return the folder itself if anything is in it, or else the innermost one around it."""
    taken = {parent for name in present for parent in PurePath(name).parents}
    return next(around for around in (folder, *folder.parents) if around in taken)


def _lies_in(test: str, other: str) -> bool:
    return test != other and PurePath(test).is_relative_to(other)


def _git(*arguments: str) -> list[str]:
    ran = subprocess.run(["git", *arguments, "-z"], capture_output=True, text=True, check=True)
    return [name for name in ran.stdout.split("\0") if name]


if __name__ == "__main__":
    new = _git("ls-files", "--others", "--exclude-standard")
    present = frozenset(_git("ls-files") + new)
    changed = _git("diff", "HEAD", "--name-only", "--no-renames")
    print(*proving([*changed, *new], present))
