"""Failures of storage, as errors that a caller can tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tischlein.core.errors import TischleinError

if TYPE_CHECKING:
    from tischlein.tables.stored import StoredAnswer


class StoreError(TischleinError):
    """Storage could not do what was requested.

    ::

        StoreError
        ├── MatchNotFoundError      no match has this id
        ├── MatchBrokenError        what is stored of this match cannot be read
        ├── ConflictError           someone else was first
        ├── AlreadyAnsweredError    the command has been answered before
        ├── LeaseLostError          another node owns the match now; nothing was stored
        ├── StoreFullError          too much is waiting already; nothing was stored
        ├── StoreClosedError        the store has been closed; nothing was stored
        ├── StoreUnavailableError   the disk or the database failed
        └── StoreIncompatibleError  the file is not ours, or of a newer version
    """

    repeated = False
    """Whether the request was repeated, and may have been performed before, unconfirmed."""


class MatchNotFoundError(StoreError):
    """No match has this id."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"there is no match {match_id!r}")
        self.match_id = match_id


class MatchBrokenError(StoreError):
    """The stored data of a match cannot be read; other matches are not affected."""

    def __init__(self, match_id: str, reason: object) -> None:
        super().__init__(f"what is stored of match {match_id!r} cannot be read: {reason}")
        self.match_id = match_id


class ConflictError(StoreError):
    """Someone else was first: the number, the id or the revision is taken.

    The caller's copy of the match is outdated; it has to load the match again.
    """


class AlreadyAnsweredError(StoreError):
    """The command has been answered before; nothing was stored now."""

    def __init__(self, answer: StoredAnswer) -> None:
        super().__init__(f"command {answer.command!r} has been answered before")
        self.answer = answer


class LeaseLostError(StoreError):
    """Another node owns the match now; nothing was stored."""

    def __init__(self, match_id: str) -> None:
        super().__init__(f"match {match_id!r} is another node's")
        self.match_id = match_id


class StoreFullError(StoreError):
    """Too many requests are waiting; nothing was stored. Try again a little later."""


class StoreClosedError(StoreError):
    """The store has been closed; nothing was stored."""


class StoreUnavailableError(StoreError):
    """The disk or the database failed.

    Usually nothing was stored. However, a commit that fails may have reached the disk: the owner
    drops its position and loads the match again before it continues.
    """


class StoreIncompatibleError(StoreError):
    """The database is another program's, or was written by a newer version of this one."""


UNAVAILABLE = (StoreFullError, StoreClosedError, StoreUnavailableError)
"""Errors of a storage that is unavailable at the moment."""
