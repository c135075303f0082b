"""The value of placements by expected points, and what they reveal about the own goal."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints, Reals
from tischlein.games.drunter.actions import line_of
from tischlein.games.drunter.beliefs import log_odds, value_goals
from tischlein.games.drunter.expectations import expected_points
from tischlein.games.drunter.placements import cover, covers_outhouse
from tischlein.games.drunter.secrecy import cards_in_play
from tischlein.games.drunter.state import (
    GOAL_CARDS,
    KIND_OF_LINE,
    SIZES,
    DrunterState,
    Voting,
)
from tischlein.games.drunter.town import BUILDINGS

_DTYPE = DrunterState.dtype
NO_VOTES = int(Voting.NO)

BETTER = 0.7
"""Share of the better of two goals in what a seat expects before it has to choose."""
STAYING = 0.6
"""How likely a tile on an outhouse stays, as far as a bot can predict."""
VOTE_COST = 0.3
"""Points that a vote costs, in cards of the own hand."""
LAST_OF_KIND = 0.2
"""Points that it is worth to keep one tile of a kind, and so a say in its line."""


@kernel
def own_expectation(state: DrunterState, seat: int, expected: Reals) -> float:
    """Return what a seat's goal may expect; both of two count before the choice."""
    best = 0.0
    other = 0.0
    for card in range(GOAL_CARDS):
        if state.hands[seat] >> card & 1:
            if state.aims[seat] == card:
                return float(expected[card])
            if expected[card] > best:
                other = best
                best = expected[card]
            else:
                other = expected[card]
    return best if state.goals == 1 else BETTER * best + (1.0 - BETTER) * other


@kernel
def advantage(state: DrunterState, seat: int, believed: Reals, expected: Reals) -> float:
    """Return what a seat may expect, less what its rivals may on the average."""
    rivals = 0.0
    for other in range(state.seats):
        if other != seat:
            for card in range(GOAL_CARDS):
                rivals += believed[other, card] * expected[card]
    return own_expectation(state, seat, expected) - rivals / (state.seats - 1)


@kernel
def evaluate_placements(
    observed: Ints, seat: int, actions: Ints, believed: Reals, values: Reals
) -> float:
    """Write what each placement gains for a seat, in points; return the advantage before it.

    ``believed`` is the probability of each goal of each seat.
    """
    work = observed.copy()
    state = work.view(_DTYPE)[0]
    safety = np.empty(BUILDINGS)
    expected = np.empty(GOAL_CARDS)
    expected_points(state, safety, expected)
    before = advantage(state, seat, believed, expected)
    for index in range(len(actions)):
        work[:] = observed
        asks = state.voting != NO_VOTES and covers_outhouse(state, actions[index])
        kind = KIND_OF_LINE[line_of(actions[index])]
        cover(state, seat, actions[index])
        expected_points(state, safety, expected)
        gain = advantage(state, seat, believed, expected) - before
        left = 0
        for size in range(SIZES):
            left += state.stock[seat, kind, size]
        if left == 0:
            gain -= LAST_OF_KIND
        values[index] = STAYING * gain - VOTE_COST if asks else gain
    return before


@kernel
def gain_if_tile_stays(
    observed: Ints, seat: int, owner: int, action: int, believed: Reals
) -> float:
    """Return what a seat gains, in points, if a tile of the owner stays."""
    work = observed.copy()
    state = work.view(_DTYPE)[0]
    safety = np.empty(BUILDINGS)
    expected = np.empty(GOAL_CARDS)
    expected_points(state, safety, expected)
    before = advantage(state, seat, believed, expected)
    cover(state, owner, action)
    expected_points(state, safety, expected)
    return float(advantage(state, seat, believed, expected) - before)


@kernel
def goal_probabilities_after(
    observed: Ints, seat: int, actions: Ints, logs: Reals, out: Reals
) -> None:
    """Write how probable each goal of a seat would look from outside after each placement.

    ``logs`` are the seat's likelihoods so far, ``out`` is (actions, goal cards).
    """
    work = observed.copy()
    state = work.view(_DTYPE)[0]
    cards = cards_in_play(state)
    safety = np.empty(BUILDINGS)
    values = np.empty((len(actions), GOAL_CARDS))
    for index in range(len(actions)):
        work[:] = observed
        cover(state, seat, actions[index])
        value_goals(state, cards, safety, values[index])
    for index in range(len(actions)):
        total = 0.0
        for card in range(cards):
            odds = log_odds(values, len(actions), index, card)
            out[index, card] = np.exp(logs[card] - logs[:cards].max() + odds)
            total += out[index, card]
        out[index, :cards] /= total
