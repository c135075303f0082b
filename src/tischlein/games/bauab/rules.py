"""The rules of Bauab: placing, capturing, barring, parks, passing, the end and the count."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.options import Options
from tischlein.core.seats import CHANCE, CHANCE_BIT
from tischlein.core.state import Ints
from tischlein.games.bauab import plans
from tischlein.games.bauab.actions import PARK_MOVE, PASS, kind_placed, placing, plot_filled
from tischlein.games.bauab.chips import chip_of, is_chip, kind_of, owner_of
from tischlein.games.bauab.state import (
    KINDS,
    NOBODY,
    OPTION,
    PARKS,
    PLOTS,
    SUPPLY,
    VALUES,
    BauabState,
    Plot,
)

ALL_PLOTS = (1 << PLOTS) - 1


def setup(state: BauabState, options: Options) -> None:
    """Lay out the plan, hand out chips and parks, and leave the first turn to the lot or not."""
    cells = plans.cells(str(options["plan"]))
    for plot, (line, column) in enumerate(cells):
        state.line[plot] = line
        state.column[plot] = column
        for other, (other_line, other_column) in enumerate(cells):
            if abs(line - other_line) + abs(column - other_column) == 1:
                state.around[plot] |= 1 << other
    state.supply[:] = SUPPLY
    state.parks = PARKS
    state.free = ALL_PLOTS
    state.mover = {"lot": NOBODY, "A": 0, "B": 1}[str(options["first"])]


@kernel
def acting(state: BauabState) -> int:
    """Return the mover's bit; chance before the lot has fallen (BAU-7, BAU-8)."""
    if state.over:
        return 0
    if state.mover == NOBODY:
        return CHANCE_BIT
    return 1 << state.mover


@kernel
def chance(state: BauabState, outcomes: Ints, weights: Ints) -> int:
    """Write the lot for the first turn: either seat, with equal probability (BAU-7)."""
    for seat in range(2):
        outcomes[seat] = seat
        weights[seat] = 1
    return 2


@kernel
def plots_beside_equal(state: BauabState, kind: int) -> int:
    """Return the plots with a planning chip of this kind on a neighbour (BAU-12, BAU-13)."""
    plots = 0
    if kind != OPTION:
        for plot in range(PLOTS):
            content = state.plots[plot]
            if is_chip(content) and kind_of(content) == kind:
                plots |= state.around[plot]
    return plots


@kernel
def plots_for_chip(state: BauabState, seat: int, kind: int, barred: int) -> int:
    """Return the plots where a seat may place a chip of a kind (BAU-10 to BAU-12, BAU-27)."""
    if state.supply[seat, kind] == 0:
        return 0
    return state.free & ~barred & ~plots_beside_equal(state, kind)


@kernel
def plots_for_park(state: BauabState) -> int:
    """Return the plots where the mover may place a park (BAU-28, BAU-31)."""
    return state.barred & state.free if state.parks > 0 else 0


@kernel
def write_placings(kind: int, plots: int, out: Ints, count: int) -> int:
    """Append the placing of a kind on every plot of a bit set; return the new count."""
    for plot in range(PLOTS):
        if plots >> plot & 1:
            out[count] = placing(kind, plot)
            count += 1
    return count


@kernel
def legal(state: BauabState, seat: int, out: Ints) -> int:
    """Write chips by kind, then parks, or a pass where no chip fits (BAU-9, BAU-33 to BAU-35)."""
    beside = plots_beside_equal_by_kind(state)
    usable = state.free & ~state.barred
    count = 0
    for kind in range(KINDS):
        if state.supply[seat, kind] > 0:
            count = write_placings(kind, usable & ~beside[kind], out, count)
    chips = count
    count = write_placings(PARK_MOVE, plots_for_park(state), out, count)
    if chips == 0:
        out[count] = PASS
        count += 1
    return count


