"""The bots of Drunter & Drüber: three strengths, from a careful beginner to a reader of goals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from tischlein.core.kernel import Rng, below
from tischlein.core.levels import Custom, Level, Stop
from tischlein.core.position import Observation
from tischlein.core.state import Ints, Reals
from tischlein.games.drunter.actions import AIM, SAY_NO, SAY_YES, VOTE
from tischlein.games.drunter.beliefs import likelihoods, probabilities, weigh
from tischlein.games.drunter.evaluation import (
    evaluate_placements,
    gain_if_tile_stays,
    goal_probabilities_after,
)
from tischlein.games.drunter.rollouts import at_stake, ballot_for, deal_worlds, goal_of
from tischlein.games.drunter.secrecy import cards_in_play
from tischlein.games.drunter.state import (
    BLANK,
    GOAL_CARDS,
    JOKER,
    MOST_SEATS,
    NONE,
    DrunterState,
    Stage,
)
from tischlein.search import halving
from tischlein.search.method import RolloutSettings
from tischlein.search.ties import any_best, shuffled

BLUFF = 0.6
"""Points that the medium bot gives away for a placement that reveals less about its goal."""
CANDIDATES = 12
"""Placements after which the strong bot imagines matches: the most promising ones."""
MATCHES = {2: 3_200, 3: 2_800, 4: 2_400}
"""Imagined matches in all for one decision of the strong bot, by number of seats."""
MARGIN = 0.9
"""How much a lead of all points that there are counts beside the victory, in imagined results."""
FINALISTS = 3
"""Candidates between which its last matches decide."""
SAME = 0.02
"""Payoff that the strong bot gives away to reveal less about its goal."""


def weak(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Lay anywhere but on the own buildings; vote only when they are in danger."""
    del stop
    state: DrunterState = observation.state
    seat = observation.seat
    legal = observation.legal(seat)
    goal = int(goal_of(state, seat))
    if state.stage == Stage.LAY:
        harmless = [action for action in legal if at_stake(state, action, goal) >= 0]
        choice = harmless or legal
        return choice[below(rng, len(choice))]
    if state.stage == Stage.VOTE:
        harm = min(0.0, float(at_stake(state, int(state.pending), goal)))
        return int(VOTE + ballot_for(state.cards[seat], harm))
    if state.stage == Stage.JOKER:
        return SAY_NO if at_stake(state, int(state.pending), goal) < 0 else SAY_YES
    return AIM + goal


# --- what the others may play for ---


def allowed_goals(observation: Observation) -> Ints:
    """Return the set of goals that each seat may have, as the observing seat knows it."""
    state: DrunterState = observation.state
    seat = observation.seat
    own = int(state.hands[seat])
    everything = (1 << int(cards_in_play(state))) - 1
    allowed = np.full(MOST_SEATS, everything & ~own)
    allowed[seat] = own if state.aims[seat] == NONE else 1 << int(state.aims[seat])
    return allowed


def goal_probabilities(observation: Observation, logs: Reals) -> Reals:
    """Return how probable each goal of each seat is to the observing seat."""
    believed = np.zeros((MOST_SEATS, GOAL_CARDS))
    cards = cards_in_play(observation.state)
    probabilities(logs, observation.seats, cards, allowed_goals(observation), believed)
    return believed


def logs_of(observation: Observation) -> Reals:
    """Return the logarithms of how likely everybody's play is under each goal."""
    logs = np.zeros((MOST_SEATS, GOAL_CARDS))
    likelihoods(observation.row, logs)
    return logs


# --- medium ---


def medium(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Take what leaves the most expected points against what the others seem to play for."""
    del stop
    state: DrunterState = observation.state
    seat = observation.seat
    legal = np.array(observation.legal(seat), np.int64)
    believed = goal_probabilities(observation, logs_of(observation))
    if state.stage == Stage.LAY:
        values = np.zeros(len(legal))
        evaluate_placements(observation.row, seat, legal, believed, values)
        # Now and then choose a worse placement, so that not every one reveals the goal.
        noise = np.array([BLUFF * below(rng, 1000) / 1000 for _ in legal])
        return int(legal[(values + noise).argmax()])
    if state.stage == Stage.AIM:
        return AIM + int(goal_of(state, seat))
    gain = float(
        gain_if_tile_stays(observation.row, seat, int(state.turn), int(state.pending), believed)
    )
    if state.stage == Stage.JOKER:
        return SAY_YES if gain > 0 else SAY_NO
    return int(VOTE + ballot_for(state.cards[seat], gain))


# --- strong ---


def strong(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Imagine matches with goals drawn by suspicion; of equal choices, take the least revealing."""
    state: DrunterState = observation.state
    seat = observation.seat
    logs = logs_of(observation)
    legal = np.array(observation.legal(seat), np.int64)
    if state.stage == Stage.LAY:
        values = np.zeros(len(legal))
        evaluate_placements(
            observation.row, seat, legal, goal_probabilities(observation, logs), values
        )
        lots = shuffled(len(legal), rng)
        candidates = legal[lots[np.argsort(-values[lots], kind="stable")][:CANDIDATES]]
    elif state.stage == Stage.VOTE:
        candidates = np.array([VOTE + ballot for ballot in useful_ballots(int(state.cards[seat]))])
    else:
        candidates = legal
    found = halving.try_actions(
        observation,
        candidates,
        RolloutSettings(MATCHES[observation.seats], margin=MARGIN),
        rng,
        stop,
        deal=world_sampler(observation, logs, rng),
        finalists=FINALISTS,
    )
    if state.stage != Stage.LAY:
        return int(candidates[found.best])
    good = [one for one in found.left if found.means[one] >= found.means[found.best] - SAME]
    return least_revealing(observation, candidates[good].tolist(), legal, logs[seat], rng)


def useful_ballots(cards: int) -> list[int]:
    """Return ballots that differ in effect: nothing, each card, each side's two best or all."""
    ballots = {1 << BLANK}
    for first in (0, 3):
        side = [1 << card for card in range(first, first + 3) if cards >> card & 1]
        ballots.update(side)
        if len(side) > 1:
            ballots.add(side[-1] | side[-2])
            ballots.add(sum(side))
    if cards >> JOKER & 1:
        ballots.add(1 << JOKER)
    return sorted(ballots)


def world_sampler(observation: Observation, logs: Reals, rng: Rng) -> Callable[[int], Ints]:
    """Return what deals worlds to the observing seat, goals by suspicion."""
    cards = cards_in_play(observation.state)
    weights = np.empty(cards**observation.seats)
    total = weigh(logs, observation.seats, cards, allowed_goals(observation), weights)

    def deal(worlds: int) -> Ints:
        rows: Ints = deal_worlds(observation.row, observation.seat, weights, total, worlds, rng)
        return rows

    return deal


def least_revealing(
    observation: Observation, good: Sequence[int], legal: Ints, logs: Reals, rng: Rng
) -> int:
    """Return the one of equally good placements after which the own goal looks least likely."""
    if len(good) == 1:
        return int(good[0])
    shown = np.zeros((len(legal), GOAL_CARDS))
    goal_probabilities_after(observation.row, observation.seat, legal, logs, shown)
    goal = int(goal_of(observation.state, observation.seat))
    seen_through = dict(zip(legal.tolist(), shown[:, goal].tolist(), strict=True))
    return int(good[any_best([-seen_through[int(action)] for action in good], rng)])


LEVELS = (
    Level("weak", Custom(weak), seconds=1.0),
    Level("medium", Custom(medium), seconds=1.0),
    Level("strong", Custom(strong), seconds=2.5),
)
