"""Conditional requests: what a browser already has is not sent again.

Files that keep their names when their contents change are requested each time, with the tag under
which they came (RFC 9110, 13.1.2).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tischlein.web.http.asgi import App, Receive, Scope, Send

_WEAK = b"W/"
_OF_CONTENT = frozenset(
    (b"content-type", b"content-length", b"content-encoding", b"content-disposition")
)
_Headers = list[tuple[bytes, bytes]]


def with_revalidation(app: App) -> App:
    """Return an application whose answers are sent only to clients that do not have them."""

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await app(scope, receive, send)
            return
        known = b",".join(value for name, value in scope["headers"] if name == b"if-none-match")
        not_modified = False

        async def send_tagged(message: Any) -> None:
            nonlocal not_modified
            if message["type"] == "http.response.start" and message["status"] == 200:
                headers = _tagged(message["headers"])
                not_modified = _is_among(dict(headers).get(b"etag"), known)
                if not_modified:
                    headers = [one for one in headers if one[0] not in _OF_CONTENT]
                    message = {**message, "status": 304}
                message = {**message, "headers": headers}
            elif not_modified and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await app(scope, receive, send_tagged)

    return handle


def _tagged(headers: Iterable[tuple[bytes, bytes]]) -> _Headers:
    """Return headers whose tag is weak for compressed content, whose bytes may differ."""
    found = [(name.lower(), value) for name, value in headers]
    packed = any(name == b"content-encoding" for name, _ in found)
    return [
        (name, _WEAK + value.removeprefix(_WEAK) if name == b"etag" and packed else value)
        for name, value in found
    ]


def _is_among(tag: bytes | None, known: bytes) -> bool:
    """Whether a tag is one of a list; weak and strong ones stand for the same contents."""
    listed = (one.strip().removeprefix(_WEAK) for one in known.split(b","))
    return tag is not None and tag.removeprefix(_WEAK) in listed
