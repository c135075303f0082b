"""A fault as data: one change of one file, the promise it breaks, and who should notice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Fault:
    """One mistake that somebody could make."""

    name: str
    file: str
    """The source, relative to the project."""
    text: str
    """What stands there exactly once."""
    replacement: str
    promise: str
    """What no longer holds."""
    tests: tuple[str, ...]
    """Arguments of pytest, or files of the client's tests (``client/tests/...``), not both."""

    def planted(self, source: str) -> str:
        """Return a source with the fault in it.

        Raises
        ------
        ValueError
            If the text that it changes does not stand there exactly once.
        """
        times = source.count(self.text)
        if times != 1:
            raise ValueError(
                f"the fault {self.name!r} changes {self.text!r}, which stands {times} times in "
                f"{self.file}, not once: write it anew for the source as it is"
            )
        return source.replace(self.text, self.replacement)

    def plant(self, root: Path) -> None:
        """Put the fault into a copy of the project (ValueError if it does not fit)."""
        file = root / self.file
        file.write_text(self.planted(file.read_text(encoding="utf-8")), encoding="utf-8")
