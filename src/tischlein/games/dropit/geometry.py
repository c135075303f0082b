"""Exact geometry of thickened convex cores: gaps, contacts, what a piece reaches and covers."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, inf, sqrt

from tischlein.games.dropit import shaft
from tischlein.games.dropit.shapes import EPSILON, Core, Point

TOUCHING = 0.2
"""Greatest gap at which two things touch (DRO-27)."""

Segment = tuple[Point, Point]


def distance(one: Core, other: Core, enough: float = inf) -> float:
    """Return the distance of two cores, 0 if they overlap.

    Where a side that separates them shows that it is at least ``enough``, that is what it returns.
    """
    if len(one) == 1 and len(other) == 1:
        return hypot(one[0][0] - other[0][0], one[0][1] - other[0][1])
    apart = _separation(one, other)
    if apart < enough:
        apart = max(apart, _separation(other, one))
    if apart <= 0:
        return 0.0
    if apart >= enough:
        return enough
    return min(_corners_to_sides(one, other), _corners_to_sides(other, one))


def gap(one: Core, radius: float, other: Core, other_radius: float, enough: float = inf) -> float:
    """Return the gap of two thickened cores; negative where they overlap (DRO-27).

    As ``distance`` does, it may stop where it knows that the gap is at least ``enough``.
    """
    return distance(one, other, enough + radius + other_radius) - radius - other_radius


def _separation(one: Core, other: Core) -> float:
    """Return how far ``other`` lies outside the side of ``one`` that separates them best."""
    if len(one) == 1:
        return -1.0
    best = -1e9
    ax, ay = one[-1]
    for bx, by in one:
        along_x, along_y = bx - ax, by - ay
        nearest = min([along_y * (x - ax) - along_x * (y - ay) for x, y in other])
        best = max(best, nearest / hypot(along_x, along_y))
        ax, ay = bx, by
    return best


def _corners_to_sides(one: Core, other: Core) -> float:
    nearest = inf
    for (ax, ay), (bx, by) in _sides(other):
        along_x, along_y = bx - ax, by - ay
        square = along_x * along_x + along_y * along_y
        for x, y in one:
            share = ((x - ax) * along_x + (y - ay) * along_y) / square if square else 0.0
            share = 1.0 if share > 1.0 else max(share, 0.0)
            length = hypot(x - (ax + share * along_x), y - (ay + share * along_y))
            nearest = min(nearest, length)
    return nearest


def _sides(core: Core) -> list[Segment]:
    if len(core) == 1:
        return [(core[0], core[0])]
    return [(core[index - 1], core[index]) for index in range(len(core))]


def _foot(point: Point, side: Segment) -> Point:
    """Return the point of a side that is nearest to a point."""
    (ax, ay), (bx, by) = side
    along_x, along_y = bx - ax, by - ay
    square = along_x * along_x + along_y * along_y
    if square == 0:
        return ax, ay
    share = ((point[0] - ax) * along_x + (point[1] - ay) * along_y) / square
    share = min(1.0, max(0.0, share))
    return ax + share * along_x, ay + share * along_y


def _corners_near(side: Segment, core: Core, near: float) -> list[Point]:
    """Return the corners within the box at this distance around a side: a quick pre-test."""
    (ax, ay), (bx, by) = side
    left, right = min(ax, bx) - near, max(ax, bx) + near
    low, high = min(ay, by) - near, max(ay, by) + near
    return [(x, y) for x, y in core if left <= x <= right and low <= y <= high]


def contact(one: Core, radius: float, other: Core, other_radius: float) -> Segment | None:
    """Return the segment where two outlines touch (both ends equal for a point), if they do."""
    points = []
    near = radius + other_radius + TOUCHING + 2 * EPSILON
    for first, first_radius, second in ((one, radius, other), (other, other_radius, one)):
        share = first_radius / (radius + other_radius)
        for side in _sides(second):
            for corner in _corners_near(side, first, near):
                foot = _foot(corner, side)
                length = hypot(corner[0] - foot[0], corner[1] - foot[1])
                if length - radius - other_radius > TOUCHING + EPSILON:
                    continue
                points.append(
                    (
                        corner[0] + share * (foot[0] - corner[0]),
                        corner[1] + share * (foot[1] - corner[1]),
                    )
                )
    if not points:
        return None
    return min(points), max(points)


_LINES = tuple(
    (left, slope, hypot(1.0, slope), number + 1)
    for number, (left, slope) in enumerate(
        (left, (right - left) / shaft.WIDTH)
        for left, right in zip(shaft.LINES_LEFT, shaft.LINES_RIGHT, strict=True)
    )
)[::-1]
"""Height of each line at the left wall, its slope, the length of a step along it, and the level
below it; from the highest line down."""


def level(core: Core, radius: float) -> int:
    """Return the highest level into which any part reaches, 1 to 8 (DRO-36)."""
    for left, slope, steep, below in _LINES:
        above = max([(y - left - slope * x) / steep for x, y in core])
        if above + radius > EPSILON:
            return below + 1
    return 1


def covered(core: Core, radius: float) -> list[int]:
    """Return the bonus circles, numbered from 0, that are partly covered (DRO-37)."""
    across, up = zip(*core, strict=True)
    left, right, low, high = min(across), max(across), min(up), max(up)
    found = []
    for number, circle in enumerate(shaft.CIRCLES):
        near = radius + circle.radius
        if (
            left - near < circle.x < right + near
            and low - near < circle.y < high + near
            and distance(core, ((circle.x, circle.y),)) < near - EPSILON
        ):
            found.append(number)
    return found


def edge_contacts(core: Core, radius: float) -> dict[int, tuple[float, float]]:
    """Return from where to where an outline touches each edge, by its first part (DRO-31).

    Walls give heights, the floor gives x; an edge that is not touched is missing.
    """
    most = radius + TOUCHING + EPSILON
    along = {
        shaft.LEFT: [y for x, y in core if x <= most],
        shaft.RIGHT: [y for x, y in core if shaft.WIDTH - x <= most],
        shaft.FLOOR: [x for x, y in core if y <= most],
    }
    return {edge: (min(values), max(values)) for edge, values in along.items() if values}


def touched_parts(core: Core, radius: float) -> list[int]:
    """Return the parts of walls and floor that an outline touches, in order (DRO-31)."""
    parts = []
    for edge, (begin, end) in edge_contacts(core, radius).items():
        for part in range(edge, edge + (4 if edge == shaft.FLOOR else shaft.LEVELS)):
            low, high = shaft.PARTS[part]
            if begin < high - EPSILON and end >= low - EPSILON:
                parts.append(part)
    return parts


def too_high(core: Core, radius: float) -> bool:
    """Whether any part is higher than the rim (DRO-32)."""
    return max(y for _, y in core) + radius > shaft.HEIGHT + EPSILON


def beyond(core: Core, radius: float) -> float:
    """Return how far an outline reaches beyond a wall or the floor; negative if it does not."""
    return radius - min(min(x, shaft.WIDTH - x, y) for x, y in core)


def span(core: Core, radius: float, y: float) -> tuple[float, float]:
    """Return from where to where an outline reaches at a height, corners taken as sharp."""
    if len(core) == 1:
        half = sqrt(max(0.0, radius * radius - (y - core[0][1]) ** 2))
        return core[0][0] - half, core[0][0] + half
    crossings = [
        ax + (bx - ax) * (y - ay) / (by - ay)
        for (ax, ay), (bx, by) in _sides(core)
        if min(ay, by) <= y < max(ay, by)
    ]
    return (min(crossings) - radius, max(crossings) + radius) if crossings else (0.0, 0.0)


def heights(core: Core, radius: float, places: Iterable[float]) -> list[float]:
    """Return how high an outline reaches at each place, -inf beside it; corners taken as sharp."""
    if len(core) == 1:
        ((x, y),) = core
        beside = [abs(place - x) for place in places]
        return [y + sqrt(radius * radius - by * by) if by <= radius else -inf for by in beside]
    across = [x for x, _ in core]
    left, right = min(across), max(across)
    roofs = [_roof(side, radius) for side in _sides(core)]
    found = []
    for place in places:
        at = min(max(place, left), right)
        over = [
            min(highest, at_zero + slope * at)
            for begin, end, highest, at_zero, slope in roofs
            if begin <= at <= end
        ]
        found.append(max(over) if left - radius <= place <= right + radius else -inf)
    return found


def _roof(side: Segment, radius: float) -> tuple[float, float, float, float, float]:
    """Return from where to where a side is, its greatest height, its height at 0, and its slope."""
    (ax, ay), (bx, by) = side
    highest = max(ay, by) + radius
    if ax == bx:
        return ax, bx, highest, highest, 0.0
    slope = (by - ay) / (bx - ax)
    at_zero = ay - slope * ax + radius * hypot(1.0, slope)
    return min(ax, bx), max(ax, bx), highest, at_zero, slope
