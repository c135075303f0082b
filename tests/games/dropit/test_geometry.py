"""Outlines, gaps, levels and circles of Drop It, against slow and simple ways to find them."""

import random
from collections.abc import Iterator
from math import cos, hypot, inf, pi, radians, sin

import pytest

from tischlein.games.dropit import geometry, shaft
from tischlein.games.dropit.judging import LyingPiece, judge
from tischlein.games.dropit.shapes import (
    CIRCLE,
    DIAMOND,
    RADII,
    SQUARE,
    STEPS,
    SYMMETRY,
    TRIANGLE,
    Core,
    Point,
    extents,
    placed,
)
from tischlein.games.dropit.state import COLOURS, SHAPES, Edges

RED = 0


def outline(core: Core, radius: float, steps: int = 60) -> list[Point]:
    """Points on the boundary of a thickened core: circles round points all along its sides."""
    sides = [(core[index - 1], core[index]) for index in range(len(core))]
    rim = [
        (radius * cos(2 * pi * i / steps), radius * sin(2 * pi * i / steps)) for i in range(steps)
    ]
    along = [i / steps for i in range(steps)]
    return [
        (ax + share * (bx - ax) + x, ay + share * (by - ay) + y)
        for (ax, ay), (bx, by) in sides
        for share in (along if len(core) > 1 else [0.0])
        for x, y in rim
    ]


def random_piece(rng: random.Random, spread: float = 60.0) -> LyingPiece:
    x, y = 100 + rng.uniform(-spread, spread), 140 + rng.uniform(-spread, spread)
    return LyingPiece(rng.randrange(COLOURS * SHAPES), x, y, rng.uniform(0, 360))


def pairs(seed: int, count: int) -> Iterator[tuple[LyingPiece, LyingPiece]]:
    rng = random.Random(seed)
    for _ in range(count):
        yield random_piece(rng), random_piece(rng)


def test_gaps_are_the_least_distances_of_points_on_the_outlines() -> None:
    """DRO-4, DRO-27."""
    apart = 0
    for one, other in pairs(1, 40):
        gap = geometry.gap(one.core, one.radius, other.core, other.radius)
        if gap <= 0:
            continue
        apart += 1
        thin = outline(one.core, one.radius, 24)
        # To the other's core exactly, so that only one outline is sampled.
        sampled = min(geometry.distance((point,), other.core) - other.radius for point in thin)
        assert gap - 1e-9 <= sampled <= gap + 0.6
    assert apart > 15


def test_gaps_are_negative_exactly_where_a_point_of_one_piece_lies_in_the_other() -> None:
    for one, other in pairs(2, 40):
        gap = geometry.gap(one.core, one.radius, other.core, other.radius)
        shared = any(
            geometry.distance((point,), other.core) < other.radius
            for point in [*outline(one.core, one.radius, 24), (one.x, one.y)]
        )
        if abs(gap) > 0.6:
            assert shared == (gap < 0)


@pytest.mark.parametrize("shape", range(SHAPES))
def test_a_shape_turned_by_its_symmetry_is_the_same_to_every_measure(shape: int) -> None:
    """DRO-18."""
    rng = random.Random(shape)
    for _ in range(50):
        x, y, angle = rng.uniform(30, 175), rng.uniform(30, 270), rng.uniform(0, 90)
        once, again = (placed(shape, x, y, angle + turn) for turn in (0, SYMMETRY[shape]))
        other = random_piece(rng)
        assert geometry.gap(once, RADII[shape], other.core, other.radius) == pytest.approx(
            geometry.gap(again, RADII[shape], other.core, other.radius), abs=1e-9
        )
        assert geometry.level(once, RADII[shape]) == geometry.level(again, RADII[shape])
        assert geometry.covered(once, RADII[shape]) == geometry.covered(again, RADII[shape])


def test_a_mirrored_pair_keeps_its_gap() -> None:
    def mirrored(core: Core) -> Core:
        return tuple((-x, y) for x, y in reversed(core))

    for one, other in pairs(3, 60):
        straight = geometry.gap(one.core, one.radius, other.core, other.radius)
        turned = geometry.gap(mirrored(one.core), one.radius, mirrored(other.core), other.radius)
        assert turned == pytest.approx(straight, abs=1e-9)


def test_levels_and_circles_agree_with_points_all_over_a_piece() -> None:
    """DRO-5, DRO-6, DRO-36, DRO-37."""
    rng = random.Random(4)
    for _ in range(60):
        piece = random_piece(rng, spread=100.0)
        points = [*outline(piece.core, piece.radius), (piece.x, piece.y)]
        level = geometry.level(piece.core, piece.radius)
        reached = max(level_at(x, y) for x, y in points)
        assert level - 1 <= reached <= level
        if reached < level:  # then it reaches over the line by less than the sampling sees
            assert geometry.level(piece.core, piece.radius - 0.2) == reached
        covered = set(geometry.covered(piece.core, piece.radius))
        surely = {
            number
            for number, circle in enumerate(shaft.CIRCLES)
            if any(hypot(x - circle.x, y - circle.y) < circle.radius for x, y in points)
            or geometry.distance(piece.core, ((circle.x, circle.y),)) < piece.radius
        }
        assert surely <= covered <= surely | set(geometry.covered(piece.core, piece.radius + 0.3))


