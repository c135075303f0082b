"""Worker processes: they bring what happens, and never outlive their server."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from tests.tables.playing import asynchronous
from tests.tiny.dash import GAME as DASH
from tests.tiny.dash.state import FALL, GO
from tischlein.core import registry
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.workers import Workers

SERVER = """
import asyncio, os
from tischlein.tables.workers import Workers
from tests.tiny.dash import GAME as DASH
from tests.tiny.dash.state import FALL, GO
from tischlein.core.position import Position

async def main():
    workers = Workers(1)
    position = Position.start(DASH, 2)
    position.play(0, GO)
    await workers.measure(position, FALL)
    print(*(p.pid for p in workers._measuring._processes.values()), flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def falling() -> Position:
    position = Position.start(DASH, 2)
    position.play(0, GO)
    return position


@asynchronous
async def test_another_process_finds_out_the_same() -> None:
    workers = Workers(1)
    try:
        workers.expect(Position.start(DASH, 2), DASH.levels)
        position = falling()
        there = await workers.measure(position, FALL)
        assert there == position.measure(FALL)
        position.play(CHANCE, FALL, there.values)
        decision = await workers.choose("apart", position.observe(1), position.legal(1), 1)
        assert decision.action in position.legal(1)
        assert decision.milliseconds is not None
    finally:
        workers.close()


@asynchronous
async def test_no_process_is_started_for_a_table_that_needs_none() -> None:
    workers = Workers(1)
    try:
        workers.expect(Position.start(registry.load("raufer"), 3), [])
        assert (workers._measuring, workers._bots) == (None, None)
        workers.expect(Position.start(DASH, 2), [])
        assert workers._measuring is not None
        assert workers._bots is None
    finally:
        workers.close()


@asynchronous
async def test_a_process_that_died_is_replaced() -> None:
    workers = Workers(1)
    try:
        await workers.measure(falling(), FALL)
        assert workers._measuring is not None
        for pid in list(workers._measuring._processes):
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            await workers.measure(falling(), FALL)
        assert (await workers.measure(falling(), FALL)).values
    finally:
        workers.close()


@pytest.mark.skipif(sys.platform == "win32", reason="servers are killed otherwise there")
def test_the_processes_of_a_killed_server_end(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(["src", "."])}
    with subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=environment
    ) as server:
        assert server.stdout is not None
        pids = [int(word) for word in server.stdout.readline().split()]
        server.kill()
    assert pids
    patience = time.monotonic() + 120
    while any(_runs(pid) for pid in pids):
        assert time.monotonic() < patience, "a worker outlives its server"
        time.sleep(0.1)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not (state.is_file() and state.read_text().rpartition(")")[2].split()[0] == "Z")
