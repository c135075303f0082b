"""What answers first: the page and its files, before anything behind them is loaded.

A server has a second or two of libraries to load before it can open a table, and its page needs
none of them. Until then the front answers what it can: the client's files, that the server lives,
how far it has come, and what an earlier server has kept of the shelf. Everything else waits for the
application, and is answered by it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from tischlein.web import kept
from tischlein.web.asgi import App, Receive, Scope, Send
from tischlein.web.built import ASKED_AGAIN, client_file
from tischlein.web.headers import safe_headers
from tischlein.web.preparing import Preparation

PATIENCE = 120.0
"""Seconds that a request waits for the application."""
RESTARTING = 1012
"""Closes a socket for which there will be no application (RFC 6455 and its registry)."""

_JSON = "application/json"
_LIVES = b'{"live":true}'
_LATER = b'{"phrase":{"key":"problem-server","values":{}}}'
_KEPT = re.compile(r"/api/(?:games|(shelf|texts/core|art/core)(?:/[a-z]{2})?)")
_KINDS = {"texts/core": "text/plain; charset=utf-8", "art/core": "image/svg+xml"}


class _Answer(NamedTuple):
    content: bytes
    kind: str = _JSON
    caching: str = ASKED_AGAIN
    status: int = 200


class Front:
    """The ASGI application of a server from its first moment on."""

    def __init__(self, preparation: Preparation) -> None:
        self._preparation = preparation
        self._app: App | None = None
        self._leave: Callable[[], Awaitable[None]] | None = None
        self._opened_or_over = asyncio.Event()
        self.over = asyncio.Event()
        """Set when the server ends: what stands behind is to be closed now."""
        self.closed = asyncio.Event()
        """To be set when that is done."""

    def open(self, app: App, leave: Callable[[], Awaitable[None]]) -> None:
        """Let an application answer from now on, which has begun its life.

        Parameters
        ----------
        leave
            Answers those who wait for news, before connections are closed.
        """
        self._app, self._leave = app, leave
        self._opened_or_over.set()

    async def leave(self) -> None:
        """Answer everybody who waits: the server ends."""
        self._opened_or_over.set()
        if self._leave is not None:
            await self._leave()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let the application answer as soon as it can."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if self._app is None and scope["type"] == "http":
            answer = await asyncio.to_thread(self._answer, scope["method"], scope["path"])
            if answer is not None:
                await _send(answer, scope, receive, send)
                return
        if self._app is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._opened_or_over.wait(), PATIENCE)
        if self._app is not None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await _send(_Answer(_LATER, status=503), scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": RESTARTING, "reason": ""})

    async def _live(self, receive: Receive, send: Send) -> None:
        """Begin at once; end when what stands behind has ended."""
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.over.set()
        self._opened_or_over.set()
        await self.closed.wait()
        await send({"type": "lifespan.shutdown.complete"})

    def _answer(self, method: str, path: str) -> _Answer | None:
        if method != "GET":
            return None
        if path == "/health/live":
            return _Answer(_LIVES)
        if path == "/api/preparation":
            return _Answer(msgspec.json.encode(self._preparation.progress))
        if found := _KEPT.fullmatch(path):
            content = kept.read(path)
            return None if content is None else _Answer(content, _KINDS.get(found[1], _JSON))
        return _of_client(path)


def _of_client(path: str) -> _Answer | None:
    found = client_file(path)
    try:
        return found and _Answer(found.file.read_bytes(), found.kind, found.caching)
    except OSError:
        return None  # the application says what is to be done


async def _send(answer: _Answer, scope: Scope, receive: Receive, send: Send) -> None:
    headers = [
        (b"content-type", answer.kind.encode()),
        (b"content-length", b"%d" % len(answer.content)),
        (b"cache-control", answer.caching.encode()),
    ]
    if answer.status == 503:
        headers.append((b"retry-after", b"1"))

    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.content, "more_body": False})

    await safe_headers(app)(scope, receive, send)
