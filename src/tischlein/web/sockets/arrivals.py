"""Visitors of a socket: sent signs of life while they wait, or refused with a reason."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from litestar import WebSocket

from tischlein.tables.problems import (
    ServerEndsError,
    StorageError,
    TableClosedError,
    TableError,
    TooManyError,
)
from tischlein.tables.storage.outages import log_level
from tischlein.tables.storage.store_errors import StoreError
from tischlein.web.http.codes import NOT_FOUND, RESTARTING, TOO_MANY, TRY_LATER
from tischlein.web.messages.sockets import Pong, Problem
from tischlein.web.sockets.updates import encode

log = logging.getLogger(__name__)

KEEP_ALIVE_EVERY = 4.0
"""Seconds between two signs of life for a client that waits for a table.

The game may have to be compiled first, and clients give up silent connections.
"""
CLOSE_TIMEOUT = 1.0
"""Seconds that closing a connection may take."""
_CODES: dict[type[TableError], int] = {TooManyError: TOO_MANY, StorageError: TRY_LATER}
"""The closing codes of refused connections; by default as for something unknown."""


@contextmanager
def keep_alive(socket: WebSocket[Any, Any, Any]) -> Iterator[None]:
    """Send signs of life while the table is being prepared."""

    async def give() -> None:
        with suppress(Exception):  # the other side may be gone at any time
            while True:
                await asyncio.sleep(KEEP_ALIVE_EVERY)
                await socket.send_data(encode(Pong()))

    giving = asyncio.create_task(give())
    try:
        yield
    finally:
        giving.cancel()


async def refuse(socket: WebSocket[Any, Any, Any], error: TableError | StoreError) -> None:
    """Send why a connection is refused, and close it."""
    if isinstance(error, (TableClosedError, ServerEndsError)):
        with suppress(Exception):
            await socket.close(RESTARTING)  # the client reconnects: the match is served elsewhere
        return
    reason = error if isinstance(error, TableError) else of_storage(error)
    code = _CODES.get(type(reason), NOT_FOUND)
    with suppress(Exception):  # it may be gone already
        await socket.send_data(encode(Problem(reason.phrase)))
        await socket.close(code)


def of_storage(error: StoreError) -> StorageError:
    """Return the error to send for an error of storage, which is logged."""
    log.log(log_level(error), "storage: %s", error)
    return StorageError()
