"""The hand that drops pieces: never quite straight, so nothing balances on a point (DRO-21)."""

from __future__ import annotations

from hashlib import sha256
from struct import pack

from tischlein.games.dropit import shaft
from tischlein.games.dropit.shapes import extents
from tischlein.games.dropit.state import SCALE, SHAPES, DropItState

LEAST_TILT, MOST_TILT = 0.15, 0.4
"""Degrees to one side or the other."""
LEAST_SHIFT, MOST_SHIFT = 0.05, 0.2
"""Millimetres, in the same way."""


def tremor(state: DropItState) -> tuple[float, float]:
    """Return by how much the falling piece is shifted (mm) and tilted (degrees), never zero.

    Both come from a hash of the position, so that equal positions fall alike on every machine.
    """
    count = state.count
    numbers = (
        *state.kinds[:count],
        *state.x[:count],
        *state.y[:count],
        *state.angle[:count],
        state.falling,
        state.falling_x,
        state.falling_angle,
    )
    digest = sha256(pack(f"<{len(numbers)}q", *numbers)).digest()
    return (
        _between(LEAST_SHIFT, MOST_SHIFT, digest[:4]),
        _between(LEAST_TILT, MOST_TILT, digest[4:8]),
    )


def release_pose(state: DropItState) -> tuple[float, float]:
    """Return x and the angle in degrees at which the falling piece really begins to fall.

    It stays between the walls (DRO-19).
    """
    shift, tilt = tremor(state)
    angle = state.falling_angle / SCALE + tilt
    left, right, _, _ = extents(state.falling % SHAPES, angle)
    return min(max(state.falling_x / SCALE + shift, -left), shaft.WIDTH - right), angle


def _between(least: float, most: float, draw: bytes) -> float:
    """Return a number of this size with either sign, from four bytes."""
    number = int.from_bytes(draw, "little")
    size = least + (most - least) * (number >> 1) / 0x7FFFFFFF
    return size if number & 1 else -size
