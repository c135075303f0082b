"""Serving requests about matches of other nodes: they are passed to the node that owns the match.

A visitor may come to any node. What concerns a match goes on to its owner, the same request with
the same headers, and the answer comes back: every feature of a table works as if the visitor had
come there. If the owner cannot be reached, its lease runs out, and the match is served here.

Nodes know each other by a secret in their database. A request that bears it brings along what the
first node knows of the visitor: the address, the scheme, the headers.

What concerns many matches, such as the end of a player card, is done by the node that is asked; it
has the owners of matches change who holds their seats.
"""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from tischlein.core.phrases import Phrase
from tischlein.tables import changes, seating
from tischlein.tables.changes import Change
from tischlein.tables.hall import Hall
from tischlein.tables.outages import level_of
from tischlein.tables.ownership import Node, Signal
from tischlein.tables.problems import ElsewhereError, NotNowError, StorageError, TableError
from tischlein.tables.store_errors import StoreError, StoreUnavailableError
from tischlein.web import handshakes
from tischlein.web.asgi import App, Receive, Scope, Send
from tischlein.web.built import FOLDER
from tischlein.web.codes import RESTARTING, TRY_LATER
from tischlein.web.errors import MISDIRECTED
from tischlein.web.messages.sockets import Problem
from tischlein.web.metrics import Passed

log = logging.getLogger(__name__)

PATIENCE = 12.0
"""Seconds to wait for a match whose owner cannot be reached: longer than a lease."""
RETRY = 0.1
CONNECTING = 2.0
"""Seconds after which a node that does not take a connection counts as out of reach."""
ANSWERING = 120.0
"""Seconds that a node may take to answer: some answers are pictures, or long thoughts."""
CHANGING = 5.0
"""Seconds that a node may take to change who holds seats: longer than a lease."""
KEPT = 2.0
"""Seconds for which an unused connection to a node is kept: fewer than the node keeps it."""
LONGEST_HEADER = 4_000

_SECRET = b"x-tischlein-node"
_VISITOR = b"x-tischlein-visitor"
_KEY = "nodes"
_MATCH = re.compile(r"/api/matches/([^/]+)")
_CHANGE = "/nodes/matches/"
_CHANGED_MATCH = re.compile(rf"{_CHANGE}([^/]+)")
_ASSET = re.compile(r"/assets/([\w.-]+)")
_HOP_BY_HOP = frozenset({b"connection", b"keep-alive", b"transfer-encoding", b"date"})


class Visitor(msgspec.Struct, array_like=True):
    """What the node at which a visitor has come in knows of the visitor."""

    host: str
    port: int
    scheme: str
    headers: list[tuple[bytes, bytes]]


_write = msgspec.msgpack.Encoder().encode
_read = msgspec.msgpack.Decoder(Visitor).decode
_claim = msgspec.json.Decoder(dict[str, Any]).decode
_problem = msgspec.json.Encoder().encode


class _UnderWay:
    """Something that another node does: whether it has begun, and what ends with the node."""

    def __init__(self) -> None:
        self.begun = False
        self.gone = asyncio.Event()


