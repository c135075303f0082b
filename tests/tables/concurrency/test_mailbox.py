"""The mailbox of one owner: order, bounds, failures and the end."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest

from tests.tables.manual_clock import advance_time, with_manual_clock
from tests.tables.playing import asynchronous
from tischlein.tables.concurrency import mailbox
from tischlein.tables.concurrency.mailbox import Mailbox
from tischlein.tables.problems import NotNowError, TableClosedError, TooManyError


async def nothing() -> None:
    """Do nothing before or after a request."""


@asynccontextmanager
async def opened() -> AsyncIterator[Mailbox]:
    """A mailbox whose owner hides what went wrong behind "not now"."""
    box = Mailbox(nothing, lambda error: NotNowError(str(error)), nothing)
    box.open("owner")
    try:
        yield box
    finally:
        await box.close()


@asynchronous
async def test_each_request_is_done_wholly_before_the_next() -> None:
    happened: list[str] = []

    async def work(name: str) -> str:
        happened.append(f"{name} begins")
        await asyncio.sleep(0)
        happened.append(f"{name} ends")
        return name

    async with opened() as box:
        answers = await asyncio.gather(box.ask(lambda: work("a")), box.ask(lambda: work("b")))
    assert [*answers] == ["a", "b"]
    assert happened == ["a begins", "a ends", "b begins", "b ends"]


@asynchronous
async def test_it_rests_once_all_that_follows_a_request_is_done() -> None:
    followed = asyncio.Event()

    async def follow() -> None:
        await followed.wait()

    box = Mailbox(nothing, lambda error: error, follow)
    box.open("owner")
    try:
        await box.finish_current()
        assert box.at_rest
        await box.ask(nothing)
        assert not box.at_rest  # it has been answered, and others have not been told yet
        finished = asyncio.create_task(box.finish_current())
        await asyncio.sleep(0)
        assert not finished.done()
        followed.set()
        await finished
        assert box.at_rest
        followed.clear()
        await box.ask(nothing)
        finished = asyncio.create_task(box.finish_current())
        await asyncio.sleep(0)
    finally:
        await box.close()
    await finished  # nobody waits for an owner who has gone


@asynchronous
async def test_more_than_may_wait_are_refused() -> None:
    async with opened() as box:
        waiting = [box.post(nothing) for _ in range(mailbox.MOST_WAITING)]
        with pytest.raises(TooManyError):
            box.post(nothing)
        await asyncio.gather(*waiting)
        await box.ask(nothing)


@asynchronous
async def test_the_last_places_are_not_for_guests() -> None:
    async with opened() as box:
        waiting = [box.post(nothing, guest=True) for _ in range(mailbox.MOST_BEFORE_GUESTS)]
        with pytest.raises(TooManyError):
            box.post(nothing, guest=True)
        waiting.append(box.post(nothing))
        await asyncio.gather(*waiting)
        await box.ask(nothing, guest=True)


@asynchronous
async def test_what_follows_a_request_may_fail_and_ends_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fails() -> None:
        raise IndexError("a picture with a fault")

    box = Mailbox(nothing, lambda error: error, fails)
    box.open("owner")
    await box.ask(nothing)
    await box.ask(nothing)
    assert not box.closed
    await box.close()
    assert caplog.text.count("what follows a request has failed") == 2


@asynchronous
async def test_a_failure_is_told_to_its_sender_alone() -> None:
    async def fails() -> None:
        raise OSError("disk")

    async with opened() as box:
        with pytest.raises(NotNowError, match="disk"):
            await box.ask(fails)
        await box.ask(nothing)


@asynchronous
async def test_who_insists_is_served_once_it_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mailbox, "RETRY", 0.001)
    tries: list[int] = []

    async def third_time() -> None:
        tries.append(1)
        if len(tries) < 3:
            raise OSError("disk")

    async with opened() as box:
        await box.ask_with_retries(third_time)
    assert len(tries) == 3


@with_manual_clock
async def test_who_insists_is_served_after_faults_ever_more_seldom() -> None:
    tried: list[float] = []

    async def sixth_time() -> None:
        tried.append(asyncio.get_running_loop().time())
        if len(tried) < 6:
            raise LookupError("a fault of ours")

    box = Mailbox(nothing, lambda error: error, nothing)
    box.open("box")
    insisting = asyncio.create_task(box.ask_with_retries(sixth_time))
    while not insisting.done():
        await advance_time(1000)
    await insisting
    await box.close()
    assert [round(after - before) for before, after in pairwise(tried)] == [1, 2, 4, 8, 16]
    assert mailbox.backoff(1000) == mailbox.LONGEST_BACKOFF


@asynchronous
async def test_who_insists_gives_up_when_it_is_closed() -> None:
    async with opened() as box:
        pass
    with pytest.raises(TableClosedError):
        await box.ask_with_retries(nothing)


@asynchronous
async def test_who_waits_when_it_closes_is_told_and_nobody_else_can_ask() -> None:
    forever = asyncio.Event()
    async with opened() as box:
        under_way = box.post(forever.wait)
        waiting = box.post(nothing)
        await asyncio.sleep(0)
        assert not box.at_rest
        await asyncio.sleep(0)
    for asked in (under_way, waiting):
        assert asked.done()
        with pytest.raises(TableClosedError):
            await asked
    with pytest.raises(TableClosedError):
        box.post(nothing)


@pytest.mark.usefixtures("swept")
@asynchronous
async def test_what_nobody_waits_for_may_be_left_at_the_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def takes_long() -> None:
        await asyncio.Event().wait()

    async with opened() as box:
        box.post(takes_long)
        box.post(nothing)
        await asyncio.sleep(0)
    gc.collect()
    await asyncio.sleep(0)
    assert not caplog.records


@asynchronous
async def test_nothing_of_a_request_is_held_once_it_is_done() -> None:
    """Else whom it was for, a whole table, would stay in memory until all garbage is collected."""

    class Somebody:
        async def act(self) -> None: ...

    async with opened() as box:
        somebody = Somebody()
        gone = weakref.ref(somebody)
        await box.ask(somebody.act)
        del somebody
        await asyncio.sleep(0)
        assert gone() is None


@asynchronous
async def test_whoever_closes_it_can_be_told_to_end_meanwhile() -> None:
    """Else the server's end would wait for a chore that goes on."""
    begun, lets_go = asyncio.Event(), asyncio.Event()

    async def ends_slowly() -> None:
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            await lets_go.wait()

    async with opened() as box:
        asking, after = box.post(ends_slowly), box.post(nothing)
        await begun.wait()
        closing = asyncio.create_task(box.close())
        await asyncio.sleep(0)
        closing.cancel()
        lets_go.set()
        await asyncio.wait((closing,))
        assert closing.cancelled()
        for answer in (asking, after):
            with pytest.raises(TableClosedError):
                await answer
