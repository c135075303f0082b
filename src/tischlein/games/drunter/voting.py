"""Votes on outhouses: who votes, who declares a joker, and what the cards add up to."""

from __future__ import annotations

from tischlein.core.bits import count_bits
from tischlein.core.kernel import kernel
from tischlein.games.drunter.state import JOKER, NOBODY, DrunterState

YES_CARDS = 3
"""Yes cards are numbered 0 to 2, No cards from here on; both count 1, 2, 3 in this order."""
JOKER_COUNTS = 2


@kernel
def everybody(state: DrunterState) -> int:
    """Return the set of all seats."""
    return (1 << state.seats) - 1


@kernel
def voter(state: DrunterState) -> int:
    """Return the next voter if seats vote in turn, from the seat that laid the tile (DUD-35)."""
    return (state.turn + count_bits(state.voted)) % state.seats


@kernel
def joker_seat(state: DrunterState) -> int:
    """Return the next seat to declare its open joker, ``NOBODY`` if all have (DUD-42)."""
    for step in range(state.seats):
        seat: int = (state.turn + step) % state.seats
        if state.ballots[seat] >> JOKER & 1 and not state.declared >> seat & 1:
            return seat
    return NOBODY


@kernel
def count_cards(ballot: int, joker_yes: bool) -> tuple[int, int]:
    """Return how many Yes and No the cards of a seat count (DUD-40, DUD-41)."""
    yes = 0
    no = 0
    for card in range(YES_CARDS):
        if ballot >> card & 1:
            yes += card + 1
        if ballot >> (YES_CARDS + card) & 1:
            no += card + 1
    if ballot >> JOKER & 1:
        if joker_yes:
            yes += JOKER_COUNTS
        else:
            no += JOKER_COUNTS
    return yes, no


@kernel
def tally(state: DrunterState) -> tuple[int, int]:
    """Return how many Yes and No all open cards count; jokers not declared count as No."""
    yes = 0
    no = 0
    for seat in range(state.seats):
        more_yes, more_no = count_cards(state.ballots[seat], state.said_yes >> seat & 1 == 1)
        yes += more_yes
        no += more_no
    return yes, no
