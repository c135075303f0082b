"""Connections: how many there may be, and how long each may take for a request.

An idle connection costs a file descriptor, of which a process has only so many; without limits, one
visitor could keep all others out by opening them and waiting.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache, partial
from ipaddress import ip_address, ip_network
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tischlein.tables.concurrency.shared_places import has_room
from tischlein.web.http.limits import Limits, network_of
from tischlein.web.http.own_machine import OwnNames, only_by_own_names
from tischlein.web.sockets.protocol import WebSockets

try:
    import resource
except ImportError:  # on systems without such limits
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)
uvicorn_errors = logging.getLogger(f"{__name__}.faults")
"""Only the errors of uvicorn's own log.

Its warnings mention each connection that speaks something else, of which a public server has
thousands a day.
"""
uvicorn_errors.setLevel(logging.ERROR)

OTHER_FILES = 256
"""Files that the program needs for everything else: storage, processes, served files.

If it may only open few, half of them, since each connection may be sent a file.
"""
LEAST_FILES = 64
"""Files without which nothing works at all."""
WARN_BELOW = 500
"""If there may be no more connections than this, the operator is warned: they are needed."""
PROXY_KEEP_ALIVE = 180
"""Seconds for which an idle connection of a proxy is kept: longer than proxies keep theirs.

