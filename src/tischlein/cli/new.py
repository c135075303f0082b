"""Start a new game: a package that is playable at once, to be changed file by file."""

from __future__ import annotations

import re
from importlib.resources import as_file, files
from pathlib import Path

from tischlein.core import registry
from tischlein.core.errors import GameError

_KEY = "heap"
"""The key of the game in the template; the new game's key replaces it."""
_SOURCES = "heap"
"""The template's folder that becomes the package."""


def new(key: str, parent: Path) -> Path:
    """Write a package with a game of that key into a new folder, and return the folder.

    Raises
    ------
    GameError
        If the key is invalid or already taken.
    FileExistsError
        If there is a folder of that name.
    """
    if not re.fullmatch(r"(?=.{3,30}$)[a-z]+(_[a-z]+)*", key):
        raise GameError(
            "a game's key is 3 to 30 lower-case letters, with single underscores between words, "
            f"such as my_game, not {key!r}"
        )
    if key in registry.keys():
        raise GameError(f"there is a game with the key {key!r} already; choose another")
    folder = parent / key
    folder.mkdir(parents=True)
    package = f"tischlein_{key}"
    with as_file(files("tischlein.cli") / "template") as template:
        for source in sorted(template.rglob("*")):
            if source.is_file() and source.suffix != ".pyc":
                target = folder / _target(source.relative_to(template), key, package)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(_renamed(source.read_text(encoding="utf-8"), key), "utf-8")
    return folder


def _target(path: Path, key: str, package: str) -> Path:
    if path.parts[0] == _SOURCES:
        return Path("src", package, *path.parts[1:])
    return path.with_name(path.name.replace(_KEY, key))


def _renamed(text: str, key: str) -> str:
    """Return the content of a template file for the new game."""
    title = key.replace("_", " ").capitalize()
    prefix = f"{key.replace('_', '')}xx"[:3].upper()
    text = text.replace("HeapState", f"{title.title().replace(' ', '')}State")
    text = re.sub(r"\bHeap\b", title, text).replace("HEA-", f"{prefix}-")
    text = text.replace('prefix="HEA"', f'prefix="{prefix}"')
    for package in ("tischlein-heap", "tischlein_heap"):
        text = text.replace(package, package.replace(_KEY, key))
    return re.sub(
        r'(key="|games\]\n|play |game: )heap\b', lambda match: f"{match[1]}{key}", text
    ).replace('\nheap = "', f'\n{key} = "')
