"""Servers wait while a command has their database to itself, and say so."""

from __future__ import annotations

import asyncio
import logging

from tischlein.tables.storage.postgres.connection import Connection

log = logging.getLogger(__name__)

CHECK_EVERY = 0.25
"""Seconds between two polls."""
_HELD = """
    SELECT EXISTS (
        SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
         WHERE pg_database.datname = current_database() AND locktype = 'relation'
           AND relation = to_regclass('node') AND mode = 'ShareLock' AND granted)
"""
"""Whether a command holds the lock that keeps servers away (``exclusive_store``)."""


async def wait_for_exclusive_command(connection: Connection) -> bool:
    """Wait until no command has the database to itself, however long; return whether one had."""
    waits = False
    while await connection.fetchval(_HELD):
        if not waits:
            waits = True
            log.warning(
                "a command such as rerate or remove has the PostgreSQL database to itself: this"
                " server waits, and goes on by itself once that is over"
            )
        await asyncio.sleep(CHECK_EVERY)
    return waits
