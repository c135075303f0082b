"""What a bot can do besides guessing, and what each question or gift costs it by what it tells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tischlein.core.kernel import Rng, kernel
from tischlein.core.position import Observation
from tischlein.core.state import Ints
from tischlein.games.nussknacker.actions import ASK, GIVE, GUESS, NO
from tischlein.games.nussknacker.beliefs import Belief
from tischlein.games.nussknacker.hands import TOP, WAYS, count_of
from tischlein.games.nussknacker.information_gain import uncertainty_after
from tischlein.games.nussknacker.questions import (
    is_settled,
    own_gain,
    partner_of,
    question_at,
    taken_up,
    takes_part,
)
from tischlein.games.nussknacker.state import ASKED, ASKER, NussknackerState, Stage
from tischlein.games.nussknacker.world import place_of
from tischlein.search.ties import any_best


def must_guess(observation: Observation) -> bool:
    """Whether the seat is on turn and has no question left (NUS-25)."""
    state: NussknackerState = observation.state
    on_turn = state.stage == Stage.ASK and state.turn == observation.seat
    return bool(on_turn and state.question_count >= state.limit)


def other_actions(observation: Observation) -> list[int]:
    """Return what an awaited seat can do besides guessing."""
    return [one for one in observation.legal(observation.seat) if not GUESS <= one < NO]


def least_costly(actions: Sequence[int], costs: Sequence[float], rng: Rng) -> int:
    """Return an action of the least cost, by lot among equals."""
    return actions[any_best(-np.array(costs), rng)]


def uncertainty(belief: Belief, question: int) -> float:
    """Return how uncertain the observer will be after a question, in bits."""
    other, place = divmod(question - ASK, TOP)
    seat = place_of(other, belief.observer, belief.seats)
    bits = uncertainty_after(
        belief.worlds, belief.weights, belief.unseen, seat, belief.seats, place + 1
    )
    return float(bits)


def surprises(observation: Observation, gifts: Sequence[int]) -> list[float]:
    """Return how much gifts show: cards that the partner did not give; less with more others."""
    state: NussknackerState = observation.state
    question = state.questions[state.question_count - 1]
    asks = question[ASKER] == observation.seat
    partner = question[ASKED] if asks else question[ASKER]
    known = shown_before(state, observation.seat, partner).tolist()
    return [0.0 if gift == NO else _surprise(WAYS[gift - GIVE], known) for gift in gifts]


def _surprise(cards: Sequence[int], known: Sequence[int]) -> float:
    new = sum(max(0, cards.count(value) - known[value]) for value in {*cards})
    return new - 0.1 * len(cards)


@kernel
def shown_before(state: NussknackerState, seat: int, partner: int) -> Ints:
    """Return how many cards of each value a seat had from its partner, less those given back."""
    known = np.zeros(TOP + 1, np.int64)
    for number in range(state.question_count):
        question = question_at(state, number)
        if not is_settled(question) or not takes_part(question, seat):
            continue
        if partner_of(question, seat) == partner:
            got = taken_up(question, seat)
            gave = got - own_gain(question, seat)
            for value in range(1, TOP + 1):
                known[value] = max(0, known[value] + count_of(got, value) - count_of(gave, value))
    return known
