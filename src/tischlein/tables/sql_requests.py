"""How a database is asked in SQL: work for a connection is handed over, and its result awaited."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Protocol, TypeVar

_Result = TypeVar("_Result")


class Writing(Protocol):
    """What a store writes with."""

    async def submit(
        self, work: Callable[[sqlite3.Connection], _Result], match_id: str | None = None, /
    ) -> _Result:
        """Have `work` done in a transaction; return its result once that is committed.

        With a match, what is done about it is done in the order in which it was asked.
        """


class Reading(Protocol):
    """What a store reads with."""

    async def submit(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Have `work` done on a view of the database at one moment; return its result."""
