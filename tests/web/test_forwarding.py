"""Whom a node believes, and whom it asks: others that know the secret of all nodes."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Response

from tests.tables.playing import asynchronous
from tischlein.tables import changes
from tischlein.tables.changes import Change
from tischlein.tables.hall import Hall
from tischlein.tables.ownership import Node, Role, SingleServer
from tischlein.tables.problems import ElsewhereError, NotNowError, StorageError
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.web.http.codes import RESTARTING, TRY_LATER
from tischlein.web.http.errors import MISDIRECTED
from tischlein.web.metrics import ForwardingCounts
from tischlein.web.nodes.forwarding import Forwarding
from tischlein.web.nodes.other_nodes import Visitor

SECRET = bytes(range(32))
VISITOR = Visitor("198.51.100.7", 40_000, "https", [(b"accept", b"text/html")])


async def kept(name: str) -> bytes:
    """Return what nodes have in common."""
    assert name == "nodes"
    return SECRET


async def served(given: bytes) -> tuple[Any, list[str]]:
    """Return a request as the application gets it that bears this as the nodes' secret.

    And from where nodes have passed requests on.
    """
    seen: list[Any] = []
    nodes: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope)

    async def nothing(*message: Any) -> Any:
        return {}

    hall = SimpleNamespace(
        store=SimpleNamespace(own_secret=kept),
        ownership=SimpleNamespace(subscribe=lambda *_: None, other_versions=[]),
    )
    forwarding = Forwarding(app, cast(Hall, hall), 1_000, ForwardingCounts(), nodes.append)
    await forwarding({"type": "lifespan"}, nothing, nothing)
    headers = [
        (b"accept", b"*/*"),
        (b"x-tischlein-node", given),
        (b"x-tischlein-visitor", base64.b64encode(msgspec.msgpack.encode(VISITOR))),
    ]
    scope = {"type": "http", "method": "GET", "path": "/api/games", "scheme": "http"}
    came = {"client": ("203.0.113.9", 50_000), "headers": headers}
    await forwarding(scope | came, nothing, nothing)
    return seen[-1], nodes


@asynchronous
async def test_what_another_node_says_of_a_visitor_is_believed() -> None:
    scope, nodes = await served(SECRET.hex().encode())
    assert nodes == ["203.0.113.9"]
    assert (scope["client"], scope["scheme"]) == ((VISITOR.host, VISITOR.port), "https")
    assert scope["headers"] == VISITOR.headers


@pytest.mark.parametrize("given", [b"", b"00", bytes(32).hex().encode()])
@asynchronous
async def test_a_visitor_who_claims_to_be_a_node_is_not_believed(given: bytes) -> None:
    scope, nodes = await served(given)
    assert nodes == []
    assert (scope["client"], scope["scheme"]) == (("203.0.113.9", 50_000), "http")
    assert scope["headers"] == [(b"accept", b"*/*")]


# --- whose match it is ---

MATCH = "bcdfghjkmnpqrs"
OTHER = Node("other", "http://127.0.0.1:1", "2", Role.ALL)


class Nodes(SingleServer):
    """What a node knows of others, and which matches it has come to doubt."""

    def __init__(self, *others: Node) -> None:
        super().__init__()
        self.other_versions = others
        self.invalidated: list[str] = []

    def invalidate(self, match_id: str) -> None:
        self.invalidated.append(match_id)


class Whose:
    """A hall that says of a match, each time it is asked, whose it is; or raises that."""

    def __init__(self, *owners: Node | Exception | None, others: tuple[Node, ...] = ()) -> None:
        self.ownership = Nodes(*others)
        self.store = SimpleNamespace(own_secret=kept)
        self._owners = list(owners)
        self.tables = self  # which say so

    async def owner_of(self, match_id: str) -> Node | None:
        assert match_id == MATCH
        owner = self._owners.pop(0) if len(self._owners) > 1 else self._owners[0]
        if isinstance(owner, Exception):
            raise owner
        return owner


LocalCompute = Callable[[Any, Any, Any], Coroutine[Any, Any, None]]


async def says_hello(scope: Any, receive: Any, send: Any) -> None:
    """Be an application that tells what it has been sent."""
    body = b""
    while True:
        part = await receive()
        body += part["body"]
        if not part["more_body"]:
            break
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"hello " + body, "more_body": False})
    assert scope["path"].startswith("/")


class Once:
    """An application whose match turns out to be another node's, at first."""

    def __init__(self) -> None:
        self.asked = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.asked += 1
        if self.asked > 1:
            await says_hello(scope, receive, send)
            return
        await receive()
        await send({"type": "http.response.start", "status": MISDIRECTED, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def asked(
    hall: Whose,
    app: LocalCompute = says_hello,
    *,
    method: str = "GET",
    path: str = f"/api/matches/{MATCH}/view",
    body: bytes = b"",
    cut: bool = False,
    **scope: Any,
) -> list[Any]:
    """Return what a visitor is sent; as another node, if the scope says so.

    One who is cut off goes before the end of the body.
    """
    sent: list[Any] = []
    coming: list[Any] = [
        {"type": "http.request", "body": body[:3], "more_body": True},
        {"type": "http.request", "body": body[3:], "more_body": cut},
        *([{"type": "http.disconnect"}] if cut else []),
    ]

    async def receive() -> Any:
        return coming.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    async def alive(_: Any, receive: Any, send: Any) -> None:
        """Serve while the application does."""
        asking: dict[str, Any] = {"type": "http", "method": method, "path": path}
        asking |= {"scheme": "http", "client": ("203.0.113.9", 50_000), "headers": []}
        serving = forwarding._app
        forwarding._app = app
        await forwarding(asking | scope, receive, send)
        forwarding._app = serving

    forwarding = Forwarding(alive, cast(Hall, hall), 1_000, ForwardingCounts(), set[str]().add)
    await forwarding({"type": "lifespan"}, receive, send)
    return sent


AS_A_NODE = [
    (b"x-tischlein-node", SECRET.hex().encode()),
    (b"x-tischlein-visitor", base64.b64encode(msgspec.msgpack.encode(VISITOR))),
]


def statuses(sent: list[Any]) -> list[int]:
    return [message["status"] for message in sent if "status" in message]


@asynchronous
async def test_without_storage_nobody_knows_whose_a_match_is_and_that_is_said() -> None:
    start, told = await asked(Whose(StoreUnavailableError("away")))
    assert start["status"] == 503
    assert (b"retry-after", b"1") in start["headers"]
    assert b"problem-storage" in told["body"]
    hall = Whose(StoreUnavailableError("away"))
    _, told, closed = await asked(hall, type="websocket", query_string=b"")
    assert json.loads(told["text"])["phrase"]["key"] == "problem-storage"
    assert closed["code"] == TRY_LATER


class Away(Whose):
    """A hall whose database does not answer."""

    async def owner_of(self, match_id: str) -> Node | None:
        await asyncio.Event().wait()
        return await super().owner_of(match_id)


@asynchronous
async def test_a_socket_does_not_wait_for_a_database_as_long_as_a_move_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tischlein.web.http.handshakes.STORAGE_TIMEOUT", 0.0)
    opened, told, closed = await asked(Away(None), type="websocket", query_string=b"")
    assert opened["type"] == "websocket.accept"
    assert json.loads(told["text"])["phrase"]["key"] == "problem-storage"
    assert closed["code"] == TRY_LATER
    move = asyncio.create_task(asked(Away(None), method="POST"))
    assert await asyncio.wait((move,), timeout=0.05) == (set(), {move})
    move.cancel()


@asynchronous
async def test_another_node_that_has_come_to_the_wrong_one_is_told_so() -> None:
    hall = Whose(OTHER)
    assert statuses(await asked(hall, headers=AS_A_NODE)) == [MISDIRECTED]
    sent = await asked(hall, headers=AS_A_NODE, type="websocket")
    assert [message["type"] for message in sent] == [
        "websocket.http.response.start",
        "websocket.http.response.body",
    ]
    assert statuses(sent) == [MISDIRECTED]


@asynchronous
async def test_what_turns_out_to_be_anothers_is_asked_again_from_its_beginning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tischlein.web.nodes.forwarding.RETRY", 0.0)
    hall, app = Whose(None), Once()
    start, told = await asked(hall, app, method="POST", body=b"everybody")
    assert (start["status"], told["body"]) == (200, b"hello everybody")
    assert (app.asked, hall.ownership.invalidated) == (2, [MATCH])


@pytest.mark.parametrize(("kind", "says"), [("http", [503]), ("websocket", [])])
@asynchronous
async def test_whoever_waits_in_vain_for_the_owner_is_told_to_come_back(
    monkeypatch: pytest.MonkeyPatch, kind: str, says: list[int]
) -> None:
    monkeypatch.setattr("tischlein.web.nodes.forwarding.RETRY", 0.0)
    monkeypatch.setattr("tischlein.web.nodes.forwarding.PATIENCE", -1.0)
    sent = await asked(Whose(OTHER), type=kind, query_string=b"scenes=0")
    assert statuses(sent) == says
    if kind == "websocket":
        assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
        assert sent[-1]["code"] == RESTARTING


@asynchronous
async def test_a_handshake_is_answered_as_the_owner_answers_it() -> None:
    def refuses(connection: ServerConnection, _: object) -> Response:
        return connection.respond(HTTPStatus.BAD_REQUEST, '{"detail":"scenes"}')

    async def nothing(_: ServerConnection) -> None: ...

    async with serve(nothing, "127.0.0.1", 0, process_request=refuses) as owner:
        port = next(iter(owner.sockets)).getsockname()[1]
        hall = Whose(Node("owner", f"http://127.0.0.1:{port}", "1", Role.ALL))
        wanted: dict[str, Any] = {"type": "websocket", "query_string": b"scenes=x"}
        start, told = await asked(hall, extensions={"websocket.http.response": {}}, **wanted)
        assert (start["status"], told["body"]) == (400, b'{"detail":"scenes"}')
        assert await asked(hall, **wanted) == [{"type": "websocket.close", "code": 1008}]


@asynchronous
async def test_a_seat_that_makes_no_sense_is_refused_where_it_is_asked_for() -> None:
    for body in (b"{", b"[]", b"\xff", b"[" * 900):
        sent = await asked(Whose(OTHER), method="POST", path="/api/seats", body=body)
        assert sent[-1]["body"] == b"hello " + body


@asynchronous
async def test_a_file_of_another_version_is_looked_for_there_first() -> None:
    path = "/assets/nowhere-1234.js"
    for others in ((), (OTHER,)):  # nobody listens there
        sent = await asked(Whose(None, others=others), path=path)
        assert sent[-1]["body"] == b"hello "


@pytest.mark.parametrize("path", [f"/api/matches/{MATCH}/talk", "/api/seats"])
@asynchronous
async def test_of_a_request_that_is_cut_off_nobody_hears(path: str) -> None:
    hall = Whose(OTHER)
    body = b'{"secret": "%s.x", "text": "half of what I have"}' % MATCH.encode()
    assert await asked(hall, method="POST", path=path, body=body, cut=True) == []
    assert hall.ownership.invalidated == []


# --- who holds the seats of a match ---

CHANGE = changes.ReplaceHolder("a session", "card:ada")


@asynchronous
async def test_an_answer_breaks_off_where_the_owner_has_gone_in_the_middle_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def goes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhello")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(goes, "127.0.0.1", 0) as owner:
        port = owner.sockets[0].getsockname()[1]
        sent = await asked(Whose(OTHER._replace(address=f"http://127.0.0.1:{port}")))
    assert [part.get("body", part.get("status")) for part in sent] == [200, b"hello"]
    assert sent[-1]["more_body"]
    assert "node other has gone in the middle of an answer" in caplog.text


class Holding(Whose):
    """A hall that changes matches of its own, or raises that it cannot."""

    def __init__(self, *owners: Node | None, fails: Exception | None = None) -> None:
        super().__init__(*owners)
        self.changed: list[tuple[str, Change]] = []
        self._fails = fails

    async def change_locally(self, match_id: str, change: Change) -> None:
        if self._fails is not None:
            raise self._fails
        self.changed.append((match_id, change))


async def asked_to_change(hall: Whose, body: bytes, **scope: Any) -> list[Any]:
    path = f"/nodes/matches/{MATCH}"
    return await asked(hall, method="POST", path=path, body=body, **scope)


@asynchronous
async def test_only_a_node_can_have_another_change_who_holds_seats() -> None:
    hall = Holding(None)
    _, told = await asked_to_change(hall, changes.write(CHANGE))
    assert told["body"].startswith(b"hello"), "the application answers visitors"
    assert hall.changed == []
    assert await asked_to_change(hall, changes.write(CHANGE), headers=AS_A_NODE, cut=True) == []
    assert hall.changed == []
    sent = await asked_to_change(hall, changes.write(CHANGE), headers=AS_A_NODE)
    assert statuses(sent) == [200]
    assert hall.changed == [(MATCH, CHANGE)]


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (ElsewhereError(), MISDIRECTED),
        (StoreUnavailableError("away"), 503),
        (StorageError(), 503),
        (NotNowError("x"), 409),
    ],
)
@asynchronous
async def test_a_node_says_why_it_does_not_change_a_match(error: Exception, status: int) -> None:
    hall = Holding(None, fails=error)
    assert statuses(await asked_to_change(hall, changes.write(CHANGE), headers=AS_A_NODE)) == [
        status
    ]
    assert statuses(await asked_to_change(Holding(None), b"{}", headers=AS_A_NODE)) == [409]


