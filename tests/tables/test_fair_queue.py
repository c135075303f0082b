"""Turns: parties that ask for much wait behind those that ask for little."""

import asyncio
import random
from typing import NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables.playing import asynchronous
from tischlein.tables.fair_queue import FEW, Asker, FairQueue, Rank, Turn

BUSY, GUEST = Asker("busy"), Asker("guest")


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


class Place:
    """One place, and who has had it in which order; each keeps it until let go."""

    def __init__(self, clock: Clock, places: int = 1) -> None:
        self.turns = FairQueue(places)
        self.order: list[str] = []
        self._clock = clock
        self._going: list[tuple[asyncio.Event, float]] = []

    async def work(self, asker: Asker, seconds: float) -> None:
        """Wait for the place, and keep it for so long."""
        async with self.turns.turn(asker):
            self.order.append(asker.party)
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
    place = Place(clock)
    with patch.object(asyncio.get_running_loop(), "time", lambda: clock.time):
        many = [asyncio.create_task(place.work(BUSY, 3.0)) for _ in range(20)]
        await settle()
        guest = asyncio.create_task(place.work(GUEST, 0.1))
        await place.finish()
        await asyncio.gather(*many, guest)
    assert place.order == ["busy", "guest", *["busy"] * 19]


@asynchronous
async def test_whoever_asks_for_little_comes_often(clock: Clock) -> None:
    place = Place(clock)
    with patch.object(asyncio.get_running_loop(), "time", lambda: clock.time):
        tasks = [asyncio.create_task(place.work(BUSY, 4.0)) for _ in range(3)]
        tasks += [asyncio.create_task(place.work(GUEST, 1.0)) for _ in range(6)]
        await place.finish()
        await asyncio.gather(*tasks)
    assert place.order == ["busy", *["guest"] * 4, "busy", *["guest"] * 2, "busy"]


@asynchronous
async def test_a_party_is_owed_nothing_from_when_it_asked_for_nothing(clock: Clock) -> None:
    place, regular = Place(clock), Asker("regular")
    with patch.object(asyncio.get_running_loop(), "time", lambda: clock.time):
        tasks = [asyncio.create_task(place.work(BUSY, 9.0)) for _ in range(2)]
        tasks += [asyncio.create_task(place.work(regular, 9.0)) for _ in range(2)]
        await settle()
        tasks += [asyncio.create_task(place.work(GUEST, 9.0)) for _ in range(2)]
        await place.finish()
        await asyncio.gather(*tasks)
    assert place.order == ["busy", "regular", "guest", "busy", "regular", "guest"]


@asynchronous
async def test_what_gives_way_comes_last(clock: Clock) -> None:
    place, advice = Place(clock), Asker("guest", Rank.ASIDE)
    with patch.object(asyncio.get_running_loop(), "time", lambda: clock.time):
        tasks = [asyncio.create_task(place.work(BUSY, 1.0))]
        await settle()
        tasks += [asyncio.create_task(place.work(advice, 1.0))]
        tasks += [asyncio.create_task(place.work(BUSY, 1.0)) for _ in range(2)]
        await place.finish()
        await asyncio.gather(*tasks)
    assert place.order == ["busy", "busy", "busy", "guest"]


@asynchronous
async def test_who_gives_up_loses_nobody_a_place(clock: Clock) -> None:
    place = Place(clock)
    tasks = [asyncio.create_task(place.work(Asker(name), 1.0)) for name in "abc"]
    await settle()
    tasks[1].cancel()  # while it waits
    await place.finish()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert place.order == ["a", "c"]
    holder = await place.turns.begin(BUSY)
    both = [asyncio.create_task(place.work(Asker(name), 1.0)) for name in "de"]
    await settle()
    holder.end()  # the place is given to the first,
    both[0].cancel()  # who does not want it any more
    await place.finish()
    await asyncio.gather(*both, return_exceptions=True)
    assert place.order == ["a", "c", "e"]
    assert place.turns.asked == place.turns.waiting == 0


