"""Taking turns: which of the callers waiting for a thread or a process is next.

Each caller belongs to a party, such as all who come from one address, and is one of its members. A
party that asks for much waits behind others that ask for little, however many tables it has, and so
does a member of a party behind the others. This is hierarchical start-time fair queuing (Goyal, Vin
and Cheng, SIGCOMM 1996), where the shared resource is seconds of work.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import IntEnum
from heapq import heapify, heappop, heappush
from typing import Generic, NamedTuple, Protocol, TypeVar


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
    member: str = ""
    """Who of the party it is: its members take turns, too."""


ANYBODY = Requester()
"""The requester if there is only one party."""


def anybody() -> Requester:
    """Return the requester if there is only one party."""
    return ANYBODY


CLEANUP_MINIMUM = 64
"""This much is remembered before anything is dropped."""


class Slot:
    """A slot that a caller has until it releases it."""

    def __init__(self, queue: FairQueue, party: _Party, member: _Member) -> None:
        self.released = False
        self._queue = queue
        self._party = party
        self._member = member
        self._since = asyncio.get_running_loop().time()

    def release(self) -> None:
        """Pass the slot to the next caller; do nothing the second time."""
        if not self.released:
            self.released = True
            seconds = asyncio.get_running_loop().time() - self._since
            self._queue.release(self._party, self._member, seconds)


class _Waiting(NamedTuple):
    number: int
    """How many had begun to wait before."""
    slot: asyncio.Future[None]


class _Urgency(NamedTuple):
    """Determines who is next: the least one."""

    priority: Priority
    virtual_time: float
    active: int
    number: int


class _Taker(Protocol):
    """Whoever takes turns: a party among all, a member within its party."""

    name: str
    virtual_time: float
    """Seconds it has had while others waited, starting at the level when it came in."""
    active: int
    """How many slots it has."""
    waiting: int
    """How many slots it waits for."""
    queued: _Urgency | None
    """Its entry among all that wait, which may have become less urgent since."""

    @property
    def urgency(self) -> _Urgency | None:
        """The urgency of its first waiting caller; None if there is none."""


_T = TypeVar("_T", bound=_Taker)


class _Turns(Generic[_T]):
    """Several who take turns; finding the next takes time O(log n) for n that wait."""

    def __init__(self, new: Callable[[str], _T]) -> None:
        """Begin without anybody; `new` makes one with a name."""
        self._new = new
        self._takers: dict[str, _T] = {}
        self._heap: list[tuple[_Urgency, str]] = []
        """A heap of those that wait, including outdated entries."""
        self._size_after_cleanup = 0
        """How much there was to remember at the last clean-up."""
        self._virtual_time = 0.0
        """What the last admitted one had had: a new one is owed nothing from before."""

    def get(self, name: str) -> _T | None:
        """Return whoever has a name, if anything is known of it."""
        return self._takers.get(name)

    def join(self, name: str) -> _T:
        """Return whoever has a name and asks for a slot now."""
        taker = self._takers.get(name)
        if taker is None:
            taker = self._takers[name] = self._new(name)
        taker.virtual_time = max(taker.virtual_time, self._virtual_time)
        return taker

    def queue(self, taker: _T) -> None:
        """Put one into its place among those that wait."""
        urgency = taker.urgency
        if urgency and urgency != taker.queued:
            heappush(self._heap, (urgency, taker.name))
        taker.queued = urgency

    def first(self) -> _T | None:
        """Return the most urgent one that waits; None if nobody does."""
        while self._heap:
            urgency, name = self._heap[0]
            taker = self._takers.get(name)
            if taker is not None and taker.queued == urgency:
                if taker.urgency == urgency:
                    return taker
                heappop(self._heap)
                self.queue(taker)
            else:
                heappop(self._heap)
        return None

    def admit(self, taker: _T) -> None:
        """Count a slot that one gets."""
        taker.active += 1
        self._virtual_time = max(self._virtual_time, taker.virtual_time)

    def release(self, taker: _T, seconds: float) -> None:
        """Count a slot that one has had for so long."""
        taker.active -= 1
        taker.virtual_time += seconds

    def clear(self) -> None:
        """Forget all: nobody has a slot, or waits."""
        self._takers.clear()
        self._heap.clear()
        self._virtual_time = 0.0

    def clean_up(self) -> None:
        """Drop those that are gone, and owe the others nothing."""
        if len(self._takers) + len(self._heap) > 2 * self._size_after_cleanup:
            self._takers = {
                name: taker
                for name, taker in self._takers.items()
                if taker.active or taker.waiting or taker.virtual_time > self._virtual_time
            }
            self._heap = [
                (taker.queued, name) for name, taker in self._takers.items() if taker.queued
            ]
            heapify(self._heap)
            self._size_after_cleanup = max(CLEANUP_MINIMUM, len(self._takers) + len(self._heap))


class _Member:
    """What a member of a party has, has had, and waits for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.virtual_time = 0.0
        self.active = 0
        self.waiting = 0
        self.queues: dict[Priority, deque[_Waiting]] = {priority: deque() for priority in Priority}
        self.queued: _Urgency | None = None

    @property
    def urgency(self) -> _Urgency | None:
        """The urgency of its first waiting caller; None if there is none."""
        for priority, queue in self.queues.items():
            while queue and queue[0].slot.cancelled():
                queue.popleft()
            if queue:
                return _Urgency(priority, self.virtual_time, self.active, queue[0].number)
        return None


