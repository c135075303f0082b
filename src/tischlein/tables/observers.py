"""The observers of one match, by seat, kept while anybody uses them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence

from tischlein.core.seats import SPECTATOR
from tischlein.tables.ledger import Ledger
from tischlein.tables.observer import Eye, advance, look_back
from tischlein.tables.steps import Step

REPLAY_INLINE = 40
"""Maximal number of events replayed on the event loop instead of in a thread."""


class Observers:
    """What has been seen through each seat (or ``SPECTATOR``) through which anybody has looked."""

    def __init__(self, ledger: Ledger) -> None:
        """Begin without observers."""
        self.eyes: dict[int, Eye] = {}
        self._ledger = ledger
        self._loop = asyncio.get_running_loop()

    def eye(self, seat: int) -> Eye | None:
        """Return what an observer has seen, if it is in memory."""
        eye = self.eyes.get(seat)
        if eye is not None:
            eye.used = self._loop.time()
        return eye

    async def look(self, seat: int) -> Eye:
        """Return what an observer has seen, from the log if it is not in memory."""
        eye = self.eyes.get(seat)
        if eye is None:
            ledger = self._ledger
            events = await ledger.events() if ledger.number else []
            if len(events) <= REPLAY_INLINE:
                eye = look_back(ledger.start, events, seat)
            else:
                eye = await asyncio.to_thread(look_back, ledger.start, events, seat)
            self.eyes[seat] = eye
        eye.used = self._loop.time()
        return eye

    async def look_again(self) -> None:
        """Rebuild all observers from the log."""
        eyes, self.eyes = self.eyes, {}
        for seat in eyes:
            await self.look(seat)

    def begin(self, seats: Iterable[int]) -> None:
        """Let exactly these observers see the match from its start."""
        self.eyes = {seat: Eye(self._ledger.start, seat) for seat in seats}
        for seat, eye in self.eyes.items():
            if seat != SPECTATOR:
                eye.used = self._loop.time()  # the players are about to come

    def see(self, steps: Sequence[Step]) -> None:
        """Show events to the observers; chance that leads on at once is shown after a stop."""
        occasion = steps[0].before.occasion
        for step in steps:
            advance(step.before, step.event, step.after, self.eyes.values())
            if step is not steps[-1] and step.occasion != occasion:
                for eye in self.eyes.values():
                    eye.stops()
            occasion = step.occasion

    def forget(self, unused_for: float, looking: Collection[int]) -> None:
        """Drop observers that nobody looks through, nor has for this many seconds."""
        oldest = self._loop.time() - unused_for
        for seat, eye in list(self.eyes.items()):
            if seat not in looking and eye.used < oldest:
                del self.eyes[seat]
