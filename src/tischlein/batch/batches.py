"""Many matches of one game at once, each a row of arrays."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tischlein.batch.cpu import BITS, CpuRows
from tischlein.child_processes import usable_cores
from tischlein.core import registry
from tischlein.core.amounts import check_count, many
from tischlein.core.errors import GameError, RefusedError
from tischlein.core.game import Game
from tischlein.core.position import Position
from tischlein.core.seats import SPECTATOR
from tischlein.core.state import Ints

Device = Literal["cpu", "cuda"]


class Batch:
    """Many matches of one game at once, each a row of arrays; a match that ends is restarted.

    In every row one seat is asked. A step takes an action for each row; then chance acts until a
    seat is asked again. Where several seats may act, they are asked one after the other in
    ascending order, and nothing happens before all of them have chosen; the details are those of
    :mod:`tischlein.interop.rounds`, except for races: there the fastest seat is drawn by lot
    beforehand, and only that seat is asked. Reaction times are not kept.

    Chance comes from a counter-based generator: what a row draws depends on the seed, the number of
    the row, and on how often that row has drawn. So results depend neither on the size of the
    batch, nor on the threads, nor on the device.

    The arrays belong to the batch and change with the next step; ``observe`` and ``sample`` return
    new ones. They are NumPy arrays, which ``torch.from_dlpack`` and ``jax.dlpack.from_dlpack`` can
    share without a copy.

    Parameters
    ----------
    game
        By name, or one of your own.
    size
        Number of matches.
    seats
        By default the fewest.
    options
        Those of the game that differ from their defaults.
    seed
        For chance and ``sample``.
    device
        ``cpu``, or ``cuda`` for the GPU: arrays are then Numba's on that device.
    observation
        What ``observe`` writes: ``bits`` or ``words``, as in
        :class:`tischlein.interop.tensors.Layout`; ``words`` are whole numbers even for real fields.
    interrupts
        Whether to ask seats that the match does not wait for; these have an additional action, to
        wait, whose number is the game's number of actions.
    threads
        Number of threads that share the work; None for one per core that the process may use.

    Raises
    ------
    GameError
        For a game that does not exist, whose rules are not compiled, or whose chance is measured,
        and if no match ever asks a seat.
    OptionError
        For a seat count or an option that the game does not have.
    ValueError
        For a size or threads that are no whole number of at least 1, a seed that is no whole
        number, or an unknown encoding or device.
    MemoryError
        For more matches than there is memory for.

    Attributes
    ----------
    actions
        Number of different actions.
    steps
        Number of steps so far.
    """

    def __init__(
        self,
        game: str | Game,
        size: int,
        seats: int | None = None,
        options: Mapping[str, str | int] | None = None,
        seed: int = 0,
        device: Device = "cpu",
        *,
        observation: Literal["bits", "words"] = "bits",
        interrupts: bool = False,
        threads: int | None = 1,
    ) -> None:
        self.game = registry.load(game) if isinstance(game, str) else game
        _check_playable(self.game)
        if observation not in ("bits", "words"):
            raise ValueError(f"observations are bits or words, not {observation!r}")
        threads = usable_cores() if threads is None else threads
        check_count(size, "size")
        check_count(threads, "threads")
        start = self.game.start(seats, options)
        self.seats = start.seats
        self.options = start.options
        self.size = size
        self.device = device
        self.encoding = observation
        self.interrupts = interrupts and self.game.interrupts is not None
        self.actions = self.game.actions + self.interrupts
        self.steps = 0
        rows_on_device = _rows_on(device)
        try:
            if size > sys.maxsize // start.row.nbytes:
                raise MemoryError  # no array can be so long
            self._rows = rows_on_device(
                self.game, start.row, start.seats, int(size), seed, int(threads)
            )
        except MemoryError:
            raise MemoryError(
                f"there is no memory for {many(size, 'match')} of {self.game.key} at once: play "
                "fewer"
            ) from None
        self._rows.open(interrupts=self.interrupts)
        self._check_asked()

    @property
    def acting(self) -> Ints:
        """The seat that is asked in each row: ``int64`` of (size)."""
        return self._rows.asked

    @property
    def legal(self) -> NDArray[np.bool_]:
        """Which actions it may choose: ``bool`` of (size, actions).

        From the first access on, every step keeps it up to date. Games with very many actions are
        faster without it: see ``listed``.
        """
        return self._rows.mask(self.actions)

    @property
    def listed(self) -> tuple[NDArray[np.int32], Ints]:
        """The same as lists: actions in ``int32`` of (size, most), and how many count in each row.

        The entries after them are meaningless.
        """
        return self._rows.lists, self._rows.counts

    @property
    def rewards(self) -> NDArray[np.float32]:
        """The rewards of the last step for each seat: ``float32`` of (size, seats).

        0 unless it ended a match; then from -1 to 1, as in all environments here.
        """
        return self._rows.rewards

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Whether the last step ended a match, and the next one has begun: ``bool`` of (size)."""
        return self._rows.ended

    def step(self, actions: ArrayLike) -> None:
        """Carry out an action in each row: a legal one of the seat that is asked.

        Raises
        ------
        RefusedError
            With the rule that forbids one of them; no row has changed then.
        ValueError
            For a wrong number of actions, one that cannot be chosen, or no whole numbers.
        """
        _check_whole(actions, "actions")
        chosen = self._rows.to_device(actions)
        if chosen.shape != (self.size,):
            raise ValueError(f"there are {self.size} rows, not actions of shape {chosen.shape}")
        row = self._rows.first_illegal(chosen)
        if row >= 0:
            self._refuse(row, int(chosen[row]))
        self._rows.step(chosen)
        self.steps += 1
        self._check_asked()

    def sample(self) -> Ints:
        """Return a legal action for each row, drawn uniformly; the same until the next step."""
        return self._rows.sample(self.steps)

    def observe(self, seat: int | ArrayLike | None = None, out: Any = None) -> NDArray[Any]:
        """Return what a seat of each row may know, in the batch's encoding.

        Parameters
        ----------
        seat
            One for all rows or one for each (also ``SPECTATOR``); by default the seat that is
            asked.
        out
            An array to write into, as returned by an earlier call.

        Raises
        ------
        ValueError
            For a seat that is not at the table or no whole number, or an array of another shape or
            type.
        """
        rows = self._rows
        seats = rows.asked if seat is None else self._observers(seat)
        kind = np.uint8 if self.encoding == "bits" else np.int64
        width = (1 + self.game.state.row_length) * (BITS if self.encoding == "bits" else 1)
        if out is None:
            out = rows.new((self.size, width), kind)
        elif out.shape != (self.size, width) or out.dtype != kind or not _is_written_to(out):
            wanted = f"out is {np.dtype(kind).name} of {(self.size, width)}"
            raise ValueError(f"{wanted}, in one piece and not read-only")
        rows.observe(seats, out)
        written: NDArray[Any] = out
        return written

    def position(self, row: int) -> Position:
        """Return a copy of the full position of a row."""
        return Position(self.game, self.seats, self.options, self._rows.row(row))

    def _observers(self, seat: int | ArrayLike) -> Ints:
        _check_whole(seat, "seats")
        seats = self._rows.to_host(seat).astype(np.int64)
        if seats.ndim and seats.shape != (self.size,):
            raise ValueError(f"there are {self.size} rows, not seats of shape {seats.shape}")
        strangers = seats[((seats < 0) | (seats >= self.seats)) & (seats != SPECTATOR)]
        if strangers.size:
            raise ValueError(f"seats are 0 to {self.seats - 1}, not {strangers[0]}")
        return self._rows.to_device(np.broadcast_to(seats, self.size))

    def _refuse(self, row: int, action: int) -> None:
        seat = int(self._rows.asked[row])
        if 0 <= action < self.game.actions:
            refusal = self.position(row).why_not(seat, action)
            if refusal is not None:
                raise RefusedError(refusal)
        raise ValueError(f"seat {seat} cannot choose {action} in row {row}")

    def _check_asked(self) -> None:
        if self._rows.stuck():
            raise GameError(f"{self.game.key} is over again and again before anybody is asked")

    def __repr__(self) -> str:
        """Return a summary in one line."""
        return f"<Batch of {self.size} x {self.game.key}, {self.seats} seats, {self.device}>"


