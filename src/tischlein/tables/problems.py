"""Requests to tables that cannot be met: each says why, in words that can be translated."""

from __future__ import annotations

from tischlein.core.errors import TischleinError
from tischlein.core.phrases import Phrase, Value


class TableError(TischleinError):
    """A request to a table that cannot be met; nothing has changed.

    ::

        TableError
        ├── UnknownError       what the request names does not exist
        ├── InvalidError       the request contradicts itself or its game
        ├── NotAllowedError    somebody else may do this
        ├── NotNowError        not as the table stands
        │   ├── StorageError       it cannot be written just now
        │   ├── ServerEndsError    the server ends before it could be done
        │   └── TableClosedError   the table has been put away
        │       └── ElsewhereError     another node owns the match
        └── TooManyError       too much or too fast; later it may be possible

    Parameters
    ----------
    key
        The message ``problem-KEY`` of the texts.
    values
        The values that the message needs.

    Attributes
    ----------
    detail
        What is wrong, in English and in more detail, for programmers.
    """

    detail = ""

    def __init__(self, key: str, **values: Value) -> None:
        self.phrase = Phrase(f"problem-{key}", values)
        details = ", ".join(f"{name}={value}" for name, value in values.items())
        super().__init__(f"{key} ({details})" if details else key)


class UnknownError(TableError):
    """What the request names does not exist."""


class InvalidError(TableError):
    """The request contradicts itself or its game."""


class NotAllowedError(TableError):
    """Somebody else may do this."""


class NotNowError(TableError):
    """It is not possible in the table's current state."""


class StorageError(NotNowError):
    """It cannot be written at the moment; nothing is lost, and soon it may work."""

    def __init__(self) -> None:
        super().__init__("storage")


class ServerEndsError(NotNowError):
    """The server ends before it could be done; the next one does it, or another node."""

    def __init__(self) -> None:
        super().__init__("server")


class TableClosedError(NotNowError):
    """The table was put away during the request, which may have been performed."""

    def __init__(self) -> None:
        super().__init__("table-closed")


class ElsewhereError(TableClosedError):
    """Another node owns the match; a repeated request finds it there."""


class TooManyError(TableError):
    """Too much or too fast; later it may be possible.

    Attributes
    ----------
    seconds
        After how many a retry makes sense; the message may say so.
    """

    def __init__(self, key: str, *, seconds: int = 1, **values: Value) -> None:
        super().__init__(key, seconds=seconds, **values)
        self.seconds = seconds
