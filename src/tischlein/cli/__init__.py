"""The command line: ``tischlein``, or ``python -m tischlein``.

Commands import what they need when they run, so that help and completion answer at once.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path

__all__ = ["main"]

FAILED = 1
"""Exit code of a check that fails, or of an invalid file."""
USAGE = 2
"""Exit code of a command that cannot be carried out as asked."""
INTERRUPTED = 130
"""Exit code of a command that was ended by Ctrl-C, as in shells."""


def main() -> None:
    """Run the command line and end the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # some terminals lack characters
    try:
        _run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _run() -> None:
    from tischlein.cli.commands import app
    from tischlein.core.errors import TischleinError

    try:
        app(prog_name="tischlein")
    except (TischleinError, ValueError, OverflowError, OSError) as error:
        _complain(_in_words(error))
        sys.exit(USAGE)


def _in_words(error: Exception) -> str:
    if isinstance(error, FileExistsError) and error.filename:
        no_folder = "" if Path(error.filename).is_dir() else ", and is no folder"
        return f"{error.filename} is there already{no_folder}"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error) or type(error).__name__


def _complain(message: str) -> None:
    print(f"tischlein: {message}", file=sys.stderr)
