"""Marks on the shaft for the last drop: what it touches, covers and scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2, degrees, hypot

from tischlein.core.bits import members
from tischlein.core.phrases import Phrase
from tischlein.games.dropit import geometry, layout, scenery, shaft
from tischlein.games.dropit.judging import LyingPiece, recorded_piece, shows
from tischlein.games.dropit.names import numbered
from tischlein.games.dropit.shapes import Point
from tischlein.games.dropit.state import NONE, DropItState, Edges, Taboo
from tischlein.presentation.scenes import Piece

_TOUCH = 4.6
"""Width of a mark where things touch."""
_BADGE = 15.0
_TAG = (24.0, 17.0)
"""Width and height of the tag with the points, as drawn."""
_LIT = 28.0
"""Size of a lit circle with its rays, whatever that of the circle, so that it can be read."""
_CLEAR = 20.0
"""Badges are at least so far from the middle of the tag."""
_SIGN = 20.0
"""Size of the ring around the symbol of an edge."""
_Pose = tuple[int, int, int, int]
"""Kind, x, y and angle of a piece in the shaft, as a position has them."""
_TITLES = {Taboo.SHAPE: "shape", Taboo.COLOUR: "colour", Taboo.EDGE: "edge", Taboo.HEIGHT: "height"}

_EDGES = {
    part: Phrase("edge", {"edge": name})
    for part, name in ((shaft.LEFT, "left"), (shaft.RIGHT, "right"), (shaft.FLOOR, "floor"))
}
"""What walls and floor are called, by their first parts."""


def shows_check(state: DropItState) -> bool:
    """Whether the last drop's check is still shown: until the next piece is dropped."""
    return state.count > 0 and state.falling == NONE


def marks(state: DropItState) -> list[Piece]:
    """Return what the last drop touches and covers, the taboos that it breaks, and its worth."""
    if not shows_check(state):
        return []
    return _marks(
        Edges(state.edges),
        _pose(state, state.count - 1),
        tuple((number, _pose(state, number)) for number in members(state.touched)),
        state.parts,
        state.covered,
        state.taboos,
        state.won,
    )


def _pose(state: DropItState, number: int) -> _Pose:
    return state.kinds[number], state.x[number], state.y[number], state.angle[number]


@lru_cache(maxsize=1024)
def _marks(
    edges: Edges,
    dropped: _Pose,
    touched: tuple[tuple[int, _Pose], ...],
    parts: int,
    covered: int,
    taboos: int,
    won: int,
) -> list[Piece]:
    """Return the marks of a check, the same for everybody who sees it.

    Parameters
    ----------
    touched
        The pieces that the dropped one touches: numbers, counted from 0, and poses.
    parts, covered, taboos
        Sets, as a position has them.
    """
    piece = recorded_piece(*dropped)
    shown = [*_lit_circles(covered)]
    tag = _place_of_tag(covered, piece)
    for number, pose in touched:
        shown += _piece_contact(piece, number, recorded_piece(*pose), tag)
    shown += _edge_contacts(edges, parts, piece, tag)
    if taboos >> Taboo.HEIGHT & 1:
        x = min(max(piece.x, _BADGE), shaft.WIDTH - _BADGE)
        shown.append(_badge(Taboo.HEIGHT, "rim", *_clear_of(tag, x, shaft.HEIGHT)))
    shown.append(_worth(won, tag))
    return shown


def _lit_circles(covered: int) -> Iterator[Piece]:
    for number in members(covered):
        circle = shaft.CIRCLES[number]
        x, y = layout.at(circle.x, circle.y)
        yield Piece(
            f"lit:{number + 1}",
            "lit",
            "lit",
            Phrase("circle-covered", {"points": circle.points}),
            x,
            y,
            _LIT,
            _LIT,
            text=f"+{circle.points}",
            note=True,
        )


def _place_of_tag(covered: int, piece: LyingPiece) -> Point:
    """Return the middle of the tag: on the piece, or just above or below if a lit circle is there.

    If no place is clear, the tag stays on the piece.
    """
    across = min(max(piece.x, _TAG[0] / 2), shaft.WIDTH - _TAG[0] / 2)
    away = _TAG[1] / 2 + 2
    bottom = min(y for _, y in piece.core) - piece.radius
    places = [(piece.x, piece.y), (across, piece.top + away)]
    if bottom > 2 * away:
        places.append((across, bottom - away))
    lit = [shaft.CIRCLES[number] for number in members(covered)]
    for x, y in places:
        apart = (
            hypot(max(0.0, abs(x - one.x) - _TAG[0] / 2), max(0.0, abs(y - one.y) - _TAG[1] / 2))
            >= max(one.radius, _LIT / 2)
            for one in lit
        )
        if all(apart):
            return x, y
    return places[0]


