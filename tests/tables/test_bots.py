"""Bots of one match, without the table at which they sit."""

import asyncio
import gc
from typing import NoReturn

import pytest

from tests.tables.playing import asynchronous, random_player
from tests.tiny.kuhn import GAME as KUHN
from tischlein.bots.advice import adviser
from tischlein.tables.bots import Bots, Host, Means
from tischlein.tables.labour import Here
from tischlein.tables.problems import TableClosedError
from tischlein.tables.thinking import Thinkers
from tischlein.tables.workers import Workers


@pytest.mark.usefixtures("swept")
@asynchronous
async def test_who_comes_too_late_for_a_table_that_was_put_away_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    came = asyncio.Event()

    async def closed(*_: object) -> NoReturn:
        came.set()
        raise TableClosedError

    host = Host(closed, closed, lambda _: False, lambda: None, lambda: None)
    means = Means(Here(Thinkers(1), Workers(), random_player), 0.0)
    bots = Bots("match", KUHN, means, host)
    position, level = KUHN.start(2, seed=1), adviser(KUHN)
    (seat,) = position.acting
    assert level is not None
    bots.think({seat: (level, position.observe(seat))}, None, 0.0)
    await came.wait()
    await asyncio.sleep(0)
    del bots, host
    gc.collect()
    await asyncio.sleep(0)
    assert not caplog.records
