"""Starting: how long until the page answers, the shelf is complete, and everything is prepared.

A server of its own each time, started as people start it, on an empty data folder. Warm, it finds
compiled rules in the cache; cold, the cache is empty, and all games are compiled.

Seconds on the clock, since that is what people wait for: a busy machine makes them longer.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import msgspec

from benchmarks import Figure, Scope
from tischlein.web.preparing import Progress

ROUNDS = 3
PATIENCE = 900.0
"""Seconds after which a start has failed."""
IMPORT_MOST = 0.7
WARM_PAGE_MOST = 2.0
WARM_SHELF_MOST = 3.0
COLD_PAGE_MOST = 30.0
COLD_CPU_MOST = 60.0


class _Reached(NamedTuple):
    """After how many seconds what was there."""

    page: float
    shelf: float
    everything: float


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield the time of imports, of warm starts, and of a cold one."""
    del scope  # a start prepares all games
    loading = median(_processor_seconds_of_imports() for _ in range(ROUNDS))
    yield Figure("importing the server", loading, "s CPU", most=IMPORT_MOST)
    with tempfile.TemporaryDirectory() as cache:
        before = _of_children()
        cold = _start(Path(cache))
        spent = _of_children() - before
        warm = [_start(Path(cache)) for _ in range(ROUNDS)]
    page, shelf = median(one.page for one in warm), median(one.shelf for one in warm)
    yield Figure("warm: the page answers", page, "s", most=WARM_PAGE_MOST)
    yield Figure("warm: the shelf is complete", shelf, "s", most=WARM_SHELF_MOST)
    yield Figure("cold: the page answers", cold.page, "s", most=COLD_PAGE_MOST)
    yield Figure("cold: the shelf is complete", cold.shelf, "s")
    yield Figure("cold: everything is prepared", cold.everything, "s")
    yield Figure("cold: all of it", spent, "s CPU", most=COLD_CPU_MOST)


def _processor_seconds_of_imports() -> float:
    before = _of_children()
    subprocess.run([sys.executable, "-c", "import tischlein.web.serving"], check=True)
    return _of_children() - before


def _of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


def _start(cache: Path) -> _Reached:
    with tempfile.TemporaryDirectory() as data, _serving(Path(data), cache) as address:
        begun = time.monotonic()
        _answer(address)
        page = time.monotonic() - begun
        _answer(f"{address}/api/shelf/en")
        shelf = time.monotonic() - begun
        while not msgspec.json.decode(_answer(f"{address}/api/preparation"), type=Progress).done:
            time.sleep(0.1)
        return _Reached(page, shelf, time.monotonic() - begun)


@contextmanager
def _serving(data: Path, cache: Path) -> Iterator[str]:
    """Run a server, and give its address at once, before it answers."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tischlein.web", "--port", str(port), "--data", str(data)]
    environment = os.environ | {"TISCHLEIN_CACHE": str(cache)}
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet) as process:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def _answer(address: str) -> bytes:
    """Ask until there is an answer, and return it."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=PATIENCE) as response:
                found: bytes = response.read()
                return found
        except (urllib.error.URLError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
