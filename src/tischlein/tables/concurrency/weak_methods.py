"""Methods passed on without keeping their object alive.

A table gives its parts callbacks to itself. If these were plain bound methods, a table and its
parts would keep each other in memory until a full garbage collection, which holds up play at all
other tables. With weak references a closed table is freed at once, with its log and its pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

from tischlein.tables.problems import TableClosedError

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def weak_method(method: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Return a function that calls a table's method without keeping the table in memory.

    Once the table is gone, calling it raises TableClosedError.
    """
    held = WeakMethod(method)

    def call(*arguments: _Parameters.args, **named: _Parameters.kwargs) -> _Result:
        found = held()
        if found is None:
            raise TableClosedError
        return found(*arguments, **named)

    return call
