"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "largest": Numbers(0, 4),
    "push": Numbers(0, 1),
    "may_skip_melt": Numbers(0, 1),
    "long_steps": Numbers(0, 1),
    "phase": Numbers(0, 9),
    "mover": Numbers(-1, 3),
    "laid": Numbers(0, 2),
    "dice": Numbers(0, 6),
    "floe": Numbers(0, 4),
    "floe_number": Numbers(0, 20),
    "pawns": Numbers(0, 9),
    "unmoved": Numbers(0, 9),
    "may_board": Numbers(0, 1),
    "boarded": Numbers(0, 1),
    "stock": Numbers(0, 9),
    "bank": Numbers(0, 9),
    "saved": Numbers(0, 9),
}
