"""Opens storage by name: an SQLite file, or the address of a PostgreSQL database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tischlein.core.errors import TischleinError
from tischlein.tables.ownership import Ownership, Role, SingleServer
from tischlein.tables.storage.occupancy import locked_database
from tischlein.tables.storage.sql_store import SqlStore
from tischlein.tables.storage.sqlite import SqliteStore

if TYPE_CHECKING:
    from tischlein.tables.computing.jobs import JobBoard

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
    with _needs_driver(where):
        from tischlein.tables.storage.postgres.store import PostgresStore
    return PostgresStore(where)


@contextmanager
def _needs_driver(address: str) -> Iterator[None]:
    """Import what a database at an address needs; report what is missing (TischleinError)."""
    if not is_address(address):
        raise TischleinError(
            f"{address!r} is no address of a database: write postgresql://USER@HOST:PORT/NAME; "
            "matches in a file need no address, only its folder (--data)"
        )
    try:
        yield
    except ImportError as error:
        raise TischleinError(
            f"a database in PostgreSQL needs {error.name}: pip install 'tischlein[postgres]'"
        ) from None


@asynccontextmanager
async def open_exclusively(where: Path | str) -> AsyncIterator[SqlStore]:
    """Open a file, or the database at an address, that no server has open meanwhile.

    Raises as :func:`open_store`, and additionally

    Raises
    ------
    TischleinError
        If there is no such file, or a server has it open, or the database.
    """
    if isinstance(where, Path):
        _check_exists(where)
        with locked_database(where, ""):
            async with open_store(where) as store:
                yield store
        return
    with _needs_driver(where):
        from tischlein.tables.storage.postgres.exclusive_access import exclusive_store
    async with exclusive_store(where) as store:
        yield store


def _check_exists(file: Path) -> None:
    if not file.is_file():
        raise TischleinError(f"there is no database {file}")


@asynccontextmanager
async def join_nodes(
    store: SqlStore, address: str, version: str, role: Role = Role.ALL
) -> AsyncIterator[Ownership]:
    """Join the servers that use a database, as long as the context lasts; a file has no others.

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
        yield SingleServer()
        return
    from tischlein.tables.storage.postgres.leases import Leases
    from tischlein.tables.storage.postgres.schema import version_among_nodes
    from tischlein.tables.storage.postgres.store import PostgresStore

    assert isinstance(store, PostgresStore)
    leases = Leases(
        store.database.address, address, version=version_among_nodes(version), role=role
    )
    async with leases:
        store.write_only_owned(leases)
        yield leases


@asynccontextmanager
async def open_job_board(store: SqlStore, ownership: Ownership) -> AsyncIterator[JobBoard | None]:
    """Open the board where a database's servers post jobs for each other; None for a file.

    Raises as :func:`join_nodes`.
    """
    if isinstance(store, SqliteStore):
        yield None
        return
    from tischlein.tables.storage.postgres.jobs import PostgresJobs
    from tischlein.tables.storage.postgres.leases import Leases
    from tischlein.tables.storage.postgres.store import PostgresStore

    assert isinstance(store, PostgresStore)
    assert isinstance(ownership, Leases)
    async with PostgresJobs(store.database.address, ownership.node.id) as jobs:
        yield jobs
