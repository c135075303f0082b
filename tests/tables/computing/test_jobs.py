"""Jobs: asked by one node, done by another, answered once, whoever dies in between."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import asyncpg
import pytest

from tests.postgresql import Cluster
from tests.tables.playing import asynchronous
from tests.tables.waiting import eventually
from tests.tiny.dash import GAME as DASH
from tests.tiny.dash.state import FALL, GO
from tests.tiny.kuhn import GAME as KUHN
from tischlein.bots.advice import adviser
from tischlein.core.position import Position
from tischlein.tables.computing import jobs
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.computing.job_worker import MOST_TRIES, JobWorker
from tischlein.tables.computing.jobs import JobFailedError, LeasedJob
from tischlein.tables.computing.remote_compute import MOST_OF_PARTY, RemoteCompute
from tischlein.tables.computing.thinking import BotThreads, new_stop_flag
from tischlein.tables.computing.workers import WorkerProcesses
from tischlein.tables.concurrency.fair_queue import Priority, Requester
from tischlein.tables.concurrency.process_pool import TooLongError
from tischlein.tables.ownership import Role, SingleServer
from tischlein.tables.problems import TooManyError
from tischlein.tables.storage.postgres.jobs import MOST_BACKGROUND, PostgresJobs
from tischlein.tables.storage.postgres.leases import Leases
from tischlein.tables.storage.postgres.store import PostgresStore
from tischlein.tables.storage.store_errors import StoreError

SHORT = 0.6
"""Seconds: a lease for tests in which somebody dies."""
KIND = "some game"


@asynccontextmanager
async def node(address: str, lease: float = 30.0) -> AsyncIterator[PostgresJobs]:
    """Let a node join the others, with jobs that are its own for so long."""
    async with (
        PostgresStore(address),
        Leases(address, "", role=Role.BOTS) as leases,
        PostgresJobs(address, leases.node.id, lease=lease) as there,
    ):
        yield there


async def first(
    worker: PostgresJobs, most: int = 1, kind: str = KIND, priority: Priority = Priority.LIVE
) -> list[LeasedJob]:
    """Take jobs as soon as there are some."""
    while not (taken := await worker.take(priority, [kind], most)):
        await worker.available.wait()
        worker.available.clear()
    return taken


@asynchronous
async def test_each_job_is_taken_by_one_of_many_and_answered_to_who_asked(postgres: str) -> None:
    async with node(postgres) as anna, node(postgres) as ben, node(postgres) as cleo:
        asked = [
            asyncio.create_task(client.ask(Priority.LIVE, KIND, b"%d" % number))
            for number in range(30)
            for client in (anna, ben)
        ]
        seen: list[tuple[str, int]] = []

        async def work(worker: PostgresJobs) -> None:
            while True:
                for job in await first(worker, 3):
                    seen.append((job.client, job.number))
                    worker.answer(job, b"done " + job.body)

        working = [asyncio.create_task(work(worker)) for worker in (ben, cleo, cleo)]
        answers = await asyncio.gather(*asked)
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        assert answers == [b"done %d" % number for number in range(30) for _ in range(2)]
        assert len(seen) == len(set(seen)) == 60
        assert anna.statistics.answered == 30
        assert anna.statistics.pending == 0


@asynchronous
async def test_what_one_does_not_finish_another_does_and_a_late_answer_is_dropped(
    postgres: str,
) -> None:
    async with (
        node(postgres) as client,
        node(postgres, SHORT) as dead,
        node(postgres) as other,
    ):
        asked = asyncio.create_task(client.ask(Priority.LIVE, KIND, b"job"))
        (lost,) = await first(dead)
        (again,) = await first(other)  # once its time has run out
        assert (again.client, again.number, again.body) == (lost.client, lost.number, b"job")
        assert (lost.tries, again.tries) == (1, 2)
        assert await dead.renew([lost]) == set()
        dead.answer(lost, b"late")
        await eventually(lambda: dead.statistics.late == 1 or asked.done())
        assert not asked.done()
        other.answer(again, b"in time")
        assert await asked == b"in time"
        assert other.statistics.retried == 1
        other.answer(again, b"twice")
        await eventually(lambda: other.statistics.late == 1)


@asynchronous
async def test_who_renews_a_job_has_it_longer(postgres: str, cluster: Cluster) -> None:
    def until() -> float:
        database = postgres.partition("?")[0].rpartition("/")[2]
        return float(cluster.command("SELECT extract(epoch FROM until) FROM job", database))

    async with node(postgres) as client, node(postgres) as worker, node(postgres) as other:
        asked = asyncio.create_task(client.ask(Priority.LIVE, KIND, b"job"))
        (job,) = await first(worker)
        before = await asyncio.to_thread(until)
        assert await worker.renew([job]) == {job.key}
        assert await asyncio.to_thread(until) > before
        assert await other.take(Priority.LIVE, [KIND], 1) == []
        worker.answer(job, b"slowly")
        assert await asked == b"slowly"


@asynchronous
async def test_what_is_given_back_is_another_s_at_once(postgres: str) -> None:
    async with node(postgres) as client, node(postgres) as ends, node(postgres) as other:
        asked = asyncio.create_task(client.ask(Priority.LIVE, KIND, b"job"))
        await ends.release(await first(ends))
        (job,) = await first(other)
        assert job.tries == 1  # to be told to end is no fault of the job's
        other.answer(job, b"done")
        assert await asked == b"done"


@asynchronous
async def test_what_nobody_wants_any_more_is_withdrawn_from_who_works_at_it(postgres: str) -> None:
    async with node(postgres) as client, node(postgres) as worker:
        dropped = asyncio.Event()
        worker.on_withdrawn = lambda _, __: dropped.set()
        # Whoever takes without listening learns of it when they renew.
        await worker.available.wait()
        asked = asyncio.create_task(client.ask(Priority.LIVE, KIND, b"job"))
        (job,) = await first(worker)
        asked.cancel()
        await dropped.wait()
        assert await worker.renew([job]) == set()


@asynchronous
async def test_what_is_live_comes_first_and_only_whoever_can_takes_it(postgres: str) -> None:
    async with node(postgres) as client, node(postgres) as worker:
        asked = [
            asyncio.create_task(client.ask(priority, KIND, priority.name.encode()))
            for priority in (Priority.BACKGROUND, Priority.LIVE)
        ]
        (live,) = await first(worker)
        assert live.body == b"LIVE"
        await worker.release(await first(worker, priority=Priority.BACKGROUND))  # now it is there
        assert await worker.take(Priority.BACKGROUND, ["other game"], 1) == []
        (background,) = await first(worker, priority=Priority.BACKGROUND)
        for job in (live, background):
            worker.answer(job, job.body)
        assert await asyncio.gather(*asked) == [b"BACKGROUND", b"LIVE"]


@asynchronous
async def test_too_many_background_jobs_are_refused(postgres: str) -> None:
    async with node(postgres) as client:
        asked = [
            asyncio.create_task(client.ask(Priority.BACKGROUND, KIND, b""))
            for _ in range(MOST_BACKGROUND)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooManyError, match="studio-busy"):
            await client.ask(Priority.BACKGROUND, KIND, b"")
        for one in asked:
            one.cancel()


@asynchronous
async def test_a_crash_of_the_database_loses_no_question(postgres: str, cluster: Cluster) -> None:
    async with node(postgres) as client, node(postgres) as worker:
        asked = asyncio.create_task(client.ask(Priority.LIVE, KIND, b"job"))
        (job,) = await first(worker)
        # Questions are put one after the other: with this one there, the client knows of the first.
        next_one = asyncio.create_task(client.ask(Priority.LIVE, KIND, b"next"))
        worker.answer((await first(worker))[0], b"")
        await next_one
        await asyncio.to_thread(cluster.stop)
        await asyncio.to_thread(cluster.start)
        connection = await asyncpg.connect(postgres)
        await connection.execute("DELETE FROM job")  # what a crash may lose, and need not
        await connection.close()
        worker.answer(job, b"of what is gone")
        await eventually(lambda: worker.statistics.late > 0)  # before it has the same job once more
        again: list[LeasedJob] = []
        while not again:
            with suppress(StoreError):  # its connections are of before
                again = await first(worker)
        worker.answer(again[0], b"done")
        assert await asked == b"done"
        assert client.statistics.repeated > 0
        assert worker.statistics.late == 1


@asynchronous
async def test_a_fault_of_the_program_does_not_end_asking(
    postgres: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with node(postgres) as client, node(postgres) as worker:
        faults: list[Exception] = [KeyError("nobody has thought of this")]
        withdraw = client._withdraw

        async def fails_once() -> None:
            if faults:
                raise faults.pop()
            await withdraw()

        monkeypatch.setattr(client, "_withdraw", fails_once)
        for job in (b"job", b"next"):
            asked = asyncio.create_task(client.ask(Priority.LIVE, KIND, job))
            worker.answer((await first(worker))[0], b"done")
            assert await asked == b"done"
            await eventually(lambda: not faults)
        assert "telling the database of jobs fails: 'nobody" in caplog.text


@asynccontextmanager
async def working(address: str) -> AsyncIterator[tuple[RemoteCompute, JobWorker]]:
    """Have one node ask another."""
    thinkers, workers = BotThreads(2), WorkerProcesses(1)
    async with (
        node(address) as client,
        node(address) as worker,
        JobWorker(worker, LocalCompute(thinkers, workers), 2) as working,
    ):
        yield RemoteCompute(client, SingleServer()), working
    thinkers.close()
    workers.close()


@asynchronous
async def test_what_comes_back_from_another_node_is_what_would_have_been_found_here(
    postgres: str,
) -> None:
    async with working(postgres) as (remote, _):
        position = Position.start(DASH, 2)
        position.play(0, GO)
        assert await remote.measure(position, FALL) == position.measure(FALL)

        dealt = KUHN.start(2, seed=1)
        (seat,) = dealt.acting
        level = adviser(KUHN)
        assert level is not None
        seen, legal = dealt.observe(seat), dealt.legal(seat)
        advice = await remote.advise(seen, level, new_stop_flag())
        assert advice.actions[0] in legal
        chosen = await remote.agent(KUHN, level).choose(seen, legal, new_stop_flag())
        assert chosen is not None
        assert chosen.action in legal


class Unanswered:
    """Where jobs are put and never answered."""

    def __init__(self) -> None:
        self.asked = list[Priority]()

    async def ask(self, priority: Priority, kind: str, job: bytes) -> bytes:
        del kind, job
        self.asked.append(priority)
        return await asyncio.Future()


@asynchronous
async def test_a_party_keeps_no_more_than_a_few_nodes_busy() -> None:
    unanswered = Unanswered()
    remote = RemoteCompute(unanswered, SingleServer())
    position = Position.start(DASH, 2)
    position.play(0, GO)
    parties = [Requester("many")] * (MOST_OF_PARTY + 5) + [Requester("few")]
    tables = [remote.for_requester(partial(Requester, *party)) for party in parties]
    asking = [asyncio.create_task(table.measure(position, FALL)) for table in tables]
    asking += [
        asyncio.create_task(table.in_background.measure(position, FALL))
        for table in reversed(tables)
    ]
    await asyncio.sleep(0)
    ranks = Priority.LIVE, Priority.BACKGROUND
    assert unanswered.asked == [priority for priority in ranks for _ in range(MOST_OF_PARTY + 1)]
    asking[0].cancel()
    await asyncio.gather(asking[0], return_exceptions=True)
    await asyncio.sleep(0)
    assert unanswered.asked.count(Priority.LIVE) == MOST_OF_PARTY + 2
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)


@asynchronous
async def test_who_fails_says_so_and_a_job_of_which_nodes_die_is_given_up(postgres: str) -> None:
    async with working(postgres) as (remote, worker):
        falls = Position.start(DASH, 2)
        falls.play(0, GO)
        kind = jobs.kind_of(DASH)
        nobody = jobs.Choose(jobs.encode_position(falls.observe(0)), 0, "nobody", 1)
        with pytest.raises(JobFailedError, match="no level"):
            await remote.result(kind, nobody)
        with pytest.raises(TooLongError):
            await remote.measure(falls, FALL, limit=-1_000)
        assert worker.running == 0
    async with node(postgres) as client, node(postgres, SHORT) as dying:
        kind = jobs.kind_of(KUHN)
        asked = asyncio.create_task(client.ask(Priority.LIVE, kind, b""))
        for tries in range(1, MOST_TRIES + 1):
            (job,) = await first(dying, kind=kind)
            assert job.tries == tries
        thinkers, workers = BotThreads(1), WorkerProcesses(1)
        async with JobWorker(dying, LocalCompute(thinkers, workers), 1):
            with pytest.raises(JobFailedError, match="3 nodes"):
                jobs.result_of(await asked)
        thinkers.close()


def test_a_bot_at_another_node_is_given_what_its_seat_sees_and_nothing_else() -> None:
    """Secrets dealt anew change nothing in the job of a seat that does not know them."""
    dealt = KUHN.start(2, seed=1)
    (seat,) = dealt.acting
    mine = {jobs.encode_position(dealt.observe(seat)).row}
    whole = {jobs.encode_position(dealt).row}
    for seed in range(2, 30):
        other = KUHN.start(2, seed=seed)
        if other.observe(seat) == dealt.observe(seat):
            mine.add(jobs.encode_position(other.observe(seat)).row)
            whole.add(jobs.encode_position(other).row)
    assert len(mine) == 1
    assert len(whole) > 1
