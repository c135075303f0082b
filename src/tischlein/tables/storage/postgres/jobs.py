"""Jobs in the database: nodes post them, others take them, and each is answered once.

A node that takes a job holds it for a few seconds at a time, and renews this lease while it works.
If it dies, the job becomes another's, and a late answer of the former is refused. An asker reads
its answers once and removes them. It asks again for what is lost, as after a crash of the database:
so none of this has to be durable.

Nodes wake each other with numbers (NOTIFY); missed notifications are found by polling once a
second. All times are the database's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from itertools import count
from typing import Any, Self, TypeVar

import asyncpg

from tischlein.tables.computing.jobs import JobBoard, JobStatistics, LeasedJob
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.concurrency.fair_queue import Priority
from tischlein.tables.problems import TooManyError
from tischlein.tables.storage.outages import Outage
from tischlein.tables.storage.postgres.connection import (
    Connection,
    as_store_error,
    connect,
    pool_settings,
    settings,
)

log = logging.getLogger(__name__)

LEASE = 3.0
"""Seconds for which a node that is not heard of keeps a job; it renews after a third of it."""
POLL_EVERY = 1.0
"""Seconds between two polls for missed notifications."""
SWEEP_EVERY = 10.0
FORGET_AFTER = 10.0
"""Seconds after which the jobs of a node that is gone are dropped."""
MOST_BACKGROUND = 64
"""Maximal number of jobs of one node that are not live; more are refused."""
MOST_LIVE = 500
"""Maximal number of live jobs of one node in the database; the others wait at the node."""
BATCH = 200
RETRY = 0.25
_FAILURES = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
_NEW = "tischlein_jobs"
_TO_NODE = "tischlein_to_"

_PUT = f"""
    WITH put AS (
        INSERT INTO job (asker, number, rank, kind, body)
        SELECT $1, * FROM unnest($2::bigint[], $3::smallint[], $4::text[], $5::bytea[])
        ON CONFLICT DO NOTHING RETURNING 1)
    SELECT pg_notify('{_NEW}', count(*)::text) FROM put HAVING count(*) > 0
"""
_WITHDRAW = f"""
    WITH gone AS (
        DELETE FROM job WHERE asker = $1 AND number = ANY($2::bigint[]) RETURNING taker, number)
    SELECT pg_notify('{_TO_NODE}' || taker, 'withdrawn ' || $1 || string_agg(' ' || number, ''))
      FROM gone WHERE taker IS NOT NULL GROUP BY taker
"""
_COLLECT = "DELETE FROM job WHERE asker = $1 AND answer IS NOT NULL RETURNING number, answer"
_STORED = "SELECT number FROM job WHERE asker = $1"
_TAKE = """
    WITH next AS (
        SELECT asker, number FROM job
         WHERE answer IS NULL AND until <= now() AND rank = $2 AND kind = ANY($3::text[])
         ORDER BY rank, asked LIMIT $4 FOR UPDATE SKIP LOCKED)
    UPDATE job SET taker = $1, tries = tries + 1, until = now() + $5::float8 * interval '1 second'
      FROM next WHERE job.asker = next.asker AND job.number = next.number
    RETURNING job.asker, job.number, job.tries, job.rank, job.body
"""
_HELD = """
    FROM unnest($2::text[], $3::bigint[], $4::int[]) AS held (asker, number, tries)
     WHERE job.asker = held.asker AND job.number = held.number AND job.tries = held.tries
       AND job.taker = $1 AND job.answer IS NULL
"""
_RENEW = f"""
    UPDATE job SET until = now() + $5::float8 * interval '1 second' {_HELD}
    RETURNING job.asker, job.number, job.tries
"""
_GIVE_BACK = f"""
    WITH free AS (
        UPDATE job SET taker = NULL, until = '-infinity', tries = job.tries - 1 {_HELD}
        RETURNING 1)
    SELECT pg_notify('{_NEW}', count(*)::text) FROM free HAVING count(*) > 0