If both ended one at the same moment, a request sent then would be lost.
"""
WARN_EVERY = 60.0
"""Seconds between two warnings about refused connections."""
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)
_ENDING = b'{"phrase":{"key":"problem-server","values":{}}}'
_ENDING_HEAD = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 1\r\n"
    b"content-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(_ENDING)
)
"""The answer to requests that the server cannot answer any more before it ends."""

_FORWARDED = b"x-forwarded-for"


class OpenConnections:
    """The open connections, whatever is sent on them.

    Parameters
    ----------
    most
        Maximal number of connections.
    most_of_address
        Maximal number from one address, or from one household's network; it may also have no more
        than it leaves free.
    proxies
        Addresses and networks that speak for many visitors; only `most` applies to them.
    """

    def __init__(self, most: int, most_of_address: int, proxies: Sequence[str] = ()) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._proxies = [ip_network(one) for one in proxies]
        self._open: Counter[str] = Counter()
        self._cached_is_proxy = lru_cache(maxsize=1024)(self._is_proxy)
        self._warned = -WARN_EVERY
        self._warned_of_proxy = False

    def __len__(self) -> int:
        """Return the number of open connections."""
        return self._open.total()

    def admit(self, host: str) -> bool:
        """Count one more connection of an address; return whether it may stay."""
        of_address = self._open[network_of(host)]
        may_have_more = self._cached_is_proxy(host) or (
            of_address < self._most_of_address and has_room(self._most, len(self), of_address)
        )
        if len(self) >= self._most or not may_have_more:
            self._warn(of_address)
            return False
        self._open[network_of(host)] += 1
        return True

    def release(self, host: str) -> None:
        """Count one connection less."""
        address = network_of(host)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def is_of_proxy(self, host: str) -> bool:
        """Whether an address speaks for many visitors."""
        return self._cached_is_proxy(host)

    def add_proxy(self, host: str) -> None:
        """Record that an address is another node's, which forwards its visitors' requests."""
        if not self._cached_is_proxy(host):
            self._proxies.append(ip_network(host.partition("%")[0]))
            self._cached_is_proxy.cache_clear()

    def note_forwarded(self, host: str) -> None:
        """Record that an address speaks for others, and warn once if it is not trusted.

        The address itself is not logged: it may be a visitor's who claims to be somebody else.
        """
        if not self._warned_of_proxy and not self._cached_is_proxy(host):
            self._warned_of_proxy = True
            log.warning(
                "somebody speaks for visitors (X-Forwarded-For) who is not named with --proxy: if"
                " that is a proxy of yours, name it, else all its visitors count as one address"
            )

    def _is_proxy(self, host: str) -> bool:
        try:
            address = ip_address(host.partition("%")[0])
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def _warn(self, of_address: int) -> None:
        if time.monotonic() - self._warned >= WARN_EVERY:
            self._warned = time.monotonic()
            log.warning(
                "connections are turned away: %d are open, %d of this address",
                len(self),
                of_address,
            )


class ServerConfig(uvicorn.Config):
    """How uvicorn runs an application, and who may connect.

    Parameters
    ----------
    limits
        How many may connect, and how long requests take.
    proxies
        Addresses and networks of proxies that are trusted about visitors.
    names
        The names by which the server is called from its own machine.
    settings
        Further settings of uvicorn.
    """

    def __init__(
        self,
        app: Any,
        limits: Limits,
        proxies: Sequence[str] = (),
        names: OwnNames | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(
            app,
            http=HttpProtocol,
            ws=WebSockets,
            ws_max_size=limits.body_bytes,
            forwarded_allow_ips=list(proxies),
            **settings,
        )
        self.limits = limits
        room = connection_limit(limits.open_connections, limits.connections)
        self.connections = OpenConnections(room, limits.open_connections_of_address, proxies)
        self._names = names or OwnNames()

    def load(self) -> None:
        """Load the application, behind what has to see a request as its connection brings it."""
        super().load()
        self.loaded_app = only_by_own_names(self.loaded_app, self._names)


class HttpProtocol(HttpToolsProtocol):
    """Reads requests, until one asks for a WebSocket, and limits the wait for each."""

    config: ServerConfig

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.logger = uvicorn_errors
        self._admitted = False
        self._timer: asyncio.TimerHandle | None = None
        """Fires if a request is not complete in time."""
        self._silent = True
        """Whether nothing has come yet."""
        self._head: int | None = 0
        """How many bytes of a request's head have come; None once it is complete."""
        self._completed = 0
        """How many requests have been received completely."""
        self._unanswered: list[RequestResponseCycle] = []
        """The requests that are not answered yet, in order."""
        self._ending = False
        """Whether no further request is accepted after the present one."""

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start waiting, unless there are too many connections."""
        super().connection_made(transport)
        self._admitted = self.config.connections.admit(self._host)
        if self.config.connections.is_of_proxy(self._host):
            self.timeout_keep_alive = PROXY_KEEP_ALIVE
        if self._admitted:
            self._start_timer()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        super().connection_lost(exc)
        self._abandon_answers()
        self._stop_timer()
        if self._admitted:
            self.config.connections.release(self._host)

    def data_received(self, data: bytes) -> None:
        """Process incoming data, which may come in any number of pieces, but soon."""
        self._silent = False
        self._start_timer()
        whole = self._completed
        super().data_received(data)
        # If a request has ended, most or all of the data is its own, and no head.
        if self._head is not None and self._completed == whole:
            self._head += len(data)
            if self._head > self.config.limits.head_bytes:
                self._refuse(_TOO_LONG)

    def on_message_begin(self) -> None:
        """Wait for the rest of a request, even if it begins right after another."""
        super().on_message_begin()
        self._start_timer()

    def on_headers_complete(self) -> None:
        """Start a request."""
        self._head = None
        if any(name == _FORWARDED for name, _ in self.headers):
            self.config.connections.note_forwarded(self._host)
        super().on_headers_complete()
        self._unanswered = [cycle for cycle in self._unanswered if not cycle.response_complete]
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and cycle not in self._unanswered:
            self._unanswered.append(cycle)
            cycle.keep_alive &= not self._ending

    def on_message_complete(self) -> None:
        """Stop the timer: answering a request may take any time."""
        self._head = 0
        self._completed += 1
        self._stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and release the parser, which refers back to it.

        Otherwise everything that belonged to the connection would stay in memory after its end
        until a full garbage collection.
        """
        super().handle_websocket_upgrade()
        self._stop_timer()
        self._head = None
        sockets = self.transport.get_protocol()
        assert isinstance(sockets, WebSockets)
        sockets.lost = partial(self.config.connections.release, self._host)
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at the end of others

    def announce_end(self) -> None:
        """Say with the next answer that it is the connection's last one: the server ends."""
        self._ending = True
        if self.cycle is not None:
            self.cycle.keep_alive = False

    def shutdown(self) -> None:
        """Close the connection as soon as no request is being made or answered on it."""
        self.announce_end()
        if not self._head:
            super().shutdown()

    def end(self) -> None:
        """Close the connection now; say so in answer to the request that waits longest, if any.

        That its answer is the last one says that those after it are not answered.
        """
        waiting = next((cycle for cycle in self._unanswered if not cycle.response_complete), None)
        if waiting is not None and not waiting.response_started:
            bodiless = waiting.scope["method"] == "HEAD"
            self.transport.write(_ENDING_HEAD + (b"" if bodiless else _ENDING))
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # the other side accepts no answers
        else:
            self.transport.close()
        self._abandon_answers()

    def _start_timer(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.config.limits.request_seconds, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        cycle: RequestResponseCycle | None = self.cycle
        if self._silent:
            self.transport.close()  # browsers that connect in advance would show an answer
        elif not self.pipeline and (cycle is None or cycle.response_complete or cycle.more_body):
            self._refuse(_TOO_LATE)
        else:  # a whole request is being answered; what follows waits for that
            self._start_timer()

    def _refuse(self, answer: bytes) -> None:
        """Answer an incomplete request, unless an earlier request is being answered."""
        if self._may_refuse:
            self.transport.write(answer)
        self.transport.close()
        self._abandon_answers()

    def send_400_response(self, msg: str) -> None:
        """Refuse an invalid request, as above."""
        if self._may_refuse:
            super().send_400_response(msg)
        else:
            self.transport.close()
        self._abandon_answers()

    @property
    def _may_refuse(self) -> bool:
        """Whether an answer now would not be mistaken for that to an earlier request."""
        cycle: RequestResponseCycle | None = self.cycle
        answered = cycle is None or cycle.response_complete
        own = cycle is not None and cycle.more_body and not cycle.response_started
        return not self.pipeline and (answered or own)

    def _abandon_answers(self) -> None:
        """Send nothing on a connection that has ended, for any request.

        Of several pipelined requests uvicorn only considers the last, and messages about the one
        that is being answered would be an error.
        """
        for cycle in self._unanswered:
            if not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        self._unanswered.clear()


def connection_limit(most: int, forwarded: int) -> int:
    """Return how many connections there may be, at most ``most``, given the limit of open files.

    The limit is raised to what is needed: usually the system allows more than a program starts
    with.

    Parameters
    ----------
    forwarded
        How many of them may be forwarded to other nodes, each with another connection.
    """
    if resource is None:
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + forwarded + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems have additional limits
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    if soft == resource.RLIM_INFINITY:
        return most
    others = min(OTHER_FILES, max(LEAST_FILES, soft // 2))
    room = max(1, min(most, soft - others))
    if room < min(most, WARN_BELOW):
        log.warning(
            "the system lets this process open %d files only, so that there is room for %d"
            " connections at the same time, and more are turned away: let it open more"
            " (ulimit -n 4096; with systemd LimitNOFILE=4096)",
            soft,
            room,
        )
    return room
