"""The queue: parties and their members wait behind others that ask for less."""

import asyncio
import random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables.playing import asynchronous
from tischlein.tables.concurrency.fair_queue import (
    CLEANUP_MINIMUM,
    FairQueue,
    Priority,
    Requester,
    Slot,
)

BUSY, GUEST = Requester("busy"), Requester("guest")


async def settle() -> None:
    """Let everything go on that can."""
    for _ in range(5):
        await asyncio.sleep(0)


class Clock:
    """The event loop's time, which stands still until it is moved."""

    def __init__(self) -> None:
        self.time = 0.0


@pytest.fixture
def clock() -> Clock:
    return Clock()


class RecordedQueue:
    """One slot, and who has had it in which order; each keeps it until let go."""

    def __init__(self, clock: Clock, slots: int = 1) -> None:
        self.fair = FairQueue(slots)
        self.order: list[str] = []
        self._clock = clock
        self._going: list[tuple[asyncio.Event, float]] = []

    async def work(self, requester: Requester, seconds: float) -> None:
        """Wait for the slot, and keep it for so long."""
        async with self.fair.slot(requester):
            self.order.append(requester.party)
            done = asyncio.Event()
            self._going.append((done, seconds))
            await done.wait()

    async def finish(self) -> None:
        """Let all do what they have come for, one after the other."""
        await settle()
        while self._going:
            done, seconds = self._going.pop(0)
            self._clock.time += seconds
            done.set()
            await settle()


@asynchronous
async def test_a_newcomer_waits_for_what_is_being_done_and_for_nothing_else(clock: Clock) -> None:
    queue = RecordedQueue(clock)
    with patch.object(asyncio.get_running_loop(), "time", lambda: clock.time):
        many = [asyncio.create_task(queue.work(BUSY, 3.0)) for _ in range(20)]
        await settle()
        guest = asyncio.create_task(queue.work(GUEST, 0.1))
        await queue.finish()
        await asyncio.gather(*many, guest)
    assert queue.order == ["busy", "guest", *["busy"] * 19]


@asynchronous
async def test_whoever_asks_for_little_comes_often(clock: Clock) -> None:
    queue = RecordedQueue(clock)
    with patch.object(asyncio.get_running_loop(), "time", lambda: clock.time):
        tasks = [asyncio.create_task(queue.work(BUSY, 4.0)) for _ in range(3)]
        tasks += [asyncio.create_task(queue.work(GUEST, 1.0)) for _ in range(6)]
        await queue.finish()
        await asyncio.gather(*tasks)
    assert queue.order == ["busy", *["guest"] * 4, "busy", *["guest"] * 2, "busy"]


@asynchronous
async def test_a_party_is_owed_nothing_from_when_it_asked_for_nothing(clock: Clock) -> None:
    queue, regular = RecordedQueue(clock), Requester("regular")
    with patch.object(asyncio.get_running_loop(), "time", lambda: clock.time):
        tasks = [asyncio.create_task(queue.work(BUSY, 9.0)) for _ in range(2)]
        tasks += [asyncio.create_task(queue.work(regular, 9.0)) for _ in range(2)]
        await settle()
        tasks += [asyncio.create_task(queue.work(GUEST, 9.0)) for _ in range(2)]
        await queue.finish()
        await asyncio.gather(*tasks)
    assert queue.order == ["busy", "regular", "guest", "busy", "regular", "guest"]


@asynchronous
async def test_members_of_a_party_take_turns_and_a_party_gains_nothing_by_having_many(
    clock: Clock,
) -> None:
    queue, members = RecordedQueue(clock), list[str]()

    async def work(party: str, member: str) -> None:
        await queue.work(Requester(party, member=member), 1.0)
        members.append(member)

    with patch.object(asyncio.get_running_loop(), "time", lambda: clock.time):
        tasks = [asyncio.create_task(work("class", "many tables")) for _ in range(4)]
        tasks += [asyncio.create_task(work("class", name)) for name in ("a", "b", "c")]
        tasks += [asyncio.create_task(work("family", "d")) for _ in range(3)]
        await queue.finish()
        await asyncio.gather(*tasks)
    assert queue.order == ["class", "family"] * 3 + ["class"] * 4
    assert [one for one in members if one != "d"] == ["many tables", "a", "b", "c"] + [
        "many tables"
    ] * 3


