"""Files that nobody else on this machine may read: their names alone give access to matches."""

from __future__ import annotations

from pathlib import Path


def make_private(file: Path) -> None:
    """Create a file for writing, and its folder, which nobody else may look into.

    Raises
    ------
    OSError
        If they cannot be created, or the folder is another user's.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.parent.chmod(0o700)  # older versions made it accessible to everybody
    file.touch(mode=0o600)
