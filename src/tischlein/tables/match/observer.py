"""What one observer has seen of a match: the log in words, the present view, past scenes.

Everything here comes from ``Position.observe`` and ``observed_action``, so no secret can get out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

import msgspec

from tischlein import presentation
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation, Position
from tischlein.core.seats import CHANCE
from tischlein.presentation.changes import Changes, between
from tischlein.presentation.scenes import Scene
from tischlein.tables.stored import StoredEvent

log = logging.getLogger(__name__)


class LogEntry(msgspec.Struct, frozen=True, gc=False):
    """An event in words, as the receiving seat may know it."""

    number: int
    """The number of the event."""
    seat: int
    """0 to 7, or 8 for chance."""
    phrases: list[Phrase]
    """What has happened, sentence by sentence."""
    at: int
    """Milliseconds since 1970."""


class CachedScenes:
    """An observation and its scenes, each drawn once for all viewers."""

    def __init__(self, observation: Observation) -> None:
        self.observation = observation
        self._scenes: dict[bool, Scene] = {}

    def scene(self, *, aided: bool) -> Scene:
        """Return the scene, with or without the aids on layers that are off by default."""
        look = presentation.of(self.observation.game)
        aided = aided or not look.brings("bare")
        if aided not in self._scenes:
            draw = look.scene if aided else look.bare
            self._scenes[aided] = draw(self.observation)
        return self._scenes[aided]

    @property
    def drawn(self) -> bool:
        """Whether the whole scene has been drawn already."""
        return True in self._scenes


class Stop(CachedScenes):
    """The end of an occasion, before chance led on at once, as an observer saw it."""

    def __init__(self, number: int, observation: Observation) -> None:
        super().__init__(observation)
        self.number = number


class Observer:
    """One observer of a match, a seat or ``SPECTATOR``, kept up to date with every event."""

    def __init__(self, start: Position, seat: int) -> None:
        """Look at the position before anything has happened."""
        self.seat = seat
        self.entries: list[LogEntry] = []
        """One for every event so far."""
        self.current = CachedScenes(start.observe(seat))
        """The present view."""
        self.before: Observation | None = None
        """The view before a seat's last action; None as long as no seat has acted."""
        self.stop: Stop | None = None
        self.used = 0.0
        """The time of the last access, by the event loop's clock."""

    @property
    def observation(self) -> Observation:
        """The present position as the observer sees it."""
        return self.current.observation

    @property
    def scene(self) -> Scene:
        """The present position as a whole scene, drawn once for all viewers."""
        return self.scene_with(aided=True)

    def scene_with(self, *, aided: bool) -> Scene:
        """Return the same, with or without the aids on layers that are off by default."""
        return self.current.scene(aided=aided)

    def former(self, *, aided: bool = True) -> Changes | None:
        """Return the changes back to the scene before a seat's last action and the chance after it.

        None as long as no seat has acted.
        """
        if self.before is None:
            return None
        return between(self.scene_with(aided=aided), CachedScenes(self.before).scene(aided=aided))

    def record(self, entry: LogEntry, after: Observation) -> None:
        """Record an event in words, and the resulting view."""
        if entry.seat != CHANCE:
            self.before = self.observation
        self.entries.append(entry)
        self.current = CachedScenes(after)

    def record_stop(self) -> None:
        """Keep the present view for viewers that are shown several events at once."""
        self.stop = Stop(len(self.entries), self.observation)

    @property
    def undrawn(self) -> list[Observation]:
        """The observations whose whole scenes have not been drawn yet."""
        seen = (self.current,) if self.stop is None else (self.current, self.stop)
        return [one.observation for one in seen if not one.drawn]


def show_event(
    before: Position, stored: StoredEvent, after: Position, observers: Iterable[Observer]
) -> None:
    """Show an event, and the position after it, to these observers.

    If there are no secrets, all see the same, and one account of it suffices.
    """
    entry: LogEntry | None = None
    watching = list(observers)
    seats = [observer.seat for observer in watching]
    events, views = before.observed_events(stored.event, seats), after.observations(seats)
    say = presentation.of(after.game).say
    for observer, event, view in zip(watching, events, views, strict=True):
        if entry is None or after.game.secrets:
            phrases = say(event, observer.observation, view)
            entry = LogEntry(stored.number, event.seat, phrases, stored.time)
        observer.record(entry, view)


async def precompute(observations: Iterable[Observation]) -> None:
    """Compute off the event loop what makes scenes of these observations slow to draw.

    If that fails, the drawing repeats it and reports the error to its caller.
    """
    try:
        missing = (presentation.of(seen.game).ahead(seen) for seen in observations)
        work = [one for one in missing if one is not None]
        if work:
            await asyncio.to_thread(_run_all, work)
    except Exception:
        log.exception("what a picture needs could not be worked out")


def _run_all(work: Iterable[Callable[[], object]]) -> None:
    for one in work:
        one()


def replayed_observer(start: Position, events: Sequence[StoredEvent], seat: int) -> Observer:
    """Return an observer who has watched a match from its start."""
    observer = Observer(start, seat)
    before = start
    for stored in events:
        after = before.clone()
        after.apply(stored.event)
        show_event(before, stored, after, (observer,))
        before = after
    return observer


def replayed_scenes(
    start: Position, events: Sequence[StoredEvent], seat: int, first: int, last: int
) -> tuple[Scene, list[Changes]]:
    """Return what an observer saw after event `first`, and how it changed up to event `last`.

    Event 0 is the start.
    """
    position = start.clone()
    draw = presentation.of(position.game).scene
    for stored in events[:first]:
        position.apply(stored.event)
    opening = scene = draw(position.observe(seat))
    changes = []
    for stored in events[first:last]:
        position.apply(stored.event)
        before, scene = scene, draw(position.observe(seat))
        changes.append(between(before, scene))
    return opening, changes
