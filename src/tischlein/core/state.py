"""State classes: typed Python classes whose annotations become one fixed-size NumPy row.

A row is a sequence of 64-bit words. Integers are always ``int64`` and reals ``float64``: compiled
code computes in these types anyway, so a rule means the same compiled, interpreted and in a
debugger, and no narrow field can overflow. Copying a state is copying its row; hashing and saving
use its bytes; a batch of states is a two-dimensional array.

There are two ways to access a row. Rules, compiled or interpreted, take a record: named memory that
they also write to. Plain Python that only reads takes a :class:`StateView` with the same names,
whose fields are plain Python numbers; kernels accept it like a record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Annotated, Any, ClassVar, NamedTuple, get_args, get_origin, get_type_hints

import numpy as np
from numba.np.numpy_support import from_dtype
from numpy.typing import NDArray

Ints = NDArray[np.int64]
"""Whole numbers; a state's row is a one-dimensional, C-contiguous array of them."""
Reals = NDArray[np.float64]


class Shape(tuple[int, ...]):
    """The dimensions of an array field: ``plots: Annotated[Ints, Shape(16)]``."""

    __slots__ = ()

    def __new__(cls, *sizes: int) -> Shape:
        """Refuse sizes that no array can have (ValueError)."""
        if not sizes or any(size < 1 for size in sizes):
            raise ValueError(f"an array field needs positive sizes, not {sizes}")
        return super().__new__(cls, sizes)


class State:
    """Base of all state classes; subclasses declare fields by annotation only.

    A field is ``int``, ``float``, ``Annotated[Ints, Shape(...)]`` or ``Annotated[Reals,
    Shape(...)]``. What rules receive at run time is a (NumPy) record of this layout or a view of
    one, so methods cannot be called on it; write functions.

    Raises
    ------
    TypeError
        When a subclass declares a field of another type.
    """

    dtype: ClassVar[np.dtype[Any]]
    row_length: ClassVar[int]
    """Length of a row, in 64-bit words."""
    view: ClassVar[type[StateView]]

    seats: int
    """Number of seats at the table; written by the core before ``setup`` is called."""

    def __init_subclass__(cls) -> None:
        """Derive the row's layout from the annotations."""
        super().__init_subclass__()
        hints = get_type_hints(cls, include_extras=True)
        names = [name for name, hint in hints.items() if get_origin(hint) is not ClassVar]
        names.sort(key=lambda name: name != "seats")
        fields = [_field(cls, name, hints[name]) for name in names]
        cls.dtype = layout(f"{cls.__name__}Record", fields)
        cls.row_length = cls.dtype.itemsize // 8
        cls.view = _view_of(cls)


