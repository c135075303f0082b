"""Going through finished matches: trying variations, and in a room, where one person leads.

Nobody needs a seat for it: everybody with the link of a finished match may look at all of it.
"""

from __future__ import annotations

import asyncio
from concurrent.futures.process import BrokenProcessPool
from contextlib import AsyncExitStack, suppress
from typing import Any

import msgspec
from litestar import WebSocket
from msgspec.structs import replace

from tischlein.core.seats import SPECTATOR
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.hall import Hall
from tischlein.tables.match.announcing import Listener
from tischlein.tables.match.table import Table
from tischlein.tables.players import player_names
from tischlein.tables.problems import InvalidError, NotNowError, TableError, TooManyError
from tischlein.tables.review import variations
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.stored import StoredRemark
from tischlein.web import table_messages
from tischlein.web.http.limits import (
    CONNECTION_COST,
    RETRY_WHEN_BUSY,
    BucketPair,
    Limits,
    RateKey,
    RateLimiter,
    too_many,
)
from tischlein.web.http.malformed import MALFORMED, malformed_problem
from tischlein.web.http.sessions import Caller
from tischlein.web.messages.analysis_rooms import Company, FromCompany, Lead, Point
from tischlein.web.messages.sockets import Ping, Pong, Problem, TriedLine
from tischlein.web.sockets.arrivals import keep_alive, refuse
from tischlein.web.sockets.live import Connection, TableConnections
from tischlein.web.sockets.updates import encode

LONGEST_ADDRESS = 4_000
_ON_THIS_PAGE = ("#", "?")
"""How an address begins that stays on the page: followers go there automatically."""
_NO_ADDRESS = (
    f"Expected the query and the fragment of the page's address, which begins with ? or #, in "
    f"{LONGEST_ADDRESS} characters at most - at `$.address`"
)
VARIATION_COST = 5.0
"""The cost of trying a variation: positions are computed, and a bot may think."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromCompany).decode


# --- variations ---


async def serve_variation(
    socket: WebSocket[Any, Any, Any],
    hall: Hall,
    limiter: RateLimiter,
    rate_key: RateKey,
    match_id: str,
    fork: variations.Fork,
) -> None:
    """Serve a visitor who tries a variation; the table lasts as long as the connection."""
    try:
        limiter.request(rate_key, VARIATION_COST)
        with limiter.connection(rate_key), limiter.variation(rate_key):
            async with AsyncExitStack() as stack:
                with keep_alive(socket):
                    table = await stack.enter_async_context(hall.table(match_id))
                    tried = await stack.enter_async_context(
                        hall.variations.lend(table, fork, rate_key.party)
                    )
                connection = _VariationConnection(
                    socket, tried, limiter.messages(rate_key), limiter.limits.outbox
                )
                sender = _VariationSender(hall, tried, fork.at, connection, rate_key)
                tried.listeners.add(sender)
                sender.send_soon()
                try:
                    await connection.serve()
                finally:
                    await sender.end()
    except (TableError, StoreError) as error:
        await refuse(socket, error)


class _VariationConnection(Connection):
    """A connection that holds all seats without a bot, and sees what each of them sees."""

    def __init__(
        self, socket: WebSocket[Any, Any, Any], table: Table, buckets: BucketPair, outbox: int
    ) -> None:
        super().__init__(
            socket,
            TableConnections(table),
            Caller(variations.VISITOR),
            buckets,
            outbox,
            scenes=True,
        )
        self._tried = table

    def send_table(self) -> None:
        """Send the table: in a finished match nobody has secrets from viewers."""
        looking = None if self.view_seat == SPECTATOR else self.view_seat
        info = table_messages.table_info(self._tried, self.mine, looking, variations.VISITOR)
        self.send(encode(replace(info, secrets=False)))


class _VariationSender(Listener):
    """Sends the variation so far, so that its link can be passed on."""

    def __init__(
        self, hall: Hall, table: Table, at: int, connection: Connection, rate_key: RateKey
    ) -> None:
        self._hall = hall
        self._rate_key = rate_key
        self._table = table
        self._at = at
        self._connection = connection
        self._sending: asyncio.Task[None] | None = None

    @property
    def seats(self) -> tuple[int, ...]:
        """No observer is needed."""
        return ()

    def happened(self, first: int) -> None:
        """Send the new events."""
        del first
        self.send_soon()

    def changed(self) -> None:
        """Send nothing."""

    def thinking(self) -> None:
        """Send nothing."""

    def said(self, remark: StoredRemark) -> None:
        """Send nothing."""

    def rewound(self) -> None:
        """Send what is left of the variation."""
        self.send_soon()

    def removed(self) -> None:
        """Send nothing."""

    def send_soon(self) -> None:
        """Send the current variation, and the seats' prospects as soon as they are known."""
        if self._sending is not None:
            self._sending.cancel()
        self._sending = asyncio.create_task(self._send())

    async def end(self) -> None:
        """Stop sending."""
        if self._sending is not None:
            await cancel_and_wait(self._sending)

    async def _send(self) -> None:
        table = self._table
        events = await table.events()
        people = [seat for seat in table.awaited if table.match.seats[seat].sessions]
        line = TriedLine(
            self._at, variations.write(events[self._at :]), table.over or len(people) > 0
        )
        self._connection.send(encode(line))
        if line.settled:
            with suppress(TooManyError, BrokenProcessPool):
                values = await self._hall.analyses.evaluate(table.position, self._rate_key.party)
                if values is not None:
                    self._connection.send(encode(replace(line, values=list(values))))


