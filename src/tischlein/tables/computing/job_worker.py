"""A node that works for others: it takes as many jobs as it can handle, and answers them."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Self

from tischlein.child_processes import usable_cores
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.state import Ints
from tischlein.tables.computing import jobs
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.computing.jobs import JobSource, LeasedJob
from tischlein.tables.computing.thinking import BotThreads, new_stop_flag
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.concurrency.fair_queue import Priority
from tischlein.tables.storage.outages import Outage

log = logging.getLogger(__name__)

MOST_TRIES = 3
"""After this many nodes have died of a job, it has failed."""
RETRY = 0.25


class _RunningJob:
    """A job in progress."""

    def __init__(self, job: LeasedJob) -> None:
        self.job = job
        self.stop: Ints = new_stop_flag()
        self.task: asyncio.Task[None] | None = None

    def drop(self) -> None:
        """Stop working on it."""
        self.stop[0] = 1
        if self.task is not None:
            self.task.cancel()


class JobWorker:
    """The work of a node for others; an asynchronous context manager.

    Live jobs use every slot that is free of other live work. Jobs of lower priority are taken only
    while at least half of the slots are free; they have threads of their own, so that nothing live
    waits behind them.

    Parameters
    ----------
    source
        Where jobs are.
    compute
        The node's resources; its own work counts, too.
    most_jobs
        Maximal number of simultaneous jobs; by default one for each core that may be used.
    """

    def __init__(
        self,
        source: JobSource,
        compute: LocalCompute,
        most_jobs: int | None = None,
    ) -> None:
        self._source = source
        self._compute = compute
        self._most_jobs = most_jobs or usable_cores()
        self._background_threads = BotThreads(max(1, self._most_jobs // 2))
        self._background_compute = compute.with_threads(self._background_threads)
        self._kinds: dict[str, str] = {}
        """The kinds of the games about which it can think."""
        self._running: dict[tuple[str, int, int], _RunningJob] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def running(self) -> int:
        """How many jobs are in progress."""
        return len(self._running)

    async def __aenter__(self) -> Self:
        """Begin to take jobs."""
        self._source.on_withdrawn = self._withdrawn
        self._tasks = [asyncio.create_task(task) for task in (self._take_jobs(), self._renew())]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Give back unfinished jobs."""
        await cancel_and_wait(*self._tasks)
        left = list(self._running.values())
        for running in left:
            running.drop()
        await self._source.release([running.job for running in left])
        self._background_threads.close()

    async def _take_jobs(self) -> None:
        outage = Outage(log, "taking jobs")
        while True:
            await self._source.available.wait()
            self._source.available.clear()
            try:
                await self._take_available()
                outage.record_success()
            except Exception as error:
                outage.record(error)
                await asyncio.sleep(RETRY)
                self._source.available.set()

    async def _take_available(self) -> None:
        for key in registry.keys():
            if key not in self._kinds and self._compute.is_ready(key):
                with suppress(GameError):  # one of another package that does not load
                    self._kinds[key] = jobs.kind_of(registry.load(key))
        if not self._kinds:
            return
        for priority in Priority:
            while free := self._free_slots(priority):
                taken = await self._source.take(priority, list(self._kinds.values()), free)
                for job in taken:
                    self._start(job)
                if len(taken) < free:
                    break

    def _free_slots(self, priority: Priority) -> int:
        """Return how many more jobs of a priority can be done."""
        background = sum(
            running.job.priority is not Priority.LIVE for running in self._running.values()
        )
        live = len(self._running) - background
        busy = self._compute.pending + self._background_threads.pending
        own = max(0, busy - len(self._running))
        if priority is Priority.LIVE:
            return max(0, self._most_jobs - own - live)
        return max(0, (self._most_jobs + 1) // 2 - own - live - background)

    def _start(self, job: LeasedJob) -> None:
        running = self._running[job.key] = _RunningJob(job)
        running.task = asyncio.create_task(self._run(running))

    async def _run(self, running: _RunningJob) -> None:
        job = running.job
        try:
            if job.tries > MOST_TRIES:
                outcome = jobs.failure(f"{MOST_TRIES} nodes have not come to its end")
            else:
                compute = (
                    self._compute if job.priority is Priority.LIVE else self._background_compute
                )
                outcome = await jobs.execute(job.body, compute, running.stop)
            self._source.answer(job, outcome)
        finally:
            self._running.pop(job.key, None)
            self._source.available.set()

    def _withdrawn(self, client: str, number: int) -> None:
        for running in list(self._running.values()):
            if (running.job.client, running.job.number) == (client, number):
                running.drop()

    async def _renew(self) -> None:
        outage = Outage(log, "keeping jobs")
        while True:
            await asyncio.sleep(self._source.renewal_interval)
            held = [running.job for running in self._running.values()]
            try:
                extended = await self._source.renew(held) if held else set()
                outage.record_success()
            except Exception as error:  # they are others' soon, and answers to them void
                outage.record(error)
                continue
            for job in held:
                if job.key not in extended and job.key in self._running:
                    self._running[job.key].drop()
