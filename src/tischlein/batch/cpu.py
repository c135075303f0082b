"""A batch on the processor: chunks of rows, each in a thread of its own.

Kernels release the interpreter lock, so Python's threads are sufficient; unlike Numba's own, they
may be started from anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype
from numpy.typing import ArrayLike, NDArray

from tischlein.batch.random_streams import SAMPLE_STREAM, threefry
from tischlein.batch.rows import TURN, TURN_TYPE, pays_by_scores, templates
from tischlein.core.game import Game
from tischlein.core.kernel import below, kernel, new_rng, typed_kernel
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import Ints

# Free names of the templates, bound to a game's.
observe: Any = None
DTYPE: Any = None

BITS = 64
"""Bits in a word."""
FOURS = 16
"""Groups of four bits in a word."""
_FOUR = np.uint8(4)
_LOW_FOUR = np.uint8(15)
_SPREAD = np.uint32(0x204081)
_LOWEST_OF_BYTES = np.uint32(0x01010101)

_INT = types.int64
_INTS = types.Array(types.int64, 1, "C")
_INTS_2D = types.Array(types.int64, 2, "C")
_LISTS = types.Array(types.int32, 2, "C")
_TURNS = types.Array(TURN_TYPE, 1, "C")
_MASK = types.Array(types.boolean, 2, "C")
_FOURS_2D = types.Array(types.uint32, 2, "C")
_REALS = types.Array(types.float32, 2, "C")
_FLAGS = types.Array(types.boolean, 1, "C")
_RNG = types.Array(types.uint64, 1, "C")


def _observe_words(first: int, last: int, rows: Ints, seats: Ints, out: Ints) -> None:
    """Write who observes in each row, and the row with that seat's secrets masked."""
    length = rows.shape[1]
    work = np.empty(length, np.int64)
    state = work.view(DTYPE)[0]
    for row in range(first, last):
        for word in range(length):
            work[word] = rows[row, word]
        observe(state, seats[row])
        out[row, 0] = seats[row]
        for word in range(length):
            out[row, word + 1] = work[word]


def _observe_bits(first: int, last: int, rows: Ints, seats: Ints, out: NDArray[np.uint32]) -> None:
    """Write the same as single bits, one per byte, four at a time."""
    length = rows.shape[1]
    work = np.empty(1 + length, np.int64)
    state = work[1:].view(DTYPE)[0]
    eights = work.view(np.uint8)
    for row in range(first, last):
        work[0] = seats[row]
        for word in range(length):
            work[word + 1] = rows[row, word]
        observe(state, seats[row])
        for index in range(eights.size):
            out[row, 2 * index] = as_bytes(eights[index] & _LOW_FOUR)
            out[row, 2 * index + 1] = as_bytes(eights[index] >> _FOUR)


@kernel
def as_bytes(four: int) -> int:
    """Return four bits, the lowest first, as bytes that are 0 or 1."""
    return np.uint32(four) * _SPREAD & _LOWEST_OF_BYTES  # type: ignore[return-value]  # by design


@kernel
def _mark(lists: NDArray[np.int32], counts: Ints, mask: NDArray[np.bool_]) -> None:
    for row in range(counts.size):
        for index in range(counts[row]):
            mask[row, lists[row, index]] = True


@kernel
def _first_illegal(
    actions: Ints, lists: NDArray[np.int32], counts: Ints, mask: NDArray[np.bool_]
) -> int:
    """Return the first row whose action cannot be chosen there, -1 if all can."""
    for row in range(counts.size):
        action = actions[row]
        listed = False
        if mask.shape[0]:
            listed = 0 <= action < mask.shape[1] and mask[row, action]
        else:
            for index in range(counts[row]):
                if lists[row, index] == action:
                    listed = True
                    break
        if not listed:
            return row
    return -1


@kernel
def _sample(key: int, step: int, lists: NDArray[np.int32], counts: Ints, out: Ints) -> None:
    lots = np.empty(counts.size, np.uint64)
    for row in range(counts.size):  # a loop of its own, so that it is vectorised
        lots[row] = threefry(key, SAMPLE_STREAM, row, step)
    rng = np.empty(1, np.uint64)
    for row in range(counts.size):
        rng[0] = lots[row]
        out[row] = lists[row, below(rng, counts[row])]


@dataclass(frozen=True)
class _Kernels:
    """The kernels of one game."""

    open: Any
    step: Any
    words: Any
    bits: Any


@cache
def _kernels(game: Game, *, by_scores: bool) -> _Kernels:
    row = templates(game, by_scores=by_scores)
    states = types.Array(from_dtype(game.state.dtype), 1, "C")
    buffers = (_INTS, _INTS, _RNG)
    matches = (_INTS_2D, states, _TURNS, _INTS, _RNG, _LISTS, _INTS, _INTS)
    written = (_MASK, _REALS, _FLAGS)
    seen = (_INT, _INT, _INTS_2D, _INTS)

    def made(template: Callable[..., Any], name: str) -> Callable[..., Any]:
        return game.kernels.bound(template, f"batch_{name}")

    return _Kernels(
        typed_kernel(types.void(_INT, _INT, *matches, *buffers), row.open),
        typed_kernel(types.void(_INT, _INT, _INTS, *matches, *written, *buffers), row.step),
        typed_kernel(types.void(*seen, _INTS_2D), made(_observe_words, "words")),
        typed_kernel(types.void(*seen, _FOURS_2D), made(_observe_bits, "bits")),
    )


