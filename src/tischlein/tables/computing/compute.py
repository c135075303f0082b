"""Work for tables: what a bot does, what is good to do, where pieces fall.

A table asks and continues with other things; it does not matter where the work is done. A server
does it in its own threads and processes (:class:`LocalCompute`). Nodes that share a database may
delegate it to others (``remote_compute``).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from tischlein.bots import Decision
from tischlein.bots.advice import Recommendation, advise, of_decision
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Custom, Level
from tischlein.core.measurements import Measurement
from tischlein.core.position import Observation, Position
from tischlein.core.state import Ints
from tischlein.tables.computing.readiness import Readiness, Ready
from tischlein.tables.computing.thinking import BotMaker, BotThreads, Player, make_bot
from tischlein.tables.computing.workers import MEASURING, WorkerProcesses
from tischlein.tables.concurrency.fair_queue import Priority, Requester, anybody


class Agent(Protocol):
    """Decides for a bot on a seat; it sees an observation and nothing else."""

    async def choose(
        self, observation: Observation, legal: Sequence[int], stop: Ints
    ) -> Decision | None:
        """Return what the bot does, None if it waits; cancelling this ends its thinking.

        ``stop[0]`` turns 1 when the result is no longer wanted.
        """


class Compute(Protocol):
    """Performs work for tables."""

    @property
    def has_workers(self) -> bool:
        """Whether there is a worker; otherwise requests wait until one comes."""

    @property
    def waiting(self) -> int:
        """How many requests wait for a free worker."""

    @property
    def in_background(self) -> Compute:
        """The same for requests beside play, which yield to matches in progress."""

    def for_requester(self, requester: Callable[[], Requester]) -> Compute:
        """Return the same for one requester, who is looked up whenever something is asked for.

        Parties take turns, and so do the members of each, however much each asks for.
        """

    def is_ready(self, key: str) -> bool:
        """Whether bots can think about a game immediately."""

    async def wait_until_ready(self, key: str) -> None:
        """Return when bots can think about a game immediately."""

    def prepare(self, start: Position, levels: Iterable[Level]) -> None:
        """Prepare what a match from this position will need, with bots of these levels."""

    def agent(self, game: Game, level: Level) -> Agent:
        """Return who decides for a bot of a level, at one seat of one match."""

    async def advise(self, observation: Observation, level: Level, stop: Ints) -> Recommendation:
        """Return what a level would do; cancelling this, or ``stop[0]``, ends its thinking.

        Raises
        ------
        TooManyError
            If there are too many requests.
        """

    async def measure(
        self, position: Position, action: int, limit: float = MEASURING
    ) -> Measurement:
        """Return the measurement of an outcome of chance.

        Raises
        ------
        TooLongError
            If it takes longer than `limit` seconds.
        Exception
            If it failed; the next attempt may succeed.
        """


class LocalCompute(Compute):
    """The threads and processes of this server."""

    has_workers = True

    def __init__(
        self,
        bot_threads: BotThreads,
        workers: WorkerProcesses,
        make_bot: BotMaker = make_bot,
        readiness: Readiness | None = None,
        requester: Callable[[], Requester] = anybody,
        priority: Priority = Priority.LIVE,
    ) -> None:
        """Use these, which the caller has to close.

        Parameters
        ----------
        readiness
            Knows which games are ready; by default all are.
        requester
            Returns for whom all this works, with any priority.
        priority
            The priority of all this.
        """
        self._bot_threads = bot_threads
        self._worker_processes = workers
        self._make_bot = make_bot
        self._readiness = readiness or Ready()
        self._requester_now = requester
        self._priority = priority

    @property
    def _requester(self) -> Requester:
        return self._requester_now()._replace(priority=self._priority)

    @property
    def waiting(self) -> int:
        """How many bots wait for a thread or a process."""
        return self._bot_threads.waiting + self._worker_processes.bots_waiting

    @property
    def pending(self) -> int:
        """How many requests are in progress, or wait."""
        return self._bot_threads.pending + self._worker_processes.pending

    @property
    def in_background(self) -> LocalCompute:
        """The same threads and processes, for work that yields to everything live."""
        return self._with(self._bot_threads, self._requester_now, Priority.BACKGROUND)

    def for_requester(self, requester: Callable[[], Requester]) -> LocalCompute:
        """Return the same threads and processes for one requester."""
        return self._with(self._bot_threads, requester, self._priority)

    def with_threads(self, bot_threads: BotThreads) -> LocalCompute:
        """Return one with other threads, and the same processes."""
        return self._with(bot_threads, self._requester_now, self._priority)

    def _with(
        self, bot_threads: BotThreads, requester: Callable[[], Requester], priority: Priority
    ) -> LocalCompute:
        return LocalCompute(
            bot_threads,
            self._worker_processes,
            self._make_bot,
            self._readiness,
            requester,
            priority,
        )

    def is_ready(self, key: str) -> bool:
        """Whether bots can think about a game immediately."""
        return self._readiness.searches_ready(key)

    async def wait_until_ready(self, key: str) -> None:
        """Return when bots can think about a game immediately."""
        await self._readiness.wait_for_searches(key)

    def prepare(self, start: Position, levels: Iterable[Level]) -> None:
        """Start the processes that a match will need."""
        self._worker_processes.prepare(start, levels)

    def agent(self, game: Game, level: Level, seed: int | None = None) -> Agent:
        """Return who decides for a bot; with a seed, always the same."""
        return _LocalAgent(self, game, level, seed)

    async def choose(
        self, player: Player, observation: Observation, legal: Sequence[int], stop: Ints
    ) -> Decision | None:
        """Have a player think in a thread."""
        return await self._bot_threads.choose(player, observation, legal, stop, self._requester)

    async def choose_in_process(
        self, level: Level, observation: Observation, seed: int
    ) -> Decision:
        """Have a bot think in a process of its own, since it is plain Python."""
        legal = observation.legal(observation.seat)
        return await self._worker_processes.choose(
            level.key, observation, legal, seed, self._requester
        )

    def player(self, game: Game, level: Level, seed: int) -> Player:
        """Return the player of a level."""
        return self._make_bot(game, level, seed)

    async def advise(
        self, observation: Observation, level: Level, stop: Ints, seed: int | None = None
    ) -> Recommendation:
        """Return what a level would do; with a seed, always the same."""
        seed = _seed() if seed is None else seed
        if needs_own_process(level):
            return of_decision(await self.choose_in_process(level, observation, seed))
        player = _Adviser(level, seed)
        await self._bot_threads.choose(player, observation, [], stop, self._requester)
        return player.advice or Recommendation(())

    async def measure(
        self, position: Position, action: int, limit: float = MEASURING
    ) -> Measurement:
        """Return the measurement of an outcome of chance, computed in a process."""
        return await self._worker_processes.measure(position, action, limit, self._requester)


class _LocalAgent(Agent):
    """A bot that thinks here."""

    def __init__(self, compute: LocalCompute, game: Game, level: Level, seed: int | None) -> None:
        self._compute = compute
        self._game = game
        self._level = level
        self._seed = seed
        self._player: Player | None = None

    async def choose(
        self, observation: Observation, legal: Sequence[int], stop: Ints
    ) -> Decision | None:
        seed = _seed() if self._seed is None else self._seed
        if needs_own_process(self._level):
            return await self._compute.choose_in_process(self._level, observation, seed)
        if self._player is None:
            self._player = self._compute.player(self._game, self._level, seed)
        return await self._compute.choose(self._player, observation, legal, stop)


class _Adviser:
    """A player that only says what it would do."""

    def __init__(self, level: Level, seed: int) -> None:
        self.advice: Recommendation | None = None
        self._level = level
        self._seed = seed

    def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision | None:
        del legal
        self.advice = advise(observation, self._level, new_rng(self._seed), stop)
        return None


def needs_own_process(level: Level) -> bool:
    """Whether a level is plain Python that would block a server's threads."""
    return isinstance(level.search, Custom) and level.search.own_process


def _seed() -> int:
    return secrets.randbits(63)
