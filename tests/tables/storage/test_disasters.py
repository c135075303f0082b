"""Disasters: killed at any moment, a torn log, a full disk. No acknowledged event is lost.

The short forms run with every check; ``./check long`` kills a thousand times and tears hundreds of
logs, and prints what it has counted.
"""

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from tests.tables.playing import ANNA, accepted, asynchronous, hall_at, play_on, two_at_bauab
from tischlein.tables.problems import StorageError
from tischlein.tables.storage.sqlite import SqliteStore
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.stored import MatchStatus

PATIENCE = 120
_PLAYING = """
import asyncio, os, random, sys
from pathlib import Path
from tests.tables.playing import accepted, hall_at, two_at_bauab
from tischlein.core import registry
from tischlein.tables.match_limits import MatchLimits

async def play(hall, seed):
    chooser, number = random.Random(seed), 0
    while True:
        match = await two_at_bauab(hall)
        async with hall.table(match) as table:
            while table.running:
                seat = table.acting[0]
                action = chooser.choice(table.legal(seat))
                number = accepted(await table.act(seat, f"c{table.number}", action))
                os.write(1, f"{match} {number}\\n".encode())

async def load(path):
    # Tables that nobody has joined yet stay behind, of each that is killed.
    async with hall_at(path, match_limits=MatchLimits(waiting=1_000, running=10_000)) as hall:
        await asyncio.gather(*(play(hall, seed) for seed in range(4)))

list(registry.load("bauab").kernels.prepare())
for line in sys.stdin:  # a child for each line: what it needs, rules included, is loaded already
    path = line.strip()
    child = os.fork()
    if not child:
        asyncio.run(load(Path(path)))
    os.write(1, f"pid {child}\\n".encode())
    os.waitpid(child, 0)
    os.write(1, b"killed\\n")
"""


def events_in(file: Path) -> dict[str, int]:
    """Return the last event of every match; the file is whole, and numbers have no gaps."""
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        rows = connection.execute("SELECT match, count(*), max(number) FROM event GROUP BY match")
        found = {}
        for match, count, last in rows:
            assert count == last
            found[match] = last
        return found


class Victims:
    """Processes that play as fast as they can, one after the other, until each is killed."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PLAYING], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        if self._process.stdout is not None:
            self._process.stdout.close()

    def play(self, file: Path, acknowledged: int, seconds: float) -> dict[str, int]:
        """Let one play until it has acknowledged so much, and so long; return all of that."""
        process = self._process
        assert process.stdin is not None
        process.stdin.write(f"{file}\n".encode())
        process.stdin.flush()
        told: dict[str, int] = {}
        pid, seen = 0, 0
        while pid == 0 or seen < acknowledged:
            about, number = self._line().split()
            if about == "pid":
                pid = int(number)
            else:
                told[about] = int(number)
                seen += 1
        time.sleep(seconds)
        os.kill(pid, signal.SIGKILL)
        while (line := self._line()) != "killed":
            about, number = line.split()
            told[about] = int(number)
        return told

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().decode().strip()


@pytest.mark.parametrize(
    "kills", [4, pytest.param(1_000, marks=[pytest.mark.long, pytest.mark.timeout(14_400)])]
)
def test_killed_at_random_moments_under_load_nothing_acknowledged_is_lost(
    tmp_path: Path, kills: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chooser = random.Random(kills)
    file = tmp_path / "tischlein.db"
    acknowledged: dict[str, int] = {}
    counts: Counter[str] = Counter()
    victims = Victims()
    try:
        for number in range(kills):
            if number % 50 == 49:  # a fresh file now and then, so that opening stays quick
                counts["matches"] += len(acknowledged)
                for old in tmp_path.iterdir():
                    old.unlink()
                acknowledged.clear()
            told = victims.play(file, chooser.randint(1, 60), chooser.random() / 50)
            acknowledged.update(told)
            counts["kills"] += 1
            counts["events acknowledged"] += sum(told.values())
            found = events_in(file)
            lost = {match: last for match, last in acknowledged.items() if found[match] < last}
            assert lost == {}
    finally:
        victims.close()
    with capsys.disabled():
        print(f"\nkill -9 under load: {dict(counts)}, 0 acknowledged events lost")


def torn(log: bytes, chooser: random.Random) -> bytes:
    """Return a write-ahead log as a crash of the machine may leave it: cut, or with a bad page."""
    cut = chooser.randrange(len(log))
    if chooser.random() < 0.5:
        return log[:cut]
    length = chooser.randint(1, 4096)
    return log[:cut] + chooser.randbytes(min(length, len(log) - cut)) + log[cut + length :]


@pytest.mark.parametrize(
    "logs", [12, pytest.param(500, marks=[pytest.mark.long, pytest.mark.timeout(7_200)])]
)
def test_of_a_torn_log_what_is_whole_is_taken_and_no_match_has_a_gap(
    tmp_path: Path, logs: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chooser = random.Random(logs)
    living, taken = tmp_path / "living", tmp_path / "taken"
    living.mkdir()
    taken.mkdir()

    async def play() -> None:
        """Play, and copy the files as they lie there while they are open."""
        async with hall_at(living / "tischlein.db") as hall:
            async with hall.table(await two_at_bauab(hall)) as table:
                await play_on(table, most=12)
            for name in ("tischlein.db", "tischlein.db-wal"):
                shutil.copy(living / name, taken / name)

    asyncio.run(play())
    log = (taken / "tischlein.db-wal").read_bytes()
    file = (taken / "tischlein.db").read_bytes()
    assert len(log) > 10_000
    left: Counter[int] = Counter()

    async def go_on(path: Path) -> int:
        """Return how many events are left; the match goes on from there."""
        async with SqliteStore(path) as store:
            running = await store.match_ids({MatchStatus.RUNNING})
        if not running:
            return -1
        async with hall_at(path) as hall, hall.table(running[0]) as table:
            number = table.number
            accepted(await table.act(table.acting[0], "next", table.legal(table.acting[0])[0]))
            assert table.number == number + 1
            return number

    for number in range(logs):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "tischlein.db").write_bytes(file)
        (folder / "tischlein.db-wal").write_bytes(torn(log, chooser))
        left[asyncio.run(go_on(folder / "tischlein.db"))] += 1
        events_in(folder / "tischlein.db")
        shutil.rmtree(folder)
    with capsys.disabled():
        print(f"\n{logs} torn logs, events left (-1: not even the match): {sorted(left.items())}")


@asynchronous
async def test_on_a_full_disk_moves_are_refused_and_go_on_when_there_is_room(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tischlein.db"
    async with SqliteStore(file) as store:

        def limit(pages: int) -> None:
            store._writer._connection.execute(f"PRAGMA max_page_count = {pages}")

        async def room(pages: int) -> None:
            await store._writer.submit(lambda _: limit(pages))

        from tischlein.tables.hall import Hall

        async with Hall(store, pause=0.0) as hall:
            match = await two_at_bauab(hall)
            async with hall.table(match) as table:
                await play_on(table, most=2)
                await room(1)  # SQLite takes the present size for it
                refused = 0
                for _ in range(400):
                    try:
                        await two_at_bauab(hall)
                    except (StoreError, StorageError):  # whether one opens or joins
                        refused += 1
                        break
                assert refused
                number = table.number
                await room(1 << 30)
                await play_on(table, most=2)
                assert table.number == number + 2
                assert table.seats_of(ANNA) == (0,)
    assert events_in(file)[match] == number + 2
    with capsys.disabled():
        print(f"\nfull disk: refused, then went on from event {number}")
