"""Worker processes: they bring what happens, and never outlive their server."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Coroutine, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.tables.manual_clock import advance_time, with_manual_clock
from tests.tables.playing import RandomPlayer, asynchronous
from tests.tables.waiting import eventually
from tests.tiny.dash import GAME as DASH
from tests.tiny.dash.state import FALL, GO
from tischlein.bots import Decision
from tischlein.core import registry
from tischlein.core.position import Observation, Position
from tischlein.core.seats import CHANCE
from tischlein.core.state import Ints
from tischlein.tables.computing import thinking
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.computing.thinking import BotThreads, new_stop_flag
from tischlein.tables.computing.workers import WorkerProcesses
from tischlein.tables.concurrency.fair_queue import Requester
from tischlein.tables.concurrency.process_pool import ProcessPool, TooLongError, _serve

PATIENCE = 120
"""Seconds to wait for a process: the machine may be busy."""

SERVER = """
import asyncio, os
from tischlein.tables.computing.workers import WorkerProcesses
from tests.tiny.dash import GAME as DASH
from tests.tiny.dash.state import FALL, GO
from tischlein.core.position import Position

async def main():
    workers = WorkerProcesses(1)
    position = Position.start(DASH, 2)
    position.play(0, GO)
    await workers.measure(position, FALL)
    print(*(pid for worker in workers._measuring.workers for pid in worker.pids), flush=True)
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
    workers = WorkerProcesses(1)
    try:
        workers.prepare(Position.start(DASH, 2), DASH.levels)
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
    workers = WorkerProcesses(1)
    try:
        workers.prepare(Position.start(registry.load("raufer"), 3), [])
        assert (workers._measuring, workers._bots) == (None, None)
        workers.prepare(Position.start(DASH, 2), [])
        assert workers._measuring is not None
        assert workers._bots is None
    finally:
        workers.close()


@asynchronous
async def test_a_process_that_died_is_replaced() -> None:
    workers = WorkerProcesses(1)
    try:
        await workers.measure(falling(), FALL)
        assert workers._measuring is not None
        for worker in workers._measuring.workers:
            for pid in worker.pids:
                os.kill(pid, signal.SIGKILL)
        with pytest.raises(BrokenProcessPool):
            await workers.measure(falling(), FALL)
        assert (await workers.measure(falling(), FALL)).values
    finally:
        workers.close()


def sleep_for_ever(_: object = None) -> None:
    time.sleep(3600)


@asynchronous
async def test_a_process_that_hangs_is_ended_and_replaced_while_the_others_work_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = ProcessPool(2)
    try:
        hung = asyncio.create_task(pool.run(0.2, sleep_for_ever))
        for worker in pool.workers:
            worker.warm = True  # so that no time to start is granted
        others = [await pool.run(60, abs, -n) for n in range(3)]
        assert others == [0, 1, 2]
        with monkeypatch.context() as impatient:
            # No sooner, since of those that work one may have no processor for as long.
            impatient.setattr("tischlein.tables.concurrency.process_pool.HANGS", 0.2)
            with pytest.raises(TooLongError):
                await hung
        assert len(pool.workers) == 2
        both = await asyncio.gather(pool.run(60, abs, -7), pool.run(60, abs, -8))
        assert list(both) == [7, 8]
    finally:
        pool.close()


def look_until(file: str) -> str:
    """Wait until there is a file, as work waits whose process hardly ever has a processor."""
    while not Path(file).exists():
        time.sleep(0.01)
    return file


@asynchronous
async def test_a_process_that_hardly_ever_has_a_processor_is_not_started_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool, file, looks = ProcessPool(1), tmp_path / "done", count()

    def spent(_: int) -> float:
        """Return that it has had a processor for a moment, however long it has been waited for."""
        if next(looks) > 3:
            file.touch()
        return 0.0

    try:
        # It has loaded what it is to do: that may take it longer than one is waited for that hangs.
        assert await pool.run(60, look_until, str(tmp_path)) == str(tmp_path)
        pids = pool.workers[0].pids
        monkeypatch.setattr("tischlein.tables.concurrency.process_pool.processor_time", spent)
        assert await pool.run(0.1, look_until, str(file)) == str(file)
        assert pool.workers[0].pids == pids
        file.unlink()
        looks = count()
        with suppress(asyncio.CancelledError):
            unwanted = asyncio.create_task(pool.run(0.1, look_until, str(file)))
            await asyncio.sleep(0)
            unwanted.cancel()
            await unwanted
        assert await pool.run(60, abs, -2) == 2
        assert pool.workers[0].pids == pids
    finally:
        pool.close()


