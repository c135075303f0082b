"""What holds in every position of Bauab, whatever was played."""

from __future__ import annotations

from tischlein.core.game import Law
from tischlein.games.bauab.state import KINDS, OPTION, PARKS, PLOTS, SUPPLY, BauabState, Plot


def _kind_counts_on_plan(state: BauabState, owner: int) -> list[int]:
    counts = [0] * KINDS
    for content in state.plots.tolist():
        if content >= Plot.CHIP and (content - Plot.CHIP) // KINDS == owner:
            counts[(content - Plot.CHIP) % KINDS] += 1
    return counts


def chips_are_conserved(state: BauabState) -> bool:
    """Supply, plan and the rival's captures make up every player's eleven chips (BAU-5)."""
    for owner in range(2):
        elsewhere = (state.supply[owner] + state.captured[1 - owner]).tolist()
        on_plan = _kind_counts_on_plan(state, owner)
        if any(a + b != c for a, b, c in zip(elsewhere, on_plan, SUPPLY, strict=True)):
            return False
    return True


def parks_are_conserved(state: BauabState) -> bool:
    """Parks in stock and on the plan are fifteen (BAU-6)."""
    contents: list[int] = state.plots.tolist()
    return int(state.parks) + contents.count(Plot.PARK) == PARKS


def no_equal_neighbours(state: BauabState) -> bool:
    """No two equal planning chips are neighbours (BAU-15)."""
    contents = state.plots.tolist()
    for plot, content in enumerate(contents):
        kind = (content - Plot.CHIP) % KINDS
        if content < Plot.CHIP or kind == OPTION:
            continue
        for other in range(PLOTS):
            beside = int(state.around[plot]) >> other & 1
            equal = contents[other] >= Plot.CHIP and (contents[other] - Plot.CHIP) % KINDS == kind
            if beside and equal:
                return False
    return True


def barred_plots_are_free(state: BauabState) -> bool:
    """Barred plots are free and at most four; the set of free plots is right (BAU-26)."""
    contents = state.plots.tolist()
    free = sum(1 << plot for plot, content in enumerate(contents) if content == Plot.FREE)
    barred = int(state.barred)
    return free == int(state.free) and barred & ~free == 0 and barred.bit_count() <= 4


LAWS = (
    Law("chips are conserved", chips_are_conserved),
    Law("parks are conserved", parks_are_conserved),
    Law("no equal neighbours", no_equal_neighbours),
    Law("barred plots are free", barred_plots_are_free),
)
