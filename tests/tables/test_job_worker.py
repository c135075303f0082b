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
from tischlein.tables import job_worker, jobs
from tischlein.tables.compute import LocalCompute
from tischlein.tables.fair_queue import Rank
from tischlein.tables.job_worker import JobWorker
from tischlein.tables.jobs import Figures, Taken
from tischlein.tables.store_errors import StoreUnavailableError
from tischlein.tables.thinking import Thinkers
from tischlein.tables.workers import Workers


class Never(Workers):
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


class Offers:
    """Offers one job."""

    def __init__(self, *errors: Exception) -> None:
        position = Position.start(DASH, 2)
        position.play(0, GO)
        body = jobs.written(jobs.Measure(jobs.seen(position), FALL, 60.0))
        self.job = Taken("asker", 1, 1, Rank.LIVE, body)
        self.withdrawn: Callable[[str, int], object] = lambda *_: None
        self.news = asyncio.Event()
        self.news.set()
        self.kept = {self.job.key}
        self.left: list[Taken] = []
        self._errors = list(errors)
        self._offered = [self.job]

    @property
    def figures(self) -> Figures:
        raise AssertionError("nobody asks here")

    @property
    def renewed_every(self) -> float:
        return 0.01

    async def take(self, rank: Rank, kinds: Sequence[str], most: int) -> list[Taken]:
        del rank, kinds
        if self._errors:
            raise self._errors.pop(0)
        offered, self._offered = self._offered[:most], self._offered[most:]
        return offered

    async def renew(self, taken: Collection[Taken]) -> set[tuple[str, int, int]]:
        del taken
        return self.kept

    def answer(self, taken: Taken, outcome: bytes) -> None:
        del taken, outcome
        raise AssertionError("nothing is found out here")

    async def give_back(self, taken: Collection[Taken]) -> None:
        self.left += taken


@pytest.fixture(autouse=True)
def _one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "keys", lambda: (DASH.key,))
    monkeypatch.setattr(job_worker, "RETRY", 0.0)


def taker(offers: Offers, never: Never) -> JobWorker:
    return JobWorker(offers, LocalCompute(Thinkers(1), never), 1)


@asynchronous
async def test_a_job_that_nobody_wants_any_more_is_dropped() -> None:
    offers, never = Offers(), Never()
    async with taker(offers, never) as working:
        await never.begun.wait()
        offers.withdrawn("another", 1)
        offers.withdrawn("asker", 2)
        await asyncio.sleep(0)
        assert working.doing == 1
        offers.withdrawn("asker", 1)
        await never.ended.wait()
    assert (working.doing, offers.left) == (0, [])


@asynchronous
async def test_a_job_that_has_become_anothers_is_dropped() -> None:
    offers, never = Offers(), Never()
    async with taker(offers, never):
        await never.begun.wait()
        offers.kept = set()
        await never.ended.wait()
    assert offers.left == []


@asynchronous
async def test_what_a_node_leaves_undone_it_gives_back() -> None:
    offers, never = Offers(), Never()
    async with taker(offers, never):
        await never.begun.wait()
    assert offers.left == [offers.job]


@asynchronous
async def test_whatever_keeps_it_from_taking_jobs_a_node_tries_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    offers, never = Offers(StoreUnavailableError("away"), ValueError("unheard of")), Never()
    async with taker(offers, never):
        await never.begun.wait()
    assert "taking jobs fails: away" in caplog.text
    assert "unheard of" in caplog.text
