"""How the nine symbols lie on a face: scattered, slightly turned, sometimes overlapping.

Each face has one fixed arrangement, the same for everybody. It leaves no gap in place of the tenth
symbol, and the symbols' order does not reveal which one is missing.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from tischlein.games.misd.cards import symbols
from tischlein.games.misd.layout import Box
from tischlein.games.misd.names import face_name

_PITCH = 0.295
"""Distance of the spots from which symbols are shifted, as a share of the face."""
_SHIFT = 0.035
_SIZES = (0.28, 0.39)
_REACH = 0.56
"""From the centre of a turned symbol to its outermost corner, as a share of its size."""
_RING = 1.25
"""Size of a ring round a symbol, as a share of the symbol."""
_TURN = 10.0
"""Degrees at most to either side: a square stays a square and no diamond, stripes stay upright."""


@dataclass(frozen=True)
class Spot:
    """Where a symbol lies on a face of size 1, by its centre."""

    colour: int
    shape: int
    x: float
    y: float
    size: float
    turn: float

    def box(self, face: Box) -> Box:
        """Return where the symbol lies on a face in this box."""
        side = self.size * face.w
        x, y = face.x + self.x * face.w, face.y + self.y * face.h
        return Box(x - side / 2, y - side / 2, side, side)

    def ring(self, face: Box) -> Box:
        """Return what encircles the symbol on a face in this box."""
        side = _RING * self.size * face.w
        x, y = face.x + self.x * face.w, face.y + self.y * face.h
        return Box(x - side / 2, y - side / 2, side, side)


@lru_cache(maxsize=32)
def arrangement(face: int) -> tuple[Spot, ...]:
    """Return the symbols of a face in the order in which they are laid down and read out."""
    lot = random.Random(face_name(face))
    shown = symbols(face)
    lot.shuffle(shown)
    spots = []
    for index, (colour, shape) in enumerate(shown):
        size = lot.uniform(*_SIZES)
        x, y = (_scattered(step - 1, size, lot) for step in (index % 3, index // 3))
        spots.append(Spot(colour, shape, x, y, size, lot.uniform(-_TURN, _TURN)))
    lot.shuffle(spots)
    return tuple(spots)


def _scattered(step: int, size: float, lot: random.Random) -> float:
    """Return a coordinate near one of three lines, where a symbol stays on the face."""
    wide = 0.5 - _REACH * size
    return 0.5 + min(wide, max(-wide, _PITCH * step + lot.uniform(-_SHIFT, _SHIFT)))
