"""State classes: annotations become one row of 64-bit words, read as a record or as a view."""

import os
import subprocess
import sys
from typing import Annotated, Any, ClassVar

import numpy as np
import pytest

from tischlein.core.kernel import kernel
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
    assert Table.row_length == 1 + 1 + 1 + 6 + 4


def test_the_record_and_the_row_are_the_same_memory() -> None:
    row = np.zeros(Table.row_length, np.int64)
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
    with pytest.raises(
        TypeError, match=r"Wrong\.size: NumPy's records have a size of their own; call"
    ):
        type("Wrong", (State,), {"__annotations__": {"size": int}})
    with pytest.raises(
        TypeError, match=r"Wrong\.row: views of states have a row of their own; call"
    ):
        type("Wrong", (State,), {"__annotations__": {"row": int}})
    with pytest.raises(TypeError, match=r"Wrong\.record: views of states have a record"):
        type("Wrong", (State,), {"__annotations__": {"record": int}})


def test_a_record_has_its_fields_and_no_others() -> None:
    state = np.zeros(Table.row_length, np.int64).view(Table.dtype)[0]
    assert type(state).__name__ == "TableRecord"
    state.places = 1.5
    assert state.places.tolist() == [1.5] * 4
    with pytest.raises(AttributeError):
        assert state.movr
    with pytest.raises(AttributeError):
        state.movr = 1


@pytest.mark.parametrize("sizes", [(), (0,), (3, -1)])
def test_shapes_are_positive(sizes: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="positive sizes"):
        Shape(*sizes)


# --- views, for plain Python ---


@kernel
def weight(state: Table) -> float:
    """Read fields of every kind."""
    total = state.angle * state.mover
    for row in range(2):
        for column in range(3):
            total += state.hands[row, column] * state.places[row + column]
    return total


@kernel
def twice_the_weight(state: Table) -> float:
    """Call another kernel."""
    return 2 * weight(state)


def filled_row() -> Ints:
    """Return a row in which every field has values of its own."""
    row = np.arange(Table.row_length)
    row[0] = 4
    row.view(np.float64)[2] = 0.5
    row.view(np.float64)[9:] = (0.25, -1.5, 2.0, 4.0)
    return row


def test_a_view_has_the_values_of_the_record_as_plain_numbers_and_tuples() -> None:
    row = filled_row()
    view, record = Table.view(row), row.view(Table.dtype)[0]
    assert (view.seats, view.mover) == (record.seats, record.mover) == (4, 1)
    assert view.angle == record.angle == 0.5
    assert view.hands == tuple(map(tuple, record.hands.tolist())) == ((3, 4, 5), (6, 7, 8))
    assert view.places == tuple(record.places.tolist()) == (0.25, -1.5, 2.0, 4.0)
    assert [type(value) for value in (view.mover, view.angle, view.hands[0][0])] == [
        int,
        float,
        int,
    ]


class Scattered(State):
    """A state whose numbers stand apart."""

    first: int
    angle: float
    second: int
    third: int
    hands: Annotated[Ints, Shape(2)]
    fourth: int


@pytest.mark.parametrize("names", [("fourth", "second", "seats"), ("seats", "third", "first")])
def test_each_number_is_read_where_it_stands_in_any_order(names: tuple[str, ...]) -> None:
    row = np.arange(Scattered.row_length)
    view, record = Scattered.view(row), row.view(Scattered.dtype)[0]
    for name in (*names, "first", "second", "third", "fourth", "angle", "hands"):
        assert np.array_equal(getattr(view, name), getattr(record, name)), name


def test_a_view_cannot_be_written() -> None:
    view = Table.view(filled_row())
    with pytest.raises(AttributeError, match="TableView is for reading: mover is changed by rules"):
        view.mover = 2
    with pytest.raises(TypeError):
        view.hands[0][0] = 2
    assert view.mover == 1


def test_a_view_names_the_field_that_it_lacks() -> None:
    with pytest.raises(AttributeError, match="TableView has no field 'colour'"):
        Table.view(filled_row()).colour  # noqa: B018  # that it is not there is the test


def test_a_view_shows_the_row_as_it_was() -> None:
    row = filled_row()
    view = Table.view(row)
    assert (view.mover, view.hands[0]) == (1, (3, 4, 5))
    row[1] = row[3] = 9
    assert (view.mover, view.hands[0]) == (1, (3, 4, 5))
    assert (Table.view(row).mover, Table.view(row).hands[0]) == (9, (9, 4, 5))


def test_the_record_of_a_view_is_the_row_itself() -> None:
    row = filled_row()
    Table.view(row).record.mover = 9
    assert row[1] == 9


def test_a_view_shows_all_its_fields() -> None:
    assert repr(Table.view(filled_row())) == (
        "TableView(seats=4, mover=1, angle=0.5, hands=((3, 4, 5), (6, 7, 8)), "
        "places=(0.25, -1.5, 2.0, 4.0))"
    )


def test_kernels_take_views_as_they_take_records() -> None:
    row = filled_row()
    view: Any = Table.view(row)
    record = row.view(Table.dtype)[0]
    assert weight(view) == weight(record) == 42.25
    assert twice_the_weight(view) == twice_the_weight(record)


@pytest.mark.parametrize("interpreted", ["0", "1"])
def test_kernels_take_views_compiled_or_not(interpreted: str) -> None:
    script = (
        "from tests.core.test_state import *\n"
        "test_kernels_take_views_as_they_take_records()\n"
        "print(twice_the_weight(Table.view(filled_row())))"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": interpreted}
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert float(ran.stdout) == 2 * 42.25
