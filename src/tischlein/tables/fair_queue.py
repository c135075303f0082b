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


class Priority(IntEnum):
    """Priorities, most urgent first."""

    LIVE = 0
    """Somebody waits for it at a table."""
    BACKGROUND = 1
    """Advice, and variations that are tried: they never keep anything live waiting."""


class Requester(NamedTuple):
    """For whom something is computed."""

    party: str = ""
    priority: Priority = Priority.LIVE


ANYBODY = Requester()
"""The requester if there is only one party."""

CLEANUP_MINIMUM = 64
"""This much is remembered before anything is dropped."""


class Slot:
    """A slot that a caller has until it releases it."""

    def __init__(self, queue: FairQueue, party: _Party) -> None:
        self.released = False
        self._queue = queue
        self._party = party
        self._since = asyncio.get_running_loop().time()

    def release(self) -> None:
        """Pass the slot to the next caller; do nothing the second time."""
        if not self.released:
            self.released = True
            self._queue.release(self._party, asyncio.get_running_loop().time() - self._since)


class _Waiting(NamedTuple):
    number: int
    """How many had begun to wait before."""
    slot: asyncio.Future[None]


class _Urgency(NamedTuple):
    """Determines which party is next: the least one."""

    priority: Priority
    virtual_time: float
    active: int
    number: int


class _Party:
    """What a party has, has had, and waits for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.virtual_time = 0.0
        """Seconds it has had while others waited, starting at the level when it came in."""
        self.active = 0
        """How many slots it has."""
        self.waiting = 0
        """How many slots it waits for."""
        self.queues: dict[Priority, deque[_Waiting]] = {priority: deque() for priority in Priority}
        self.queued: _Urgency | None = None
        """Its entry among all waiting parties, which may have become less urgent since."""

    @property
    def urgency(self) -> _Urgency | None:
        """The urgency of its first waiting caller; None if there is none."""
        for priority, queue in self.queues.items():
            while queue and queue[0].slot.cancelled():
                queue.popleft()
            if queue:
                return _Urgency(priority, self.virtual_time, self.active, queue[0].number)
        return None


class FairQueue:
    """A few slots; a waiting caller gets one before parties that have had more.

    Finding the next takes time O(log n) for n waiting parties.
    """

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._active = 0
        self._waiting = 0
        self._numbers = itertools.count()
        self._parties: dict[str, _Party] = {}
        self._heap: list[tuple[_Urgency, str]] = []
        """A heap of the waiting parties, including outdated entries."""
        self._size_after_cleanup = 0
        """How much there was to remember at the last clean-up."""
        self._virtual_time = 0.0
        """What the last admitted party had had: a new party is owed nothing from before."""

    @property
    def waiting(self) -> int:
        """How many wait for a slot."""
        return self._waiting

    @property
    def pending(self) -> int:
        """How many have a slot, or wait for one."""
        return self._active + self._waiting

    def pending_of(self, party: str) -> int:
        """Return how many slots a party has, or waits for."""
        known = self._parties.get(party)
        return known.active + known.waiting if known else 0

    @asynccontextmanager
    async def slot(self, requester: Requester) -> AsyncIterator[None]:
        """Wait for a slot, and keep it within."""
        slot = await self.acquire(requester)
        try:
            yield
        finally:
            slot.release()

    async def acquire(self, requester: Requester) -> Slot:
        """Wait for a slot; whoever gets it has to release it."""
        party = self._parties.setdefault(requester.party, _Party(requester.party))
        party.virtual_time = max(party.virtual_time, self._virtual_time)
        if self._free:
            self._admit(party)
        else:
            await self._wait(party, requester.priority)
        return Slot(self, party)

    async def _wait(self, party: _Party, priority: Priority) -> None:
        slot = asyncio.get_running_loop().create_future()
        party.queues[priority].append(_Waiting(next(self._numbers), slot))
        party.waiting += 1
        self._waiting += 1
        self._queue(party)
        try:
            await slot
        except asyncio.CancelledError:
            if slot.cancelled():
                self._stop_waiting(party)
            else:  # it has been given a slot at the same time
                self.release(party, 0.0)
            raise

    def release(self, party: _Party, seconds: float) -> None:
        """Take a slot back that a party has had for so long, and admit the next one."""
        self._free += 1
        self._active -= 1
        party.active -= 1
        party.virtual_time += seconds
        self._queue(party)
        self._admit_next()
        self._clean_up()

    def _queue(self, party: _Party) -> None:
        """Put a party into its place among those that wait."""
        urgency = party.urgency
        if urgency and urgency != party.queued:
            heappush(self._heap, (urgency, party.name))
        party.queued = urgency

    def _admit_next(self) -> None:
        while self._heap:
            urgency, name = heappop(self._heap)
            party = self._parties.get(name)
            if party is None or party.queued != urgency:
                continue
            if party.urgency == urgency:
                slot = party.queues[urgency.priority].popleft().slot
                self._stop_waiting(party)
                self._admit(party)
                slot.set_result(None)
                self._queue(party)
                return
            self._queue(party)

    def _stop_waiting(self, party: _Party) -> None:
        self._waiting -= 1
        party.waiting -= 1

    def _admit(self, party: _Party) -> None:
        self._free -= 1
        self._active += 1
        party.active += 1
        self._virtual_time = max(self._virtual_time, party.virtual_time)

    def _clean_up(self) -> None:
        """Drop parties that are gone, and owe the others nothing."""
        if not self._active:
            self._parties.clear()
            self._heap.clear()
            self._virtual_time = 0.0
        elif len(self._parties) + len(self._heap) > 2 * self._size_after_cleanup:
            self._parties = {
                name: party
                for name, party in self._parties.items()
                if party.active or party.waiting or party.virtual_time > self._virtual_time
            }
            self._heap = [
                (party.queued, name) for name, party in self._parties.items() if party.queued
            ]
            heapify(self._heap)
            self._size_after_cleanup = max(CLEANUP_MINIMUM, len(self._parties) + len(self._heap))