def work_for_ever() -> None:
    while True:
        pass


@asynchronous
async def test_a_process_that_works_without_end_is_ended() -> None:
    pool = ProcessPool(1)
    try:
        assert await pool.run(60, abs, -1) == 1
        with pytest.raises(TooLongError):
            await pool.run(0.2, work_for_ever)
        assert await pool.run(60, abs, -2) == 2
    finally:
        pool.close()


class UnsendableError(Exception):
    """An error that cannot be made again from its text."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def fail(kind: str) -> object:
    if kind == "unsendable":
        raise UnsendableError(1, 2)
    return threading.Lock() if kind == "lock" else int(kind)


@pytest.mark.parametrize(
    ("kind", "error"), [("value", ValueError), ("lock", TypeError), ("unsendable", TypeError)]
)
@asynchronous
async def test_what_fails_is_told_and_the_worker_works_on(
    kind: str, error: type[Exception]
) -> None:
    pool = ProcessPool(1)
    try:
        assert await pool.run(60, abs, -1) == 1
        pids = pool.workers[0].pids
        with pytest.raises(error):
            await pool.run(60, fail, kind)
        with pytest.raises((AttributeError, TypeError)):
            await pool.run(60, abs, threading.Lock())  # type: ignore[arg-type]
        assert await pool.run(60, abs, -2) == 2
        assert pool.workers[0].pids == pids
    finally:
        pool.close()


@asynchronous
async def test_where_no_process_can_be_started_the_next_request_tries_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = ProcessPool(1)
    try:
        with monkeypatch.context() as scarce:

            def refuse(_: object) -> None:
                raise OSError("too many processes")

            scarce.setattr("multiprocessing.context.SpawnProcess.start", refuse)
            pool.warm_up(abs, -1)
            with pytest.raises(OSError, match="too many"):
                await pool.run(60, abs, -1)
        assert await pool.run(60, abs, -2) == 2
    finally:
        pool.close()


@asynchronous
async def test_a_worker_whose_result_nobody_wants_any_more_comes_back() -> None:
    pool = ProcessPool(1)
    try:
        unwanted = asyncio.create_task(pool.run(60, abs, -1))
        await asyncio.sleep(0)
        unwanted.cancel()
        assert await pool.run(60, abs, -2) == 2
    finally:
        pool.close()


class Stubborn:
    """Thinks until it is let go, whatever it is told."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.let_go = threading.Event()

    def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision:
        del observation, stop
        self.begun.set()
        self.let_go.wait()
        return Decision(legal[0])


async def hangs(bot_threads: BotThreads, stubborn: Stubborn, seen: Observation) -> None:
    """Let somebody think for too long, who does not stop when told to either."""
    hung = asyncio.create_task(bot_threads.choose(stubborn, seen, [1, 2], new_stop_flag()))
    await eventually(stubborn.begun.is_set)
    await advance_time(1_000 * round(thinking.LONGEST))
    await advance_time(1_000 * round(thinking.STOPPING))
    with pytest.raises(TimeoutError):
        await hung


async def others_take_its_place() -> None:
    """Let the time go by after which a thread that has not stopped is replaced."""
    await advance_time(1_000 * round(thinking.STOPPING))


@with_manual_clock
async def test_a_thread_that_does_not_come_back_costs_the_others_nothing() -> None:
    bot_threads, stubborn = BotThreads(1), Stubborn()
    seen = Position.start(registry.load("bauab"), 2, {"first": "A"}).observe(0)
    try:
        await hangs(bot_threads, stubborn, seen)
        asked = asyncio.create_task(bot_threads.choose(RandomPlayer(), seen, [5], new_stop_flag()))
        await others_take_its_place()
        chosen = await asked
        assert chosen is not None
        assert chosen.action == 5
    finally:
        stubborn.let_go.set()
        bot_threads.close()


