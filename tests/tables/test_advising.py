"""Advice at a table: a question is thought about once, and given up when the match goes on."""

import asyncio

import pytest

from tests.tables.playing import asynchronous
from tests.tiny.kuhn import GAME as KUHN
from tischlein.bots.advice import adviser
from tischlein.core.levels import Level
from tischlein.core.position import Observation
from tischlein.tables.advising import Advising
from tischlein.tables.bots import Means
from tischlein.tables.labour import Here
from tischlein.tables.problems import NotNowError
from tischlein.tables.readiness import Ready
from tischlein.tables.thinking import Thinkers
from tischlein.tables.workers import Workers


class Gate(Ready):
    """Lets bots think once it is opened, and counts who comes."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.came = 0

    async def searches(self, key: str) -> None:
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
    advising = Advising(Means(Here(Thinkers(1), Workers(), readiness=gate), 0.0))
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


@asynchronous
async def test_a_question_is_given_up_when_the_match_goes_on() -> None:
    advising = Advising(Means(Here(Thinkers(1), Workers(), readiness=Gate()), 0.0))
    asked = asyncio.create_task(advising.answer(*question()))
    await asyncio.sleep(0)
    (thinking,) = advising.end()
    with pytest.raises(NotNowError, match="gone-on"):
        await asked
    assert thinking.cancelled()
