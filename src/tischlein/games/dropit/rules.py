"""The rules of Drop It: who may drop what and where, slips, jokers, points, the end.

What the physics brings, the resting poses, is measured when chance says ``rest``
(``measuring``). Rules receive records here, which are slow to read in plain Python: so fields are
read once.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints
from tischlein.games.dropit import shaft, turn_order
from tischlein.games.dropit.actions import (
    DECLINE,
    JOKER,
    ORDERS,
    REST,
    SLIP_WEIGHTS,
    STEP,
    TURN,
    Slip,
    Split,
    Start,
    drop_action,
    drop_of,
    outcome_number,
    outcome_of,
)
from tischlein.games.dropit.shapes import (
    CIRCLE,
    STEPS,
    SYMMETRY,
    room,
)
from tischlein.games.dropit.state import (
    KINDS,
    PIECES,
    SCALE,
    SHAPES,
    DropItState,
    Phase,
)

UNUSED_JOKER = 3
"""Points for each joker that is left at the end (DRO-59)."""
MOST_LEGAL = 2 * sum(last - first + 1 for turns_of in STEPS for first, last in turns_of)
"""No stock has pieces of more than two colours."""
LONGEST = 2 + 4 * PIECES
"""Two lots; a drop, a slip, a rest and an answer for every piece."""
MOST_POINTS = PIECES // 2 * (shaft.LEVELS + sum(circle.points for circle in shaft.CIRCLES)) + 12
"""More than 18 pieces at the top that each cover every circle, and four jokers, are worth."""

SLIP_MM = (0, 1, 2)
SLIP_DEGREES = (0, 2, 4)
"""Steps of a slip for a steady, a normal and a shaky hand (DRO-21)."""


def _fitting(kind: int) -> Ints:
    """Return all drops of a kind that fit between the walls (DRO-18, DRO-19)."""
    colour, shape = divmod(kind, SHAPES)
    return np.concatenate(
        [
            np.arange(last - first + 1) + drop_action(colour, shape, turn, first)
            for turn, (first, last) in enumerate(STEPS[shape])
        ]
    )


_FITTING = tuple(_fitting(kind) for kind in range(KINDS))
"""By kind."""

_OF_SEATS = (Phase.DROP, Phase.QUESTION)
"""Phases in which a seat acts."""


def acting(state: DropItState) -> int:
    """Return the bit of the seat that drops or is asked; chance for lots, slips and rest."""
    phase = int(state.phase)  # asked for very often, and NumPy's own numbers compare slowly
    if phase in _OF_SEATS:
        return 1 << state.mover
    return 0 if phase == Phase.OVER else CHANCE_BIT


def chance(state: DropItState, outcomes: Ints, weights: Ints) -> int:
    """Write the lots (DRO-10, DRO-14), the slips of the hand (DRO-21), or the rest (DRO-22)."""
    found = [*_weighted_outcomes(state)]
    for index, (outcome, weight) in enumerate(found):
        outcomes[index] = outcome
        weights[index] = weight
    return len(found)


def _weighted_outcomes(state: DropItState) -> Iterator[tuple[int, int]]:
    """Yield the numbers of what chance may bring, with their weights."""
    phase = state.phase
    if phase == Phase.SPLIT:
        for order in range(len(ORDERS)):
            yield outcome_number(Split(order)), 1
    elif phase == Phase.START:
        for seat in range(state.seats):
            yield outcome_number(Start(seat)), 1
    elif phase == Phase.SLIP:
        round_one = state.falling % SHAPES == CIRCLE
        for across, weight in SLIP_WEIGHTS.items():
            if round_one:
                yield outcome_number(Slip(across, 0)), weight
                continue
            for twist, other in SLIP_WEIGHTS.items():
                yield outcome_number(Slip(across, twist)), weight * other
    else:
        yield REST, 1


def legal(state: DropItState, seat: int, out: Ints) -> int:
    """Write all drops of pieces in the stock that fit (DRO-16 to DRO-19), or the answers."""
    if state.phase == Phase.QUESTION:
        out[0] = JOKER
        out[1] = DECLINE
        return 2
    count = 0
    for kind, pieces in enumerate(state.stocks[state.side[seat]]):
        if pieces:
            fitting = _FITTING[kind]
            out[count : count + len(fitting)] = fitting
            count += len(fitting)
    return count


def apply(state: DropItState, seat: int, action: int) -> None:
    """Carry out a lot, a drop, a slip or an answer; a rest is measured."""
    if seat == CHANCE:
        _apply_chance(state, action)
    elif action == JOKER:
        state.jokers[state.side[seat]] -= 1
        state.saved = 1
        state.won = state.level + state.bonus
        state.points[state.side[seat]] += state.won
        turn_order.hand_over(state)
    elif action == DECLINE:
        turn_order.hand_over(state)
    else:
        drop = drop_of(action)
        state.stocks[state.side[seat], drop.kind] -= 1
        state.drops[seat] += 1
        state.falling = drop.kind
        state.falling_x = drop.position * STEP
        state.falling_angle = drop.turn * TURN
        state.phase = Phase.REST if state.hand == 0 else Phase.SLIP


def _apply_chance(state: DropItState, outcome: int) -> None:
    """Carry out a lot or a slip; a rest without a measurement changes nothing."""
    match outcome_of(outcome):
        case Start(seat):
            turn_order.begin(state, seat)
        case Split(order):
            turn_order.share_spare(state, order)
            turn_order.find_first(state)
        case Slip(across, twist):
            slip(state, across, twist)


def slip(state: DropItState, across: int, twist: int) -> None:
    """Move and twist the piece in the hand, as far as there is room for it (DRO-21)."""
    shape = state.falling % SHAPES
    if shape != CIRCLE:
        degrees = state.falling_angle // SCALE + twist * SLIP_DEGREES[state.hand]
        state.falling_angle = degrees % SYMMETRY[shape] * SCALE
    place = state.falling_x + across * SLIP_MM[state.hand] * SCALE
    low, high = (round(bound * SCALE) for bound in room(shape, state.falling_angle // SCALE))
    state.falling_x = min(max(place, low), high)
    state.phase = Phase.REST


def scores(state: DropItState, out: Ints) -> None:
    """Write the points of each seat or its team; unused jokers count at the end (DRO-59)."""
    for seat in range(state.seats):
        side = state.side[seat]
        out[seat] = state.points[side]
        if state.phase == Phase.OVER:
            out[seat] += UNUSED_JOKER * state.jokers[side]
