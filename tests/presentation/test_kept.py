"""What is kept of results: asked for once, forgotten in their order."""

from __future__ import annotations

from tischlein.presentation.kept import Kept


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
