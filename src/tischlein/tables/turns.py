"""Taking turns: of all who wait for a thread or a process, who is next.

Whoever asks belongs to a party: all tables of one host are one. A party that asks for much waits
behind others that ask for little, however many tables it has. This is start-time fair queuing
(Goyal, Vin and Cheng, SIGCOMM 1996), where what is shared are seconds of work.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from typing import NamedTuple


class Rank(IntEnum):
    """What comes first."""

    LIVE = 0
    """Somebody waits for it at a table."""
    ASIDE = 1
    """Advice, and lines that are tried out: it never keeps anything live waiting."""


class Asker(NamedTuple):
    """For whom something is worked out."""

    party: str = ""
    rank: Rank = Rank.LIVE


ANYBODY = Asker()
"""Who is asked for where there is one party only."""


class Turn:
    """A place that somebody has, until it is ended."""

    def __init__(self, turns: Turns, party: str) -> None:
        self.over = False
        self._turns = turns
        self._party = party
        self._since = asyncio.get_running_loop().time()

    def end(self) -> None:
        """Leave the place to the next; a second time, do nothing."""
        if not self.over:
            self.over = True
            self._turns.ended(self._party, asyncio.get_running_loop().time() - self._since)


class _Waiting(NamedTuple):
    asker: Asker
    place: asyncio.Future[None]


class Turns:
    """A few places; whoever waits for one gets it before parties that have had more."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: list[_Waiting] = []
        """In the order in which they have come."""
        self._inside: Counter[str] = Counter()
        """How many places each party has."""
        self._had: dict[str, float] = {}
        """Seconds that each party has had while others waited, from where it came in."""
        self._level = 0.0
        """What the party had that was last let in: who comes anew is owed nothing from before."""

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return len(self._waiting)

    @property
    def asked(self) -> int:
        """How many have a place, or wait for one."""
        return self._inside.total() + self.waiting

    def asked_by(self, party: str) -> int:
        """Return how many places a party has, or waits for."""
        return self._inside[party] + sum(one.asker.party == party for one in self._waiting)

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a place, and keep it within."""
        turn = await self.begin(asker)
        try:
            yield
        finally:
            turn.end()

    async def begin(self, asker: Asker) -> Turn:
        """Wait for a place; return what ends the turn."""
        party = asker.party
        self._had[party] = max(self._had.get(party, 0.0), self._level)
        if self._free:
            self._let_in(party)
        else:
            await self._wait(_Waiting(asker, asyncio.get_running_loop().create_future()))
        return Turn(self, party)

    async def _wait(self, waiting: _Waiting) -> None:
        self._waiting.append(waiting)
        try:
            await waiting.place
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:  # it has been given a place at the same time
                self.ended(waiting.asker.party, 0.0)
            raise

    def ended(self, party: str, seconds: float) -> None:
        """Take a place back that a party has had for so long, and let the next one in."""
        self._free += 1
        self._inside[party] -= 1
        self._had[party] += seconds
        # Who has just given up is still in the list.
        if there := [one for one in self._waiting if not one.place.cancelled()]:
            following = min(there, key=self._urgency)
            self._waiting.remove(following)
            self._let_in(following.asker.party)
            following.place.set_result(None)
        self._forget()

    def _urgency(self, waiting: _Waiting) -> tuple[Rank, float, int]:
        party, rank = waiting.asker
        return rank, self._had[party], self._inside[party]

    def _let_in(self, party: str) -> None:
        self._free -= 1
        self._inside[party] += 1
        self._level = max(self._level, self._had[party])

    def _forget(self) -> None:
        """Forget parties that are gone, and owe the others nothing."""
        self._inside = +self._inside
        if not self._inside:
            self._had.clear()
            self._level = 0.0
            return
        here = self._inside.keys() | {waiting.asker.party for waiting in self._waiting}
        self._had = {
            party: had for party, had in self._had.items() if party in here or had > self._level
        }
