"""What is kept of results: asked for once, forgotten in their order."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from tests.tiny import kuhn
from tischlein.core.position import Observation, Position
from tischlein.games import misd
from tischlein.presentation.caches import CachedFunction, cached_by_view, cached_by_viewpoint


def test_results_are_kept_and_the_oldest_forgotten() -> None:
    asked: list[int] = []

    def double(value: int) -> int:
        asked.append(value)
        return 2 * value

    doubled = CachedFunction(double, 2)
    assert not doubled.has(1)
    assert [doubled(1), doubled(2), doubled(1)] == [2, 4, 2]
    assert asked == [1, 2]
    assert doubled.has(1)
    assert doubled(3) == 6
    assert not doubled.has(1)
    assert doubled(2) == 4
    assert asked == [1, 2, 3]


def test_threads_may_share_what_is_kept() -> None:
    """They push out each other's results all the time, at every step of the interpreter."""
    doubled = CachedFunction(lambda value: 2 * value, 2)
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as pool:
            for found in pool.map(lambda first: [*map(doubled, range(first, 20_000))], range(4)):
                assert found[-1] == 2 * 19_999
    finally:
        sys.setswitchinterval(before)


def test_what_is_made_of_a_view_is_made_once_for_all_who_share_it() -> None:
    made: list[object] = []

    @cached_by_view
    def cards(state: object) -> list[int]:
        made.append(state)
        return [len(made)]

    position = Position.start(kuhn.GAME, 2)
    one, other = position.observations((0, 1))
    assert cards(one.state) is cards(other.state)
    assert cards(position.observe(0).state) == [2]
    assert len(made) == 2


def test_what_is_shown_is_made_once_for_all_who_share_a_view_and_look_from_one_viewpoint() -> None:
    made: list[int] = []

    def acts(observation: Observation) -> bool:
        return observation.seat in observation.acting

    @cached_by_viewpoint(acts)
    def shown(observation: Observation) -> list[int]:
        made.append(observation.seat)
        return [observation.seat]

    position = Position.start(misd.GAME, 4, seed=1)
    (turner,) = position.acting
    seen = position.observations(range(4))
    others = [shown(one) for one in seen if one.seat != turner]
    assert all(one is others[0] for one in others)
    assert shown(seen[turner]) == [turner]
    assert len(made) == 2
    assert shown(position.observe(turner)) == [turner]
    assert len(made) == 3
