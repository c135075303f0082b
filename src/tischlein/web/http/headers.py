"""The headers that tell a browser what the pages may do, and that answers are nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tischlein.web.http.asgi import App, Receive, Scope, Send
from tischlein.web.http.built import scripts_in_page

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "form-action": "'none'",
}
_OVER_TLS = (b"strict-transport-security", b"max-age=31536000")
"""Sent if the page has come by HTTPS: from then on the browser only uses HTTPS."""
_DOCUMENTATION = _POLICY | {"form-action": "'self'"}
"""The documentation's search is a form."""
_SAFETY = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
]
_CACHING = b"cache-control"
_NEVER_STORED = (_CACHING, b"no-store")
"""For all answers that do not say themselves who may keep them, and for how long.

Nearly all depend on who asks: what a seat sees, somebody's matches and addresses. A cache in front
of the server could show them to others, and the cache of a browser to whoever has the device next.
"""


def safe_headers() -> Callable[[App], App]:
    """Return a wrapper that adds these headers to all answers.

    The page is read once, whatever the number of routes that the headers are added to.
    """
    allowed = " ".join([_POLICY["script-src"], *scripts_in_page()])
    of_page = _written(_POLICY | {"script-src": allowed})
    of_documentation = _written(_DOCUMENTATION)

    def around(app: App) -> App:
        async def with_headers(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                await app(scope, receive, send)
                return

            async def send_with_headers(message: Any) -> None:
                if message["type"] == "http.response.start":
                    documents = scope["path"].startswith("/docs/")
                    policy = of_documentation if documents else of_page
                    written = (b"content-security-policy", policy)
                    over_tls = [_OVER_TLS] if scope["scheme"] == "https" else []
                    caching = [] if _says_caching(message) else [_NEVER_STORED]
                    added = [written, *_SAFETY, *over_tls, *caching]
                    message["headers"] = [*message["headers"], *added]
                await send(message)

            await app(scope, receive, send_with_headers)

        return with_headers

    return around


def _says_caching(message: Any) -> bool:
    """Whether an answer says who may keep it."""
    return any(name.lower() == _CACHING for name, _ in message["headers"])


def _written(policy: Mapping[str, str]) -> bytes:
    return "; ".join(map(" ".join, policy.items())).encode()
