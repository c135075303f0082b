"""How a node reaches the others: visitors' requests and sockets go there, and answers come back.

Nodes recognise each other by a secret in their database. A request with this secret includes what
the first node knows about the visitor: the address, the scheme, the headers.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, NoReturn

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tischlein.tables import changes
from tischlein.tables.changes import Change
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.ownership import Node
from tischlein.tables.problems import NotNowError
from tischlein.tables.storage.outages import describe
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.web.http import handshakes
from tischlein.web.http.asgi import Receive, Scope, Send
from tischlein.web.http.asgi_answers import refuse
from tischlein.web.http.codes import RESTARTING
from tischlein.web.http.errors import MISDIRECTED
from tischlein.web.metrics import ForwardingCounts

log = logging.getLogger(__name__)

CONNECT_TIMEOUT = 2.0
"""Seconds after which a node that does not accept a connection counts as out of reach."""
ANSWER_TIMEOUT = 120.0
"""Seconds that a node may take to answer: some answers are pictures, or long thoughts."""
CHANGE_TIMEOUT = 5.0
"""Seconds that a node may take to change the holders of seats: longer than a lease."""
KEEP_ALIVE = 2.0
"""Seconds for which an unused connection to a node is kept: fewer than the node keeps it."""
LONGEST_HEADER = 4_000
CHANGE = "/nodes/matches/"
"""The prefix of addresses at which nodes have each other change matches."""

_SECRET = b"x-tischlein-node"
_VISITOR = b"x-tischlein-visitor"
_HOP_BY_HOP = frozenset({b"connection", b"keep-alive", b"transfer-encoding", b"date"})


class Visitor(msgspec.Struct, array_like=True):
    """What the node that a visitor has reached knows about the visitor."""

    host: str
    port: int
    scheme: str
    headers: list[tuple[bytes, bytes]]


_write = msgspec.msgpack.Encoder().encode
_read = msgspec.msgpack.Decoder(Visitor).decode


class _ForwardedRequest:
    """A request in progress at another node: whether it has begun, and what ends with the node."""

    def __init__(self) -> None:
        self.begun = False
        self.node_gone = asyncio.Event()


class NodeUnreachableError(Exception):
    """A node does not accept the request, or denies that the match is its own; nothing was done."""


class TruncatedAnswerError(Exception):
    """A node has gone in the middle of an answer: the visitor sees that it is incomplete."""


class OtherNodes:
    """The other nodes, as this one reaches them.

    Parameters
    ----------
    forwarded
        Counts what is forwarded to them.
    on_node_address
        Called with the addresses from which they forward requests.
    """

    def __init__(
        self, forwarded: ForwardingCounts, on_node_address: Callable[[str], object]
    ) -> None:
        self._forwarded = forwarded
        self._on_node_address = on_node_address
        self._secret = b""
        self._client: httpx.AsyncClient | None = None
        self._requests: dict[str, set[_ForwardedRequest]] = defaultdict(set)

    @asynccontextmanager
    async def connected(self, secret: bytes) -> AsyncIterator[None]:
        """Connect to them; they recognise this node by a secret."""
        limits = httpx.Limits(
            max_connections=500, max_keepalive_connections=100, keepalive_expiry=KEEP_ALIVE
        )
        timeout = httpx.Timeout(ANSWER_TIMEOUT, connect=CONNECT_TIMEOUT)
        self._secret = secret.hex().encode()
        async with httpx.AsyncClient(limits=limits, timeout=timeout, trust_env=False) as client:
            self._client = client
            yield

    async def forward_request(self, node: Node, body: bytes, scope: Scope, send: Send) -> None:
        """Forward a request, and return its answer to the visitor.

        Raises
        ------
        NodeUnreachableError
            If the node has not started with it, or the request may be repeated.
        TruncatedAnswerError
            If the node has broken off in the middle of its answer.
        """
        # A repeated command is done once; of other requests it is unknown how far they got.
        repeatable = scope["method"] in ("GET", "HEAD") or scope["path"].endswith("/actions")
        with self._tracked(node) as request:
            forwarding = asyncio.create_task(self._forward(node, body, scope, send, request))
            gone = asyncio.create_task(request.node_gone.wait())
            try:
                await asyncio.wait((forwarding, gone), return_when=asyncio.FIRST_COMPLETED)
            finally:
                gone.cancel()
                if not forwarding.done():
                    forwarding.cancel()
            try:
                await forwarding
            except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
                raise NodeUnreachableError(f"out of reach: {error}") from error
            except (httpx.HTTPError, asyncio.CancelledError) as error:
                if isinstance(error, asyncio.CancelledError) and not request.node_gone.is_set():
                    raise
                if request.begun:
                    raise TruncatedAnswerError(node.id) from error
                if repeatable:
                    raise NodeUnreachableError(f"no answer: {describe(error)}") from error
                log.warning("node %s has not answered: %s", node.id, describe(error))
                await refuse(scope, _nothing, send, "problem-storage")

    async def _forward(
        self, node: Node, body: bytes, scope: Scope, send: Send, request: _ForwardedRequest
    ) -> None:
        assert self._client is not None
        async with self._client.stream(
            scope["method"],
            node.address + _target(scope),
            content=body,
            headers=self._wrap(scope),
        ) as response:
            if response.status_code == MISDIRECTED:
                raise NodeUnreachableError("the match is not its own")
            request.begun = True
            self._forwarded.requests += 1
            headers = [
                (name.lower(), value)
                for name, value in response.headers.raw
                if name.lower() not in _HOP_BY_HOP
            ]
            status = response.status_code
            await send({"type": "http.response.start", "status": status, "headers": headers})
            async for chunk in response.aiter_raw():
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def forward_socket(self, node: Node, scope: Scope, receive: Receive, send: Send) -> None:
        """Connect a visitor's socket to one at the owner of its match.

        Raises
        ------
        NodeUnreachableError
            If the owner does not accept it.
        """
        headers = [(name.decode(), value.decode()) for name, value in self._wrap(scope)]
        address = re.sub("^http", "ws", node.address) + _target(scope)
        try:
            upstream = await connect(
                address,
                additional_headers=headers,
                compression=None,
                max_size=None,
                ping_interval=None,
                open_timeout=CONNECT_TIMEOUT,
                close_timeout=1,
                proxy=None,
                user_agent_header=None,
            )
        except InvalidStatus as error:
            if error.response.status_code == MISDIRECTED:
                raise NodeUnreachableError("the match is not its own") from error
            await receive()  # and refuse it like the owner
            if handshakes.can_answer(scope):
                body = bytes(error.response.body or b"")
                await handshakes.answer(send, error.response.status_code, body)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
            raise NodeUnreachableError(f"out of reach: {describe(error)}") from error
        self._forwarded.sockets += 1
        try:
            await receive()
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            with self._tracked(node) as request:
                await _relay(upstream, receive, send, request.node_gone)
        finally:
            self._forwarded.sockets -= 1
            with suppress(Exception):
                await upstream.close()

    async def change(self, owner: Node, match_id: str, change: Change) -> None:
        """Have the owner of a match change the holders of its seats.

        Raises
        ------
        NodeUnreachableError
            If it does not answer, or denies that the match is its own.
        StoreUnavailableError
            If its database fails.
        NotNowError
            If it is of a version that cannot be asked.
        """
        assert self._client is not None
        try:
            answer = await self._client.post(
                f"{owner.address}{CHANGE}{match_id}",
                content=changes.write(change),
                headers=self._wrap({"scheme": "http", "headers": []}),
                timeout=CHANGE_TIMEOUT,
            )
        except httpx.HTTPError as error:
            raise NodeUnreachableError(f"no answer: {describe(error)}") from error
        if answer.status_code == MISDIRECTED:
            raise NodeUnreachableError("the match is not its own")
        if answer.status_code == 503:
            raise StoreUnavailableError(f"node {owner.id} cannot change a match")
        if answer.status_code != 200:
            raise NotNowError("card-elsewhere")

    @contextmanager
    def _tracked(self, node: Node) -> Iterator[_ForwardedRequest]:
        request = _ForwardedRequest()
        self._requests[node.id].add(request)
        try:
            yield request
        finally:
            others = self._requests[node.id]
            others.discard(request)
            if not others:
                del self._requests[node.id]

    def drop_node(self, node_id: str) -> None:
        """End the requests at a node that is gone: a sleeping one still accepts connections."""
        for request in self._requests.get(node_id, ()):
            request.node_gone.set()

    def _wrap(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        host, port = scope.get("client") or ("", 0)
        headers = [(name, value) for name, value in scope["headers"] if name != _SECRET]
        visitor = base64.b64encode(_write(Visitor(host, port, scope["scheme"], headers)))
        parts = range(0, len(visitor), LONGEST_HEADER)
        visitor_headers = [(_VISITOR, visitor[part : part + LONGEST_HEADER]) for part in parts]
        return [(_SECRET, self._secret), *visitor_headers]

    def unwrap(self, scope: Scope) -> tuple[Scope, bool]:
        """Return a request as the visitor sent it, and whether another node forwards it."""
        given = next((value for name, value in scope["headers"] if name == _SECRET), None)
        if given is None:
            return scope, False
        visitor_headers = [value for name, value in scope["headers"] if name == _VISITOR]
        if not hmac.compare_digest(given, self._secret):
            headers = [pair for pair in scope["headers"] if pair[0] not in (_SECRET, _VISITOR)]
            return _changed(scope, headers=headers), False
        if scope.get("client"):
            self._on_node_address(scope["client"][0])
        visitor = _read(base64.b64decode(b"".join(visitor_headers)))
        return _changed(
            scope,
            client=(visitor.host, visitor.port),
            scheme=visitor.scheme,
            headers=visitor.headers,
        ), True


async def _relay(
    upstream: ClientConnection, receive: Receive, send: Send, gone: asyncio.Event
) -> None:
    """Forward messages both ways until one side ends, or the node at the other end is gone."""

    async def outward() -> None:
        while True:
            message: Any = await receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            await upstream.send(text if text is not None else message.get("bytes") or b"")

    async def inward() -> None:
        async for data in upstream:
            if isinstance(data, str):
                await send({"type": "websocket.send", "bytes": None, "text": data})
            else:
                await send({"type": "websocket.send", "bytes": data, "text": None})

    going = [asyncio.create_task(one) for one in (outward(), inward(), gone.wait())]
    try:
        await asyncio.wait(going, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await cancel_and_wait(*going)
    if gone.is_set():
        upstream.transport.abort()  # it would not receive the closing of the socket
    with suppress(Exception):  # the visitor may be the one who has gone
        code = upstream.close_code
        if code is None or code in (1005, 1006):  # aborted: the owner is gone
            code = RESTARTING
        await send({"type": "websocket.close", "code": code, "reason": ""})


def _target(scope: Scope) -> str:
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string") or b""
    return (raw + (b"?" + query if query else b"")).decode("ascii", "replace")


def _changed(scope: Scope, **fields: Any) -> Scope:
    """Return a request with other fields."""
    return {**scope, **fields}


async def _nothing() -> NoReturn:
    raise RuntimeError("the request has been read")
