"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

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
