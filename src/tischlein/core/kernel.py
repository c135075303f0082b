"""Compiled rules: the decorator that makes a rule function a kernel, its disk cache, its chance.

A kernel is a small plain function in the Python subset that Numba compiles. With
``NUMBA_DISABLE_JIT=1`` kernels run as ordinary Python, which serves debugging, coverage and the
differential test of the compiler.

Compiled code is cached under the user's cache folder in a directory named after the contents of
all sources that it can depend on (the kernel's own folder, the core, and the folder of a template
that it was made from), so an edit anywhere in them recompiles and two checkouts never fight over
one cache.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import config
from numba.core.caching import UserProvidedCacheLocator
from numpy.typing import NDArray

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED: bool = bool(vars(config)["DISABLE_JIT"])
"""Whether kernels run as ordinary Python in this process."""

Rng = NDArray[np.uint64]
"""A generator's state: one ``uint64`` (SplitMix64; Steele, Lea, Flood 2014)."""

_own_files: set[str] = set()
_template_folders: dict[tuple[str, str], Path] = {}
"""Where the code of bound functions comes from, by the file and name that they go under."""
_CORE = Path(__file__).parent
_UNUSED_DAYS = 30


def kernel(function: F) -> F:
    """Compile a function on first use, releasing the interpreter lock while it runs."""
    _own_files.add(function.__code__.co_filename)
    return cast(F, numba.njit(function, cache=True, nogil=True, error_model="numpy"))


def typed_kernel(signature: Any, function: Callable[..., Any]) -> Any:
    """Compile a function now (or load it from the cache) for one signature.

    Such a kernel can be handed to another as a first-class function, which keeps both cacheable.
    """
    _own_files.add(function.__code__.co_filename)
    if INTERPRETED:
        return function
    return numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)


def bound(template: Callable[..., Any], file: str, name: str, **names: Any) -> Callable[..., Any]:
    """Return the template's code with its free names bound, as if it were written in ``file``.

    Numba caches a function by its file and name; a closure over another kernel would defeat it.
    """
    _template_folders[file, name] = Path(template.__code__.co_filename).parent
    code = template.__code__.replace(co_filename=file, co_name=name, co_qualname=name)
    function = FunctionType(code, {**template.__globals__, **names}, name)
    function.__module__ = template.__module__
    return function


@cache
def _digest(*folders: Path) -> str:
    """Hash the Python sources that kernels made of these folders can depend on."""
    digest = hashlib.sha256(numba.__version__.encode())
    for place in sorted({*folders, _CORE}):
        for source in sorted(place.glob("*.py")):
            digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """Return the folder that holds compiled kernels (``TISCHLEIN_CACHE`` overrides it)."""
    chosen = os.environ.get("TISCHLEIN_CACHE")
    return (Path(chosen) if chosen else platformdirs.user_cache_path("tischlein")) / "kernels"


def prune_cache() -> None:
    """Remove compiled code of sources that nobody has used for a month."""
    oldest = time.time() - _UNUSED_DAYS * 86_400
    for folder in cache_root().glob("*"):
        if folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


def cache_folder(*folders: Path) -> Path:
    """Return where compiled code made from these source folders is kept."""
    return cache_root() / _digest(*folders)


class SourceTreeLocator(UserProvidedCacheLocator):
    """Tell Numba where to cache our kernels; other code falls through to Numba's own places."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        own = Path(py_file).parent
        self._stamp = _digest(own, _template_folders.get((py_file, py_func.__name__), own))
        self._cache_path = str(cache_root() / self._stamp)

    def get_source_stamp(self) -> str:
        """Return the hash of all sources that the kernel can depend on."""
        return self._stamp

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> SourceTreeLocator | None:
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
        f"{SourceTreeLocator.__module__}.{SourceTreeLocator.__qualname__}",
        "UserProvidedCacheLocator",
        "InTreeCacheLocator",
        "UserWideCacheLocator",
        "IPythonCacheLocator",
    )
)

# --- chance for samples and playouts (matches draw theirs from committed seeds instead) ---

_GAMMA = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_MASK = 0xFFFFFFFFFFFFFFFF


def new_rng(seed: int) -> Rng:
    """Return a generator; equal seeds give equal streams, compiled or interpreted."""
    scrambled = hashlib.sha256(str(seed).encode()).digest()[:8]
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
def uniform(rng: Rng) -> float:
    """Return a uniform real in [0, 1) with 53 random bits."""
    return int(next_word(rng) >> np.uint64(11)) / 9007199254740992.0


@kernel
def weighted(rng: Rng, weights: NDArray[np.int64], count: int) -> int:
    """Return an index below ``count``, drawn in proportion to positive integer weights."""
    total = 0
    for index in range(count):
        total += weights[index]
    left = below(rng, total)
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


# --- signatures of the functions of a game over a state's row ---

_WORDS = types.Array(types.int64, 1, "C")
_RNG = types.Array(types.uint64, 1, "C")
_I = types.int64
SIGNATURES: dict[str, Any] = {
    "acting": _I(_WORDS),
    "awaited": _I(_WORDS),
    "legal": _I(_WORDS, _I, _WORDS),
    "apply": types.void(_WORDS, _I, _I),
    "chance": _I(_WORDS, _WORDS, _WORDS),
    "scores": types.void(_WORDS, _WORDS),
    "ranking": types.void(_WORDS, _WORDS),
    "observe": types.void(_WORDS, _I),
    "redeal": types.void(_WORDS, _I, _RNG),
    "evaluate": _I(_WORDS, _I),
    "promise": _I(_WORDS, _I, _I),
}
"""What each compiled function takes and returns: rows and buffers are ``int64[::1]``."""
