"""What a position of Bauab promises: the guesses that searches look ahead with."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.bauab.state import KINDS, PARK_MOVE, PASS, PLOTS, VALUES, BauabState, Plot

CHIP = int(Plot.CHIP)


@kernel
def evaluate(state: BauabState, seat: int) -> int:
    """Return own minus enemy value, on the plan and captured, for a seat (BAU-39)."""
    total = 0
    for plot in range(PLOTS):
        chip = state.plots[plot] - CHIP
        if chip >= 0:
            value = VALUES[chip % KINDS]
            total += value if chip // KINDS == seat else -value
    for kind in range(KINDS):
        total += VALUES[kind] * (state.captured[seat, kind] - state.captured[1 - seat, kind])
    return total


@kernel
def promise(state: BauabState, seat: int, action: int) -> int:
    """Return the value of the chip that an action places."""
    if action == PASS or action // PLOTS == PARK_MOVE:
        return 0
    return VALUES[action // PLOTS]
