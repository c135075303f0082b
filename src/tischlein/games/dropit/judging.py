"""The check of the piece just dropped: what it touches, the taboos it breaks, what it is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Lying:
    """A piece in a pose, in millimetres and degrees."""

    kind: int
    x: float
    y: float
    core: Core

    @property
    def shape(self) -> int:
        """Return its shape."""
        return self.kind % SHAPES

    @property
    def colour(self) -> int:
        """Return the colour that it has, whoever dropped it (DRO-34)."""
        return self.kind // SHAPES

    @property
    def radius(self) -> float:
        """Return the radius by which its core is thickened."""
        return RADII[self.shape]

    @property
    def across(self) -> tuple[float, float]:
        """Return the least and the greatest x of its outline."""
        corners = [x for x, _ in self.core]
        return min(corners) - self.radius, max(corners) + self.radius

    @property
    def top(self) -> float:
        """Return the height of its highest point."""
        return max(y for _, y in self.core) + self.radius

    @classmethod
    def at(cls, kind: int, x: float, y: float, degrees: float) -> Lying:
        """Return a piece in a pose."""
        return cls(kind, x, y, placed(kind % SHAPES, x, y, degrees))

    def gap(self, other: Lying, enough: float) -> float:
        """Return the gap to another piece; ``enough`` or more where it is certainly that wide."""
        far = REACH[self.shape] + REACH[other.shape] + enough
        if (self.x - other.x) ** 2 + (self.y - other.y) ** 2 > far * far:
            return enough
        return geometry.gap(self.core, self.radius, other.core, other.radius, enough)


def lying(state: DropItState, above: float = -inf) -> list[Lying]:
    """Return the pieces whose centroid is above a height, in the order of dropping."""
    heights = state.y[: state.count]
    return [lying_piece(state, number) for number, y in enumerate(heights) if y > above * SCALE]


def lying_piece(state: DropItState, number: int) -> Lying:
    """Return a piece in the shaft, counted from 0."""
    return Lying.at(
        state.kinds[number],
        state.x[number] / SCALE,
        state.y[number] / SCALE,
        state.angle[number] / SCALE,
    )


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
        """Return what the drop is worth without taboos (DRO-35, DRO-37)."""
        return self.level + self.bonus

    @property
    def points(self) -> int:
        """Return what the drop scores without a joker (DRO-33)."""
        return 0 if self.taboos else self.stake


def judge(piece: Lying, others: Sequence[Lying], edges: Edges) -> Judgement:
    """Return the check of a piece among the others, all at rest."""
    wide = geometry.TOUCHING + 2 * EPSILON
    touched = tuple(
        number
        for number, other in enumerate(others)
        if piece.gap(other, wide) <= geometry.TOUCHING + EPSILON
    )
    parts = tuple(geometry.touched_parts(piece.core, piece.radius))
    taboos = set()
    if any(others[number].shape == piece.shape for number in touched):
        taboos.add(Taboo.SHAPE)
    if any(others[number].colour == piece.colour for number in touched):
        taboos.add(Taboo.COLOUR)
    if any(shows(part, piece.kind, edges) for part in parts):
        taboos.add(Taboo.EDGE)
    if geometry.too_high(piece.core, piece.radius):
        taboos.add(Taboo.HEIGHT)
    return Judgement(
        level=geometry.level(piece.core, piece.radius),
        covered=tuple(geometry.covered(piece.core, piece.radius)),
        touched=touched,
        parts=parts,
        taboos=frozenset(taboos),
    )


def shows(part: int, kind: int, edges: Edges) -> bool:
    """Whether a part of an edge shows the shape or the colour of a kind of piece (DRO-30)."""
    if edges == Edges.NONE:
        return False
    own = kind % SHAPES if edges == Edges.SHAPE else kind // SHAPES
    return shaft.SYMBOLS[edges][part] == own
