"""Compiled rules: the decorator that makes a rule function a kernel, its disk cache, its chance.

A kernel is a small plain function in the Python subset that Numba compiles. With
``NUMBA_DISABLE_JIT=1`` kernels run as ordinary Python, which serves debugging, coverage and the
differential test of the compiler.

Compiled code is cached under the user's cache folder, in a directory named after all that it
depends on: the kernel's own code, and what that reaches (``_reach``). Editing a function recompiles
only it and its callers, whatever else stands in its file, and two checkouts can share the cache
without conflict.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache, wraps
from numbers import Integral
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core import config
from numba.core.caching import UserProvidedCacheLocator
from numba.misc.appdirs import user_cache_dir
from numpy.typing import NDArray

from tischlein.core._linking import Kernel
from tischlein.core._reach import stamp
from tischlein.core.state import StateView

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED: bool = bool(vars(config)["DISABLE_JIT"])
"""Whether kernels run as ordinary Python in this process."""

Rng = NDArray[np.uint64]
"""A generator's state: one ``uint64`` (SplitMix64; Steele, Lea, Flood 2014)."""

_own_files: set[str] = set()
_CORE = tuple(
    Path(__file__).with_name(f"{name}.py")
    for name in ("bits", "derived", "kernel", "kernels", "_linking", "_reach", "seats", "state")
)
"""The modules of the core that compiled code can depend on."""
_UNUSED_DAYS = 30


def kernel(function: F) -> F:
    """Compile a function on first use, releasing the interpreter lock while it runs."""
    _own_files.add(function.__code__.co_filename)
    if INTERPRETED:
        return _interpreted(function)
    return cast(F, Kernel(function))


def _interpreted(function: F) -> F:
    """Let a rule accept views and return plain Python numbers, as compiled code does."""
    if function.__code__.co_varnames[:1] != ("state",):
        return function

    @wraps(function)
    def over_records(state: Any, *others: Any) -> Any:
        if isinstance(state, StateView):
            return _own_numbers(function(state.record, *others))
        return function(state, *others)

    return cast(F, over_records)


def _own_numbers(value: Any) -> Any:
    if isinstance(value, tuple):
        numbers = map(_own_numbers, value)
        return tuple(numbers) if type(value) is tuple else type(value)(*numbers)  # a named tuple
    return value.item() if isinstance(value, np.generic) else value


def typed_kernel(signature: Any, function: Callable[..., Any]) -> Any:
    """Compile a function now (or load it from the cache) for one signature."""
    _own_files.add(function.__code__.co_filename)
    if INTERPRETED:
        return function
    compiled = Kernel(function)
    compiled.compile(signature)
    compiled.disable_compile()
    return compiled


def bound(template: Callable[..., Any], file: str, name: str, **names: Any) -> Callable[..., Any]:
    """Return the template's code with its free names bound, as if it were written in ``file``.

    Numba caches a function by its file and name; a closure over another kernel would defeat that.
    Numba also reads the source there, for which any line will do that begins a statement.
    Interpreted code keeps its own location, so that a debugger can step through it.
    """
    code = template.__code__.replace(co_name=name, co_qualname=name)
    if not INTERPRETED:
        code = code.replace(co_filename=file, co_firstlineno=1)
    function = FunctionType(code, {**template.__globals__, **names}, name)
    function.__module__ = template.__module__
    return function


@cache
def _digest(*sources: Path) -> str:
    """Hash the contents of sources, and of the core modules that all kernels can depend on."""
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted({*sources, *_CORE}):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the folder that holds compiled kernels (``TISCHLEIN_CACHE`` overrides it)."""
    chosen = os.environ.get("TISCHLEIN_CACHE")
    return Path(chosen or user_cache_dir("tischlein")) / "kernels"  # type: ignore[no-untyped-call]


def prune_cache() -> None:
    """Remove compiled code that has not been used for a month."""
    oldest = time.time() - _UNUSED_DAYS * 86_400
    for folder in cache_root().glob("*"):
        with suppress(FileNotFoundError):  # another process may be pruning, too
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)


def cache_folder(*folders: Path) -> Path:
    """Return a folder of the cache that changes whenever a source in these folders does."""
    return cache_root() / _digest(*(file for folder in folders for file in folder.glob("*.py")))


class StampLocator(UserProvidedCacheLocator):
    """Tells Numba where to cache our kernels; other code falls through to Numba's own places."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._stamp = stamp(py_func)
        self._cache_path = str(cache_root() / self._stamp)

    def get_source_stamp(self) -> str:
        """Return the hash of all that the kernel depends on."""
        return self._stamp

    def get_disambiguator(self) -> str:
        """Return the same, without a line number: a function may move within its file."""
        return self._stamp

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> StampLocator | None:
        """Return a locator for our kernels, None for foreign functions and unwritable places."""
        if py_file not in _own_files:
            return None
        locator = cls(py_func, py_file)
        try:
            Path(locator._cache_path).mkdir(parents=True, exist_ok=True)
            os.utime(locator._cache_path)
        except OSError:
            return None
        return locator


