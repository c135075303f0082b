"""The values that a state's fields can hold, in any position as any observer may see it.

Rules need none of this: they say what numbers mean. Code that encodes positions as arrays for
learners (:class:`tischlein.interop.tensors.Layout`) gives each number the room it needs, instead of
all 64 bits of its word. A game declares ranges in ``Game.ranges``, by field: bounds hold at every
number of seats and under all options, and need not be reached; a field that is not listed keeps all
bits of its words.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Numbers:
    """Each word of a field is a whole number from `low` to `high`."""

    low: int
    high: int

    def __post_init__(self) -> None:
        """Check that the range is not empty (ValueError)."""
        if self.low > self.high:
            raise ValueError(f"there is no number from {self.low} to {self.high}")


@dataclass(frozen=True)
class Bits:
    """Each word of a field is a bit set, or packed numbers, in its lowest `count` bits."""

    count: int

    def __post_init__(self) -> None:
        """Check that a word has so many bits (ValueError)."""
        if not 1 <= self.count <= 64:
            raise ValueError(f"a word has 1 to 64 bits, not {self.count}")


Range = Numbers | Bits
WORD = Bits(64)
"""For fields without a range: all bits, negative numbers in two's complement."""
