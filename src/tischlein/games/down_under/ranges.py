"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Bits, Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "mover": Numbers(-1, 3),
    "phase": Numbers(0, 9),
    "opened": Numbers(0, 9),
    "short": Numbers(0, 127),
    "long": Numbers(0, 127),
    "fixed": Numbers(0, 1),
    "counted": Numbers(0, 1),
    "entries": Numbers(0, 1),
    "paths": Numbers(0, 4),
    "left": Numbers(-128, 127),
    "top": Numbers(-128, 127),
    "right": Numbers(-128, 127),
    "bottom": Numbers(-128, 127),
    "west": Numbers(-128, 127),
    "north": Numbers(-128, 127),
    "east": Numbers(-128, 127),
    "south": Numbers(-128, 127),
    "billabongs": Numbers(0, 9),
    "due": Bits(4),
    "lone": Numbers(0, 1),
    "moved": Numbers(-1, 7),
    "exit": Numbers(-4, 511),
    "passed": Bits(4),
    "ended": Bits(4),
    "stock": Numbers(0, 31),
    "animals_left": Numbers(0, 31),
    "tips": Numbers(-4, 511),
    "sections": Numbers(0, 511),
    "animals": Numbers(0, 127),
    "cards": Bits(32),
    "links": Bits(40),
}
