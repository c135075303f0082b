"""How much the others learn of the hidden card by a question or a gift of the strong bot."""

from __future__ import annotations

from collections.abc import Sequence

from tischlein.core.kernel import Rng, below
from tischlein.core.levels import Stop
from tischlein.core.position import Observation, Position
from tischlein.games.nussknacker.beliefs import Belief, belief_of
from tischlein.games.nussknacker.costs import least_costly, other_actions, surprises
from tischlein.games.nussknacker.information_gain import entropy
from tischlein.games.nussknacker.rules import expected
from tischlein.games.nussknacker.state import Stage

EXAMINED = {3: 8, 4: 4}
"""In how many random pasts a strong bot tries every question or gift, by number of seats."""


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
    return least_costly(actions, costs, rng)


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
            answers = other_actions(after.observe(asked))
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
        ways = other_actions(seen)
        shown = surprises(seen, ways)
        after.game.kernels.apply(after.row, asker, ways[shown.index(min(shown))])
    return after
