"""The value of questions and gifts: how uncertain a seat is, and how much it would learn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tischlein.core.kernel import kernel
from tischlein.core.state import Ints, Reals
from tischlein.games.nussknacker.hands import MOST_WAYS, TOP, WAY, WAYS_FROM, holds
from tischlein.games.nussknacker.world import hand_in, hidden_in

ANSWERS = MOST_WAYS + 1
"""What can be learned from a question: any of the ways to form the value, or that there is none."""
NONE_FITS = MOST_WAYS


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
    masses = np.zeros((ANSWERS, TOP + 1), np.float64)
    fitting = np.empty(MOST_WAYS, np.int64)
    for index in range(worlds.size):
        hand = hand_in(worlds[index], unseen, place, seats)
        hidden = hidden_in(worlds[index])
        count = write_fitting(hand, value, fitting)
        if count == 0:
            masses[NONE_FITS, hidden] += weights[index]
        for number in range(count):
            masses[fitting[number], hidden] += weights[index] / count
    return expected_entropy(masses)


@kernel
def write_fitting(hand: int, value: int, out: Ints) -> int:
    """Write which of the ways to form a value a hand has, numbered from 0; return how many."""
    first = WAYS_FROM[value]
    count = 0
    for way in range(WAYS_FROM[value + 1] - first):
        if holds(hand, WAY[first + way]):
            out[count] = way
            count += 1
    return count


@kernel
def expected_entropy(masses: Reals) -> float:
    """Return the mean entropy of the hidden value (column), in bits, once an answer (row) came."""
    total = 0.0
    bits = 0.0
    for answer in range(ANSWERS):
        mass = 0.0
        for hidden in range(1, TOP + 1):
            mass += masses[answer, hidden]
        total += mass
        for hidden in range(1, TOP + 1):
            if masses[answer, hidden] > 0.0:
                bits -= masses[answer, hidden] * np.log2(masses[answer, hidden] / mass)
    return bits / total