@given(
    st.integers(1, 4),
    st.lists(
        st.tuples(
            st.sampled_from("abcde"), st.sampled_from(Rank), st.integers(0, 5), st.booleans()
        ),
        max_size=40,
    ),
)
@asynchronous
async def test_all_come_in_and_never_more_than_there_are_places(
    places: int, wanted: list[tuple[str, Rank, int, bool]]
) -> None:
    turns, inside, most = FairQueue(places), 0, 0

    async def work(asker: Asker, ticks: int) -> None:
        nonlocal inside, most
        async with turns.turn(asker):
            inside += 1
            most = max(most, inside)
            try:
                for _ in range(ticks):
                    await asyncio.sleep(0)
            finally:
                inside -= 1

    tasks = [
        asyncio.create_task(work(Asker(party, rank), ticks)) for party, rank, ticks, _ in wanted
    ]
    for task, (*_, gives_up) in zip(tasks, wanted, strict=True):
        await asyncio.sleep(0)
        if gives_up:
            task.cancel()
    left = await asyncio.gather(*tasks, return_exceptions=True)
    assert {type(one) for one in left} <= {type(None), asyncio.CancelledError}
    assert most <= places
    assert turns.asked == 0


class Inside(NamedTuple):
    """Somebody who has a place."""

    number: int
    party: str
    since: float


class Plain:
    """Turns as their definition reads: of all who wait, the most urgent is looked for."""

    def __init__(self, places: int) -> None:
        self.inside: list[Inside] = []
        self.waiting: list[tuple[int, Asker]] = []
        self._places, self._level = places, 0.0
        self._had: dict[str, float] = {}

    def begin(self, number: int, asker: Asker, now: float) -> None:
        """Let somebody come."""
        self._had[asker.party] = max(self._had.get(asker.party, 0.0), self._level)
        self.waiting.append((number, asker))
        self._let_in(now)

    def end(self, number: int, now: float) -> None:
        """Let somebody leave a place."""
        leaves = next(one for one in self.inside if one.number == number)
        self.inside.remove(leaves)
        self._had[leaves.party] += now - leaves.since
        self._let_in(now)
        if not self.inside:
            self._had, self._level = {}, 0.0

    def give_up(self, number: int) -> None:
        """Let somebody wait no more."""
        self.waiting = [one for one in self.waiting if one[0] != number]

    def _let_in(self, now: float) -> None:
        if len(self.inside) < self._places and self.waiting:
            number, (party, _) = following = min(self.waiting, key=self._urgency)
            self.waiting.remove(following)
            self.inside.append(Inside(number, party, now))
            self._level = max(self._level, self._had[party])

    def _urgency(self, one: tuple[int, Asker]) -> tuple[Rank, float, int]:
        party, rank = one[1]
        return rank, self._had[party], sum(party == other.party for other in self.inside)


@pytest.mark.parametrize("few", [1, FEW])
@pytest.mark.parametrize("places", [1, 2, 3])
@given(st.integers(0, 2**32))
@asynchronous
async def test_who_is_next_is_who_is_most_urgent_of_all(places: int, few: int, seed: int) -> None:
    turns, plain, clock, chance = FairQueue(places), Plain(places), Clock(), random.Random(seed)
    begun: list[asyncio.Task[Turn]] = []
    over: set[int] = set()
    with (
        patch.object(asyncio.get_running_loop(), "time", lambda: clock.time),
        patch("tischlein.tables.fair_queue.FEW", few),
    ):
        for _ in range(60):
            what = chance.choice(("comes", "comes", "ends", "ends", "gives up"))
            if what == "comes":
                asker = Asker(chance.choice("abc"), chance.choice(list(Rank)))
                plain.begin(len(begun), asker, clock.time)
                begun.append(asyncio.create_task(turns.begin(asker)))
            elif what == "ends" and plain.inside:
                number = chance.choice(plain.inside).number
                clock.time += chance.randrange(4)
                plain.end(number, clock.time)
                begun[number].result().end()
                over.add(number)
            elif what == "gives up" and plain.waiting:
                number, _ = chance.choice(plain.waiting)
                plain.give_up(number)
                begun[number].cancel()
                over.add(number)
            await settle()
            inside = {number for number, task in enumerate(begun) if task.done()} - over
            assert inside == {one.number for one in plain.inside}
            assert turns.waiting == len(plain.waiting)
        for task in begun:
            task.cancel()
