"""Files that nobody else on this machine may read: their names alone give access to matches."""

from __future__ import annotations

import secrets
from pathlib import Path


def begin_private(whole: Path) -> Path:
    """Create a private file beside another, to be written and then put in its place; return it.

    Nobody else writes to it: servers may share a folder, and do the same work.

    Raises
    ------
    OSError
        As :func:`make_private`.
    """
    part = whole.with_suffix(f".{secrets.token_hex(8)}{whole.suffix}")
    make_private(part)
    return part


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
