"""Connections: they are bounded in number, and in the time in which they say what they want."""

import asyncio
import logging
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import InvalidStatus

from tests.tables.manual_clock import advance_time, resume_time, with_manual_clock
from tests.tables.playing import asynchronous
from tests.tables.waiting import eventually
from tests.web.patient import connect
from tests.web.running_server import served
from tischlein.web.http.limits import Limits
from tischlein.web.running import listening, serving
from tischlein.web.sockets.connections import OTHER_FILES, WARN_BELOW, HttpProtocol, OpenConnections

SOON = 0.05
"""Seconds within which requests have to be there where they do not come; no time goes by there but
what the test lets go by."""
NEVER = 3_600.0
WHOLE = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"
LAST = b"GET / HTTP/1.1\r\nconnection: close\r\n\r\n"


class Inn:
    """An application that answers when it has the whole body, after a rest, and greets sockets."""

    def __init__(self) -> None:
        self.rest = 0.0
        self.held: asyncio.Event | None = None
        """Until this is set nobody is answered."""
        self.answer = b"ok"
        self.bodies = list[bytes]()
        self.heard = 0
        """How many bytes have been taken in, whatever they are."""
        self.asked = asyncio.Event()
        """Set once a whole request is there."""
        self.left = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            for stage in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{stage}.complete"})
            return
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await receive()
            await send({"type": "websocket.send", "text": "hello"})
            await receive()
            return
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.left += 1
                return
            body, more = body + message["body"], message["more_body"]
        self.bodies.append(body)
        self.asked.set()
        await asyncio.sleep(self.rest)
        if self.held is not None:
            await self.held.wait()
        length = (b"content-length", str(len(self.answer)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": self.answer})


@asynccontextmanager
async def reached(
    inn: Inn, asking: float = NEVER, connections: OpenConnections | None = None
) -> AsyncIterator[tuple[str, OpenConnections]]:
    class Listening(HttpProtocol):
        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            inn.heard += len(data)

    settings = serving.settings(inn)
    settings.http = Listening
    settings.limits = Limits(request_seconds=asking, head_bytes=1_000)
    if connections is not None:
        settings.connections = connections
    async with served(settings) as address:
        yield address, settings.connections


async def gone(connections: OpenConnections, left: int = 0) -> None:
    """Wait until no more connections are left than these."""
    await eventually(lambda: len(connections) <= left)
    assert len(connections) == left


async def said(address: str, *parts: bytes) -> bytes:
    """Return all that a server says on a connection until it ends it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(address).port)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0)
        return await reader.read()
    except ConnectionError:  # who is turned away at once may not even come to speak
        return b""
    finally:
        writer.close()


async def said_in_vain(inn: Inn, address: str, *parts: bytes) -> bytes:
    """Return all that a server says on a connection on which no more comes than this."""
    saying = asyncio.create_task(said(address, *parts))
    await eventually(lambda: inn.heard == sum(map(len, parts)))
    while not saying.done():
        await advance_time(round(1000 * SOON))
    resume_time()
    return await saying


@with_manual_clock
@pytest.mark.parametrize(
    "parts",
    [
        (),
        (b"\r\n",),
        (b"GET / HTTP/1.1\r\nhost: x\r\nx-more: ",),
        (b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n", b"half"),
        (WHOLE, b"GET / HTTP/1.1\r\n"),
    ],
    ids=["nothing", "an empty line", "half a head", "half a body", "another one half"],
)
async def test_who_does_not_come_to_the_point_is_sent_away(parts: tuple[bytes, ...]) -> None:
    inn = Inn()
    async with reached(inn, SOON) as (address, connections):
        answer = await said_in_vain(inn, address, *parts)
        assert answer.count(b"HTTP/1.1 200 OK") == parts.count(WHOLE)
        # Who has said nothing is told nothing, for a browser would take it for the next answer.
        assert answer.count(b"HTTP/1.1 408 Request Timeout") == bool(parts)
        await gone(connections)
        assert inn.bodies == [b""] * parts.count(WHOLE)
        assert inn.left == (b"half" in parts)


@with_manual_clock
async def test_who_is_answered_may_wait_as_long_as_that_takes() -> None:
    inn = Inn()
    inn.rest = 4 * SOON
    async with reached(inn, SOON) as (address, _):
        halves = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nbo", b"dy"
        answer = await said_in_vain(inn, address, *halves, b"GET / HTTP/1.1\r\n")
        assert answer.startswith(b"HTTP/1.1 200 OK")
        assert inn.bodies == [b"body"]


@with_manual_clock
async def test_who_does_not_end_another_request_gets_the_first_answer_first() -> None:
    inn = Inn()
    inn.rest = 4 * SOON
    async with reached(inn, SOON) as (address, _):
        half = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf"
        answer = await said_in_vain(inn, address, WHOLE + half)
        assert re.findall(rb"HTTP/1.1 (\d+) ", answer) == [b"200", b"408"]


@pytest.mark.parametrize("more", [b"GET / HTTP/1.1\r\nx-more: " + b"x" * 1_000, b"\0\r\n\r\n"])
@asynchronous
async def test_what_is_said_of_what_is_no_request_is_no_answer_to_the_one_before(
    more: bytes,
) -> None:
    inn = Inn()
    inn.rest = NEVER
    async with reached(inn) as (address, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(address).port)
        writer.write(WHOLE)
        await inn.asked.wait()
        writer.write(more)
        assert await reader.read() == b""
        writer.close()


@pytest.mark.parametrize("requests", [1, 2, 3])
def test_nothing_is_said_to_who_has_gone_however_much_was_asked(
    requests: int, caplog: pytest.LogCaptureFixture
) -> None:
    """On the event loop of servers, to which it would be an error."""
    uvloop = pytest.importorskip("uvloop")

    async def leave() -> None:
        inn = Inn()
        inn.held = asyncio.Event()
        async with reached(inn) as (address, connections):
            _, writer = await asyncio.open_connection("127.0.0.1", urlsplit(address).port)
            writer.write(requests * WHOLE)
            await inn.asked.wait()
            writer.transport.abort()
            await gone(connections)
            inn.held.set()
        assert len(inn.bodies) == 1

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(leave())
    assert not [told for told in caplog.records if told.levelno >= logging.WARNING]


@asynchronous
async def test_a_server_that_ends_waits_for_nobody_without_end_and_finds_no_fault_in_that(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serving, "SHUTDOWN_TIMEOUT", 1)
    inn = Inn()
    inn.answer = bytes(20_000_000)
    async with reached(inn) as (address, connections):
        port = urlsplit(address).port
        visitors = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        (_, half), (_, unread), (_, waiting) = visitors
        half.write(b"POST / HTTP/1.1\r\ncontent-length: 10\r\n\r\nhalf")
        unread.write(WHOLE)
        await inn.asked.wait()
        inn.asked.clear()
        inn.rest = NEVER
        waiting.write(WHOLE)
        await inn.asked.wait()
        assert len(connections) == 3
    assert inn.left == 1
    assert not [told for told in caplog.records if told.exc_info]
    for _, writer in visitors:
        writer.transport.abort()


@asynchronous
async def test_a_server_that_ends_answers_whatever_it_was_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though whoever has to answer takes too long: nobody is left to guess whether it was heard."""
    monkeypatch.setattr(serving, "SHUTDOWN_TIMEOUT", 1)
    half = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf"
    inn = Inn()
    inn.held = asyncio.Event()
    asked = [WHOLE, WHOLE.replace(b"GET", b"HEAD"), half, 2 * WHOLE]
    async with reached(inn) as (address, connections):
        saying = [asyncio.create_task(said(address, one)) for one in asked]
        await eventually(lambda: inn.heard == sum(map(len, asked)) and len(inn.bodies) == 3)
        saying[0].add_done_callback(lambda _: inn.held.set() if inn.held else None)
    heads, bodies = zip(*[(await one).split(b"\r\n\r\n") for one in saying], strict=True)
    for head in heads:
        first, *headers = head.split(b"\r\n")
        assert first == b"HTTP/1.1 503 Service Unavailable"
        assert {b"connection: close", b"retry-after: 1"} <= {*headers}
    assert [bool(body) for body in bodies] == [True, False, True, True]
    assert len(connections) == 0


@asynchronous
async def test_a_server_that_ends_lets_requests_be_finished_and_says_that_they_are_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(serving, "SHUTDOWN_TIMEOUT", NEVER)
    inn = Inn()
    inn.held = asyncio.Event()
    async with reached(inn) as (address, _):
        port = urlsplit(address).port
        (reader, writer), (idle, silent), (first, beginning) = [
            await asyncio.open_connection("127.0.0.1", port) for _ in range(3)
        ]
        writer.write(WHOLE)
        beginning.write(WHOLE[:20])
        await eventually(lambda: inn.heard == len(WHOLE) + 20 and inn.asked.is_set())

        async def finish() -> tuple[bytes, bytes]:
            assert await idle.read() == b""  # the server ends
            beginning.write(WHOLE[20:])
            await eventually(lambda: len(inn.bodies) == 2)
            assert inn.held is not None
            inn.held.set()
            return await reader.read(), await first.read()

        finishing = asyncio.create_task(finish())
    for answer in await finishing:
        assert answer.startswith(b"HTTP/1.1 200 OK")
        assert b"connection: close" in answer
    for one in (writer, silent, beginning):
        one.close()


@asynchronous
async def test_who_waits_for_a_socket_when_the_server_ends_is_told_to_come_again() -> None:
    inn = Inn()
    greeted, ended = asyncio.Event(), asyncio.Event()

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            greeted.set()
            await ended.wait()
        else:
            await inn(scope, receive, send)

    async with served(serving.settings(slow)) as address:
        connecting = asyncio.create_task(connect(address, proxy=None).__aenter__())
        connecting.add_done_callback(lambda _: ended.set())
        await greeted.wait()
    with pytest.raises(InvalidStatus) as refused:
        await connecting
    assert refused.value.response.status_code == 503
    assert refused.value.response.headers["Retry-After"] == "1"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems wait for whoever is there")
@asynchronous
async def test_who_takes_nothing_of_an_answer_is_sent_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listening, "UNREAD_TIMEOUT", SOON)
    inn = Inn()
    inn.answer = bytes(20_000_000)
    async with reached(inn) as (address, connections):
        with socket.create_connection(("127.0.0.1", urlsplit(address).port or 0)) as visitor:
            visitor.sendall(WHOLE)
            await inn.asked.wait()
            await gone(connections)


@pytest.mark.parametrize(
    "bytes_sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"SSH-2.0-OpenSSH\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: irc\r\n\r\n",
    ],
)
@asynchronous
async def test_whoever_speaks_something_else_is_answered_and_leaves_nothing_in_the_log(
    bytes_sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with reached(Inn()) as (address, connections):
        assert await said(address, bytes_sent)
        await gone(connections)
    assert caplog.messages == []


@asynchronous
async def test_a_proxy_that_is_not_named_is_told_of_once_and_without_its_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    spoken_for = WHOLE.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n")
    for named, times in (("127.0.0.1", 0), ("192.0.2.7", 1)):
        inn = Inn()
        async with reached(inn, connections=OpenConnections(100, 100, [named])) as (address, _):
            for _ in range(3):
                inn.asked.clear()
                _, writer = await asyncio.open_connection("127.0.0.1", urlsplit(address).port)
                writer.write(spoken_for)
                await inn.asked.wait()
                writer.transport.abort()
        assert len(caplog.messages) == times
    assert "--proxy" in caplog.messages[0]
    assert "127.0.0.1" not in caplog.messages[0]


@with_manual_clock
async def test_a_socket_stays_and_is_counted_until_its_end() -> None:
    async with reached(Inn(), SOON) as (address, connections):
        async with connect(address) as socket:
            await advance_time(round(4000 * SOON))
            resume_time()
            await socket.send("anybody there?")
            assert await socket.recv() == "hello"
            assert len(connections) == 1
        await gone(connections)


@asynchronous
async def test_a_head_without_end_is_refused() -> None:
    async with reached(Inn()) as (address, _):
        endless = b"GET / HTTP/1.1\r\nx-more: " + b"x" * 1_000
        assert b"HTTP/1.1 431 " in await said(address, endless)
        body = b"POST / HTTP/1.1\r\ncontent-length: 3000\r\nconnection: close\r\n\r\n"
        assert b"200 OK" in await said(address, body, *[b"x" * 100] * 30)


@asynchronous
@pytest.mark.parametrize(
    "at_once",
    [
        [b"POST / HTTP/1.1\r\nconnection: close\r\ncontent-length: 3000\r\n\r\n" + b"x" * 3_000],
        [*50 * [WHOLE], LAST],
        [*50 * [WHOLE], LAST, b"GET / HT"],
    ],
    ids=["a long body", "many requests", "many requests, and a part of one"],
)
async def test_what_comes_at_once_is_no_head_where_a_request_ends_in_it(
    at_once: list[bytes],
) -> None:
    inn = Inn()
    async with reached(inn) as (address, _):
        answer = await said(address, b"".join(at_once))
        assert b"HTTP/1.1 431 " not in answer
        assert answer.count(b"HTTP/1.1 200 OK") == len(inn.bodies) == min(len(at_once), 51)


@asynchronous
async def test_who_comes_when_there_are_too_many_is_turned_away_until_somebody_goes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING)
    async with reached(Inn(), connections=OpenConnections(4, 2)) as (address, connections):
        port = urlsplit(address).port
        (_, first), (reader, second) = [
            await asyncio.open_connection("127.0.0.1", port) for _ in range(2)
        ]
        assert await said(address, WHOLE) == b""
        assert "connections are turned away: 2 are open, 2 of this address" in caplog.text
        first.close()
        await gone(connections, 1)
        assert b"200 OK" in await said(address, LAST)
        second.write(WHOLE)  # and whoever was there is served
        assert (await reader.readline()).startswith(b"HTTP/1.1 200 OK")
        second.close()


