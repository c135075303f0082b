"""How good a position looks for a seat: squares to the east, less what the water may take."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.schollenschubser.squares import room
from tischlein.games.schollenschubser.state import (
    COLUMNS,
    PAWNS,
    SQUARES,
    SchollenschubserState,
)

WON = 100_000
SQUARE = 100
"""The value of a researcher for every column that it has reached."""
ABOARD = 600
BESIDE_THE_SHIP = 60
"""The extra value of column 4: the next turn saves."""
WAY_OPEN = 30
"""For a floe with room to the east."""
RISK_OF_ROW = (2, 4, 8, 18, 45)
"""Percent of a researcher's worth that drifting may cost, by row from A to E."""
RISK_OF_FULL_FLOE = 12
"""Percent that melting may cost where only this researcher, or not all of them, can stay."""
ENVY = 60
"""Percent of the leading opponent's standing that counts against a seat."""
GRUDGE = 20
"""Percent of the opponents' mean standing that counts besides."""


@kernel
def standing(state: SchollenschubserState, seat: int) -> int:
    """Return how far a seat's researchers have come, in hundredths of a square."""
    total = ABOARD * state.saved[seat]
    for square in range(SQUARES):
        count = state.pawns[square, seat]
        if count == 0:
            continue
        column = square % COLUMNS
        worth = SQUARE * (column + 1)
        if column == COLUMNS - 1:
            worth += BESIDE_THE_SHIP
        elif room(state, square + 1) > 0:
            worth += WAY_OPEN
        risk = RISK_OF_ROW[square // COLUMNS]
        if room(state, square) == 0:
            risk += RISK_OF_FULL_FLOE
        total += count * (worth - worth * risk // 100)
    return int(total)


@kernel
def evaluate(state: SchollenschubserState, seat: int) -> int:
    """Return a seat's standing against the others', most of all against the leader's."""
    if state.saved[seat] == PAWNS:
        return WON
    most = 0
    total = 0
    for other in range(state.seats):
        if other == seat:
            continue
        if state.saved[other] == PAWNS:
            return -WON
        reached = standing(state, other)
        most = max(most, reached)
        total += reached
    grudge = GRUDGE * total // (state.seats - 1)
    return int(standing(state, seat) - (ENVY * most + grudge) // 100)
