"""A bad network: a proxy between a program and a server that loses, doubles and garbles answers.

Only the way to the program is bad, and only while faults are enabled. A request of the program
reaches the server unchanged or not at all.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

EVERY = 4
"""One in this many answers is faulty."""
LATE = 1.0
"""Seconds by which a late answer is delayed, and after which a socket is cut."""
OUTAGE = 2.0
"""Seconds for which nothing answers at all."""
FAULTS = ("doubled", "late", "garbled", "strange", "lost", "too fast", "outage")
"""The faults, in rotation.

An old answer comes again; one comes late; one is cut off; one has unknown kinds of duties and
unknown fields; the answer to a request is lost; a request is to be repeated; the server is away for
a while.
"""
_DUTIES = "/api/program/duties"
_PASSED_ON = ("authorization", "x-tischlein-token", "content-type", "user-agent")
_TIMEOUT = 90.0
_CHUNK = 65_536

Answer = tuple[int, dict[str, str], bytes]
Receive = Callable[[int], bytes]
"""Returns at most this many bytes, as soon as there are some; none at the end."""


class Network:
    """The way from a program to a server; the program uses its address as that of the server."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        self._server = parts.hostname or "127.0.0.1", parts.port or 80
        self.bad = False
        """Whether faults are enabled."""
        self.racing = False
        """Whether seats of the present match are in a race, so that one may be overtaken."""
        self.faults: Counter[str] = Counter()
        """How often each fault has occurred."""
        self.refused: Counter[str] = Counter()
        """Why actions of the program were refused, unless it was overtaken, by reasons' keys."""
        self.reasons: dict[str, Any] = {}
        """The last reason of each key, as sent by the server."""
        self.accepted = 0
        """How many of its actions were accepted."""
        self._lock = threading.Lock()
        self._answers = 0
        self._turn = 0
        self._last: Answer | None = None
        self._outage_until = 0.0

    @contextmanager
    def open(self) -> Iterator[str]:
        """Forward requests as long as the context lasts; yield the address."""

        class Handler(_Handler):
            network = self

        proxy = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        proxy.daemon_threads = True
        thread = threading.Thread(target=proxy.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{proxy.server_address[1]}"
        finally:
            proxy.shutdown()
            proxy.server_close()
            thread.join()

    def ask(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer | None:
        """Return what reaches the program of an answer; None if the connection breaks."""
        fault = self._fault(path)
        if fault == "outage":
            return None
        if fault == "too fast":
            said = {"phrase": {"key": "problem-too-fast", "values": {"seconds": 1}}}
            return 429, {"Retry-After": "1"}, json.dumps(said).encode()
        last = self._last
        if fault == "doubled" and last is not None:
            return last
        answer = self._forwarded(method, path, headers, body)
        if answer is None:
            return None
        self._record_answer(path, headers, body, answer)
        if fault == "lost":
            return None
        if fault == "late":
            time.sleep(LATE)
        status, said_headers, content = answer
        if fault == "garbled":
            return status, said_headers, content[: len(content) // 2]
        if fault == "strange":
            return status, said_headers, _strange(content)
        return answer

    def tunnel(self, request: bytes, client: socket.socket, receive: Receive) -> None:
        """Connect a socket of the program to the server; cut it while faults are enabled.

        Parameters
        ----------
        receive
            Returns what the program sends, including what has been read already.
        """
        with suppress(OSError), socket.create_connection(self._server, _TIMEOUT) as server:
            server.settimeout(None)
            server.sendall(request)
            back = threading.Thread(target=_pump, args=(server.recv, client), daemon=True)
            back.start()
            if self._fault(_DUTIES) is not None:
                threading.Timer(LATE, lambda: _cut(server, client)).start()
            _pump(receive, server)
            back.join()

    def _fault(self, path: str) -> str | None:
        """Return the fault of the next answer, None if there is none."""
        with self._lock:
            if time.monotonic() < self._outage_until:
                return "outage"
            if not self.bad:
                return None
            self._answers += 1
            if self._answers % EVERY:
                return None
            fault = FAULTS[self._turn % len(FAULTS)]
            self._turn += 1
            about_duties = fault in ("doubled", "strange")
            if about_duties and (_DUTIES not in path or self._last is None):
                self._turn -= 1  # left for the next request about duties
                self._answers -= 1
                return None
            if fault == "outage":
                self._outage_until = time.monotonic() + OUTAGE
            self.faults[fault] += 1
            return fault

    def _forwarded(
        self, method: str, path: str, headers: dict[str, str], body: bytes
    ) -> Answer | None:
        connection = HTTPConnection(*self._server, timeout=_TIMEOUT)
        try:
            connection.request(method, path, body or None, headers)
            answer = connection.getresponse()
            answer_headers = {
                name: answer.headers[name]
                for name in ("Content-Type", "Retry-After")
                if name in answer.headers
            }
            return answer.status, answer_headers, answer.read()
        except (OSError, HTTPException):
            return None
        finally:
            connection.close()

    def _record_answer(
        self, path: str, headers: dict[str, str], body: bytes, answer: Answer
    ) -> None:
        status, _, content = answer
        if _DUTIES in path and status == 200:
            self._last = answer
        elif "/actions" in path:
            with suppress(ValueError, KeyError, TypeError):
                said: dict[str, Any] = json.loads(content)
                if said.get("type") == "accepted":
                    self.accepted += 1
                elif not (self.racing and self._is_overtaken(path, headers, json.loads(body))):
                    key = said["phrase"]["key"]
                    self.reasons[key] = said["phrase"]
                    self.refused[key] += 1

    def _is_overtaken(self, path: str, headers: dict[str, str], command: dict[str, Any]) -> bool:
        """Whether a match has events that the program had not seen when it acted."""
        match = path.partition("/actions")[0]
        answer = self._forwarded("GET", f"{match}/view?scenes=0", headers, b"")
        return answer is not None and bool(json.loads(answer[2])["number"] > command["seen"])


class _Handler(BaseHTTPRequestHandler):
    network: Network
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:  # the standard library's name
        if self.headers.get("upgrade", "").lower() == "websocket":
            lines = [
                self.requestline,
                *(f"{name}: {value}" for name, value in self.headers.items()),
            ]
            self.close_connection = True
            self.network.tunnel(
                "\r\n".join([*lines, "", ""]).encode(), self.connection, self.rfile.read1
            )
        else:
            self._forward()

    def do_POST(self) -> None:  # the same
        self._forward()

    def log_message(self, format: str, *args: Any) -> None:  # its signature
        """Keep quiet."""

    def _forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name: value for name in _PASSED_ON if (value := self.headers.get(name))}
        answer = self.network.ask(self.command, self.path, headers, body)
        with suppress(OSError):
            if answer is None:
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            status, answer_headers, content = answer
            self.send_response(status)
            for name, value in answer_headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)


def _strange(content: bytes) -> bytes:
    """Return a list of duties with an unknown kind and an unknown field."""
    try:
        said = json.loads(content)
        said["duties"].insert(0, {"type": "of-tomorrow", "match": "23456789abcdef", "game": "none"})
    except (ValueError, KeyError, TypeError, AttributeError):
        return content
    return json.dumps(said | {"of_tomorrow": True}).encode()


def _pump(receive: Receive, sink: socket.socket) -> None:
    with suppress(OSError):
        while chunk := receive(_CHUNK):
            sink.sendall(chunk)
    _cut(sink)


def _cut(*ends: socket.socket) -> None:
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
