"""Jobs: what tables have worked out at other nodes, in bytes, and how it is done there.

A job holds all that any node needs, and no more than who works on it may know: a bot's job holds
what its seat sees. What falls is found out from the whole position, as it is everywhere.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec
import numpy as np

from tischlein.bots import Decision
from tischlein.bots.advice import Counsel
from tischlein.bots.bot import level_of
from tischlein.core import registry
from tischlein.core.errors import TischleinError
from tischlein.core.game import Game
from tischlein.core.measurements import Measurement
from tischlein.core.position import Observation, Position, Row
from tischlein.core.state import Ints
from tischlein.tables.crew import TooLongError
from tischlein.tables.labour import Here
from tischlein.tables.ledger import layout
from tischlein.tables.turns import Rank


class JobFailedError(TischleinError):
    """A job could not be done, here or anywhere."""


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """A position, whole or as a seat sees it."""

    game: str
    seats: int
    options: dict[str, str | int]
    row: bytes
    """Compressed: most of it is zeros."""


class Choose(msgspec.Struct, frozen=True, array_like=True, tag="choose"):
    """What does a bot of this level do?"""

    seen: Seen
    seat: int
    level: str
    seed: int
    """From which all that it leaves to chance follows, so that done again it is the same."""


class Advise(msgspec.Struct, frozen=True, array_like=True, tag="advise"):
    """What would a player of this level do?"""

    seen: Seen
    seat: int
    level: str
    seed: int


class Measure(msgspec.Struct, frozen=True, array_like=True, tag="measure"):
    """What does this outcome of chance bring?"""

    seen: Seen
    action: int
    limit: float
    """Seconds that it may take."""


Job: TypeAlias = Choose | Advise | Measure


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """What became of a job."""

    result: bytes = b""
    """As the job's asker understands it; empty if there is none."""
    problem: str = ""
    """Why there is none."""
    too_long: bool = False
    """Whether it has taken longer than it may."""


class Asks(Protocol):
    """Where jobs are put, and answers come from."""

    async def ask(self, rank: Rank, kind: str, job: bytes) -> bytes:
        """Return the outcome of a job, however long that takes; to cancel it withdraws the job.

        Parameters
        ----------
        kind
            Which nodes can do it (:func:`kind_of`).

        Raises
        ------
        TooManyError
            If too much waits that is not live.
        """


class Taken(NamedTuple):
    """A job that a node has taken."""

    asker: str
    """The node that wants to know."""
    number: int
    """The asker's."""
    tries: int
    """How often it has been taken; one of several takers is known by it."""
    rank: Rank
    body: bytes

    @property
    def key(self) -> tuple[str, int, int]:
        """What tells it, taken this time, from all others."""
        return self.asker, self.number, self.tries


class Figures(NamedTuple):
    """How jobs stand, for a node's figures."""

    waiting: int
    """In the database, taken by nobody; of all nodes."""
    oldest: float
    """Seconds that the oldest of these has waited."""
    pending: int
    """Asked by this node, and not answered."""
    asked: int
    answered: int
    """For this node."""
    repeated: int
    """Asked again, since they had gone missing."""
    taken: int
    retried: int
    """Taken after another had had them."""
    late: int
    """Answers that came when the job was another's, or nobody's any more."""


class Takes(Protocol):
    """Where jobs are taken, and answers given."""

    news: asyncio.Event
    """Set when there may be jobs to be taken."""
    withdrawn: Callable[[str, int], object]
    """Hears of jobs (asker and number) that nobody wants to be done any more."""

    @property
    def figures(self) -> Figures:
        """How jobs stand."""

    @property
    def renewed_every(self) -> float:
        """Seconds after which jobs have to be renewed."""

    async def take(self, rank: Rank, kinds: Sequence[str], most: int) -> list[Taken]:
        """Take jobs of these kinds that are nobody's, the oldest first.

        Raises
        ------
        StoreError
            If the database does not answer.
        """

    async def renew(self, taken: Collection[Taken]) -> set[tuple[str, int, int]]:
        """Keep jobs for another while; return the keys of those that are still this node's.

        Raises as :meth:`take`.
        """

    def answer(self, taken: Taken, outcome: bytes) -> None:
        """Answer a job; what is said of one that is not this node's any more is dropped."""

    async def give_back(self, taken: Collection[Taken]) -> None:
        """Let others have jobs at once; not answering databases are no error."""


