"""The table server: durable moves on one core, how long they take, and what they cost.

The server runs in a process of its own on one core, on the disk of the temporary folder; the
clients run on the others. Two connections play each match of Bauab at random, as fast as they
are answered; when a match ends the next one is opened, which is part of the cost. With n matches
there are always n moves on their way, so that the latency is that of a server with no time to
spare.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

from benchmarks import Figure, Unavailable

SECONDS = 4.0
WARM_UP = 1.0
MATCHES = (10, 100, 500)
AIMED_AT = 100
"""The number of matches that the targets are for; with few, most of a move's time is the disk's."""
WITH_SCENES = 100
PER_SECOND = 2_000
CPU_MOST = 400.0
P99_MOST = 50.0

_CLOCK_TICKS = os.sysconf("SC_CLK_TCK")


class _Choice(msgspec.Struct):
    action: int


class _Scene(msgspec.Struct):
    choices: list[_Choice] = []


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
    awaited: int = 0
    """Connections that have not yet seen a position."""
    all_seated: asyncio.Event = field(default_factory=asyncio.Event)
    measuring: bool = False
    over: bool = False


@dataclass(frozen=True)
class _Run:
    moves: int
    seconds: float
    cpu: float
    latencies: list[float]


def measure() -> Iterator[Figure]:
    """Yield throughput, latency and cost at several numbers of matches."""
    if sys.platform != "linux":
        raise Unavailable("it reads the server's processor time from /proc, which Linux has")
    for matches in MATCHES:
        run = _measure(matches, scenes=False)
        name = f"Server, {matches} matches"
        at_100 = matches == AIMED_AT
        least = PER_SECOND if at_100 else None
        yield Figure(f"{name}: durable moves", run.moves / run.seconds, "/s", least)
        yield Figure(f"{name}: answered, median", median(run.latencies), "ms")
        p99 = quantiles(run.latencies, n=100)[98]
        yield Figure(f"{name}: answered, p99", p99, "ms", most=P99_MOST if at_100 else None)
        most = CPU_MOST if at_100 else None
        yield Figure(f"{name}: cost", run.cpu / run.moves * 1e6, "us CPU a move", most=most)
    run = _measure(WITH_SCENES, scenes=True)
    name = f"Server, {WITH_SCENES} matches with scenes"
    yield Figure(f"{name}: durable moves", run.moves / run.seconds, "/s")
    yield Figure(f"{name}: cost", run.cpu / run.moves * 1e6, "us CPU a move")


def _measure(matches: int, *, scenes: bool) -> _Run:
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (process, port):
        return asyncio.run(_play(process.pid, port, matches, scenes=scenes))


@contextmanager
def _server(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a server on the first core and leave the others to this process."""
    command = [sys.executable, "-m", "benchmarks.server", str(folder / "tischlein.db")]
    mine = os.sched_getaffinity(0)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            os.sched_setaffinity(process.pid, {min(mine)})
            if len(mine) > 1:
                os.sched_setaffinity(0, mine - {min(mine)})
            assert process.stdout is not None
            yield process, int(process.stdout.readline())
        finally:
            os.sched_setaffinity(0, mine)
            process.terminate()


async def _play(pid: int, port: int, matches: int, *, scenes: bool) -> _Run:
    tally = _Tally(awaited=2 * matches)
    tables = [asyncio.create_task(_table(port, tally, scenes)) for _ in range(matches)]
    await tally.all_seated.wait()
    await asyncio.sleep(WARM_UP)
    tally.measuring = True
    cpu, then = _processor_time(pid), time.perf_counter()
    await asyncio.sleep(SECONDS)
    spent, seconds = _processor_time(pid) - cpu, time.perf_counter() - then
    tally.measuring, tally.over = False, True
    done, late = await asyncio.wait(tables, timeout=10)
    for table in late:
        table.cancel()
    for table in done:
        table.result()
    return _Run(tally.moves, seconds, spent, [1000 * latency for latency in tally.latencies])


async def _table(port: int, tally: _Tally, scenes: bool) -> None:
    """Play one match after the other."""
    while not tally.over:
        match, secrets = await asyncio.to_thread(_open, port)
        url = f"ws://127.0.0.1:{port}/api/matches/{match}/live?scenes={int(scenes)}"
        await asyncio.gather(*(_seat(url, secret, tally) for secret in secrets))


def _open(port: int) -> tuple[str, list[str]]:
    chairs = [{"kind": "me", "name": name} for name in ("Anna", "Ben")]
    body = json.dumps({"game": "bauab", "chairs": chairs}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/matches", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        opened: dict[str, Any] = json.load(answer)
    return opened["match"], opened["seat_secrets"]


async def _seat(url: str, secret: str, tally: _Tally) -> None:
    """Play one seat of a match to its end."""
    from websockets.asyncio.client import connect

    headers = {"Authorization": f"Bearer {secret}"}
    asked = 0.0
    acted = -1
    seated = False
    async with connect(url, additional_headers=headers, compression=None) as socket:
        async for text in socket:
            heard = _decode(text)
            if heard.type == "accepted" and tally.measuring:
                tally.moves += 1
                tally.latencies.append(time.perf_counter() - asked)
            if heard.type in ("happened", "view") and not seated:
                seated = True
                tally.awaited -= 1
                if not tally.awaited:
                    tally.all_seated.set()
            legal = heard.legal
            if heard.scene is not None:
                legal = [choice.action for choice in heard.scene.choices]
            if tally.over or heard.status == "over":
                return
            if legal and heard.number > acted:
                acted, asked = heard.number, time.perf_counter()
                action = random.choice(legal)
                await socket.send(
                    f'{{"type":"act","id":"{acted}","action":{action},"seen":{acted}}}'
                )


def _processor_time(pid: int) -> float:
    """Return the seconds that a process has spent on a processor, in all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _CLOCK_TICKS


def _serve(path: Path) -> None:
    """Be the server: print the port, and run until told to end."""
    import socket

    from tischlein.games.bauab import GAME
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

    for _ in GAME.kernels.prepare():
        pass
    with serving.listen("127.0.0.1", 0) as listening:
        print(listening.getsockname()[1], flush=True)
        serving.run_fast(run(listening))


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
