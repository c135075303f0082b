"""What numbers the fields of a state can hold, so that arrays give them no more room.

Bounds hold at every number of seats and under all options; they need not be reached. A field that
is not here keeps all bits of its words.
"""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Bits, Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "mover": Numbers(-1, 1),
    "over": Numbers(0, 1),
    "parks": Numbers(0, 16),
    "barred": Bits(16),
    "free": Bits(16),
    "plots": Numbers(0, 15),
    "supply": Numbers(0, 9),
    "captured": Numbers(0, 9),
    "around": Bits(16),
    "column": Numbers(0, 15),
    "line": Numbers(0, 15),
}
