"""Answers from outside the application's handlers: to visitors and nodes, on any protocol."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tischlein.core.phrases import Phrase
from tischlein.web.http import handshakes
from tischlein.web.http.asgi import Receive, Scope, Send
from tischlein.web.http.codes import RESTARTING
from tischlein.web.http.errors import MISDIRECTED
from tischlein.web.messages.sockets import Problem

_problem = msgspec.json.Encoder().encode


async def refuse(
    scope: Scope, receive: Receive, send: Send, phrase: str, code: int = RESTARTING
) -> None:
    """Answer that a request is not possible at the moment; a socket is only told by its code."""
    body = _problem(Problem(Phrase(phrase)))
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        if code != RESTARTING:
            await send({"type": "websocket.send", "text": body.decode(), "bytes": None})
        await send({"type": "websocket.close", "code": code, "reason": ""})
        return
    await answer(send, 503, body, [(b"retry-after", b"1"), (b"content-type", b"application/json")])


async def deny(scope: Scope, receive: Receive, send: Send) -> None:
    """Tell another node that it has come to the wrong one."""
    if scope["type"] == "websocket":
        await receive()
        await handshakes.answer(send, MISDIRECTED)
        return
    await answer(send, MISDIRECTED, b"", [])


async def answer(
    send: Send, status: int, body: bytes, headers: Iterable[tuple[bytes, bytes]]
) -> None:
    """Send a complete answer over HTTP."""
    start = {
        "type": "http.response.start",
        "status": status,
        "headers": [*headers, (b"content-length", str(len(body)).encode())],
    }
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})
