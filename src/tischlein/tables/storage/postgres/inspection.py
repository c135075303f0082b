"""Inspects a PostgreSQL database without changing anything in it."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

import asyncpg

from tischlein.core.amounts import many
from tischlein.tables.storage.outages import describe
from tischlein.tables.storage.postgres.connection import Connection, connect, redacted, settings
from tischlein.tables.storage.postgres.schema import check


class Inspection(NamedTuple):
    """The result of an inspection."""

    summary: str = ""
    fault: str = ""
    """Why it cannot be used; empty if it can."""
    ahead: float = 0.0
    """How many seconds its clock is ahead of this machine's."""


def inspect(address: str) -> Inspection:
    """Inspect a database: whether it can be reached, is ours, and what it contains."""
    return asyncio.run(_inspect(address))


async def _inspect(address: str) -> Inspection:
    name = redacted(address)
    try:
        connection = await connect(address, **settings())
        try:
            return await _inspect_connection(connection, name)
        finally:
            await connection.close()
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        return Inspection(fault=f"cannot open {name}: {describe(error)}")


async def _inspect_connection(connection: Connection, name: str) -> Inspection:
    fault, empty = await check(connection, name)
    if fault:
        return Inspection(fault=fault)
    version = str(await connection.fetchval("SHOW server_version")).split()[0]
    present, size = await connection.fetchrow(
        "SELECT extract(epoch FROM clock_timestamp())::float8, pg_database_size(current_database())"
    ) or (0.0, 0)
    summary = f"{name}, PostgreSQL {version}"
    if empty:
        return Inspection(
            f"{summary}, empty: the first start makes the tables", "", present - time.time()
        )
    matches = await connection.fetchval("SELECT count(*) FROM match")
    summary += f", {size / (1 << 20):.1f} MiB, {many(matches, 'match')}"
    return Inspection(summary, "", present - time.time())
