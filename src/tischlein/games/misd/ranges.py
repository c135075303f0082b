"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Bits, Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "finding": Numbers(0, 1),
    "going_on": Numbers(0, 1),
    "spread": Numbers(0, 10),
    "relay": Numbers(0, 999999),
    "limit": Numbers(0, 999999),
    "patience": Numbers(0, 10000000),
    "total": Numbers(0, 99),
    "phase": Numbers(0, 9),
    "turner": Numbers(-1, 7),
    "asked": Numbers(0, 999999),
    "stock": Numbers(0, 99),
    "chips": Numbers(0, 99),
    "pile": Bits(20),
    "lain": Bits(20),
    "laid": Numbers(0, 10),
    "layout": Numbers(-1, 19),
    "shapes": Bits(10),
    "colours": Bits(10),
    "face": Numbers(-1, 19),
    "wanted_shape": Numbers(-1, 9),
    "wanted_colour": Numbers(-1, 9),
    "answer": Numbers(-1, 127),
    "silent": Bits(8),
    "last": Numbers(0, 9),
    "last_seat": Numbers(-1, 7),
    "spoken": Numbers(0, 8),
    "speaker": Numbers(-1, 7),
    "said": Numbers(-1, 127),
    "right": Numbers(0, 999999),
    "wrong": Numbers(0, 999999),
    "seen": Numbers(0, 999999),
}