class Board(Asks, Takes, Protocol):
    """Where nodes put jobs for each other."""


def _plain(value: Any) -> Any:
    """Return a number of compiled code as Python's."""
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"{type(value).__name__} has no place in a job")


_write = msgspec.msgpack.Encoder(enc_hook=_plain).encode
_read_job = msgspec.msgpack.Decoder(Job).decode
_read_outcome = msgspec.msgpack.Decoder(Outcome).decode
_read_decision = msgspec.msgpack.Decoder(Decision | None).decode
_read_counsel = msgspec.msgpack.Decoder(Counsel).decode
_read_measurement = msgspec.msgpack.Decoder(Measurement).decode


def read_decision(result: bytes) -> Decision | None:
    """Return what a bot does; None if it waits."""
    decision: Decision | None = _read_decision(result)
    return decision


def read_counsel(result: bytes) -> Counsel:
    """Return what a level would do."""
    return _read_counsel(result)


def read_measurement(result: bytes) -> Measurement:
    """Return what an outcome of chance brings."""
    return _read_measurement(result)


def kind_of(game: Game) -> str:
    """Return what nodes have to have in common to do each other's jobs of a game.

    Whoever takes a job and does not understand it fails at it, so what only newer versions know is
    to make another kind of it, as another level does.
    """
    return f"{game.key} {layout(game)} {','.join(level.key for level in game.levels)}"


def seen(row: Row) -> Seen:
    """Return a position, or what a seat sees of one, for a job."""
    packed = zlib.compress(row.to_bytes(), 1)
    return Seen(row.game.key, row.seats, dict(row.options), packed)


def written(job: Job) -> bytes:
    """Return a job as it is stored."""
    return _write(job)


def result_of(outcome: bytes) -> bytes:
    """Return what came out of a job.

    Raises
    ------
    TooLongError
        If it has taken longer than it may.
    JobFailedError
        If nothing came out.
    """
    told = _read_outcome(outcome)
    if told.too_long:
        raise TooLongError(told.problem)
    if told.problem:
        raise JobFailedError(told.problem)
    return told.result


def failed(problem: str) -> bytes:
    """Return the outcome of a job that nobody can do."""
    return _write(Outcome(problem=problem))


async def do(job: bytes, here: Here, stop: Ints) -> bytes:
    """Do a job in this server's threads and processes; return its outcome.

    ``stop[0]`` turns 1, and this is cancelled, when nobody wants to know any more.
    """
    try:
        return _write(Outcome(_write(await _done(_read_job(job), here, stop))))
    except TooLongError as error:
        return _write(Outcome(problem=str(error), too_long=True))
    except Exception as error:  # whoever asked is told, and knows what to do then
        return failed(f"{type(error).__name__}: {error}")


async def _done(job: Job, here: Here, stop: Ints) -> object:
    game = registry.load(job.seen.game)
    row = np.frombuffer(zlib.decompress(job.seen.row), np.int64).copy()
    if len(row) != game.state.row_length:
        raise JobFailedError(f"a row of {game.key} has {game.state.row_length} words")
    where = game, job.seen.seats, job.seen.options, row
    if isinstance(job, Measure):
        return await here.measure(Position(*where), job.action, job.limit)
    observation = Observation(*where, job.seat)
    level = level_of(game, job.level)
    if isinstance(job, Advise):
        return await here.advise(observation, level, stop, job.seed)
    mind = here.mind(game, level, job.seed)
    return await mind.choose(observation, observation.legal(job.seat), stop)