@asynchronous
async def test_what_gives_way_comes_last(clock: Clock) -> None:
    queue, advice = RecordedQueue(clock), Requester("guest", Priority.BACKGROUND)
    with patch.object(asyncio.get_running_loop(), "time", lambda: clock.time):
        tasks = [asyncio.create_task(queue.work(BUSY, 1.0))]
        await settle()
        tasks += [asyncio.create_task(queue.work(advice, 1.0))]
        tasks += [asyncio.create_task(queue.work(BUSY, 1.0)) for _ in range(2)]
        await queue.finish()
        await asyncio.gather(*tasks)
    assert queue.order == ["busy", "busy", "busy", "guest"]


@asynchronous
async def test_who_gives_up_loses_nobody_a_place(clock: Clock) -> None:
    queue = RecordedQueue(clock)
    tasks = [asyncio.create_task(queue.work(Requester(name), 1.0)) for name in "abc"]
    await settle()
    tasks[1].cancel()  # while it waits
    await queue.finish()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert queue.order == ["a", "c"]
    holder = await queue.fair.acquire(BUSY)
    both = [asyncio.create_task(queue.work(Requester(name), 1.0)) for name in "de"]
    await settle()
    holder.release()  # the slot is given to the first,
    both[0].cancel()  # who does not want it any more
    await queue.finish()
    await asyncio.gather(*both, return_exceptions=True)
    assert queue.order == ["a", "c", "e"]
    assert queue.fair.pending == queue.fair.waiting == 0


@given(
    st.integers(1, 4),
    st.lists(
        st.tuples(
            st.sampled_from("abcde"), st.sampled_from(Priority), st.integers(0, 5), st.booleans()
        ),
        max_size=40,
    ),
)
@asynchronous
async def test_all_come_in_and_never_more_than_there_are_places(
    slots: int, wanted: list[tuple[str, Priority, int, bool]]
) -> None:
    queue, active, most = FairQueue(slots), 0, 0

    async def work(requester: Requester, ticks: int) -> None:
        nonlocal active, most
        async with queue.slot(requester):
            active += 1
            most = max(most, active)
            try:
                for _ in range(ticks):
                    await asyncio.sleep(0)
            finally:
                active -= 1

    tasks = [
        asyncio.create_task(work(Requester(party, priority), ticks))
        for party, priority, ticks, _ in wanted
    ]
    for task, (*_, gives_up) in zip(tasks, wanted, strict=True):
        await asyncio.sleep(0)
        if gives_up:
            task.cancel()
    left = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(one) for one in left} <= {type(None), asyncio.CancelledError}
    assert most <= slots
    assert queue.pending == 0


Member = tuple[str, str]
"""A party and one of its members."""


class Active(NamedTuple):
    """Somebody who has a slot."""

    number: int
    member: Member
    since: float