class _Party:
    """What the members of a party have, have had, and wait for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.virtual_time = 0.0
        self.active = 0
        self.waiting = 0
        self.members = _Turns(_Member)
        self.queued: _Urgency | None = None

    @property
    def urgency(self) -> _Urgency | None:
        """The urgency of its first waiting caller; None if there is none."""
        first = self.members.first()
        urgency = None if first is None else first.urgency
        if urgency is None:
            return None
        return urgency._replace(virtual_time=self.virtual_time, active=self.active)

    def forget_if_idle(self) -> None:
        """Forget the members if the party neither has a slot nor waits for one."""
        if not self.active and not self.waiting:
            self.members.clear()


class FairQueue:
    """A few slots; a waiting caller gets one before parties that have had more."""

    def __init__(self, slots: int) -> None:
        self._free = slots
        self._active = 0
        self._waiting = 0
        self._numbers = itertools.count()
        self._parties = _Turns(_Party)

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
        party = self._parties.join(requester.party)
        member = party.members.join(requester.member)
        if self._free:
            self._admit(party, member)
        else:
            await self._wait(party, member, requester.priority)
        return Slot(self, party, member)

    async def _wait(self, party: _Party, member: _Member, priority: Priority) -> None:
        slot = asyncio.get_running_loop().create_future()
        member.queues[priority].append(_Waiting(next(self._numbers), slot))
        self._count_waiting(party, member, 1)
        self._queue(party, member)
        try:
            await slot
        except asyncio.CancelledError:
            if slot.cancelled():
                self._count_waiting(party, member, -1)
                party.forget_if_idle()
                self._queue(party, member)  # another of its members is its first now
            else:  # it has been given a slot at the same time
                self.release(party, member, 0.0)
            raise

    def release(self, party: _Party, member: _Member, seconds: float) -> None:
        """Take a slot back that a member of a party has had for so long; admit the next one."""
        self._free += 1
        self._active -= 1
        self._parties.release(party, seconds)
        party.members.release(member, seconds)
        self._queue(party, member)
        self._admit_next()
        self._clean_up(party)

    def _queue(self, party: _Party, member: _Member) -> None:
        """Put a member and its party into their places among those that wait."""
        party.members.queue(member)
        self._parties.queue(party)

    def _admit_next(self) -> None:
        party = self._parties.first()
        member = None if party is None else party.members.first()
        if party is None or member is None or member.urgency is None:
            return
        slot = member.queues[member.urgency.priority].popleft().slot
        self._count_waiting(party, member, -1)
        self._admit(party, member)
        slot.set_result(None)
        self._queue(party, member)

    def _count_waiting(self, party: _Party, member: _Member, more: int) -> None:
        self._waiting += more
        party.waiting += more
        member.waiting += more

    def _admit(self, party: _Party, member: _Member) -> None:
        self._free -= 1
        self._active += 1
        self._parties.admit(party)
        party.members.admit(member)

    def _clean_up(self, party: _Party) -> None:
        """Drop parties and members that are gone, and owe the others nothing."""
        if not self._active:
            self._parties.clear()
            return
        party.forget_if_idle()
        party.members.clean_up()
        self._parties.clean_up()
