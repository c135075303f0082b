"""Early answers: the page and its files, before the application behind them is loaded.

A server has a second or two of libraries to load before it can open a table, and its page needs
none of them. Until then what can be is answered here: the client's files, health, progress, and
the cached answers of the shelf, from an earlier server or from the process that is preparing them.
Everything else waits for the application, and is answered by it.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec

from tischlein.web.handlers import answer_cache
from tischlein.web.http.asgi import App, Receive, Scope, Send
from tischlein.web.http.built import ASKED_AGAIN, client_file
from tischlein.web.http.codes import RESTARTING
from tischlein.web.http.compressing import accepts_gzip, gzipped_file, is_worthwhile
from tischlein.web.http.headers import safe_headers
from tischlein.web.preparation_state import PreparationState

WAIT_FOR_APP = 120.0
"""Seconds that a request waits for the application."""

_JSON = "application/json"
_LIVE = b'{"live":true}'
_UNAVAILABLE = b'{"phrase":{"key":"problem-server","values":{}}}'
_CACHED = re.compile(r"/api/(?:games|(shelf|texts/core|art/core)(?:/[a-z]{2})?)")
_KINDS = {"texts/core": "text/plain; charset=utf-8", "art/core": "image/svg+xml"}
_ROUTES = {
    "shelf": "/api/shelf/{language:str}",
    "texts/core": "/api/texts/{place:str}/{language:str}",
    "art/core": "/api/art/{place:str}",
    None: "/api/games",
}
"""The application's routes for the same, by which requests are counted."""
COUNTED = 10_000
"""How many of the last answers are counted in the application's metrics."""


class AnsweredRequest(NamedTuple):
    """A request that has been answered early."""

    method: str
    route: str
    """As the application calls it."""
    status: int
    seconds: float


class _Answer(NamedTuple):
    content: bytes
    kind: str = _JSON
    caching: str = ASKED_AGAIN
    status: int = 200
    route: str = ""
    gzipped: bool = False
    """Whether the content is compressed with ``gzip``."""


class EarlyAnswers:
    """The ASGI application of a server from its first moment on."""

    def __init__(self, preparation: PreparationState) -> None:
        self._preparation = preparation
        self._app: App | None = None
        self._shut_down_app: Callable[[], Awaitable[None]] | None = None
        self._uncounted: deque[AnsweredRequest] = deque(maxlen=COUNTED)
        """The early answers while nothing counts them."""
        self._on_answer: Callable[[AnsweredRequest], object] = self._uncounted.append
        self._app_or_stopping = asyncio.Event()
        self.stopping = asyncio.Event()
        """Set when the server ends: the application has to be closed now."""
        self.closed = asyncio.Event()
        """To be set when that is done."""

    def forward_to(
        self,
        app: App,
        shut_down: Callable[[], Awaitable[None]],
        on_answer: Callable[[AnsweredRequest], object] | None = None,
    ) -> None:
        """Let an application answer from now on, after its lifespan has started.

        Parameters
        ----------
        shut_down
            Answers waiting clients, before connections are closed.
        on_answer
            Called with the early answers so far, and with all later ones.
        """
        self._app, self._shut_down_app = app, shut_down
        if on_answer is not None:
            self._on_answer = on_answer
            while self._uncounted:
                on_answer(self._uncounted.popleft())
        self._app_or_stopping.set()

    async def shut_down(self) -> None:
        """Answer all waiting clients: the server ends."""
        self._app_or_stopping.set()
        self._preparation.cancel()
        if self._shut_down_app is not None:
            await self._shut_down_app()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let the application answer as soon as it can."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
            return
        if self._app is None and scope["type"] == "http" and not _has_parameters(scope):
            begun, method = time.perf_counter(), scope["method"]
            answer = await asyncio.to_thread(
                self._answer, method, scope["path"], accepts_gzip(scope)
            )
            if answer is not None:
                await _send(answer, scope, receive, send)
                seconds = time.perf_counter() - begun
                self._on_answer(AnsweredRequest(method, answer.route, answer.status, seconds))
                return
        if self._app is None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._app_or_stopping.wait(), WAIT_FOR_APP)
        if self._app is not None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await _send(_Answer(_UNAVAILABLE, status=503), scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": RESTARTING, "reason": ""})

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        """Start immediately; end when the application has ended."""
        await receive()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self.stopping.set()
        self._app_or_stopping.set()
        await self.closed.wait()
        await send({"type": "lifespan.shutdown.complete"})

    def _answer(self, method: str, path: str, gzips: bool) -> _Answer | None:
        if method != "GET":
            return None
        if path == "/health/live":
            return _Answer(_LIVE, route=path)
        if path == "/api/preparation":
            return _Answer(msgspec.json.encode(self._preparation.progress), route=path)
        if found := _CACHED.fullmatch(path):
            return _from_cache(path, found[1], gzips)
        return _from_client_files(path, gzips)


def _from_cache(path: str, what: str | None, gzips: bool) -> _Answer | None:
    content = answer_cache.read_gzipped(path) if gzips else answer_cache.read(path)
    if content is None:
        return None
    kind = _KINDS.get(what or "", _JSON)
    return _Answer(content, kind, route=_ROUTES[what], gzipped=gzips)


def _from_client_files(path: str, gzips: bool) -> _Answer | None:
    found = client_file(path)
    if found is None:
        return None
    route = "/" if path == "/" else "/{path:path}"
    try:
        gzips = gzips and is_worthwhile(found.kind, found.file.stat().st_size)
        content = gzipped_file(found.file) if gzips else found.file.read_bytes()
    except OSError:
        return None  # the application reports the problem
    return _Answer(content, found.kind, found.caching, route=route, gzipped=gzips)


def _has_parameters(scope: Scope) -> bool:
    """Whether the interface is called with parameters, which the application validates."""
    return bool(scope.get("query_string")) and scope["path"].startswith("/api/")


async def _send(answer: _Answer, scope: Scope, receive: Receive, send: Send) -> None:
    headers = [
        (b"content-type", answer.kind.encode()),
        (b"content-length", b"%d" % len(answer.content)),
        (b"cache-control", answer.caching.encode()),
        (b"vary", b"Accept-Encoding"),
    ]
    if answer.gzipped:
        headers.append((b"content-encoding", b"gzip"))
    if answer.status == 503:
        headers.append((b"retry-after", b"1"))

    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.content, "more_body": False})

    await safe_headers()(app)(scope, receive, send)
