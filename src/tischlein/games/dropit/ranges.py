"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Bits, Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "phase": Numbers(0, 9),
    "mover": Numbers(-1, 7),
    "first": Numbers(-1, 7),
    "edges": Numbers(0, 9),
    "hand": Numbers(0, 9),
    "kin": Numbers(0, 9),
    "spare": Numbers(-1, 9),
    "side": Numbers(-1, 7),
    "following": Numbers(-1, 7),
    "stocks": Numbers(0, 63),
    "jokers": Numbers(0, 63),
    "points": Numbers(0, 9999),
    "drops": Numbers(0, 99),
    "count": Numbers(0, 36),
    "kinds": Numbers(-1, 31),
    "owners": Numbers(-1, 7),
    "x": Numbers(-10000000, 10000000),
    "y": Numbers(-10000000, 10000000),
    "angle": Numbers(-1800000, 1800000),
    "falling": Numbers(-1, 31),
    "falling_x": Numbers(-10000000, 10000000),
    "falling_angle": Numbers(-1800000, 1800000),
    "level": Numbers(0, 99),
    "bonus": Numbers(0, 99),
    "won": Numbers(0, 999),
    "taboos": Bits(8),
    "touched": Bits(36),
    "saved": Numbers(0, 1),
}
