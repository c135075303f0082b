"""Pages that are made: written into the source folder, where git ignores them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def bring_up_to_date(folder: Path, contents: Mapping[str, str]) -> None:
    """Make a folder hold exactly these files; those that stay the same are not touched.

    Parameters
    ----------
    contents
        Text by path within the folder.
    """
    for name, text in contents.items():
        file = folder / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    for file in folder.rglob("*"):
        if file.is_file() and file.relative_to(folder).as_posix() not in contents:
            file.unlink()
