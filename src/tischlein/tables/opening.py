"""Opens the storage that somebody names: a file of SQLite, or the address of a PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tischlein.core.errors import TischleinError
from tischlein.tables.ownership import Alone, Ownership, Role
from tischlein.tables.sql_store import SqlStore
from tischlein.tables.sqlite import SqliteStore

if TYPE_CHECKING:
    from tischlein.tables.jobs import Board

SCHEMES = ("postgresql://", "postgres://")


def is_address(text: str) -> bool:
    """Whether a text is the address of a PostgreSQL database."""
    return text.startswith(SCHEMES)


def open_store(where: Path | str) -> SqlStore:
    """Open a file, or the database at an address.

    Raises
    ------
    TischleinError
        If what PostgreSQL needs is not installed, or a text is no address.
    StoreError
        If it cannot be opened.
    """
    if isinstance(where, Path):
        return SqliteStore(where)
    if not is_address(where):
        raise TischleinError(
            f"{where!r} is no address of a database: write postgresql://USER@HOST:PORT/NAME"
        )
    try:
        from tischlein.tables.postgres.store import PostgresStore
    except ImportError as error:
        raise TischleinError(
            f"a database in PostgreSQL needs {error.name}: pip install 'tischlein[postgres]'"
        ) from None
    return PostgresStore(where)


@asynccontextmanager
async def joined(
    store: SqlStore, address: str, version: str, role: Role = Role.ALL
) -> AsyncIterator[Ownership]:
    """Join the servers that use a database, as long as the context lasts; with a file, nobody.

    Parameters
    ----------
    address
        Where the others reach this server.
    version
        Of its program.
    role
        What it does.

    Raises
    ------
    StoreError
        If the database does not answer.
    """
    if isinstance(store, SqliteStore):
        yield Alone()
        return
    from tischlein.tables.postgres.leases import Leases
    from tischlein.tables.postgres.store import PostgresStore

    assert isinstance(store, PostgresStore)
    leases = Leases(store.database.address, address, version=version, role=role)
    async with leases:
        store.write_only_owned(leases)
        yield leases


@asynccontextmanager
async def board(store: SqlStore, ownership: Ownership) -> AsyncIterator[Board | None]:
    """Open where the servers that use a database put jobs for each other; with a file, nowhere.

    Raises as :func:`joined`.
    """
    if isinstance(store, SqliteStore):
        yield None
        return
    from tischlein.tables.postgres.jobs import Jobs
    from tischlein.tables.postgres.leases import Leases
    from tischlein.tables.postgres.store import PostgresStore

    assert isinstance(store, PostgresStore)
    assert isinstance(ownership, Leases)
    async with Jobs(store.database.address, ownership.node.id) as jobs:
        yield jobs
