"""What holds in every position of Schlauraff, whatever was played."""

from __future__ import annotations

from itertools import chain

from tischlein.core.game import Invariant
from tischlein.games.schlauraff.dice import can_take_any, top_colour
from tischlein.games.schlauraff.names import chips_in, faces
from tischlein.games.schlauraff.state import (
    CHIPS_OF_A_COLOUR,
    COLOURS,
    DICE,
    NOT_BEGUN,
    RED,
    VALUES,
    YELLOW,
    Phase,
    SchlauraffState,
)


def chips_are_conserved(state: SchlauraffState) -> bool:
    """Bag, table and the chips taken in this round make up ten of each colour (SLR-2)."""
    counts = [*map(sum, zip(state.bag, *state.taken, strict=True))]
    for pile in chain(state.pile, *state.chips):
        for colour in chips_in(pile):
            counts[colour] += 1
    return counts == [CHIPS_OF_A_COLOUR] * COLOURS


def six_dice(state: SchlauraffState) -> bool:
    """No turn has more than six dice; dice to carry are among the spent ones (SLR-1, SLR-18)."""
    return state.to_roll + sum(state.free) + sum(state.on) + sum(state.offered) <= DICE


def an_unfinished_chip_wants_more(state: SchlauraffState) -> bool:
    """The dice on the current chip have not taken it yet (SLR-11 to SLR-13)."""
    on = sum(faces(state.on))
    if state.current == NOT_BEGUN or on == 0:
        return on == 0
    colour = top_colour(state.pile[state.current])
    return on < VALUES[colour] and not (colour == YELLOW and on == 1)


def rows_taken_lie_together(state: SchlauraffState) -> bool:
    """What was taken in a turn is an unbroken run of rows that ends at the current one (SLR-15)."""
    current = state.current
    left = [pile > 0 for pile in state.pile[: state.rows]]
    if state.phase == Phase.OVER:
        return True
    if current == NOT_BEGUN:
        return all(left)
    first = left.index(False) if False in left else current
    return not any(left[first:current]) and all(left[:first]) and all(left[current:])


def a_turn_goes_on_in_hope(state: SchlauraffState) -> bool:
    """Whoever is asked can still take the next chip (SLR-21)."""
    return state.phase != Phase.TURN or can_take_any(state)


def points_add_up(state: SchlauraffState) -> bool:
    """The chips and the red chips of this round are among those of all rounds (SLR-27)."""
    rounds = zip(state.taken, state.points, state.reds, strict=True)
    return all(sum(taken) <= points and taken[RED] <= reds for taken, points, reds in rounds)


INVARIANTS = (
    Invariant("chips are conserved", chips_are_conserved),
    Invariant("at most six dice", six_dice),
    Invariant("an unfinished chip wants more", an_unfinished_chip_wants_more),
    Invariant("rows taken lie together", rows_taken_lie_together),
    Invariant("a turn goes on in hope", a_turn_goes_on_in_hope),
    Invariant("points add up", points_add_up),
)
