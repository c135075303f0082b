"""Boards of cells: a scene, and names, from who owns what."""

import pytest

from benchmarks.connect_four import GAME as CONNECT_FOUR
from tischlein.presentation import cell_names, grid

OWNERS = [-1, 0, 1, -1, -1, 0, *[-1] * 6]
"""Three rows of four."""


def test_cells_are_named_by_column_and_row_in_reading_order() -> None:
    assert cell_names(3, 2) == ["a1", "b1", "c1", "a2", "b2", "c2"]
    assert cell_names(54, 1)[25:28] + cell_names(54, 1)[51:] == [
        "z1",
        "aa1",
        "ab1",
        "az1",
        "ba1",
        "bb1",
    ]


def test_cells_and_marks_lie_where_they_belong() -> None:
    scene = grid(CONNECT_FOUR.start().observe(0), 4, OWNERS)
    assert (scene.width, scene.height) == (4.0, 3.0)
    assert [(place.x, place.y) for place in scene.places[3:6]] == [(3, 0), (0, 1), (1, 1)]
    assert [place.label.values["cell"] for place in scene.places] == cell_names(4, 3)
    assert [(mark.x, mark.y, mark.seat) for mark in scene.pieces] == [
        (1.5, 0.5, 0),
        (2.5, 0.5, 1),
        (1.5, 1.5, 0),
    ]
    assert {mark.place for mark in scene.pieces} <= {place.id for place in scene.places}


@pytest.mark.parametrize(
    ("targets", "first"), [(None, "cell:0"), ([8 - n for n in range(7)], "cell:8")]
)
def test_an_action_is_picked_by_the_cell_of_its_number_or_another(
    targets: list[int] | None, first: str
) -> None:
    scene = grid(CONNECT_FOUR.start().observe(0), 4, OWNERS, targets)
    assert [choice.action for choice in scene.choices] == list(range(7))
    assert scene.choices[0].path == (first,)
    assert grid(CONNECT_FOUR.start().observe(1), 4, OWNERS).choices == []
