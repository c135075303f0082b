"""The bots of Nussknacker: after every event each decides whether to guess, ask, give or wait."""

from __future__ import annotations

from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.levels import Custom, Level, Stop
from tischlein.core.position import Observation
from tischlein.games.nussknacker.actions import GUESS
from tischlein.games.nussknacker.beliefs import belief_of
from tischlein.games.nussknacker.costs import (
    least_costly,
    must_guess,
    other_actions,
    surprises,
    uncertainty,
)
from tischlein.games.nussknacker.hands import DIGIT, pairs
from tischlein.games.nussknacker.leaks import information_leaks, least_revealing_gift
from tischlein.games.nussknacker.questions import (
    is_settled,
    own_gain,
    question_at,
    taken_up,
    takes_part,
)
from tischlein.games.nussknacker.rules import expected
from tischlein.games.nussknacker.state import NussknackerState, Stage
from tischlein.games.nussknacker.suspicion import SURE, boldness, suspect
from tischlein.games.nussknacker.two_seats import play_for_two
from tischlein.search.ties import any_best

PATIENT = 15
"""Questions after which a weak bot guesses at random."""
CERTAIN = 0.995
"""Probability at which a strong bot names the hidden card without looking at anything else."""
LEAK = 0.5
"""How much what others learn from a question weighs, against what the bot itself learns."""


def weak(observation: Observation, rng: Rng, stop: Stop) -> int | None:
    """Use only the own cards and swaps: guess the value left over, otherwise ask at random."""
    del stop
    state: NussknackerState = observation.state
    left = values_not_seen_twice(observation)
    awaited = expected(state) == observation.seat
    out_of_questions = awaited and must_guess(observation)
    if len(left) == 1 or out_of_questions or (awaited and state.question_count >= PATIENT):
        return GUESS + left[below(rng, len(left))] - 1
    if not awaited:
        return None
    actions = other_actions(observation)
    return actions[below(rng, len(actions))]


def values_not_seen_twice(observation: Observation) -> list[int]:
    """Return the values of which the seat has not seen both cards at the same time."""
    twice = held_twice(observation.state, observation.seat)
    return [
        value
        for value in range(1, observation.state.top + 1)
        if not twice >> DIGIT * (value - 1) & 1
    ]


@kernel
def held_twice(state: NussknackerState, seat: int) -> int:
    """Return one card of each value of which a seat has seen both at the same time."""
    hand = state.dealt[seat]
    twice = pairs(hand)
    for number in range(state.question_count):
        question = question_at(state, number)
        if is_settled(question) and takes_part(question, seat):
            twice |= pairs(hand + taken_up(question, seat))
            hand += own_gain(question, seat)
    return twice


def medium(observation: Observation, rng: Rng, stop: Stop) -> int | None:
    """Reason over all worlds; guess when fairly sure; ask for the most informative value."""
    del stop
    seat = observation.seat
    belief = belief_of(observation.state, seat)
    chances = belief.chances()
    if chances.max() >= SURE or must_guess(observation):
        return GUESS + any_best(chances, rng) - 1
    if expected(observation.state) != seat:
        return None
    actions = other_actions(observation)
    if observation.state.stage == Stage.ASK:
        return least_costly(actions, [uncertainty(belief, action) for action in actions], rng)
    return least_costly(actions, surprises(observation, actions), rng)


def strong(observation: Observation, rng: Rng, stop: Stop) -> int | None:
    """Also take the others' view: silence is informative, and a nearly certain seat is a danger.

    A seat that was sure of a value would have named it, so worlds in which some seat has long been
    sure are unlikely. The surer the others may be, the earlier the bot guesses; its questions and
    gifts tell it much and the others little. With two seats it imagines how the deal goes on
    instead.
    """
    seat = observation.seat
    belief = belief_of(observation.state, seat)
    awaited = expected(observation.state) == seat
    chances = belief.chances()
    if chances.max() >= CERTAIN:
        return GUESS + int(chances.argmax()) - 1
    if observation.seats == 2:
        return play_for_two(observation, belief, rng, stop)
    if not awaited and chances.max() < SURE:
        return None
    suspicion = suspect(observation, belief, rng, stop)
    best = float(suspicion.chances.max())
    if best >= boldness(observation, suspicion) or must_guess(observation):
        return GUESS + any_best(suspicion.chances, rng) - 1
    if not awaited:
        return None
    actions = other_actions(observation)
    if len(actions) == 1:
        return actions[0]
    if observation.state.stage == Stage.ASK:
        costs = [uncertainty(belief, action) for action in actions]
        if observation.seats < 4:
            leaked = information_leaks(observation, actions, suspicion.pasts, rng, stop)
            costs = [cost + LEAK * bits for cost, bits in zip(costs, leaked, strict=True)]
        return least_costly(actions, costs, rng)
    return least_revealing_gift(observation, actions, suspicion.pasts, rng, stop)


LEVELS = (
    Level("weak", Custom(weak)),
    Level("medium", Custom(medium)),
    Level("strong", Custom(strong), seconds=2.5),
)
