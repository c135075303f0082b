"""What dice can do for a chip: fit, take it, and whether there is still a chance to."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.schlauraff.state import (
    FACES,
    NOT_BEGUN,
    TOP,
    VALUES,
    YELLOW,
    SchlauraffState,
)


@kernel
def count_of(dice: Ints) -> int:
    """Return how many dice there are, given their number by face."""
    total = 0
    for face in range(FACES):
        total += dice[face]
    return total


@kernel
def sum_of(dice: Ints) -> int:
    """Return the sum of the faces of dice given by their number for each face."""
    total = 0
    for face in range(FACES):
        total += dice[face] * (face + 1)
    return total


@kernel
def top_colour(pile: int) -> int:
    """Return the colour of the top chip of a pile, -1 for an empty cell."""
    return (pile & TOP) - 1


@kernel
def takes(colour: int, total: int, dice: int) -> bool:
    """Whether this many dice with this sum take a chip (SLR-12, SLR-13)."""
    if colour == YELLOW and dice == 1 and total == 1:
        return True
    return total == VALUES[colour]


@kernel
def can_follow(colour: int, total: int, left: int) -> bool:
    """Whether dice still to be rolled, with the best luck, complete a chip that holds a sum."""
    if colour == YELLOW and total == 0:
        return left > 0
    return VALUES[colour] - total <= FACES * left


@kernel
def opens(dice: Ints, colour: int, total: int, left: int) -> bool:
    """Whether one of these dice takes the chip, or this many further dice may still complete it.

    There is no need to try more than one die: with luck a roll shows the unlaid faces again.
    """
    for face in range(1, FACES + 1):
        if dice[face - 1] == 0 or total + face > VALUES[colour]:
            continue
        if total == 0 and takes(colour, face, 1):
            return True
        if total + face == VALUES[colour] or can_follow(colour, total + face, left):
            return True
    return False


@kernel
def can_complete(state: SchlauraffState, colour: int, total: int) -> bool:
    """Whether some sequence of puts, carries and rolls can take a chip that holds a sum."""
    left = count_of(state.free)
    if not state.assigned:
        return opens(state.free, colour, total, left - 1)
    return can_follow(colour, total, left) or opens(state.offered, colour, total, left)


@kernel
def can_take_any(state: SchlauraffState) -> bool:
    """Whether the next chip (before the first put: any chip) can still be taken (SLR-21)."""
    if state.current != NOT_BEGUN:
        colour = top_colour(state.pile[state.current])
        return can_complete(state, colour, sum_of(state.on))
    for row in range(state.rows):
        if can_complete(state, top_colour(state.pile[row]), 0):
            return True
    return False
