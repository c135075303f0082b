"""Taking jobs: what nobody wants any more is dropped, what is left is given back, errors pass."""

import asyncio
from collections.abc import Callable, Collection, Sequence

import pytest

from tests.tables.playing import asynchronous
from tests.tiny.dash import GAME as DASH
from tests.tiny.dash.state import FALL, GO
from tischlein.core import registry
from tischlein.core.measurements import Measurement
from tischlein.core.position import Position
from tischlein.tables.computing import job_worker, jobs
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.computing.job_worker import JobWorker
from tischlein.tables.computing.jobs import JobStatistics, LeasedJob
from tischlein.tables.computing.thinking import BotThreads
from tischlein.tables.computing.workers import WorkerProcesses
from tischlein.tables.concurrency.fair_queue import Priority
from tischlein.tables.storage.store_errors import StoreUnavailableError


class Never(WorkerProcesses):
    """Finds out nothing, ever, and tells that it has begun."""

    def __init__(self) -> None:
        super().__init__(1)
        self.begun = asyncio.Event()
        self.ended = asyncio.Event()

    async def measure(self, *_: object, **__: object) -> Measurement:
        self.begun.set()
        try:
            return await asyncio.Future()
        finally:
            self.ended.set()


class OneJob:
    """OneJob one job."""

    def __init__(self, *errors: Exception) -> None:
        position = Position.start(DASH, 2)
        position.play(0, GO)
        body = jobs.encode_job(jobs.Measure(jobs.encode_position(position), FALL, 60.0))
        self.job = LeasedJob("asker", 1, 1, Priority.LIVE, body)
        self.on_withdrawn: Callable[[str, int], object] = lambda *_: None
        self.available = asyncio.Event()
        self.available.set()
        self.extended = {self.job.key}
        self.released: list[LeasedJob] = []
        self._errors = list(errors)
        self._offered = [self.job]

    @property
    def statistics(self) -> JobStatistics:
        raise AssertionError("nobody asks here")

    @property
    def renewal_interval(self) -> float:
        return 0.01

    async def take(self, priority: Priority, kinds: Sequence[str], most: int) -> list[LeasedJob]:
        del priority, kinds
        if self._errors:
            raise self._errors.pop(0)
        offered, self._offered = self._offered[:most], self._offered[most:]
        return offered

    async def renew(self, taken: Collection[LeasedJob]) -> set[tuple[str, int, int]]:
        del taken
        return self.extended

    def answer(self, taken: LeasedJob, outcome: bytes) -> None:
        del taken, outcome
        raise AssertionError("nothing is found out here")

    async def release(self, taken: Collection[LeasedJob]) -> None:
        self.released += taken


@pytest.fixture(autouse=True)
def _one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "keys", lambda: (DASH.key,))
    monkeypatch.setattr(job_worker, "RETRY", 0.0)


def job_worker_of(source: OneJob, never: Never) -> JobWorker:
    return JobWorker(source, LocalCompute(BotThreads(1), never), 1)


@asynchronous
async def test_a_job_that_nobody_wants_any_more_is_dropped() -> None:
    source, never = OneJob(), Never()
    async with job_worker_of(source, never) as worker:
        await never.begun.wait()
        source.on_withdrawn("another", 1)
        source.on_withdrawn("asker", 2)
        await asyncio.sleep(0)
        assert worker.running == 1
        source.on_withdrawn("asker", 1)
        await never.ended.wait()
    assert (worker.running, source.released) == (0, [])


@asynchronous
async def test_a_job_that_has_become_anothers_is_dropped() -> None:
    source, never = OneJob(), Never()
    async with job_worker_of(source, never):
        await never.begun.wait()
        source.extended = set()
        await never.ended.wait()
    assert source.released == []


@asynchronous
async def test_what_a_node_leaves_undone_it_gives_back() -> None:
    source, never = OneJob(), Never()
    async with job_worker_of(source, never):
        await never.begun.wait()
    assert source.released == [source.job]


@asynchronous
async def test_whatever_keeps_it_from_taking_jobs_a_node_tries_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    source, never = OneJob(StoreUnavailableError("away"), ValueError("unheard of")), Never()
    async with job_worker_of(source, never):
        await never.begun.wait()
    assert "taking jobs fails: away" in caplog.text
    assert "unheard of" in caplog.text
