"""WebSockets as the server speaks them.

Long messages are compressed, broken text is handed on, frames that bring no message have an end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

WORTH_COMPRESSING = 1_000
"""Bytes from which on a message is compressed: a shorter one fits into one packet anyway."""

WINDOW_BITS = 13
MEMORY_LEVEL = 6
"""How far back the compression looks, and how much memory it takes (of zlib).

Most messages fit into the window of 8 kB, and the longest are hardly longer for it. But memory is
made ready for each message anew: with zlib's own 256 kB, that takes five times as long as all else.
"""

MOST_SILENT = 1_000
"""Pings, pongs and parts of messages that a connection may send until it shows that it reads.

What is answered to pings waits for a reader, parts wait for the last one, and neither is a message
that the application could count.
"""


class LongMessagesDeflate(PerMessageDeflate):
    """Compresses each long message by itself, and leaves short ones alone (RFC 7692, section 6)."""

    def encode(self, frame: Frame) -> Frame:
        """Return a frame as it is sent; the server sends every message in one."""
        return frame if len(frame.data) < WORTH_COMPRESSING else super().encode(frame)


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
            compress_settings={"level": 1, "memLevel": MEMORY_LEVEL},
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Return what is agreed upon, and what compresses by it."""
        agreed, one = super().process_request_params(params, accepted_extensions)
        return agreed, LongMessagesDeflate(
            one.remote_no_context_takeover,
            one.local_no_context_takeover,
            one.remote_max_window_bits,
            one.local_max_window_bits,
            one.compress_settings,
        )


class WebSockets(WebSocketsSansIOProtocol):
    """Hands on a text message that is no UTF-8 as bytes: the application says what is wrong."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [LongMessagesDeflateFactory()]
        self._silent = 0

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

    async def run_asgi(self) -> None:
        """Run the application, and then let go of what leads back here.

        Else a closed connection would stay until the garbage collector looks through everything,
        which holds up play.
        """
        await super().run_asgi()
        self.scope.clear()  # type: ignore[attr-defined]  # a dictionary with fixed keys

    def connection_lost(self, exc: Exception | None) -> None:
        """End what is read from the connection, too: it waits for the next byte."""
        super().connection_lost(exc)
        self.conn.parser.close()
