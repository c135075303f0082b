"""Advice at one table: computed off the event loop, once for each position and seat."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from tischlein.bots.advice import Recommendation
from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Level
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation
from tischlein.core.seats import CHANCE
from tischlein.core.state import Ints
from tischlein.tables.computing.thinking import new_stop_flag
from tischlein.tables.concurrency.shared_tasks import await_shared
from tischlein.tables.match.bots import BotResources
from tischlein.tables.match.observer import LogEntry, Observer, show_event
from tischlein.tables.problems import NotNowError
from tischlein.tables.stored import StoredEvent


class Advised(NamedTuple):
    """Advice in words."""

    advice: Recommendation
    action_logs: list[list[Phrase]]
    """The log of each named action; none if its consequences are not known."""
    continuation: list[LogEntry]
    """The expected continuation after the best action."""


class _Question:
    """A seat's question about one position."""

    def __init__(self, seen: bytes) -> None:
        self.seen = seen
        self.stop = new_stop_flag()
        self.task: asyncio.Task[Advised] | None = None

    def drop(self) -> None:
        self.stop[0] = 1
        if self.task is not None:
            self.task.cancel()


class Advising:
    """The questions at one table, at most one for each seat."""

    def __init__(self, resources: BotResources) -> None:
        self._resources = resources
        self._questions: dict[int, _Question] = {}

    def asked(self, observation: Observation) -> bool:
        """Whether the seat has already asked about its present view."""
        question = self._questions.get(observation.seat)
        return question is not None and question.seen == observation.to_bytes()

    def ask(self, observation: Observation, level: Level) -> asyncio.Task[Advised]:
        """Begin to think about what a level would do, unless that is done already."""
        seat, seen = observation.seat, observation.to_bytes()
        question = self._questions.get(seat)
        if question is None or question.seen != seen or _failed(question.task):
            self.drop(seat)
            question = self._questions[seat] = _Question(seen)
            question.task = asyncio.create_task(self._think(observation, level, question.stop))
        assert question.task is not None
        return question.task

    async def answer(self, observation: Observation, level: Level) -> Advised:
        """Return what a level would do; each position is only analysed once.

        Raises
        ------
        NotNowError
            If the match moves on, or the seat asks another question.
        """
        task = self.ask(observation, level)
        try:
            # Cancelling one caller does not cancel others that wait for the same.
            return await await_shared(task)
        except asyncio.CancelledError:
            if not task.cancelled():
                raise
            raise NotNowError("gone-on") from None

    def drop(self, seat: int) -> None:
        """Forget a seat's question; it has moved on."""
        question = self._questions.pop(seat, None)
        if question is not None:
            question.drop()

    def end(self) -> list[asyncio.Task[Advised]]:
        """Stop all thinking; return the tasks that are ending."""
        questions, self._questions = list(self._questions.values()), {}
        for question in questions:
            question.drop()
        return [question.task for question in questions if question.task is not None]

    async def _think(self, observation: Observation, level: Level, stop: Ints) -> Advised:
        compute = self._resources.compute.in_background
        await compute.wait_until_ready(observation.game.key)
        advice = await compute.advise(observation, level, stop)
        return Advised(
            advice, action_logs(observation, advice), continuation_log(observation, advice)
        )


def action_logs(observation: Observation, advice: Recommendation) -> list[list[Phrase]]:
    """Return the log of each named action, as the asking seat would read it."""
    if observation.game.secrets is not None:
        return []
    before, seat = observation.determinize(new_rng(0)), observation.seat
    observers = [Observer(before, seat) for _ in advice.actions]
    for observer, action in zip(observers, advice.actions, strict=True):
        event = StoredEvent(0, Event(seat, action), 0)
        show_event(before, event, before.after(seat, action), (observer,))
    return [observer.entries[-1].phrases for observer in observers]


def continuation_log(observation: Observation, advice: Recommendation) -> list[LogEntry]:
    """Return the expected continuation after the best action, as the asking seat would read it."""
    if not advice.line:
        return []
    # A continuation exists in open games only: the observation is the position.
    before = observation.determinize(new_rng(0))
    observer = Observer(before, observation.seat)
    moves = ((observation.seat, advice.actions[0]), *advice.line)
    for number, (seat, action) in enumerate(moves):
        after = before.after(seat, action)
        show_event(before, StoredEvent(number, Event(seat, action), 0), after, (observer,))
        before = after
    return [entry for entry in observer.entries[1:] if entry.seat != CHANCE]


def _failed(task: asyncio.Task[Advised] | None) -> bool:
    return task is None or (task.done() and (task.cancelled() or task.exception() is not None))
