"""A learner at a step of a game's first match: attempts, and the events that follow.

Nothing of it is stored: a step starts again from its record for every learner.
"""

from __future__ import annotations

from typing import NamedTuple

from tischlein import presentation
from tischlein.core.events import Event
from tischlein.core.measurements import Film
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.presentation.changes import Changes, between
from tischlein.presentation.lessons import Step
from tischlein.tables.match.observer import LogEntry, Observer, replayed_observer, show_event
from tischlein.tables.match.standing import Standing
from tischlein.tables.match.steps import perform_on_copy
from tischlein.tables.stored import StoredEvent

NOT_WANTED = "lesson-otherwise"
"""The message for a legal action that is not what the step is about."""
DONE = "lesson-go-on"
"""The message for any attempt after a step is done."""


class ShownEvent(NamedTuple):
    """An event as the learner saw it happen."""

    number: int
    entries: list[LogEntry]
    changes: Changes
    """The changes from the previous scene."""
    film: Film | None


class Attempt:
    """One attempt at a step, from its position on.

    Attributes
    ----------
    step
        What is to be done.
    observer
        What the learner sees.
    number
        The number of the last event.
    done
        Whether the step is over.
    """

    def __init__(self, step: Step) -> None:
        self.step = step
        record = step.chapter
        position = Position.start(record.game, len(record.names), record.options)
        led = [StoredEvent(n, event, 0) for n, event in enumerate(record.events[: step.first], 1)]
        self.observer: Observer = replayed_observer(position, led, step.seat)
        for stored in led:
            position.apply(stored.event)
        self.number = step.first
        self.done = False
        self._standing = Standing(position)
        self._standing.set_position(position, position.acting, self.number)

    @property
    def over(self) -> bool:
        """Whether the match is over, and not just the step."""
        return self._standing.position.over

    @property
    def sentence(self) -> Phrase:
        """What the learner is told: what to do, or what has happened."""
        return self.step.closing if self.done else self.step.sentence

    @property
    def wanted(self) -> tuple[str, ...]:
        """The targets to pick next, in order; the first ones if there are several possibilities."""
        if self.done:
            return ()
        scene = self.observer.scene
        if self.step.free:
            return tuple(aim.piece for aim in scene.aims[:1])
        action = self._events[self.number].action
        return next((choice.path for choice in scene.choices if choice.action == action), ())

    def why_not(self, path: list[str]) -> Refusal | None:
        """Return why picking these targets would be refused, None if it would not."""
        if self.done:
            return Refusal("", message=DONE)
        seen = self.observer.observation
        meant = presentation.of(seen.game).intend(seen, path)
        return seen.why_not(self.step.seat, meant) if isinstance(meant, int) else meant

    def act(self, action: int | str) -> list[ShownEvent] | Refusal:
        """Perform an action; return what has happened then, or why nothing has.

        A legal action that is not wanted here is refused without a rule: it is right, but at
        another time.
        """
        if self.done:
            return Refusal("", message=DONE)
        meant = self._standing.judge(self.step.seat, action)
        if isinstance(meant, Refusal):
            return meant
        recorded = self._events[self.number]
        if meant == recorded.action:
            return self._play_as_recorded()
        if not self.step.free:
            return Refusal("", message=NOT_WANTED, culprits=self.wanted)
        return self._play_freely(Event(self.step.seat, meant, recorded.measurement))

    @property
    def _events(self) -> tuple[Event, ...]:
        return self.step.chapter.events

    def _play_as_recorded(self) -> list[ShownEvent]:
        """Perform the recorded action, and the recorded events before the learner's next."""
        shown = [self._perform(self._events[self.number])]
        while self.number < self.step.last and self._events[self.number].seat != self.step.seat:
            event = self._events[self.number]
            shown.append(self._perform(event, self._film(event)))
        self.done = self.number == self.step.last
        return shown

    def _film(self, event: Event) -> Film | None:
        """Return the film of a measured event, if it comes out as recorded."""
        if event.seat != CHANCE or not event.measurement:
            return None
        measured = self._standing.position.measure(event.action)
        return measured.film if measured.values == event.measurement else None

    def _play_freely(self, event: Event) -> list[ShownEvent]:
        """Perform another action, and events of chance with only one possible outcome."""
        shown = [self._perform(event)]
        while len(outcomes := self._standing.position.outcomes()) == 1:
            outcome = outcomes[0][0]
            measured = self._standing.position.measure(outcome)
            shown.append(self._perform(Event(CHANCE, outcome, measured.values), measured.film))
        self.done = True
        return shown

    def _perform(self, event: Event, film: Film | None = None) -> ShownEvent:
        before, scene = self._standing.position, self.observer.scene
        stored = StoredEvent(self.number + 1, event, 0)
        step = perform_on_copy(before, stored)
        show_event(before, stored, step.after, (self.observer,))
        self.number = stored.number
        self._standing.set_position(step.after, step.acting, self.number)
        return ShownEvent(
            self.number, self.observer.entries[-1:], between(scene, self.observer.scene), film
        )
