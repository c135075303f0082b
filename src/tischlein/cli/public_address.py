"""Whether a server can be played at by its public address: it is tried out as visitors come."""

from __future__ import annotations

import json
import socket
import ssl
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import NamedTuple
from urllib.parse import urlsplit

ANSWERS_WITHIN = 10
"""Seconds to wait for each answer."""
_SOCKET = "/api/program/live"
"""Any socket will do; this one tells whoever has no token to go away."""
_UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


class Fault(NamedTuple):
    """What keeps visitors from playing, or lets them see too much."""

    told: str
    advice: str


def find_fault(url: str) -> Fault | None:
    """Ask a server as visitors do; return the first thing that is wrong, None if nothing is.

    Parameters
    ----------
    url
        Where a server can be reached: scheme, host, and port if it is not the usual one.
    """
    try:
        return _fault_at(url)
    except ssl.SSLCertVerificationError as error:
        return Fault(
            f"its certificate is not accepted: {error.verify_message}",
            "Renew the certificate, or have the proxy send its whole chain.",
        )
    except socket.gaierror as error:
        return Fault(
            f"its name leads nowhere: {error.strerror}",
            "Enter it at your name server, or mend --public-url.",
        )
    except (OSError, HTTPException) as error:
        return Fault(
            f"it cannot be reached from here: {error}",
            "Look whether the proxy runs and the firewall lets visitors in. Some routers let nobody"
            " in from inside: then try it from elsewhere.",
        )


def _fault_at(url: str) -> Fault | None:
    status, body = _answer(url, "/health/live")
    try:
        alive = status == HTTPStatus.OK and json.loads(body) == {"live": True}
    except ValueError:
        alive = False
    if not alive:
        return Fault(
            f"something else answers there, with {status}",
            "Have the proxy pass everything on to the server, from the first path on.",
        )
    status, _ = _answer(url, _SOCKET, _UPGRADE | {"Origin": url.rstrip("/")})
    if status == HTTPStatus.FORBIDDEN:
        return Fault(
            "requests of its own pages are refused, as if they came from another site",
            "Have the proxy keep the header Host, or start the server with this --public-url.",
        )
    if status != HTTPStatus.SWITCHING_PROTOCOLS:
        return Fault(
            f"the proxy passes no WebSockets on: {status}",
            "Have it pass on the headers Connection and Upgrade, by HTTP/1.1.",
        )
    status, body = _answer(url, "/metrics")
    if status == HTTPStatus.OK and b"tischlein_info" in body:
        return Fault(
            "the metrics can be read there",
            "Have the proxy send X-Forwarded-For and keep Host, or answer /metrics itself, unless"
            " this machine alone may read them.",
        )
    return None


def _answer(url: str, path: str, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
    """Return the status and the content of an answer (OSError, HTTPException)."""
    parts = urlsplit(url)
    kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
    with closing(kind(parts.netloc, timeout=ANSWERS_WITHIN)) as connection:
        connection.request("GET", path, headers=headers or {})
        response: HTTPResponse = connection.getresponse()
        opened = response.status == HTTPStatus.SWITCHING_PROTOCOLS  # what follows has no end
        return response.status, b"" if opened else response.read()
