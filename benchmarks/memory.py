"""The server's memory while match after match is played to its end.

The server runs in a process of its own at default settings; all seats are connected as browsers
are, act at random, and leave when the match is over. What one finished match leaves behind in
memory is what an evening of many families would fill the machine with.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack

from benchmarks import Figure, Scope, Unavailable
from benchmarks.hosting.clients import Tally, play_all, seated
from benchmarks.hosting.server import Server, raise_file_limit, running
from benchmarks.server import table_sizes, usual_options
from tischlein.core import registry
from tischlein.core.game import Game

GAMES = ("bauab", "nussknacker")
"""What is played unless games are named: one without secrets and one with many events."""
TABLES = 30
"""Matches at once."""
MEBIBYTE = 2**20
SETTLED = 0.3
"""The share of the time after which caches and pools count as filled."""
GROWTH_MOST = 10.0
"""MiB that a thousand finished matches may add once the caches are filled."""


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield, for each game, the memory when caches are filled, at the end, and what grows."""
    if sys.platform != "linux":
        raise Unavailable("it reads the server's memory from /proc, which Linux has")
    raise_file_limit()
    for key in scope.games or GAMES:
        game = registry.load(key)
        with running([key], pinned=False) as server:
            samples = asyncio.run(_play(server, game, scope.seconds))
        first, last = _settled(samples, scope.seconds), samples[-1]
        matches = last[1] - first[1]
        grown = (last[2] - first[2]) / MEBIBYTE
        note = f"{last[1]} matches of {TABLES} at once in {last[0]:.0f} s"
        yield Figure(f"{key}: memory, caches filled", first[2] / MEBIBYTE, "MiB")
        yield Figure(f"{key}: memory at the end", last[2] / MEBIBYTE, "MiB", note=note)
        growth = 1_000 * grown / max(matches, 1)
        yield Figure(f"{key}: a thousand matches add", growth, "MiB", most=GROWTH_MOST)


_Sample = tuple[float, int, int]
"""Seconds since the start, matches finished, bytes held."""


def _settled(samples: list[_Sample], seconds: float) -> _Sample:
    return next(one for one in samples if one[0] >= SETTLED * seconds or one is samples[-1])


async def _play(server: Server, game: Game, seconds: float) -> list[_Sample]:
    start = time.monotonic()
    finished = 0

    async def table() -> None:
        nonlocal finished
        seats = min(table_sizes(game))
        options = usual_options(game, seats)
        while time.monotonic() - start < seconds:
            async with AsyncExitStack() as connections:
                match = await seated(
                    server.port, connections, Tally(), game.key, seats, options, scenes=True
                )
                await play_all([match])
            finished += 1

    playing = asyncio.gather(*(table() for _ in range(TABLES)))
    samples: list[_Sample] = []
    while not playing.done():
        await asyncio.sleep(min(1.0, seconds / 20))
        samples.append((time.monotonic() - start, finished, server.memory))
    await playing
    return samples
