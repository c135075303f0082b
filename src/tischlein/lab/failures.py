"""What went wrong in an entrant's code, in words that say where."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

import tischlein
from tischlein.core.errors import TischleinError

FAILURES = (Exception, SystemExit)
"""Whatever an entrant's code may raise, other than for Ctrl+C: it may be anybody's."""

_LIBRARIES = tuple(
    Path(folder)
    for folder in (
        *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
        *tischlein.__path__,
    )
)


def in_words(error: BaseException) -> str:
    """Return what an error says; of one that an entrant's code made, also its kind and place."""
    where = place(error)
    if isinstance(error, TischleinError) or (where is None and isinstance(error, ValueError)):
        return str(error)
    kind = type(error).__name__
    said = ": ".join(part for part in (kind, str(error)) if part)
    return said if where is None else f"{said} ({where})"


def place(error: BaseException) -> str | None:
    """Return the innermost line of an entrant's own code that an error passed; None without one."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file.is_file() and not any(file.is_relative_to(folder) for folder in _LIBRARIES):
            return f"{file.name}, line {frame.lineno}"
    return None
