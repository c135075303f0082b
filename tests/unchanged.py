"""Does anew what could come out otherwise: ``python -m tests.unchanged [--of PATH]... COMMAND``.

Some steps of ./check follow from their sources alone: the documentation, the client's types. Such a
command is run, unless it has gone well before with the same contents of all sources, the same
packages, and what it made is still as it was. Tests are no such step: they are always run.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import distributions
from pathlib import Path

KEPT = Path(".check_cache")
"""Where it is noted what has gone well; git ignores it."""


def run(command: Sequence[str], sources: Sequence[str] = (), makes: Path | None = None) -> int:
    """Run a command in the project's folder unless it would only do the same; return its code.

    Parameters
    ----------
    sources
        Files and folders that it reads, as git's pathspecs; by default all that git knows.
    makes
        The folder into which it writes, which is emptied first.
    """
    note = KEPT / hashlib.sha256("\0".join(command).encode()).hexdigest()[:16]
    before = _state(sources)
    if before and note.is_file() and note.read_text() == f"{before} {_contents(_within(makes))}":
        print("as it was when this last went well")
        return 0
    note.unlink(missing_ok=True)
    if makes is not None:
        shutil.rmtree(makes, ignore_errors=True)
    code = subprocess.run(command, check=False).returncode
    # What was edited meanwhile may have been read or not.
    if code == 0 and before and _state(sources) == before:
        KEPT.mkdir(exist_ok=True)
        note.write_text(f"{before} {_contents(_within(makes))}")
    return code


def _state(sources: Sequence[str]) -> str:
    """Return a hash of everything that decides what comes out; nothing where git is not there."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *sources]
    try:
        known = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    packages = sorted(f"{one.name} {one.version}" for one in distributions())
    python = hashlib.sha256("\n".join([sys.version, *packages]).encode()).hexdigest()
    return python + _contents(Path(name) for name in sorted(set(known.split("\0"))) if name)


def _within(folder: Path | None) -> list[Path]:
    return [] if folder is None else sorted(file for file in folder.rglob("*") if file.is_file())


def _contents(files: Iterable[Path]) -> str:
    """Return a hash of the names and contents of files; one that is deleted counts as well."""
    digest = hashlib.sha256()
    for file in files:
        content = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
        digest.update(f"{file.as_posix()}\0{content}\0".encode())
    return digest.hexdigest()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.unchanged")
    parser.add_argument("--of", action="append", default=[], metavar="PATH", help="a source")
    parser.add_argument("--makes", type=Path, metavar="FOLDER", help="what it writes")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args()
    sys.exit(run(asked.command, asked.of, asked.makes))