@with_manual_clock
async def test_who_waits_behind_a_thread_that_does_not_come_back_is_answered() -> None:
    bot_threads, stubborn, unwanted = BotThreads(1), Stubborn(), Stubborn()
    seen = Position.start(registry.load("bauab"), 2, {"first": "A"}).observe(0)
    try:
        hanging = asyncio.create_task(hangs(bot_threads, stubborn, seen))
        await asyncio.sleep(0)
        given_up = asyncio.create_task(bot_threads.choose(unwanted, seen, [1, 2], new_stop_flag()))
        behind = asyncio.create_task(bot_threads.choose(RandomPlayer(), seen, [5], new_stop_flag()))
        await hanging
        await others_take_its_place()
        await eventually(unwanted.begun.is_set)
        given_up.cancel()
        await others_take_its_place()
        chosen = await behind
        assert chosen is not None
        assert chosen.action == 5
    finally:
        stubborn.let_go.set()
        unwanted.let_go.set()
        bot_threads.close()


class Looping(Stubborn):
    """Computes on and on, in plain Python."""

    thread: threading.Thread

    def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision:
        del observation, legal, stop
        self.thread = threading.current_thread()
        self.begun.set()
        while True:
            pass


@with_manual_clock
async def test_code_that_computes_on_and_on_is_interrupted() -> None:
    """Otherwise it would slow down everything else for as long as the server runs."""
    bot_threads, looping = BotThreads(1), Looping()
    seen = Position.start(registry.load("bauab"), 2, {"first": "A"}).observe(0)
    try:
        await hangs(bot_threads, looping, seen)
        await others_take_its_place()
        await eventually(lambda: not looping.thread.is_alive())
    finally:
        bot_threads.close()


@asynchronous
async def test_bots_of_a_host_with_many_tables_let_others_bots_pass() -> None:
    bot_threads, order = BotThreads(1), list[str]()
    begun, going = threading.Event(), threading.Event()
    seen = Position.start(registry.load("bauab"), 2, {"first": "A"}).observe(0)

    class Slow:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision:
            del observation, stop
            order.append(self.name)
            begun.set()
            going.wait()
            return Decision(legal[0])

    def asked(name: str) -> Coroutine[Any, Any, Decision | None]:
        return bot_threads.choose(Slow(name), seen, [5], new_stop_flag(), Requester(name))

    try:
        many = [asyncio.create_task(asked("many")) for _ in range(6)]
        await asyncio.to_thread(begun.wait)
        few = asyncio.create_task(asked("few"))
        await asyncio.sleep(0)
        assert bot_threads.waiting == 6
        going.set()
        await asyncio.gather(few, *many)
    finally:
        bot_threads.close()
    assert order == ["many", "few", *["many"] * 5]


@asynchronous
async def test_one_core_fewer_thinks_than_the_server_may_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A container often gives it a few of the machine's."""
    monkeypatch.setattr(thinking, "usable_cores", lambda: 3)
    bot_threads, going = BotThreads(), threading.Event()
    seen = Position.start(registry.load("bauab"), 2, {"first": "A"}).observe(0)

    class Slow:
        def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision:
            del observation, stop
            going.wait()
            return Decision(legal[0])

    try:
        asked = [
            asyncio.create_task(bot_threads.choose(Slow(), seen, [5], new_stop_flag()))
            for _ in range(5)
        ]
        await eventually(lambda: bot_threads.pending == 5)
        assert bot_threads.waiting == 3
        going.set()
        await asyncio.gather(*asked)
    finally:
        going.set()
        bot_threads.close()


def test_a_process_whose_server_was_killed_before_it_took_a_result_ends_without_a_fault() -> None:
    near, far = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(far,))
    process.start()
    far.close()
    near.send((os.getpid, ()))
    assert near.poll(PATIENCE)
    near.close()  # with what has not been taken, which the other end sees as a broken connection
    process.join(PATIENCE)
    assert process.exitcode == 0


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


@asynchronous
async def test_bots_that_wait_for_a_process_are_counted_as_those_that_wait_for_a_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Operators look at how many wait, whatever the bots of a game think in."""
    held = asyncio.Event()

    async def hold(*_: object) -> Decision:
        await held.wait()
        return Decision(0)

    monkeypatch.setattr(ProcessPool, "run", hold)
    workers = WorkerProcesses(1)
    compute = LocalCompute(BotThreads(1), workers)
    seen = Position.start(DASH, 2).observe(0)
    asking = [asyncio.create_task(workers.choose("own", seen, [GO], 0)) for _ in range(3)]
    await eventually(lambda: workers.pending == 3)
    assert compute.waiting == 2
    held.set()
    await asyncio.gather(*asking)
    assert compute.waiting == 0
