"""The check of the piece just dropped: what it touches, the taboos it breaks, its points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf

from tischlein.games.dropit import geometry, shaft
from tischlein.games.dropit.shapes import EPSILON, RADII, REACH, Core, placed
from tischlein.games.dropit.state import (
    SCALE,
    SHAPES,
    DropItState,
    Edges,
    Taboo,
)


class LyingPiece:
    """A piece in a pose, in millimetres and degrees.

    Its outline is worked out when it is asked for: most pieces move a little with every drop, and
    few of them come near anything that is looked at.
    """

    def __init__(self, kind: int, x: float, y: float, degrees: float) -> None:
        self.kind = kind
        self.colour, self.shape = divmod(kind, SHAPES)
        """The colour of the piece itself, whoever dropped it (DRO-34)."""
        self.x = x
        self.y = y
        self.degrees = degrees
        self.radius = RADII[self.shape]
        """The radius that thickens its core."""

    @cached_property
    def core(self) -> Core:
        """Where its core lies."""
        return placed(self.shape, self.x, self.y, self.degrees)

    @cached_property
    def across(self) -> tuple[float, float]:
        """The least and the greatest x of its outline."""
        corners = [corner for corner, _ in self.core]
        return min(corners) - self.radius, max(corners) + self.radius

    @cached_property
    def top(self) -> float:
        """The height of its highest point."""
        return max([height for _, height in self.core]) + self.radius

    def gap(self, other: LyingPiece, enough: float) -> float:
        """Return the gap to another piece; ``enough`` or more where it is certainly that wide."""
        far = REACH[self.shape] + REACH[other.shape] + enough
        across, up = self.x - other.x, self.y - other.y
        if across * across + up * up > far * far:
            return enough
        return geometry.gap(self.core, self.radius, other.core, other.radius, enough)


def lying_pieces(state: DropItState, above: float = -inf) -> list[LyingPiece]:
    """Return the pieces whose centroid is above a height, in the order of dropping."""
    heights = state.y[: state.count]
    return [lying_piece(state, number) for number, y in enumerate(heights) if y > above * SCALE]


def lying_piece(state: DropItState, number: int) -> LyingPiece:
    """Return a piece in the shaft, counted from 0."""
    return recorded_piece(
        state.kinds[number], state.x[number], state.y[number], state.angle[number]
    )


@lru_cache(maxsize=4096)
def recorded_piece(kind: int, x: int, y: int, angle: int) -> LyingPiece:
    """Return a piece in a pose as states keep it; most pieces stay where they are for long."""
    return LyingPiece(kind, x / SCALE, y / SCALE, angle / SCALE)


@dataclass(frozen=True)
class Judgement:
    """What the check finds (DRO-26 to DRO-37)."""

    level: int
    covered: tuple[int, ...]
    """Bonus circles, from 0."""
    touched: tuple[int, ...]
    """Pieces, from 0."""
    parts: tuple[int, ...]
    """Parts of walls and floor, numbered as in ``shaft``."""
    taboos: frozenset[Taboo]

    @property
    def bonus(self) -> int:
        """Return the points of the covered circles (DRO-37)."""
        return sum(shaft.CIRCLES[circle].points for circle in self.covered)

    @property
    def stake(self) -> int:
        """Return the drop's points, ignoring taboos (DRO-35, DRO-37)."""
        return self.level + self.bonus

    @property
    def points(self) -> int:
        """Return what the drop scores without a joker (DRO-33)."""
        return 0 if self.taboos else self.stake


@dataclass(frozen=True)
class Place:
    """What the check finds of a piece whatever its colour is."""

    level: int
    covered: tuple[int, ...]
    touched: tuple[int, ...]
    parts: tuple[int, ...]
    too_high: bool


def place_of(piece: LyingPiece, others: Sequence[LyingPiece]) -> Place:
    """Return what the check finds of a piece among the others, regardless of its colour."""
    wide = geometry.TOUCHING + 2 * EPSILON
    return Place(
        level=geometry.level(piece.core, piece.radius),
        covered=tuple(geometry.covered(piece.core, piece.radius)),
        touched=tuple(
            number
            for number, other in enumerate(others)
            if piece.gap(other, wide) <= geometry.TOUCHING + EPSILON
        ),
        parts=tuple(geometry.touched_parts(piece.core, piece.radius)),
        too_high=geometry.too_high(piece.core, piece.radius),
    )


def judgement_of(place: Place, kind: int, others: Sequence[LyingPiece], edges: Edges) -> Judgement:
    """Return the check of a kind of piece in a place of its shape."""
    colour, shape = divmod(kind, SHAPES)
    taboos = set()
    if any(others[number].shape == shape for number in place.touched):
        taboos.add(Taboo.SHAPE)
    if any(others[number].colour == colour for number in place.touched):
        taboos.add(Taboo.COLOUR)
    if any(shows(part, kind, edges) for part in place.parts):
        taboos.add(Taboo.EDGE)
    if place.too_high:
        taboos.add(Taboo.HEIGHT)
    return Judgement(place.level, place.covered, place.touched, place.parts, frozenset(taboos))


def judge(piece: LyingPiece, others: Sequence[LyingPiece], edges: Edges) -> Judgement:
    """Return the check of a piece among the others, all at rest."""
    return judgement_of(place_of(piece, others), piece.kind, others, edges)


def shows(part: int, kind: int, edges: Edges) -> bool:
    """Whether a part of an edge shows the shape or the colour of a kind of piece (DRO-30)."""
    if edges == Edges.NONE:
        return False
    own = kind % SHAPES if edges == Edges.SHAPE else kind // SHAPES
    return shaft.SYMBOLS[edges][part] == own
