"""The shaft in words: what is printed on it, how the pieces lie, and what a falling one meets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from typing import NamedTuple

from tischlein.core.phrases import Phrase
from tischlein.games.dropit import geometry, layout, shaft
from tischlein.games.dropit.judging import LyingPiece, lying_pieces
from tischlein.games.dropit.names import numbered
from tischlein.games.dropit.state import COLOUR_NAMES, SHAPE_NAMES, DropItState, Edges
from tischlein.presentation.caches import cached_by_view
from tischlein.presentation.scenes import Description, Stretch

_SAMPLE = 2.5
"""Millimetres between the places at which the surface is looked at."""
_SAMPLES = int(shaft.WIDTH / _SAMPLE)
_ROUNDED = 1.0
"""Millimetres by which a rough description of an outline is off, at most."""


@cached_by_view
def describe_shaft(state: DropItState) -> list[Description]:
    """Return what is printed on the shaft, and then how every piece lies in it."""
    pieces = zip(lying_pieces(state), _poses(state), strict=True)
    return [
        *_printed(Edges(state.edges)),
        *(_describe_piece(number, piece, pose) for number, (piece, pose) in enumerate(pieces)),
    ]


@cache
def _printed(edges: Edges) -> tuple[Description, ...]:
    return tuple(Description(phrase) for phrase in _printed_phrases(edges))


def _printed_phrases(edges: Edges) -> Iterator[Phrase]:
    yield Phrase("description-shaft", {"width": round(shaft.WIDTH), "height": round(shaft.HEIGHT)})
    for number, circle in enumerate(shaft.CIRCLES):
        left, right = (parts[number][1] for parts in (shaft.PARTS_LEFT, shaft.PARTS_RIGHT))
        yield Phrase(
            "description-level", {"level": number + 1, "left": round(left), "right": round(right)}
        )
        if edges != Edges.NONE:
            symbols = symbol(edges, shaft.LEFT + number), symbol(edges, shaft.RIGHT + number)
            yield Phrase("description-walls", {"left": symbols[0], "right": symbols[1]})
        yield Phrase(
            "description-circle",
            {
                "points": circle.points,
                "across": round(circle.x),
                "up": round(circle.y),
                "width": round(2 * circle.radius),
            },
        )
    if edges != Edges.NONE:
        symbols_of_floor = [symbol(edges, shaft.FLOOR + part) for part in range(4)]
        yield Phrase("description-floor", {"symbols": [*symbols_of_floor]})


def symbol(edges: Edges, part: int) -> Phrase:
    """Return what a part of an edge shows, where edges show anything."""
    names = SHAPE_NAMES if edges == Edges.SHAPE else COLOUR_NAMES
    return Phrase("edge-symbol", {"symbol": names[shaft.SYMBOLS[edges][part]]})


class _Pose(NamedTuple):
    """How a piece lies, roughly: most move by less with every drop."""

    kind: int
    x: int
    """In half millimetres, as the next."""
    y: int
    degrees: int


@cached_by_view
def _poses(state: DropItState) -> list[_Pose]:
    return [
        _Pose(piece.kind, round(2 * piece.x), round(2 * piece.y), round(piece.degrees))
        for piece in lying_pieces(state)
    ]


@lru_cache(maxsize=4096)
def _lying(pose: _Pose) -> LyingPiece:
    kind, x, y, degrees = pose
    return LyingPiece(kind, x / 2, y / 2, degrees)


def _describe_piece(number: int, piece: LyingPiece, pose: _Pose) -> Description:
    level = _level(pose)
    if level is None:
        level = geometry.level(piece.core, piece.radius)
    return _description(number, pose, level)


@lru_cache(maxsize=4096)
def _level(pose: _Pose) -> int | None:
    """Return the level into which a piece reaches; None if what is rounded may matter."""
    piece = _lying(pose)
    level = geometry.level(piece.core, piece.radius - _ROUNDED)
    return level if level == geometry.level(piece.core, piece.radius + _ROUNDED) else None


@lru_cache(maxsize=4096)
def _description(number: int, pose: _Pose, level: int) -> Description:
    piece = _lying(pose)
    left, right = piece.across
    low = min(height for _, height in piece.core) - piece.radius
    return Description(
        Phrase(
            "description-piece",
            {
                "piece": numbered(pose.kind, number),
                "left": round(left),
                "right": round(right),
                "low": round(low),
                "high": round(piece.top),
                "level": level,
            },
        )
    )


def beneath(state: DropItState) -> list[Stretch]:
    """Return what a thing that falls straight down meets first, from wall to wall."""
    pieces = lying_pieces(state)
    highest = _surface(_poses(state))
    edges = Edges(state.edges)
    quarter = _SAMPLES / len(shaft.PARTS_FLOOR)
    met = [
        (number, int(sample / quarter) if number is None else 0)
        for sample, (number, _) in enumerate(highest)
    ]
    stretches = []
    for (number, part), samples in groupby(range(_SAMPLES), met.__getitem__):
        run = [*samples]
        if number is None:
            label = _floor(edges, part)
        else:
            up = max(highest[sample][1] for sample in run)
            piece = numbered(pieces[number].kind, number)
            label = Phrase("beneath-piece", {"piece": piece, "height": round(up)})
        x, _ = layout.at(run[0] * _SAMPLE, 0)
        stretches.append(Stretch(x, len(run) * _SAMPLE, label))
    return stretches


def _surface(poses: Sequence[_Pose]) -> list[tuple[int | None, float]]:
    """Return by sample the piece that lies highest there, None for the floor, and how high."""
    highest: list[tuple[int | None, float]] = [(None, 0.0)] * _SAMPLES
    spans = [(*_span(pose), number, pose) for number, pose in enumerate(poses)]
    # From above, most of what lies below is passed over.
    for top, first, end, number, pose in sorted(spans, reverse=True):
        if top > min([height for _, height in highest[first:end]]):
            for sample, height in enumerate(_profile(pose), first):
                if height > highest[sample][1]:
                    highest[sample] = number, height
    return highest


@lru_cache(maxsize=4096)
def _span(pose: _Pose) -> tuple[float, int, int]:
    """Return the height of a piece's top, and from which sample to which it lies, the end apart."""
    piece = _lying(pose)
    left, right = piece.across
    return piece.top, max(0, int(left / _SAMPLE)), min(_SAMPLES, int(right / _SAMPLE) + 1)


@lru_cache(maxsize=4096)
def _profile(pose: _Pose) -> tuple[float, ...]:
    """Return by sample, from the first at which a piece lies, how high it reaches."""
    piece, (_, first, end) = _lying(pose), _span(pose)
    middles = [(sample + 0.5) * _SAMPLE for sample in range(first, end)]
    return tuple(geometry.heights(piece.core, piece.radius, middles))


@cache
def _floor(edges: Edges, part: int) -> Phrase:
    if edges == Edges.NONE:
        return Phrase("beneath-floor")
    return Phrase("beneath-floor-showing", {"symbol": symbol(edges, shaft.FLOOR + part)})
