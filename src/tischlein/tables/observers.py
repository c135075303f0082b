"""The observers of one match: who looks through which seat's eyes, kept while anybody does."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Sequence

from tischlein.core.seats import SPECTATOR
from tischlein.tables.eyes import Eye, advance, look_back
from tischlein.tables.ledger import Ledger
from tischlein.tables.steps import Step

REPLAY_INLINE = 40
"""Up to how many events a match is replayed on the event loop rather than in a thread."""


class Observers:
    """What has been seen through each seat (or ``SPECTATOR``) through which anybody has looked."""

    def __init__(self, ledger: Ledger) -> None:
        """Let nobody have looked yet."""
        self.eyes: dict[int, Eye] = {}
        self._ledger = ledger
        self._loop = asyncio.get_running_loop()

    def eye(self, seat: int) -> Eye | None:
        """Return what an observer has seen, if it is at hand."""
        eye = self.eyes.get(seat)
        if eye is not None:
            eye.used = self._loop.time()
        return eye

    async def look(self, seat: int) -> Eye:
        """Return what an observer has seen, from the log if it is not at hand."""
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
        """Have all that has been seen looked up in the log anew."""
        eyes, self.eyes = self.eyes, {}
        for seat in eyes:
            await self.look(seat)

    def begin(self, seats: Iterable[int]) -> None:
        """Let these observers, and no others, see the match from its start."""
        self.eyes = {seat: Eye(self._ledger.start, seat) for seat in seats}
        for seat, eye in self.eyes.items():
            if seat != SPECTATOR:
                eye.used = self._loop.time()  # the players are about to come

    def see(self, steps: Sequence[Step]) -> None:
        """Show what has happened; chance that leads on at once is shown after a stop."""
        occasion = steps[0].before.occasion
        for step in steps:
            advance(step.before, step.event, step.after, self.eyes.values())
            if step is not steps[-1] and step.occasion != occasion:
                for eye in self.eyes.values():
                    eye.stops()
            occasion = step.occasion

    def forget(self, unused_for: float, looking: Collection[int]) -> None:
        """Drop what has been seen through whom nobody looks, nor has for so many seconds."""
        oldest = self._loop.time() - unused_for
        for seat, eye in list(self.eyes.items()):
            if seat not in looking and eye.used < oldest:
                del self.eyes[seat]
