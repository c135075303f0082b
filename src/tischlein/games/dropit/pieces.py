"""The pieces in the shaft, at rest or just dropped."""

from __future__ import annotations

from functools import lru_cache

from tischlein.core.phrases import Phrase, seat_name
from tischlein.games.dropit import layout
from tischlein.games.dropit.judging import lying_pieces
from tischlein.games.dropit.names import kind_phrase, kind_symbol
from tischlein.games.dropit.release import NEAR_THE_RIM, release_height
from tischlein.games.dropit.state import NONE, SCALE, SHAPES, DropItState
from tischlein.presentation.scenes import Piece

BOXES = (40.0, 37.0, 70.0, 54.0)
"""Size of the box in which each shape is drawn, its centroid in the middle."""


def in_shaft(state: DropItState) -> list[Piece]:
    """Return the pieces in the shaft, and the one just dropped above them (DRO-20)."""
    count = state.count
    lying_here = _resting(
        *(
            tuple(field[:count])
            for field in (state.kinds, state.x, state.y, state.angle, state.owners)
        )
    )
    if state.falling == NONE:
        return [*lying_here]
    kind, x, angle = state.falling, state.falling_x, state.falling_angle
    near = lying_pieces(state, NEAR_THE_RIM)
    y = SCALE * release_height(near, kind % SHAPES, x / SCALE, angle / SCALE)
    return [*lying_here, _shaft_piece(count, kind, x, y, angle, state.mover)]


@lru_cache(maxsize=256)
def _resting(
    kinds: tuple[int, ...],
    x: tuple[int, ...],
    y: tuple[int, ...],
    angle: tuple[int, ...],
    owners: tuple[int, ...],
) -> tuple[Piece, ...]:
    return tuple(map(_shaft_piece, range(len(kinds)), kinds, x, y, angle, owners))


def _shaft_piece(number: int, kind: int, x: int, y: float, angle: int, owner: int) -> Piece:
    """Return a piece in a pose that is given as states keep it."""
    id_, symbol, label, size = _unmoved(number, kind, owner)
    across, down = layout.at(x / SCALE, y / SCALE)
    turn = round(-angle / SCALE, 2)
    return Piece(id_, symbol, symbol, label, round(across, 2), round(down, 2), size, size, turn)


@lru_cache(maxsize=4096)
def _unmoved(number: int, kind: int, owner: int) -> tuple[str, str, Phrase, float]:
    """Return what stays of a piece when it moves: its target, its symbol, its name and its size."""
    label = Phrase(
        "piece-in-shaft",
        {"piece": kind_phrase(kind), "number": number + 1, "seat": seat_name(owner)},
    )
    return layout.piece_id(number), kind_symbol(kind), label, BOXES[kind % SHAPES]