vars(config)["CACHE_LOCATOR_CLASSES"] = ",".join(
    (
        f"{StampLocator.__module__}.{StampLocator.__qualname__}",
        "UserProvidedCacheLocator",
        "InTreeCacheLocator",
        "UserWideCacheLocator",
        "IPythonCacheLocator",
    )
)

# --- randomness for samples and playouts (matches draw theirs from committed seeds instead) ---

_GAMMA = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_MASK = 0xFFFFFFFFFFFFFFFF
_MOST_WORD = 0x7FFFFFFFFFFFFFFF


def whole_seed(seed: object) -> int:
    """Return a seed as ``int``, whatever its integral type; refuse everything else (ValueError).

    ``1.0`` equals 1 but would give different draws, and ``nan`` does not even equal itself.
    """
    if not isinstance(seed, Integral) or isinstance(seed, bool):
        raise ValueError(f"a seed is a whole number, not {seed!r}")
    return int(seed)


def new_rng(seed: int) -> Rng:
    """Return a generator; equal seeds give equal streams, compiled or interpreted.

    Raises
    ------
    ValueError
        For a seed that is no whole number.
    """
    scrambled = hashlib.sha256(str(whole_seed(seed)).encode()).digest()[:8]
    return np.frombuffer(scrambled, dtype=np.uint64).copy()


if INTERPRETED:

    def next_word(rng: Rng) -> int:
        """Return 64 random bits."""
        state = (int(rng[0]) + _GAMMA) & _MASK
        rng[0] = state
        z = ((state ^ (state >> 30)) * _MIX_1) & _MASK
        z = ((z ^ (z >> 27)) * _MIX_2) & _MASK
        return z ^ (z >> 31)

else:

    @kernel
    def next_word(rng: Rng) -> int:
        """Return 64 random bits."""
        rng[0] += np.uint64(_GAMMA)
        z = rng[0]
        z = (z ^ (z >> np.uint64(30))) * np.uint64(_MIX_1)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(_MIX_2)
        return z ^ (z >> np.uint64(31))  # type: ignore[no-any-return]  # np.uint64 by design


@kernel
def below(rng: Rng, count: int) -> int:
    """Return a uniform integer from 0 to ``count - 1``; ``0 < count < 2**31`` (Lemire 2019)."""
    product = int(next_word(rng) >> np.uint64(33)) * count
    low = product & 0x7FFFFFFF
    if low < count:
        threshold = (0x80000000 - count) % count
        while low < threshold:
            product = int(next_word(rng) >> np.uint64(33)) * count
            low = product & 0x7FFFFFFF
    return product >> 31


@kernel
def _far_below(rng: Rng, count: int) -> int:
    """Return a uniform integer from 0 to ``count - 1``; ``0 < count < 2**63``."""
    fair = _MOST_WORD - _MOST_WORD % count
    drawn = int(next_word(rng) >> np.uint64(1))
    while drawn >= fair:
        drawn = int(next_word(rng) >> np.uint64(1))
    return drawn % count


@kernel
def uniform(rng: Rng) -> float:
    """Return a uniform real in [0, 1) with 53 random bits."""
    return int(next_word(rng) >> np.uint64(11)) / 9007199254740992.0


@kernel
def weighted(rng: Rng, weights: NDArray[np.int64], count: int) -> int:
    """Return an index below ``count``, drawn in proportion to positive integer weights.

    The weights add up to less than ``2**63``.
    """
    total = 0
    for index in range(count):
        total += weights[index]
    left = below(rng, total) if total < 0x80000000 else _far_below(rng, total)
    for index in range(count):
        left -= weights[index]
        if left < 0:
            return index
    return count - 1


@kernel
def shuffle(rng: Rng, values: NDArray[np.int64], count: int) -> None:
    """Shuffle the first ``count`` values in place (Fisher-Yates)."""
    for last in range(count - 1, 0, -1):
        other = below(rng, last + 1)
        values[last], values[other] = values[other], values[last]


# --- parameters and results of a game's compiled functions over a state's row ---

_WORDS = types.Array(types.int64, 1, "C")
_NUMBA_TYPES: dict[str, Any] = {
    "state": _WORDS,
    "seat": types.int64,
    "action": types.int64,
    "count": types.int64,
    "out": _WORDS,
    "actions": _WORDS,
    "outcomes": _WORDS,
    "weights": _WORDS,
    "rng": types.Array(types.uint64, 1, "C"),
}
"""By the name of a hook's parameter: rows and buffers are ``int64[::1]``."""


def signature(parameters: tuple[str, ...], returns: str) -> Any:
    """Return the Numba signature of a compiled hook, which returns a number or nothing."""
    arguments = [_NUMBA_TYPES[name] for name in parameters]
    return (types.int64 if returns else types.void)(*arguments)
