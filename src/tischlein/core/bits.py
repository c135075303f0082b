"""Sets of small numbers as the bits of one word: seats, cards, places."""

from __future__ import annotations

from collections.abc import Iterable

from tischlein.core.kernel import kernel


@kernel
def count_bits(bits: int) -> int:
    """Return the size of a set, in compiled code (in Python use ``bits.bit_count()``)."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@kernel
def lowest(bits: int) -> int:
    """Return the lowest member of a set that is not empty, in compiled code."""
    member = 0
    while not bits >> member & 1:
        member += 1
    return member


@kernel
def nth(bits: int, n: int) -> int:
    """Return the n-th lowest member of a larger set, counting from 0, in compiled code."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


def members(bits: int) -> tuple[int, ...]:
    """Return the members of a set in ascending order."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def bits_of(numbers: Iterable[int]) -> int:
    """Return the set of the given numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
