"""Starting: how long until the page answers, the shelf is complete, and everything is prepared.

A server of its own each time, started as people start it, on an empty data folder. Warm, it finds
compiled rules and the shelf in the cache; cold, the cache is empty, and all games are compiled.

Seconds on the clock, since that is what people wait for: a busy machine makes them longer. What it
costs is in seconds of a processor: what the page needs, and all that a server loads behind it.
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
from tischlein.web.preparation_state import Progress

ROUNDS = 3
PATIENCE = 900.0
"""Seconds after which a start has failed."""
IMPORT_MOST = 0.7
WARM_PAGE_MOST = 2.0
WARM_SHELF_MOST = 3.0
COLD_PAGE_MOST = 30.0
COLD_TURN_MOST = 8.0
COLD_CPU_MOST = 60.0

TABLE = {
    "game": "bauab",
    "chairs": [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": "medium"}],
    "fixed": True,
    "options": {"first": "A"},
}


class _Opened(msgspec.Struct):
    match: str
    seat_secrets: list[str]


class _View(msgspec.Struct):
    legal: list[int]


class _Reached(NamedTuple):
    """After how many seconds what was there."""

    page: float
    shelf: float
    turn: float
    """From the question for a table against a bot on, until the first move can be made."""
    everything: float


def measure(scope: Scope) -> Iterator[Figure]:
    """Yield the time of imports, of warm starts, and of a cold one."""
    del scope  # a start prepares all games
    front = median(_processor_seconds_of("tischlein.web.running.serving") for _ in range(ROUNDS))
    yield Figure("imports of the page", front, "s CPU", most=IMPORT_MOST)
    behind = median(_processor_seconds_of("tischlein.web.running.loading") for _ in range(ROUNDS))
    yield Figure("imports of all", behind, "s CPU")
    numba = median(_processor_seconds_of("numba") for _ in range(ROUNDS))
    yield Figure("imports of Numba alone", numba, "s CPU")
    with tempfile.TemporaryDirectory() as cache:
        before = _of_children()
        cold = _start(Path(cache))
        spent = _of_children() - before
        warm = [_start(Path(cache)) for _ in range(ROUNDS)]
    page, shelf = median(one.page for one in warm), median(one.shelf for one in warm)
    turn = median(one.turn for one in warm)
    yield Figure("warm: the page answers", page, "s", most=WARM_PAGE_MOST)
    yield Figure("warm: the shelf is complete", shelf, "s", most=WARM_SHELF_MOST)
    yield Figure("warm: play now to the first move", turn, "s", most=COLD_TURN_MOST)
    yield Figure("cold: the page answers", cold.page, "s", most=COLD_PAGE_MOST)
    yield Figure("cold: the shelf is complete", cold.shelf, "s")
    yield Figure("cold: play now to the first move", cold.turn, "s", most=COLD_TURN_MOST)
    yield Figure("cold: everything is prepared", cold.everything, "s")
    yield Figure("cold: all of it", spent, "s CPU", most=COLD_CPU_MOST)


def _processor_seconds_of(module: str) -> float:
    before = _of_children()
    subprocess.run([sys.executable, "-c", f"import {module}"], check=True)
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
        asked = time.monotonic()
        _sit_down(address)
        turn = time.monotonic() - asked
        while not msgspec.json.decode(_answer(f"{address}/api/preparation"), type=Progress).done:
            time.sleep(0.1)
        return _Reached(page, shelf, turn, time.monotonic() - begun)


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


def _sit_down(address: str) -> None:
    """Open a table against a bot, and wait until the first move can be made."""
    asked = msgspec.json.encode(TABLE)
    json = {"Content-Type": "application/json"}
    opened = _answer(urllib.request.Request(f"{address}/api/matches", asked, json))
    table = msgspec.json.decode(opened, type=_Opened)
    seat = {"Authorization": f"Bearer {table.seat_secrets[0]}"}
    while True:
        view = _answer(
            urllib.request.Request(
                f"{address}/api/matches/{table.match}/view?scenes=0", headers=seat
            )
        )
        if msgspec.json.decode(view, type=_View).legal:
            return
        time.sleep(0.05)


def _answer(question: str | urllib.request.Request) -> bytes:
    """Ask until there is an answer, and return it."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(question, timeout=PATIENCE) as response:
                found: bytes = response.read()
                return found
        except (urllib.error.URLError, ConnectionError) as error:
            refused = isinstance(error, urllib.error.HTTPError) and error.code != 503
            if refused or time.monotonic() > end:
                raise
            time.sleep(0.02)
