"""Connections to a PostgreSQL database, and what their errors mean."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from tischlein.core.errors import TischleinError
from tischlein.tables.outages import in_words
from tischlein.tables.store_errors import StoreError, StoreUnavailableError

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"

IDLE_IN_TRANSACTION = 1500
"""Milliseconds after which the database ends a transaction whose server has fallen asleep."""
ANSWER_WITHIN = 10.0
"""Seconds after which a database that does not answer a statement counts as lost."""
CONNECT_WITHIN = 10.0
"""Seconds for making a connection."""

_LOST = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,  # shutting down, starting up, crashed
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.ReadOnlySQLTransactionError,  # the former primary is now a replica
    asyncpg.TooManyConnectionsError,
    asyncpg.InterfaceError,  # closed while in use
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
"""After these it is unknown whether the statement has been performed."""
_UNDONE = (
    asyncpg.TransactionRollbackError,  # including deadlocks
    asyncpg.LockNotAvailableError,
    asyncpg.InvalidCachedStatementError,  # a migration intervened
    asyncpg.OutdatedSchemaCacheError,
)
"""After these nothing has been changed, and a retry may work."""


def settings() -> dict[str, Any]:
    """Return the settings for making connections."""
    return {
        "command_timeout": ANSWER_WITHIN,
        "timeout": CONNECT_WITHIN,
        "server_settings": {
            "application_name": "tischlein",
            "idle_in_transaction_session_timeout": str(IDLE_IN_TRANSACTION),
        },
    }


async def leave_as_it_is(_: object) -> None:
    """Skip the round trip that resets a connection's session state: no user changes any."""


def shown(address: str) -> str:
    """Return an address without its password, for messages."""
    try:
        parts = urlsplit(address)
    except ValueError:  # its password cannot be located
        return address.partition("://")[0] + "://***"
    if parts.password is None:
        return address
    user_and_host = parts.netloc.rpartition("@")
    user = user_and_host[0].partition(":")[0]
    return urlunsplit(parts._replace(netloc=f"{user}:***@{user_and_host[2]}"))


def why_not_opened(address: str, error: Exception) -> str:
    """Return why a database cannot be opened, and what to do about it."""
    told = f"cannot open the database {shown(address)}: {in_words(error)}"
    if isinstance(error, OSError):
        return f"{told}; see whether PostgreSQL runs there, and takes connections from here"
    if isinstance(error, ValueError):
        return f"{told}; write postgresql://USER@HOST:PORT/NAME"
    return told


def is_lost(error: BaseException) -> bool:
    """Whether the connection broke, so that the request may or may not have been performed."""
    return isinstance(error, _LOST) and not isinstance(error, ValueError)


def may_be_repeated(error: BaseException) -> bool:
    """Whether a retry may work."""
    return is_lost(error) or isinstance(error, _UNDONE)


def meaning(error: Exception) -> Exception:
    """Return what an error of a request means to users of a store."""
    if isinstance(error, TischleinError):
        return error
    # Statements written for both databases (``dialect``) raise the former.
    rejected = (sqlite3.IntegrityError, asyncpg.IntegrityConstraintViolationError)
    if isinstance(error, (*rejected, asyncpg.DataError)):
        return StoreError(f"the database rejects this: {error}")
    if isinstance(error, asyncpg.InterfaceError) and isinstance(error, ValueError):
        return StoreError(f"the database rejects this: {error}")
    if isinstance(error, (asyncpg.PostgresError, *_LOST)):
        return StoreUnavailableError(f"the database failed: {in_words(error)}")
    return error
