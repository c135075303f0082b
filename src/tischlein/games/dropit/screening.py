"""Trying out drops: many quick trials with everything else fixed, and few exact ones.

A quick trial finds the right score four times out of five at a hundredth of the cost. So bots
screen the whole shaft with quick trials and examine only the best drops exactly.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import degrees, radians

from tischlein.core.levels import Stop
from tischlein.games.dropit import shaft
from tischlein.games.dropit.actions import drop_action
from tischlein.games.dropit.falling import solids_of
from tischlein.games.dropit.judging import (
    Judgement,
    LyingPiece,
    judge,
    judgement_of,
    lying_pieces,
    place_of,
)
from tischlein.games.dropit.physics import Fall, Solid, Trials
from tischlein.games.dropit.release import ABOVE, release_height
from tischlein.games.dropit.shapes import ANGLE_STEP, STEPS, X_STEP, extents
from tischlein.games.dropit.state import KINDS, SHAPES, DropItState, Edges


@dataclass(frozen=True)
class Grid:
    """The drops tried: this many positions from wall to wall, for some turns of each shape."""

    positions: int
    turns: tuple[tuple[int, ...], ...]
    """By shape, in steps of 5 degrees."""


FINE = Grid(20, ((0,), (0, 4, 9, 14), (0, 6, 12, 18, 24, 30), (0, 4, 8, 12, 16, 20)))
COARSE = Grid(8, ((0,), (0, 9), (0, 18), (0, 12)))
_START = 1.0
"""Millimetres above everything below it at which a quick trial begins."""


@dataclass(frozen=True)
class Candidate:
    """A drop and what screening thinks of it."""

    kind: int
    turn: int
    position: int
    value: float

    @property
    def action(self) -> int:
        """Return its number."""
        colour, shape = divmod(self.kind, SHAPES)
        return drop_action(colour, shape, self.turn, self.position)


Worth = Callable[[int, Judgement], float]
"""What a bot thinks of a kind of piece with such a check."""


class Screening:
    """The shaft as a bot tries drops in it; counts what it costs."""

    def __init__(self, state: DropItState) -> None:
        self._edges = Edges(state.edges)
        self._lying = lying_pieces(state)
        self._solids = solids_of(state)
        stock = state.stocks[state.side[state.mover]]
        self.kinds = [kind for kind in range(KINDS) if stock[kind]]
        self.simulations = 0
        """Quick and exact trials so far."""

    def candidates(self, grid: Grid, shift: float, worth: Worth, stop: Stop) -> list[Candidate]:
        """Return drops all over the shaft, the best first; ``shift`` from 0 to 1 moves the grid.

        A drop's value is smoothed with its neighbours to either side, since a place is worth more
        where a near miss is worth something too.
        """
        trials = Trials(self._solids)
        found: list[Candidate] = []
        for shape in sorted({kind % SHAPES for kind in self.kinds}):
            kinds = [kind for kind in self.kinds if kind % SHAPES == shape]
            for turn in grid.turns[shape]:
                if stop() and found:
                    break
                places = _places(*STEPS[shape][turn], grid.positions, shift)
                values: dict[int, list[float]] = defaultdict(list)
                for position in places:
                    rested = self._quick(trials, shape, turn, position)
                    place = place_of(LyingPiece(shape, *rested), self._lying)
                    for kind in kinds:
                        judgement = judgement_of(place, kind, self._lying, self._edges)
                        values[kind].append(worth(kind, judgement))
                for kind, row in values.items():
                    found += [
                        Candidate(kind, turn, position, value)
                        for position, value in zip(places, _smoothed(row), strict=True)
                    ]
        found.sort(key=lambda one: (-one.value, one.action))
        return found

    def exact(self, candidate: Candidate, across: float, twist: float) -> Judgement:
        """Return the check after a drop as it really falls, if the hand slips so far."""
        self.simulations += 1
        shape = candidate.kind % SHAPES
        angle = candidate.turn * ANGLE_STEP + twist
        x = candidate.position * X_STEP + across
        left, right, _, _ = extents(shape, angle)
        x = min(max(x, -left), shaft.WIDTH - right)
        height = release_height(self._lying, shape, x, angle)
        *others, dropped = Fall(self._solids, Solid(shape, (x, height, radians(angle)))).run()
        pieces = [
            LyingPiece(piece.kind, x, y, degrees(turned))
            for piece, (x, y, turned) in zip(self._lying, others, strict=True)
        ]
        x, y, turned = dropped
        return judge(LyingPiece(candidate.kind, x, y, degrees(turned)), pieces, self._edges)

    def _quick(
        self, trials: Trials, shape: int, turn: int, position: int
    ) -> tuple[float, float, float]:
        """Return roughly where a piece comes to rest, in millimetres and degrees."""
        self.simulations += 1
        x, angle = position * X_STEP, turn * ANGLE_STEP
        left, right, low, _ = extents(shape, angle)
        highest = 0.0
        for piece in self._lying:
            near, far = piece.across
            if near < x + right and x + left < far:
                highest = max(highest, piece.top)
        start = (x, highest + _START - low, radians(angle))
        release = max(shaft.HEIGHT + ABOVE - low, start[1])
        x, y, turned = trials.rest(Solid(shape, start), release)
        return x, y, degrees(turned)


def _places(first: int, last: int, count: int, shift: float) -> Sequence[int]:
    """Return positions spread evenly from the first to the last, moved by a part of a gap."""
    gap = (last - first) / count
    return [first + int(gap * (number + shift)) for number in range(count)]


def _smoothed(values: Sequence[float]) -> Iterator[float]:
    """Yield each value with a quarter of either neighbour's; the ends have one neighbour."""
    for index, value in enumerate(values):
        left = values[max(0, index - 1)]
        right = values[min(len(values) - 1, index + 1)]
        yield (left + 2 * value + right) / 4
