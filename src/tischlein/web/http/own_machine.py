"""Requests from the server's own machine: which of them come from somebody who sits at it.

Whoever sits there may read the metrics and keep as much as they like. A connection from an address
of this machine is not enough for that:

- **A proxy** on this machine connects from there for everybody. One that says for whom it asks
  (``X-Forwarded-For``) is believed. One that does not is noticed by other signs: headers that only
  proxies add, HTTP/1.0, or the name by which the public calls the server.
- **A page of another site** in a browser on this machine can have its own name resolved to
  127.0.0.1 once it is loaded (DNS rebinding). The browser then takes the server for that site: it
  sends no cookie of the server's, but lets the page read all answers, and send any header except a
  few, ``Host`` among them. So the name tells such requests apart: it is none of this machine's,
  and, unlike that of visitors who come by a proxy, it comes with the server's own port.

Other machines may call the server by any name: families do. What a page gets at that way is what
anybody in their network gets.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from tischlein.core.phrases import Phrase
from tischlein.web.http.asgi import App, Receive, Scope, Send

log = logging.getLogger(__name__)

UNKNOWN = "unknown"
"""The address of a visitor for whom a proxy on this machine asks without saying so (RFC 7239)."""

_LOCAL = "localhost"
_ANY = ("0.0.0.0", "::")
"""Addresses to listen on, at which browsers find this machine, too."""
_NOBODYS = ("localhost", "local", "internal", "lan", "home.arpa", "test")
"""Domains in which nobody can have a name that leads others here: they exist within a network."""
_OF_PROXIES = frozenset(
    {b"forwarded", b"via", b"x-real-ip", b"true-client-ip", b"cf-connecting-ip", b"x-client-ip"}
)
_FORWARDED_FOR = b"x-forwarded-for"
_OF_PROXIES_BEGIN = b"x-forwarded-"
_WEB_PORT = 80
LONGEST_NAME = 60
"""Characters of a foreign name that are told."""
_SAFE = [(b"x-content-type-options", b"nosniff"), (b"cache-control", b"no-store")]


class OwnNames:
    """The names by which the server is called.

    Parameters
    ----------
    urls
        Addresses at which others reach it, such as the public one; empty ones are ignored.
    """

    def __init__(self, urls: Iterable[str] = ()) -> None:
        machine = socket.gethostname().lower()
        self._machine = frozenset({_LOCAL, *_ANY, machine, f"{machine}.local"})
        self._told = frozenset(urlsplit(url).hostname or "" for url in urls)
        self._whole: str | None = None
        self.is_foreign = lru_cache(maxsize=1024)(self._is_foreign)

    async def is_whole(self, name: str) -> bool:
        """Whether a name is that of this machine with its domain, as its system knows it."""
        if self._whole is None:  # it may ask a name server
            self._whole = (await asyncio.to_thread(socket.getfqdn)).lower()
        return name == self._whole

    def is_local(self, name: str) -> bool:
        """Whether a name is used on this machine for itself."""
        return name in self._machine or name.endswith(f".{_LOCAL}") or is_loopback(name)

    def _is_foreign(self, name: str) -> bool:
        """Whether a name may be one that somebody else has let lead here."""
        if name in self._told or self.is_local(name) or "." not in name:
            return False
        if name.endswith(tuple(f".{domain}" for domain in _NOBODYS)):
            return False
        try:
            ip_address(name)
        except ValueError:
            return True
        return False


def only_by_own_names(app: App, names: OwnNames) -> App:
    """Return an application that refuses requests from this machine by a foreign name.

    It has to see the connection's own address, and not the one that a proxy names: a page can send
    the headers of a proxy, too.
    """
    warned = False

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal warned
        if scope["type"] == "lifespan" or not is_loopback(_client(scope)):
            await app(scope, receive, send)
            return
        name, port = called(scope)
        own_port = (scope.get("server") or ("", None))[1]
        if port != own_port or not names.is_foreign(name) or await names.is_whole(name):
            await app(scope, receive, send)
            return
        if not warned:
            warned = True
            log.warning(
                "a browser on this machine is refused that calls the server %r: if that is its"
                " name, and not a page's that wants to get at it, tell it with --public-url",
                name[:LONGEST_NAME],
            )
        await _refuse(scope, receive, send, name)

    return handle


def without_unnamed_visitors(app: App, names: OwnNames) -> App:
    """Return an application in which visitors of a proxy on this machine do not seem to sit at it.

    It has to see the address that a proxy names, where one does.
    """
    warned = False

    def warn(scope: Scope, name: str) -> None:
        nonlocal warned
        # One that has told is not at fault, and a name without a domain may be in some hosts file.
        told = any(header == _FORWARDED_FOR for header, _ in scope["headers"])
        if not (warned or told) and ("." in name or _is_of_proxy(scope)):
            warned = True
            log.warning(
                "somebody on this machine asks for others without saying for whom: if that is a"
                " proxy of yours, have it send X-Forwarded-For, else all its visitors count as one"
                " address"
            )

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and is_loopback(_client(scope)):
            name, _ = called(scope)
            if (name and not names.is_local(name)) or _is_of_proxy(scope):
                warn(scope, name)
                scope = scope | {"client": (UNKNOWN, 0)}
        await app(scope, receive, send)

    return handle


def called(scope: Scope) -> tuple[str, int]:
    """Return the name by which a request calls the server, and the port that it names."""
    given = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return _parsed(given)


@lru_cache(maxsize=1024)
def _parsed(host: bytes) -> tuple[str, int]:
    try:
        parts = urlsplit(f"//{host.decode('latin-1')}")
        return (parts.hostname or "").rstrip("."), parts.port or _WEB_PORT
    except ValueError:
        return "", 0


@lru_cache(maxsize=1024)
def is_loopback(host: str) -> bool:
    """Whether an address is one that a machine has for itself."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    # This is the form of IPv4 addresses if the server listens on IPv6, too.
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def _client(scope: Scope) -> str:
    client: tuple[str, int] | None = scope.get("client")
    return client[0] if client else ""


def _is_of_proxy(scope: Scope) -> bool:
    """Whether a request shows that it was passed on; some proxies still do that by HTTP/1.0."""
    return scope.get("http_version") == "1.0" or any(
        name in _OF_PROXIES or name.startswith(_OF_PROXIES_BEGIN) for name, _ in scope["headers"]
    )


async def _refuse(scope: Scope, receive: Receive, send: Send, name: str) -> None:
    """Say that the server is not the one that is asked for."""
    # Libraries that the page is not to wait for.
    import msgspec

    from tischlein.presentation.texts import LANGUAGES, translate
    from tischlein.web.http import handshakes
    from tischlein.web.http.asgi_answers import answer
    from tischlein.web.http.errors import MISDIRECTED
    from tischlein.web.messages.sockets import Problem

    phrase = Phrase("problem-host", {"name": name[:LONGEST_NAME]})
    problem = msgspec.json.encode(Problem(phrase))
    if scope["type"] == "websocket":
        await receive()
        if handshakes.can_answer(scope):
            await handshakes.answer(send, MISDIRECTED, problem)
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
    elif scope["path"].startswith("/api/"):
        await answer(send, MISDIRECTED, problem, [(b"content-type", b"application/json"), *_SAFE])
    else:  # somebody whose browser has no page that could show it
        words = "".join(f"{translate(language, phrase)}\n" for language in LANGUAGES)
        kind = (b"content-type", b"text/plain; charset=utf-8")
        await answer(send, MISDIRECTED, words.encode(), [kind, *_SAFE])
