"""Jobs: work that tables delegate to other nodes, encoded as bytes, and its execution there.

A job contains all that any node needs, and no more than the worker may know: a bot's job contains
what its seat sees. Physics is computed from the full position, as everywhere.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec
import numpy as np

from tischlein.bots import Decision
from tischlein.bots.advice import Recommendation
from tischlein.bots.bot import level_of
from tischlein.core import registry
from tischlein.core.errors import TischleinError
from tischlein.core.game import Game
from tischlein.core.measurements import Measurement
from tischlein.core.position import Observation, Position, Row
from tischlein.core.state import Ints
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.concurrency.fair_queue import Priority
from tischlein.tables.concurrency.process_pool import TooLongError
from tischlein.tables.match.ledger import layout


class JobFailedError(TischleinError):
    """A job could not be done, here or anywhere."""


class EncodedPosition(msgspec.Struct, frozen=True, array_like=True):
    """A position, in full or as a seat sees it."""

    game: str
    seats: int
    options: dict[str, str | int]
    row: bytes
    """Compressed: most of it is zeros."""


class Choose(msgspec.Struct, frozen=True, array_like=True, tag="choose"):
    """What does a bot of this level do?"""

    position: EncodedPosition
    seat: int
    level: str
    seed: int
    """Determines all random choices, so that a repeated job gives the same result."""


class Advise(msgspec.Struct, frozen=True, array_like=True, tag="advise"):
    """What would a player of this level do?"""

    position: EncodedPosition
    seat: int
    level: str
    seed: int


class Measure(msgspec.Struct, frozen=True, array_like=True, tag="measure"):
    """What is the measurement of this outcome of chance?"""

    position: EncodedPosition
    action: int
    limit: float
    """Seconds that it may take."""


Job: TypeAlias = Choose | Advise | Measure


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """The outcome of a job."""

    result: bytes = b""
    """In the form that the client expects; empty if there is none."""
    problem: str = ""
    """Why there is none."""
    too_long: bool = False
    """Whether it has taken longer than it may."""


class JobClient(Protocol):
    """Where jobs are posted, and answers received."""

    async def ask(self, priority: Priority, kind: str, job: bytes) -> bytes:
        """Return the outcome of a job, however long that takes; cancelling this withdraws the job.

        Parameters
        ----------
        kind
            Which nodes can do it (:func:`kind_of`).

        Raises
        ------
        TooManyError
            If too many jobs that are not live are waiting.
        """


class LeasedJob(NamedTuple):
    """A job that a node has taken."""

    client: str
    """The node that asks."""
    number: int
    """The client's number of the job."""
    tries: int
    """How often it has been taken; this distinguishes successive takers."""
    priority: Priority
    body: bytes

    @property
    def key(self) -> tuple[str, int, int]:
        """Identifies the job as taken this time."""
        return self.client, self.number, self.tries


class JobStatistics(NamedTuple):
    """Statistics of jobs, for a node's metrics."""

    waiting: int
    """In the database, taken by no node; of all nodes."""
    oldest: float
    """Seconds that the oldest of these has waited."""
    pending: int
    """Asked by this node, and not answered."""
    asked: int
    answered: int
    """For this node."""
    repeated: int
    """Asked again, since they had been lost."""
    taken: int
    retried: int
    """Taken after another node had had them."""
    late: int
    """Answers given after the job had been reassigned or withdrawn."""


class JobSource(Protocol):
    """Where jobs are taken, and answers given."""

    available: asyncio.Event
    """Set when there may be jobs to take."""
    on_withdrawn: Callable[[str, int], object]
    """Called with jobs (client and number) that have been withdrawn."""

    @property
    def statistics(self) -> JobStatistics:
        """Statistics of jobs."""

    @property
    def renewal_interval(self) -> float:
        """Seconds after which jobs have to be renewed."""

    async def take(self, priority: Priority, kinds: Sequence[str], most: int) -> list[LeasedJob]:
        """Take free jobs of these kinds, the oldest first.

        Raises
        ------
        StoreError
            If the database does not answer.
        """

    async def renew(self, taken: Collection[LeasedJob]) -> set[tuple[str, int, int]]:
        """Extend the lease on jobs; return the keys of those that are still this node's.

        Raises as :meth:`take`.
        """

    def answer(self, taken: LeasedJob, outcome: bytes) -> None:
        """Answer a job; an answer to one that is no longer this node's is dropped."""

    async def release(self, taken: Collection[LeasedJob]) -> None:
        """Free jobs for other nodes immediately; an unreachable database is no error."""


