"""The scheduler: what a moment brings is tried again where it fails, and time goes on."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from tests.tables.playing import asynchronous
from tischlein.tables import scheduler
from tischlein.tables.problems import ElsewhereError, NotNowError, UnknownError
from tischlein.tables.scheduler import Scheduler
from tischlein.tables.storage.store_errors import StoreUnavailableError
from tischlein.tables.timekeeping import Timekeeper

LATER, MUCH_LATER = scheduler._LATER, scheduler._MUCH_LATER


def keeper(now: Callable[[], int]) -> Timekeeper:
    """Return a timekeeper that nobody has begun, whose clock a test sets."""
    return Timekeeper(cast(Any, None), now, now)


@pytest.mark.parametrize(
    ("error", "pause"),
    [
        (UnknownError("match"), None),
        (ElsewhereError(), None),
        (NotNowError("storage"), LATER),
        (StoreUnavailableError("away"), LATER),
        (ValueError("unheard of"), MUCH_LATER),
    ],
)
@asynchronous
async def test_what_cannot_be_done_now_is_done_later_if_it_is_this_servers_to_do(
    error: Exception, pause: int | None
) -> None:
    now = [1000]
    time = keeper(lambda: now[0])
    attended: list[str] = []

    async def handle(match: str) -> None:
        attended.append(match)
        raise error

    rings = Scheduler(time, handle)
    time.schedule("match", 1000)
    times = []
    for passed in (0, (pause or LATER) - 1, 1):
        now[0] += passed
        rings.run_due()
        if rings.running:
            await asyncio.wait(rings.running)
        times.append(len(attended))
    assert times == [1, 1, 1 if pause is None else 2]


@asynchronous
async def test_time_goes_on_whatever_fails(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "RETRY", 0.0)
    errors: list[Exception] = [StoreUnavailableError("away"), ValueError("unheard of")]
    handled = asyncio.Event()

    class Failing(Timekeeper):
        async def begin(self) -> None:
            if errors:
                raise errors.pop(0)

    async def handle(_: str) -> None:
        handled.set()

    time = Failing(cast(Any, None), lambda: 1000, lambda: 1000)
    monkeypatch.setattr(time, "store_if_due", time.begin)
    time.schedule("match", 1000)
    keeping = asyncio.create_task(Scheduler(time, handle).run())
    await handled.wait()
    keeping.cancel()
    assert "keeping the time fails: away" in caplog.text
    assert "unheard of" in caplog.text
