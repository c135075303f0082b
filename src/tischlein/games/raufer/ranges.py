"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Bits, Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "stage": Numbers(0, 9),
    "turn": Numbers(-1, 4),
    "taker": Numbers(-1, 4),
    "opener": Numbers(-1, 4),
    "phase": Numbers(0, 2),
    "pile": Numbers(0, 20),
    "last": Numbers(-1, 19),
    "direction": Numbers(0, 1),
    "commander": Numbers(-1, 4),
    "down": Bits(5),
    "passed": Bits(5),
    "inside": Bits(5),
    "winner": Numbers(-1, 4),
    "laid_count": Numbers(0, 20),
    "laid_set": Bits(20),
    "hand_size": Numbers(0, 20),
    "commander_out": Numbers(0, 1),
    "dry_out": Numbers(0, 1),
    "hands": Bits(20),
    "sizes": Numbers(0, 20),
    "waiting": Numbers(0, 20),
    "laid": Numbers(-1, 19),
    "laid_by": Numbers(-1, 4),
    "laid_among": Bits(16),
    "ranges": Bits(20),
}
