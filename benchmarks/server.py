"""The table server: durable moves on one core, how long they take, and what they cost.

The server runs in a process of its own on one core, on the disk of the temporary folder; the
clients run on the others. Two connections play each match of Bauab at random, as fast as they
are answered, and the next one when it is over. With n matches there are always n moves on their
way, so that the latency is that of a server with no time to spare.

Physics must not hold this up: at tables of Drop It pieces fall at the same moment, again and
again, on all cores, and every answer counts.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any

import msgspec

from benchmarks import Figure, Unavailable

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

SECONDS = 3.0
WARM_UP = 1.0
MATCHES = (10, 100, 500)
AIMED_AT = 100
"""The number of matches that the targets are for; with few, most of a move's time is the disk's."""
FASTEST = 5_000
"""Moves a second for which enough matches are opened ahead."""
MOVES = 24
"""How many moves a match has at least, as a rule."""
PER_SECOND = 2_000
CPU_MOST = 400.0
DROP_TABLES = 10
DROPS = 12
"""How many pieces fall at each table."""
DROP_MOST = 200.0
"""Milliseconds that the slowest answer to a drop may take."""
P99_MOST = 50.0

_CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


class _Choice(msgspec.Struct):
    action: int


class _Turn(msgspec.Struct):
    action: int


class _Aim(msgspec.Struct):
    turns: list[_Turn]


class _Scene(msgspec.Struct):
    choices: list[_Choice] = []
    aims: list[_Aim] = []
    awaited: list[msgspec.Raw] = []

    @property
    def actions(self) -> list[int]:
        """What the seat may do; of what it may aim, the first position at every angle."""
        aimed = [turn.action for aim in self.aims for turn in aim.turns]
        return [choice.action for choice in self.choices] + aimed


class _Heard(msgspec.Struct):
    """What a client needs of a message; the rest is skipped."""

    type: str
    status: str = ""
    number: int = 0
    legal: list[int] = []
    scene: _Scene | None = None


_decode = msgspec.json.Decoder(_Heard).decode


@dataclass
class _Tally:
    """What the clients of one run measure."""

    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    measuring: bool = False
    over: bool = False


@dataclass(frozen=True)
class _Run:
    moves: int
    seconds: float
    cpu: float
    latencies: list[float]
    cpu_of_opening: float
    """Processor seconds for each match that was opened."""


def measure() -> Iterator[Figure]:
    """Yield throughput, latency and cost at several numbers of matches."""
    if sys.platform != "linux":
        raise Unavailable("it reads the server's processor time from /proc, which Linux has")
    for matches in MATCHES:
        run = _measure(matches, scenes=False)
        name = f"Server, {matches} matches"
        aimed = matches == AIMED_AT
        speed = run.moves / run.seconds
        yield Figure(f"{name}: durable moves", speed, "/s", PER_SECOND if aimed else None)
        yield Figure(f"{name}: answered, median", median(run.latencies), "ms")
        p99 = quantiles(run.latencies, n=100)[98]
        yield Figure(f"{name}: answered, p99", p99, "ms", most=P99_MOST if aimed else None)
        cost = run.cpu / run.moves * 1e6
        yield Figure(f"{name}: cost", cost, "us CPU a move", most=CPU_MOST if aimed else None)
    run = _measure(AIMED_AT, scenes=True)
    name = f"Server, {AIMED_AT} matches with scenes"
    yield Figure(f"{name}: durable moves", run.moves / run.seconds, "/s")
    yield Figure(f"{name}: cost", run.cpu / run.moves * 1e6, "us CPU a move")
    cost = run.cpu_of_opening * 1e6
    yield Figure("Server: opening a match and two connections", cost, "us CPU")
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder), pinned=False) as (_, port):
        answers = asyncio.run(_drop(port))
    name = f"Server, {DROP_TABLES} tables dropping at once"
    yield Figure(f"{name}: answered, median", median(answers), "ms")
    yield Figure(f"{name}: answered, slowest of {len(answers)}", max(answers), "ms", most=DROP_MOST)


async def _drop(port: int) -> list[float]:
    """Let pieces fall at all tables at the same moment; return the milliseconds to each answer."""
    answers: list[float] = []
    tally = _Tally()
    async with AsyncExitStack() as connections:
        tables = [
            await _seated(port, connections, tally, True, game="dropit") for _ in range(DROP_TABLES)
        ]
        for drop in range(DROPS + 1):
            fallen = await asyncio.gather(*(_fall(seats) for seats in tables))
            if drop:  # the first one starts the processes
                answers += fallen
    return answers


async def _fall(seats: list[_Seat]) -> float:
    """Have whoever may act let go of a piece; return the milliseconds to the answer."""
    heard = await asyncio.gather(*(seat.position() for seat in seats))
    for seat, (number, actions) in zip(seats, heard, strict=True):
        if actions:
            return 1000 * await seat.act(number, random.choice(actions))
    raise AssertionError("nobody may drop")


def _measure(matches: int, *, scenes: bool) -> _Run:
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (process, port):
        return asyncio.run(_play(process.pid, port, matches, scenes=scenes))


@contextmanager
def _server(folder: Path, *, pinned: bool = True) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a server, pinned to the first core with the others left to this process, or free."""
    command = [sys.executable, "-m", "benchmarks.server", str(folder / "tischlein.db")]
    mine = os.sched_getaffinity(0)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            if pinned:
                os.sched_setaffinity(process.pid, {min(mine)})
            if pinned and len(mine) > 1:
                os.sched_setaffinity(0, mine - {min(mine)})
            assert process.stdout is not None
            yield process, int(process.stdout.readline())
        finally:
            os.sched_setaffinity(0, mine)
            process.terminate()


