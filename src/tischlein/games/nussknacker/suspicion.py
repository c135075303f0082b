"""What the strong bot suspects the others to know, and how sure it must be to guess before them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tischlein.core.kernel import Rng
from tischlein.core.levels import Stop
from tischlein.core.position import Observation, Position
from tischlein.core.state import Reals
from tischlein.games.nussknacker.beliefs import Belief, belief_of
from tischlein.games.nussknacker.hands import TOP

SURE = 0.8
"""Probability at which a medium bot guesses, and at which a strong one expects others to."""
SILENCE = 0.08
"""Likelihood that somebody who is sure keeps silent."""
BOLDEST = 0.3
"""Below this probability a guess never pays, however near the others are."""
CALM = 0.3
"""How much more than even odds a guess needs while no other seat is close to certainty."""
PASTS = {3: 24, 4: 10}
"""Random pasts that a strong bot looks at, by number of seats."""


@dataclass(frozen=True)
class Suspicion:
    """What a seat suspects: the hidden value's chances, and how near the others are to it."""

    chances: Reals
    danger: float
    """Probability that another seat is now sure enough to name the hidden card."""
    nearness: float
    """Mean of the best chance that the best informed other can give a value."""
    pasts: tuple[Position, ...]
    """Full positions as they may be, drawn by what the seat has seen."""


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
