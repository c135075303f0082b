"""First matches over a WebSocket: one learner, one step at a time, nothing stored."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket

from tischlein.core.errors import RecordError
from tischlein.core.game import Game
from tischlein.core.phrases import Phrase, Refusal
from tischlein.presentation.lessons import Step, lesson_of
from tischlein.tables.computing.readiness import Readiness
from tischlein.tables.hall import load_game
from tischlein.tables.match.lessons import Attempt, ShownEvent
from tischlein.tables.problems import (
    InvalidError,
    TableError,
    TooManyError,
    UnknownError,
)
from tischlein.web.http.codes import GOING_AWAY
from tischlein.web.http.limits import (
    CONNECTION_COST,
    BucketPair,
    ConcurrencyLimiter,
    RateKey,
    RateLimiter,
    too_many,
)
from tischlein.web.http.malformed import MALFORMED, check_command, command_of, malformed_problem
from tischlein.web.http.numbers import plain
from tischlein.web.messages.lessons import FromLearner, GoTo, Lesson, ToLearner
from tischlein.web.messages.sockets import (
    Accepted,
    Act,
    Aids,
    Allowed,
    Attention,
    Changed,
    Hurry,
    Ping,
    Pong,
    Problem,
    Refused,
    Sync,
    View,
    Why,
)
from tischlein.web.messages.table import SeatInfo, TableInfo
from tischlein.web.sockets.arrivals import CLOSE_TIMEOUT, keep_alive, refuse
from tischlein.web.sockets.live import LONGEST_PATH, LONGEST_TARGET

log = logging.getLogger(__name__)

PATIENCE = 120.0
"""Seconds after which a silent learner counts as gone; clients ping more often."""

COSTS: dict[type[FromLearner], int] = {Why: 1, GoTo: 4, Sync: 4, Act: 1}
"""The additional cost of messages for which something is computed or drawn."""

_encode = msgspec.json.Encoder(enc_hook=plain).encode
_decode = msgspec.json.Decoder(FromLearner).decode


class Lessons:
    """All learners of first matches at this server."""

    def __init__(
        self, limiter: RateLimiter, work_limiter: ConcurrencyLimiter, readiness: Readiness
    ) -> None:
        """Limit how often learners ask, and how many positions are computed at a time."""
        self._limiter = limiter
        self._work_limiter = work_limiter
        self._readiness = readiness

    async def serve(
        self, socket: WebSocket[Any, Any, Any], key: str, step: int, rate_key: RateKey
    ) -> None:
        """Serve a learner to the end, from a step on; steps beyond the last are refused."""
        try:
            self._limiter.request(rate_key, CONNECTION_COST)
            with self._limiter.connection(rate_key), suppress(_DisconnectedError):
                game = load_game(key)
                with keep_alive(socket):
                    await self._readiness.wait_for_rules(game.key)
                    async with self._work_limiter.slot(rate_key):
                        steps = await asyncio.to_thread(_steps_of, game)
                slot = partial(self._work_limiter.slot, rate_key)
                learner = _LessonConnection(socket, steps, self._limiter.messages(rate_key), slot)
                await learner.serve(min(max(step, 1), len(steps)))
        except TableError as error:
            await refuse(socket, error)


def _steps_of(game: Game) -> tuple[Step, ...]:
    try:
        steps = lesson_of(game)
    except RecordError as error:
        log.error("the lesson of %s cannot be read: %s", game.key, error)
        steps = ()
    if not steps:
        raise UnknownError("no-lesson")
    return steps


class _LessonConnection:
    """One learner's connection."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        steps: tuple[Step, ...],
        buckets: BucketPair,
        slot: Callable[[], AbstractAsyncContextManager[None]],
    ) -> None:
        self._socket = socket
        self._steps = steps
        self._buckets = buckets
        self._slot = slot
        self._attempt: Attempt | None = None

    async def serve(self, step: int) -> None:
        """Listen and answer until the learner leaves."""
        await self._start_step(step)
        receive = self._socket.receive
        while True:
            try:
                event: Any = await asyncio.wait_for(receive(), PATIENCE)
            except TimeoutError:
                with suppress(Exception):  # it may be gone already
                    await asyncio.wait_for(self._socket.close(GOING_AWAY), CLOSE_TIMEOUT)
                return
            if event["type"] != "websocket.receive":
                return
            await self._receive(event.get("text") or event.get("bytes") or "")

    async def _receive(self, data: str | bytes) -> None:
        try:
            self._charge(1)
            message = _decode(data if isinstance(data, str) else data.decode())
            self._charge(COSTS.get(type(message), 0))
        except MALFORMED as error:
            await self._send(malformed_problem(error, data, FromLearner))
            return
        except TooManyError as error:
            await self._send(Problem(error.phrase, command_of(data)))
            return
        try:
            await self._handle(message)
        except TableError as error:
            await self._send(Problem(error.phrase, getattr(message, "id", "")))
        except _DisconnectedError:
            raise
        except Exception:
            log.exception("%s: a learner's message failed", self._steps[0].chapter.game.key)
            await self._send(Problem(Phrase("problem-server"), command_of(data)))

    def _charge(self, cost: int) -> None:
        wait = self._buckets.take(cost) if cost else 0.0
        if wait:
            raise too_many("too-fast", wait)

    async def _handle(self, message: FromLearner) -> None:
        match message:
            case Act(command, action):
                await self._act(command, action)
            case Why(command, path):
                await self._send(self._why(command, path))
            case GoTo(step):
                await self._start_step(step)
            case Sync():
                await self._send_step()
            case Attention() | Aids() | Hurry():
                return  # lessons have no notifications or pauses, and whole scenes
            case Ping():
                await self._send(Pong())

    # --- the steps ---

    async def _start_step(self, number: int) -> None:
        """Show a step from its beginning; one that the learner has just reached stays as it is."""
        if not 1 <= number <= len(self._steps):
            raise InvalidError("lesson-step", steps=len(self._steps))
        before, step = self._attempt, self._steps[number - 1]
        async with self._slot():
            self._attempt = await asyncio.to_thread(Attempt, step)
        continues = (
            before is not None
            and before.done
            and before.step.chapter is step.chapter
            and before.step.seat == step.seat
            and before.number == step.first
        )
        await (self._send_progress() if continues else self._send_step())

    async def _send_step(self) -> None:
        attempt = self._current
        await self._send(_table(attempt))
        observer = attempt.observer
        await self._send(
            View(
                attempt.number,
                observer.entries,
                observer.scene,
                [],
                fresh=True,
                former=observer.former(),
            )
        )
        await self._send_progress()

    async def _send_progress(self) -> None:
        attempt = self._current
        step = attempt.step
        await self._send(
            Lesson(
                step=self._steps.index(step) + 1,
                steps=len(self._steps),
                sentence=attempt.sentence,
                rules=step.rules,
                targets=attempt.wanted,
                done=attempt.done,
            )
        )

    async def _act(self, command: str, action: int | str) -> None:
        check_command(command)
        attempt = self._current
        async with self._slot():
            happened = await asyncio.to_thread(attempt.act, action)
        if isinstance(happened, Refusal):
            await self._send(_refused(command, happened))
            return
        await self._send(Accepted(command, happened[0].number))
        for shown in happened:
            await self._send(_changed(shown))
        if attempt.over:
            await self._send(_table(attempt))
        await self._send_progress()

    def _why(self, command: str, path: list[str]) -> Refused | Allowed:
        check_command(command)
        if len(path) > LONGEST_PATH or any(len(target) > LONGEST_TARGET for target in path):
            return Allowed(command)  # such targets mean nothing
        refusal = self._current.why_not(path)
        return Allowed(command) if refusal is None else _refused(command, refusal)

    @property
    def _current(self) -> Attempt:
        assert self._attempt is not None, "the first step begins before anything is heard"
        return self._attempt

    async def _send(self, message: ToLearner) -> None:
        await _send(self._socket, message)


