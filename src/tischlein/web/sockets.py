"""WebSockets as the server speaks them.

Long messages are compressed, broken text is handed on, frames that bring no message have an end.

Nearly everything that travels is a short text in one frame. Such a frame is read and written here,
in a fraction of the time that a library takes which is ready for everything else; it does the rest.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache
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
except ImportError:  # it is compiled, and not for every system
    from websockets.utils import apply_mask

from tischlein.tables.lane import Lane

WORTH_COMPRESSING = 1_000
"""Bytes from which on a message is compressed: a shorter one fits into one packet anyway."""

WINDOW_BITS = 13
"""How far back the compression looks: most messages fit into a window of 8 kB."""
LEAST_BITS = 9
"""The smallest window that there is compression with."""

MOST_SILENT = 1_000
"""Pings, pongs and parts of messages that a connection may send until it shows that it reads.

What is answered to pings waits for a reader, parts wait for the last one, and neither is a message
that the application could count.
"""

WRITE = "tischlein.write"
"""Under which the scope's extensions have what writes a text at once (``WebSockets.write``)."""

_LEVEL = 1
"""Of ISA-L: it takes half of zlib's time at zlib's first level, and what it makes is no longer."""
_LATEST_KEPT = 8
"""So many of the last long messages are kept as they were sent: several are told the same."""

_WHOLE_TEXT, _COMPRESSED = 0x81, 0xC1
"""How the frame of a text begins that is all of it, as it is and compressed (RFC 6455, 5.2)."""
_PING, _PONG = 0x89, 0x8A
"""How the frames begin with which one side finds out whether the other one is there (5.5.2)."""
_MASKED = 0x80
_SHORT = 126
"""Bytes from which on a frame tells its length in a field of its own."""
_TWO_BYTES = 0xFFFF
"""The greatest length that fits into the smaller of the two such fields."""
_EMPTY_BLOCK = b"\x00\x00\xff\xff"
"""With which compressed data end that are flushed, and which is not sent."""
_MOST_UNREAD = 1_000_000
"""What may wait for the application: with any at all, no more is read than has come already."""
_HEAD = 6
"""Bytes before the text of a short frame from a client: two, and the mask."""


def writer(scope: Any) -> Callable[[str], bool] | None:
    """Return what writes a text at once, of a connection whose server can."""
    extension: dict[str, Callable[[str], bool]] = (scope.get("extensions") or {}).get(WRITE, {})
    return extension.get("text")


class LongMessagesDeflate(PerMessageDeflate):
    """Compresses each long message by itself, and leaves short ones alone (RFC 7692, section 6)."""

    def encode(self, frame: Frame) -> Frame:
        """Return a frame as it is sent; the server sends every message in one."""
        if len(frame.data) < WORTH_COMPRESSING:
            return frame
        return replace(frame, data=_deflated(frame.data, self.local_max_window_bits), rsv1=True)


class LongMessagesDeflateFactory(ServerPerMessageDeflateFactory):
    """Agrees on the compression with whoever offers it.

    Messages are compressed each by itself, so that a connection keeps no memory for it: many of
    them would be many megabytes.
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
        """Return what is agreed upon, and what compresses by it."""
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
    """Return the frame of a long text, compressed with such a window; None without."""
    data = text.encode()
    if window_bits is None:
        return _begin(_WHOLE_TEXT, len(data)) + data
    data = _deflated(data, window_bits)
    return _begin(_COMPRESSED, len(data)) + data


def _deflated(data: bytes | bytearray | memoryview, window_bits: int) -> bytes:
    """Return data compressed by itself (RFC 7692, 7.2.1)."""
    packing = isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, -window_bits)
    packed = packing.compress(data) + packing.flush(isal_zlib.Z_SYNC_FLUSH)
    return packed[: -len(_EMPTY_BLOCK)]


def _begin(kind: int, length: int) -> bytes:
    """Return the beginning of a server's frame of so many bytes (RFC 6455, 5.2)."""
    if length < _SHORT:
        return bytes((kind, length))
    if length <= _TWO_BYTES:
        return struct.pack("!BBH", kind, _SHORT, length)
    return struct.pack("!BBQ", kind, _SHORT + 1, length)


_DEFLATE = LongMessagesDeflateFactory()
"""It keeps nothing of a connection, so that one does for all."""


