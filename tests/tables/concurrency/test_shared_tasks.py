"""Who gives up waiting for what others wait for, too, is told nothing, and nobody else either."""

import asyncio
import gc
import logging

import pytest

from tests.tables.playing import asynchronous
from tischlein.tables.concurrency.shared_tasks import await_shared
from tischlein.tables.storage.store_errors import StoreUnavailableError


async def given_up(error: Exception) -> None:
    """Let one give up waiting for what fails later, and all that has been be collected."""
    failing = asyncio.Event()

    async def work() -> int:
        await failing.wait()
        raise error

    task = asyncio.create_task(work())
    waiting = asyncio.create_task(await_shared(task))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait((waiting,))
    assert not task.done()
    failing.set()
    await asyncio.wait((task,))
    await asyncio.sleep(0)
    del task, waiting
    gc.collect()


@asynchronous
async def test_a_refusal_for_which_nobody_waits_any_more_is_not_logged(
    swept: None, caplog: pytest.LogCaptureFixture
) -> None:
    await given_up(StoreUnavailableError("the database is away"))
    assert not [one for one in caplog.records if one.levelno >= logging.WARNING]


@asynchronous
async def test_a_fault_for_which_nobody_waits_any_more_is_logged(
    swept: None, caplog: pytest.LogCaptureFixture
) -> None:
    await given_up(ZeroDivisionError("broken"))
    (logged,) = (one for one in caplog.records if one.levelno >= logging.WARNING)
    assert logged.exc_info is not None
    assert "broken" in str(logged.exc_info[1])


@asynchronous
async def test_others_that_wait_get_what_there_is() -> None:
    done = asyncio.Event()

    async def work() -> int:
        await done.wait()
        return 7

    task = asyncio.create_task(work())
    one, other = (asyncio.create_task(await_shared(task)) for _ in range(2))
    await asyncio.sleep(0)
    one.cancel()
    done.set()
    assert await other == 7