class JobBoard(JobClient, JobSource, Protocol):
    """Where nodes post jobs for each other."""


def _plain(value: Any) -> Any:
    """Convert a number of compiled code to Python's."""
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"{type(value).__name__} has no place in a job")


_encode = msgspec.msgpack.Encoder(enc_hook=_plain).encode
_decode_job = msgspec.msgpack.Decoder(Job).decode
_decode_outcome = msgspec.msgpack.Decoder(Outcome).decode
_decode_decision = msgspec.msgpack.Decoder(Decision | None).decode
_decode_advice = msgspec.msgpack.Decoder(Recommendation).decode
_decode_measurement = msgspec.msgpack.Decoder(Measurement).decode


def decode_decision(result: bytes) -> Decision | None:
    """Decode what a bot does; None if it waits."""
    decision: Decision | None = _decode_decision(result)
    return decision


def decode_advice(result: bytes) -> Recommendation:
    """Decode what a level would do."""
    return _decode_advice(result)


def decode_measurement(result: bytes) -> Measurement:
    """Decode the measurement of an outcome of chance."""
    return _decode_measurement(result)


def kind_of(game: Game) -> str:
    """Return what nodes must have in common to do each other's jobs of a game.

    A node that takes a job and does not understand it fails. So everything that only newer versions
    know must change the kind, as an additional level does.
    """
    return f"{game.key} {layout(game)} {','.join(level.key for level in game.levels)}"


def encode_position(row: Row) -> EncodedPosition:
    """Return a position, or what a seat sees of one, for a job."""
    packed = zlib.compress(row.to_bytes(), 1)
    return EncodedPosition(row.game.key, row.seats, dict(row.options), packed)


def encode_job(job: Job) -> bytes:
    """Return a job as it is stored."""
    return _encode(job)


def result_of(outcome: bytes) -> bytes:
    """Return the result of a job.

    Raises
    ------
    TooLongError
        If it has taken longer than it may.
    JobFailedError
        If it has no result.
    """
    decoded = _decode_outcome(outcome)
    if decoded.too_long:
        raise TooLongError(decoded.problem)
    if decoded.problem:
        raise JobFailedError(decoded.problem)
    return decoded.result


def failure(problem: str) -> bytes:
    """Return the outcome of a job that nobody can do."""
    return _encode(Outcome(problem=problem))


async def execute(job: bytes, compute: LocalCompute, stop: Ints) -> bytes:
    """Do a job in this server's threads and processes; return its outcome.

    ``stop[0]`` turns 1, and this is cancelled, when the job is withdrawn.
    """
    try:
        return _encode(Outcome(_encode(await _execute(_decode_job(job), compute, stop))))
    except TooLongError as error:
        return _encode(Outcome(problem=str(error), too_long=True))
    except Exception as error:  # reported to the client, who handles it
        return failure(f"{type(error).__name__}: {error}")


async def _execute(job: Job, compute: LocalCompute, stop: Ints) -> object:
    game = registry.load(job.position.game)
    row = np.frombuffer(zlib.decompress(job.position.row), np.int64).copy()
    if len(row) != game.state.row_length:
        raise JobFailedError(f"a row of {game.key} has {game.state.row_length} words")
    where = game, job.position.seats, job.position.options, row
    if isinstance(job, Measure):
        return await compute.measure(Position(*where), job.action, job.limit)
    observation = Observation(*where, job.seat)
    level = level_of(game, job.level)
    if isinstance(job, Advise):
        return await compute.advise(observation, level, stop, job.seed)
    agent = compute.agent(game, level, job.seed)
    return await agent.choose(observation, observation.legal(job.seat), stop)
