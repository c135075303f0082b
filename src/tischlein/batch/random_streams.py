"""Randomness of a batch: a number for every row, purpose and draw, independent of all other draws.

The generator is Threefry-2x64 with 20 rounds (Salmon, Moraes, Dror, Shaw 2011): its words are a
function of a key and a counter only, so neither the size of a batch, nor the threads, nor the
device can change what a row draws.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tischlein.core.bits import count_bits, nth
from tischlein.core.kernel import INTERPRETED, Rng, below, kernel

CHANCE_STREAM = 0
"""Deals, rolls, and the choice among several seats."""
SAMPLE_STREAM = 1
"""Actions drawn by ``Batch.sample``."""

_ROTATIONS = (16, 42, 12, 31, 16, 32, 24, 21)
_PARITY = 0x1BD11BDAA9FC1A22
_MASK = 0xFFFFFFFFFFFFFFFF

if INTERPRETED:

    def _word(number: Any) -> int:
        return int(number) & _MASK

    def _sum(one: int, other: int) -> int:
        return one + other & _MASK

    def _rotated(word: int, bits: int) -> int:
        return (word << bits | word >> 64 - bits) & _MASK

else:

    @kernel
    def _word(number: Any) -> int:
        return np.uint64(number)  # type: ignore[return-value]  # by design

    @kernel
    def _sum(one: int, other: int) -> int:
        return one + other

    @kernel
    def _rotated(word: int, bits: int) -> int:
        high, low = np.uint64(bits), np.uint64(64 - bits)
        return word << high | word >> low  # type: ignore[return-value]  # as above


@kernel
def threefry(key: int, stream: int, row: int, draw: int) -> int:
    """Return the first of two random words for a key of two words and a counter of two."""
    keys = (_word(key), _word(stream), _word(_PARITY) ^ _word(key) ^ _word(stream))
    one = _sum(_word(row), keys[0])
    other = _sum(_word(draw), keys[1])
    for four in range(5):
        for step in range(4):
            one = _sum(one, other)
            other = _rotated(other, _ROTATIONS[4 * (four & 1) + step]) ^ one
        one = _sum(one, keys[(four + 1) % 3])
        other = _sum(_sum(other, keys[(four + 2) % 3]), _word(four + 1))
    return one


@kernel
def start_draw(rng: Rng, key: int, stream: int, row: int, draw: int) -> None:
    """Set a generator to the start of a row's draw."""
    rng[0] = threefry(key, stream, row, draw)


@kernel
def draw_member(bits: int, rng: Rng) -> int:
    """Return a member of a non-empty set, drawn uniformly."""
    return nth(bits, below(rng, count_bits(bits)))
