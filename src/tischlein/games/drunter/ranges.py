"""What numbers the fields of a state can hold; :mod:`tischlein.core.ranges` says how it counts."""

from __future__ import annotations

from collections.abc import Mapping

from tischlein.core.ranges import Bits, Numbers, Range

RANGES: Mapping[str, Range] = {
    "seats": Numbers(1, 8),
    "stage": Numbers(0, 15),
    "board": Numbers(0, 15),
    "goals": Numbers(1, 2),
    "voting": Numbers(0, 3),
    "first": Numbers(-1, 3),
    "turn": Numbers(-1, 4),
    "drawn": Numbers(0, 99),
    "tile_size": Numbers(0, 3),
    "pending": Numbers(-1, 63),
    "voted": Bits(4),
    "declared": Bits(4),
    "said_yes": Bits(4),
    "tally_yes": Numbers(-1, 99),
    "tally_no": Numbers(-1, 99),
    "chosen": Bits(4),
    "logged": Numbers(0, 76),
    "cells": Bits(8),
    "gangs": Numbers(-1, 149),
    "reach": Numbers(0, 3),
    "stock": Numbers(0, 31),
    "cards": Bits(8),
    "laid": Numbers(-1, 15),
    "ballots": Bits(8),
    "hands": Bits(16),
    "aims": Numbers(-1, 15),
    "log": Bits(54),
}
