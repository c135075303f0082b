"""Writing files completely or not at all."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def write_whole(file: Path, content: str | bytes | memoryview) -> None:
    """Write a file, replacing what was there before; a text in UTF-8, its lines as they are.

    Raises
    ------
    OSError
        With the file's name, if it cannot be written; the former content is still there.
    """
    unfinished = file.with_name(f"{file.name}.tmp")
    try:
        unfinished.write_bytes(content.encode() if isinstance(content, str) else content)
        unfinished.replace(file)
    except OSError as error:
        # Errors while writing, as on a full disk, do not name the file themselves.
        raise OSError(error.errno, error.strerror, str(file)) from error
    finally:
        with suppress(OSError):  # usually there is none; after Ctrl+C there may be
            unfinished.unlink()
