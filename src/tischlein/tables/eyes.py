"""What one observer has seen of a match: the log in words, the present view, past scenes.

Everything here comes from ``Position.observe`` and ``hide``, so no secret can get out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tischlein.core.events import Event
from tischlein.core.phrases import Phrase
from tischlein.core.position import Observation, Position, hide
from tischlein.core.scenes import Scene
from tischlein.tables.store import StoredEvent


class LogEntry(msgspec.Struct, frozen=True):
    """An event in words, as the receiving seat may know it."""

    number: int
    seat: int
    """0 to 7, or 8 for chance."""
    phrases: list[Phrase]
    at: int
    """Milliseconds since 1970."""


class Eye:
    """One observer of a match, a seat or ``SPECTATOR``, kept up to date with every event."""

    def __init__(self, start: Position, seat: int) -> None:
        """Look at the position before anything has happened."""
        self.seat = seat
        self.entries: list[LogEntry] = []
        """One for every event so far."""
        self.observation = start.observe(seat)
        self.used = 0.0
        """When somebody last looked, by the event loop's clock."""
        self._scene: Scene | None = None

    @property
    def scene(self) -> Scene:
        """The present position as a scene, drawn once however many look."""
        if self._scene is None:
            self._scene = self.observation.game.picture.scene(self.observation)
        return self._scene

    def saw(self, stored: StoredEvent, event: Event, after: Observation) -> None:
        """Take in an event, as this observer may know it, and what it has led to."""
        phrases = after.game.picture.say(event, self.observation, after)
        self.entries.append(LogEntry(stored.number, event.seat, phrases, stored.time))
        self.observation = after
        self._scene = None


def advance(position: Position, stored: StoredEvent, eyes: Iterable[Eye]) -> None:
    """Carry out an event before these eyes."""
    seen = [(eye, hide(position, stored.event, eye.seat)) for eye in eyes]
    position.apply(stored.event)
    for eye, event in seen:
        eye.saw(stored, event, position.observe(eye.seat))


def look_back(start: Position, events: Sequence[StoredEvent], seat: int) -> Eye:
    """Return an observer who has watched a match from its start."""
    eye = Eye(start, seat)
    position = start.clone()
    for stored in events:
        advance(position, stored, (eye,))
    return eye


def scenes(
    start: Position, events: Sequence[StoredEvent], seat: int, first: int, last: int
) -> list[Scene]:
    """Return what an observer saw after the events ``first`` to ``last``; 0 is the start."""
    position = start.clone()
    drawn = []
    for number in range(last + 1):
        if number:
            position.apply(events[number - 1].event)
        if number >= first:
            drawn.append(position.game.picture.scene(position.observe(seat)))
    return drawn
