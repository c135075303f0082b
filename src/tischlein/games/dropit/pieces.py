"""The pieces in the shaft, as they lie and as they are let go."""

from __future__ import annotations

from collections.abc import Iterator

from tischlein.core.phrases import Phrase, seat_name
from tischlein.games.dropit import layout
from tischlein.games.dropit.judging import lying
from tischlein.games.dropit.names import kind_phrase, kind_symbol
from tischlein.games.dropit.release import NEAR_THE_RIM, release_height
from tischlein.games.dropit.state import NONE, SCALE, SHAPES, DropItState
from tischlein.presentation.scenes import Piece

BOXES = (40.0, 37.0, 70.0, 54.0)
"""Size of the box in which each shape is drawn, its centroid in the middle."""


def in_shaft(state: DropItState) -> Iterator[Piece]:
    """Yield the pieces in the shaft, and the one that has been let go above them (DRO-20)."""
    kinds, owners = state.kinds[: state.count], state.owners[: state.count]
    poses = zip(state.x, state.y, state.angle, strict=True)
    for number, (kind, owner, pose) in enumerate(zip(kinds, owners, poses, strict=False)):
        x, y, angle = (value / SCALE for value in pose)
        yield _shaft_piece(number, kind, x, y, angle, owner)
    if state.falling != NONE:
        kind = state.falling
        x, angle = state.falling_x / SCALE, state.falling_angle / SCALE
        y = release_height(lying(state, NEAR_THE_RIM), kind % SHAPES, x, angle)
        yield _shaft_piece(state.count, kind, x, y, angle, state.mover)


def _shaft_piece(number: int, kind: int, x: float, y: float, angle: float, owner: int) -> Piece:
    across, down = layout.at(x, y)
    size = BOXES[kind % SHAPES]
    label = Phrase(
        "piece-in-shaft",
        {"piece": kind_phrase(kind), "number": number + 1, "seat": seat_name(owner)},
    )
    return Piece(
        id=layout.piece_id(number),
        kind=kind_symbol(kind),
        symbol=kind_symbol(kind),
        label=label,
        x=across,
        y=down,
        w=size,
        h=size,
        turn=-angle,
    )
