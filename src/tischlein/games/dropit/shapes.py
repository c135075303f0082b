"""The four shapes: outlines, symmetries, and the positions in which each fits into the shaft.

An outline is a core, which is a point or a convex polygon, thickened by a radius (DRO-4). Cores
are the nominal polygons with every side moved inwards by the radius, so that corners are round.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, cos, floor, hypot, radians, sin, sqrt

from tischlein.games.dropit import shaft

CIRCLE, SQUARE, DIAMOND, TRIANGLE = range(4)

Point = tuple[float, float]
Core = tuple[Point, ...]
"""Corners counter-clockwise; a single point for a circle."""

_ROUNDING = 1.0
RADII = (19.0, _ROUNDING, _ROUNDING, _ROUNDING)
EPSILON = 1e-9
"""Lengths that differ by less are equal: floats only approach the decimal fractions of poses."""

CLEARANCE = 0.2
"""What a piece needs at either wall to be held above the shaft (DRO-19)."""
X_STEP = 0.5
ANGLE_STEP = 5
"""The grid of positions that a seat may choose (DRO-18)."""

SYMMETRY = (ANGLE_STEP, 90, 180, 120)
"""Degrees after which a shape looks the same; a circle has one angle only."""
TURNS = tuple(degrees // ANGLE_STEP for degrees in SYMMETRY)
"""How many angles of the grid look different."""
KEPT_EXTENTS = 256
"""How many poses' extents are cached: all of the grid. Poses of falling pieces, which never
recur, are soon displaced.
"""


def _inset(nominal: Sequence[Point]) -> Core:
    """Return a polygon with every side moved inwards; its sides touch a circle round the origin."""
    (ax, ay), (bx, by) = nominal[0], nominal[1]
    inner = abs(ax * by - ay * bx) / hypot(bx - ax, by - ay)
    return tuple((x * (1 - _ROUNDING / inner), y * (1 - _ROUNDING / inner)) for x, y in nominal)


_LONG, _SHORT = 39 * sqrt(3) / 2, 39 / 2
_TALL = 44 * sqrt(3) / 2
CORES: tuple[Core, ...] = (
    ((0.0, 0.0),),
    _inset([(-17.5, -17.5), (17.5, -17.5), (17.5, 17.5), (-17.5, 17.5)]),
    _inset([(0, -_LONG), (_SHORT, 0), (0, _LONG), (-_SHORT, 0)]),
    _inset([(-22, -_TALL / 3), (22, -_TALL / 3), (0, 2 * _TALL / 3)]),
)
"""Cores at angle 0 round the centroid, by shape."""
REACH = tuple(
    max(hypot(x, y) for x, y in core) + radius for core, radius in zip(CORES, RADII, strict=True)
)
"""How far each shape reaches from its centroid at most."""

_QUARTERS: dict[float, Point] = {0: (1.0, 0.0), 90: (0.0, 1.0), 180: (-1.0, 0.0), 270: (0.0, -1.0)}


def placed(shape: int, x: float, y: float, degrees: float) -> Core:
    """Return the core of a shape in a pose; quarter turns are exact."""
    if shape == CIRCLE:
        return ((x, y),)
    turn = degrees % 360
    across, up = _QUARTERS.get(turn) or (cos(radians(turn)), sin(radians(turn)))
    return tuple((x + across * a - up * b, y + up * a + across * b) for a, b in CORES[shape])


@lru_cache(maxsize=KEPT_EXTENTS)
def extents(shape: int, degrees: float) -> tuple[float, float, float, float]:
    """Return how far an outline reaches from its centroid: least and greatest x, then y."""
    core = placed(shape, 0.0, 0.0, degrees)
    radius = RADII[shape]
    return (
        min(x for x, _ in core) - radius,
        max(x for x, _ in core) + radius,
        min(y for _, y in core) - radius,
        max(y for _, y in core) + radius,
    )


def room(shape: int, degrees: float) -> tuple[float, float]:
    """Return the least and the greatest x at which a shape fits between the walls (DRO-19)."""
    left, right, _, _ = extents(shape, degrees)
    return CLEARANCE - left, shaft.WIDTH - CLEARANCE - right


def _steps(shape: int, turn: int) -> tuple[int, int]:
    low, high = room(shape, turn * ANGLE_STEP)
    return ceil((low - EPSILON) / X_STEP), floor((high + EPSILON) / X_STEP)


STEPS = tuple(
    tuple(_steps(shape, turn) for turn in range(TURNS[shape])) for shape in range(len(CORES))
)
"""First and last position on the grid, in steps, by shape and turn (DRO-18, DRO-19)."""
