"""What is kept of results: asked for once, forgotten in their order."""

from __future__ import annotations

from tests.tiny import kuhn
from tischlein.core.position import Position
from tischlein.presentation.kept import Kept, once


def test_results_are_kept_and_the_oldest_forgotten() -> None:
    asked: list[int] = []

    def double(value: int) -> int:
        asked.append(value)
        return 2 * value

    doubled = Kept(double, 2)
    assert not doubled.has(1)
    assert [doubled(1), doubled(2), doubled(1)] == [2, 4, 2]
    assert asked == [1, 2]
    assert doubled.has(1)
    assert doubled(3) == 6
    assert not doubled.has(1)
    assert doubled(2) == 4
    assert asked == [1, 2, 3]


def test_what_is_made_of_a_view_is_made_once_for_all_who_share_it() -> None:
    made: list[object] = []

    @once
    def cards(state: object) -> list[int]:
        made.append(state)
        return [len(made)]

    position = Position.start(kuhn.GAME, 2)
    one, other = position.observations((0, 1))
    assert cards(one.state) is cards(other.state)
    assert cards(position.observe(0).state) == [2]
    assert len(made) == 2
