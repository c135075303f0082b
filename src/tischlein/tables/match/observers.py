"""The observers of one match, by seat, kept while anybody uses them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence

from tischlein.core.seats import SPECTATOR
from tischlein.tables.match.ledger import Ledger
from tischlein.tables.match.observer import Observer, replayed_observer, show_event
from tischlein.tables.match.steps import Step

REPLAY_INLINE = 40
"""Maximal number of events replayed on the event loop instead of in a thread."""


class Observers:
    """What has been seen through each seat (or ``SPECTATOR``) through which anybody has looked."""

    def __init__(self, ledger: Ledger) -> None:
        """Begin without observers."""
        self.by_seat: dict[int, Observer] = {}
        self._ledger = ledger
        self._loop = asyncio.get_running_loop()

    def cached(self, seat: int) -> Observer | None:
        """Return what an observer has seen, if it is in memory."""
        observer = self.by_seat.get(seat)
        if observer is not None:
            observer.used = self._loop.time()
        return observer

    async def get(self, seat: int) -> Observer:
        """Return what an observer has seen, from the log if it is not in memory."""
        observer = self.by_seat.get(seat)
        if observer is None:
            ledger = self._ledger
            events = await ledger.events() if ledger.number else []
            if len(events) <= REPLAY_INLINE:
                observer = replayed_observer(ledger.start, events, seat)
            else:
                observer = await asyncio.to_thread(replayed_observer, ledger.start, events, seat)
            self.by_seat[seat] = observer
        observer.used = self._loop.time()
        return observer

    async def rebuild(self) -> None:
        """Rebuild all observers from the log."""
        observers, self.by_seat = self.by_seat, {}
        for seat in observers:
            await self.get(seat)

    def begin(self, seats: Iterable[int]) -> None:
        """Let exactly these observers see the match from its start."""
        self.by_seat = {seat: Observer(self._ledger.start, seat) for seat in seats}
        for seat, observer in self.by_seat.items():
            if seat != SPECTATOR:
                observer.used = self._loop.time()  # the players are about to come

    def show(self, steps: Sequence[Step]) -> None:
        """Show events to the observers; chance that leads on at once is shown after a stop."""
        occasion = steps[0].before.occasion
        for step in steps:
            show_event(step.before, step.event, step.after, self.by_seat.values())
            if step is not steps[-1] and step.occasion != occasion:
                for observer in self.by_seat.values():
                    observer.record_stop()
            occasion = step.occasion

    def drop_unused(self, unused_for: float, looking: Collection[int]) -> None:
        """Drop observers that nobody looks through, nor has for this many seconds."""
        oldest = self._loop.time() - unused_for
        for seat, observer in list(self.by_seat.items()):
            if seat not in looking and observer.used < oldest:
                del self.by_seat[seat]
