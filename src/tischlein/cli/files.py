"""Writing files completely or not at all."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def write_file(file: Path, text: str) -> None:
    """Write a text to a file, replacing what was there before.

    Raises
    ------
    OSError
        With the file's name, if it cannot be written; the former content is still there.
    """
    partial = file.with_name(f"{file.name}.partial")
    try:
        partial.write_text(text, encoding="utf-8", newline="\n")
        partial.replace(file)
    except OSError as error:
        # Errors while writing, as on a full disk, do not name the file themselves.
        raise OSError(error.errno, error.strerror, str(file)) from error
    finally:
        with suppress(OSError):  # usually there is none; after Ctrl+C there may be
            partial.unlink()
