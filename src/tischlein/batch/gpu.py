"""A batch on a GPU: the same templates as on the processor, one thread for each row.

Numba compiles the rules for the device as they are. Buffers are local to a thread, so nothing is
allocated there; what a row draws is a function of its number, so results equal those of the
processor. ``NUMBA_ENABLE_CUDASIM=1`` (with ``NUMBA_DISABLE_JIT=1``) runs all of it without a GPU,
slowly.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

import numba.cuda
import numpy as np
from numba import types
from numpy.typing import ArrayLike, NDArray

from tischlein.batch.cpu import FOURS, as_bytes
from tischlein.batch.random_streams import SAMPLE_STREAM, start_draw
from tischlein.batch.rows import TURN, pays_by_scores, templates
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.kernel import below, kernel, new_rng
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import Ints

cuda: Any = numba.cuda  # untyped
config: Any = numba.config  # also untyped
THREADS = 128
"""Threads of a block that works on as many rows."""
WARP = 32
"""Threads of a block that works on one row."""
NO_ROW = np.array([np.iinfo(np.int64).max])
"""Initial value of a search for the lowest row of a kind."""

# Free names of the templates, bound to a game's.
open_rows: Any = None
step_rows: Any = None
observe: Any = None
MOST: Any = None


def has_compiler() -> bool:
    """Whether there is a GPU compiler that can compile all rules, or Numba's simulator instead.

    The one built into Numba, found where CUDA is installed, is no longer maintained: it fails on
    ``max``.
    """
    return bool(config.ENABLE_CUDASIM) or find_spec("numba_cuda") is not None


def check_available() -> None:
    """Raise a GameError without a GPU or a compiler for it."""
    if not (has_compiler() and cuda.is_available()):
        raise GameError(
            "there is no GPU here that Numba can use: device='cpu' runs everywhere, and "
            "pip install 'tischlein[gpu]' brings what an NVIDIA GPU needs besides its driver"
        )


def _open(
    rows: Any, states: Any, turns: Any, start: Any, key: Any, lists: Any, counts: Any, asked: Any
) -> None:
    row = cuda.grid(1)
    if row < counts.size:
        out = cuda.local.array(MOST, types.int64)
        weights = cuda.local.array(MOST, types.int64)
        rng = cuda.local.array(1, types.uint64)
        open_rows(
            *(row, row + 1, rows, states, turns, start, key),
            *(lists, counts, asked, out, weights, rng),
        )


def _step(
    actions: Any,
    rows: Any,
    states: Any,
    turns: Any,
    start: Any,
    key: Any,
    lists: Any,
    counts: Any,
    asked: Any,
    mask: Any,
    rewards: Any,
    ended: Any,
) -> None:
    row = cuda.grid(1)
    if row < counts.size:
        out = cuda.local.array(MOST, types.int64)
        weights = cuda.local.array(MOST, types.int64)
        rng = cuda.local.array(1, types.uint64)
        step_rows(
            *(row, row + 1, actions, rows, states, turns, start, key),
            *(lists, counts, asked, mask, rewards, ended, out, weights, rng),
        )


def _mask_secrets(states: Any, seats: Any) -> None:
    row = cuda.grid(1)
    if row < seats.size:
        observe(states[row], seats[row])


@cache
def _of_all_games() -> tuple[Any, ...]:
    """Return the kernels that are the same for every game."""

    # One block per row, so that neighbouring threads write to neighbouring addresses.
    def words(work: Any, seats: Any, out: Any) -> None:
        row = cuda.blockIdx.x
        for word in range(cuda.threadIdx.x, out.shape[1], cuda.blockDim.x):
            out[row, word] = work[row, word - 1] if word else seats[row]

    def bits(work: Any, seats: Any, out: Any) -> None:
        row = cuda.blockIdx.x
        for four in range(cuda.threadIdx.x, out.shape[1], cuda.blockDim.x):
            word = four // FOURS
            whole = work[row, word - 1] if word else seats[row]
            out[row, four] = as_bytes(whole >> 4 * (four % FOURS) & 15)

    def mark(lists: Any, counts: Any, mask: Any) -> None:
        row = cuda.grid(1)
        if row < counts.size:
            for index in range(counts[row]):
                mask[row, lists[row, index]] = True

    def illegal(actions: Any, lists: Any, counts: Any, found: Any) -> None:
        row = cuda.grid(1)
        if row < counts.size:
            listed = False
            for index in range(counts[row]):
                listed = listed or lists[row, index] == actions[row]
            if not listed:
                cuda.atomic.min(found, 0, row)

    def unasked(asked: Any, found: Any) -> None:
        row = cuda.grid(1)
        if row < asked.size and asked[row] < 0:
            cuda.atomic.min(found, 0, row)

    def sample(key: Any, step: Any, lists: Any, counts: Any, out: Any) -> None:
        row = cuda.grid(1)
        if row < counts.size:
            rng = cuda.local.array(1, types.uint64)
            start_draw(rng, key[0], SAMPLE_STREAM, row, step)
            out[row] = lists[row, below(rng, counts[row])]

    return tuple(map(cuda.jit, (words, bits, mark, illegal, unasked, sample)))


@cache
def _kernels(game: Game, *, by_scores: bool) -> tuple[Any, ...]:
    row = templates(game, by_scores=by_scores)

    def made(template: Callable[..., Any], **names: Any) -> Any:
        name = f"batch_gpu{template.__name__}"
        return cuda.jit(game.kernels.bound(template, name, **names))

    most = max(game.most_legal + 1, MAX_SEATS)
    return (
        made(_open, open_rows=kernel(row.open), MOST=most),
        made(_step, step_rows=kernel(row.step), MOST=most),
        made(_mask_secrets),
    )


class GpuRows:
    """The arrays of a batch on the device; see ``CpuRows`` for their contents."""

    def __init__(
        self, game: Game, start: Ints, seats: int, size: int, seed: int, threads: int
    ) -> None:
        check_available()
        del threads
        self._open, self._step, self._secrets = _kernels(
            game, by_scores=pays_by_scores(game, seats)
        )
        self._words, self._bits, self._mark, *others = _of_all_games()
        self._illegal, self._unasked, self._sample = others
        self._grid = -(-size // THREADS), THREADS
        self._blocks = size, WARP
        self._start = cuda.to_device(start)
        self._key = cuda.to_device(new_rng(seed))
        length, dtype = start.size, game.state.dtype
        self.rows = cuda.to_device(np.zeros((size, length), np.int64))
        self._work = cuda.to_device(np.zeros((size, length), np.int64))
        self._states = self.rows.reshape(size * length).view(dtype)
        self._masked = self._work.reshape(size * length).view(dtype)
        most = max(game.most_legal + 1, MAX_SEATS)
        self._turns = cuda.to_device(np.zeros(size, TURN))
        self.lists = cuda.to_device(np.zeros((size, most), np.int32))
        self.counts = cuda.to_device(np.zeros(size, np.int64))
        self.asked = cuda.to_device(np.zeros(size, np.int64))
        self.rewards = cuda.to_device(np.zeros((size, seats), np.float32))
        self.ended = cuda.to_device(np.zeros(size, np.bool_))
        self._mask = cuda.to_device(np.zeros((0, 0), np.bool_))
        self._found = cuda.to_device(NO_ROW)

    def __getstate__(self) -> None:
        """Refuse to be copied or pickled: arrays on the device would lose what they share."""
        raise TypeError("a batch on a GPU can be neither copied nor pickled")

    def open(self, *, interrupts: bool) -> None:
        """Begin the first match of each row."""
        turns = self._turns.copy_to_host()
        turns["interrupts"] = interrupts
        self._turns.copy_to_device(turns)
        self._open[self._grid](*self._matches)

    def step(self, actions: Any) -> None:
        """Carry out an action in each row; all are legal."""
        written = self._mask, self.rewards, self.ended
        self._step[self._grid](actions, *self._matches, *written)

    @property
    def _matches(self) -> tuple[Any, ...]:
        return (
            *(self.rows, self._states, self._turns, self._start, self._key),
            *(self.lists, self.counts, self.asked),
        )

    def mask(self, actions: int) -> Any:
        """Return the mask of this many actions; from the first call on it is kept up to date."""
        if not self._mask.shape[0]:
            self._mask = cuda.to_device(np.zeros((self.counts.size, actions), np.bool_))
            self._mark[self._grid](self.lists, self.counts, self._mask)
        return self._mask

    def first_illegal(self, actions: Any) -> int:
        """Return the first row whose action cannot be chosen there, -1 if all can."""
        self._illegal[self._grid](actions, self.lists, self.counts, self._found)
        return self._first_found()

    def observe(self, seats: Any, out: Any) -> None:
        """Write what a seat of each row may know, as words or as bits."""
        self._work.copy_to_device(self.rows)
        self._secrets[self._grid](self._masked, seats)
        if out.dtype == np.uint8:
            self._bits[self._blocks](self._work, seats, out.view(np.uint32))
        else:
            self._words[self._blocks](self._work, seats, out)

    def to_device(self, numbers: ArrayLike) -> Any:
        """Return whole numbers as an array on the device."""
        if hasattr(numbers, "__cuda_array_interface__"):
            return cuda.as_cuda_array(numbers)
        return cuda.to_device(np.ascontiguousarray(numbers, np.int64))

    def to_host(self, numbers: ArrayLike) -> NDArray[Any]:
        """Return numbers as an array that Python can read, wherever they are."""
        if hasattr(numbers, "__cuda_array_interface__"):
            return np.asarray(cuda.as_cuda_array(numbers).copy_to_host())
        return np.asarray(numbers)

    def new(self, shape: tuple[int, ...], kind: Any) -> Any:
        """Return an array to write into."""
        return cuda.device_array(shape, kind)

    def row(self, row: int) -> Ints:
        """Return a copy of a position."""
        words: Ints = self.rows.copy_to_host()[row]
        return words

    def stuck(self) -> bool:
        """Whether no seat is asked in some row."""
        self._unasked[self._grid](self.asked, self._found)
        return self._first_found() >= 0

    def sample(self, step: int) -> Any:
        """Return a legal action of each row, drawn uniformly."""
        out = cuda.device_array(self.counts.size, np.int64)
        self._sample[self._grid](self._key, step, self.lists, self.counts, out)
        return out

    def _first_found(self) -> int:
        """Return the lowest row that a kernel has found since the last call, -1 for none."""
        found = self._found.copy_to_host()
        if found == NO_ROW:
            return -1
        self._found.copy_to_device(NO_ROW)
        return int(found[0])
