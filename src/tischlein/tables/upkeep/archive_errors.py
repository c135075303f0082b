"""What the archive and backups refuse."""

from __future__ import annotations

from tischlein.core.errors import TischleinError
from tischlein.core.phrases import Phrase, Value


class ArchiveError(TischleinError):
    """Data to be copied, restored or imported is not valid."""


class UnfitRecordError(ArchiveError):
    """A record whose match cannot be stored; ``phrase`` says why in any language."""

    def __init__(self, message: str, key: str, **values: Value) -> None:
        super().__init__(message)
        self.phrase = Phrase(f"problem-record-{key}", values)
