"""Sockets: long messages travel compressed, short ones as they are; all arrive as they are."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.exceptions import NegotiationError
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from tischlein.web.sockets.protocol import (
    LEAST_BITS,
    WORTH_COMPRESSING,
    LongMessagesDeflateFactory,
    WebSockets,
    text_writer,
)


@pytest.mark.parametrize("longer", [0, 1])
def test_long_messages_alone_are_compressed_and_any_client_reads_all(longer: int) -> None:
    client = ClientPerMessageDeflateFactory()
    agreed, server = LongMessagesDeflateFactory().process_request_params(
        client.get_request_params(), []
    )
    reader = client.process_response_params(agreed, [])
    text = b"x" * (WORTH_COMPRESSING - 1 + longer)
    for _ in range(2):  # each by itself: what was sent before does not matter
        sent = server.encode(Frame(Opcode.TEXT, text))
        assert (len(sent.data) < len(text)) is bool(longer)
        # the reader sees it as it travels: the flag of compression stands on the frame
        assert sent.rsv1 is bool(longer)
        assert reader.decode(sent).data == text


@pytest.mark.parametrize("bits", range(8, 16))
def test_who_keeps_a_small_window_only_reads_long_messages_too(bits: int) -> None:
    client = ClientPerMessageDeflateFactory(server_max_window_bits=bits)
    offered = client.get_request_params()
    if bits < LEAST_BITS:
        with pytest.raises(NegotiationError):  # and all is sent as it is
            LongMessagesDeflateFactory().process_request_params(offered, [])
        return
    agreed, server = LongMessagesDeflateFactory().process_request_params(offered, [])
    reader = client.process_response_params(agreed, [])
    # Words that come again near and far, as in scenes.
    draw = random.Random(bits)
    words = [b"%x" % draw.getrandbits(60) for _ in range(800)]
    for length in (100, 1_000, 10_000):
        text = b" ".join(draw.choices(words, k=length))
        sent = server.encode(Frame(Opcode.TEXT, text))
        assert len(sent.data) < len(text)
        assert reader.decode(sent).data == text


def test_a_connection_keeps_no_memory_for_compression() -> None:
    _, server = LongMessagesDeflateFactory().process_request_params([], [])
    assert server.local_no_context_takeover
    assert server.remote_no_context_takeover


class Wire(asyncio.Transport):
    """A connection whose other side is in the test."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = bytearray()
        self.pauses = 0

    def write(self, data: Any) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.pauses += 1

    def resume_reading(self) -> None: ...
    def close(self) -> None: ...
    def abort(self) -> None: ...


