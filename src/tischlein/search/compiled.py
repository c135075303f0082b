"""Searches specialised for one game: templates with the game's rules bound in, compiled once.

Bound rules inline into the search, which makes playouts several times faster than calls through
function pointers. The price is one compilation for each game and search, kept on disk.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types

from tischlein.core import kernel
from tischlein.core.bits import lowest
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.state import Ints

VOID = types.void
INT = types.int64
INTS = types.Array(types.int64, 1, "C")
REALS = types.Array(types.float64, 1, "C")
INTS_2D = types.Array(types.int64, 2, "C")
INTS_3D = types.Array(types.int64, 3, "C")
REALS_2D = types.Array(types.float64, 2, "C")
RNG = types.Array(types.uint64, 1, "C")
"""Numba's types for the signatures of searches."""

_made: dict[tuple[int, str], tuple[Game, Any]] = {}
_making = threading.RLock()


def built_once(game: Game, name: str, make: Callable[[Game], Any]) -> Any:
    """Return what ``make(game)`` returned on the first call."""
    key = id(game), name
    if key not in _made:  # looked up without the lock: an existing entry waits for no compilation
        with _making:
            if key not in _made:
                _made[key] = game, make(game)  # holding the game keeps its id unique
    return _made[key][1]


def inner_kernel(game: Game, template: Callable[..., Any], name: str = "", **names: Any) -> Any:
    """Return a template over records as a kernel of a game, compiled on first use.

    Kernels made from one template with different names bound in need a ``name`` each.
    """
    return kernel.kernel(_bind(game, template, name, names))


def entry_kernel(game: Game, template: Callable[..., Any], signature: Any, **names: Any) -> Any:
    """Return a template over rows as a kernel of a game, compiled or loaded immediately."""
    return kernel.typed_kernel(signature, _bind(game, template, "", names))


def _bind(
    game: Game, template: Callable[..., Any], name: str, names: dict[str, Any]
) -> Callable[..., Any]:
    if not game.compiled:
        raise GameError(f"{game.key} cannot be searched: its rules are not compiled")
    if game.measured is not None:
        reason = "what chance brings there is measured, not computed"
        raise GameError(f"{game.key} cannot be searched: {reason}")
    module = template.__module__.rpartition(".")[2]
    own = name or template.__name__.strip("_")
    return game.kernels.bound(template, f"{module}_{own}", **names)


def stop_flag() -> Ints:
    """Return an unset stop flag; setting its word to 1 ends a search soon."""
    return np.zeros(1, np.int64)


@kernel.kernel
def draw_seat(bits: int, rng: kernel.Rng) -> int:
    """Return a seat of a bit set, drawn uniformly; a single seat is returned without a draw."""
    seat = lowest(bits)
    rest = bits & (bits - 1)
    if rest == 0:
        return seat
    members = 1
    while rest:
        members += 1
        if kernel.below(rng, members) == 0:
            seat = lowest(rest)
        rest &= rest - 1
    return seat


_PRIME = 0x9FB21C651E98DF25
_MASK = 0xFFFFFFFFFFFFFFFF

if kernel.INTERPRETED:

    def row_key(rows: Ints, start: int, words: int, salt: int) -> int:
        """Return a 64-bit hash of some words of an array, as a signed number."""
        key = salt & _MASK
        for index in range(start, start + words):
            key = ((key ^ (int(rows[index]) & _MASK)) * _PRIME) & _MASK
            key ^= key >> 32
        return key - (1 << 64) if key >> 63 else key

else:

    @kernel.kernel
    def row_key(rows: Ints, start: int, words: int, salt: int) -> int:
        """Return a 64-bit hash of some words of an array, as a signed number."""
        key = np.uint64(salt)
        for index in range(start, start + words):
            key = (key ^ np.uint64(rows[index])) * np.uint64(_PRIME)
            key ^= key >> np.uint64(32)
        return np.int64(key)  # type: ignore[return-value]  # an integer of 64 bits by design
