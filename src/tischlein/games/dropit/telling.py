"""The shaft in words: what is printed on it, how the pieces lie, and what a falling one meets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter

from tischlein.core.phrases import Phrase
from tischlein.games.dropit import geometry, layout, shaft
from tischlein.games.dropit.judging import Lying, lying
from tischlein.games.dropit.names import numbered
from tischlein.games.dropit.state import COLOUR_NAMES, SHAPE_NAMES, DropItState, Edges
from tischlein.presentation.kept import once
from tischlein.presentation.scenes import Stretch, Told

_SAMPLE = 2.5
"""Millimetres between the places at which the surface is looked at."""
_SAMPLES = int(shaft.WIDTH / _SAMPLE)


@once
def told(state: DropItState) -> list[Told]:
    """Return what is printed on the shaft, and then how every piece lies in it."""
    pieces = (_told_piece(number, piece) for number, piece in enumerate(lying(state)))
    return [*_printed(Edges(state.edges)), *pieces]


@cache
def _printed(edges: Edges) -> tuple[Told, ...]:
    return tuple(Told(phrase) for phrase in _printed_phrases(edges))


def _printed_phrases(edges: Edges) -> Iterator[Phrase]:
    yield Phrase("told-shaft", {"width": round(shaft.WIDTH), "height": round(shaft.HEIGHT)})
    for number, circle in enumerate(shaft.CIRCLES):
        left, right = (parts[number][1] for parts in (shaft.PARTS_LEFT, shaft.PARTS_RIGHT))
        yield Phrase(
            "told-level", {"level": number + 1, "left": round(left), "right": round(right)}
        )
        if edges != Edges.NONE:
            symbols = symbol(edges, shaft.LEFT + number), symbol(edges, shaft.RIGHT + number)
            yield Phrase("told-walls", {"left": symbols[0], "right": symbols[1]})
        yield Phrase(
            "told-circle",
            {
                "points": circle.points,
                "across": round(circle.x),
                "up": round(circle.y),
                "width": round(2 * circle.radius),
            },
        )
    if edges != Edges.NONE:
        symbols_of_floor = [symbol(edges, shaft.FLOOR + part) for part in range(4)]
        yield Phrase("told-floor", {"symbols": [*symbols_of_floor]})


def symbol(edges: Edges, part: int) -> Phrase:
    """Return what a part of an edge shows, where edges show anything."""
    names = SHAPE_NAMES if edges == Edges.SHAPE else COLOUR_NAMES
    return Phrase("edge-symbol", {"symbol": names[shaft.SYMBOLS[edges][part]]})


def _told_piece(number: int, piece: Lying) -> Told:
    left, right = piece.across
    low = min(height for _, height in piece.core) - piece.radius
    return _told(
        number,
        piece.kind,
        (round(left), round(right), round(low), round(piece.top)),
        geometry.level(piece.core, piece.radius),
    )


@lru_cache(maxsize=4096)
def _told(number: int, kind: int, box: tuple[int, int, int, int], level: int) -> Told:
    left, right, low, high = box
    return Told(
        Phrase(
            "told-piece",
            {
                "piece": numbered(kind, number),
                "left": left,
                "right": right,
                "low": low,
                "high": high,
                "level": level,
            },
        )
    )


def beneath(state: DropItState) -> list[Stretch]:
    """Return what a thing that falls straight down meets first, from wall to wall."""
    pieces = lying(state)
    highest = _surface(pieces)
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


def _surface(pieces: Sequence[Lying]) -> list[tuple[int | None, float]]:
    """Return by sample the piece that lies highest there, None for the floor, and how high."""
    highest: list[tuple[int | None, float]] = [(None, 0.0)] * _SAMPLES
    # From above, most of what lies below is passed over.
    for number, piece in sorted(enumerate(pieces), key=lambda one: -one[1].top):
        left, right = piece.across
        first = max(0, int(left / _SAMPLE))
        for sample in range(first, min(_SAMPLES, int(right / _SAMPLE) + 1)):
            if piece.top > highest[sample][1]:
                height = geometry.height_at(piece.core, piece.radius, (sample + 0.5) * _SAMPLE)
                highest[sample] = max(highest[sample], (number, height), key=itemgetter(1))
    return highest


@cache
def _floor(edges: Edges, part: int) -> Phrase:
    if edges == Edges.NONE:
        return Phrase("beneath-floor")
    return Phrase("beneath-floor-showing", {"symbol": symbol(edges, shaft.FLOOR + part)})
