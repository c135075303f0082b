"""Analyses of finished matches: judged once, from coarse to fine, and kept."""

import asyncio
import math
import random
from collections.abc import Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.tables.playing import asynchronous
from tischlein.bots.outlook import has_outlook, outlook
from tischlein.core import registry
from tischlein.core.driver import play_at_random
from tischlein.core.events import Event
from tischlein.core.kernel import new_rng
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.concurrency.background_processes import (
    MOST_ASKED,
    MOST_OF_PARTY,
    BackgroundProcess,
)
from tischlein.tables.problems import TooManyError
from tischlein.tables.review import analyses
from tischlein.tables.review.analyses import Analyses, Analysis


def match_of(key: str, seats: int = 0, seed: int = 1) -> tuple[Position, list[Event]]:
    game = registry.load(key)
    start = Position.start(game, seats or game.seats[0])
    return start, list(play_at_random(start.clone(), random.Random(seed)).play())


def after(start: Position, events: Sequence[Event]) -> Position:
    position = start.clone()
    for event in events:
        position.apply(event)
    return position


class InThisProcess(BackgroundProcess):
    """Does at once what the process beside would do, and counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    async def run(  # type: ignore[override]  # any types
        self, party: str, function: Any, *arguments: Any
    ) -> Any:
        del party
        self.asked += 1
        return function(*arguments)


async def finished_analysis(
    whole: Analyses, start: Position, events: list[Event], abandoned_after: float = math.inf
) -> Analysis:
    """Return an analysis; somebody waits for it, however busy the machine is, or not so long."""
    with patch.object(analyses, "ABANDONED_AFTER", abandoned_after):
        analysis = await whole.analyse("m", start, events, "x")
        for task in list(whole._tasks.values()):
            await task
    return analysis


@asynchronous
async def test_a_match_is_judged_once_and_kept(tmp_path: Path) -> None:
    start, events = match_of("raufer", 3)
    process = InThisProcess()
    whole = Analyses(process, tmp_path)
    analysis = await finished_analysis(whole, start, events)
    assert analysis.measure == "win_probability"
    assert analysis.done
    assert analysis.steps[-1] == len(events)
    winners = [rank == 0 for rank in after(start, events).ranks()]
    assert [value > 0 for value in analysis.values[-1] or ()] == winners
    asked = process.asked
    for kept in (whole, Analyses(process, tmp_path)):
        assert (await finished_analysis(kept, start, events)).values == analysis.values
    assert process.asked == asked


@asynchronous
async def test_nobody_is_burdened_by_many_matches(tmp_path: Path) -> None:
    start, events = match_of("raufer", 3)
    whole = Analyses(InThisProcess(), tmp_path)
    for number in range(2 * analyses.MOST_ANALYSED):
        await whole.analyse(f"m{number}", start, events, f"{number}")
        assert len(whole._tasks) <= analyses.MOST_ANALYSED
    await whole.close()
    assert not whole._tasks


@asynchronous
async def test_a_party_has_a_few_matches_judged_and_keeps_no_other_from_it(tmp_path: Path) -> None:
    class Idle(BackgroundProcess):
        def run(self, *_: Any) -> Any:  # type: ignore[override]  # any types
            return asyncio.Future()

    start, events = match_of("raufer", 3)
    whole = Analyses(Idle(), tmp_path)
    for number in range(2 * analyses.MOST_OF_PARTY):
        await whole.analyse(f"m{number}", start, events, "many")
    assert len(whole._tasks) == analyses.MOST_OF_PARTY
    await whole.analyse("other", start, events, "few")
    assert len(whole._tasks) == analyses.MOST_OF_PARTY + 1
    await whole.close()
    await whole.analyse("m9", start, events, "many")
    assert len(whole._tasks) == 1
    await whole.close()


@asynchronous
async def test_the_background_process_takes_a_few_of_each_party_in_turn() -> None:
    process, order = BackgroundProcess(), list[str]()

    async def draw(party: str) -> None:
        await process.run(party, abs, -1)
        order.append(party)

    try:
        many = [asyncio.create_task(draw("many")) for _ in range(MOST_OF_PARTY)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyError, match="studio-busy"):
            await draw("many")
        await draw("few")
        assert order == ["many", "few"]
        await asyncio.gather(*many)
        others = [asyncio.create_task(draw(f"{number}")) for number in range(MOST_ASKED)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyError, match="studio-busy"):
            await draw("few")
        await asyncio.gather(*others)
    finally:
        process.close()


@asynchronous
async def test_what_nobody_asks_for_any_more_is_not_evaluated(tmp_path: Path) -> None:
    start, events = match_of("bauab")
    process = InThisProcess()
    whole = Analyses(process, tmp_path)
    assert not (await finished_analysis(whole, start, events, abandoned_after=-1.0)).done
    assert process.asked == 0
    assert (await finished_analysis(whole, start, events)).done


@pytest.mark.parametrize(
    "error", [TooManyError("studio-busy"), BrokenProcessPool("killed"), ValueError("unheard of")]
)
@asynchronous
async def test_a_study_that_fails_goes_on_later_or_tells_nothing(
    tmp_path: Path, error: Exception
) -> None:
    class Failing(InThisProcess):
        async def run(  # type: ignore[override]  # any types
            self, party: str, function: Any, *arguments: Any
        ) -> Any:
            if self.asked == 1:
                self.asked += 1
                raise error
            return await super().run(party, function, *arguments)

    start, events = match_of("bauab")
    whole = Analyses(Failing(), tmp_path)
    analysis = await finished_analysis(whole, start, events)
    if not isinstance(error, ValueError):
        assert not analysis.done
        analysis = await finished_analysis(whole, start, events)
        assert (analysis.measure, analysis.done) == ("win_probability", True)
    else:
        assert (analysis.measure, analysis.values) == ("none", [])


@asynchronous
async def test_the_oldest_studies_make_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "MOST_IN_MEMORY", 1)
    monkeypatch.setattr(analyses, "MOST_ON_DISK", 2)
    start, events = match_of("bauab")
    whole = Analyses(InThisProcess(), tmp_path)
    for name in "abc":
        await whole.analyse(name, start, events[:4], "x")
        for task in list(whole._tasks.values()):
            await task
    files = await asyncio.to_thread(lambda: sorted(file.name for file in tmp_path.iterdir()))
    assert [name.partition("-")[0] for name in (*whole._analyses, *files)] == ["c", "b", "c"]


def test_servers_that_share_a_folder_may_store_the_same_at_the_same_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start, events = match_of("schollenschubser", 2)
    # So that one can see which of the two it is.
    first, last = (analyses.new_analysis(start, events[:count]) for count in (4, 8))
    whole, another = Analyses(InThisProcess(), tmp_path), Analyses(InThisProcess(), tmp_path)
    replace_file = Path.replace

    def replace_late(file: Path, target: Path) -> None:
        """Have another server store the same at the last moment."""
        monkeypatch.setattr(Path, "replace", replace_file)
        another._save("m-1", first)
        replace_file(file, target)

    monkeypatch.setattr(Path, "replace", replace_late)
    whole._save("m-1", last)
    (stored,) = tmp_path.iterdir()
    assert whole._load("m-1", start, events) == last != first
    assert stored.name == "m-1.json"


def test_steps_are_those_at_which_somebody_decides_and_not_too_many() -> None:
    start, events = match_of("schollenschubser", 2)
    analysis = analyses.new_analysis(start, events)
    assert len(analysis.steps) <= analyses.MOST_STEPS
    assert analysis.steps == sorted(set(analysis.steps))
    assert analysis.steps[-1] == len(events)
    for step in analysis.steps[:20]:
        assert after(start, events[:step]).acting != (CHANCE,)
    order = [index for indices in analyses._coarse_to_fine(analysis) for index in indices]
    assert sorted(order) == list(range(len(analysis.steps)))
    assert order[:2] == [len(analysis.steps) - 1, 0]


def test_points_are_told_where_bots_give_no_estimate() -> None:
    game = replace(registry.load("nussknacker"), heuristics=None)
    start = Position.start(game, 2)
    events = list(play_at_random(start.clone(), random.Random(1)).play())
    analysis = analyses.new_analysis(start, events)
    assert analysis.measure == "points"
    assert analysis.done
    assert analysis.values[-1] == tuple(map(float, after(start, events).scores()))


@pytest.mark.parametrize("key", [key for key in registry.keys() if has_outlook(registry.load(key))])
def test_whoever_has_won_hopes_for_all_and_hopes_add_up(key: str) -> None:
    start, events = match_of(key)
    end = after(start, events)
    assert outlook(end, new_rng(1)).exact
    first = end.ranks().count(0)
    expected = [1 / first if rank == 0 else 0 for rank in end.ranks()]
    assert outlook(end, new_rng(1)).values == pytest.approx(expected)
    middle = next(
        position
        for count in range(len(events) // 2, len(events))
        if CHANCE not in (position := after(start, events[:count])).acting
    )
    assert sum(outlook(middle, new_rng(1)).values) == pytest.approx(1)
