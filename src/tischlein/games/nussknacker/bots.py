"""The bots of Nussknacker: after every event each decides whether to guess, ask, give or wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.levels import Custom, Level
from tischlein.core.position import Observation, Position
from tischlein.core.state import Ints
from tischlein.games.nussknacker import hands
from tischlein.games.nussknacker.actions import ASK, GIVE, GUESS, NO
from tischlein.games.nussknacker.beliefs import Belief, belief_of
from tischlein.games.nussknacker.duels import add_victories
from tischlein.games.nussknacker.hands import DIGIT, TOP, WAY, WAYS, count_of, pairs
from tischlein.games.nussknacker.information_gain import entropy, uncertainty_after
from tischlein.games.nussknacker.questions import (
    is_settled,
    own_gain,
    partner_of,
    question_at,
    taken_up,
    takes_part,
)
from tischlein.games.nussknacker.rules import expected
from tischlein.games.nussknacker.state import (
    ASKED,
    ASKER,
    GIFT,
    GIVEN,
    VALUE,
    NussknackerState,
    Stage,
)
from tischlein.games.nussknacker.world import place_of
from tischlein.search.halving import halve
from tischlein.search.ties import any_best

Chances = NDArray[np.float64]
Stop = Callable[[], bool]

PATIENT = 15
"""Questions after which a weak bot guesses at random."""
SURE = 0.8
"""Probability at which a medium bot guesses, and at which a strong one expects others to."""
CERTAIN = 0.995
HOPEFUL = 0.45
"""Below this chance, a strong bot with one rival does not think of guessing out of turn."""
SILENCE = 0.08
"""Likelihood that somebody who is sure keeps silent."""
BOLDEST = 0.3
LEAK = 0.5
"""How much what others learn from a question weighs, against what the bot itself learns."""
CALM = 0.3
"""How much more than even odds a guess needs while no other seat is close to certainty."""
PASTS = {3: 24, 4: 10}
"""Random pasts that a strong bot looks at, by number of seats."""
EXAMINED = {3: 8, 4: 4}
"""In how many of these it tries every gift."""
DUELS = 1_500
"""Deals that a strong bot imagines for a decision, with two seats."""
MOST_OF_ONE = 400
"""Of these, the most for each choice, if there are few."""


def weak(observation: Observation, rng: Rng, stop: Stop) -> int | None:
    """Use only the own cards and swaps: guess the value left over, otherwise ask at random."""
    del stop
    state: NussknackerState = observation.state
    left = values_not_seen_twice(observation)
    awaited = expected(state) == observation.seat
    out_of_questions = awaited and _must_guess(observation)
    if len(left) == 1 or out_of_questions or (awaited and state.question_count >= PATIENT):
        return GUESS + left[below(rng, len(left))] - 1
    if not awaited:
        return None
    actions = _other_actions(observation)
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
    if chances.max() >= SURE or _must_guess(observation):
        return GUESS + any_best(chances, rng) - 1
    if expected(observation.state) != seat:
        return None
    actions = _other_actions(observation)
    if observation.state.stage == Stage.ASK:
        return _best(actions, [uncertainty(belief, action) for action in actions], rng)
    return _best(actions, surprises(observation, actions), rng)


def uncertainty(belief: Belief, question: int) -> float:
    """Return how uncertain the observer will be after a question, in bits."""
    other, place = divmod(question - ASK, TOP)
    seat = place_of(other, belief.observer, belief.seats)
    bits = uncertainty_after(
        belief.worlds, belief.weights, belief.unseen, seat, belief.seats, place + 1
    )
    return float(bits)


def surprises(observation: Observation, gifts: Sequence[int]) -> list[float]:
    """Return how much gifts show: cards that the partner did not give, few of them rather."""
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


# --- the strong bot: what the others know, too ---


@dataclass(frozen=True)
class Suspicion:
    """What a seat suspects: the hidden value's chances, and how near the others are to it."""

    chances: Chances
    danger: float
    """Probability that another seat is now sure enough to name the hidden card."""
    nearness: float
    """Mean of the best chance that the best informed other can give a value."""
    pasts: tuple[Position, ...]
    """Full positions as they may be, drawn by what the seat has seen."""


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
    if best >= boldness(observation, suspicion) or _must_guess(observation):
        return GUESS + any_best(suspicion.chances, rng) - 1
    if not awaited:
        return None
    actions = _other_actions(observation)
    if len(actions) == 1:
        return actions[0]
    if observation.state.stage == Stage.ASK:
        costs = [uncertainty(belief, action) for action in actions]
        if observation.seats < 4:
            leaked = information_leaks(observation, actions, suspicion.pasts, rng, stop)
            costs = [cost + LEAK * bits for cost, bits in zip(costs, leaked, strict=True)]
        return _best(actions, costs, rng)
    return least_revealing_gift(observation, actions, suspicion.pasts, rng, stop)


def play_for_two(observation: Observation, belief: Belief, rng: Rng, stop: Stop) -> int | None:
    """Play as strong with two seats: do what most often brings the chip in imagined deals."""
    state: NussknackerState = observation.state
    awaited = expected(state) == observation.seat
    if not awaited and belief.chances().max() < HOPEFUL:
        return None
    table = duel_table(observation, belief, rng)
    guess = GUESS + any_best(table.weights, rng) - 1
    if _must_guess(observation):
        return guess
    actions: list[int | None] = [*_other_actions(observation)] if awaited else [None]
    if awaited and len(actions) == 1 and table.weights.max() < HOPEFUL:
        return actions[0]
    choices = np.array(
        [0 if len(actions) == 1 else _choice(action) for action in actions], np.int64
    )

    def attempt(numbers: Ints, deals: int) -> Chances:
        return _victories(observation, belief, table, choices[numbers], deals, rng)

    found = halve(len(choices), min(DUELS, MOST_OF_ONE * len(choices)), attempt, stop, rng)
    if table.weights.max() >= found.means[found.best]:
        return guess
    return actions[found.best]