class _Protocol(ServerProtocol):
    """Knows when it stands between two frames."""

    between = False
    """Whether all that has come was whole frames."""

    def receive_data(self, data: bytes | bytearray) -> None:
        """Take in what has come, whatever it is."""
        self.between = False
        super().receive_data(data)

    def recv_frame(self, frame: Frame) -> None:
        """Take in a whole frame."""
        super().recv_frame(frame)
        self.between = not self.reader.buffer

    def send_ping(self, data: BytesLike) -> None:
        """Ask whether the other side is there; idle connections send and hear little else."""
        if self.state is State.OPEN:
            self.writes.append(_begin(_PING, len(data)) + data)
        else:
            super().send_ping(data)

    def short_text(self, data: bytes) -> bytes | None:
        """Return the text if what has come is one short frame with all of one, else None."""
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
        """Return the answer to a ping if what has come is one and nothing else, else None."""
        if not self._is_short(data, (_PONG,)):
            return None
        return Frame(Opcode.PONG, apply_mask(data[_HEAD:], data[2:_HEAD]))

    def _is_short(self, data: bytes, beginnings: Collection[int]) -> bool:
        """Whether what has come is one short frame that begins like this."""
        return (
            self.between
            and self.state is State.OPEN
            and len(data) > _HEAD
            and data[0] in beginnings
            and len(data) - _HEAD + _MASKED == data[1] < _MASKED + _SHORT
        )


class WebSockets(WebSocketsSansIOProtocol):
    """Hands on a text message that is no UTF-8 as bytes: the application says what is wrong."""

    conn: _Protocol

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        # Uvicorn has made it; to make another takes a tenth of what a new connection costs.
        self.conn.__class__ = _Protocol
        self.conn.available_extensions = [_DEFLATE]
        self.queue = Lane(_MOST_UNREAD)  # type: ignore[assignment]  # it is used as one
        self._silent = 0
        self.lost: Callable[[], object] = _unheard
        """Hears that the connection is no more."""

    def data_received(self, data: bytes) -> None:
        """Take in what has come: nearly always a message, or the answer to a ping."""
        text = self.conn.short_text(data)
        if text is not None:
            if not self.close_sent:
                self._hand_on(text)
            return
        pong = self.conn.pong(data)
        if pong is None:
            super().data_received(data)
        else:
            self.handle_pong(pong)

    def write(self, text: str) -> bool:
        """Write a text at once; return whether it has been, which it is not to a slow reader.

        What is not is sent as by any other server: whoever writes keeps to the order.
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
            self.transport.write(_begin(_WHOLE_TEXT, length) + data)
        else:
            agreed = (one for one in conn.extensions if isinstance(one, LongMessagesDeflate))
            bits = next((one.local_max_window_bits for one in agreed), None)
            self.transport.write(_long_frame(text, bits))
        return True

    def handle_cont(self, event: Frame) -> None:
        """Take a part of a message."""
        if event.fin or self._goes_on():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping."""
        if self._goes_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping of the server's own, which shows that somebody reads."""
        if bytes(event.data) == self.pending_ping_payload:
            self._silent = 0
            super().handle_pong(event)
        else:
            self._goes_on()

    def _goes_on(self) -> bool:
        """Count a frame that brings no message; cut the connection if there are too many."""
        self._silent += 1
        if self._silent <= MOST_SILENT:
            return True
        self.transport.abort()
        return False

    def send_receive_event_to_app(self) -> None:
        """Give a message that has arrived to the application."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send what the application says; an answer instead of a socket is one, too.

        Uvicorn holds the application for one that has forgotten to answer, and logs that.
        """
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    def _hand_on(self, text: bytes) -> None:
        """Give a short text to the application; read on until another waits for it."""
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": text.decode()})
        except UnicodeDecodeError:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": text})
        if not self.read_paused and self.queue.qsize() > 1:
            self.read_paused = True
            self.transport.pause_reading()

    async def run_asgi(self) -> None:
        """Run the application, and then let go of what leads back here.

        Else a closed connection would stay until the garbage collector looks through everything,
        which holds up play.
        """
        self.scope["extensions"] = {**self.scope.get("extensions", {}), WRITE: {"text": self.write}}
        await super().run_asgi()
        self.scope.clear()  # type: ignore[attr-defined]  # a dictionary with fixed keys

    def connection_lost(self, exc: Exception | None) -> None:
        """End what is read from the connection, too: it waits for the next byte."""
        super().connection_lost(exc)
        self.conn.parser.close()
        self.lost()


def _unheard() -> None:
    """Take no notice."""
