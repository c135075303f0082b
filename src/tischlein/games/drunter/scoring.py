"""What goal cards yield, and who is ahead: points, the second card, unused votes."""

from __future__ import annotations

from tischlein.core.bits import members
from tischlein.core.kernel import kernel
from tischlein.core.state import Ints
from tischlein.games.drunter.state import (
    GOAL_CARDS,
    LOWEST,
    NONE,
    ONES,
    THREES,
    VOTE_CARDS,
    WORTH,
    DrunterState,
)
from tischlein.games.drunter.town import BUILDINGS, KINDS, SITES, VALUES


@kernel
def stands(state: DrunterState, building: int) -> bool:
    """Whether a building (5 x kind + value - 1) is not covered."""
    return bool(state.cells[SITES[state.board, building]] == 0)


@kernel
def points(state: DrunterState, card: int) -> int:
    """Return what a goal card would yield now (DUD-60 to DUD-64)."""
    total = 0
    if card < KINDS:
        for value in range(1, VALUES + 1):
            if stands(state, VALUES * card + value - 1):
                total += value
    elif card == LOWEST:
        for kind in range(KINDS):
            for value in range(1, VALUES + 1):
                if stands(state, VALUES * kind + value - 1):
                    total += value
                    break
    elif card == ONES:
        for building in range(BUILDINGS):
            total += int(stands(state, building))
    else:
        value = 3 if card == THREES else 4
        for kind in range(KINDS):
            if stands(state, VALUES * kind + value - 1):
                total += value
    return total


def counted(state: DrunterState, card: int) -> list[int]:
    """Return what a goal card counts now, building by building: this adds up to its points."""
    standing = [
        (kind, value)
        for kind in range(KINDS)
        for value in range(1, VALUES + 1)
        if stands(state, VALUES * kind + value - 1)
    ]
    if card < KINDS:
        return [value for kind, value in standing if kind == card]
    if card == LOWEST:
        lowest = dict(reversed(standing))  # the first of each kind comes last, and stays
        return [lowest[kind] for kind in sorted(lowest)]
    if card == ONES:
        return [1] * len(standing)
    return [value for _, value in standing if value == (3 if card == THREES else 4)]


@kernel
def worth_of(cards: int) -> int:
    """Return the value of unused vote cards in a tie (DUD-50)."""
    total = 0
    for card in range(len(VOTE_CARDS)):
        if cards >> card & 1:
            total += int(WORTH[card])
    return total


@kernel
def best_and_other(state: DrunterState, seat: int) -> tuple[int, int]:
    """Return what a seat's goal and its second card yield (DUD-49, DUD-59).

    Before the choice the better card counts as the goal. Masked cards yield nothing.
    """
    first = 0
    second = 0
    for card in range(GOAL_CARDS):
        if state.hands[seat] >> card & 1:
            found = points(state, card)
            if state.aims[seat] == card:
                first = found
            elif state.aims[seat] == NONE and found > first:
                second = first
                first = found
            else:
                second = found
    return first, second


def goals_of(state: DrunterState, seat: int) -> list[int]:
    """Return the goal cards that count for a seat, or may be chosen; none that are masked."""
    aim = state.aims[seat]
    return [card for card in members(state.hands[seat]) if aim in (NONE, card)]


@kernel
def scores(state: DrunterState, out: Ints) -> None:
    """Write what everybody's goal yields now (DUD-49, DUD-59)."""
    for seat in range(state.seats):
        out[seat] = best_and_other(state, seat)[0]


@kernel
def ranking(state: DrunterState, out: Ints) -> None:
    """Write ranks: by points, the second card of the variant, unused votes (DUD-49 to DUD-51)."""
    for seat in range(state.seats):
        mine = standing_of(state, seat)
        out[seat] = 0
        for other in range(state.seats):
            if standing_of(state, other) > mine:
                out[seat] += 1


@kernel
def standing_of(state: DrunterState, seat: int) -> int:
    """Return one number that orders seats: points before second card before votes."""
    first, second = best_and_other(state, seat)
    return (first * 64 + second) * 64 + worth_of(state.cards[seat])
