"""Small plans of Bauab: what is proven of them is what plain search through everything finds."""

from functools import cache
from itertools import permutations

import numpy as np
import pytest

from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.events import Event
from tischlein.core.position import Position
from tischlein.games.bauab import optimum, rules
from tischlein.games.bauab.state import SUPPLY
from tischlein.lab import exact

FEW = (1, 1, 0, 0, 0, 1)
"""Chips 1, 2 and X."""


def position(plan: str, supply: tuple[int, ...]) -> Position:
    found = registry.load("bauab").start(2, options={"first": "A"}).clone()
    found.row[:] = optimum.start(plan, supply)
    return found


def margin(start: Position) -> tuple[int, int]:
    """What A wins by, points before planning chips; by looking at everything, with no shortcuts."""

    @cache
    def value(row: bytes) -> tuple[int, int]:
        here = start.clone()
        here.row[:] = np.frombuffer(row, np.int64)
        if here.over:
            points = here.scores()
            planned = [rules.planned(here.state, seat) for seat in range(2)]
            return points[0] - points[1], planned[0] - planned[1]
        (seat,) = here.acting
        found = []
        for action in here.legal(seat):
            following = here.clone()
            following.apply(Event(seat, action))
            found.append(value(following.row.tobytes()))
        best = (max, min)[seat](found, key=lambda one: (one[0], one[0] == 0 and one[1]))
        return best[0], best[1]

    return value(start.row.tobytes())


@pytest.mark.parametrize("plan", ["1", "11", "111", "11/11", "1111", "11/10/11"])
def test_few_chips_are_worth_what_looking_at_everything_says(plan: str) -> None:
    points, planned = margin(position(plan, FEW))
    found = optimum.solve(plan, FEW)
    ahead = points or planned
    assert found.margin == points
    assert found.won == (1.0 if ahead > 0 else 0.0 if ahead < 0 else 0.5)


@pytest.mark.parametrize("plan", ["1", "11", "111"])
def test_all_chips_of_the_game_are_worth_what_looking_at_everything_says(plan: str) -> None:
    found = optimum.solve(plan)
    assert found.won == exact.solve(position(plan, SUPPLY)).value
    assert found.margin == margin(position(plan, SUPPLY))[0]


def test_plans_that_hang_together_alike_are_worth_the_same() -> None:
    """A row of five and one that turns a corner; and both are proven anew with little room."""
    row, corner = optimum.solve("11111"), optimum.solve("1111/1000")
    assert (row.margin, row.won) == (corner.margin, corner.won) == (2, 1.0)
    cramped = optimum.solve("1111", entries=500)
    whole = optimum.solve("1111")
    assert (cramped.margin, cramped.won) == (whole.margin, whole.won)
    assert cramped.tried > whole.tried


def test_turning_and_mirroring_keep_neighbours() -> None:
    square = optimum.start("11/11").view(optimum.DTYPE)[0].around[:4].tolist()
    assert len(optimum.symmetries(tuple(square))) == 8
    row = optimum.start("111").view(optimum.DTYPE)[0].around[:3].tolist()
    assert optimum.symmetries(tuple(row)).tolist() == [[0, 1, 2], [2, 1, 0]]


def test_what_is_too_large_is_refused() -> None:
    with pytest.raises(GameError, match="11 plots is too large to solve: 10 at most"):
        optimum.solve("11111111111")
    with pytest.raises(GameError, match="the plan 11/11 takes more than 100 placements"):
        optimum.solve("11/11", most=100)


def test_the_game_tells_what_it_has_solved() -> None:
    known = {what.rpartition(" ")[2]: value for what, value in optimum.solved()}
    assert list(known) == list(optimum.SMALL)
    assert list(known.values()) == [5, 0, 5, 1, 4, 0, 2, 3, 5, 1]


def test_every_plan_of_up_to_five_plots_is_there() -> None:
    """Grown plot by plot; plans are alike whose plots have the same neighbours."""
    grown = {frozenset({(0, 0)})}
    sorts: set[bytes] = set()
    for _ in range(5):
        sorts |= {sort(_plan(cells)) for cells in grown}
        grown = {
            cells | {(line + down, column + right)}
            for cells in grown
            for line, column in cells
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (line + down, column + right) not in cells
        }
    assert sorts == {sort(plan) for plan in optimum.SMALL}
    assert len(sorts) == len(optimum.SMALL)


def sort(plan: str) -> bytes:
    """What plans have in common that differ in the numbers of their plots alone."""
    around = optimum.start(plan).view(optimum.DTYPE)[0].around[: plan.count("1")].tolist()
    size = len(around)
    return min(
        bytes(around[one] >> other & 1 for one in order for other in order)
        for order in permutations(range(size))
    )


def _plan(cells: frozenset[tuple[int, int]]) -> str:
    lines, columns = zip(*cells, strict=True)
    return "/".join(
        "".join("01"[(line, column) in cells] for column in range(min(columns), max(columns) + 1))
        for line in range(min(lines), max(lines) + 1)
    )
