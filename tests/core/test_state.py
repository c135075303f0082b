"""State classes: annotations become one row of 64-bit words."""

from typing import Annotated, ClassVar

import numpy as np
import pytest

from tischlein.core.state import Ints, Reals, Shape, State


class Table(State):
    """A state with every kind of field."""

    LIMIT: ClassVar[int] = 3

    mover: int
    angle: float
    hands: Annotated[Ints, Shape(2, 3)]
    places: Annotated[Reals, Shape(4)]


def test_a_row_has_the_seats_first_and_then_the_fields_in_their_order() -> None:
    assert Table.dtype.names == ("seats", "mover", "angle", "hands", "places")
    assert Table.words == 1 + 1 + 1 + 6 + 4


def test_the_record_and_the_row_are_the_same_memory() -> None:
    row = np.zeros(Table.words, np.int64)
    state = row.view(Table.dtype)[0]
    state.hands[1, 2] = 7
    state.mover = 5
    state.angle = 0.5
    assert row[1] == 5
    assert row[8] == 7
    assert row.view(np.float64)[2] == 0.5
    row[1] = 6
    assert state.mover == 6


def test_integers_have_64_bits_and_reals_double_precision() -> None:
    assert Table.dtype["hands"].base == np.int64
    assert Table.dtype["places"].base == np.float64


@pytest.mark.parametrize(
    "annotation",
    [str, list[int], Annotated[Ints, "no shape"], Ints, Annotated[str, Shape(2)]],
    ids=str,
)
def test_fields_of_other_types_are_refused_by_name(annotation: object) -> None:
    with pytest.raises(TypeError, match=r"Wrong\.field: a state field is int"):
        type("Wrong", (State,), {"__annotations__": {"field": annotation}, "__module__": __name__})


def test_names_that_records_have_themselves_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Wrong\.size: NumPy's records have a size"):
        type("Wrong", (State,), {"__annotations__": {"size": int}})


@pytest.mark.parametrize("sizes", [(), (0,), (3, -1)])
def test_shapes_are_positive(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="positive sizes"):
        Shape(*sizes)
