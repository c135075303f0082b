"""How many notifications nodes on one PostgreSQL deliver to a receiver on this machine.

One move at each of many tables makes it somebody's turn who wants to be told in many places. Each
place is a message of its own: written down, claimed, signed, sent and completed, all of it durable.
"""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from benchmarks import Figure
from benchmarks.hosting.server import Server, sharing
from tests.postgresql import Cluster

GAME = "bauab"
NODES = (1, 2, 4)
MATCHES = 60
PLACES = 12
"""Ways to be told that one session may have."""
PATIENCE = 120.0
"""Seconds within which all have to arrive."""
_THANKS = b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"


def measure(database: Cluster) -> Iterator[Figure]:
    """Yield messages a second, and what one costs."""
    for count in NODES:
        with sharing(database, [GAME], count, notifications=True) as nodes:
            delivery = asyncio.run(_deliver(database, nodes))
        name = f"{count} node{'s' if count > 1 else ''}, {MATCHES * PLACES} notifications at once"
        yield Figure(f"{name}: delivered", delivery.rate, "/s")
        yield Figure(f"{name}: delivered twice", delivery.again, "")
        yield Figure(f"{name}: one, nodes", 1e6 * delivery.spent, "us CPU")
        yield Figure(f"{name}: one, database", 1e6 * delivery.by_database, "us CPU")


class _Delivery(NamedTuple):
    rate: float
    """Messages a second, from the first to the last."""
    again: int
    """Messages that came more than once."""
    spent: float
    """Seconds of a processor that one has cost all nodes."""
    by_database: float


async def _deliver(database: Cluster, nodes: Sequence[Server]) -> _Delivery:
    arrived: dict[str, float] = {}
    again = 0
    complete = asyncio.Event()
    expected = MATCHES * PLACES

    def receive(message: str) -> None:
        nonlocal again
        again += message in arrived
        arrived.setdefault(message, time.perf_counter())
        if len(arrived) == expected:
            complete.set()

    async with _receiver(receive) as url:
        turns = await asyncio.to_thread(_tables, nodes, url)
        cpu, stored = sum(node.cpu for node in nodes), database.cpu()
        await asyncio.to_thread(_act, turns)
        async with asyncio.timeout(PATIENCE):
            await complete.wait()
        spent, by_database = sum(node.cpu for node in nodes) - cpu, database.cpu() - stored
    took = max(arrived.values()) - min(arrived.values())
    return _Delivery((expected - 1) / took, again, spent / expected, by_database / expected)


@asynccontextmanager
async def _receiver(receive: Callable[[str], None]) -> AsyncIterator[str]:
    """Take in whatever is posted, by the names of messages; yield where."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("ascii").lower()
        headers = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        await reader.readexactly(int(headers["content-length"]))
        receive(headers["webhook-id"])
        writer.write(_THANKS)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


class _Turn(NamedTuple):
    """Somebody who is to move, so that others are notified."""

    port: int
    match: str
    secret: str


def _tables(nodes: Sequence[Server], url: str) -> list[_Turn]:
    """Open tables at all nodes, at which one is to move and the other wants to be notified."""
    turns = []
    chairs = [{"kind": "me", "name": "A"}, {"kind": "open"}]
    wanted = {"game": GAME, "chairs": chairs, "options": {"first": "A"}, "fixed": True}
    for number in range(MATCHES):
        port = nodes[number % len(nodes)].port
        told, _ = _post(port, "/api/matches", wanted)
        match = told["match"]
        _, cookie = _post(port, f"/api/matches/{match}/join", {"name": "B"})
        for place in range(PLACES):
            target = {"channel": "webhook", "target": f"{url}/{number}/{place}"}
            _post(port, "/api/telling", target, {"Cookie": cookie})
        turns.append(_Turn(port, match, told["seat_secrets"][0]))
    return turns


def _act(turns: Sequence[_Turn]) -> None:
    """Let everybody end their turn."""
    for port, match, secret in turns:
        identity = {"Authorization": f"Bearer {secret}"}
        while True:
            view, _ = _post(port, f"/api/matches/{match}/view?scenes=0", None, identity)
            if 0 not in view["acting"]:
                break
            number = view["number"]
            command = {"id": f"at {number}", "action": view["legal"][0], "seen": number}
            _post(port, f"/api/matches/{match}/actions", command, identity)


def _post(
    port: int, path: str, body: Any, headers: dict[str, str] | None = None
) -> tuple[Any, str]:
    """Post something, or get without; return the answer, and the cookie that came with it."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        data,
        {"Content-Type": "application/json"} | (headers or {}),
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        cookie = (answer.headers["Set-Cookie"] or "").partition(";")[0]
        return json.load(answer), cookie
