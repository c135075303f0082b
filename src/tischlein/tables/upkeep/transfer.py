"""Moves all that is stored from a file to a PostgreSQL database, or back: all of it, or nothing.

What is written is read again and compared, row by row, before it counts.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg

from tischlein.tables.storage.occupancy import locked_database
from tischlein.tables.storage.postgres.connection import Connection
from tischlein.tables.storage.postgres.database import Database
from tischlein.tables.storage.postgres.exclusive_access import check_exclusive
from tischlein.tables.storage.postgres.schema import knows_all_columns
from tischlein.tables.storage.schema import open_database
from tischlein.tables.storage.store_address import is_address
from tischlein.tables.upkeep.archive_errors import ArchiveError

_PAGE = 1000
_LONG = 24 * 3600.0
"""Seconds that a statement may take."""


class SqlTable(NamedTuple):
    """A table that both databases have."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def rows(self) -> str:
        """The statement that reads all of it, in the order of its key."""
        order = ", ".join(self.key or self.columns)
        return f"SELECT {', '.join(self.columns)} FROM {self.name} ORDER BY {order}"


def move_data(source: str, target: str) -> dict[str, int]:
    """Copy everything from one database to another that is empty.

    One of both is the address of a PostgreSQL database, the other a file. No server may have either
    open. Returns how many rows each table has.

    Raises
    ------
    ArchiveError
        If there is nothing to move, a newer version has written more than this one knows, the
        target is not empty, or the two differ afterwards; nothing has been written then.
    DatabaseInUseError, PostgresInUseError
        If a server has the file open, or the database.
    StoreError
        If one of them cannot be opened.
    """
    if is_address(source) == is_address(target):
        raise ArchiveError("one is a file, the other a PostgreSQL database (postgresql://...)")
    if is_address(target):
        return _to_postgres(Path(source), target)
    return _to_file(source, Path(target))


def _to_postgres(file: Path, address: str) -> dict[str, int]:
    if not file.is_file():
        raise ArchiveError(f"there is no database {file}")
    with locked_database(file, ""), closing(open_database(file)) as source:

        async def copy(target: Connection, _: bool) -> dict[str, int]:
            await check_exclusive(target)
            async with target.transaction():
                await target.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                tables = _tables(source)
                for table in tables:
                    if await target.fetchval(f"SELECT EXISTS (SELECT FROM {table.name})"):
                        raise ArchiveError(
                            f"the database has something in its table {table.name!r} already; "
                            "data is moved to an empty one"
                        )
                for table in tables:
                    await _write_to_postgres(source, target, table)
                await target.execute(
                    "UPDATE match SET last ="
                    " (SELECT coalesce(max(number), 0) FROM event WHERE match = id)",
                    timeout=_LONG,
                )
                await _continue_sequences(target)
                return {table.name: await _compare(source, target, table) for table in tables}

        return asyncio.run(_run_on(address, copy))


def _to_file(address: str, file: Path) -> dict[str, int]:
    if file.exists():
        raise ArchiveError(f"{file} is there already; data is moved to a new file")
    partial = file.with_name(f"{file.name}.partial")
    partial.unlink(missing_ok=True)
    try:
        with locked_database(file, ""), closing(open_database(partial)) as target:

            async def copy(source: Connection, _: bool) -> dict[str, int]:
                await check_exclusive(source)
                if not await knows_all_columns(source):
                    raise ArchiveError(
                        "the database was written by a newer Tischlein: install that one, or some"
                        " of it would be lost"
                    )
                async with source.transaction(isolation="repeatable_read", readonly=True):
                    await source.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                    tables = _tables(target)
                    target.execute("BEGIN")
                    for table in tables:
                        await _write_to_file(source, target, table)
                    target.execute("COMMIT")
                    return {table.name: await _compare(target, source, table) for table in tables}

            moved = asyncio.run(_run_on(address, copy))
        partial.replace(file)
    finally:
        for ending in ("", "-wal", "-shm"):
            partial.with_name(partial.name + ending).unlink(missing_ok=True)
    return moved


async def _run_on(
    address: str, copy: Callable[[Connection, bool], Awaitable[dict[str, int]]]
) -> dict[str, int]:
    database = Database(address, connections=1, patience=0)
    try:
        return await database.run(copy)
    finally:
        await database.close()


def _tables(connection: sqlite3.Connection) -> list[SqlTable]:
    """Return the tables of a file, each after those that it refers to."""
    found = []
    for (name,) in connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        " ORDER BY rowid"
    ).fetchall():
        columns = connection.execute(
            "SELECT name, pk FROM pragma_table_info(?) ORDER BY cid", (name,)
        ).fetchall()
        key = sorted((place, column) for column, place in columns if place)
        found.append(SqlTable(name, tuple(c for c, _ in columns), tuple(c for _, c in key)))
    return found


async def _write_to_postgres(
    source: sqlite3.Connection, target: Connection, table: SqlTable
) -> None:
    try:
        await target.copy_records_to_table(
            table.name,
            records=source.execute(table.rows),
            columns=table.columns,
            timeout=_LONG,
        )
    except (asyncpg.DataError, asyncpg.IntegrityConstraintViolationError, ValueError) as error:
        raise ArchiveError(
            f"a row of the table {table.name!r} cannot be kept in PostgreSQL: {error}"
        ) from error


async def _write_to_file(source: Connection, target: sqlite3.Connection, table: SqlTable) -> None:
    marks = ", ".join("?" * len(table.columns))
    insert = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({marks})"
    page: list[tuple[Any, ...]] = []
    async for row in source.cursor(table.rows, prefetch=_PAGE, timeout=_LONG):
        page.append(tuple(row))
        if len(page) == _PAGE:
            target.executemany(insert, page)
            page.clear()
    target.executemany(insert, page)


async def _continue_sequences(connection: Connection) -> None:
    """Set the counters of generated columns to continue after the written rows."""
    for table, column in await connection.fetch(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = current_schema() AND is_identity = 'YES'"
    ):
        await connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', '{column}'),"
            f" (SELECT coalesce(max({column}), 0) + 1 FROM {table}), false)"
        )


async def _compare(file: sqlite3.Connection, other: Connection, table: SqlTable) -> int:
    """Return how many rows a table has in both; refuse one that differs (ArchiveError)."""
    rows: Iterator[tuple[Any, ...]] = iter(file.execute(table.rows))
    count = 0
    async for row in other.cursor(table.rows, prefetch=_PAGE, timeout=_LONG):
        if next(rows, None) != tuple(row):
            raise ArchiveError(f"row {count + 1} of the table {table.name!r} differs")
        count += 1
    if next(rows, None) is not None:
        raise ArchiveError(f"the table {table.name!r} has lost rows")
    return count
