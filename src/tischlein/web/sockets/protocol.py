"""The server's implementation of WebSockets.

Long messages are compressed, invalid text is passed on, and the number of frames without a message
is limited.

Nearly everything that is sent is a short text in one frame. Such a frame is read and written here,
in a fraction of the time of a general library, which does the rest.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from isal import isal_zlib
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import NegotiationError, PayloadTooBig, ProtocolError
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import BytesLike, ExtensionParameter

try:
    from websockets.speedups import apply_mask
except ImportError:  # it is compiled, and not available on every system
    from websockets.utils import apply_mask

from tischlein.tables.concurrency.bounded_queue import BoundedQueue

WORTH_COMPRESSING = 1_000
"""Bytes from which on a message is compressed: a shorter one fits into one packet anyway."""

WINDOW_BITS = 13
"""The window of the compression: most messages fit into 8 kB."""
LEAST_BITS = 9
"""The smallest window with which there is compression."""

MOST_SILENT = 1_000
"""Pings, pongs and message parts that a connection may send until it shows that it reads.

Answers to pings wait for a reader, parts wait for the last one, and neither is a message that the
application could count.
"""

WRITE = "tischlein.write"
"""The key in the scope's extensions of the function that writes a text immediately.

It is ``WebSockets.write``.
"""

_LEVEL = 1
"""Of ISA-L: it takes half the time of zlib's first level, and its output is no longer."""
_LATEST_KEPT = 8
"""How many of the last long messages are cached as sent: several clients get the same."""

_WHOLE_TEXT, _COMPRESSED = 0x81, 0xC1
"""The first byte of a frame with a whole text, plain and compressed (RFC 6455, 5.2)."""
_PING, _PONG = 0x89, 0x8A
"""The first bytes of frames with which each side checks whether the other one is there (5.5.2)."""
_MASKED = 0x80
_SHORT = 126
"""Bytes from which on a frame has its length in a field of its own."""
_TWO_BYTES = 0xFFFF
"""The greatest length that fits into the smaller of the two such fields."""
_EMPTY_BLOCK = b"\x00\x00\xff\xff"
"""The end of flushed compressed data, which is not sent."""
_MOST_UNREAD = 1_000_000
"""Limit of the application's queue; as long as it is not empty, reading is paused."""
_HEAD = 6
"""Bytes before the text of a short frame from a client: two, and the mask."""


def text_writer(scope: Any) -> Callable[[str], bool] | None:
    """Return the function that writes a text immediately, if the connection's server has one."""
    extension: dict[str, Callable[[str], bool]] = (scope.get("extensions") or {}).get(WRITE, {})
    return extension.get("text")


class LongMessagesDeflate(PerMessageDeflate):
    """Compresses each long message separately, and no short ones (RFC 7692, section 6)."""

    def encode(self, frame: Frame) -> Frame:
        """Return a frame as it is sent; the server sends every message in one."""
        if len(frame.data) < WORTH_COMPRESSING:
            return frame
        return replace(frame, data=_deflated(frame.data, self.local_max_window_bits), rsv1=True)


class LongMessagesDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates the compression with clients that offer it.

    Messages are compressed separately, so that a connection keeps no memory for it: for many
    connections that would be many megabytes.
    """

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            client_no_context_takeover=True,
            server_max_window_bits=WINDOW_BITS,
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Return the negotiated parameters, and the extension that compresses accordingly."""
        agreed, one = super().process_request_params(params, accepted_extensions)
        if one.local_max_window_bits < LEAST_BITS:
            raise NegotiationError(f"no window below {LEAST_BITS} bits")
        return agreed, LongMessagesDeflate(
            one.remote_no_context_takeover,
            one.local_no_context_takeover,
            one.remote_max_window_bits,
            one.local_max_window_bits,
        )


@lru_cache(maxsize=_LATEST_KEPT)
def _long_frame(text: str, window_bits: int | None) -> bytes:
    """Return the frame of a long text, compressed with such a window; uncompressed if None."""
    data = text.encode()
    if window_bits is None:
        return _frame_header(_WHOLE_TEXT, len(data)) + data
    data = _deflated(data, window_bits)
    return _frame_header(_COMPRESSED, len(data)) + data


def _deflated(data: bytes | bytearray | memoryview, window_bits: int) -> bytes:
    """Return data compressed separately (RFC 7692, 7.2.1)."""
    packing = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, -window_bits)
    packed = packing.compress(data) + packing.flush(isal_zlib.Z_SYNC_FLUSH)
    return packed[: -len(_EMPTY_BLOCK)]


def _frame_header(kind: int, length: int) -> bytes:
    """Return the beginning of a server's frame with this many bytes (RFC 6455, 5.2)."""
    if length < _SHORT:
        return bytes((kind, length))
    if length <= _TWO_BYTES:
        return struct.pack("!BBH", kind, _SHORT, length)
    return struct.pack("!BBQ", kind, _SHORT + 1, length)


_DEFLATE = LongMessagesDeflateFactory()
"""It keeps no state of a connection, so one serves all."""


