"""Connections: how many there may be, and how long one may take to say what it wants.

A connection that says nothing costs a file, of which a program has only so many; without bounds,
one visitor could keep all others out by opening them and waiting.
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

from tischlein.web.limits import Limits, network_of
from tischlein.web.sockets import WebSockets

try:
    import resource
except ImportError:  # where the number of files is not bounded like this
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)
faults = logging.getLogger(f"{__name__}.faults")
"""Of uvicorn's own log the errors: its warnings tell of each connection that speaks something else,
of which a server in the open has thousands a day."""
faults.setLevel(logging.ERROR)

OTHER_FILES = 256
"""Files that the program needs for all else: storage, processes, what it serves.

Where it may open few, half of them, for each connection may be sent a file."""
LEAST_FILES = 64
"""Files without which nothing works at all."""
FEW = 500
"""Connections of which whoever runs the server is told if there may be no more: it needs them."""
KEPT_FOR_PROXIES = 180
"""Seconds for which a connection of a proxy stays on which nothing is asked: longer than proxies
keep theirs. Where both end one at the same moment, what is asked then comes to nobody."""
WARN_EVERY = 60.0
"""Seconds between two warnings that somebody has been kept out."""
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"connection: close\r\ncontent-length: 0\r\n\r\n"
)


_FORWARDED = b"x-forwarded-for"


class Connections:
    """The connections that are open, whatever is said on them.

    Parameters
    ----------
    most
        So many may there be.
    most_of_address
        So many of them may come from one address, or from one household's network.
    proxies
        Addresses and networks that speak for many visitors; for them counts `most` alone.
    """

    def __init__(self, most: int, most_of_address: int, proxies: Sequence[str] = ()) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._proxies = [ip_network(one) for one in proxies]
        self._open: Counter[str] = Counter()
        self._may_have_all = lru_cache(maxsize=1024)(self._is_proxy)
        self._warned = -WARN_EVERY
        self._warned_of_proxy = False

    def __len__(self) -> int:
        """Return how many are open."""
        return self._open.total()

    def admit(self, host: str) -> bool:
        """Count one more connection of an address; return whether it may stay."""
        of_address = self._open[network_of(host)]
        if len(self) >= self._most or (
            of_address >= self._most_of_address and not self._may_have_all(host)
        ):
            self._warn(of_address)
            return False
        self._open[network_of(host)] += 1
        return True

    def leave(self, host: str) -> None:
        """Count one less."""
        address = network_of(host)
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]

    def is_of_proxy(self, host: str) -> bool:
        """Whether an address speaks for many visitors."""
        return self._may_have_all(host)

    def speaks_for_many(self, host: str) -> None:
        """Take note that an address is another node's, which passes on what its visitors ask."""
        if not self._may_have_all(host):
            self._proxies.append(ip_network(host.partition("%")[0]))
            self._may_have_all.cache_clear()

    def hears_of_others(self, host: str) -> None:
        """Take note that an address speaks for others, and warn once if it is not believed.

        Its own is not told: it may be a visitor's who claims to be somebody else.
        """
        if not self._warned_of_proxy and not self._may_have_all(host):
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


class Settings(uvicorn.Config):
    """How uvicorn runs an application, and who may connect.

    Parameters
    ----------
    limits
        How many may connect, and how long requests take.
    proxies
        Addresses and networks of proxies, which are believed what they say of visitors.
    settings
        Others of uvicorn.
    """

    def __init__(
        self, app: Any, limits: Limits, proxies: Sequence[str] = (), **settings: Any
    ) -> None:
        super().__init__(
            app,
            http=Requests,
            ws=WebSockets,
            ws_max_size=limits.body,
            forwarded_allow_ips=list(proxies),
            **settings,
        )
        self.limits = limits
        room = room_for(limits.open, limits.connections)
        self.connections = Connections(room, limits.open_of_address, proxies)


