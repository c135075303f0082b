"""State classes: typed Python classes whose annotations become one fixed-size NumPy row.

A row is a sequence of 64-bit words. Integers are always ``int64`` and reals ``float64``: compiled
code computes in these types anyway, so a rule means the same compiled, interpreted and in a
debugger, and no narrow field can overflow. Copying a state is copying its row; hashing and saving
are its bytes; a batch of states is a two-dimensional array.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Reals = NDArray[np.float64]
Words = NDArray[np.int64]
"""A state's row: one-dimensional, C-contiguous, 64-bit words."""


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

    A field is ``int``, ``float``, ``Annotated[Ints, Shape(...)]`` or
    ``Annotated[Reals, Shape(...)]``. What rules receive at run time is a record of this layout
    (``numpy.record``), so methods cannot be called on it; write functions.

    Raises
    ------
    TypeError
        When a subclass declares a field of another type.
    """

    dtype: ClassVar[np.dtype[Any]]
    words: ClassVar[int]
    """Length of a row in 64-bit words."""

    seats: int
    """Number of seats at the table; written by the core before ``setup`` is called."""

    def __init_subclass__(cls) -> None:
        """Derive the row's layout from the annotations."""
        super().__init_subclass__()
        hints = get_type_hints(cls, include_extras=True)
        names = [name for name, hint in hints.items() if get_origin(hint) is not ClassVar]
        names.sort(key=lambda name: name != "seats")
        fields = [_field(cls, name, hints[name]) for name in names]
        cls.dtype = np.dtype((np.record, fields))
        cls.words = cls.dtype.itemsize // 8


def _field(cls: type, name: str, hint: Any) -> tuple[Any, ...]:
    if hasattr(np.record, name):
        raise TypeError(f"{cls.__name__}.{name}: NumPy's records have a {name} of their own")
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
