"""What holds in every position of Schlauraff, whatever was played."""

from __future__ import annotations

from tischlein.core.game import Law
from tischlein.games.schlauraff.dice import any_hope, count_of, sum_of, top_colour
from tischlein.games.schlauraff.names import chips_in
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
    counts: list[int] = (state.bag + state.taken.sum(axis=0)).tolist()
    for chip in state.chips.ravel().tolist():
        if chip:
            counts[chip - 1] += 1
    for pile in state.pile.tolist():
        for colour in chips_in(pile):
            counts[colour] += 1
    return counts == [CHIPS_OF_A_COLOUR] * COLOURS


def six_dice(state: SchlauraffState) -> bool:
    """No turn has more than six dice; dice to carry are among the spent ones (SLR-1, SLR-18)."""
    used = int(state.to_roll) + int(count_of(state.free)) + int(count_of(state.on))
    return used + int(count_of(state.offered)) <= DICE


def an_unfinished_chip_wants_more(state: SchlauraffState) -> bool:
    """The dice on the current chip have not taken it yet (SLR-11 to SLR-13)."""
    on = int(sum_of(state.on))
    if state.current == NOT_BEGUN or on == 0:
        return on == 0
    colour = int(top_colour(state.pile[state.current]))
    return on < VALUES[colour] and not (colour == YELLOW and on == 1)


def rows_taken_lie_together(state: SchlauraffState) -> bool:
    """What was taken in a turn is an unbroken run of rows that ends at the current one (SLR-15)."""
    rows, current = int(state.rows), int(state.current)
    left = [bool(pile) for pile in state.pile[:rows].tolist()]
    if state.phase == Phase.OVER:
        return True
    if current == NOT_BEGUN:
        return all(left)
    first = left.index(False) if False in left else current
    return not any(left[first:current]) and all(left[:first]) and all(left[current:])


def a_turn_goes_on_in_hope(state: SchlauraffState) -> bool:
    """Whoever is asked can still take the next chip (SLR-21)."""
    return state.phase != Phase.TURN or bool(any_hope(state))


def points_add_up(state: SchlauraffState) -> bool:
    """The chips and the red chips of this round are among those of all rounds (SLR-27)."""
    taken = state.taken.sum(axis=1)
    reds = state.taken[:, RED]
    return bool((taken <= state.points).all() and (reds <= state.reds).all())


LAWS = (
    Law("chips are conserved", chips_are_conserved),
    Law("at most six dice", six_dice),
    Law("an unfinished chip wants more", an_unfinished_chip_wants_more),
    Law("rows taken lie together", rows_taken_lie_together),
    Law("a turn goes on in hope", a_turn_goes_on_in_hope),
    Law("points add up", points_add_up),
)
