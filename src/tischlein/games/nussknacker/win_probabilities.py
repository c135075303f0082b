"""Every seat's chance of winning: who is close to the hidden card now, and the effect on chips.

The nearer a seat is to certainty, in bits, the likelier it is the one that names the card; after
this deal all seats are equal again. The weight of this was measured with bots that reason over all
worlds: see ``NEARNESS``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tischlein.core.kernel import Rng
from tischlein.games.nussknacker.beliefs import belief_of
from tischlein.games.nussknacker.information_gain import entropy
from tischlein.games.nussknacker.state import NussknackerState, is_running

Probabilities = tuple[float, ...]
Chips = tuple[int, ...]

NEARNESS = {2: 1.15, 3: 2.65, 4: 2.65}
"""The frequency with which a seat names the card is its uncertainty to the power of minus this.

Fitted to 59 matches of two medium bots and 350 of three. Compared with even chances, the
logarithmic loss falls from 0.69 to 0.67 with two seats, which mostly learn everything at once, and
from 1.10 to 1.00 with three, both in matches that were not used for the fit. Four seats are treated
like three.
"""
CERTAINTY = 0.15
"""Bits below which further differences hardly matter."""
RIGHT = {2: 0.79, 3: 0.96, 4: 0.96}
"""How often the one who named a card was right in these matches, by seats."""
SURE = 0.8
"""Probability at which it is known already whether a seat will be right."""
OVERTIME = 6
"""Deals after a tie at the goal, behind which those in front share what is left."""


def win_probabilities(state: NussknackerState, rng: Rng) -> Sequence[float]:
    """Return the probability of each seat to win the match, from the whole position."""
    del rng
    chips = tuple(state.chips[: state.seats])
    if not is_running(state):
        return _before_deal(chips, state.goal, OVERTIME)
    names, rights = _nearness(state)
    return _after_guess(chips, state.goal, names, rights, OVERTIME)


def _nearness(state: NussknackerState) -> tuple[Probabilities, Probabilities]:
    """Return how likely each seat is the one that names the card, and then to be right."""
    shares, rights = [], []
    for seat in range(state.seats):
        chances = belief_of(state, seat).chances()
        shares.append((float(entropy(chances)) + CERTAINTY) ** -NEARNESS[state.seats])
        best = int(chances.argmax())
        rights.append(float(best == state.hidden) if chances[best] >= SURE else RIGHT[state.seats])
    return tuple(share / sum(shares) for share in shares), tuple(rights)


def _after_guess(
    chips: Chips, goal: int, names: Probabilities, rights: Probabilities, overtime: int
) -> Probabilities:
    """Return the mean over the seats that may name the card, rightly or not (NUS-19)."""
    probabilities = [0.0] * len(chips)
    for namer, (likely, right) in enumerate(zip(names, rights, strict=True)):
        for is_right, weight in ((True, likely * right), (False, likely * (1.0 - right))):
            after = tuple(count + ((seat == namer) == is_right) for seat, count in enumerate(chips))
            for seat, probability in enumerate(_with_chips(after, goal, overtime)):
                probabilities[seat] += weight * probability
    return tuple(probabilities)


def _with_chips(chips: Chips, goal: int, overtime: int) -> Probabilities:
    """Return the chances that chips give after a deal; a sole leader with enough wins (NUS-22)."""
    most = max(chips)
    if most >= goal:
        leaders = chips.count(most)
        if leaders == 1 or overtime == 0:
            return tuple((count == most) / leaders for count in chips)
        overtime -= 1
    return _before_deal(chips, goal, overtime)


def _before_deal(chips: Chips, goal: int, overtime: int) -> Probabilities:
    """Return the chances that chips give before a deal in which all seats are equal."""
    order = sorted(range(len(chips)), key=chips.__getitem__)
    ordered = _in_order(tuple(chips[seat] for seat in order), goal, overtime)
    return tuple(ordered[order.index(seat)] for seat in range(len(chips)))


@lru_cache(maxsize=16_384)
def _in_order(chips: Chips, goal: int, overtime: int) -> Probabilities:
    """Return the same for chips in rising order: so few are enough to be kept."""
    count = len(chips)
    return _after_guess(chips, goal, (1.0 / count,) * count, (RIGHT[count],) * count, overtime)
