"""What play reveals about secret goals: probabilities of each seat's goal, from public play alone.

The model: every player prefers placements that keep their own buildings safe and put the others' in
danger, and votes for tiles that do so. The likelihood of a goal is the product, over the match, of
the odds of each event under that goal. The likelihoods of the seats are joined by the fact that no
two seats have the same card.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from tischlein.core.kernel import Rng, kernel, uniform
from tischlein.core.state import Ints, Reals
from tischlein.games.drunter.actions import PLACEMENTS, line_of, size_of
from tischlein.games.drunter.expectations import expected_points
from tischlein.games.drunter.history import (
    action_of,
    ballot_of,
    said_yes,
    seat_of,
    was_refused,
    was_voted,
)
from tischlein.games.drunter.placements import cover, measure_line, placements
from tischlein.games.drunter.secrecy import cards_in_play
from tischlein.games.drunter.state import (
    BLANK,
    FULL_SET,
    GOAL_CARDS,
    KIND_OF_LINE,
    MOST_SEATS,
    DrunterState,
)
from tischlein.games.drunter.town import BUILDINGS, CORNERS, LINES
from tischlein.games.drunter.voting import count_cards

if TYPE_CHECKING:
    from tischlein.core.position import Observation

_DTYPE = DrunterState.dtype

EAGERNESS = 0.8
"""How much likelier a placement is for each point that it is worth more to the player."""
WHIM = 0.1
"""Share of placements that have reasons of their own."""
CONVICTION = 1.2
"""Votes that a point is worth to a voter."""
MOST_VOTES = 4.0
"""Nobody is expected to lay more cards than this in one vote."""
DOUBT = 0.25
"""How much a vote reveals, for each card more or less than expected."""


@kernel
def rewind(state: DrunterState) -> None:
    """Take all tiles back to their owners and all vote cards into the hands."""
    for number in range(state.logged):
        entry = state.log[number]
        if not was_refused(entry):
            action = action_of(entry)
            kind = KIND_OF_LINE[line_of(action)]
            state.stock[seat_of(entry), kind, size_of(action) - 1] += 1
    state.cells[:] = 0
    state.gangs[:] = CORNERS
    for seat in range(state.seats):
        state.cards[seat] = FULL_SET
    for line in range(LINES):
        measure_line(state, line)


@kernel
def value_goals(state: DrunterState, cards: int, safety: Reals, out: Reals) -> None:
    """Write how well a position suits each goal: what it expects, less the mean of the others."""
    expected_points(state, safety, out)
    total = 0.0
    for card in range(cards):
        total += out[card]
    for card in range(cards):
        out[card] -= (total - out[card]) / (cards - 1)


@kernel
def likelihoods(row: Ints, out: Reals) -> None:
    """Write the logarithm of how likely a seat's public play is under each goal.

    ``row`` is any observation or position after the deal; ``out`` is (seats, goal cards).
    """
    past = row.copy()
    state = past.view(_DTYPE)[0]
    trial = row.copy()
    tried = trial.view(_DTYPE)[0]
    cards = cards_in_play(state)
    rewind(state)
    actions = np.empty(PLACEMENTS, np.int64)
    safety = np.empty(BUILDINGS)
    values = np.empty((PLACEMENTS, GOAL_CARDS))
    before = np.empty(GOAL_CARDS)
    out[:] = 0.0
    for number in range(state.logged):
        entry: int = state.log[number]
        seat = seat_of(entry)
        count = placements(state, seat, actions)
        chosen = 0
        for index in range(count):
            trial[:] = past
            cover(tried, seat, actions[index])
            value_goals(tried, cards, safety, values[index])
            if actions[index] == action_of(entry):
                chosen = index
        for card in range(cards):
            out[seat, card] += log_odds(values, count, chosen, card)
        if was_voted(entry):
            value_goals(state, cards, safety, before)
            for voter in range(state.seats):
                ballot = ballot_of(entry, voter)
                yes, no = count_cards(ballot, said_yes(entry, voter))
                for card in range(cards):
                    wish = CONVICTION * (values[chosen, card] - before[card])
                    wish = min(max(wish, -MOST_VOTES), MOST_VOTES)
                    out[voter, card] -= DOUBT * abs(yes - no - wish)
                state.cards[voter] &= ~ballot | 1 << BLANK
        if not was_refused(entry):
            cover(state, seat, action_of(entry))


@kernel
def log_odds(values: Reals, count: int, chosen: int, card: int) -> float:
    """Return the logarithm of the probability of a placement among all, under a goal."""
    best = values[chosen, card]
    for index in range(count):
        best = max(best, values[index, card])
    total = 0.0
    for index in range(count):
        total += np.exp(EAGERNESS * (values[index, card] - best))
    share = np.exp(EAGERNESS * (values[chosen, card] - best)) / total
    return float(np.log((1.0 - WHIM) * share + WHIM / count))


# --- all seats together ---


@kernel
def weigh(logs: Reals, seats: int, cards: int, allowed: Ints, weights: Reals) -> float:
    """Write the weight of every way to give each seat one goal, none twice; return their sum.

    A way's number has the goals as its digits in base ``cards``, seat A's first. ``allowed`` are
    the sets of cards that each seat may have.
    """
    peak = np.empty(MOST_SEATS)
    for seat in range(seats):
        peak[seat] = logs[seat, :cards].max()
    total = 0.0
    for way in range(cards**seats):
        rest = way
        taken = 0
        log = 0.0
        for seat in range(seats):
            card = rest % cards
            rest //= cards
            if taken >> card & 1 or not allowed[seat] >> card & 1:
                log = -np.inf
                break
            taken |= 1 << card
            log += logs[seat, card] - peak[seat]
        weights[way] = np.exp(log)
        total += weights[way]
    return total


@kernel
def probabilities(logs: Reals, seats: int, cards: int, allowed: Ints, out: Reals) -> None:
    """Write how probable each goal of each seat is; ``out`` is (seats, goal cards)."""
    weights = np.empty(cards**seats)
    total = weigh(logs, seats, cards, allowed, weights)
    out[:] = 0.0
    for way in range(len(weights)):
        rest = way
        for seat in range(seats):
            out[seat, rest % cards] += weights[way] / total
            rest //= cards


@kernel
def draw_goals(weights: Reals, total: float, seats: int, cards: int, rng: Rng, out: Ints) -> None:
    """Write one goal for each seat, drawn by the weights of ``weigh``."""
    left = uniform(rng) * total
    way = 0
    for number in range(len(weights)):
        if weights[number] > 0.0:
            way = number
            left -= weights[number]
            if left < 0.0:
                break
    for seat in range(seats):
        out[seat] = way % cards
        way //= cards


def spectator_beliefs(observation: Observation) -> Reals:
    """Return what an observer without secrets should believe: (seats, goal cards), rows sum to 1.

    In the variant it is about the card that a seat plays for.
    """
    return _spectator_beliefs(observation.row.tobytes(), observation.seats)


@lru_cache(maxsize=64)
def _spectator_beliefs(data: bytes, seats: int) -> Reals:
    row = np.frombuffer(data, np.int64).copy()
    cards = int(cards_in_play(row.view(_DTYPE)[0]))
    logs = np.zeros((MOST_SEATS, GOAL_CARDS))
    likelihoods(row, logs)
    believed = np.zeros((MOST_SEATS, GOAL_CARDS))
    probabilities(logs, seats, cards, np.full(MOST_SEATS, (1 << cards) - 1), believed)
    return believed[:seats]
