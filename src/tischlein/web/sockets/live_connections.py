"""All connections at the server's tables, admitted and sent away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

from litestar import WebSocket

from tischlein.tables.hall import Hall
from tischlein.tables.match.table import Table
from tischlein.tables.problems import TableError
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.stored import StoredProgram
from tischlein.web.http.codes import GOING_AWAY
from tischlein.web.http.limits import (
    CONNECTION_COST,
    RETRY_WHEN_BUSY,
    BucketPair,
    Limits,
    RateKey,
    RateLimiter,
    too_many,
)
from tischlein.web.http.sessions import Caller, caller_of
from tischlein.web.sockets.arrivals import keep_alive, refuse
from tischlein.web.sockets.live import Connection, TableConnections
from tischlein.web.sockets.protocol import text_writer

NOBODY = Caller(None)
"""The owner of a connection whose session has ended."""


class LiveConnections:
    """All connections of the server."""

    def __init__(
        self, hall: Hall, limits: Limits, limiter: RateLimiter, on_move: Callable[[float], object]
    ) -> None:
        """Begin without connections; `on_move` is called with the seconds that each move took."""
        self.hall = hall
        self._on_move = on_move
        self.limits = limits
        self._limiter = limiter
        self._tables: dict[str, TableConnections] = {}
        self._programs: Counter[StoredProgram] = Counter()
        """How many connections each program has."""

    async def serve(
        self,
        socket: WebSocket[Any, Any, Any],
        match_id: str,
        rate_key: RateKey,
        *,
        scenes: bool,
        aided: bool,
    ) -> None:
        """Serve a connection to its end."""
        try:
            self._limiter.request(rate_key, CONNECTION_COST)
            async with AsyncExitStack() as stack:
                stack.enter_context(self._limiter.connection(rate_key))
                with keep_alive(socket):
                    table = await stack.enter_async_context(self.hall.table(match_id))
                caller = caller_of(socket)  # only now: the session may have ended meanwhile
                buckets = self._limiter.messages(rate_key)
                await self._serve_at(
                    socket, table, caller, rate_key, buckets, scenes=scenes, aided=aided
                )
        except (TableError, StoreError) as error:
            await refuse(socket, error)

    @property
    def programs(self) -> list[StoredProgram]:
        """The programs with identities that have connections, as of their arrival."""
        return [*self._programs]

    def end_session(self, session: str) -> None:
        """Send away the connections of a session (by its hash) that has ended."""
        for at_table in list(self._tables.values()):
            for connection in at_table.everybody:
                if session in (connection.caller.session, connection.caller.device):
                    connection.caller = NOBODY
                    connection.drop(GOING_AWAY)

    def close(self) -> None:
        """Send everybody away; their clients reconnect by themselves."""
        for at_table in list(self._tables.values()):
            at_table.removed()

    async def _serve_at(
        self,
        socket: WebSocket[Any, Any, Any],
        table: Table,
        caller: Caller,
        rate_key: RateKey,
        buckets: BucketPair,
        *,
        scenes: bool,
        aided: bool,
    ) -> None:
        caller.seats(table)
        at_table = self._tables.get(table.id)
        if at_table is None or at_table.table is not table:
            at_table = self._tables[table.id] = TableConnections(table, self._on_move)
        owner = rate_key if caller == NOBODY else caller
        self._check_capacity(at_table, caller, owner)
        outbox, write = self.limits.outbox, text_writer(socket.scope)
        connection = Connection(
            socket, at_table, caller, buckets, outbox, scenes, write, aided=aided
        )
        program = caller.program
        if program is not None:
            self._programs[program] += 1
        at_table.arriving.add(connection)
        at_table.windows[owner] += 1
        try:
            await connection.serve()
        finally:
            at_table.arriving.discard(connection)
            at_table.windows[owner] -= 1
            at_table.windows += Counter()  # drops zero counts
            if program is not None:
                self._programs[program] -= 1
                self._programs += Counter()  # drops zero counts
            if not at_table.everybody and self._tables.get(table.id) is at_table:
                del self._tables[table.id]

    def _check_capacity(
        self, at_table: TableConnections, caller: Caller, owner: Caller | RateKey
    ) -> None:
        # Viewers, however many, keep nobody from their own seat: they only get what is left.
        full = len(at_table.everybody) >= self.limits.connections_at_table
        if at_table.windows[owner] >= self.limits.connections_of_session or (
            full and not caller.takes_part(at_table.table)
        ):
            raise too_many("connections", RETRY_WHEN_BUSY)
