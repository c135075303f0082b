"""Methods given away without their object.

A table gives its parts what they may ask of it. Were these plain bound methods, a table and its
parts would keep each other until the garbage collector looks through everything, which holds up
play at all other tables: so a closed table goes at once, with its log and its pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

from tischlein.tables.problems import TableClosedError

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def weakly(method: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Return what calls a table's method and does not keep the table in memory.

    Once the table is gone, calling it raises TableClosedError.
    """
    held = WeakMethod(method)

    def call(*arguments: _Parameters.args, **named: _Parameters.kwargs) -> _Result:
        found = held()
        if found is None:
            raise TableClosedError
        return found(*arguments, **named)

    return call
