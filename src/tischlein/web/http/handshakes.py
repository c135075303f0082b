"""Refused sockets: the client is told why, as in any other answer.

Without this, Litestar ends such a handshake with the status 403 and no message, whether the address
is wrong, a parameter of it, or the server. A fault that ends an open socket is logged.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any, TypeVar

import msgspec
from litestar import Litestar
from litestar.exceptions import HTTPException, WebSocketException
from uvicorn.protocols.utils import ClientDisconnected

from tischlein.tables.problems import TableError
from tischlein.tables.storage.store_errors import StoreError, StoreUnavailableError
from tischlein.web.http import errors
from tischlein.web.http.asgi import App, Receive, Scope, Send

log = logging.getLogger(__name__)

STORAGE_TIMEOUT = 3.0
"""Seconds within which storage has to answer before a socket is opened, or the shelf is shown."""
_Answer = TypeVar("_Answer")

_EXTENSION = "websocket.http.response"
"""The ASGI extension for handle a handshake with more than a status."""
_ERROR = "tischlein.error"
"""The scope's key for the reason why its socket ends."""
# A client may have gone before it is answered: while a server starts, proxies hold handshakes back.
_EXPECTED = (HTTPException, WebSocketException, TableError, StoreError, ClientDisconnected)


def with_handshake_answers(app: Litestar) -> Litestar:
    """Let an application answer failed handshakes in words; return it."""
    app.after_exception.append(_record_error)
    app.asgi_handler = _answer_failures(app.asgi_handler)
    return app


def _answer_failures(app: App) -> App:

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await app(scope, receive, send)
            return
        opened = False

        async def send_reason(message: Any) -> None:
            nonlocal opened
            error = scope.get(_ERROR)
            if message["type"] == "websocket.close" and error is not None:
                if opened and not isinstance(error, _EXPECTED):
                    log.error("a socket failed", exc_info=error)
                elif not opened and can_answer(scope):
                    response = errors.answer_to(error)
                    body = msgspec.json.encode(response.content)
                    await answer(send, response.status_code or 500, body, response.headers)
                    return
            opened = opened or message["type"] == "websocket.accept"
            await send(message)

        await app(scope, receive, send_reason)

    return handle


async def in_time(asked: Awaitable[_Answer]) -> _Answer:
    """Return storage's answer before a socket is opened, if it comes soon.

    A request gets an error once the database has been away for a while; if the database accepts the
    question and does not answer, that is late. A client retries a socket by itself, and until there
    is one it is told nothing. And a visitor of the shelf sees nothing before.

    Raises
    ------
    StoreUnavailableError
        If it does not.
    """
    try:
        async with asyncio.timeout(STORAGE_TIMEOUT):
            return await asked
    except TimeoutError:
        raise StoreUnavailableError(
            f"storage has not answered within {STORAGE_TIMEOUT:g} s"
        ) from None


async def _record_error(error: Exception, scope: Any) -> None:
    """Record why a socket ends."""
    if scope["type"] == "websocket":
        scope[_ERROR] = error


def can_answer(scope: Scope) -> bool:
    """Whether the server can answer a handshake with more than a status."""
    return _EXTENSION in (scope.get("extensions") or {})


async def answer(send: Send, status: int, body: bytes = b"", headers: Any = None) -> None:
    """Answer a handshake with a status and a body of JSON instead of a socket."""
    named = {"content-type": "application/json", "content-length": len(body), **(headers or {})}
    written = [(name.lower().encode(), str(value).encode()) for name, value in named.items()]
    await send({"type": f"{_EXTENSION}.start", "status": status, "headers": written})
    await send({"type": f"{_EXTENSION}.body", "body": body})
