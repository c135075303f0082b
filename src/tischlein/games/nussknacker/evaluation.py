"""What questions and gifts are worth: how uncertain a seat is, and how much it would learn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints, Reals
from tischlein.games.nussknacker.hands import (
    MOST_WAYS,
    TOP,
    WAY,
    WAYS_FROM,
    holds,
)
from tischlein.games.nussknacker.worlds import hand_in, hidden_in


def entropy(chances: NDArray[np.float64]) -> float:
    """Return how uncertain a distribution is, in bits."""
    likely = chances[chances > 0]
    return float(-(likely * np.log2(likely)).sum())


@kernel
def uncertainty_after(
    worlds: Ints, weights: Reals, unseen: int, place: int, seats: int, value: int
) -> float:
    """Return the entropy of the hidden value, in bits, to be expected after a question.

    The seat at ``place`` is asked for a value. Its answer shows whether it can form it, and in the
    end which cards it gives; each of its ways is as likely as the others.
    """
    first = WAYS_FROM[value]
    ways = WAYS_FROM[value + 1] - first
    masses = np.zeros((MOST_WAYS + 1, TOP + 1), np.float64)
    fitting = np.empty(MOST_WAYS, np.int64)
    for index in range(worlds.size):
        hand = hand_in(worlds[index], unseen, place, seats)
        hidden = hidden_in(worlds[index])
        count = 0
        for way in range(ways):
            if holds(hand, WAY[first + way]):
                fitting[count] = way
                count += 1
        if count == 0:
            masses[MOST_WAYS, hidden] += weights[index]
        for number in range(count):
            masses[fitting[number], hidden] += weights[index] / count
    total = 0.0
    bits = 0.0
    for answer in range(MOST_WAYS + 1):
        mass = 0.0
        for hidden in range(1, TOP + 1):
            mass += masses[answer, hidden]
        total += mass
        for hidden in range(1, TOP + 1):
            if masses[answer, hidden] > 0.0:
                bits -= masses[answer, hidden] * np.log2(masses[answer, hidden] / mass)
    return bits / total