class _Protocol(ServerProtocol):
    """Knows when it is between two frames."""

    between = False
    """Whether only whole frames have come."""

    def receive_data(self, data: bytes | bytearray) -> None:
        """Process incoming data, whatever it is."""
        self.between = False
        super().receive_data(data)

    def recv_frame(self, frame: Frame) -> None:
        """Process a whole frame."""
        super().recv_frame(frame)
        self.between = not self.reader.buffer

    def send_ping(self, data: BytesLike) -> None:
        """Check whether the other side is there; idle connections send and receive little else."""
        if self.state is State.OPEN:
            self.writes.append(_frame_header(_PING, len(data)) + data)
        else:
            super().send_ping(data)

    def short_text(self, data: bytes) -> bytes | None:
        """Return the text if the data is one short frame with a whole text, else None."""
        if self.current_size is not None or not self._is_short(data, (_WHOLE_TEXT, _COMPRESSED)):
            return None
        text = apply_mask(data[_HEAD:], data[2:_HEAD])
        if data[0] == _WHOLE_TEXT:
            return text
        frame = Frame(Opcode.TEXT, text, rsv1=True)
        try:
            for extension in self.extensions:
                frame = extension.decode(frame, max_size=self.max_message_size)
        except (ProtocolError, PayloadTooBig):
            return None  # it is read again, and the connection ends as it should
        return None if frame.rsv1 else bytes(frame.data)

    def pong(self, data: bytes) -> Frame | None:
        """Return the answer to a ping if the data is one and nothing else, else None."""
        if not self._is_short(data, (_PONG,)):
            return None
        return Frame(Opcode.PONG, apply_mask(data[_HEAD:], data[2:_HEAD]))

    def _is_short(self, data: bytes, beginnings: Collection[int]) -> bool:
        """Whether the data is one short frame that begins like this."""
        return (
            self.between
            and self.state is State.OPEN
            and len(data) > _HEAD
            and data[0] in beginnings
            and len(data) - _HEAD + _MASKED == data[1] < _MASKED + _SHORT
        )


class WebSockets(WebSocketsSansIOProtocol):
    """Passes on a text message that is no UTF-8 as bytes: the application reports the error."""

    conn: _Protocol

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # Uvicorn has created it; another would take a tenth of the cost of a new connection.
        self.conn.__class__ = _Protocol
        self.conn.available_extensions = [_DEFLATE]
        self.queue = BoundedQueue(_MOST_UNREAD)  # type: ignore[assignment]  # it is used as one
        self._silent = 0
        self.lost: Callable[[], object] = _ignore
        """Called when the connection is lost."""

    def data_received(self, data: bytes) -> None:
        """Process incoming data: nearly always a message, or the answer to a ping."""
        text = self.conn.short_text(data)
        if text is not None:
            if not self.close_sent:
                self._deliver(text)
            return
        pong = self.conn.pong(data)
        if pong is None:
            super().data_received(data)
        else:
            self.handle_pong(pong)

    def write(self, text: str) -> bool:
        """Write a text immediately; return whether that was possible: to a slow reader it is not.

        Otherwise the caller sends it as with any other server, keeping the order.
        """
        conn = self.conn
        if (
            conn.state is not State.OPEN
            or not (self.handshake_complete and self.writable.is_set())
            or self.close_sent
            or self.disconnected
            or self.transport.is_closing()
        ):
            return False
        data = text.encode()
        length = len(data)
        if length < WORTH_COMPRESSING:
            self.transport.write(_frame_header(_WHOLE_TEXT, length) + data)
        else:
            agreed = (one for one in conn.extensions if isinstance(one, LongMessagesDeflate))
            bits = next((one.local_max_window_bits for one in agreed), None)
            self.transport.write(_long_frame(text, bits))
        return True

    def handle_cont(self, event: Frame) -> None:
        """Process a part of a message."""
        if event.fin or self._count_silent():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._count_silent():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Process the answer to a ping of the server's own, which shows that somebody reads."""
        if bytes(event.data) == self.pending_ping_payload:
            self._silent = 0
            super().handle_pong(event)
        else:
            self._count_silent()

    def _count_silent(self) -> bool:
        """Count a frame without a message; cut the connection if there are too many."""
        self._silent += 1
        if self._silent <= MOST_SILENT:
            return True
        self.transport.abort()
        return False

    def shutdown(self) -> None:
        """End the connection; whoever waits for a handshake is told to come again."""
        if self.handshake_complete or self.close_sent or self.initial_response is not None:
            super().shutdown()
            return
        response = self.conn.reject(HTTPStatus.SERVICE_UNAVAILABLE, "")
        response.headers["Retry-After"] = "1"
        self.conn.send_response(response)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message to the application."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send the application's message; an answer instead of a socket is one, too.

        Uvicorn would treat the application as having forgotten to answer, and log that.
        """
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def _deliver(self, text: bytes) -> None:
        """Pass a short text to the application; pause reading if another one waits already."""
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
        except UnicodeDecodeError:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        if not self.read_paused and self.queue.qsize() > 1:
            self.read_paused = True
            self.transport.pause_reading()

    async def run_asgi(self) -> None:
        """Run the application, and then release what refers back to this object.

        Otherwise a closed connection would stay in memory until a full garbage collection, which
        holds up play.
        """
        self.scope["extensions"] = {**self.scope.get("extensions", {}), WRITE: {"text": self.write}}
        await super().run_asgi()
        self.scope.clear()  # type: ignore[attr-defined]  # a dictionary with fixed keys

    def connection_lost(self, exc: Exception | None) -> None:
        """Also end the parser of the connection: it waits for the next byte."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.lost()


def _ignore() -> None:
    """Do nothing."""