"""
_ANSWER = f"""
    WITH given AS (
        SELECT * FROM unnest($2::text[], $3::bigint[], $4::int[], $5::bytea[])
            AS g (asker, number, tries, answer)
    ), told AS (
        UPDATE job SET answer = given.answer FROM given
         WHERE job.asker = given.asker AND job.number = given.number
           AND job.tries = given.tries AND job.taker = $1 AND job.answer IS NULL
        RETURNING job.asker, job.number)
    SELECT count(*)::int, pg_notify('{_TO_NODE}' || asker, 'answered')::text
      FROM told GROUP BY asker
"""
_SWEEP = f"""
    DELETE FROM job WHERE NOT EXISTS (
        SELECT FROM node WHERE node.id = job.asker
           AND node.alive_until > now() - interval '{FORGET_AFTER} seconds')
"""
_QUEUE = """
    SELECT count(*)::int, coalesce(extract(epoch FROM now() - min(asked)), 0)::float8
      FROM job WHERE answer IS NULL AND until <= now()
"""

_Result = TypeVar("_Result")


class _PostedJob:
    """A job of this node's."""

    def __init__(self, priority: Priority, kind: str, body: bytes) -> None:
        self.priority = priority
        self.kind = kind
        self.body = body
        self.sent = False
        """Whether it may be in the database."""
        self.stored = False
        """Whether it is certain to have been put there."""
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()