class Talk:
    """A server of these sockets, and a client, in one event loop."""

    def __init__(self, app: Callable[[Any, Any, Any], Awaitable[None]], *, deflate: bool) -> None:
        config = uvicorn.Config(app, ws=WebSockets, log_config=None)
        config.load()
        self.wire = Wire()
        self.server = WebSockets(config, ServerState(), {})
        self.server.connection_made(self.wire)
        extensions = [ClientPerMessageDeflateFactory()] if deflate else None
        self.client = ClientProtocol(parse_uri("ws://localhost/"), extensions=extensions)
        self.client.send_request(self.client.connect())

    async def pass_on(self, sizes: Iterable[int] = ()) -> list[Any]:
        """Take what the client has said to the server, in such pieces; return the answers."""
        waiting = b"".join(self.client.data_to_send())
        for size in sizes:
            piece, waiting = waiting[:size], waiting[size:]
            if piece:
                self.server.data_received(piece)
        if waiting:
            self.server.data_received(waiting)
        for _ in range(40):
            await asyncio.sleep(0)
        sent = bytes(self.wire.sent)
        self.wire.sent.clear()
        self.client.receive_data(sent)
        return self.client.events_received()


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Send every message back, at once where that is possible."""
    write = text_writer(scope)
    assert write is not None
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        text = message.get("text")
        answer = f"bytes {message['bytes'].hex()}" if text is None else text
        if not write(answer):
            await send({"type": "websocket.send", "text": answer})


texts = st.text(max_size=140) | st.integers(900, 70_000).map("x".__mul__)


@given(st.lists(texts, max_size=4), st.lists(st.integers(1, 150), max_size=12), st.booleans())
def test_messages_of_any_length_in_any_pieces_arrive_whole_and_in_order(
    said: list[str], sizes: list[int], deflate: bool
) -> None:
    async def talk() -> None:
        talk = Talk(echo, deflate=deflate)
        await talk.pass_on()
        for text in said:
            talk.client.send_text(text.encode())
        answers = await talk.pass_on(sizes)
        assert [bytes(frame.data).decode() for frame in answers] == said
        talk.server.connection_lost(None)
        await asyncio.sleep(0)

    asyncio.run(talk())


@pytest.mark.parametrize("deflate", [False, True])
def test_parts_of_a_message_and_broken_text_are_read_beside_short_ones(deflate: bool) -> None:
    async def talk() -> list[bytes]:
        talk = Talk(echo, deflate=deflate)
        await talk.pass_on()
        answers = []
        client = talk.client
        said: list[Callable[[], None]] = [
            lambda: client.send_text(b"one"),
            lambda: client.send_text(b"two ", fin=False),
            lambda: client.send_ping(b"?"),
            lambda: client.send_continuation(b"parts", fin=True),
            lambda: client.send_text(b"\xff\xfe"),
            lambda: client.send_text(b"three"),
        ]
        for say in said:
            say()
            answers += [bytes(frame.data) for frame in await talk.pass_on()]
        talk.server.connection_lost(None)
        await asyncio.sleep(0)
        return answers

    assert asyncio.run(talk()) == [b"one", b"?", b"two parts", b"bytes fffe", b"three"]


def test_a_text_within_another_that_has_not_ended_ends_the_connection() -> None:
    async def talk() -> None:
        talk = Talk(echo, deflate=False)
        await talk.pass_on()
        talk.client.send_text(b"begun", fin=False)
        assert not await talk.pass_on()
        talk.client.expect_continuation_frame = False  # a client that breaks the protocol
        talk.client.send_text(b"other")
        (end,) = await talk.pass_on()
        assert end.opcode is Opcode.CLOSE
        talk.server.connection_lost(None)
        await asyncio.sleep(0)

    asyncio.run(talk())


def test_one_long_text_reaches_clients_with_and_without_compression() -> None:
    long = "x" * WORTH_COMPRESSING

    async def talk(deflate: bool) -> None:
        talk = Talk(echo, deflate=deflate)
        await talk.pass_on()
        talk.client.send_text(long.encode())
        (answer,) = await talk.pass_on()
        assert bytes(answer.data) == long.encode()
        talk.server.connection_lost(None)
        await asyncio.sleep(0)

    for deflate in (True, False, True):
        asyncio.run(talk(deflate))


def test_nothing_is_written_at_once_to_who_reads_slowly() -> None:
    async def talk() -> None:
        talk = Talk(echo, deflate=False)
        await talk.pass_on()
        talk.server.pause_writing()
        assert not talk.server.write("x")
        talk.server.resume_writing()
        assert talk.server.write("x")
        talk.server.connection_lost(None)
        assert not talk.server.write("x")
        await asyncio.sleep(0)

    asyncio.run(talk())


def test_who_says_more_than_is_listened_to_is_not_read_on() -> None:
    async def deaf(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await asyncio.Event().wait()

    async def talk() -> None:
        talk = Talk(deaf, deflate=False)
        await talk.pass_on()
        for _ in range(2):
            talk.client.send_text(b"hello")
            await talk.pass_on()
        assert talk.wire.pauses == 1
        for task in talk.server.tasks:
            task.cancel()
        await asyncio.gather(*talk.server.tasks, return_exceptions=True)

    asyncio.run(talk())


def test_an_answer_instead_of_a_socket_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    """A node denies so what another one passes to it by mistake."""

    async def denies(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.http.response.start", "status": 421, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})

    async def ask() -> None:
        talk = Talk(denies, deflate=False)
        await talk.pass_on()
        assert talk.client.handshake_exc is not None
        assert "421" in str(talk.client.handshake_exc)

    with caplog.at_level("ERROR"):
        asyncio.run(ask())
    assert not caplog.records
