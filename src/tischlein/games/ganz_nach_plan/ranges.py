"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Bits, Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "limit": Numbers(0, 999),
    "deck": Bits(20),
    "plans": Numbers(-1, 31),
    "phase": Numbers(0, 9),
    "turn": Numbers(-1, 3),
    "turns": Numbers(0, 999),
    "mover": Numbers(-1, 3),
    "executing": Numbers(-1, 19),
    "place": Numbers(-1, 3),
    "hand": Bits(20),
    "count": Numbers(0, 20),
    "chosen": Numbers(-2, 19),
    "asked": Bits(4),
    "pile": Numbers(-1, 19),
    "piled": Numbers(0, 20),
    "dealt": Bits(20),
    "logged": Numbers(0, 480),
    "log": Bits(32),
    "winners": Bits(4),
}
