"""Work done by other nodes: tables post jobs for them, and wait for results."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from weakref import WeakValueDictionary

from tischlein.bots import Decision
from tischlein.bots.advice import Counsel
from tischlein.core.game import Game
from tischlein.core.levels import Level
from tischlein.core.measurements import Measurement
from tischlein.core.position import Observation, Position
from tischlein.core.state import Ints
from tischlein.tables import jobs
from tischlein.tables.compute import Compute, Mind
from tischlein.tables.fair_queue import ANYBODY, Asker, Rank
from tischlein.tables.jobs import Asks
from tischlein.tables.ownership import Ownership
from tischlein.tables.workers import MEASURING

MOST_OF_PARTY = 8
"""Maximal number of jobs of one party and rank at other nodes; the others wait in order."""


class RemoteCompute(Compute):
    """The nodes that work for others."""

    def __init__(
        self,
        asks: Asks,
        ownership: Ownership,
        asker: Asker = ANYBODY,
        rooms: WeakValueDictionary[Asker, asyncio.Semaphore] | None = None,
    ) -> None:
        """Post jobs to ``asks``, for nodes that `ownership` knows of.

        Parameters
        ----------
        asker
            The party that asks.
        rooms
            The limits of parties by rank, shared by all parties at this node.
        """
        self._asks = asks
        self._ownership = ownership
        self._asker = asker
        self._rooms = WeakValueDictionary() if rooms is None else rooms

    @property
    def attended(self) -> bool:
        """Whether a node lives that takes jobs."""
        return any(node.takes for node in self._ownership.others)

    @property
    def waiting(self) -> int:
        """Return 0: the working nodes report what waits."""
        return 0

    @property
    def aside(self) -> Compute:
        """The same nodes, used with a rank that yields to everything live."""
        asker = self._asker._replace(rank=Rank.ASIDE)
        return RemoteCompute(self._asks, self._ownership, asker, self._rooms)

    def of(self, party: str) -> Compute:
        """Return the same nodes, of which a party keeps only a few busy."""
        asker = self._asker._replace(party=party)
        return RemoteCompute(self._asks, self._ownership, asker, self._rooms)

    def thinks(self, key: str) -> bool:
        """Return True: nodes take what they are ready for."""
        del key
        return True

    async def searches(self, key: str) -> None:
        """Return."""

    def expect(self, start: Position, levels: Iterable[Level]) -> None:
        """Do nothing: the workers are there already."""

    def mind(self, game: Game, level: Level) -> Mind:
        """Return who decides for a bot."""
        return _Mind(self, jobs.kind_of(game), level)

    async def advise(self, observation: Observation, level: Level, stop: Ints) -> Counsel:
        """Return what a level would do."""
        del stop  # cancelling this withdraws the job
        kind = jobs.kind_of(observation.game)
        job = jobs.Advise(jobs.seen(observation), observation.seat, level.key, _seed())
        return jobs.read_counsel(await self.result(kind, job, Rank.ASIDE))

    async def measure(
        self, position: Position, action: int, limit: float = MEASURING
    ) -> Measurement:
        """Return the measurement of an outcome of chance."""
        kind = jobs.kind_of(position.game)
        job = jobs.Measure(jobs.seen(position), action, limit)
        return jobs.read_measurement(await self.result(kind, job))

    async def result(self, kind: str, job: jobs.Job, rank: Rank = Rank.LIVE) -> bytes:
        """Return the result of a job."""
        rank = max(self._asker.rank, rank)
        # A limit for each rank: what yields must not keep live jobs waiting.
        asker = self._asker._replace(rank=rank)
        async with self._rooms.setdefault(asker, asyncio.Semaphore(MOST_OF_PARTY)):
            return jobs.result_of(await self._asks.ask(rank, kind, jobs.written(job)))


class _Mind(Mind):
    """A bot that thinks at another node."""

    def __init__(self, compute: RemoteCompute, kind: str, level: Level) -> None:
        self._compute = compute
        self._kind = kind
        self._level = level

    async def choose(
        self, observation: Observation, legal: Sequence[int], stop: Ints
    ) -> Decision | None:
        del legal, stop  # determined there; cancelling this withdraws the job
        seen = jobs.seen(observation)
        job = jobs.Choose(seen, observation.seat, self._level.key, _seed())
        told = await self._compute.result(self._kind, job)
        return jobs.read_decision(told)


def _seed() -> int:
    return secrets.randbits(63)
