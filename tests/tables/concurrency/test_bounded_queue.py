"""The queue with one reader: order, its bound, and a reader who is called off."""

from __future__ import annotations

import asyncio

import pytest

from tests.tables.playing import asynchronous
from tischlein.tables.concurrency.bounded_queue import BoundedQueue


@asynchronous
async def test_what_was_put_in_comes_out_in_its_order_until_there_is_no_more() -> None:
    queue: BoundedQueue[int] = BoundedQueue(2)
    assert queue.empty()
    queue.put_nowait(1)
    queue.put_nowait(2)
    with pytest.raises(asyncio.QueueFull):
        queue.put_nowait(3)
    assert queue.qsize() == 2
    assert await queue.get() == 1
    assert queue.get_nowait() == 2
    with pytest.raises(asyncio.QueueEmpty):
        queue.get_nowait()


@asynchronous
async def test_a_reader_waits_for_what_comes_and_may_be_called_off() -> None:
    queue: BoundedQueue[int] = BoundedQueue(2)
    called_off = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    called_off.cancel()
    with pytest.raises(asyncio.CancelledError):
        await called_off
    reader = asyncio.create_task(queue.get())
    await asyncio.sleep(0)
    queue.put_nowait(1)
    queue.put_nowait(2)
    assert await reader == 1
    assert await queue.get() == 2
