"""Nodes on one PostgreSQL: throughput, the way through a node that does not own a match, failing.

The nodes, the database and the clients share the machine's cores: with two of them, four nodes
cannot be faster than one. What is told of the processor's time adds up on machines with more.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from statistics import median, quantiles

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from benchmarks import Figure
from benchmarks.hosting import notifications, stores
from benchmarks.hosting.clients import Seat, Tally, opened, play_all, seated
from benchmarks.hosting.server import Server, running, sharing
from tests.postgresql import Cluster, cluster

GAME = "bauab"
SEATS = 2
NODES = (1, 2, 4)
MATCHES = 50
"""That are played at the same time, over all nodes."""
IN_TURN = 4
WARM_UP = 1.0
SECONDS = 5.0
ASKED = 400
KILLED_MATCHES = 30
MOVED_MATCHES = 50
MOVED_WITHIN = 0.25
"""Seconds within which browsers that are sent elsewhere come back (``client/src/lib``)."""

SHARE_LEAST = 0.6
"""Moves that one node does on PostgreSQL, for each that it does on a file."""
OVERHEAD_MOST = 3.0
MOVED_MOST = 1.0
BACK_MOST = 5.0


def measure() -> Iterator[Figure]:
    """Yield the figures of several nodes."""
    with cluster(durable=True) as database:
        yield from stores.measure(database)
        yield from _against_a_file(database)
        for count in NODES:
            yield from _throughput(database, count)
        yield from _wrong_node(database)
        yield from _ended(database)
        yield from _killed(database)
        yield from notifications.measure(database)


def _against_a_file(database: Cluster) -> Iterator[Figure]:
    """Yield what one node does with either storage, one after the other on the same machine."""
    with running([GAME], pinned=False) as server:
        file, file_seconds, *_ = asyncio.run(_play(database, [server]))
    with sharing(database, [GAME], 1) as nodes:
        shared, seconds, *_ = asyncio.run(_play(database, nodes))
    name = f"SQLite, {MATCHES} matches"
    yield Figure(f"{name}: durable moves", file.moves / file_seconds, "/s")
    yield Figure(f"{name}: answered, median", 1000 * median(file.latencies), "ms")
    yield Figure(f"{name}: answered, p99", 1000 * quantiles(file.latencies, n=100)[98], "ms")
    share = (shared.moves / seconds) / (file.moves / file_seconds)
    yield Figure("Moves on PostgreSQL for each on SQLite, one node", share, "", least=SHARE_LEAST)


def _throughput(database: Cluster, count: int) -> Iterator[Figure]:
    with sharing(database, [GAME], count) as nodes:
        tally, seconds, spent, by_database = asyncio.run(_play(database, nodes))
    name = f"{count} node{'s' if count > 1 else ''}, {MATCHES} matches"
    moves = max(tally.moves, 1)
    yield Figure(f"{name}: durable moves", tally.moves / seconds, "/s")
    yield Figure(f"{name}: answered, median", 1000 * median(tally.latencies), "ms")
    p99 = 1000 * quantiles(tally.latencies, n=100)[98]
    yield Figure(f"{name}: answered, p99", p99, "ms")
    yield Figure(f"{name}: a move, nodes", 1e6 * spent / moves, "us CPU")
    yield Figure(f"{name}: a move, database", 1e6 * by_database / moves, "us CPU")


async def _play(database: Cluster, nodes: Sequence[Server]) -> tuple[Tally, float, float, float]:
    """Return what the clients measured, for how long, and the processor seconds of both sides."""
    tally = Tally()
    async with AsyncExitStack() as connections:
        queues: list[list[list[Seat]]] = [[] for _ in range(MATCHES)]
        for number, queue in enumerate(queues):
            port = nodes[number % len(nodes)].port
            for _ in range(IN_TURN):
                queue.append(await seated(port, connections, tally, GAME, SEATS, {}, scenes=False))
        tables = [asyncio.create_task(play_all(queue)) for queue in queues]
        await asyncio.sleep(WARM_UP)
        tally.measuring = True
        cpu, stored = sum(node.cpu for node in nodes), database.cpu()
        then = time.perf_counter()
        await asyncio.wait(tables, timeout=SECONDS, return_when=asyncio.FIRST_COMPLETED)
        seconds = time.perf_counter() - then
        spent, by_database = sum(node.cpu for node in nodes) - cpu, database.cpu() - stored
        tally.measuring, tally.over = False, True
        _, late = await asyncio.wait(tables, timeout=1)
        for table in late:
            table.cancel()
        await asyncio.gather(*tables, return_exceptions=True)
    return tally, seconds, spent, by_database


def _wrong_node(database: Cluster) -> Iterator[Figure]:
    with sharing(database, [GAME], 2) as (owner, other):
        here, there = asyncio.run(_asked(owner, other))
    yield Figure("A message and its answer, at the owner", here, "ms")
    yield Figure("The same at another node", there, "ms")
    yield Figure("Overhead of the other node, median", there - here, "ms", most=OVERHEAD_MOST)


async def _asked(owner: Server, other: Server) -> tuple[float, float]:
    """Return the median milliseconds to an answer at either, asked in turn."""
    match, secrets = await asyncio.to_thread(opened, owner.port, GAME, SEATS, {})
    spent: dict[int, list[float]] = {owner.port: [], other.port: []}
    async with AsyncExitStack() as connections:
        sockets = {
            port: await connections.enter_async_context(_at(port, match, secrets[0]))
            for port in spent
        }
        for _ in range(ASKED):
            for port, socket in sockets.items():
                spent[port].append(await _ping(socket))
    here, there = (1000 * median(times) for times in spent.values())
    return here, there


async def _ping(socket: ClientConnection) -> float:
    begun = time.perf_counter()
    await socket.send('{"type":"ping"}')
    while json.loads(await socket.recv())["type"] != "pong":
        pass
    return time.perf_counter() - begun


def _at(port: int, match: str, secret: str) -> connect:
    return connect(
        f"ws://127.0.0.1:{port}/api/matches/{match}/live?scenes=0",
        additional_headers={"Authorization": f"Bearer {secret}"},
        ping_interval=None,
    )


def _ended(database: Cluster) -> Iterator[Figure]:
    with sharing(database, [GAME], 2) as (owner, other):
        away = asyncio.run(_sent_elsewhere(owner, other))
    name = f"A node ends: the browsers of {MOVED_MATCHES} matches are back"
    yield Figure(f"{name}, median", median(away), "s")
    yield Figure(f"{name}, the last", max(away), "s", most=MOVED_MOST)


async def _sent_elsewhere(owner: Server, other: Server) -> list[float]:
    """Return for how many seconds each browser has seen no node, while one ends in order.

    One seat of each match has come to the owner, the other one through the other node.
    """
    gone: list[float] = []
    async with AsyncExitStack() as connections:
        browsers = []
        for _ in range(MOVED_MATCHES):
            match, secrets = await asyncio.to_thread(opened, owner.port, GAME, SEATS, {})
            for server, secret in zip((owner, other), secrets, strict=True):
                socket = await connections.enter_async_context(_at(server.port, match, secret))
                await socket.recv()
                browsers.append(_come_back(socket, other.port, match, secret))
        owner.end()
        gone += await asyncio.gather(*browsers)
    return gone


async def _come_back(socket: ClientConnection, port: int, match: str, secret: str) -> float:
    """Wait until a browser is sent away; return after how many seconds it sees the match again."""
    with suppress(ConnectionClosed):
        while True:
            await socket.recv()
    away = time.perf_counter()
    await asyncio.sleep(random.uniform(0, MOVED_WITHIN))
    async with _at(port, match, secret) as again:
        while json.loads(await again.recv())["type"] != "happened":
            pass
    return time.perf_counter() - away


def _killed(database: Cluster) -> Iterator[Figure]:
    with sharing(database, [GAME], 2) as (owner, other):
        matches = [opened(owner.port, GAME, SEATS, {})[0] for _ in range(KILLED_MATCHES)]
        owner.kill()
        killed = time.perf_counter()
        back = []
        for match in matches:
            address = f"http://127.0.0.1:{other.port}/api/matches/{match}"
            with urllib.request.urlopen(address, timeout=60) as answer:
                answer.read()
            back.append(time.perf_counter() - killed)
    yield Figure("A match answers after kill -9, median", median(back), "s")
    yield Figure(f"The last of {KILLED_MATCHES} matches", max(back), "s", most=BACK_MOST)
