"""What a position of Bauab promises: the guesses that searches look ahead with.

Values are in hundredths of a point of the final score.
"""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.bauab.actions import PARK_MOVE, PASS, kind_placed, plot_filled
from tischlein.games.bauab.chips import is_chip, kind_of, owner_of
from tischlein.games.bauab.state import KINDS, OPTION, PLOTS, VALUES, BauabState

# Fitted by least squares to the final margins of 240 matches that UCT played with 2,500 simulations
# a move, half of them against a tenth of that: 7,352 positions. In this fit, uncovered points on
# the plan are worth almost nothing, and chips still in hand are worth a lot.

# The value of a point on the plan, by the freedoms that its chip has left. A chip without freedoms
# is safe, except from a capture beside it. A chip with a single freedom is lost to the next chip
# that fits there, which counts twice: it leaves the plan and goes to the captor.
SECURED = 61
THREATENED = -21
SAVABLE = 44
"""With one freedom, and its owner to move."""
NARROW = 8
OPEN = -10

CAPTURED = 118
"""A point that is captured, which the other side has lost for the plan."""
CHIP_IN_HAND = 148
"""A chip that is still to be placed: a spare move."""
POINT_IN_HAND = 55
"""What each of its points adds."""
OPTION_IN_HAND = 250
"""An option chip: it can wait, and take a last freedom."""
TO_MOVE = -50


@kernel
def evaluate(state: BauabState, seat: int) -> int:
    """Return own minus enemy prospects: on the plan, captured, and in hand."""
    total = 0
    for plot in range(PLOTS):
        content = state.plots[plot]
        if is_chip(content):
            owner = owner_of(content)
            worth = VALUES[kind_of(content)] * value_per_point(state, plot, owner)
            total += worth if owner == seat else -worth
    for kind in range(KINDS):
        value = VALUES[kind]
        waiting = OPTION_IN_HAND if kind == OPTION else CHIP_IN_HAND + value * POINT_IN_HAND
        total += value * CAPTURED * (state.captured[seat, kind] - state.captured[1 - seat, kind])
        total += waiting * (state.supply[seat, kind] - state.supply[1 - seat, kind])
    return total + (TO_MOVE if seat == state.mover else -TO_MOVE)


@kernel
def value_per_point(state: BauabState, plot: int, owner: int) -> int:
    """Return the value of each point of the chip on a plot (BAU-16, BAU-19)."""
    freedoms = state.around[plot] & state.free
    if freedoms == 0:
        return SECURED
    freedoms &= freedoms - 1
    if freedoms == 0:
        return SAVABLE if owner == state.mover else THREATENED
    freedoms &= freedoms - 1
    return NARROW if freedoms == 0 else OPEN


@kernel
def prior(state: BauabState, seat: int, action: int) -> int:
    """Return how good a placement looks: captures, saved chips, and a safe plot for high chips."""
    if action == PASS:
        return 0
    kind = kind_placed(action)
    plot = plot_filled(action)
    total = 8 * stakes(state, seat, plot)
    if kind == PARK_MOVE:
        return total
    value = VALUES[kind]
    freedoms = state.around[plot] & state.free
    if freedoms == 0:
        return total + 6 * value
    if freedoms & (freedoms - 1) == 0:
        return total - 4 * value
    return total + value


@kernel
def stakes(state: BauabState, seat: int, plot: int) -> int:
    """Return the points decided by filling a plot: those of chips with no other freedom.

    Enemy chips are captured and count twice; own chips can no longer be captured.
    """
    points = 0
    for other in range(PLOTS):
        if state.around[plot] >> other & 1 and state.around[other] & state.free == 1 << plot:
            content = state.plots[other]
            if is_chip(content):
                value = VALUES[kind_of(content)]
                points += value if owner_of(content) == seat else 2 * value + 1
    return points
