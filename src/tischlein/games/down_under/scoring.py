"""Points: sections of a path, and its animals where they count."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.games.down_under.moves import colours_of
from tischlein.games.down_under.state import (
    COLOURS,
    DINGO,
    EMU,
    KANGAROO,
    PLATYPUS,
    RABBIT,
    DownUnderState,
    Kind,
)

CURVE = int(Kind.CURVE)
TRIO_POINTS = 5
RABBIT_POINTS = -2


@kernel
def trios_of(state: DownUnderState, colour: int) -> int:
    """Return how many sets of kangaroo, emu and platypus are on a path (DOW-50)."""
    animals = state.animals[colour]
    trios: int = min(animals[KANGAROO], animals[EMU], animals[PLATYPUS])
    return trios


@kernel
def plagues_of(state: DownUnderState, colour: int) -> int:
    """Return how many rabbits cost points: those of a path without a dingo (DOW-51)."""
    return 0 if state.animals[colour, DINGO] > 0 else state.animals[colour, RABBIT]


@kernel
def score_of(state: DownUnderState, colour: int) -> int:
    """Return the points of a path: its sections, and what its animals bring where they count."""
    points: int = state.sections[colour]
    if state.counted:
        points += TRIO_POINTS * trios_of(state, colour)
        points += RABBIT_POINTS * plagues_of(state, colour)
    return points


@kernel
def has_laid_dingo(state: DownUnderState, seat: int) -> int:
    """Return 1 if a seat has laid the dingo of each set, or animals do not count (DOW-52, 69)."""
    if not state.counted:
        return 1
    colours = colours_of(state, seat)
    for colour in range(COLOURS):
        if colours >> colour & 1 and state.animals_left[colour, CURVE, DINGO] > 0:
            return 0
    return 1
