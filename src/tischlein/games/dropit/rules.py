"""The rules of Drop It: who may drop what and where, slips, jokers, points, the end.

What the physics brings, the resting poses, is the outcome of chance's ``rest``: ``settle`` takes
it in, ``why_not_outcome`` says which poses cannot be.
"""

from __future__ import annotations

from importlib.metadata import version

import numpy as np

from tischlein.core.happening import Happening
from tischlein.core.phrases import Phrase, Refusal
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints
from tischlein.games.dropit import shaft, turns
from tischlein.games.dropit.drops import (
    DECLINE,
    JOKER,
    ORDERS,
    REST,
    SLIP,
    SLIP_WEIGHTS,
    SLIPS,
    SPLIT,
    START,
    STEP,
    TURN,
    drop_action,
    drop_of,
)
from tischlein.games.dropit.resting import settle, why_not_outcome
from tischlein.games.dropit.setting import check_options, setup
from tischlein.games.dropit.shapes import (
    CIRCLE,
    STEPS,
    SYMMETRY,
    X_STEP,
    room,
)
from tischlein.games.dropit.state import (
    COLOUR_NAMES,
    COLOURS,
    PIECES,
    SCALE,
    SHAPE_NAMES,
    SHAPES,
    DropItState,
    Phase,
)

__all__ = [
    "acting",
    "apply",
    "chance",
    "check_options",
    "happen",
    "legal",
    "scores",
    "settle",
    "setup",
    "suspense",
    "why_not",
    "why_not_outcome",
]

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

PHYSICS_EDITION = 1
"""Counts the changes of the parameters in ``physics``; old records keep the edition they name."""


def acting(state: DropItState) -> int:
    """Return the bit of the seat that drops or is asked; chance for lots, slips and rest."""
    if state.phase == Phase.OVER:
        return 0
    if state.phase in (Phase.DROP, Phase.QUESTION):
        return 1 << state.mover
    return CHANCE_BIT


def chance(state: DropItState, outcomes: Ints, weights: Ints) -> int:
    """Write the lots (DRO-10, DRO-14), the slips of the hand (DRO-21), or the rest (DRO-22)."""
    count = 0
    if state.phase == Phase.SPLIT:
        for order in range(len(ORDERS)):
            outcomes[count] = SPLIT + order
            weights[count] = 1
            count += 1
    elif state.phase == Phase.START:
        for seat in range(state.seats):
            outcomes[count] = START + seat
            weights[count] = 1
            count += 1
    elif state.phase == Phase.SLIP:
        for across in range(SLIPS):
            for twist in range(SLIPS):
                if state.falling % SHAPES == CIRCLE and twist != SLIPS // 2:
                    continue
                outcomes[count] = SLIP + SLIPS * across + twist
                weights[count] = SLIP_WEIGHTS[across]
                if state.falling % SHAPES != CIRCLE:
                    weights[count] *= SLIP_WEIGHTS[twist]
                count += 1
    else:
        outcomes[0] = REST
        weights[0] = 1
        count = 1
    return count


def legal(state: DropItState, seat: int, out: Ints) -> int:
    """Write all drops of pieces in the stock that fit (DRO-16 to DRO-19), or the answers."""
    if state.phase == Phase.QUESTION:
        out[0] = JOKER
        out[1] = DECLINE
        return 2
    stock = state.side[seat]
    count = 0
    for colour in range(COLOURS):
        for shape in range(SHAPES):
            if state.stocks[stock, SHAPES * colour + shape] == 0:
                continue
            for turn, (first, last) in enumerate(STEPS[shape]):
                action = drop_action(colour, shape, turn, first)
                places = last - first + 1
                out[count : count + places] = np.arange(action, action + places)
                count += places
    return count


def apply(state: DropItState, seat: int, action: int) -> None:
    """Carry out a lot, a drop, a slip or an answer; ``settle`` carries out the rest."""
    if seat == CHANCE:
        if action >= REST:
            return
        if action >= SLIP:
            slip(state, (action - SLIP) // SLIPS - SLIPS // 2, (action - SLIP) % SLIPS - SLIPS // 2)
        elif action >= SPLIT:
            turns.share_spare(state, action - SPLIT)
            turns.find_first(state)
        else:
            turns.begin(state, action - START)
    elif action == JOKER:
        state.jokers[state.side[seat]] -= 1
        state.saved = 1
        state.won = state.level + state.bonus
        state.points[state.side[seat]] += state.won
        turns.hand_over(state)
    elif action == DECLINE:
        turns.hand_over(state)
    else:
        colour, shape, turn, position = drop_of(action)
        kind = SHAPES * colour + shape
        state.stocks[state.side[seat], kind] -= 1
        state.drops[seat] += 1
        state.falling = kind
        state.falling_x = position * STEP
        state.falling_angle = turn * TURN
        state.phase = Phase.REST if state.hand == 0 else Phase.SLIP


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


def suspense(state: DropItState) -> int | None:
    """Return 0 before a rest, since the physics takes a moment; None before lots and slips."""
    return 0 if state.phase == Phase.REST else None


def happen(state: DropItState, outcome: int) -> Happening | None:
    """Return where everything comes to rest, with the film of the fall (DRO-20, DRO-22)."""
    if outcome != REST:
        return None
    from tischlein.games.dropit import falling  # physics only when something falls

    return falling.happening(state)


def engine() -> str:
    """Return what lets the pieces fall."""
    return f"pymunk {version('pymunk')}, parameters {PHYSICS_EDITION}"


def why_not(state: DropItState, seat: int, action: int) -> Refusal | None:
    """Return the rule that forbids an action, None if it is legal."""
    if seat == CHANCE:
        return _why_not_chance(state, action)
    if state.phase == Phase.OVER:
        return Refusal("DRO-15", message="DRO-15-over")
    if state.phase in (Phase.SPLIT, Phase.START):
        return Refusal("DRO-15", message="DRO-15-lot")
    if state.phase in (Phase.SLIP, Phase.REST):
        return Refusal("DRO-15", message="DRO-15-falling")
    if seat != state.mover:
        return Refusal("DRO-15")
    if state.phase == Phase.QUESTION:
        return None if action in (JOKER, DECLINE) else Refusal("DRO-56", message="DRO-56-open")
    if action in (JOKER, DECLINE):
        return Refusal("DRO-56")
    colour, shape, turn, position = drop_of(action)
    if state.stocks[state.side[seat], SHAPES * colour + shape] == 0:
        return Refusal("DRO-17", {"piece": kind_phrase(SHAPES * colour + shape)})
    first, last = STEPS[shape][turn]
    if not first <= position <= last:
        return Refusal("DRO-19", {"first": f"{first * X_STEP:g}", "last": f"{last * X_STEP:g}"})
    return None


def _why_not_chance(state: DropItState, action: int) -> Refusal | None:
    if action >= REST:
        return None if state.phase == Phase.REST else Refusal("DRO-22", message="DRO-22-still")
    if action >= SLIP:
        twisted = (action - SLIP) % SLIPS != SLIPS // 2
        if state.phase != Phase.SLIP or (twisted and state.falling % SHAPES == CIRCLE):
            return Refusal("DRO-21")
    elif action >= SPLIT:
        if state.phase != Phase.SPLIT:
            return Refusal("DRO-10")
    elif state.phase != Phase.START or action - START >= state.seats:
        return Refusal("DRO-14")
    return None


def kind_phrase(kind: int) -> Phrase:
    """Return the name of a kind of piece."""
    return Phrase(
        "piece",
        {"colour": COLOUR_NAMES[kind // SHAPES], "shape": SHAPE_NAMES[kind % SHAPES]},
    )
