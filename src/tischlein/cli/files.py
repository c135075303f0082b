"""Files that commands write: whole, or not at all."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def write_file(file: Path, text: str) -> None:
    """Write a text to a file, in the place of what was there before.

    Raises
    ------
    OSError
        With the file's name, if it cannot be; what was there before is there still.
    """
    partial = file.with_name(f"{file.name}.partial")
    try:
        partial.write_text(text, encoding="utf-8", newline="\n")
        partial.replace(file)
    except OSError as error:
        # What fails while it is written, as on a full disk, does not say by itself where.
        raise OSError(error.errno, error.strerror, str(file)) from error
    finally:
        with suppress(OSError):  # where there is none; after Ctrl+C there may be
            partial.unlink()
