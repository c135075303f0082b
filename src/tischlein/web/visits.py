"""Visitors of a socket: kept company while they wait, turned away with a reason."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from litestar import WebSocket

from tischlein.tables.outages import level_of
from tischlein.tables.problems import ElsewhereError, StorageError, TableError, TooManyError
from tischlein.tables.store_errors import StoreError
from tischlein.web.codes import NOT_FOUND, RESTARTING, TOO_MANY, TRY_LATER
from tischlein.web.messages.sockets import Pong, Problem
from tischlein.web.updates import encode

log = logging.getLogger(__name__)

SIGN_EVERY = 4.0
"""Seconds between two signs of life for whoever waits for a table, whose game may have to be
compiled first: clients give connections up from which they hear nothing for long."""
FAREWELL = 1.0
"""Seconds that closing a connection may take."""
_CODES: dict[type[TableError], int] = {TooManyError: TOO_MANY, StorageError: TRY_LATER}
"""With which a connection is closed that is not wanted, if not as to something unknown."""


@contextmanager
def signs_of_life(socket: WebSocket[Any, Any, Any]) -> Iterator[None]:
    """Show now and then that there is somebody, while what is to be told is made ready."""

    async def give() -> None:
        with suppress(Exception):  # the other side may be gone at any time
            while True:
                await asyncio.sleep(SIGN_EVERY)
                await socket.send_data(encode(Pong()))

    giving = asyncio.create_task(give())
    try:
        yield
    finally:
        giving.cancel()


async def refuse(socket: WebSocket[Any, Any, Any], error: TableError | StoreError) -> None:
    """Say why a connection is not wanted, and close it."""
    if isinstance(error, ElsewhereError):
        with suppress(Exception):
            await socket.close(RESTARTING)  # and come back: the match is served there
        return
    told = error if isinstance(error, TableError) else of_storage(error)
    code = _CODES.get(type(told), NOT_FOUND)
    with suppress(Exception):  # it may be gone already
        await socket.send_data(encode(Problem(told.phrase)))
        await socket.close(code)


def of_storage(error: StoreError) -> StorageError:
    """Return what is told of an error of storage, which is logged."""
    log.log(level_of(error), "storage: %s", error)
    return StorageError()
