"""Telling listeners at a table what is new, once for all changes of a request."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from tischlein.tables.stored import StoredMatch, StoredRemark


class Listener(Protocol):
    """A listener to events at a table; called on the event loop, must not block."""

    @property
    def seats(self) -> Iterable[int]:
        """The observers, seats or ``SPECTATOR``, that the listener wants to be kept up to date."""

    @property
    def aided(self) -> Iterable[int]:
        """Those of them that are shown whole scenes, with all aids."""
        return self.seats

    def happened(self, first: int) -> None:
        """The events from number `first` on have been stored."""

    def changed(self) -> None:
        """Seats, presence or the table's status have changed."""

    def thinking(self) -> None:
        """The set of bots at work has changed."""

    def said(self, remark: StoredRemark) -> None:
        """A remark was made."""

    def rewound(self) -> None:
        """Events have been taken back: what was shown of them is void."""

    def removed(self) -> None:
        """The table has been removed."""


class Announcer:
    """The listeners at one table, and what they have been told.

    Attributes
    ----------
    listeners
        The listeners.
    changed
        Whether seats, presence or the status have changed since the last announcement.
    """

    def __init__(
        self,
        match: StoredMatch,
        on_status_change: Callable[[StoredMatch], object],
        on_change: Callable[[str], None],
    ) -> None:
        """Begin without listeners.

        Parameters
        ----------
        on_status_change
            Called with a match whose status has changed.
        on_change
            Called with the id of a match in which something has changed.
        """
        self.listeners: set[Listener] = set()
        self.changed = False
        self._rewound = False
        """Whether something has been taken back since the last announcement."""
        self._announced = 0
        """The number of the last event that was announced."""
        self._announced_thinking: list[int] = []
        self._status = match.status
        """The last status that was passed to ``on_status_change``."""
        self._on_status_change = on_status_change
        self._on_change = on_change

    def mark_announced(self, number: int) -> None:
        """Take the events up to a number as known."""
        self._announced = number

    def record_take_back(self, number: int) -> None:
        """Record that events after this number have been taken back."""
        if number < self._announced:
            self._rewound = self.changed = True

    def has_news(self, number: int, thinking: list[int]) -> bool:
        """Whether there is anything to announce, given the last event and the bots at work."""
        return self.changed or self._announced < number or self._announced_thinking != thinking

    def publish(self, match: StoredMatch, number: int, thinking: list[int]) -> None:
        """Tell the listeners what is new since the last time."""
        if match.status is not self._status:
            self._status = match.status
            self._on_status_change(match)
        changed, self.changed = self.changed, False
        first, self._announced = min(self._announced, number) + 1, number
        told_thinking, self._announced_thinking = self._announced_thinking, thinking
        rewound, self._rewound = self._rewound, False
        for listener in list(self.listeners):
            if changed:
                listener.changed()
            if rewound:
                listener.rewound()
            if first <= number:
                listener.happened(first)
            elif told_thinking != thinking:
                listener.thinking()
        if changed or rewound or first <= number:
            self._on_change(match.id)

    def say(self, remark: StoredRemark) -> None:
        """Pass a remark to the listeners."""
        for listener in list(self.listeners):
            listener.said(remark)

    def drop_listeners(self) -> None:
        """Tell the listeners that the table is gone."""
        for listener in list(self.listeners):
            listener.removed()