async def _play(pid: int, port: int, matches: int, *, scenes: bool) -> _Run:
    _raise_file_limit()
    tally = _Tally()
    one_after_the_other = 1 + int((WARM_UP + SECONDS) * FASTEST / MOVES / matches)
    before = _processor_time(pid)
    async with AsyncExitStack() as connections:
        queues = [
            [await _seated(port, connections, tally, scenes) for _ in range(one_after_the_other)]
            for _ in range(matches)
        ]
        opening = (_processor_time(pid) - before) / (matches * one_after_the_other)
        gc.collect()
        gc.freeze()  # the clients' own pauses are not the server's
        tables = [asyncio.create_task(_table(queue)) for queue in queues]
        await asyncio.sleep(WARM_UP)
        tally.measuring = True
        cpu, then = _processor_time(pid), time.perf_counter()
        await asyncio.sleep(SECONDS)
        spent, seconds = _processor_time(pid) - cpu, time.perf_counter() - then
        tally.measuring, tally.over = False, True
        _, late = await asyncio.wait(tables, timeout=10)
        for table in late:
            table.cancel()
    return _Run(tally.moves, seconds, spent, [1000 * one for one in tally.latencies], opening)


async def _table(queue: list[list[_Seat]]) -> None:
    """Play one match after the other."""
    for seats in queue:
        await asyncio.gather(*(seat.play() for seat in seats))


async def _seated(
    port: int, connections: AsyncExitStack, tally: _Tally, scenes: bool, game: str = "bauab"
) -> list[_Seat]:
    """Open a match and connect both seats."""
    from websockets.asyncio.client import connect

    match, secrets = await asyncio.to_thread(_open, port, game)
    url = f"ws://127.0.0.1:{port}/api/matches/{match}/live?scenes={int(scenes)}"
    seats = []
    for secret in secrets:
        headers = {"Authorization": f"Bearer {secret}"}
        socket = await connections.enter_async_context(
            connect(url, additional_headers=headers, compression=None, ping_interval=None)
        )
        seats.append(_Seat(socket, tally))
    return seats


class _Seat:
    """A client on one seat of a match."""

    def __init__(self, socket: ClientConnection, tally: _Tally) -> None:
        self._socket = socket
        self._tally = tally
        self._last = -1

    async def play(self) -> None:
        """Play to the end of the match, or of the measurement."""
        asked, acted = 0.0, -1
        async for text in self._socket:
            heard = _decode(text)
            if heard.type == "accepted" and self._tally.measuring:
                self._tally.moves += 1
                self._tally.latencies.append(time.perf_counter() - asked)
            if self._tally.over or heard.status == "over":
                return
            legal = heard.legal
            if heard.scene is not None:
                legal = heard.scene.actions
            if legal and heard.number > acted:
                acted, asked = heard.number, time.perf_counter()
                action = random.choice(legal)
                act = f'{{"type":"act","id":"{acted}","action":{action},"seen":{acted}}}'
                await self._socket.send(act)

    async def position(self) -> tuple[int, list[int]]:
        """Wait for a position in which players may act; return its number and the own actions."""
        while True:
            heard = _decode(await self._socket.recv())
            if heard.scene is not None and heard.number > self._last and heard.scene.awaited:
                self._last = heard.number
                return heard.number, heard.scene.actions

    async def act(self, number: int, action: int) -> float:
        """Act; return the seconds until the answer."""
        asked = time.perf_counter()
        await self._socket.send(
            f'{{"type":"act","id":"{number}","action":{action},"seen":{number}}}'
        )
        while _decode(await self._socket.recv()).type != "accepted":
            pass
        return time.perf_counter() - asked


def _raise_file_limit() -> None:
    """Let this process have as many connections as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _open(port: int, game: str) -> tuple[str, list[str]]:
    chairs = [{"kind": "me", "name": name} for name in ("Anna", "Ben")]
    body = json.dumps({"game": game, "chairs": chairs}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/matches", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        opened: dict[str, Any] = json.load(answer)
    return opened["match"], opened["seat_secrets"]


def _processor_time(pid: int) -> float:
    """Return the seconds that a process has spent on a processor, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _CLOCK_TICKS


def _serve(path: Path) -> None:
    """Be the server: print the port, and run until told to end."""
    import socket

    from tischlein.core import registry
    from tischlein.tables.hall import Hall
    from tischlein.tables.sqlite import SqliteStore
    from tischlein.web import serving
    from tischlein.web.app import create_app
    from tischlein.web.limits import Limits

    async def run(listening: socket.socket) -> None:
        endless = (1e9, 10**9)
        limits = Limits(requests=endless, tables=endless, messages=endless, connections=10_000)
        async with SqliteStore(path) as store:
            app = create_app(Hall(store, most_waiting=10**9), limits)
            await serving.Server(serving.settings(app)).serve([listening])

    _raise_file_limit()
    for key in ("bauab", "dropit"):
        for _ in registry.load(key).kernels.prepare():
            continue
    with serving.listen("127.0.0.1", 0) as listening:
        print(listening.getsockname()[1], flush=True)
        serving.run_fast(run(listening))


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
