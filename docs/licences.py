"""Writes the page on licences from what is locked and bundled: ``python -m docs.licences``.

The browser client's build lists what it has bundled, with full texts; the lock file says which
Python packages come along with the project, and their own metadata under which licence.
"""

from __future__ import annotations

import re
import sysconfig
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

PROJECT = Path(__file__).parent.parent
PAGE = PROJECT / "docs" / "project" / "licences.md"
BUNDLED = PROJECT / "src" / "tischlein" / "web" / "static" / "licences.txt"
_ENTRY = re.compile(r"^## (?P<name>\S+) - (?P<version>\S+) \((?P<licence>.+)\)$", re.MULTILINE)
_INSTALLED = [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
_LONGEST = 60
"""Characters of a licence's name; what is longer is its text."""


class Part(NamedTuple):
    """Something that others have written."""

    name: str
    version: str
    licence: str


def page() -> str:
    """Return the page."""
    return f"""\
# Licences

Tischlein is under the MIT licence. This page lists what it includes and installs.
`python -m docs.licences` generates it from the lock files and from what the build of the browser
client bundles.

## In the browser client

These are part of the wheel. It includes the texts of their licences (`licences.txt`), and a running
server shows them under `/licences.txt`.

{_table(bundled())}

## In this documentation

{_table(installed(["furo", "pygments", "sphinx"]))}

## Python packages

These are not part of the wheel. They are installed with it and include their own licences.

{_table(required())}
"""


def bundled() -> list[Part]:
    """Return what the browser client holds, as its build has found it."""
    listed = _ENTRY.finditer(BUNDLED.read_text(encoding="utf-8"))
    return [Part(one["name"], one["version"], one["licence"]) for one in listed]


def required() -> list[Part]:
    """Return the locked packages that this machine needs to run the project."""
    with (PROJECT / "uv.lock").open("rb") as file:
        locked = {package["name"]: package for package in tomllib.load(file)["package"]}
    found: set[str] = set()
    waiting = list(_needed(locked["tischlein"], ()))
    while waiting:
        name, extras = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _needed(locked[name], extras)
    return installed(sorted(found))


def _needed(package: dict[str, Any], extras: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield what a package depends on, with the extras that it asks for."""
    optional = package.get("optional-dependencies", {})
    listed = [package.get("dependencies", ()), *(optional.get(extra, ()) for extra in extras)]
    for dependencies in listed:
        yield from ((one["name"], one.get("extra", [])) for one in dependencies)


def installed(names: Iterable[str]) -> list[Part]:
    """Return packages with their licences; those of other platforms are left out."""
    # Only there: what has been imported may look elsewhere, too, for what it brings along.
    found = (islice(Distribution.discover(name=name, path=_INSTALLED), 1) for name in names)
    return [
        Part(one.metadata["Name"], one.version, _licence(one)) for one in chain.from_iterable(found)
    ]


def _licence(found: Distribution) -> str:
    """Return a package's licence: its expression, what it is called, or its text's heading."""
    for field in ("License-Expression", "License"):
        for text in found.metadata.get_all(field) or ():
            if 0 < len(text) <= _LONGEST:
                return str(text)
    classifiers = found.metadata.get_all("Classifier") or []
    names = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License")]
    return ", ".join(names) or _heading(found) or "not named in its metadata"


def _heading(found: Distribution) -> str:
    """Return the line of a package's licence that names it, nothing if there is none."""
    for file in found.files or ():
        if file.stem.upper() == "LICENSE":
            lines = file.read_text(encoding="utf-8").splitlines()
            return next(
                (line.strip() for line in lines if line.lower().rstrip().endswith("license")), ""
            )
    return ""


def _table(parts: Iterable[Part]) -> str:
    rows = [f"| {part.name} | {part.version} | {part.licence} |" for part in parts]
    return "\n".join(["| name | version | licence |", "|---|---|---|", *rows])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
