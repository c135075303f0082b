"""Stores alone: many write at the same time, each the next event of a match of its own."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles

from benchmarks import Figure
from tests.postgresql import Cluster
from tischlein.core.events import Event
from tischlein.tables.storage.store_address import open_store
from tischlein.tables.stored import StoredEvent, StoredMatch, StoredSeat

WRITERS = (1, 50, 200)
WARM_UP = 0.5
SECONDS = 3.0


def measure(database: Cluster) -> Iterator[Figure]:
    """Yield how many events a second are written, and how long each takes."""
    for writers in WRITERS:
        with tempfile.TemporaryDirectory() as folder:
            file = asyncio.run(_write(Path(folder) / "tischlein.db", writers))
        server = asyncio.run(_write(database.new_database(), writers))
        for name, (rate, latencies) in (("SQLite", file), ("PostgreSQL", server)):
            about = f"{name} alone, {writers} writer{'s' if writers > 1 else ''}"
            yield Figure(f"{about}: durable events", rate, "/s")
            yield Figure(f"{about}: median", 1000 * median(latencies), "ms")
            yield Figure(f"{about}: p99", 1000 * quantiles(latencies, n=100)[98], "ms")


async def _write(where: Path | str, writers: int) -> tuple[float, list[float]]:
    """Return events a second, and the seconds that each took."""
    latencies: list[float] = []
    begun, over = asyncio.Event(), asyncio.Event()

    async def play(match_id: str) -> None:
        number = 0
        while not over.is_set():
            number += 1
            then = time.perf_counter()
            event = StoredEvent(number, Event(0, 1), 0, f"c{number}")
            await store.append(match_id, [event])
            if begun.is_set():
                latencies.append(time.perf_counter() - then)

    async with open_store(where) as store:
        ids = [f"match-{number}" for number in range(writers)]
        await asyncio.gather(*(store.create_match(_match(match_id)) for match_id in ids))
        playing = [asyncio.create_task(play(match_id)) for match_id in ids]
        await asyncio.sleep(WARM_UP)
        begun.set()
        then = time.perf_counter()
        await asyncio.sleep(SECONDS)
        over.set()
        rate = len(latencies) / (time.perf_counter() - then)
        await asyncio.gather(*playing)
    return rate, latencies


def _match(match_id: str) -> StoredMatch:
    return StoredMatch(
        id=match_id,
        game="bauab",
        rules_version=1,
        options="",
        seats=(StoredSeat(), StoredSeat()),
        created=0,
        touched=0,
        commitment="",
        server_secret=bytes(32),
    )