@kernel
def plots_beside_equal_by_kind(state: BauabState) -> tuple[int, int, int, int, int, int]:
    """Return ``plots_beside_equal`` of all six kinds in one pass over the plan."""
    one = two = three = four = five = 0
    for plot in range(PLOTS):
        content = state.plots[plot]
        if is_chip(content):
            around = state.around[plot]
            kind = kind_of(content)
            if kind == 0:
                one |= around
            elif kind == 1:
                two |= around
            elif kind == 2:
                three |= around
            elif kind == 3:
                four |= around
            elif kind == 4:
                five |= around
    return one, two, three, four, five, 0


@kernel
def captures(state: BauabState, seat: int, plot: int) -> int:
    """Return the plots whose enemy chips lose their last freedom if the seat fills a plot.

    All are judged together on the plan after the placement (BAU-19, BAU-20); own chips and parks
    are never captured (BAU-21, BAU-25).
    """
    free = state.free & ~(1 << plot)
    taken = 0
    for other in range(PLOTS):
        if state.around[plot] >> other & 1:
            content = state.plots[other]
            if is_chip(content) and owner_of(content) != seat and state.around[other] & free == 0:
                taken |= 1 << other
    return taken


@kernel
def apply(state: BauabState, seat: int, action: int) -> None:
    """Carry out the lot, a placement with its captures, or a pass, and hand over the turn."""
    if seat == CHANCE:
        state.mover = action
        return
    barred = 0
    if action != PASS:
        kind = kind_placed(action)
        plot = plot_filled(action)
        barred = captures(state, seat, plot)
        state.free &= ~(1 << plot)
        if kind == PARK_MOVE:
            state.parks -= 1
            state.plots[plot] = Plot.PARK
        else:
            state.supply[seat, kind] -= 1
            state.plots[plot] = chip_of(seat, kind)
        for other in range(PLOTS):
            if barred >> other & 1:
                state.captured[seat, kind_of(state.plots[other])] += 1
                state.plots[other] = Plot.FREE
        state.free |= barred
    state.barred = barred
    state.mover = 1 - seat
    if is_over(state):
        state.over = 1
        state.mover = NOBODY
        state.barred = 0


@kernel
def is_over(state: BauabState) -> bool:
    """Whether nobody can place anything any more, ignoring pending bars (BAU-37, BAU-38)."""
    if plots_for_park(state) != 0:
        return False
    beside = plots_beside_equal_by_kind(state)
    for kind in range(KINDS):
        if state.supply[0, kind] + state.supply[1, kind] > 0 and state.free & ~beside[kind]:
            return False
    return True


@kernel
def value_on_plan(state: BauabState, seat: int) -> int:
    """Return the sum of the values of a seat's chips on the plan (BAU-39)."""
    total = 0
    for plot in range(PLOTS):
        content = state.plots[plot]
        if is_chip(content) and owner_of(content) == seat:
            total += VALUES[kind_of(content)]
    return total


@kernel
def value_captured(state: BauabState, seat: int) -> int:
    """Return the sum of the values of the chips that a seat has captured (BAU-39)."""
    total = 0
    for kind in range(KINDS):
        total += VALUES[kind] * state.captured[seat, kind]
    return total


@kernel
def planned(state: BauabState, seat: int) -> int:
    """Return the number of a seat's planning chips on the plan (BAU-41)."""
    count = 0
    for plot in range(PLOTS):
        content = state.plots[plot]
        if is_chip(content) and owner_of(content) == seat and kind_of(content) != OPTION:
            count += 1
    return count


@kernel
def scores(state: BauabState, out: Ints) -> None:
    """Write the value on the plan plus the value captured (BAU-39, BAU-40)."""
    for seat in range(2):
        out[seat] = value_on_plan(state, seat) + value_captured(state, seat)


@kernel
def ranking(state: BauabState, out: Ints) -> None:
    """Rank by score, then by planning chips on the plan; otherwise a draw (BAU-41, BAU-42)."""
    scores(state, out)
    lead = out[0] - out[1]
    if lead == 0:
        lead = planned(state, 0) - planned(state, 1)
    out[0] = 1 if lead < 0 else 0
    out[1] = 1 if lead > 0 else 0
