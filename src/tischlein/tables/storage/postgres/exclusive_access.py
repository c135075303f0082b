"""Exclusive use of a PostgreSQL database: no server may have it open, and none joins meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from tischlein.core.errors import TischleinError
from tischlein.tables.storage.postgres.connection import (
    Connection,
    as_store_error,
    connect,
    settings,
    why_not_opened,
)
from tischlein.tables.storage.postgres.store import PostgresStore
from tischlein.tables.storage.store_errors import StoreUnavailableError

_ATTEMPTS = 20
_PAUSE = 0.1
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
       AND application_name = 'tischlein' AND pid <> pg_backend_pid()
"""
_ADDRESSES = "SELECT address FROM node WHERE alive_until > now() AND NOT ended ORDER BY address"


class PostgresInUseError(TischleinError):
    """Servers have the database open.

    Parameters
    ----------
    addresses
        Where those of them reach each other that have said so.
    """

    def __init__(self, addresses: list[str]) -> None:
        where = f" ({', '.join(addresses)})" if addresses else ""
        super().__init__(f"a server has the PostgreSQL database open{where}; end it first")


async def check_exclusive(connection: Connection) -> None:
    """Check that nothing but this connection has the database open.

    A connection that has just ended is still listed for a moment, which is waited for.

    Raises
    ------
    PostgresInUseError
        If something has.
    """
    for _ in range(_ATTEMPTS):
        if not await connection.fetchval(_OTHERS):
            return
        await asyncio.sleep(_PAUSE)
    joined = await connection.fetchval("SELECT to_regclass('node') IS NOT NULL")
    raise PostgresInUseError(await _addresses(connection) if joined else [])


@asynccontextmanager
async def exclusive_store(address: str) -> AsyncIterator[PostgresStore]:
    """Open a store that no server has open; none joins as long as the context lasts.

    A server that starts in the meantime waits until it is over, and says so
    (:func:`tischlein.tables.storage.postgres.maintenance.wait_for_exclusive_command`).

    Raises
    ------
    PostgresInUseError
        If one has it open.
    StoreError
        If the database does not answer, or an address is invalid.
    """
    try:
        guard = await connect(address, **settings())
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        raise StoreUnavailableError(why_not_opened(address, error)) from error
    try:
        await check_exclusive(guard)
        async with PostgresStore(address) as store, guard.transaction():
            try:
                await guard.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
                await guard.execute("LOCK TABLE node IN SHARE MODE")  # all living nodes write to it
                addresses = await _addresses(guard)
            except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                raise as_store_error(error) from error
            if addresses:
                raise PostgresInUseError(addresses)
            yield store
    finally:
        await guard.close()


async def _addresses(connection: Connection) -> list[str]:
    return [str(address) for (address,) in await connection.fetch(_ADDRESSES)]
