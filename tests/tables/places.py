"""Where a store can be: what the tests that all stores share need to know of each."""

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from tests.postgresql import Cluster
from tests.tables.storing import new_match
from tischlein.tables.storage.postgres.store import PostgresStore
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.storage.sqlite import SqliteStore


class Place(Protocol):
    """An empty database of a test's own."""

    name: str
    """What opens it: a path or an address."""

    def open(self, *, capacity: int = 4096, readers: int = 4) -> SqlStore:
        """Open a store here; several are as many processes."""

    def command(self, sql: str) -> None:
        """Do something behind the stores' backs."""

    def rows(self, table: str) -> int:
        """Return how many rows a table has."""

    def columns(self) -> dict[str, set[str]]:
        """Return the columns of each table."""

    def held_up(self) -> AbstractContextManager[None]:
        """Keep the database locked as another process would, so that requests queue up."""


class File:
    """A file of SQLite."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path

    def open(self, *, capacity: int = 4096, readers: int = 4) -> SqlStore:
        return SqliteStore(self._path, capacity=capacity, reader_threads=readers)

    def command(self, sql: str) -> None:
        with closing(sqlite3.connect(self._path)) as other, other:
            other.execute(sql)

    def rows(self, table: str) -> int:
        with closing(sqlite3.connect(self._path)) as other:
            return int(other.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    def columns(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        with closing(sqlite3.connect(self._path)) as other:
            for table, column in other.execute(
                "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c"
                " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"
            ):
                found.setdefault(table, set()).add(column)
        return found

    @contextmanager
    def held_up(self) -> Iterator[None]:
        with closing(sqlite3.connect(self._path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")


class Address:
    """A database of a PostgreSQL server."""

    def __init__(self, address: str, cluster: Cluster) -> None:
        self.name = address
        self._database = urlsplit(address).path[1:]
        self._cluster = cluster

    def open(self, *, capacity: int = 4096, readers: int = 4) -> SqlStore:
        return PostgresStore(self.name, capacity=capacity, connections=readers)

    def command(self, sql: str) -> None:
        self._cluster.command(sql, self._database)

    def rows(self, table: str) -> int:
        return int(self._cluster.command(f"SELECT count(*) FROM {table}", self._database))

    def columns(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        listed = self._cluster.command(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public'",
            self._database,
        )
        for line in listed.splitlines():
            table, _, column = line.partition("|")
            found.setdefault(table, set()).add(column)
        return found

    def held_up(self) -> AbstractContextManager[None]:
        return self._cluster.locked("match", self._database)


@asynccontextmanager
async def store_with(place: Place, *match_ids: str) -> AsyncIterator[SqlStore]:
    """Open a store in which these matches exist."""
    async with place.open() as store:
        for match_id in match_ids:
            await store.create_match(new_match(match_id))
        yield store
