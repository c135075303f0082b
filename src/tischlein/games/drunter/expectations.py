"""How safe each building is, and what each goal may expect: the bots' view of a position.

The dangers were fitted to the ends of random matches: what a line covers depends above all on how
far its gang is and how many squares of tiles are left for it.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.state import Reals
from tischlein.games.drunter.scoring import stands
from tischlein.games.drunter.state import (
    FOURS,
    GOAL_CARDS,
    KIND_OF_LINE,
    LOWEST,
    ONES,
    REMOVED,
    SIZES,
    THREES,
    DrunterState,
)
from tischlein.games.drunter.town import (
    BEYOND,
    BUILDINGS,
    COLUMNS,
    DIRECTIONS,
    KINDS,
    LINES,
    OUTSIDE,
    ROWS,
    SITES,
    VALUES,
)

NEAR = 0.87
"""Danger from a gang beside a building, with plenty of tiles left."""
FADING = 6.4
"""Squares of distance over which the danger falls by two thirds."""
PLENTY = 22.0
"""Squares of tiles left for a line, beyond which more make little difference."""
SHELTER = 0.09
"""What is left of the danger where all four sides of a building are closed."""

FADED: Reals = np.exp(-np.arange(ROWS + COLUMNS) / FADING)
"""The share of the danger that is left, by the squares between gang and building."""


@kernel
def squares_left(state: DrunterState, line: int) -> float:
    """Return how many squares the tiles left can give a line; two walls share theirs."""
    kind = KIND_OF_LINE[line]
    total = 0
    for seat in range(state.seats):
        for size in range(SIZES):
            total += (size + 1) * state.stock[seat, kind, size]
    sharing = 0
    for other in range(LINES):
        sharing += int(KIND_OF_LINE[other] == kind and state.gangs[other] != REMOVED)
    return total / max(sharing, 1)


@kernel
def survival(state: DrunterState, out: Reals) -> None:
    """Write for every building how likely it is to stand at the end."""
    strength = np.zeros(LINES)
    for line in range(LINES):
        if state.gangs[line] != REMOVED:
            strength[line] = NEAR * (1.0 - np.exp(-squares_left(state, line) / PLENTY))
    for building in range(BUILDINGS):
        out[building] = 0.0
        if stands(state, building):
            out[building] = _safety(state, SITES[state.board, building], strength)


@kernel
def _safety(state: DrunterState, site: int, strength: Reals) -> float:
    open_sides = 0
    for direction in range(DIRECTIONS):
        beside = BEYOND[site, direction]
        open_sides += int(beside != OUTSIDE and state.cells[beside] == 0)
    shelter = max(SHELTER, open_sides / DIRECTIONS)
    safety = 1.0
    for line in range(LINES):
        if strength[line] > 0.0:
            gang = state.gangs[line]
            away = abs(site // COLUMNS - gang // COLUMNS) + abs(site % COLUMNS - gang % COLUMNS)
            # Beside a gang, the gang itself closes a side.
            exposed = 1.0 if away == 1 else shelter
            safety *= 1.0 - strength[line] * exposed * FADED[away - 1]
    return safety


@kernel
def expect(safety: Reals, out: Reals) -> None:
    """Write what every goal card may expect to yield, from how safe the buildings are."""
    out[:GOAL_CARDS] = 0.0
    for building in range(BUILDINGS):
        kind = building // VALUES
        value = building % VALUES + 1
        out[kind] += value * safety[building]
        out[ONES] += safety[building]
        if value == 3:
            out[THREES] += 3 * safety[building]
        elif value == 4:
            out[FOURS] += 4 * safety[building]
    for kind in range(KINDS):
        lower_gone = 1.0
        for place in range(VALUES):
            stays = safety[VALUES * kind + place]
            out[LOWEST] += (place + 1) * stays * lower_gone
            lower_gone *= 1.0 - stays


@kernel
def expected_points(state: DrunterState, safety: Reals, out: Reals) -> None:
    """Write what every goal card may expect in a position; ``safety`` is room to work in."""
    survival(state, safety)
    expect(safety, out)