class Reference:
    """The queue as its definition reads: of all who wait, the most urgent is looked for."""

    def __init__(self, slots: int) -> None:
        self.active: list[Active] = []
        self.waiting: list[tuple[int, Requester]] = []
        self._slots = slots
        self._had: dict[Member | str, float] = {}
        """What each party and each member has had."""
        self._level: dict[str | None, float] = {}
        """What the last admitted member of a party had had, and the last admitted party (None)."""

    def acquire(self, number: int, requester: Requester, now: float) -> None:
        """Let somebody come."""
        party, member = requester.party, (requester.party, requester.member)
        self._had[party] = max(self._had.get(party, 0.0), self._level.get(None, 0.0))
        self._had[member] = max(self._had.get(member, 0.0), self._level.get(party, 0.0))
        self.waiting.append((number, requester))
        self._admit(now)

    def release(self, number: int, now: float) -> None:
        """Let somebody release a slot."""
        leaves = next(one for one in self.active if one.number == number)
        self.active.remove(leaves)
        party = leaves.member[0]
        for one in (party, leaves.member):
            self._had[one] += now - leaves.since
        self._admit(now)
        if not self.active:
            self._had, self._level = {}, {}
        else:
            self._forget_if_idle(party)

    def give_up(self, number: int) -> None:
        """Let somebody wait no more."""
        (party,) = [who.party for one, who in self.waiting if one == number]
        self.waiting = [one for one in self.waiting if one[0] != number]
        self._forget_if_idle(party)

    def _forget_if_idle(self, party: str) -> None:
        busy = {one.member[0] for one in self.active} | {who.party for _, who in self.waiting}
        if party not in busy:
            self._level.pop(party, None)
            self._had = {
                one: had
                for one, had in self._had.items()
                if isinstance(one, str) or one[0] != party
            }

    def _admit(self, now: float) -> None:
        if len(self.active) < self._slots and self.waiting:
            # The most urgent of each party, and of these the one of the most urgent party.
            firsts = dict[str, tuple[int, Requester]]()
            for one in sorted(self.waiting, key=self._urgency_in_party):
                firsts.setdefault(one[1].party, one)
            number, requester = following = min(firsts.values(), key=self._urgency_of_party)
            self.waiting.remove(following)
            party, member = requester.party, (requester.party, requester.member)
            self.active.append(Active(number, member, now))
            self._level[None] = max(self._level.get(None, 0.0), self._had[party])
            self._level[party] = max(self._level.get(party, 0.0), self._had[member])

    def _urgency_in_party(self, one: tuple[int, Requester]) -> tuple[Priority, float, int, int]:
        number, (party, priority, member) = one
        active = sum((party, member) == other.member for other in self.active)
        return priority, self._had[party, member], active, number

    def _urgency_of_party(self, one: tuple[int, Requester]) -> tuple[Priority, float, int, int]:
        number, (party, priority, _) = one
        active = sum(party == other.member[0] for other in self.active)
        return priority, self._had[party], active, number


@pytest.mark.parametrize("minimum", [1, CLEANUP_MINIMUM])
@pytest.mark.parametrize("slots", [1, 2, 3])
@given(st.integers(0, 2**32))
@asynchronous
async def test_who_is_next_is_who_is_most_urgent_of_all(
    slots: int, minimum: int, seed: int
) -> None:
    queue, reference, clock, chance = (
        FairQueue(slots),
        Reference(slots),
        Clock(),
        random.Random(seed),
    )
    begun: list[asyncio.Task[Slot]] = []
    over: set[int] = set()
    with (
        patch.object(asyncio.get_running_loop(), "time", lambda: clock.time),
        patch("tischlein.tables.concurrency.fair_queue.CLEANUP_MINIMUM", minimum),
    ):
        for _ in range(60):
            what = chance.choice(("comes", "comes", "ends", "ends", "gives up"))
            if what == "comes":
                requester = Requester(
                    chance.choice("abc"), chance.choice(list(Priority)), chance.choice("xyz")
                )
                reference.acquire(len(begun), requester, clock.time)
                begun.append(asyncio.create_task(queue.acquire(requester)))
            elif what == "ends" and reference.active:
                number = chance.choice(reference.active).number
                clock.time += chance.randrange(4)
                reference.release(number, clock.time)
                begun[number].result().release()
                over.add(number)
            elif what == "gives up" and reference.waiting:
                number, _ = chance.choice(reference.waiting)
                reference.give_up(number)
                begun[number].cancel()
                over.add(number)
            await settle()
            active = {number for number, task in enumerate(begun) if task.done()} - over
            assert active == {one.number for one in reference.active}
            assert queue.waiting == len(reference.waiting)
        for task in begun:
            task.cancel()