class _Heard:
    """The body of a request, as far as it has been read: any number may read it from the start."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._parts: list[Any] = []

    @property
    def _complete(self) -> bool:
        if not self._parts:
            return False
        last = self._parts[-1]
        return last["type"] != "http.request" or not last.get("more_body")

    def anew(self) -> Receive:
        """Return what gives everything from the start, and then whatever comes."""
        given = 0

        async def receive() -> Any:
            nonlocal given
            if given == len(self._parts):
                if self._complete:
                    return await self._receive()
                self._parts.append(await self._receive())
            given += 1
            return self._parts[given - 1]

        return receive

    async def whole(self, most: int) -> bytes:
        """Return the body, of one that is longer the beginning, which is longer than `most`.

        Raises
        ------
        CutOffError
            If whoever sends it has gone before its end.
        """
        while not self._complete and len(self._body) <= most:
            self._parts.append(await self._receive())
        if self._parts[-1]["type"] != "http.request":
            raise CutOffError
        return self._body

    @property
    def _body(self) -> bytes:
        return b"".join(part.get("body", b"") for part in self._parts)


class CutOffError(Exception):
    """A visitor has gone in the middle of a request: nothing is done, and nobody is told."""


class OutOfReachError(Exception):
    """A node does not take the request, or denies that the match is its own; nothing was done."""


class BrokenOffError(Exception):
    """A node has gone in the middle of an answer: the visitor sees that it has broken off."""


class Forwarding:
    """The application, and before it what passes requests on.

    Parameters
    ----------
    longest_body
        Bytes; what is longer is refused anyway.
    passed
        Counts what goes on to other nodes.
    node_at
        Hears from which addresses other nodes pass requests on.
    """

    def __init__(
        self,
        app: App,
        hall: Hall,
        longest_body: int,
        passed: Passed,
        node_at: Callable[[str], object],
    ) -> None:
        self._app = app
        self._hall = hall
        self._passed_on = passed
        self._node_at = node_at
        self._longest_body = longest_body
        self._secret = b""
        self._client: httpx.AsyncClient | None = None
        self._under_way: dict[str, set[_UnderWay]] = defaultdict(set)
        hall.ownership.hear(Signal.GONE, self._gone)
        hall.change_elsewhere = self.change

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request here, or at the node that owns its match."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
            return
        try:
            await self._serve(scope, receive, send)
        except CutOffError:
            log.info("a client has gone before its request was whole")
        except BrokenOffError as error:  # an answer that is not whole ends the connection
            log.warning("node %s has gone in the middle of an answer", error)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope, from_node = self._unwrapped(scope)
        if from_node and (found := _CHANGED_MATCH.fullmatch(scope["path"])):
            await self._change_here(found[1], receive, send)
            return
        match_id, receive = await self._match_of(scope, receive)
        if match_id is not None:
            await self._serve_match(match_id, from_node, scope, receive, send)
        elif (node := self._has_asset(scope)) and not from_node:
            with suppress(OutOfReachError):
                await self._pass_request(node, b"", scope, send)
                return
            await self._app(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    # --- what a request is about ---

    async def _match_of(self, scope: Scope, receive: Receive) -> tuple[str | None, Receive]:
        path = scope["path"]
        found = _MATCH.match(path)
        if found is not None:
            return found[1], receive
        if path != "/api/seats" or scope.get("method") != "POST":
            return None, receive
        heard = _Heard(receive)
        body = await heard.whole(self._longest_body)
        try:
            secret = str(_claim(body).get("secret", ""))
            return seating.match_of(secret), heard.anew()
        except (msgspec.MsgspecError, TableError, UnicodeError, RecursionError):
            return None, heard.anew()  # it is refused in its own words

    def _has_asset(self, scope: Scope) -> Node | None:
        """Return a node of another version if it may have a file of the client that is not here."""
        found = _ASSET.fullmatch(scope["path"])
        if found is None or (FOLDER / "assets" / found[1]).is_file():
            return None
        return next(iter(self._hall.ownership.other_versions), None)

    # --- matches ---

    async def _serve_match(
        self, match_id: str, from_node: bool, scope: Scope, receive: Receive, send: Send
    ) -> None:
        loop = asyncio.get_running_loop()
        patient_until = loop.time() + PATIENCE
        heard = _Heard(receive)
        while True:
            try:
                asked = self._hall.tables.whose(match_id)
                owner = await (asked if scope["type"] == "http" else handshakes.soon(asked))
            except StoreError as error:
                log.log(level_of(error), "storage: %s", error)
                await _refuse(scope, receive, send, "problem-storage", TRY_LATER)
                return
            try:
                if owner is None and (from_node or scope["type"] != "http"):
                    await self._app(scope, receive, send)
                elif owner is None:
                    await self._serve_here(scope, heard, send)
                elif from_node:
                    await _deny(scope, receive, send)
                elif scope["type"] == "http":
                    await self._serve_there(owner, scope, heard, send)
                else:
                    await self._pass_socket(owner, scope, receive, send)
            except OutOfReachError as error:
                by = "here" if owner is None else f"node {owner.id}"
                log.info("match %s: %s: %s", match_id, by, error)
                self._hall.ownership.doubt(match_id)
                if loop.time() > patient_until:
                    await _refuse(scope, receive, send, "problem-storage")
                    return
                await asyncio.sleep(RETRY)
            else:
                return

    async def _serve_here(self, scope: Scope, heard: _Heard, send: Send) -> None:
        """Serve a request here.

        Raises
        ------
        OutOfReachError
            If the match turns out to be another node's meanwhile: nothing has been done or said.
        """
        elsewhere = False

        async def unless_elsewhere(message: Any) -> None:
            nonlocal elsewhere
            if message["type"] == "http.response.start" and message["status"] == MISDIRECTED:
                elsewhere = True
            if not elsewhere:
                await send(message)

        await self._app(_changed(scope), heard.anew(), unless_elsewhere)
        if elsewhere:
            raise OutOfReachError("the match is another node's")

    async def _serve_there(self, owner: Node, scope: Scope, heard: _Heard, send: Send) -> None:
        """Let the owner serve a request (OutOfReachError); what is too long is refused here."""
        body = await heard.whole(self._longest_body)
        if len(body) > self._longest_body:
            await self._app(scope, heard.anew(), send)
        else:
            await self._pass_request(owner, body, scope, send)

    async def _pass_request(self, node: Node, body: bytes, scope: Scope, send: Send) -> None:
        """Pass a request on, and its answer back.

        Raises
        ------
        OutOfReachError
            If the node has not begun with it, or it may be asked twice.
        """
        # The same command twice is done once; of other requests nobody knows how far they came.
        twice = scope["method"] in ("GET", "HEAD") or scope["path"].endswith("/actions")
        with self._with(node) as under_way:
            going = asyncio.create_task(self._passed(node, body, scope, send, under_way))
            gone = asyncio.create_task(under_way.gone.wait())
            try:
                await asyncio.wait((going, gone), return_when=asyncio.FIRST_COMPLETED)
            finally:
                gone.cancel()
                if not going.done():
                    going.cancel()
            try:
                await going
            except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
                raise OutOfReachError(f"out of reach: {error}") from error
            except (httpx.HTTPError, asyncio.CancelledError) as error:
                if isinstance(error, asyncio.CancelledError) and not under_way.gone.is_set():
                    raise
                if under_way.begun:
                    raise BrokenOffError(node.id) from error
                if twice:
                    raise OutOfReachError(f"no answer: {_told(error)}") from error
                log.warning("node %s has not answered: %s", node.id, _told(error))
                await _refuse(scope, _nothing, send, "problem-storage")

    async def _passed(
        self, node: Node, body: bytes, scope: Scope, send: Send, under_way: _UnderWay
    ) -> None:
        assert self._client is not None
        async with self._client.stream(
            scope["method"],
            node.address + _target(scope),
            content=body,
            headers=self._wrapped(scope),
        ) as response:
            if response.status_code == MISDIRECTED:
                raise OutOfReachError("the match is not its own")
            under_way.begun = True
            self._passed_on.requests += 1
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

    # --- who holds the seats of a match ---

    async def change(self, match_id: str, change: Change) -> None:
        """Have the owner of a match change who holds its seats, whichever node that is by now.

        An owner that has not answered may be asked again: the same change twice is one.

        Raises
        ------
        ElsewhereError
            If the owner cannot be reached, again and again.
        NotNowError
            If it is of a version that cannot be asked.
        StoreError
            If the database fails, here or there.
        """
        loop = asyncio.get_running_loop()
        patient_until = loop.time() + PATIENCE
        while True:
            owner = await self._hall.tables.whose(match_id)
            try:
                if owner is None:
                    await self._hall.change_here(match_id, change)
                else:
                    await self._change_there(owner, match_id, change)
            except (OutOfReachError, ElsewhereError) as error:
                self._hall.ownership.doubt(match_id)
                if loop.time() > patient_until:
                    raise ElsewhereError from error
                await asyncio.sleep(RETRY)
            else:
                return

    async def _change_there(self, owner: Node, match_id: str, change: Change) -> None:
        assert self._client is not None
        try:
            answer = await self._client.post(
                f"{owner.address}{_CHANGE}{match_id}",
                content=changes.write(change),
                headers=self._wrapped({"scheme": "http", "headers": []}),
                timeout=CHANGING,
            )
        except httpx.HTTPError as error:
            raise OutOfReachError(f"no answer: {_told(error)}") from error
        if answer.status_code == MISDIRECTED:
            raise OutOfReachError("the match is not its own")
        if answer.status_code == 503:
            raise StoreUnavailableError(f"node {owner.id} cannot change a match")
        if answer.status_code != 200:
            raise NotNowError("card-elsewhere")

    async def _change_here(self, match_id: str, receive: Receive, send: Send) -> None:
        """Change who holds the seats of a match, as another node has asked."""
        status = 200
        try:
            change = changes.read(await _Heard(receive).whole(self._longest_body))
            await self._hall.change_here(match_id, change)
        except ElsewhereError:
            status = MISDIRECTED
        except (StoreError, StorageError) as error:
            log.log(level_of(error), "storage: %s", error)
            status = 503
        except (msgspec.MsgspecError, TableError):
            status = 409
        await _answer(send, status, b"", [])

    async def _pass_socket(self, node: Node, scope: Scope, receive: Receive, send: Send) -> None:
        """Tie a visitor's socket to one at the owner of its match.

        Raises
        ------
        OutOfReachError
            If the owner does not take it.
        """
        headers = [(name.decode(), value.decode()) for name, value in self._wrapped(scope)]
        address = re.sub("^http", "ws", node.address) + _target(scope)
        try:
            there = await connect(
                address,
                additional_headers=headers,
                compression=None,
                max_size=None,
                ping_interval=None,
                open_timeout=CONNECTING,
                close_timeout=1,
                proxy=None,
                user_agent_header=None,
            )
        except InvalidStatus as error:
            if error.response.status_code == MISDIRECTED:
                raise OutOfReachError("the match is not its own") from error
            await receive()  # and refuse it as the owner has
            if handshakes.can_answer(scope):
                body = bytes(error.response.body or b"")
                await handshakes.answer(send, error.response.status_code, body)
            else:
                await send({"type": "websocket.close", "code": 1008})
            return
        except (OSError, TimeoutError, InvalidHandshake, ConnectionClosed) as error:
            raise OutOfReachError(f"out of reach: {_told(error)}") from error
        self._passed_on.sockets += 1
        try:
            await receive()
            await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            with self._with(node) as under_way:
                await _tie(there, receive, send, under_way.gone)
        finally:
            self._passed_on.sockets -= 1
            with suppress(Exception):
                await there.close()

    # --- nodes among themselves ---

    @contextmanager
    def _with(self, node: Node) -> Iterator[_UnderWay]:
        under_way = _UnderWay()
        self._under_way[node.id].add(under_way)
        try:
            yield under_way
        finally:
            others = self._under_way[node.id]
            others.discard(under_way)
            if not others:
                del self._under_way[node.id]

    def _gone(self, node_id: str) -> None:
        """End what a node does that is gone; asleep, it takes connections all the same."""
        for under_way in self._under_way.get(node_id, ()):
            under_way.gone.set()

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        limits = httpx.Limits(
            max_connections=500, max_keepalive_connections=100, keepalive_expiry=KEPT
        )
        timeout = httpx.Timeout(ANSWERING, connect=CONNECTING)
        self._secret = (await self._hall.store.own_secret(_KEY)).hex().encode()
        async with httpx.AsyncClient(limits=limits, timeout=timeout, trust_env=False) as client:
            self._client = client
            await self._app(scope, receive, send)

    def _wrapped(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        host, port = scope.get("client") or ("", 0)
        headers = [(name, value) for name, value in scope["headers"] if name != _SECRET]
        visitor = base64.b64encode(_write(Visitor(host, port, scope["scheme"], headers)))
        parts = range(0, len(visitor), LONGEST_HEADER)
        told = [(_VISITOR, visitor[part : part + LONGEST_HEADER]) for part in parts]
        return [(_SECRET, self._secret), *told]

    def _unwrapped(self, scope: Scope) -> tuple[Scope, bool]:
        """Return a request as the visitor has sent it, and whether another node passes it on."""
        given = next((value for name, value in scope["headers"] if name == _SECRET), None)
        if given is None:
            return scope, False
        told = [value for name, value in scope["headers"] if name == _VISITOR]
        if not hmac.compare_digest(given, self._secret):
            headers = [pair for pair in scope["headers"] if pair[0] not in (_SECRET, _VISITOR)]
            return _changed(scope, headers=headers), False
        if scope.get("client"):
            self._node_at(scope["client"][0])
        visitor = _read(base64.b64decode(b"".join(told)))
        return _changed(
            scope,
            client=(visitor.host, visitor.port),
            scheme=visitor.scheme,
            headers=visitor.headers,
        ), True


async def _tie(there: ClientConnection, receive: Receive, send: Send, gone: asyncio.Event) -> None:
    """Pass messages both ways until one side ends, or the node at the other end is gone."""

    async def outward() -> None:
        while True:
            message: Any = await receive()
            if message["type"] != "websocket.receive":
                return
            text = message.get("text")
            await there.send(text if text is not None else message.get("bytes") or b"")

    async def inward() -> None:
        async for data in there:
            if isinstance(data, str):
                await send({"type": "websocket.send", "bytes": None, "text": data})
            else:
                await send({"type": "websocket.send", "bytes": data, "text": None})

    going = [asyncio.create_task(one) for one in (outward(), inward(), gone.wait())]
    try:
        await asyncio.wait(going, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in going:
            task.cancel()
        await asyncio.gather(*going, return_exceptions=True)
    if gone.is_set():
        there.transport.abort()  # it would not hear that the socket is closed
    with suppress(Exception):  # the visitor may be the one who has gone
        code = there.close_code
        if code is None or code in (1005, 1006):  # broken off: the owner is gone
            code = RESTARTING
        await send({"type": "websocket.close", "code": code, "reason": ""})


def _told(error: BaseException) -> str:
    return str(error) or type(error).__name__


def _target(scope: Scope) -> str:
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string") or b""
    return (raw + (b"?" + query if query else b"")).decode("ascii", "replace")


def _changed(scope: Scope, **fields: Any) -> Scope:
    return {**scope, **fields}


async def _nothing() -> NoReturn:
    raise RuntimeError("the request has been read")


async def _refuse(
    scope: Scope, receive: Receive, send: Send, phrase: str, code: int = RESTARTING
) -> None:
    """Say that it does not work at the moment; who comes back soon is only told by the code."""
    body = _problem(Problem(Phrase(phrase)))
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        if code != RESTARTING:
            await send({"type": "websocket.send", "text": body.decode(), "bytes": None})
        await send({"type": "websocket.close", "code": code, "reason": ""})
        return
    await _answer(send, 503, body, [(b"retry-after", b"1"), (b"content-type", b"application/json")])


async def _deny(scope: Scope, receive: Receive, send: Send) -> None:
    """Tell another node that it has come to the wrong one."""
    if scope["type"] == "websocket":
        await receive()
        await handshakes.answer(send, MISDIRECTED)
        return
    await _answer(send, MISDIRECTED, b"", [])


async def _answer(
    send: Send, status: int, body: bytes, headers: Iterable[tuple[bytes, bytes]]
) -> None:
    start = {
        "type": "http.response.start",
        "status": status,
        "headers": [*headers, (b"content-length", str(len(body)).encode())],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})