class Requests(HttpToolsProtocol):
    """Reads requests, until one asks for a WebSocket, and waits for each only so long."""

    config: Settings

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.logger = faults
        self._admitted = False
        self._late: asyncio.TimerHandle | None = None
        """Rings when a request is not there in time."""
        self._silent = True
        """Whether nothing has come yet."""
        self._head: int | None = 0
        """How many bytes of a request's head have come; None once it is there."""
        self._whole = 0
        """How many requests have come to their end."""
        self._asked: list[RequestResponseCycle] = []
        """The requests that are not answered yet, in their order."""

    @property
    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait, unless there are too many."""
        super().connection_made(transport)
        self._admitted = self.config.connections.admit(self._host)
        if self.config.connections.is_of_proxy(self._host):
            self.timeout_keep_alive = KEPT_FOR_PROXIES
        if self._admitted:
            self._wait()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Make room for another."""
        super().connection_lost(exc)
        self._answer_nobody()
        self._wait_no_longer()
        if self._admitted:
            self.config.connections.leave(self._host)

    def data_received(self, data: bytes) -> None:
        """Take in what has come, in as many pieces as it likes, but soon."""
        self._silent = False
        self._wait()
        whole = self._whole
        super().data_received(data)
        # Where one has ended, most or all of what has come is its own, and no head.
        if self._head is not None and self._whole == whole:
            self._head += len(data)
            if self._head > self.config.limits.head:
                self._refuse(_TOO_LONG)

    def on_message_begin(self) -> None:
        """Wait for the rest of a request, also where it begins right after another."""
        super().on_message_begin()
        self._wait()

    def on_headers_complete(self) -> None:
        """Begin with a request."""
        self._head = None
        if any(name == _FORWARDED for name, _ in self.headers):
            self.config.connections.hears_of_others(self._host)
        super().on_headers_complete()
        self._asked = [cycle for cycle in self._asked if not cycle.response_complete]
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is not None and cycle not in self._asked:
            self._asked.append(cycle)

    def on_message_complete(self) -> None:
        """Take all the time that is needed to answer a request."""
        self._head = 0
        self._whole += 1
        self._wait_no_longer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and let go of the parser, which leads back here.

        Else all that the connection had stays after its end until the garbage collector looks
        through everything.
        """
        super().handle_websocket_upgrade()
        self._wait_no_longer()
        self._head = None
        sockets = self.transport.get_protocol()
        assert isinstance(sockets, WebSockets)
        sockets.lost = partial(self.config.connections.leave, self._host)
        self.parser = None  # type: ignore[assignment]  # as uvicorn does at the end of others

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(self.config.limits.asking, self._give_up)

    def _wait_no_longer(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        cycle: RequestResponseCycle | None = self.cycle
        if self._silent:
            self.transport.close()  # browsers that connect in advance would show an answer
        elif not self.pipeline and (cycle is None or cycle.response_complete or cycle.more_body):
            self._refuse(_TOO_LATE)
        else:  # a whole request is being answered; what follows waits for that
            self._wait()

    def _refuse(self, answer: bytes) -> None:
        """Answer who does not come to an end, unless a request before that is being answered."""
        if self._may_refuse:
            self.transport.write(answer)
        self.transport.close()
        self._answer_nobody()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request, as above."""
        if self._may_refuse:
            super().send_400_response(msg)
        else:
            self.transport.close()
        self._answer_nobody()

    @property
    def _may_refuse(self) -> bool:
        """Whether what is said now would not be taken for the answer to a request before."""
        cycle: RequestResponseCycle | None = self.cycle
        answered = cycle is None or cycle.response_complete
        own = cycle is not None and cycle.more_body and not cycle.response_started
        return not self.pipeline and (answered or own)

    def _answer_nobody(self) -> None:
        """Have nothing said on a connection that has ended, about whichever request.

        Of several that have come at once uvicorn thinks of the last alone, and what is said about
        the one that is being answered would be an error.
        """
        for cycle in self._asked:
            if not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()
        self._asked.clear()


def room_for(most: int, passed_on: int) -> int:
    """Return how many connections there may be, at most so many, given the files one may open.

    As many files as are needed are asked for: usually the system grants more than a program begins
    with.

    Parameters
    ----------
    passed_on
        So many of them may be passed on to other nodes, each by a connection more.
    """
    if resource is None:
        return most
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + passed_on + OTHER_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # some systems have another bound besides
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    if soft == resource.RLIM_INFINITY:
        return most
    others = min(OTHER_FILES, max(LEAST_FILES, soft // 2))
    room = max(1, min(most, soft - others))
    if room < min(most, FEW):
        log.warning(
            "the system lets this process open %d files only, so that there is room for %d"
            " connections at the same time, and more are turned away: let it open more"
            " (ulimit -n 4096; with systemd LimitNOFILE=4096)",
            soft,
            room,
        )
    return room
