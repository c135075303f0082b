"""The state of Heap: everything that a position is made of, as one fixed-size record."""

import tischlein.design as td

SMALLEST, LARGEST = 5, 30
"""Stones on the heap at the start (HEA-1)."""
MOST_TAKEN = 3
"""Stones that may be taken at once (HEA-3)."""


class HeapState(td.State):
    """One position."""

    begun: int
    """1 once the lot has fallen."""
    turn: int
    """The seat to act."""
    whole: int
    """Stones at the start."""
    left: int
    """Stones on the heap."""
    taken: int
    """Stones taken so far."""