@dataclass(frozen=True)
class DuelTable:
    """With two seats: what follows from each hidden value; the index of a row is the value."""

    weights: Chances
    """How likely each is, given the other's silence, too."""
    beliefs: Chances
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
) -> Chances:
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


def suspect(observation: Observation, belief: Belief, rng: Rng, stop: Stop) -> Suspicion:
    """Weigh random pasts by the silence of the others, and see how much they know in each."""
    seat = observation.seat
    others = [other for other in range(observation.seats) if other != seat]
    pasts: list[Position] = []
    silences: list[float] = []
    nearness: list[float] = []
    while len(pasts) < PASTS[observation.seats] and not (pasts and stop()):
        past = observation.determinize(rng)
        earlier = past.clone()
        earlier.record.question_count = max(int(past.state.question_count) - 1, 0)
        certainties = [float(belief_of(earlier.state, other).chances().max()) for other in others]
        now = [float(belief_of(past.state, other).chances().max()) for other in others]
        pasts.append(past)
        silences.append(float(np.prod([SILENCE if one >= SURE else 1.0 for one in certainties])))
        nearness.append(max(now))
    silent = np.array(silences)
    hidden = np.array([int(past.state.hidden) for past in pasts])
    chances = belief.chances()
    for value in range(1, TOP + 1):
        of_value = silent[hidden == value]
        chances[value] *= of_value.mean() if of_value.size else 1.0
    chances /= chances.sum()
    near = np.array(nearness)
    shares = silent / silent.sum()
    return Suspicion(
        chances,
        float(shares[near >= SURE].sum()),
        float((shares * near).sum()),
        tuple(pasts),
    )


def boldness(observation: Observation, suspicion: Suspicion) -> float:
    """Return the probability from which a guess is better than waiting.

    A right guess brings a chip and a wrong one gives one to every other seat. Waiting loses one
    chip's share if another seat is sure by now.
    """
    waiting = -suspicion.danger / (observation.seats - 1)
    return min(SURE, max(0.5 + 0.5 * waiting, BOLDEST) + CALM * (1.0 - suspicion.danger))


def least_revealing_gift(
    observation: Observation,
    actions: Sequence[int],
    pasts: Sequence[Position],
    rng: Rng,
    stop: Stop,
) -> int:
    """Return the gift that leaves the others least sure of the hidden card."""
    seat = observation.seat
    costs = [0.001 * shown for shown in surprises(observation, actions)]
    for past in pasts[: EXAMINED[observation.seats]]:
        if stop():
            break
        for index, action in enumerate(actions):
            after = _settled(past, seat, action)
            for other in range(observation.seats):
                if other != seat:
                    costs[index] += knowledge(belief_of(after.state, other))
    return _best(actions, costs, rng)


def information_leaks(
    observation: Observation,
    questions: Sequence[int],
    pasts: Sequence[Position],
    rng: Rng,
    stop: Stop,
) -> list[float]:
    """Return how much the best informed other knows once each question is settled, in bits."""
    seat = observation.seat
    totals = [0.0] * len(questions)
    examined = 0
    for past in pasts[: EXAMINED[observation.seats]]:
        if examined > 0 and stop():
            break
        examined += 1
        for index, question in enumerate(questions):
            after = past.clone()
            after.game.kernels.apply(after.row, seat, question)
            asked = int(expected(after.state))
            answers = _other_actions(after.observe(asked))
            after = _settled(after, asked, answers[below(rng, len(answers))])
            totals[index] += max(
                knowledge(belief_of(after.state, other))
                for other in range(observation.seats)
                if other != seat
            )
    return [total / examined for total in totals]


def knowledge(belief: Belief) -> float:
    """Return how much a seat knows of the hidden card, in bits of 3 at most."""
    return 3.0 - entropy(belief.chances())


def _settled(past: Position, seat: int, action: int) -> Position:
    """Return the position after a gift, and after an uninformative return if one is due.

    What the asker learns from a gift shows once the gift is taken up.
    """
    after = past.clone()
    after.game.kernels.apply(after.row, seat, action)
    if after.state.stage == Stage.RETURN:
        asker = int(expected(after.state))
        seen = after.observe(asker)
        ways = _other_actions(seen)
        shown = surprises(seen, ways)
        after.game.kernels.apply(after.row, asker, ways[shown.index(min(shown))])
    return after


# --- what all have in common ---


def _must_guess(observation: Observation) -> bool:
    """Whether the seat is on turn and has no question left (NUS-25)."""
    state: NussknackerState = observation.state
    on_turn = state.stage == Stage.ASK and state.turn == observation.seat
    return bool(on_turn and state.question_count >= state.limit)


def _other_actions(observation: Observation) -> list[int]:
    """Return what an awaited seat can do besides guessing."""
    return [one for one in observation.legal(observation.seat) if not GUESS <= one < NO]


def _best(actions: Sequence[int], costs: Sequence[float], rng: Rng) -> int:
    """Return an action of the least cost, by lot among equals."""
    least = min(costs) + 1e-9
    good = [action for action, cost in zip(actions, costs, strict=True) if cost <= least]
    return good[below(rng, len(good))]


LEVELS = (
    Level("weak", Custom(weak)),
    Level("medium", Custom(medium)),
    Level("strong", Custom(strong), seconds=2.5),
)