def test_a_household_has_its_share_and_a_proxy_speaks_for_all() -> None:
    connections = OpenConnections(6, 2, ["127.0.0.1", "::ffff:127.0.0.1/128", "10.0.0.0/8"])
    assert [connections.admit("2001:db8::1"), connections.admit("2001:db8:0:1::2")] == [True, True]
    assert not connections.admit("2001:db8:0:2::3")  # the same /56
    assert connections.admit("192.0.2.1")
    connections.release("2001:db8::1")
    assert connections.admit("2001:db8:0:2::3")
    assert [connections.admit("10.0.0.7") for _ in range(4)] == [True, True, True, False]
    assert len(connections) == 6


def test_a_few_addresses_leave_connections_to_others() -> None:
    connections = OpenConnections(20, 10)
    for number in range(60):
        connections.admit(f"192.0.2.{number % 3}")
    assert len(connections) == 15
    assert connections.admit("198.51.100.1")


@pytest.mark.parametrize("host", ["192.0.2.1", "::ffff:192.0.2.1", "fe80::1%eth0"])
def test_another_node_speaks_for_many_from_when_it_is_known_on(host: str) -> None:
    connections = OpenConnections(6, 2)
    assert [connections.admit(host) for _ in range(3)] == [True, True, False]
    connections.add_proxy(host)
    assert [connections.admit(host) for _ in range(5)] == [True, True, True, True, False]
    connections.release(host)
    assert connections.admit("192.0.2.2")


@pytest.mark.skipif(sys.platform == "win32", reason="the number of files is not bounded there")
@pytest.mark.parametrize(
    ("soft", "hard", "room", "granted"),
    [
        (64, 2000, 1000 - OTHER_FILES, 1050),
        (64, 1000, 1000 - OTHER_FILES, 1000),
        (64, 600, 600 - OTHER_FILES, 600),
        (64, 256, 128, 256),
        (64, 64, 1, 64),
    ],
)
def test_files_are_asked_for_as_many_as_are_needed_and_the_system_grants(
    soft: int, hard: int, room: int, granted: int
) -> None:
    script = f"""
import resource
from tischlein.web.sockets.connections import connection_limit
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
print(connection_limit(1000 - {OTHER_FILES}, 50), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, text=True
    )
    assert done.stdout.split() == [str(room), str(granted)]
    few = f"room for {room} connections"
    assert (few in done.stderr) is (room < WARN_BELOW)
    assert ("LimitNOFILE" in done.stderr) is (room < WARN_BELOW)