async def has_changed(hall: Holding, *answers: int | Exception) -> int:
    """Have a match changed whose owner answers so, one time after the other; return how often."""
    coming = [*answers]

    def owner(request: httpx.Request) -> httpx.Response:
        assert request.url == f"{OTHER.address}/nodes/matches/{MATCH}"
        assert changes.read(request.content) == CHANGE
        answer = coming.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer)

    async def nothing(*_: Any) -> Any:
        return {}

    forwarding = Forwarding(
        says_nothing, cast(Hall, hall), 1_000, ForwardingCounts(), set[str]().add
    )
    await forwarding({"type": "lifespan"}, nothing, nothing)
    async with httpx.AsyncClient(transport=httpx.MockTransport(owner)) as client:
        forwarding._other_nodes._client = client
        await forwarding.change(MATCH, CHANGE)
    return len(answers) - len(coming)


async def says_nothing(scope: Any, receive: Any, send: Any) -> None:
    """Be an application without life."""


@asynchronous
async def test_the_owner_is_asked_until_it_answers_or_another_node_has_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tischlein.web.nodes.forwarding.RETRY", 0.0)
    assert await has_changed(Holding(OTHER), 200) == 1
    assert await has_changed(Holding(OTHER), httpx.ConnectError("gone"), MISDIRECTED, 200) == 3
    mine_by_now = Holding(OTHER, None)
    assert await has_changed(mine_by_now, httpx.ReadTimeout("asleep")) == 1
    assert mine_by_now.changed == [(MATCH, CHANGE)]
    assert mine_by_now.ownership.invalidated == [MATCH]


@asynchronous
async def test_what_the_owner_cannot_do_or_nobody_answers_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tischlein.web.nodes.forwarding.PATIENCE", -1.0)
    with pytest.raises(ElsewhereError):
        await has_changed(Holding(OTHER), httpx.ConnectError("gone"))
    with pytest.raises(NotNowError, match="card-elsewhere"):
        await has_changed(Holding(OTHER), 405)  # of a version that cannot be asked
    with pytest.raises(StoreUnavailableError):
        await has_changed(Holding(OTHER), 503)
