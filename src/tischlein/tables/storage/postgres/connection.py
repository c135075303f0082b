"""Connections to a PostgreSQL database, and what their errors mean."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from tischlein.core.errors import TischleinError
from tischlein.tables.storage.outages import describe
from tischlein.tables.storage.store_errors import StoreError, StoreUnavailableError

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    _Plain = asyncpg.Connection[asyncpg.Record]
else:
    _Plain = asyncpg.Connection

Connection: TypeAlias = "asyncpg.Connection[asyncpg.Record] | PoolConnectionProxy[asyncpg.Record]"

IDLE_IN_TRANSACTION = 1500
"""Milliseconds after which the database ends a transaction whose server has fallen asleep."""
ANSWER_TIMEOUT = 10.0
"""Seconds after which a database that does not answer a statement counts as lost."""
CONNECT_TIMEOUT = 10.0
"""Seconds for making a connection."""
NEXT_HOST = 1.0
"""Seconds after which the next of several hosts is tried as well."""
VANISHED_AFTER = 3_000
"""Milliseconds without a TCP acknowledgement after which the connection breaks. A host that is busy
with a long statement still acknowledges."""
_PROBE_INTERVAL = 1
"""Seconds between keepalive probes, and before the first one."""

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
_ASK_ANOTHER = (
    asyncpg.TargetServerAttributeNotMatched,
    asyncpg.CannotConnectNowError,
    OSError,
)
"""After these another of several hosts may be usable."""
_UNDONE = (
    asyncpg.TransactionRollbackError,  # including deadlocks
    asyncpg.LockNotAvailableError,
    asyncpg.InvalidCachedStatementError,  # a migration intervened
    asyncpg.OutdatedSchemaCacheError,
)
"""After these nothing has been changed, and a retry may work."""


class _KeepaliveConnection(_Plain):
    """A connection that breaks soon if the database's host vanishes."""

    def __init__(self, protocol: Any, transport: asyncio.Transport, *others: Any) -> None:
        """Set the socket's timeouts."""
        super().__init__(protocol, transport, *others)
        _enable_keepalive(transport.get_extra_info("socket"))


def _enable_keepalive(connected: socket.socket) -> None:
    if connected.family not in (socket.AF_INET, socket.AF_INET6):
        return
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", _PROBE_INTERVAL),
        ("TCP_KEEPINTVL", _PROBE_INTERVAL),
        ("TCP_KEEPCNT", VANISHED_AFTER // (1000 * _PROBE_INTERVAL)),
        ("TCP_USER_TIMEOUT", VANISHED_AFTER),
    ):
        if hasattr(socket, name):  # not every system has all of them
            connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def settings() -> dict[str, Any]:
    """Return the settings for making connections."""
    return {
        "connection_class": _KeepaliveConnection,
        "command_timeout": ANSWER_TIMEOUT,
        "timeout": CONNECT_TIMEOUT,
        "server_settings": {
            "application_name": "tischlein",
            "idle_in_transaction_session_timeout": str(IDLE_IN_TRANSACTION),
        },
    }


async def connect(address: str, **settings: Any) -> Connection:
    """Connect to the first usable host of an address.

    asyncpg has a single timeout for all hosts, which one that does not respond uses up.
    """
    hosts = _each_host(address)
    found: Connection
    if len(hosts) == 1:
        found = await asyncpg.connect(address, **settings)
        return found
    tried: list[asyncio.Task[Any]] = []
    running: set[asyncio.Task[Any]] = set()
    errors: list[Exception] = []
    try:
        while hosts or running:
            if hosts:
                tried.append(asyncio.create_task(asyncpg.connect(hosts.pop(0), **settings)))
                running.add(tried[-1])
            done, running = await asyncio.wait(
                running,
                timeout=NEXT_HOST if hosts else None,
                return_when=asyncio.FIRST_COMPLETED,
            )
            for one in done:
                try:
                    found = one.result()
                except _ASK_ANOTHER as error:
                    errors.append(error)
                else:
                    tried.remove(one)
                    return found
    finally:
        for one in tried:
            one.add_done_callback(_discard)
            one.cancel()
    # A host that is merely a standby says less than one that fails.
    raise min(errors, key=lambda error: isinstance(error, asyncpg.TargetServerAttributeNotMatched))


def _each_host(address: str) -> list[str]:
    """Return a separate address for each host that an address names before its path."""
    try:
        parts = urlsplit(address)
    except ValueError:  # asyncpg reports it
        return [address]
    user, at, hosts = parts.netloc.rpartition("@")
    return [urlunsplit(parts._replace(netloc=f"{user}{at}{host}")) for host in hosts.split(",")]


def _discard(task: asyncio.Task[Any]) -> None:
    """Close a connection that is not needed, since another was faster."""
    if not task.cancelled() and task.exception() is None:
        task.result().terminate()


def pool_settings(made: dict[str, Any]) -> dict[str, Any]:
    """Return settings of connections for a pool, which opens them on demand."""
    return {"min_size": 0, "connect": connect, "reset": skip_reset, **made}


async def skip_reset(_: object) -> None:
    """Skip the round trip that resets a connection's session state: no user changes any."""


def redacted(address: str) -> str:
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
    message = f"cannot open the database {redacted(address)}: {describe(error)}"
    if isinstance(error, OSError):
        return f"{message}; see whether PostgreSQL runs there, and takes connections from here"
    if isinstance(error, ValueError):
        return f"{message}; write postgresql://USER@HOST:PORT/NAME"
    return message


def is_connection_lost(error: BaseException) -> bool:
    """Whether the connection broke, so that the request may or may not have been performed."""
    return isinstance(error, _LOST) and not isinstance(error, ValueError)


def is_retryable(error: BaseException) -> bool:
    """Whether a retry may work."""
    return is_connection_lost(error) or isinstance(error, _UNDONE)


def as_store_error(error: Exception) -> Exception:
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
        return StoreUnavailableError(f"the database failed: {describe(error)}")
    return error