def is_playable(game: Game) -> bool:
    """Whether a game can be played in batches."""
    return game.compiled and game.measured is None


def _check_playable(game: Game) -> None:
    if game.measured is not None:
        raise GameError(
            f"{game.key} cannot be played in batches: what chance brings there is measured, not "
            "computed; the environments of tischlein.interop play it"
        )
    if not game.compiled:
        raise GameError(
            f"{game.key} cannot be played in batches: its rules are not compiled; the environments "
            "of tischlein.interop play it"
        )


def _check_whole(numbers: Any, meaning: str) -> None:
    on_gpu = getattr(numbers, "__cuda_array_interface__", None)
    kind = np.dtype(on_gpu["typestr"]) if on_gpu else np.asarray(numbers).dtype
    if kind.kind not in "iu":
        raise ValueError(f"{meaning} are whole numbers, not {kind.name}")


def _is_written_to(out: Any) -> bool:
    """Whether kernels can write to an array; a device checks its own arrays."""
    return not isinstance(out, np.ndarray) or (out.flags.c_contiguous and out.flags.writeable)


def _rows_on(device: str) -> type[CpuRows]:
    if device == "cpu":
        return CpuRows
    if device == "cuda":
        from tischlein.batch.gpu import GpuRows  # looks for a GPU

        return cast(type[CpuRows], GpuRows)  # the same interface
    raise ValueError(f"the device is cpu or cuda, not {device!r}")
