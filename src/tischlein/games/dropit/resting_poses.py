"""The result of a fall: resting poses as an event's measurement, checked and applied.

It is a flat row of whole numbers, ``WORDS`` for each piece whose pose is new: its number from 1, x,
y and angle times ``SCALE``, in ascending order; the dropped piece comes last (DRO-22).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from tischlein.core.bits import bits_of
from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.games.dropit import geometry, turn_order
from tischlein.games.dropit.actions import REST
from tischlein.games.dropit.judging import Judgement, LyingPiece, judge, recorded_piece
from tischlein.games.dropit.shapes import EPSILON
from tischlein.games.dropit.state import (
    NONE,
    SCALE,
    DropItState,
    Edges,
    Phase,
)

WORDS = 4
OVERLAP = 0.5
"""How far recorded poses may overlap each other, a wall or the floor (DRO-23)."""
_HALF_TURN = 180 * SCALE

RecordedPose = tuple[int, int, int]
"""A pose as it is recorded: x, y and angle, times ``SCALE``."""


def groups(measurement: tuple[int, ...]) -> Iterator[tuple[int, RecordedPose]]:
    """Yield the piece, from 1, and the pose of every group of a measurement."""
    for begin in range(0, len(measurement), WORDS):
        piece, x, y, angle = measurement[begin : begin + WORDS]
        yield piece, (x, y, angle)


def why_not(
    state: DropItState, seat: int, action: int, measurement: tuple[int, ...]
) -> Refusal | None:
    """Return why poses cannot be recorded, None if they can (DRO-22, DRO-23)."""
    if seat != CHANCE or action != REST:
        return Refusal("DRO-22", message="DRO-22-still") if measurement else None
    dropped = state.count + 1
    if len(measurement) % WORDS:
        return Refusal("DRO-22", message="DRO-22-unreadable")
    pieces = [piece for piece, _ in groups(measurement)]
    if any(later <= earlier for earlier, later in pairwise(pieces)):
        return Refusal("DRO-22", message="DRO-22-order")
    if not pieces or pieces[0] < 1 or pieces[-1] != dropped:
        return Refusal("DRO-22", {"piece": dropped})
    if not all(-_HALF_TURN < angle <= _HALF_TURN for _, (_, _, angle) in groups(measurement)):
        return Refusal("DRO-22", message="DRO-22-angle")
    return _why_impossible(_lying_after(state, measurement), pieces)


def _lying_after(state: DropItState, measurement: tuple[int, ...]) -> list[LyingPiece]:
    """Return all pieces in their new poses, the dropped one last."""
    count = state.count
    fields = (state.kinds, state.x, state.y, state.angle)
    after = list(zip(*(field[:count] for field in fields), strict=True))
    for piece, pose in groups(measurement):
        number = piece - 1
        kind = state.falling if number == count else after[number][0]
        after[number : number + 1] = [(kind, *pose)]
    return [recorded_piece(*pose) for pose in after]


def _why_impossible(after: list[LyingPiece], listed: list[int]) -> Refusal | None:
    for piece in listed:
        moved = after[piece - 1]
        if geometry.beyond(moved.core, moved.radius) > OVERLAP + EPSILON:
            return Refusal("DRO-23", {"piece": piece}, message="DRO-23-outside")
        for number, other in enumerate(after, 1):
            if number != piece and moved.gap(other, -OVERLAP) < -OVERLAP - EPSILON:
                return Refusal("DRO-23", {"piece": piece, "other": number})
    return None


def apply(state: DropItState, seat: int, action: int, measurement: tuple[int, ...]) -> None:
    """Take in the resting poses, check the dropped piece, and count or ask (DRO-26, DRO-55)."""
    del seat, action
    before = _view_of(state)
    *others, dropped = _lying_after(before, measurement)
    _lay_down(state, before, measurement)
    judgement = judge(dropped, others, Edges(before.edges))
    _write_judgement(state, judgement)
    side = before.side[before.mover]
    if judgement.taboos and before.jokers[side]:
        state.phase = Phase.QUESTION
        return
    state.points[side] += judgement.points
    turn_order.hand_over(state)


def _lay_down(state: DropItState, before: DropItState, measurement: tuple[int, ...]) -> None:
    """Write all new poses, and put the falling piece with those in the shaft."""
    x, y, angle = state.x, state.y, state.angle
    for piece, pose in groups(measurement):
        x[piece - 1], y[piece - 1], angle[piece - 1] = pose
    state.kinds[before.count] = before.falling
    state.owners[before.count] = before.mover
    state.count = before.count + 1
    state.falling = NONE
    state.falling_x = 0
    state.falling_angle = 0


def _write_judgement(state: DropItState, judgement: Judgement) -> None:
    """Write what the check has found."""
    state.level = judgement.level
    state.bonus = judgement.bonus
    state.won = judgement.points
    state.taboos = bits_of(judgement.taboos)
    state.touched = bits_of(judgement.touched)
    state.parts = bits_of(judgement.parts)
    state.covered = bits_of(judgement.covered)
    state.saved = 0


def _view_of(record: Any) -> Any:
    """Return a view of a record as it is now: the record itself is slow to read."""
    return DropItState.view(np.frombuffer(record, np.int64))
