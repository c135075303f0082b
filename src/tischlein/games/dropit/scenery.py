"""What is printed on the shaft and beside it, as scenery that never changes during a match."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tischlein.games.dropit import layout, shaft
from tischlein.games.dropit.state import COLOUR_NAMES, SHAPE_NAMES, Edges
from tischlein.presentation.scenes import Lettering, Line, Picture, Tone

SYMBOL = 13.0
"""Size of the symbols at the edges."""
_NUMERAL = 9.8
"""Size of numbers: on a phone they are 11 pixels high, too."""
SPACES = 25
"""Of the score track; the first is the start (DRO-40)."""
SPACE = layout.WIDTH / SPACES
_TRACK_TOP = layout.HEADROOM + shaft.HEIGHT + layout.BASE + 2.0
_TRACK_FOOT = layout.HEIGHT - 10.0
TRACK_MIDDLE = (_TRACK_TOP + _TRACK_FOOT) / 2


def _path(*points: tuple[float, float]) -> str:
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in (layout.at(*point) for point in points))


@cache
def lines(edges: Edges) -> list[Line]:
    """Return the outlines: walls, level lines, parts of the edges, bonus circles, score track."""
    low = 0.0 if edges == Edges.NONE else -layout.BASE
    right, top = shaft.WIDTH + layout.EDGE, shaft.HEIGHT
    ground = [
        Line(
            f"{_path((-layout.EDGE, top), (right, top), (right, low), (-layout.EDGE, low))}Z",
            "line",
            "line",
            width=1.0,
        ),
        Line(f"{_path((0, top), (shaft.WIDTH, top), (shaft.WIDTH, 0), (0, 0))}Z", "line", "paper"),
    ]
    levels = []
    for left, other in zip(shaft.LINES_LEFT, shaft.LINES_RIGHT, strict=True):
        levels += [
            Line(_path((0, left), (shaft.WIDTH, other)), "muted", dashed=True, width=1.0),
            Line(_path((-layout.EDGE, left), (0, left)), "muted", width=1.0),
            Line(_path((shaft.WIDTH, other), (right, other)), "muted", width=1.0),
        ]
    quarters = [
        Line(_path((begin, 0), (begin, low)), "muted", width=1.0)
        for begin, _ in shaft.PARTS_FLOOR[1:]
        if low
    ]
    circles = [
        Line(_round(circle.x, circle.y, circle.radius), "muted", "line", width=1.0)
        for circle in shaft.CIRCLES
    ]
    walls = Line(_path((0, top), (0, 0), (shaft.WIDTH, 0), (shaft.WIDTH, top)), "ink", width=3.0)
    return [*ground, *levels, *quarters, *circles, walls, *_track()]


def _round(x: float, y: float, radius: float) -> str:
    across, down = layout.at(x, y)
    arc = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{across - radius:.4g} {down:.4g}{arc} {2 * radius:g} 0{arc} {-2 * radius:g} 0Z"


def _track() -> list[Line]:
    return [
        Line(
            f"M{space * SPACE + 0.3:.4g} {_TRACK_TOP:.4g}h{SPACE - 0.6:.4g}"
            f"V{_TRACK_FOOT:.4g}h{0.6 - SPACE:.4g}Z",
            "muted" if space else "ink",
            "line" if space % 5 == 0 else None,
            width=1.0 if space else 2.0,
        )
        for space in range(SPACES)
    ]


@cache
def letterings(reached: int) -> list[Lettering]:
    """Return what is written, with the level reached standing out (0 for none)."""
    return [*_points(), *_level_numerals(reached)]


@cache
def _points() -> tuple[Lettering, ...]:
    """Return the points of bonus circles, and the numbers of every fifth space of the track."""
    circles = [
        Lettering(f"+{circle.points}", *layout.at(circle.x, circle.y), _NUMERAL, "ink")
        for circle in shaft.CIRCLES
    ]
    spaces = [
        Lettering(
            str(space), (space + 0.5) * SPACE, layout.HEIGHT - 5.0, _NUMERAL, "ink", legible=True
        )
        for space in range(0, SPACES, 5)
    ]
    return (*circles, *spaces)


def _level_numerals(reached: int) -> Iterator[Lettering]:
    """Yield the numbers of the levels at both walls."""
    for level in range(1, shaft.LEVELS + 1):
        stands_out = level == reached
        size = 1.3 * _NUMERAL if stands_out else _NUMERAL
        tone: Tone = "accent" if stands_out else "ink"
        for x, parts in (
            (-layout.EDGE + 5.0, shaft.PARTS_LEFT),
            (shaft.WIDTH + layout.EDGE - 5.0, shaft.PARTS_RIGHT),
        ):
            middle = sum(parts[level - 1]) / 2
            yield _numeral(level, x, middle, size, tone)


@cache
def _numeral(level: int, x: float, y: float, size: float, tone: Tone) -> Lettering:
    across, down = layout.at(x, y)
    x, y = round(across, 2), round(down, 2)
    return Lettering(str(level), x, y, round(size, 2), tone, legible=True)


@cache
def pictures(edges: Edges) -> list[Picture]:
    """Return the symbols that walls and floor show (DRO-7, DRO-50, DRO-52)."""
    if edges == Edges.NONE:
        return []
    names = SHAPE_NAMES if edges == Edges.SHAPE else COLOUR_NAMES
    shown = []
    for part, kind in enumerate(shaft.SYMBOLS[edges]):
        x, y = part_middle(part)
        across, down = layout.at(x, y)
        box = round(across - SYMBOL / 2, 2), round(down - SYMBOL / 2, 2), SYMBOL, SYMBOL
        shown.append(Picture(f"edge-{names[kind]}", *box))
    return shown


def part_middle(part: int) -> tuple[float, float]:
    """Return where the symbol of a part is printed, in the shaft's own directions."""
    middle = sum(shaft.PARTS[part]) / 2
    beside = SYMBOL / 2 + 1.5
    if part >= shaft.FLOOR:
        return middle, -layout.BASE / 2
    return (-beside if part < shaft.RIGHT else shaft.WIDTH + beside), middle