def level_at(x: float, y: float) -> int:
    lines = zip(shaft.LINES_LEFT, shaft.LINES_RIGHT, strict=True)
    return 1 + sum(y > left + (right - left) * x / shaft.WIDTH for left, right in lines)


def test_there_are_as_many_drops_of_each_shape_as_there_is_room_for() -> None:
    """DRO-18, DRO-19."""
    counts = [sum(last - first + 1 for first, last in turns) for turns in STEPS]
    assert counts == [333, 5782, 11232, 7868]


def test_pieces_have_the_sizes_of_the_rules() -> None:
    """DRO-2, DRO-4: corners are rounded, so that pointed ones end a little earlier."""
    left, right, low, high = extents(SQUARE, 0)
    assert (left, right, low, high) == pytest.approx((-17.5, 17.5, -17.5, 17.5))
    assert extents(CIRCLE, 0) == (-19, 19, -19, 19)
    assert extents(TRIANGLE, 0)[2] == pytest.approx(-12.702, abs=1e-3)
    assert extents(DIAMOND, 0)[3] == pytest.approx(33.775 - 1.0, abs=1e-3)
    assert shaft.PARTS_LEFT[-1][1] == shaft.HEIGHT


def test_what_is_kept_of_shapes_does_not_grow_with_every_drop() -> None:
    """The hand trembles, so that no two pieces fall at the same angle (DRO-21)."""
    for drop in range(2_000):
        extents(SQUARE, drop / 7_000)
    assert extents.cache_info().currsize < 1_000


@pytest.mark.parametrize(("shape", "half"), [(CIRCLE, 19.0), (SQUARE, 17.5), (TRIANGLE, 12.7018)])
def test_what_lies_flat_on_the_floor_is_in_level_1_wherever_it_lies(
    shape: int, half: float
) -> None:
    """DRO-35."""
    for x in range(25, 181, 5):
        assert geometry.level(placed(shape, x, half, 0), RADII[shape]) == 1


def test_a_flat_side_touches_every_part_along_it_and_a_circle_one_point() -> None:
    """DRO-7, DRO-31."""
    square = placed(SQUARE, 51.25, 17.5, 0)
    assert [shaft.part_name(part) for part in geometry.touched_parts(square, 1.0)] == [
        "floor1",
        "floor2",
    ]
    circle = placed(CIRCLE, 51.25, 19.0, 0)
    assert [shaft.part_name(part) for part in geometry.touched_parts(circle, 19.0)] == ["floor2"]


def test_above_the_rim_there_are_no_symbols() -> None:
    """DRO-31."""
    assert geometry.touched_parts(placed(SQUARE, 17.5, 310, 0), 1.0) == []
    assert geometry.touched_parts(placed(SQUARE, 17.5, 290, 0), 1.0) == [shaft.LEFT + 7]


def test_contacts_lie_between_the_pieces_that_touch() -> None:
    low = LyingPiece(RED, 100, 19, 0)
    high = LyingPiece(RED + SQUARE, 100, 38 + 17.5, 0)
    point = geometry.contact(low.core, low.radius, high.core, high.radius)
    assert point is not None
    assert [end == pytest.approx((100, 38)) for end in point] == [True, True]
    beside = LyingPiece(RED + SQUARE, 135.1, 50, 0)
    segment = geometry.contact(high.core, high.radius, beside.core, beside.radius)
    assert segment is not None
    (ax, ay), (bx, by) = segment
    assert ax == pytest.approx(117.5, abs=0.2)
    assert bx == pytest.approx(117.5, abs=0.2)
    assert abs(by - ay) == pytest.approx(27.5, abs=0.2)
    far = LyingPiece(RED + SQUARE, 150, 50, 0)
    assert geometry.contact(high.core, high.radius, far.core, far.radius) is None


def test_a_slanted_pose_reaches_as_far_as_it_is_turned() -> None:
    left, right, low, high = extents(SQUARE, 45)
    reach = 16.5 * hypot(1, 1) * cos(radians(0)) + 1
    assert (left, right, low, high) == pytest.approx((-reach, reach, -reach, reach))


def test_colours_and_shapes_are_taboo_whoever_dropped_them() -> None:
    """DRO-28, DRO-29, DRO-34: red beside green of another shape is fine."""
    circle = LyingPiece(SHAPES * 0 + CIRCLE, 100, 100, 0)
    beside = {
        "red square": LyingPiece(SHAPES * 0 + SQUARE, 136.5, 100, 0),
        "green circle": LyingPiece(SHAPES * 1 + CIRCLE, 138, 100, 0),
        "green square": LyingPiece(SHAPES * 1 + SQUARE, 136.5, 100, 0),
    }
    broken = {
        name: sorted(taboo.name for taboo in judge(circle, [other], Edges.SHAPE).taboos)
        for name, other in beside.items()
    }
    assert broken == {"red square": ["COLOUR"], "green circle": ["SHAPE"], "green square": []}


@pytest.mark.parametrize("seed", range(20))
def test_the_height_over_a_place_is_that_of_the_outline_there(seed: int) -> None:
    """Corners count as sharp: within the radius of most shapes."""
    piece = random_piece(random.Random(seed))
    left, right = piece.across
    x = random.Random(seed).uniform(left + 1, right - 1)
    rim = [y for at, y in outline(piece.core, piece.radius, 400) if abs(at - x) < 0.3]
    here, beside = geometry.heights(piece.core, piece.radius, [x, right + 0.1])
    assert here == pytest.approx(max(rim), abs=2)
    assert beside == -inf
