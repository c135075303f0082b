"""Points: sections of a path, and its animals where they count; who is ahead."""

from __future__ import annotations

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.down_under.colours import colours_of
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
        if colours >> colour & 1 and state.animals_left[colour, Kind.CURVE.value, DINGO] > 0:
            return 0
    return 1


@kernel
def points_of(state: DownUnderState, seat: int) -> int:
    """Return a seat's points: of its path, or of both together (DOW-46, DOW-49, DOW-69)."""
    colours = colours_of(state, seat)
    points = 0
    for colour in range(COLOURS):
        if colours >> colour & 1:
            points += score_of(state, colour)
    return points


@kernel
def is_ahead(state: DownUnderState, seat: int, other: int) -> bool:
    """Whether a seat ranks above another: with its dingoes, then by points (DOW-48, 52, 53)."""
    lead = has_laid_dingo(state, seat) - has_laid_dingo(state, other)
    return lead > 0 or (lead == 0 and points_of(state, seat) > points_of(state, other))


@kernel
def scores(state: DownUnderState, out: Ints) -> None:
    """Write each seat's points (DOW-46)."""
    for seat in range(state.seats):
        out[seat] = points_of(state, seat)


@kernel
def ranking(state: DownUnderState, out: Ints) -> None:
    """Rank by points; with special scoring those without their dingo come last (DOW-48, 52, 53)."""
    for seat in range(state.seats):
        place = 0
        for other in range(state.seats):
            if is_ahead(state, other, seat):
                place += 1
        out[seat] = place
