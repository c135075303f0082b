"""Bots of one match, without the table at which they sit."""

import asyncio
import gc
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

import pytest

from tests.tables.playing import asynchronous, random_player
from tests.tiny.kuhn import GAME as KUHN
from tischlein.bots import Decision
from tischlein.bots.advice import adviser
from tischlein.core.position import Observation
from tischlein.core.state import Ints
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.computing.thinking import BotThreads
from tischlein.tables.computing.workers import WorkerProcesses
from tischlein.tables.concurrency.mailbox import Work, fail
from tischlein.tables.match.bots import BotCallbacks, BotResources, Bots
from tischlein.tables.problems import NotNowError, TableClosedError
from tischlein.tables.stored import AcceptedCommand, StoredAnswer


@pytest.mark.usefixtures("swept")
@asynchronous
async def test_who_comes_too_late_for_a_table_that_was_put_away_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    came = asyncio.Event()

    async def closed(*_: object) -> NoReturn:
        came.set()
        raise TableClosedError

    callbacks = BotCallbacks(closed, closed, lambda _: False, lambda: None, lambda: None)
    resources = BotResources(LocalCompute(BotThreads(1), WorkerProcesses(), random_player), 0.0)
    bots = Bots("match", KUHN, resources, callbacks)
    position, level = KUHN.start(2, seed=1), adviser(KUHN)
    (seat,) = position.acting
    assert level is not None
    bots.think({seat: (level, position.observe(seat))}, None, 0.0)
    await came.wait()
    await asyncio.sleep(0)
    del bots, callbacks
    gc.collect()
    await asyncio.sleep(0)
    assert not caplog.records


class First:
    """Plays the first of its actions, always."""

    def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision:
        """Return the first one."""
        del observation, stop
        return Decision(legal[0])


@asynchronous
async def test_a_bot_that_may_not_act_just_now_makes_its_own_choice_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tischlein.tables.match.bots.random.choice", lambda legal: legal[-1])
    acted: asyncio.Queue[int] = asyncio.Queue()

    async def ask(work: Work[None]) -> None:
        with suppress(NotNowError):
            await work()

    async def waits(seat: int, action: int, _: int) -> NoReturn:
        acted.put_nowait(action)
        raise NotNowError("claim-pending", seat=seat)

    callbacks = BotCallbacks(ask, waits, lambda _: False, lambda: None, lambda: None)
    resources = BotResources(
        LocalCompute(BotThreads(1), WorkerProcesses(), lambda *_: First()), 0.0
    )
    bots = Bots("match", KUHN, resources, callbacks)
    position, level = KUHN.start(2, seed=1), adviser(KUHN)
    (seat,) = position.acting
    assert level is not None
    for _ in range(2):
        bots.think({seat: (level, position.observe(seat))}, None, 0.0)
        assert await acted.get() == position.legal(seat)[0]
    await asyncio.gather(*bots.end())


@asynchronous
async def test_a_bot_whose_claim_fails_twice_does_something_else() -> None:
    claims: asyncio.Queue[tuple[int, asyncio.Future[StoredAnswer]]] = asyncio.Queue()

    async def ask(work: Work[None]) -> None:
        await work()

    async def claims_it(_: int, action: int, __: int) -> asyncio.Future[StoredAnswer]:
        claim: asyncio.Future[StoredAnswer] = asyncio.get_running_loop().create_future()
        claims.put_nowait((action, claim))
        return claim

    callbacks = BotCallbacks(ask, claims_it, lambda _: False, lambda: None, lambda: None)
    resources = BotResources(
        LocalCompute(BotThreads(1), WorkerProcesses(), lambda *_: First()), 0.0
    )
    bots = Bots("match", KUHN, resources, callbacks)
    position, level = KUHN.start(2, seed=1), adviser(KUHN)
    (seat,) = position.acting
    assert level is not None
    chosen: list[int] = []
    for _ in range(4):
        bots.think({seat: (level, position.observe(seat))}, None, 0.0)
        action, claim = await claims.get()
        chosen.append(action)
        if action == position.legal(seat)[0]:
            fail(claim, LookupError("a fault of ours"))
        else:
            claim.set_result(AcceptedCommand(seat, "", 1))
        await asyncio.sleep(0)
        await asyncio.gather(*bots.end())
    first, other = position.legal(seat)
    assert chosen == [first, first, other, first]
