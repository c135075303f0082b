"""Receivers on this machine for what a server tells people: a push service, webhooks, mail."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import os
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple, cast

import http_ece
import jwt
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tischlein.tables.notifications.base64url import to_base64url
from tischlein.tables.notifications.mail import MailServer
from tischlein.tables.notifications.public_hosts import HostPolicy

HERE = HostPolicy(schemes=("http",), allows=lambda address: address.is_loopback)
"""This machine, where the receivers are."""
PATIENCE = 60.0
"""Seconds to wait for what has to come."""


class Received(NamedTuple):
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Listener:
    """An HTTP server that takes in whatever is posted to it.

    Attributes
    ----------
    statuses
        What the next requests are answered; afterwards all are well.
    stuck
        While it is set, no request is answered.
    """

    def __init__(self) -> None:
        self.received: list[Received] = []
        self.statuses: list[int] = []
        self.stuck = threading.Event()
        self.arrived = threading.Event()
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                listener.received.append(Received(self.path, headers, body))
                listener.arrived.set()
                while listener.stuck.is_set():
                    threading.Event().wait(0.02)
                self.send_response(listener.statuses.pop(0) if listener.statuses else 201)
                self.send_header("location", "http://127.0.0.1:1/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def close(self) -> None:
        """End."""
        self.stuck.clear()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def listening() -> Iterator[Listener]:
    """Open a listener."""
    listener = Listener()
    try:
        yield listener
    finally:
        listener.close()


class Browser:
    """A browser that has subscribed at a push service, and reads what comes there."""

    def __init__(self, service: Listener, name: str = "browser") -> None:
        self._service = service
        self._key = generate_private_key(SECP256R1())
        self._secret = os.urandom(16)
        self.endpoint = f"{service.url}/{name}"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = to_base64url(point), to_base64url(self._secret)

    def reads(self, received: Received, server_key: str) -> dict[str, Any]:
        """Return a message, after checking that the server with this key has sent it."""
        token, key = re.fullmatch(
            r"vapid t=(\S+), k=(\S+)", received.headers["authorization"]
        ).groups()  # type: ignore[union-attr]
        assert key == server_key
        raw = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
        signer = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), raw)
        claims = jwt.decode(
            token,
            signer,
            algorithms=["ES256"],
            audience=self._service.url,
            options={"verify_exp": False},  # the clock of the test
        )
        assert claims["sub"].startswith("https://")
        assert received.headers["content-encoding"] == "aes128gcm"
        assert int(received.headers["ttl"]) > 0
        opened = http_ece.decrypt(
            received.body, private_key=self._key, auth_secret=self._secret, version="aes128gcm"
        )
        return cast(dict[str, Any], json.loads(opened))


def webhook_reads(received: Received, secret: str) -> dict[str, Any]:
    """Return what a webhook was told, after checking the signature as the documentation says."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    name, moment = received.headers["webhook-id"], received.headers["webhook-timestamp"]
    signed = f"{name}.{moment}.".encode() + received.body
    genuine = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert received.headers["webhook-signature"] == f"v1,{genuine}"
    return cast(dict[str, Any], json.loads(received.body))


class Mailbox:
    """A mail server that takes in all mail, or refuses recipients.

    Attributes
    ----------
    refuses
        What recipients are answered, if it is not empty.
    """

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses = ""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._server: asyncio.Server | None = None

    async def handle_RCPT(  # noqa: N802 -- found by its name
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        """Take a recipient, or do not."""
        del server, session, options
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep a mail."""
        del server, session
        mail = message_from_bytes(envelope.content, policy=policy.default)
        self.mails.append(mail)
        return "250 OK"

    def open(self) -> MailServer:
        """Begin, and return how it is reached."""
        self._thread.start()
        opened = asyncio.run_coroutine_threadsafe(self._open(), self._loop)
        port = opened.result(PATIENCE)
        return MailServer("127.0.0.1", port, False, "Tischlein <table@example.org>")

    def close(self) -> None:
        """End."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(PATIENCE)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _open(self) -> int:
        self._server = await self._loop.create_server(lambda: SMTP(self), "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _close(self) -> None:
        assert self._server is not None
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


@contextmanager
def receiving_mail() -> Iterator[tuple[Mailbox, MailServer]]:
    """Open a mail server."""
    mailbox = Mailbox()
    server = mailbox.open()
    try:
        yield mailbox, server
    finally:
        mailbox.close()


def text_of(mail: EmailMessage, kind: str = "plain") -> str:
    """Return what a mail says, as plain text or as HTML."""
    body = mail.get_body((kind,))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def link_in(mail: EmailMessage, action: str) -> str:
    """Return the token of a link in a mail."""
    found = re.search(rf"/telling#{action}=(\S+)", text_of(mail))
    assert found, text_of(mail)
    return found[1]
