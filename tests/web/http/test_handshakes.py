"""Sockets that are not opened: the answer says why; a fault that ends one is logged."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.tables.playing import asynchronous, two_at_bauab
from tests.web.patient import connect
from tests.web.running_server import served
from tischlein.tables.hall import Hall
from tischlein.tables.players.programs import TOKEN
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.web.app import create_app
from tischlein.web.http.asgi import App, Receive, Scope, Send
from tischlein.web.running import serving
from tischlein.web.sockets.live_connections import LiveConnections


async def told(address: str, **more: Any) -> tuple[int, Any]:
    """Return the status and the problem with which a handshake is answered."""
    with pytest.raises(InvalidStatus) as caught:
        async with connect(address, **more):
            pass
    answer = caught.value.response
    return answer.status_code, msgspec.json.decode(answer.body or b"null")


@asynchronous
async def test_a_handshake_that_fails_is_answered_in_words(tmp_path: Path) -> None:
    async with SqliteStore(tmp_path / "db") as store:
        hall = Hall(store)
        async with served(serving.settings(create_app(hall))) as address:
            match = f"{address}/api/matches/{await two_at_bauab(hall)}"
            for query, detail in (
                ("live?scenes=x", "scenes: Expected `int`, got `str`"),
                ("live?scenes=2", "scenes: Expected `int` <= 1"),
                ("live?scene=0", "scene: No such parameter; this address takes scenes, aids"),
                ("line?at=x", "at: Expected `int`, got `str`"),
                ("line", "Missing required query parameter 'at'"),
            ):
                status, problem = await told(f"{match}/{query}")
                assert (status, problem["phrase"]["key"]) == (400, "problem-request")
                assert detail in problem["detail"]
            status, problem = await told(f"{match}/alive")
            assert (status, problem["phrase"]["key"]) == (404, "problem-not-found")
            status, problem = await told(f"{match}/live", origin="https://elsewhere.example")
            assert (status, problem["phrase"]["key"]) == (403, "problem-origin")


@asynchronous
async def test_a_program_is_told_soon_that_nobody_can_find_out_who_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_away(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("tischlein.web.http.handshakes.STORAGE_TIMEOUT", 0.0)
    monkeypatch.setattr("tischlein.tables.players.programs.find_by_token", is_away)
    token = {"Authorization": f"Bearer {TOKEN}any"}
    async with SqliteStore(tmp_path / "db") as store:
        app = create_app(Hall(store))
        async with served(serving.settings(app)) as address:
            with pytest.raises(InvalidStatus) as caught:
                await connect(f"{address}/api/program/live", additional_headers=token)
    answer = caught.value.response
    problem = msgspec.json.decode(answer.body or b"null")
    assert (answer.status_code, problem["phrase"]["key"]) == (503, "problem-storage")
    assert answer.headers["retry-after"] == "1"


@asynchronous
async def test_a_fault_that_ends_a_socket_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise RuntimeError("broken here")

    monkeypatch.setattr(LiveConnections, "serve", fails)
    async with SqliteStore(tmp_path / "db") as store:
        hall = Hall(store)
        async with served(serving.settings(create_app(hall))) as address:
            match = await two_at_bauab(hall)
            with caplog.at_level(logging.ERROR), pytest.raises(ConnectionClosed):
                async with connect(f"{address}/api/matches/{match}/live") as socket:
                    await socket.recv()
    (logged,) = caplog.records
    assert logged.exc_info is not None
    assert "broken here" in str(logged.exc_info[1])


HANDSHAKE = """\
GET /api/matches/8p35gty4m5bp6z/live HTTP/1.1\r
Host: 127.0.0.1\r
Connection: Upgrade\r
Upgrade: websocket\r
Sec-WebSocket-Version: 13\r
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
\r
"""


@asynchronous
async def test_whoever_goes_before_a_socket_is_opened_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """While a server restarts, a proxy holds visitors back; some have gone when it answers."""
    came, answered = asyncio.Event(), asyncio.Event()
    async with SqliteStore(tmp_path / "db") as store:
        app: App = create_app(Hall(store))

        async def late(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "websocket":
                await app(scope, receive, send)
                return
            heard = [await receive()]
            came.set()
            heard.append(await receive())

            async def receive_again() -> Any:
                return heard.pop(0) if heard else await receive()

            try:
                await app(scope, receive_again, send)
            finally:
                answered.set()

        with caplog.at_level(logging.WARNING):
            async with served(serving.settings(late)) as address:
                port = int(address.rpartition(":")[2])
                _, visitor = await asyncio.open_connection("127.0.0.1", port)
                visitor.write(HANDSHAKE.encode())
                await came.wait()
                visitor.close()
                await answered.wait()
    assert caplog.messages == []