class PostgresJobs(JobBoard):
    """One node's access to the jobs of all; an asynchronous context manager.

    Parameters
    ----------
    database
        The address of the database.
    node
        The node's id, as the others know it.
    lease
        Seconds for which it keeps a job that it takes without being heard of.
    """

    def __init__(self, database: str, node: str, *, lease: float = LEASE) -> None:
        self.available = asyncio.Event()
        self.on_withdrawn: Callable[[str, int], object] = _ignore
        self._database = database
        self._node = node
        self._lease = lease
        self._numbers = count(1)
        self._posted: dict[int, _PostedJob] = {}
        self._background = 0
        self._live_slots = asyncio.Semaphore(MOST_LIVE)
        self._withdrawn: list[int] = []
        """Jobs that have been withdrawn."""
        self._changed = asyncio.Event()
        self._hearing = Outage(log, "hearing of jobs", foreseen=_FAILURES)
        self._answered = asyncio.Event()
        self._answers: list[tuple[LeasedJob, bytes]] = []
        """Answers of this node to others."""
        self._done = asyncio.Event()
        self._waiting, self._oldest = 0, 0.0
        self._counts = dict.fromkeys(("asked", "answered", "repeated", "taken", "retried"), 0)
        self._given = self._accepted = 0
        self._pool: asyncpg.Pool[Any] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        """Begin; the first request connects."""
        self._pool = await asyncpg.create_pool(
            self._database, max_size=3, **pool_settings(_settings())
        )
        loops = (
            self._listen(),
            self._send_whenever(self._changed, self._put),
            self._send_whenever(self._done, self._send_answers),
        )
        self._tasks = [asyncio.create_task(loop) for loop in loops]
        return self

    async def __aexit__(self, *_: object) -> None:
        """Disconnect; what is left is withdrawn."""
        await cancel_and_wait(*self._tasks)
        with suppress(*_FAILURES):
            await self._send_answers()
            self._withdrawn += self._posted
            await self._withdraw()
        self._pool_now.terminate()

    @property
    def statistics(self) -> JobStatistics:
        """Statistics of jobs, as far as this node knows."""
        return JobStatistics(
            waiting=self._waiting,
            oldest=self._oldest,
            pending=len(self._posted),
            late=self._given - self._accepted,
            **self._counts,
        )

    # --- asking ---

    async def ask(self, priority: Priority, kind: str, job: bytes) -> bytes:
        """Return the outcome of a job, however long that takes; to cancel it withdraws the job."""
        if priority is not Priority.LIVE:
            if self._background >= MOST_BACKGROUND:
                raise TooManyError("studio-busy")
            self._background += 1
            try:
                return await self._ask(priority, kind, job)
            finally:
                self._background -= 1
        async with self._live_slots:
            return await self._ask(priority, kind, job)

    async def _ask(self, priority: Priority, kind: str, job: bytes) -> bytes:
        number = next(self._numbers)
        posted = self._posted[number] = _PostedJob(priority, kind, job)
        self._counts["asked"] += 1
        self._changed.set()
        try:
            answer = await posted.answer
            self._counts["answered"] += 1
        except asyncio.CancelledError:
            if posted.sent:
                self._withdrawn.append(number)
                self._changed.set()
            raise
        finally:
            self._posted.pop(number, None)
        return answer

    async def _send_whenever(
        self, wanted: asyncio.Event, send: Callable[[], Awaitable[None]]
    ) -> None:
        """Write to the database whenever there is something to write, until that succeeds."""
        outage = Outage(log, "telling the database of jobs", foreseen=_FAILURES)
        while True:
            await wanted.wait()
            wanted.clear()
            try:
                await send()
                outage.record_success()
            except Exception as error:  # nobody else would write it
                outage.record(error)
                await asyncio.sleep(RETRY)
                wanted.set()

    async def _put(self) -> None:
        """Put jobs into the database, and remove withdrawn ones."""
        while new := [pair for pair in self._posted.items() if not pair[1].stored][:BATCH]:
            for _, posted in new:
                posted.sent = True  # if it is given up in the meantime, it is removed afterwards
            await self._pool_now.execute(
                _PUT,
                self._node,
                [number for number, _ in new],
                [posted.priority for _, posted in new],
                [posted.kind for _, posted in new],
                [posted.body for _, posted in new],
            )
            for _, posted in new:
                posted.stored = True
        await self._withdraw()

    async def _withdraw(self) -> None:
        while withdrawn := self._withdrawn[:BATCH]:
            await self._pool_now.execute(_WITHDRAW, self._node, withdrawn)
            del self._withdrawn[: len(withdrawn)]

    async def _collect(self, connection: Connection) -> None:
        if not self._posted:
            return
        for number, answer in await connection.fetch(_COLLECT, self._node, timeout=self._lease):
            posted = self._posted.get(number)
            if posted is not None and not posted.answer.done():
                posted.answer.set_result(answer)

    async def _reconcile(self, connection: Connection) -> None:
        """Ask again for what is lost, and remove what nobody remembers."""
        believed = [number for number, posted in self._posted.items() if posted.stored]
        found = await connection.fetch(_STORED, self._node, timeout=self._lease)
        stored = {number for (number,) in found}
        for number in believed:
            posted = self._posted.get(number)
            if number not in stored and posted is not None and not posted.answer.done():
                posted.stored = False
                self._counts["repeated"] += 1
                self._changed.set()
        if forgotten := stored - self._posted.keys() - set(self._withdrawn):
            self._withdrawn += forgotten
            self._changed.set()

    # --- taking ---

    async def take(self, priority: Priority, kinds: Sequence[str], most: int) -> list[LeasedJob]:
        """Take free jobs of these kinds, the oldest first (StoreError)."""
        found = await self._request(
            self._pool_now.fetch(_TAKE, self._node, priority, kinds, most, self._lease)
        )
        jobs = [LeasedJob(row[0], row[1], row[2], Priority(row[3]), row[4]) for row in found]
        self._counts["taken"] += len(jobs)
        self._counts["retried"] += sum(job.tries > 1 for job in jobs)
        return sorted(jobs, key=lambda job: job.number)

    async def renew(self, jobs: Collection[LeasedJob]) -> set[tuple[str, int, int]]:
        """Extend the lease on jobs; return the keys of those that are still this node's."""
        found = await self._request(
            self._pool_now.fetch(_RENEW, self._node, *_columns(jobs), self._lease)
        )
        return {tuple(row) for row in found}

    def answer(self, job: LeasedJob, answer: bytes) -> None:
        """Answer a job; an answer to one that is no longer this node's is dropped."""
        self._answers.append((job, answer))
        self._done.set()

    async def release(self, jobs: Collection[LeasedJob]) -> None:
        """Free jobs for other nodes immediately."""
        if jobs:
            with suppress(*_FAILURES):  # they become free when their lease has run out
                await self._pool_now.execute(_GIVE_BACK, self._node, *_columns(jobs))

    @property
    def renewal_interval(self) -> float:
        """Seconds after which jobs have to be renewed."""
        return self._lease / 3

    async def _send_answers(self) -> None:
        while given := self._answers[:BATCH]:
            columns = _columns([job for job, _ in given])
            answers = [answer for _, answer in given]
            found = await self._pool_now.fetch(_ANSWER, self._node, *columns, answers)
            del self._answers[: len(given)]
            self._given += len(given)
            self._accepted += sum(row[0] for row in found)

    # --- within ---

    @property
    def _pool_now(self) -> asyncpg.Pool[Any]:
        assert self._pool is not None
        return self._pool

    async def _request(self, request: Awaitable[_Result]) -> _Result:
        try:
            return await request
        except _FAILURES as error:
            raise as_store_error(error) from error

    async def _listen(self) -> None:
        """Listen to notifications, poll for missed ones, and recover from every failure."""
        while True:
            connection: Connection | None = None
            try:
                connection = await connect(self._database, **_settings() | {"timeout": self._lease})
                await connection.add_listener(_TO_NODE + self._node, self._on_notification)
                # Last, so that a node that takes a job upon notification also hears of its
                # withdrawal.
                await connection.add_listener(_NEW, self._on_new_jobs)
                connection.add_termination_listener(lambda _: self._answered.set())
                await self._poll(connection)
            except Exception as error:
                self._hearing.record(error)
                await asyncio.sleep(RETRY)
            finally:
                if connection is not None:
                    connection.terminate()

    async def _poll(self, connection: Connection) -> None:
        loop = asyncio.get_running_loop()
        look_at = sweep_at = loop.time()
        while True:
            self._answered.clear()
            await self._collect(connection)
            self._hearing.record_success()
            if loop.time() >= look_at:
                await self._reconcile(connection)
                queue = await connection.fetchrow(_QUEUE, timeout=self._lease)
                self._waiting, self._oldest = queue or (0, 0.0)
                self.available.set()
                look_at = loop.time() + POLL_EVERY
            if loop.time() >= sweep_at:
                await connection.execute(_SWEEP, timeout=self._lease)
                sweep_at = loop.time() + SWEEP_EVERY
            with suppress(TimeoutError):
                async with asyncio.timeout_at(look_at):
                    await self._answered.wait()

    def _on_new_jobs(self, *_: object) -> None:
        self.available.set()

    def _on_notification(self, _: object, __: int, ___: str, payload: object) -> None:
        word, *about = str(payload).split()
        if word == "answered":
            self._answered.set()
        elif word == "withdrawn":
            for number in about[1:]:
                self.on_withdrawn(about[0], int(number))


def _ignore(_: str, __: int) -> None:
    """Ignore it: work that nobody wants is answered to nobody."""


def _settings() -> dict[str, Any]:
    made = settings()
    # Jobs lost in a crash of the database are asked again.
    made["server_settings"] = made["server_settings"] | {"synchronous_commit": "off"}
    return made


def _columns(jobs: Collection[LeasedJob]) -> tuple[list[str], list[int], list[int]]:
    return (
        [job.client for job in jobs],
        [job.number for job in jobs],
        [job.tries for job in jobs],
    )
