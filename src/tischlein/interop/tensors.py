"""Observations as arrays for programs that learn: named parts with shapes, ranges and meanings.

An array holds what a seat may know and nothing else: its words are those of the row that
``Position.observe`` has masked, behind one that says who observes. Every game has this default, by
the fields of its state. Where something is hidden, the field holds the mark that the game's
``observe`` puts there, such as an empty set or -1.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from tischlein.core.game import Game
from tischlein.core.kernel import kernel
from tischlein.core.position import Observation
from tischlein.core.state import Ints, State

Encoding = Literal["bits", "words"]
"""``bits``: 64 zeros and ones for each word, the lowest bit first. ``words``: the numbers."""

Arrangement = Encoding | Callable[["Game"], "Layout"]
"""What environments take for ``observation``: an encoding, or what makes a layout of one's own."""

BITS = 64
"""Of a word."""
OBSERVER = "observer"
"""The part that says who observes; its name is no field of a state."""


@dataclass(frozen=True)
class Part:
    """Where a field of the state stands in an array."""

    name: str
    start: int
    """Index of its first word."""
    shape: tuple[int, ...]
    """Of the field; empty for a single number."""
    real: bool
    """Whether it holds reals (``float64``) and not whole numbers."""
    meaning: str
    """What the state's class says of the field; empty where it says nothing."""

    @property
    def words(self) -> int:
        """How many words it has."""
        return prod(self.shape)


class Layout:
    """How a game's observations stand in an array; it is the same at all numbers of seats.

    A layout of one's own is a subclass with other ``shape``, ``dtype``, ``range`` and
    ``encode_row``. It is only ever given rows in which secrets are masked.

    Parameters
    ----------
    game
        Any game.
    encoding
        In ``bits`` every word is 64 numbers, 0 or 1 (``uint8``): sets of cards or places, which
        states hold as one word, are then as plain as anything a network is given. Negative
        numbers are in two's complement. In ``words`` it is one whole number (``int64``), shorter
        and meant for programs that look at parts; if the state has reals, all are ``float64``.
        Both are exact, but for whole numbers beyond 2**53 beside reals.

    Raises
    ------
    ValueError
        For another encoding.
    """

    def __init__(self, game: Game, encoding: Encoding = "bits") -> None:
        if encoding not in ("bits", "words"):
            raise ValueError(f"the encoding of observations is bits or words, not {encoding!r}")
        self.game = game
        self.encoding: Encoding = encoding
        self.parts: tuple[Part, ...] = tuple(_parts(game.state))
        self._by_name = {part.name: part for part in self.parts}
        self._words = 1 + game.state.row_length
        self._reals = [part for part in self.parts if part.real]

    @property
    def shape(self) -> tuple[int]:
        """The shape of an array: one dimension."""
        return (self._words * (BITS if self.encoding == "bits" else 1),)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its numbers."""
        if self.encoding == "bits":
            return np.dtype(np.uint8)
        return np.dtype(np.float64 if self._reals else np.int64)

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest number that it can hold."""
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
        words = np.empty(self._words, np.int64)
        words[0] = seat
        words[1:] = row
        if not self._reals:
            return words
        numbers = words.astype(np.float64)
        for part in self._reals:
            place = slice(part.start, part.start + part.words)
            numbers[place] = words[place].view(np.float64)
        return numbers

    def part(self, array: NDArray[Any], name: str) -> NDArray[Any]:
        """Return a part of an array by name, as a view in the field's own shape.

        With ``bits`` the last dimension is the 64 bits of a word. Arrays may be stacked: whatever
        dimensions come before the last one of ``array`` stay in front.

        Raises
        ------
        KeyError
            If the game's state has no such field.
        """
        if name not in self._by_name:
            raise KeyError(f"{name!r} is no part; the parts are: {', '.join(self._by_name)}")
        part = self._by_name[name]
        size = BITS if self.encoding == "bits" else 1
        found = array[..., part.start * size : (part.start + part.words) * size]
        inner = (*part.shape, BITS) if self.encoding == "bits" else part.shape
        return found.reshape(*array.shape[:-1], *inner)

    def __str__(self) -> str:
        """Return a line for each part: name, first word, shape, meaning."""
        return "\n".join(
            f"{part.name} [{part.start}] {'x'.join(map(str, part.shape)) or '1'}"
            + (f": {part.meaning}" if part.meaning else "")
            for part in self.parts
        )


@kernel
def _unpack(row: Ints, seat: int, bits: NDArray[np.uint8]) -> None:
    """Write the bits of a seat's number, then those of a row."""
    for index in range(row.size + 1):
        word = seat if index == 0 else row[index - 1]
        for bit in range(BITS):
            bits[index * BITS + bit] = word >> bit & 1


def layout_of(game: Game, arrangement: Arrangement) -> Layout:
    """Return how a game's observations are to stand in an array.

    Raises
    ------
    ValueError
        For an encoding that there is not.
    """
    return arrangement(game) if callable(arrangement) else Layout(game, arrangement)


def _parts(state: type[State]) -> Iterator[Part]:
    yield Part(OBSERVER, 0, (), real=False, meaning="The seat that observes, from 0.")
    meanings = _meanings(state)
    for name, (kind, offset, *_) in (state.dtype.fields or {}).items():
        start = 1 + offset // 8
        yield Part(name, start, kind.shape, kind.base == np.float64, meanings.get(name, ""))


def _meanings(state: type[State]) -> dict[str, str]:
    """Return what stands below the annotations of a state class, by field."""
    found = {"seats": "Number of seats at the table."}
    try:
        source = textwrap.dedent(inspect.getsource(state))
    except (OSError, TypeError):  # a class made where no source is, as in an interpreter
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