def layout(name: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """Return the layout of records whose fields are read and written as attributes.

    NumPy's own records look up every field among attributes first, in Python: that takes five times
    as long, and interpreted rules do little else.

    Parameters
    ----------
    name
        Name of the record class.
    fields
        As NumPy describes them: name, type and, for arrays, shape.
    """
    members = {field: property(itemgetter(field), _setter(field)) for field, *_ in fields}
    record = type(name, (np.void,), {**members, "__slots__": ()})
    return np.dtype((record, list(fields)))


def _setter(name: str) -> Callable[[np.void, Any], None]:
    def write(record: np.void, value: Any) -> None:
        record[name] = value

    return write


def _taken(cls: type, name: str, whose: str) -> str:
    return f"{cls.__name__}.{name}: {whose} have a {name} of their own; call the field otherwise"


def _field(cls: type, name: str, hint: Any) -> tuple[Any, ...]:
    if hasattr(np.void, name):
        raise TypeError(_taken(cls, name, "NumPy's records"))
    if hasattr(StateView, name) or name in StateView.__annotations__:
        raise TypeError(_taken(cls, name, "views of states"))
    if hint is int:
        return name, np.int64
    if hint is float:
        return name, np.float64
    if get_origin(hint) is Annotated:
        array, *notes = get_args(hint)
        shapes = [tuple(note) for note in notes if isinstance(note, Shape)]
        kind = np.int64 if array == Ints else np.float64 if array == Reals else None
        if kind is not None and len(shapes) == 1:
            return name, kind, shapes[0]
    raise TypeError(
        f"{cls.__name__}.{name}: a state field is int, float, Annotated[Ints, Shape(...)] "
        f"or Annotated[Reals, Shape(...)], not {hint}"
    )


# --- reading states in plain Python ---


class _Field(NamedTuple):
    """Where a field is in a row."""

    start: int
    stop: int
    shape: tuple[int, ...]
    real: bool


class _Number(NamedTuple):
    """Where a whole number is in a row, and the run of whole numbers around it."""

    place: int
    start: int
    stop: int
    names: tuple[str, ...]
    """Of all from ``start`` to ``stop``."""


_UNREAD = 2
"""Number of attributes of an unread view: the row and its memory."""


class StateView:
    """A row to be read in plain Python: fields are ints, floats, and (nested) tuples of them.

    A field is looked up in the row on first access, and cached: a view shows the row as it was
    then, so a new one is made for every position. Compiled rules accept it as a record. Some code
    reads one number and nothing else; code that reads a second one usually reads many, so its
    neighbours are cached with it.
    """

    _fields: ClassVar[dict[str, _Field]]
    _numbers: ClassVar[dict[str, _Number]]
    """Where each whole number is."""
    _dtype: ClassVar[np.dtype[Any]]
    _numba_type_: ClassVar[Any]
    """Tells Numba what the memory behind ``data`` is."""

    data: memoryview
    row: Ints

    def __init__(self, row: Ints) -> None:
        vars(self).update(row=row, data=row.data)

    @property
    def record(self) -> Any:
        """The row as a NumPy record."""
        return self.row.view(self._dtype)[0]

    def __getattr__(self, name: str) -> Any:
        """Read a field."""
        known = vars(self)
        number = self._numbers.get(name)
        if number is not None:
            if len(known) == _UNREAD:
                known[name] = self.data[number.place]
            else:
                beside = self.data[number.start : number.stop].tolist()
                known.update(zip(number.names, beside, strict=True))
            return known[name]
        place = self._fields.get(name)
        if place is None:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")
        start, stop, shape, real = place
        words = self.row[start:stop].view(np.float64).data if real else self.data[start:stop]
        value = known[name] = _nested(words, shape) if shape else words[0]
        return value

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse to change anything (AttributeError)."""
        raise AttributeError(f"{type(self).__name__} is for reading: {name} is changed by rules")

    def __repr__(self) -> str:
        """Return all fields with their values."""
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({fields})"


def _nested(values: Iterable[Any], shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Return values in row-major order as tuples of tuples, the innermost made first."""
    for size in shape[:0:-1]:
        values = zip(*[iter(values)] * size, strict=True)
    return tuple(values)


def _view_of(state: type[State]) -> type[StateView]:
    """Return the view class of a state class."""
    fields = {}
    for name, (kind, offset, *_) in (state.dtype.fields or {}).items():
        start = offset // 8
        stop = start + kind.itemsize // 8
        fields[name] = _Field(start, stop, kind.shape, kind.base == np.float64)
    members = {
        "__doc__": f"A light read-only view of a {state.__name__}.",
        "_fields": fields,
        "_numbers": _numbers_of(fields),
        "_dtype": state.dtype,
        "_numba_type_": from_dtype(state.dtype),
    }
    return type(f"{state.__name__}View", (StateView,), members)


def _numbers_of(fields: dict[str, _Field]) -> dict[str, _Number]:
    """Return by name where the whole numbers among the fields are."""
    found: dict[str, _Number] = {}
    numbers = [name for name, place in fields.items() if not place.shape and not place.real]
    for _, run in groupby(enumerate(numbers), lambda one: fields[one[1]].start - one[0]):
        names = tuple(name for _, name in run)
        start = fields[names[0]].start
        for place, name in enumerate(names, start):
            found[name] = _Number(place, start, start + len(names), names)
    return found
