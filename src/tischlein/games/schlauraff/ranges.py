"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Bits, Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "columns": Numbers(0, 8),
    "below": Numbers(0, 1),
    "phase": Numbers(0, 9),
    "rounds": Numbers(0, 9),
    "start": Numbers(-1, 3),
    "laid": Numbers(0, 40),
    "worked": Numbers(0, 8),
    "chips": Numbers(0, 7),
    "pile": Bits(30),
    "rows": Numbers(0, 40),
    "current": Numbers(-1, 40),
    "on": Numbers(0, 6),
    "free": Numbers(0, 6),
    "offered": Numbers(0, 6),
    "to_roll": Numbers(0, 6),
    "assigned": Numbers(0, 1),
    "bag": Numbers(0, 40),
    "taken": Numbers(0, 40),
    "points": Numbers(0, 999),
    "reds": Numbers(0, 999),
}
