"""What compiled code depends on: a function's own code, and all that it reaches by name.

Numba freezes what a function finds under its global names: numbers, tables, record layouts, other
kernels. A hash of exactly that says whether compiled code can be reused, whichever file was edited.
Attribute names are looked up as well; at worst that finds too much.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from enum import EnumMeta
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

_VERSIONS = (numba.__version__, np.__version__, sys.version_info[:2])
_FORM = 2
"""Version of how kernels are compiled; changing it recompiles everything."""


def stamp(function: FunctionType) -> str:
    """Return a hash of everything that the compiled code of a function depends on."""
    digest = hashlib.sha256(repr((_FORM, *_VERSIONS)).encode())
    seen: set[FunctionType] = set()
    waiting = [function]
    while waiting:
        one = waiting.pop()
        if one not in seen:
            seen.add(one)
            contents = _contents(one)
            digest.update(contents.fingerprint)
            waiting += contents.called
    return digest.hexdigest()[:20]


class _Contents(NamedTuple):
    fingerprint: bytes
    called: tuple[FunctionType, ...]
    """The Python functions of the kernels it calls."""


@cache
def _contents(function: FunctionType) -> _Contents:
    codes = list(_codes(function.__code__))
    names = {name for code in codes for name in code.co_names}
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    found = [
        (name, function.__globals__[name]) for name in sorted(names & function.__globals__.keys())
    ]
    defaults = [function.__defaults__, *sorted((function.__kwdefaults__ or {}).items())]
    called: list[FunctionType] = []
    parts = [
        f"{function.__module__}.{function.__qualname__}",
        *(_code_fingerprint(code, function.__doc__) for code in codes),
        _fingerprint([found, cells, defaults], names, called),
    ]
    return _Contents("\0".join(parts).encode(), tuple(called))


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _code_fingerprint(code: CodeType, doc: str | None) -> str:
    constants = [
        (type(one).__name__, sorted(map(repr, one)) if isinstance(one, frozenset) else one)
        for one in code.co_consts
        if not isinstance(one, CodeType) and (doc is None or one != doc)
    ]
    return repr((code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars))


def _fingerprint(value: Any, names: set[str], called: list[FunctionType]) -> str:
    """Return a text that differs whenever compiled code would; note the kernels that are called."""
    if isinstance(value, Dispatcher):
        called.append(value.py_func)
        return f"kernel {value.py_func.__qualname__}"
    if isinstance(value, ModuleType):
        # Modules may name each other.
        members = [
            (name, _fingerprint(vars(value)[name], names - {name}, called))
            for name in sorted(names & vars(value).keys())
        ]
        return f"module {value.__name__} {members!r}"
    if isinstance(value, EnumMeta):
        return f"enumeration {list(value.__members__.items())!r}"  # with aliases
    if isinstance(value, type):
        return f"class {value.__module__}.{value.__qualname__} {vars(value).get('_fields')!r}"
    if isinstance(value, (tuple, list)):
        return f"{type(value).__qualname__} {[_fingerprint(one, names, called) for one in value]!r}"
    if isinstance(value, np.ndarray):
        return f"array {value.dtype!r} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, (int, float, complex, str, bytes, np.generic, np.dtype, numba.types.Type)):
        return f"{type(value).__qualname__} {value!r}"
    return f"{type(value).__qualname__} {getattr(value, '__qualname__', '')}"
