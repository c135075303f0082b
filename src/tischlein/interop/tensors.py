"""Observations as arrays for programs that learn: named parts with shapes, ranges and meanings.

An array holds what a seat may know and nothing else: its words are those of the row that
``Position.observe`` has masked, after one that says who observes. Every game has this default, by
the fields of its state. Where something is hidden, the field holds the marker that the game's
``observe`` writes, such as an empty set or -1.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tischlein.core.game import Game
from tischlein.core.kernel import kernel
from tischlein.core.position import Observation
from tischlein.core.ranges import WORD, Bits, Numbers, Range
from tischlein.core.seats import SPECTATOR
from tischlein.core.state import Ints, State

Encoding = Literal["fields", "bits", "words"]
"""How words become entries of an array.

``fields``: numbers and sets in their ranges. ``bits``: 64 zeros and ones for each word, the lowest
bit first. ``words``: the numbers.
"""

Arrangement = Encoding | Callable[["Game"], "Layout"]
"""What environments accept as ``observation``: an encoding, or a function that makes a layout."""

BITS = 64
"""Bits in a word."""
_NUMBER = -1
"""Stands for the bit of an entry that is a number."""
OBSERVER = "observer"
"""The part that says who observes; no field of a state has this name."""


@dataclass(frozen=True)
class Part:
    """Where a field of the state is in an array."""

    name: str
    start: int
    """Index of its first word."""
    shape: tuple[int, ...]
    """Of the field; empty for a single number."""
    real: bool
    """Whether it holds reals (``float64``) instead of whole numbers."""
    meaning: str
    """The field's docstring in the state class; empty if there is none."""
    holds: Range = WORD
    """The range of its words, as the game declares it; reals have none."""

    @property
    def words(self) -> int:
        """Number of its words."""
        return prod(self.shape)


class Layout:
    """How a game's observations are arranged in an array; it is the same at all numbers of seats.

    A custom layout is a subclass with its own ``shape``, ``dtype``, ``range`` and ``encode_row``.
    It is only ever given rows in which secrets are masked.

    Parameters
    ----------
    game
        Any game.
    encoding
        In ``fields`` every field has the room that the game declares for it (``Game.ranges``), in
        ``float32``: a number is one entry, as it is; a set of cards or places is an entry of 0 or 1
        for each member. A field without a declared range has 64 bits for each word, so this
        encoding works for every game. It is exact up to 2**24, and meant for learners. In ``bits``
        every word is 64 numbers, 0 or 1 (``uint8``), negative ones in two's complement. In
        ``words`` it is one whole number (``int64``), meant for programs that look at parts; if the
        state has reals, all are ``float64``. Both are exact, except for whole numbers beyond 2**53
        in states with reals.

    Raises
    ------
    ValueError
        For an unknown encoding.
    """

    def __init__(self, game: Game, encoding: Encoding = "fields") -> None:
        if encoding not in get_args(Encoding):
            names = ", ".join(get_args(Encoding))
            raise ValueError(f"the encoding of observations is one of {names}, not {encoding!r}")
        self.game = game
        self.encoding: Encoding = encoding
        self.parts: tuple[Part, ...] = tuple(_parts(game))
        self._by_name = {part.name: part for part in self.parts}
        self._words = 1 + game.state.row_length
        self._reals = [part for part in self.parts if part.real]
        self._fields = _Fields(self.parts)

    @property
    def shape(self) -> tuple[int]:
        """The shape of an array: one dimension."""
        if self.encoding == "fields":
            return (self._fields.size,)
        return (self._words * (BITS if self.encoding == "bits" else 1),)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its numbers."""
        if self.encoding == "fields":
            return np.dtype(np.float32)
        if self.encoding == "bits":
            return np.dtype(np.uint8)
        return np.dtype(np.float64 if self._reals else np.int64)

    @property
    def range(self) -> tuple[Any, Any]:
        """The least and the greatest number that it can hold: for all entries, or for each."""
        if self.encoding == "fields":
            return self._fields.low, self._fields.high
        if self.encoding == "bits":
            return 0, 1
        if self._reals:
            return -np.inf, np.inf
        limits = np.iinfo(np.int64)
        return int(limits.min), int(limits.max)

    def encode(self, observation: Observation) -> NDArray[Any]:
        """Return an observation as a new array of this layout."""
        return self.encode_row(observation.row, observation.seat)

    def encode_row(self, row: Ints, seat: int) -> NDArray[Any]:
        """Return a row that has been masked for a seat as a new array of this layout."""
        if self.encoding == "bits":
            bits = np.empty(self._words * BITS, np.uint8)
            _unpack(row, seat, bits)
            return bits
        if self.encoding == "fields" and not self._reals:
            return self._fields.of_row(row, seat)
        words = np.empty(self._words, np.int64)
        words[0] = seat
        words[1:] = row
        if self.encoding == "fields":
            return self._fields.of(words)
        if not self._reals:
            return words
        numbers = words.astype(np.float64)
        for part in self._reals:
            place = slice(part.start, part.start + part.words)
            numbers[place] = words[place].view(np.float64)
        return numbers

    def encode_words(self, words: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return many observations at once, in ``fields``.

        Parameters
        ----------
        words
            Observations in ``words``, one per row: ``int64`` of (any, words).

        Raises
        ------
        ValueError
            For a layout with another encoding.
        """
        if self.encoding != "fields":
            raise ValueError(f"this layout is of {self.encoding}, not of fields")
        return self._fields.of(words)

    def part(self, array: NDArray[Any], name: str) -> NDArray[Any]:
        """Return a part of an array by name, as a view in the field's own shape.

        If words are encoded as bits, the last dimension is the bits of a word. Arrays may be
        stacked: dimensions before the last one of ``array`` stay in front.

        Raises
        ------
        KeyError
            If the game's state has no such field.
        """
        if name not in self._by_name:
            raise KeyError(f"{name!r} is no part; the parts are: {', '.join(self._by_name)}")
        part = self._by_name[name]
        if self.encoding == "fields":
            start, width = self._fields.places[name]
            found = array[..., start : start + part.words * (width or 1)]
            inner = (*part.shape, width) if width else part.shape
            return found.reshape((*array.shape[:-1], *inner))
        size = BITS if self.encoding == "bits" else 1
        found = array[..., part.start * size : (part.start + part.words) * size]
        inner = (*part.shape, BITS) if self.encoding == "bits" else part.shape
        return found.reshape((*array.shape[:-1], *inner))

    def __str__(self) -> str:
        """Return a line for each part: name, first entry, shape, range in fields, meaning."""
        return "\n".join(map(self._line, self.parts))

    def _line(self, part: Part) -> str:
        shape, about = "x".join(map(str, part.shape)) or "1", ""
        start = part.start * (BITS if self.encoding == "bits" else 1)
        if self.encoding == "fields":
            start, width = self._fields.places[part.name]
            about = f" of {width} bits" if width else _bounds(part)
        meaning = f": {part.meaning}" if part.meaning else ""
        return f"{part.name} [{start}] {shape}{about}{meaning}"


