"""Work done by other nodes: tables post jobs for them, and wait for results."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from weakref import WeakValueDictionary

from tischlein.bots import Decision
from tischlein.bots.advice import Recommendation
from tischlein.core.game import Game
from tischlein.core.levels import Level
from tischlein.core.measurements import Measurement
from tischlein.core.position import Observation, Position
from tischlein.core.state import Ints
from tischlein.tables.computing import jobs
from tischlein.tables.computing.compute import Agent, Compute
from tischlein.tables.computing.jobs import JobClient
from tischlein.tables.computing.workers import MEASURING
from tischlein.tables.concurrency.fair_queue import FairQueue, Priority, Requester, anybody
from tischlein.tables.ownership import Ownership

MOST_OF_PARTY = 8
"""Maximal number of jobs of one party and priority at other nodes; its members take turns."""


class RemoteCompute(Compute):
    """The nodes that work for others."""

    def __init__(
        self,
        client: JobClient,
        ownership: Ownership,
        requester: Callable[[], Requester] = anybody,
        priority: Priority = Priority.LIVE,
        limits: WeakValueDictionary[tuple[str, Priority], FairQueue] | None = None,
    ) -> None:
        """Post jobs to `client`, for nodes that `ownership` knows of.

        Parameters
        ----------
        requester
            Returns for whom all this works, with any priority.
        priority
            The priority of all this.
        limits
            The limits of parties by priority, shared by all parties at this node.
        """
        self._client = client
        self._ownership = ownership
        self._requester = requester
        self._priority = priority
        self._limits = WeakValueDictionary() if limits is None else limits

    @property
    def has_workers(self) -> bool:
        """Whether a node lives that takes jobs."""
        return any(node.works_for_others for node in self._ownership.others)

    @property
    def waiting(self) -> int:
        """Return 0: the working nodes report what waits."""
        return 0

    @property
    def in_background(self) -> Compute:
        """The same nodes, used with a priority that yields to everything live."""
        return RemoteCompute(
            self._client, self._ownership, self._requester, Priority.BACKGROUND, self._limits
        )

    def for_requester(self, requester: Callable[[], Requester]) -> Compute:
        """Return the same nodes, of which a party keeps only a few busy."""
        return RemoteCompute(self._client, self._ownership, requester, self._priority, self._limits)

    def is_ready(self, key: str) -> bool:
        """Return True: nodes take what they are ready for."""
        del key
        return True

    async def wait_until_ready(self, key: str) -> None:
        """Return."""

    def prepare(self, start: Position, levels: Iterable[Level]) -> None:
        """Do nothing: the workers are there already."""

    def agent(self, game: Game, level: Level) -> Agent:
        """Return who decides for a bot."""
        return _RemoteAgent(self, jobs.kind_of(game), level)

    async def advise(self, observation: Observation, level: Level, stop: Ints) -> Recommendation:
        """Return what a level would do."""
        del stop  # cancelling this withdraws the job
        kind = jobs.kind_of(observation.game)
        job = jobs.Advise(jobs.encode_position(observation), observation.seat, level.key, _seed())
        return jobs.decode_advice(await self.result(kind, job, Priority.BACKGROUND))

    async def measure(
        self, position: Position, action: int, limit: float = MEASURING
    ) -> Measurement:
        """Return the measurement of an outcome of chance."""
        kind = jobs.kind_of(position.game)
        job = jobs.Measure(jobs.encode_position(position), action, limit)
        return jobs.decode_measurement(await self.result(kind, job))

    async def result(self, kind: str, job: jobs.Job, priority: Priority = Priority.LIVE) -> bytes:
        """Return the result of a job."""
        priority = max(self._priority, priority)
        requester = self._requester()
        # A limit for each priority: what yields must not keep live jobs waiting.
        limit = self._limits.setdefault((requester.party, priority), FairQueue(MOST_OF_PARTY))
        async with limit.slot(Requester(requester.member)):
            return jobs.result_of(await self._client.ask(priority, kind, jobs.encode_job(job)))


class _RemoteAgent(Agent):
    """A bot that thinks at another node."""

    def __init__(self, compute: RemoteCompute, kind: str, level: Level) -> None:
        self._compute = compute
        self._kind = kind
        self._level = level

    async def choose(
        self, observation: Observation, legal: Sequence[int], stop: Ints
    ) -> Decision | None:
        del legal, stop  # determined there; cancelling this withdraws the job
        encoded = jobs.encode_position(observation)
        job = jobs.Choose(encoded, observation.seat, self._level.key, _seed())
        result = await self._compute.result(self._kind, job)
        return jobs.decode_decision(result)


def _seed() -> int:
    return secrets.randbits(63)
