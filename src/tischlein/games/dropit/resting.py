"""What a fall leaves behind: resting poses as an event's outcome, checked and taken in.

The outcome is a flat row of whole numbers, ``WORDS`` for each piece whose pose is new: its number
from 1, x, y and angle times ``SCALE``, in ascending order; the dropped piece comes last (DRO-22).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tischlein.core.phrases import Refusal
from tischlein.core.seats import CHANCE
from tischlein.games.dropit import geometry, turns
from tischlein.games.dropit.drops import REST
from tischlein.games.dropit.judging import Lying, judge, lying
from tischlein.games.dropit.shapes import EPSILON
from tischlein.games.dropit.state import (
    NONE,
    SCALE,
    DropItState,
    Edges,
    Phase,
    bits_of,
)

WORDS = 4
OVERLAP = 0.5
"""How far recorded poses may overlap each other, a wall or the floor (DRO-23)."""
_HALF_TURN = 180 * SCALE

Recorded = tuple[int, int, int]
"""A pose as it is recorded: x, y and angle, times ``SCALE``."""


def groups(outcome: tuple[int, ...]) -> Iterator[tuple[int, Recorded]]:
    """Yield the piece, from 1, and the pose of every group of an outcome."""
    for begin in range(0, len(outcome), WORDS):
        piece, x, y, angle = outcome[begin : begin + WORDS]
        yield piece, (x, y, angle)


def why_not_outcome(
    state: DropItState, seat: int, action: int, outcome: tuple[int, ...]
) -> Refusal | None:
    """Return why poses cannot be recorded, None if they can (DRO-22, DRO-23)."""
    if seat != CHANCE or action != REST:
        return Refusal("DRO-22", message="DRO-22-still") if outcome else None
    dropped = int(state.count) + 1
    if len(outcome) % WORDS:
        return Refusal("DRO-22", message="DRO-22-unreadable")
    pieces = [piece for piece, _ in groups(outcome)]
    if any(later <= earlier for earlier, later in pairwise(pieces)):
        return Refusal("DRO-22", message="DRO-22-order")
    if not pieces or pieces[0] < 1 or pieces[-1] != dropped:
        return Refusal("DRO-22", {"piece": dropped})
    if not all(-_HALF_TURN < angle <= _HALF_TURN for _, (_, _, angle) in groups(outcome)):
        return Refusal("DRO-22", message="DRO-22-angle")
    return _why_impossible(_lying_after(state, outcome), pieces)


def _lying_after(state: DropItState, outcome: tuple[int, ...]) -> list[Lying]:
    """Return all pieces in their new poses, the dropped one last."""
    after = lying(state)
    for piece, (x, y, angle) in groups(outcome):
        number = piece - 1
        kind = int(state.falling) if number == len(after) else after[number].kind
        after[number : number + 1] = [Lying.at(kind, x / SCALE, y / SCALE, angle / SCALE)]
    return after


def _why_impossible(after: list[Lying], listed: list[int]) -> Refusal | None:
    for piece in listed:
        moved = after[piece - 1]
        if geometry.beyond(moved.core, moved.radius) > OVERLAP + EPSILON:
            return Refusal("DRO-23", {"piece": piece}, message="DRO-23-outside")
        for number, other in enumerate(after, 1):
            if number != piece and moved.gap(other, 0.0) < -OVERLAP - EPSILON:
                return Refusal("DRO-23", {"piece": piece, "other": number})
    return None


def settle(state: DropItState, seat: int, action: int, outcome: tuple[int, ...]) -> None:
    """Take in the resting poses, check the dropped piece, and count or ask (DRO-26, DRO-55)."""
    del seat, action
    number = int(state.count)
    after = _lying_after(state, outcome)
    for piece, (x, y, angle) in groups(outcome):
        state.x[piece - 1] = x
        state.y[piece - 1] = y
        state.angle[piece - 1] = angle
    state.kinds[number] = state.falling
    state.owners[number] = state.mover
    state.count = number + 1
    state.falling = NONE
    state.falling_x = 0
    state.falling_angle = 0

    judgement = judge(after[number], after[:number], Edges(int(state.edges)))
    state.level = judgement.level
    state.bonus = judgement.bonus
    state.won = judgement.points
    state.taboos = bits_of(judgement.taboos)
    state.touched = bits_of(judgement.touched)
    state.parts = bits_of(judgement.parts)
    state.covered = bits_of(judgement.covered)
    state.saved = 0
    side = state.side[state.mover]
    if judgement.taboos and state.jokers[side] > 0:
        state.phase = Phase.QUESTION
        return
    state.points[side] += judgement.points
    turns.hand_over(state)
