"""What holds in every position of Bauab, whatever was played."""

from __future__ import annotations

from tischlein.core.bits import bits_of, members
from tischlein.core.game import Invariant
from tischlein.games.bauab.chips import CHIPS
from tischlein.games.bauab.state import KINDS, OPTION, PARKS, SUPPLY, BauabState, Plot

MOST_BARRED = 4
"""A plot has at most four neighbours, so one placement captures no more chips (BAU-4)."""


def chips_are_conserved(state: BauabState) -> bool:
    """Supply, plan and the rival's captures make up every player's eleven chips (BAU-5)."""
    for owner in range(2):
        on_plan = _kind_counts_on_plan(state, owner)
        places = (state.supply[owner], on_plan, state.captured[1 - owner])
        if tuple(map(sum, zip(*places, strict=True))) != SUPPLY:
            return False
    return True


def _kind_counts_on_plan(state: BauabState, owner: int) -> list[int]:
    counts = [0] * KINDS
    for content in state.plots:
        chip = CHIPS[content]
        if chip and chip.owner == owner:
            counts[chip.kind] += 1
    return counts


def parks_are_conserved(state: BauabState) -> bool:
    """Parks in stock and on the plan are fifteen (BAU-6)."""
    return state.parks + list(state.plots).count(Plot.PARK) == PARKS


def no_equal_neighbours(state: BauabState) -> bool:
    """No two equal planning chips are neighbours (BAU-15)."""
    kinds = [chip.kind if (chip := CHIPS[content]) else None for content in state.plots]
    return not any(
        kind == kinds[other]
        for plot, kind in enumerate(kinds)
        if kind not in (None, OPTION)
        for other in members(state.around[plot])
    )


def barred_plots_are_free(state: BauabState) -> bool:
    """Barred plots are free and at most four; the set of free plots is right (BAU-26)."""
    free = bits_of(plot for plot, content in enumerate(state.plots) if content == Plot.FREE)
    barred = state.barred
    return free == state.free and not barred & ~free and barred.bit_count() <= MOST_BARRED


INVARIANTS = (
    Invariant("chips are conserved", chips_are_conserved),
    Invariant("parks are conserved", parks_are_conserved),
    Invariant("no equal neighbours", no_equal_neighbours),
    Invariant("barred plots are free", barred_plots_are_free),
)
