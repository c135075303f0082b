"""How an SQL database is accessed: work for a connection is handed over, and its result awaited."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Protocol, TypeVar

_Result = TypeVar("_Result")


class SqlWriter(Protocol):
    """What a store writes with."""

    async def submit(
        self, work: Callable[[sqlite3.Connection], _Result], match_id: str | None = None, /
    ) -> _Result:
        """Run `work` in a transaction; return its result once that is committed.

        With a match, work about it is done in the order in which it was requested.
        """


class SqlReader(Protocol):
    """What a store reads with."""

    async def submit(self, work: Callable[[sqlite3.Connection], _Result]) -> _Result:
        """Run `work` on a consistent view of the database; return its result."""