class _Fields:
    """Converts words to entries that have the room they need, all at once."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self.places: dict[str, tuple[int, int]] = {}
        """Where each part begins, and how many bits its words have; 0 for a number."""
        words: list[int] = []
        shifts: list[int] = []
        low: list[float] = []
        high: list[float] = []
        for part in parts:
            kind = part.holds
            width = kind.count if isinstance(kind, Bits) and not part.real else 0
            self.places[part.name] = len(words), width
            for word in range(part.start, part.start + part.words):
                words += [word] * (width or 1)
                shifts += range(width) if width else [_NUMBER]
                least, most = (0.0, 1.0) if width else _limits(part)
                low += [least] * (width or 1)
                high += [most] * (width or 1)
        self.size = len(words)
        self.low = np.array(low, np.float32)
        self.high = np.array(high, np.float32)
        self._words = np.array(words, np.int64)
        self._shift = np.array(shifts, np.int64)
        self._bits = np.flatnonzero(self._shift != _NUMBER)
        self._shifts = self._shift[self._bits]
        reals = {word for p in parts if p.real for word in range(p.start, p.start + p.words)}
        self._reals = np.flatnonzero([word in reals for word in words])

    def of_row(self, row: Ints, seat: int) -> NDArray[np.float32]:
        """Return the words of one observation, without reals, as entries."""
        entries = np.empty(self.size, np.float32)
        _spread(row, seat, self._words, self._shift, entries)
        return entries

    def of(self, words: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return words, one observation or many, as entries."""
        spread = words[..., self._words]
        entries = spread.astype(np.float32)
        entries[..., self._bits] = spread[..., self._bits] >> self._shifts & 1
        if self._reals.size:
            entries[..., self._reals] = np.ascontiguousarray(spread[..., self._reals]).view(
                np.float64
            )
        return entries


def _limits(part: Part) -> tuple[float, float]:
    """Return the least and the greatest number in a part that is encoded as numbers."""
    if part.real or isinstance(part.holds, Bits):
        return -np.inf, np.inf
    return part.holds.low, part.holds.high


def _bounds(part: Part) -> str:
    least, most = _limits(part)
    return "" if most == np.inf else f" from {least} to {most}"


@kernel
def _spread(row: Ints, seat: int, words: Ints, shifts: Ints, entries: NDArray[np.float32]) -> None:
    """Write the numbers and bits of a seat's number and a row to their entries."""
    for index in range(words.size):
        place = words[index]
        word = seat if place == 0 else row[place - 1]
        entries[index] = word if shifts[index] < 0 else word >> shifts[index] & 1


@kernel
def _unpack(row: Ints, seat: int, bits: NDArray[np.uint8]) -> None:
    """Write the bits of a seat's number, then those of a row."""
    for index in range(row.size + 1):
        word = seat if index == 0 else row[index - 1]
        for bit in range(BITS):
            bits[index * BITS + bit] = word >> bit & 1


def layout_of(game: Game, arrangement: Arrangement) -> Layout:
    """Return the layout for a game's observations.

    Raises
    ------
    ValueError
        For an unknown encoding.
    """
    return arrangement(game) if callable(arrangement) else Layout(game, arrangement)


def _parts(game: Game) -> Iterator[Part]:
    about = "The seat that observes, from 0."
    yield Part(OBSERVER, 0, (), real=False, meaning=about, holds=Numbers(0, SPECTATOR))
    meanings = _meanings(game.state)
    for name, (kind, offset, *_) in (game.state.dtype.fields or {}).items():
        yield Part(
            name,
            1 + offset // 8,
            kind.shape,
            kind.base == np.float64,
            meanings.get(name, ""),
            game.ranges.get(name, WORD),
        )


def _meanings(state: type[State]) -> dict[str, str]:
    """Return the docstrings below the annotations of a state class, by field."""
    found = {"seats": "Number of seats at the table."}
    try:
        source = textwrap.dedent(inspect.getsource(state))
    except (OSError, TypeError):  # a class without a source file, as in an interpreter
        return found
    body = getattr(ast.parse(source).body[0], "body", [])
    for field, below in pairwise(body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                found[name] = " ".join(text.split())
    return found
