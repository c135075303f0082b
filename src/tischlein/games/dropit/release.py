"""The release height of a piece: its lowest point just above the rim, or above what sticks out."""

from __future__ import annotations

from collections.abc import Iterable

from tischlein.games.dropit import shaft
from tischlein.games.dropit.judging import LyingPiece
from tischlein.games.dropit.shapes import REACH, extents

NEAR_THE_RIM = shaft.HEIGHT - max(REACH)
"""Only pieces whose centroid is higher than this may stick out above the rim."""
ABOVE = 1.0
"""Millimetres between the lowest point and what is below it (DRO-20)."""


def release_height(pieces: Iterable[LyingPiece], shape: int, x: float, degrees: float) -> float:
    """Return the y at which a piece is let go (DRO-20)."""
    left, right, low, _ = extents(shape, degrees)
    highest = shaft.HEIGHT
    for piece in pieces:
        begin, end = piece.across
        if begin - ABOVE < x + right and x + left < end + ABOVE:
            highest = max(highest, piece.top)
    return highest + ABOVE - low
