"""Advice at a table: a question is thought about once, and given up when the match goes on."""

import asyncio

import pytest

from tests.tables.playing import asynchronous
from tests.tiny.kuhn import GAME as KUHN
from tischlein.bots.advice import Recommendation, adviser
from tischlein.core.levels import Level
from tischlein.core.position import Observation
from tischlein.core.registry import load
from tischlein.tables.computing.compute import LocalCompute
from tischlein.tables.computing.readiness import Ready
from tischlein.tables.computing.thinking import BotThreads
from tischlein.tables.computing.workers import WorkerProcesses
from tischlein.tables.match.advising import Advising, action_logs
from tischlein.tables.match.bots import BotResources
from tischlein.tables.problems import NotNowError


class Gate(Ready):
    """Lets bots think once it is opened, and counts who comes."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.came = 0

    async def wait_for_searches(self, key: str) -> None:
        del key
        self.came += 1
        await self.open.wait()


def question() -> tuple[Observation, Level]:
    """Return what the first seat of a match of Kuhn poker sees, and who is asked about it."""
    position = KUHN.start(2, seed=1)
    (seat,) = position.acting
    level = adviser(KUHN)
    assert level is not None
    return position.observe(seat), level


@asynchronous
async def test_the_same_question_is_thought_about_once() -> None:
    gate = Gate()
    advising = Advising(
        BotResources(LocalCompute(BotThreads(1), WorkerProcesses(), readiness=gate), 0.0)
    )
    seen, level = question()
    assert not advising.asked(seen)
    both = [asyncio.create_task(advising.answer(seen, level)) for _ in range(2)]
    await asyncio.sleep(0)
    assert advising.asked(seen)
    gate.open.set()
    first, second = await asyncio.gather(*both)
    assert first is second
    assert first.advice.actions[0] in seen.legal(seen.seat)
    assert gate.came == 1


def test_what_is_named_is_told_where_nothing_is_secret() -> None:
    seen = load("bauab").start(2, seed=1).observe(0)
    assert seen.legal(0)
    first, second = seen.legal(0)[:2]
    told = action_logs(seen, Recommendation((first, second)))
    assert [[phrase.key for phrase in phrases] for phrases in told] == [["say-place"]] * 2
    assert told[0] != told[1]
    hidden, _ = question()
    assert action_logs(hidden, Recommendation((hidden.legal(hidden.seat)[0],))) == []


@asynchronous
async def test_a_question_is_given_up_when_the_match_goes_on() -> None:
    advising = Advising(
        BotResources(LocalCompute(BotThreads(1), WorkerProcesses(), readiness=Gate()), 0.0)
    )
    asked = asyncio.create_task(advising.answer(*question()))
    await asyncio.sleep(0)
    (thinking,) = advising.end()
    with pytest.raises(NotNowError, match="gone-on"):
        await asked
    assert thinking.cancelled()


@asynchronous
async def test_who_asks_about_what_comes_next_has_given_up_the_question_before() -> None:
    advising = Advising(
        BotResources(LocalCompute(BotThreads(1), WorkerProcesses(), readiness=Gate()), 0.0)
    )
    seen, level = question()
    before = asyncio.create_task(advising.answer(seen, level))
    await asyncio.sleep(0)
    position = KUHN.start(2, seed=2)
    assert position.acting == (seen.seat,)
    asked = asyncio.create_task(advising.answer(position.observe(seen.seat), level))
    with pytest.raises(NotNowError, match="gone-on"):
        await before
    assert not asked.done()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert advising.asked(position.observe(seen.seat)), "others may wait for the same"
    await asyncio.gather(*advising.end(), return_exceptions=True)