# --- rooms ---


class AnalysisRooms:
    """The rooms of all visitors who go through finished matches, by match."""

    def __init__(self, hall: Hall, limits: Limits, limiter: RateLimiter) -> None:
        self._hall = hall
        self._limits = limits
        self._limiter = limiter
        self._rooms: dict[str, _Room] = {}

    async def join(
        self, socket: WebSocket[Any, Any, Any], match_id: str, rate_key: RateKey
    ) -> None:
        """Serve a window to its end."""
        try:
            self._limiter.request(rate_key, CONNECTION_COST)
            with self._limiter.connection(rate_key):
                async with self._hall.table(match_id) as table:
                    if not table.ended:  # from then on everybody may look at all of it
                        raise NotNowError("not-over")
                    room = self._rooms.setdefault(table.id, _Room())
                    if len(room.participants) >= self._limits.connections_at_table:
                        raise too_many("connections", RETRY_WHEN_BUSY)
                    try:
                        await room.serve(socket, self._limiter.messages(rate_key))
                    finally:
                        # Whoever came meanwhile may have found it gone, and be in another one.
                        if not room.participants and self._rooms.get(table.id) is room:
                            del self._rooms[table.id]
        except (TableError, StoreError) as error:
            await refuse(socket, error)


class _Participant:
    """A window; of the messages that wait for it, only the newest is kept."""

    def __init__(self) -> None:
        self.name = ""
        self.changed = asyncio.Event()


class _Room:
    """The windows at one match."""

    def __init__(self) -> None:
        self.participants: set[_Participant] = set()
        self._leader: _Participant | None = None
        self._address = ""

    async def serve(self, socket: WebSocket[Any, Any, Any], buckets: BucketPair) -> None:
        participant = _Participant()
        self.participants.add(participant)
        self._notify()
        talking = asyncio.create_task(self._send_loop(socket, participant))
        listening = asyncio.create_task(self._receive_loop(socket, participant, buckets))
        try:
            await asyncio.wait((talking, listening), return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.participants.discard(participant)
            if self._leader is participant:
                self._leader, self._address = None, ""
            self._notify()
            await cancel_and_wait(talking, listening)

    def _notify(self) -> None:
        for participant in self.participants:
            participant.changed.set()

    async def _send_loop(self, socket: WebSocket[Any, Any, Any], participant: _Participant) -> None:
        with suppress(Exception):  # the other side may be gone at any time
            while True:
                await participant.changed.wait()
                participant.changed.clear()
                leader = self._leader
                await socket.send_data(
                    _encode(
                        Company(
                            people=len(self.participants),
                            leader=None if leader is None else leader.name,
                            leading=leader is participant,
                            address=self._address,
                        )
                    ).decode()
                )

    async def _receive_loop(
        self, socket: WebSocket[Any, Any, Any], participant: _Participant, buckets: BucketPair
    ) -> None:
        receive = socket.receive
        while True:
            event: Any = await receive()
            if event["type"] != "websocket.receive":
                return
            data = event.get("text") or event.get("bytes") or ""
            wait = buckets.take()
            if wait:
                await socket.send_data(encode(Problem(too_many("too-fast", wait).phrase)))
                continue
            try:
                message = _decode(data)
                if isinstance(message, Ping):
                    await socket.send_data(encode(Pong()))
                else:
                    self._handle(participant, message)
            except MALFORMED as error:
                await socket.send_data(encode(malformed_problem(error, data, FromCompany)))
            except InvalidError as error:
                await socket.send_data(encode(Problem(error.phrase)))

    def _handle(self, participant: _Participant, message: Lead | Point) -> None:
        match message:
            case Lead(True, name):
                # Nobody needs a name here; given names follow the rules for all names.
                participant.name = player_names.clean_name(name) if name else ""
                self._leader = participant
            case Lead(False) if self._leader is participant:
                self._leader, self._address = None, ""
            case Point(address) if self._leader is participant:
                if len(address) > LONGEST_ADDRESS or not address.startswith(_ON_THIS_PAGE):
                    raise msgspec.ValidationError(_NO_ADDRESS)
                self._address = address
            case _:
                return
        self._notify()