class CpuRows:
    """The arrays of a batch in main memory, and the operations on them.

    Attributes
    ----------
    rows
        The positions: ``int64`` of (rows, words of a state).
    asked
        The seat that chooses in each row.
    lists, counts
        The actions it may choose, and how many they are.
    rewards, ended
        The rewards of the last step for each seat, and whether it ended a match.
    """

    def __init__(
        self, game: Game, start: Ints, seats: int, size: int, seed: int, threads: int
    ) -> None:
        self._game = game
        self._start = start
        self._key = new_rng(seed)
        self.rows = np.zeros((size, start.size), np.int64)
        self.turns = np.zeros(size, TURN)
        self.lists = np.zeros((size, max(game.most_legal + 1, MAX_SEATS)), np.int32)
        self.counts = np.zeros(size, np.int64)
        self.asked = np.zeros(size, np.int64)
        self.rewards = np.zeros((size, seats), np.float32)
        self.ended = np.zeros(size, np.bool_)
        self._mask = np.zeros((0, 0), np.bool_)
        bounds = np.linspace(0, size, min(threads, size) + 1).astype(int).tolist()
        self._chunks = [*pairwise(bounds)]
        self._prepare()

    def _prepare(self) -> None:
        """Make what follows from the rest, and is neither copied nor pickled with it."""
        game, seats, most = self._game, self.rewards.shape[1], self.lists.shape[1]
        self._kernels = _kernels(game, by_scores=pays_by_scores(game, seats))
        self._states = self.rows.reshape(-1).view(game.state.dtype)  # shares the memory of the rows
        # Working memory for each chunk, allocated once.
        self._buffers = [
            (np.empty(most, np.int64), np.empty(most, np.int64), np.empty(1, np.uint64))
            for _ in self._chunks
        ]
        self._pool = ThreadPoolExecutor(len(self._chunks)) if len(self._chunks) > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """Return what copies and pickles have."""
        made = ("_kernels", "_states", "_buffers", "_pool")
        state = {name: value for name, value in vars(self).items() if name not in made}
        return state | {"turns": self.turns.view(np.int64)}  # fields by name are not pickled

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Become what was copied or pickled."""
        vars(self).update(state)
        self.turns = self.turns.view(TURN)
        self._prepare()

    def open(self, *, interrupts: bool) -> None:
        """Begin the first match of each row."""
        self.turns["interrupts"] = interrupts
        self._spread(self._kernels.open, *self._matches, buffers=self._buffers)

    def step(self, actions: Ints) -> None:
        """Carry out an action in each row; all are legal."""
        written = self._mask, self.rewards, self.ended
        self._spread(self._kernels.step, actions, *self._matches, *written, buffers=self._buffers)

    @property
    def _matches(self) -> tuple[Any, ...]:
        return (
            *(self.rows, self._states, self.turns, self._start, self._key),
            *(self.lists, self.counts, self.asked),
        )

    def mask(self, actions: int) -> NDArray[np.bool_]:
        """Return the mask of this many actions; from the first call on it is kept up to date."""
        if not self._mask.shape[0]:
            mask = np.zeros((self.counts.size, actions), np.bool_)
            _mark(self.lists, self.counts, mask)
            self._mask = mask
        return self._mask

    def first_illegal(self, actions: Ints) -> int:
        """Return the first row whose action cannot be chosen there, -1 if all can."""
        return int(_first_illegal(actions, self.lists, self.counts, self._mask))

    def observe(self, seats: Ints, out: NDArray[Any]) -> None:
        """Write what a seat of each row may know, as words or as bits."""
        if out.dtype == np.uint8:
            self._spread(self._kernels.bits, self.rows, seats, out.view(np.uint32))
        else:
            self._spread(self._kernels.words, self.rows, seats, out)

    def to_device(self, numbers: ArrayLike) -> Ints:
        """Return whole numbers as an array for kernels: the same one, unless it is read-only."""
        return np.require(numbers, np.int64, ("C", "W"))

    def to_host(self, numbers: ArrayLike) -> NDArray[Any]:
        """Return numbers as an array that Python can read."""
        return np.asarray(numbers)

    def new(self, shape: tuple[int, ...], kind: Any) -> NDArray[Any]:
        """Return an array to write into."""
        return np.empty(shape, kind)

    def row(self, row: int) -> Ints:
        """Return a copy of a position."""
        words: Ints = self.rows[row].copy()
        return words

    def stuck(self) -> bool:
        """Whether no seat is asked in some row."""
        return bool((self.asked < 0).any())

    def sample(self, step: int) -> Ints:
        """Return a legal action of each row, drawn uniformly."""
        out = np.empty(self.counts.size, np.int64)
        _sample(self._key[0], step, self.lists, self.counts, out)
        return out

    def _spread(
        self,
        work: Callable[..., None],
        *arrays: Any,
        buffers: Sequence[tuple[Any, ...]] | None = None,
    ) -> None:
        """Run work on all chunks of rows, each with its own buffers."""
        own = buffers or [()] * len(self._chunks)
        if self._pool is None:
            work(*self._chunks[0], *arrays, *own[0])
            return
        doing = [
            self._pool.submit(work, *chunk, *arrays, *buffer)
            for chunk, buffer in zip(self._chunks, own, strict=True)
        ]
        for one in doing:
            one.result()
