"""Where everything is drawn: the shaft in the scene's units, which are millimetres too."""

from __future__ import annotations

from tischlein.games.dropit import shaft

EDGE = 24.0
BASE = 17.0
"""Width of the strips beside the shaft, and height of that below it, which carry the symbols."""
HEADROOM = 67.0
"""Room above the rim, for the piece in the hand and for pieces that stick out."""
TRACK = 25.0
"""Height of the score track below everything, with its numbers below the spaces."""

WIDTH = EDGE + shaft.WIDTH + EDGE
HEIGHT = HEADROOM + shaft.HEIGHT + BASE + TRACK
HELD = shaft.HEIGHT + 33.5
"""Height of a held piece's centre, in the shaft's own direction: clear of the rim in any turn."""


def at(x: float, y: float) -> tuple[float, float]:
    """Return where a point of the shaft lies in the scene, which has y downwards."""
    return EDGE + x, HEADROOM + shaft.HEIGHT - y


def piece_id(number: int) -> str:
    """Return the target of a piece in the shaft, counted from 0."""
    return f"piece:{number + 1}"
