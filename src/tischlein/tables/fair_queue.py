"""Taking turns: which of the callers waiting for a thread or a process is next.

Each caller belongs to a party: all tables of one host are one. A party that asks for much waits
behind others that ask for little, however many tables it has. This is start-time fair queuing
(Goyal, Vin and Cheng, SIGCOMM 1996), where the shared resource is seconds of work.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import IntEnum
from heapq import heapify, heappop, heappush
from typing import NamedTuple


class Rank(IntEnum):
    """Priorities, most urgent first."""

    LIVE = 0
    """Somebody waits for it at a table."""
    ASIDE = 1
    """Advice, and lines that are tried: they never keep anything live waiting."""


class Asker(NamedTuple):
    """For whom something is computed."""

    party: str = ""
    rank: Rank = Rank.LIVE


ANYBODY = Asker()
"""The asker if there is only one party."""

FEW = 64
"""This much is remembered before anything is dropped."""


class Turn:
    """A place that a caller has until the turn is ended."""

    def __init__(self, turns: FairQueue, party: _Party) -> None:
        self.over = False
        self._turns = turns
        self._party = party
        self._since = asyncio.get_running_loop().time()

    def end(self) -> None:
        """Pass the place to the next caller; do nothing the second time."""
        if not self.over:
            self.over = True
            self._turns.ended(self._party, asyncio.get_running_loop().time() - self._since)


class _Waiting(NamedTuple):
    number: int
    """How many had begun to wait before."""
    place: asyncio.Future[None]


class _Urgency(NamedTuple):
    """Determines which party is next: the least one."""

    rank: Rank
    had: float
    inside: int
    number: int


class _Party:
    """What a party has, has had, and waits for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.had = 0.0
        """Seconds it has had while others waited, starting at the level when it came in."""
        self.inside = 0
        """How many places it has."""
        self.waiting = 0
        """How many places it waits for."""
        self.queues: dict[Rank, deque[_Waiting]] = {rank: deque() for rank in Rank}
        self.queued: _Urgency | None = None
        """Its entry among all waiting parties, which may have become less urgent since."""

    @property
    def urgency(self) -> _Urgency | None:
        """The urgency of its first waiting caller; None if there is none."""
        for rank, queue in self.queues.items():
            while queue and queue[0].place.cancelled():
                queue.popleft()
            if queue:
                return _Urgency(rank, self.had, self.inside, queue[0].number)
        return None


class FairQueue:
    """A few places; a waiting caller gets one before parties that have had more.

    Finding the next takes time O(log n) for n waiting parties.
    """

    def __init__(self, places: int) -> None:
        self._free = places
        self._inside = 0
        self._waiting = 0
        self._numbers = itertools.count()
        self._parties: dict[str, _Party] = {}
        self._following: list[tuple[_Urgency, str]] = []
        """A heap of the waiting parties, including outdated entries."""
        self._swept = 0
        """How much there was to remember at the last clean-up."""
        self._level = 0.0
        """What the last admitted party had had: a new party is owed nothing from before."""

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return self._waiting

    @property
    def asked(self) -> int:
        """How many have a place, or wait for one."""
        return self._inside + self._waiting

    def asked_by(self, party: str) -> int:
        """Return how many places a party has, or waits for."""
        known = self._parties.get(party)
        return known.inside + known.waiting if known else 0

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        """Wait for a place, and keep it within."""
        turn = await self.begin(asker)
        try:
            yield
        finally:
            turn.end()

    async def begin(self, asker: Asker) -> Turn:
        """Wait for a place; return the turn, which has to be ended."""
        party = self._parties.setdefault(asker.party, _Party(asker.party))
        party.had = max(party.had, self._level)
        if self._free:
            self._let_in(party)
        else:
            await self._wait(party, asker.rank)
        return Turn(self, party)

    async def _wait(self, party: _Party, rank: Rank) -> None:
        place = asyncio.get_running_loop().create_future()
        party.queues[rank].append(_Waiting(next(self._numbers), place))
        party.waiting += 1
        self._waiting += 1
        self._queue(party)
        try:
            await place
        except asyncio.CancelledError:
            if place.cancelled():
                self._waits_no_more(party)
            else:  # it has been given a place at the same time
                self.ended(party, 0.0)
            raise

    def ended(self, party: _Party, seconds: float) -> None:
        """Take a place back that a party has had for so long, and admit the next one."""
        self._free += 1
        self._inside -= 1
        party.inside -= 1
        party.had += seconds
        self._queue(party)
        self._let_next_in()
        self._forget()

    def _queue(self, party: _Party) -> None:
        """Put a party into its place among those that wait."""
        urgency = party.urgency
        if urgency and urgency != party.queued:
            heappush(self._following, (urgency, party.name))
        party.queued = urgency

    def _let_next_in(self) -> None:
        while self._following:
            urgency, name = heappop(self._following)
            party = self._parties.get(name)
            if party is None or party.queued != urgency:
                continue
            if party.urgency == urgency:
                place = party.queues[urgency.rank].popleft().place
                self._waits_no_more(party)
                self._let_in(party)
                place.set_result(None)
                self._queue(party)
                return
            self._queue(party)

    def _waits_no_more(self, party: _Party) -> None:
        self._waiting -= 1
        party.waiting -= 1

    def _let_in(self, party: _Party) -> None:
        self._free -= 1
        self._inside += 1
        party.inside += 1
        self._level = max(self._level, party.had)

    def _forget(self) -> None:
        """Drop parties that are gone, and owe the others nothing."""
        if not self._inside:
            self._parties.clear()
            self._following.clear()
            self._level = 0.0
        elif len(self._parties) + len(self._following) > 2 * self._swept:
            self._parties = {
                name: party
                for name, party in self._parties.items()
                if party.inside or party.waiting or party.had > self._level
            }
            self._following = [
                (party.queued, name) for name, party in self._parties.items() if party.queued
            ]
            heapify(self._following)
            self._swept = max(FEW, len(self._parties) + len(self._following))
