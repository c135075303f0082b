"""Work for tables: what a bot does, what is good to do, where pieces fall.

A table asks and continues with other things; it does not matter where the work is done. A server
does it in its own threads and processes (:class:`LocalCompute`). Nodes that share a database may
delegate it to others (``remote_compute``).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Protocol

from tischlein.bots import Decision
from tischlein.bots.advice import Counsel, advise, of_decision
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Custom, Level
from tischlein.core.measurements import Measurement
from tischlein.core.position import Observation, Position
from tischlein.core.state import Ints
from tischlein.tables.fair_queue import ANYBODY, Asker, Rank
from tischlein.tables.readiness import Readiness, Ready
from tischlein.tables.thinking import BotMaker, Player, Thinkers, make_bot
from tischlein.tables.workers import MEASURING, Workers


class Mind(Protocol):
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
    def attended(self) -> bool:
        """Whether there is a worker; otherwise requests wait until one comes."""

    @property
    def waiting(self) -> int:
        """How many requests wait for a free worker."""

    @property
    def aside(self) -> Compute:
        """The same for requests beside play, which yield to matches in progress."""

    def of(self, party: str) -> Compute:
        """Return the same for one party: parties take turns, however much each asks for."""

    def thinks(self, key: str) -> bool:
        """Whether bots can think about a game immediately."""

    async def searches(self, key: str) -> None:
        """Return when bots can think about a game immediately."""

    def expect(self, start: Position, levels: Iterable[Level]) -> None:
        """Prepare what a match from this position will need, with bots of these levels."""

    def mind(self, game: Game, level: Level) -> Mind:
        """Return who decides for a bot of a level, at one seat of one match."""

    async def advise(self, observation: Observation, level: Level, stop: Ints) -> Counsel:
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

    attended = True

    def __init__(
        self,
        thinkers: Thinkers,
        workers: Workers,
        make_bot: BotMaker = make_bot,
        readiness: Readiness | None = None,
        asker: Asker = ANYBODY,
    ) -> None:
        """Use these, which the caller has to close.

        Parameters
        ----------
        readiness
            Knows which games are ready; by default all are.
        asker
            For whom all this works.
        """
        self._thinkers = thinkers
        self._workers = workers
        self._make_bot = make_bot
        self._readiness = readiness or Ready()
        self._asker = asker

    @property
    def waiting(self) -> int:
        """How many bots wait for a thread."""
        return self._thinkers.waiting

    @property
    def busy(self) -> int:
        """How many requests are in progress, or wait."""
        return self._thinkers.asked + self._workers.asked

    @property
    def aside(self) -> LocalCompute:
        """The same threads and processes, for work that yields to everything live."""
        return self._for(self._asker._replace(rank=Rank.ASIDE))

    def of(self, party: str) -> LocalCompute:
        """Return the same threads and processes for a party."""
        return self._for(self._asker._replace(party=party))

    def _for(self, asker: Asker) -> LocalCompute:
        return LocalCompute(self._thinkers, self._workers, self._make_bot, self._readiness, asker)

    def with_threads(self, thinkers: Thinkers) -> LocalCompute:
        """Return one with other threads, and the same processes."""
        return LocalCompute(thinkers, self._workers, self._make_bot, self._readiness, self._asker)

    def thinks(self, key: str) -> bool:
        """Whether bots can think about a game immediately."""
        return self._readiness.thinks(key)

    async def searches(self, key: str) -> None:
        """Return when bots can think about a game immediately."""
        await self._readiness.searches(key)

    def expect(self, start: Position, levels: Iterable[Level]) -> None:
        """Start the processes that a match will need."""
        self._workers.expect(start, levels)

    def mind(self, game: Game, level: Level, seed: int | None = None) -> Mind:
        """Return who decides for a bot; with a seed, always the same."""
        return _Mind(self, game, level, seed)

    async def choose(
        self, player: Player, observation: Observation, legal: Sequence[int], stop: Ints
    ) -> Decision | None:
        """Have a player think in a thread."""
        return await self._thinkers.choose(player, observation, legal, stop, self._asker)

    async def choose_apart(self, level: Level, observation: Observation, seed: int) -> Decision:
        """Have a bot think in a process of its own, since it is plain Python."""
        legal = observation.legal(observation.seat)
        return await self._workers.choose(level.key, observation, legal, seed, self._asker)

    def player(self, game: Game, level: Level, seed: int) -> Player:
        """Return the player of a level."""
        return self._make_bot(game, level, seed)

    async def advise(
        self, observation: Observation, level: Level, stop: Ints, seed: int | None = None
    ) -> Counsel:
        """Return what a level would do; with a seed, always the same."""
        seed = _seed() if seed is None else seed
        if thinks_apart(level):
            return of_decision(await self.choose_apart(level, observation, seed))
        player = _Aloud(level, seed)
        await self._thinkers.choose(player, observation, [], stop, self._asker)
        return player.counsel or Counsel(())

    async def measure(
        self, position: Position, action: int, limit: float = MEASURING
    ) -> Measurement:
        """Return the measurement of an outcome of chance, computed in a process."""
        return await self._workers.measure(position, action, limit, self._asker)


class _Mind(Mind):
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
        if thinks_apart(self._level):
            return await self._compute.choose_apart(self._level, observation, seed)
        if self._player is None:
            self._player = self._compute.player(self._game, self._level, seed)
        return await self._compute.choose(self._player, observation, legal, stop)


class _Aloud:
    """A player that only says what it would do."""

    def __init__(self, level: Level, seed: int) -> None:
        self.counsel: Counsel | None = None
        self._level = level
        self._seed = seed

    def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision | None:
        del legal
        self.counsel = advise(observation, self._level, new_rng(self._seed), stop)
        return None


def thinks_apart(level: Level) -> bool:
    """Whether a level is plain Python that would block a server's threads."""
    return isinstance(level.search, Custom) and level.search.apart


def _seed() -> int:
    return secrets.randbits(63)
