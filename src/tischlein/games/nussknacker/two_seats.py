"""Two seats: what the strong bot chooses, by how often it brings the chip in imagined deals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tischlein.core.kernel import Rng
from tischlein.core.levels import Stop
from tischlein.core.position import Observation
from tischlein.core.state import Ints, Reals
from tischlein.games.nussknacker import hands
from tischlein.games.nussknacker.actions import ASK, GIVE, GUESS, NO
from tischlein.games.nussknacker.beliefs import Belief, belief_of
from tischlein.games.nussknacker.costs import must_guess, other_actions
from tischlein.games.nussknacker.duels import add_victories
from tischlein.games.nussknacker.hands import TOP, WAY
from tischlein.games.nussknacker.rules import expected
from tischlein.games.nussknacker.state import GIFT, GIVEN, VALUE, NussknackerState, Stage
from tischlein.games.nussknacker.suspicion import SILENCE, SURE
from tischlein.search.halving import halve
from tischlein.search.ties import any_best

HOPEFUL = 0.45
"""Below this chance, a strong bot with one rival does not think of guessing out of turn."""
DUELS = 1_500
"""Deals that a strong bot imagines for a decision, with two seats."""
MOST_OF_ONE = 400
"""Of these, the most for each choice, if there are few."""


def play_for_two(observation: Observation, belief: Belief, rng: Rng, stop: Stop) -> int | None:
    """Play as strong with two seats: do what most often brings the chip in imagined deals."""
    state: NussknackerState = observation.state
    awaited = expected(state) == observation.seat
    if not awaited and belief.chances().max() < HOPEFUL:
        return None
    table = duel_table(observation, belief, rng)
    guess = GUESS + any_best(table.weights, rng) - 1
    if must_guess(observation):
        return guess
    actions: list[int | None] = [*other_actions(observation)] if awaited else [None]
    if awaited and len(actions) == 1 and table.weights.max() < HOPEFUL:
        return actions[0]
    choices = np.array(
        [0 if len(actions) == 1 else _choice(action) for action in actions], np.int64
    )

    def attempt(numbers: Ints, deals: int) -> Reals:
        return _victories(observation, belief, table, choices[numbers], deals, rng)

    found = halve(len(choices), min(DUELS, MOST_OF_ONE * len(choices)), attempt, stop, rng)
    if table.weights.max() >= found.means[found.best]:
        return guess
    return actions[found.best]


@dataclass(frozen=True)
class DuelTable:
    """With two seats: what follows from each hidden value; the index of a row is the value."""

    weights: Reals
    """How likely each is, given the other's silence, too."""
    beliefs: Reals
    """How likely the other holds each value, if the one of the row lies hidden."""
    known: Ints
    """Cards of both seats that the other knows to be there."""


def duel_table(observation: Observation, belief: Belief, rng: Rng) -> DuelTable:
    """Take the other seat's view, for every value that may be hidden."""
    seat, other = observation.seat, 1 - observation.seat
    chances = belief.chances()
    beliefs = np.zeros((TOP + 1, TOP + 1))
    known = np.zeros((TOP + 1, 2), np.int64)
    past = observation.determinize(rng)
    pack = int(past.state.hands[seat]) + belief.unseen
    for value in np.flatnonzero(chances):
        past.record.dealt[other] = pack - int(past.state.dealt[seat]) - hands.one(int(value))
        theirs = belief_of(past.state, other)
        beliefs[value] = theirs.chances()
        known[value, seat] = hands.pack(theirs.known(seat))
        known[value, other] = hands.pack(belief.known(other))
        count = int(past.state.question_count)
        past.record.question_count = max(count - 1, 0)
        if belief_of(past.state, other).chances().max() >= SURE:
            chances[value] *= SILENCE
        past.record.question_count = count
    return DuelTable(chances / chances.sum(), beliefs, known)


def _choice(action: int | None) -> int:
    """Return a question's value or a gift's cards, 0 if there is nothing to choose."""
    if action is None or action == NO:
        return 0
    return int(WAY[action - GIVE]) if action >= GIVE else (action - ASK) % TOP + 1


def _victories(
    observation: Observation,
    belief: Belief,
    table: DuelTable,
    choices: Ints,
    deals: int,
    rng: Rng,
) -> Reals:
    """Return how many imagined deals bring the chip after each choice."""
    victories = np.zeros(len(choices))
    state: NussknackerState = observation.state
    question, slid = (0,) * 5, (0,) * 2
    if state.stage != Stage.ASK:
        question = state.questions[state.question_count - 1]
        slid = state.slid[state.question_count - 1]
    add_victories(
        belief.hand,
        belief.unseen,
        table.weights,
        table.beliefs,
        table.known,
        observation.seat,
        int(state.stage),
        int(state.turn),
        question[VALUE],
        slid[GIFT],
        question[GIVEN],
        choices,
        deals,
        victories,
        rng,
    )
    return victories