def _piece_contact(piece: LyingPiece, number: int, other: LyingPiece, tag: Point) -> list[Piece]:
    segment = geometry.contact(piece.core, piece.radius, other.core, other.radius)
    if segment is None:
        return []
    broken = [
        taboo
        for taboo, alike in (
            (Taboo.SHAPE, piece.shape == other.shape),
            (Taboo.COLOUR, piece.colour == other.colour),
        )
        if alike
    ]
    thing = numbered(other.kind, number)
    return _contact(segment, thing, broken, f"{number + 1}", tag)


def _edge_contacts(edges: Edges, parts: int, piece: LyingPiece, tag: Point) -> list[Piece]:
    shown = []
    touched = members(parts)
    for edge, (begin, end) in geometry.edge_contacts(piece.core, piece.radius).items():
        if edge == shaft.FLOOR:
            segment = ((begin, 0.0), (end, 0.0))
        else:
            wall = 0.0 if edge == shaft.LEFT else shaft.WIDTH
            segment = ((wall, begin), (wall, end))
        shown += _contact(segment, _EDGES[edge], [], f"edge-{edge}", tag)
        own = range(edge, edge + (4 if edge == shaft.FLOOR else shaft.LEVELS))
        for part in touched:
            if part in own and shows(part, piece.kind, edges):
                x, y = scenery.part_middle(part)
                shown.append(_badge(Taboo.EDGE, shaft.part_name(part), x, y, _SIGN))
    return shown


def _contact(
    segment: geometry.Segment, thing: Phrase, broken: Sequence[Taboo], name: str, tag: Point
) -> list[Piece]:
    """Return the mark of a contact, and a badge for every taboo that it breaks."""
    (ax, ay), (bx, by) = (layout.at(*point) for point in segment)
    x, y, length = (ax + bx) / 2, (ay + by) / 2, hypot(bx - ax, by - ay)
    marks = [
        Piece(
            f"touch:{name}",
            "touch",
            "touch-taboo" if broken else "touch",
            Phrase("touching", {"thing": thing}),
            round(x, 2),
            round(y, 2),
            round(length + _TOUCH, 2),
            _TOUCH,
            turn=round(degrees(atan2(by - ay, bx - ax)), 2) if length else 0.0,
            note=True,
        )
    ]
    middle = (segment[0][0] + segment[1][0]) / 2, (segment[0][1] + segment[1][1]) / 2
    x, y = _clear_of(tag, *middle)
    away = hypot(x - tag[0], y - tag[1])
    for index, taboo in enumerate(broken):
        shift = (index - (len(broken) - 1) / 2) * _BADGE / away
        marks.append(_badge(taboo, name, x + shift * (y - tag[1]), y - shift * (x - tag[0])))
    return marks


def _clear_of(tag: Point, x: float, y: float) -> Point:
    """Return a point moved away from the middle of the tag, as far as a badge needs."""
    across, up = x - tag[0], y - tag[1]
    distance = hypot(across, up)
    if distance >= _CLEAR:
        return x, y
    if distance == 0:
        return x, y + _CLEAR
    return tag[0] + across * _CLEAR / distance, tag[1] + up * _CLEAR / distance


def _badge(taboo: Taboo, name: str, x: float, y: float, size: float = _BADGE) -> Piece:
    across, down = layout.at(x, y)
    title = _TITLES[taboo]
    across = min(max(across, size / 2), layout.WIDTH - size / 2)
    return Piece(
        f"taboo:{title}:{name}",
        f"taboo-{title}",
        f"taboo-{title}",
        Phrase("taboo-here", {"taboo": taboo_phrase(taboo)}),
        round(across, 2),
        round(down, 2),
        size,
        size,
        note=True,
    )


def _worth(points: int, tag: Point) -> Piece:
    x, y = layout.at(*tag)
    size = 28.0
    return Piece(
        "worth",
        "worth",
        "worth" if points else "worth-nothing",
        Phrase("worth", {"points": points}),
        round(x, 2),
        round(y, 2),
        size,
        size,
        text=f"+{points}" if points else "0",
        note=True,
    )


def taboo_phrase(taboo: Taboo) -> Phrase:
    """Return what a taboo is called."""
    return Phrase("taboo", {"taboo": _TITLES[taboo]})