class _DisconnectedError(Exception):
    """The learner has left."""


async def _send(socket: WebSocket[Any, Any, Any], message: ToLearner) -> None:
    text = _encode(message).decode()
    try:
        await socket.send({"type": "websocket.send", "bytes": None, "text": text})
    except Exception as error:  # whatever the transport raises when the other side is gone
        raise _DisconnectedError from error


def _table(attempt: Attempt) -> TableInfo:
    """Return the table of a first match: the learner on one seat, the record's players opposite."""
    step = attempt.step
    record = step.chapter
    return TableInfo(
        id="",
        game=record.game.key,
        options="",
        status="over" if attempt.over else "playing",
        seats=[
            SeatInfo(seat, name, "person", present=True, mine=seat == step.seat)
            for seat, name in enumerate(record.names)
        ],
        looking=step.seat,
        number=attempt.number,
        host=False,
        secrets=False,
        drafts=False,
        commitment="",
    )


def _changed(shown: ShownEvent) -> Changed:
    return Changed(
        number=shown.number,
        base=shown.number - 1,
        entries=shown.entries,
        changes=shown.changes,
        thinking=[],
        film=shown.film,
    )


def _refused(command: str, refusal: Refusal) -> Refused:
    return Refused(command, refusal.rule, refusal.phrase, refusal.culprits)
