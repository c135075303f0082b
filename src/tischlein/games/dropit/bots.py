"""The bots of Drop It: all screen the shaft with quick trials, the strong one looks exactly.

Budgets are counted in simulations, so that a bot's drops can be repeated from its generator.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tischlein.core.kernel import Rng, below, uniform, weighted
from tischlein.core.levels import Custom, Level, Stop
from tischlein.core.position import Observation
from tischlein.games.dropit import shaft
from tischlein.games.dropit.actions import DECLINE, JOKER, SLIP_WEIGHTS, SLIPS
from tischlein.games.dropit.judging import Judgement
from tischlein.games.dropit.rules import SLIP_DEGREES, SLIP_MM, UNUSED_JOKER
from tischlein.games.dropit.screening import COARSE, FINE, Candidate, Screening
from tischlein.games.dropit.shapes import ANGLE_STEP, CIRCLE, STEPS, TURNS, X_STEP
from tischlein.games.dropit.state import PIECES, SHAPES, DropItState, Phase
from tischlein.search.ties import any_best

GOOD_ONES = 10
"""Drops among which the weak bot takes any."""
TREMBLE_MM, TREMBLE_DEGREES = 4.0, 8.0
"""How far, as a standard deviation, the weak bot misses what it aims at."""
EXACT_TRIALS = 12
TRIALS_UNSTEADY = 2
"""Exact simulations of the strong bot, and how many of them each drop gets where hands slip."""
_STEPS = tuple(SLIP_WEIGHTS)
_WEIGHTS = np.array(tuple(SLIP_WEIGHTS.values()), dtype=np.int64)
CIRCLE_KEPT = 0.4
"""Points that a circle is worth in hand at the start, since it goes anywhere; less and less."""


def choose_weak(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Return a drop near any of the ten best of a few."""
    state: DropItState = observation.state
    if state.phase == Phase.QUESTION:
        return JOKER if state.level + state.bonus > UNUSED_JOKER else DECLINE
    good = Screening(state).candidates(COARSE, uniform(rng), _points, stop)[:GOOD_ONES]
    return _trembling(good[below(rng, len(good))], rng).action


def choose_medium(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Return the drop that screening likes best."""
    state: DropItState = observation.state
    if state.phase == Phase.QUESTION:
        return _answer(state)
    return Screening(state).candidates(FINE, uniform(rng), _points, stop)[0].action


def choose_strong(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Return the best of the drops that screening likes, by exact simulations."""
    state: DropItState = observation.state
    if state.phase == Phase.QUESTION:
        return _answer(state)
    screening = Screening(state)
    worth = _thrifty(state)
    hand = state.hand
    times = TRIALS_UNSTEADY if hand else 1
    best = screening.candidates(FINE, uniform(rng), worth, stop)[: EXACT_TRIALS // times]
    values = []
    for candidate in best:
        if stop():
            break
        trials = [
            worth(candidate.kind, screening.exact(candidate, *_slip(candidate.kind, hand, rng)))
            for _ in range(times)
        ]
        values.append(sum(trials) / times)
    return best[any_best(values, rng)].action if values else best[0].action


def _points(kind: int, judgement: Judgement) -> float:
    """Return what a drop scores."""
    del kind
    return float(judgement.points)


def _thrifty(state: DropItState) -> Callable[[int, Judgement], float]:
    """Return the value of a drop to a player that saves circles for later."""
    kept = CIRCLE_KEPT * (1 - state.count / PIECES)

    def worth(kind: int, judgement: Judgement) -> float:
        return judgement.points - (kept if kind % SHAPES == CIRCLE else 0.0)

    return worth


def _slip(kind: int, hand: int, rng: Rng) -> tuple[float, float]:
    """Return how far a hand may slip, in millimetres and degrees (DRO-21)."""
    across, twist = (_STEPS[weighted(rng, _WEIGHTS, SLIPS)] for _ in range(2))
    if kind % SHAPES == CIRCLE:
        twist = 0
    return float(across * SLIP_MM[hand]), float(twist * SLIP_DEGREES[hand])


def _trembling(aimed: Candidate, rng: Rng) -> Candidate:
    """Return the drop that a trembling hand makes of another."""
    shape = aimed.kind % SHAPES
    turn = aimed.turn + round(TREMBLE_DEGREES / ANGLE_STEP * _normal(rng))
    turn %= TURNS[shape]
    first, last = STEPS[shape][turn]
    position = aimed.position + round(TREMBLE_MM / X_STEP * _normal(rng))
    return Candidate(aimed.kind, turn, min(max(position, first), last), aimed.value)


def _normal(rng: Rng) -> float:
    """Return about a standard normal number: the sum of twelve uniform ones, less six."""
    return sum(uniform(rng) for _ in range(12)) - 6.0


def _answer(state: DropItState) -> int:
    """Return whether to play a joker: if few later drops are likely to need it more.

    About every third drop breaks a taboo, and what it would have been worth grows with the pile.
    """
    stake = state.level + state.bonus
    if stake <= UNUSED_JOKER:
        return DECLINE
    side = state.side[state.mover]
    needed = sum(state.stocks[side]) / 3
    share = state.jokers[side] / needed if needed else 1.0
    if share >= 1:
        return JOKER
    filled = state.count / PIECES
    lowest = 1 + (shaft.LEVELS - 1) * filled
    wanted = shaft.LEVELS + 1 - share * (shaft.LEVELS + 1 - lowest)
    return JOKER if stake >= wanted else DECLINE


_CEILING = 10.0
"""Seconds; far more than the simulations take."""

LEVELS = (
    Level("weak", Custom(choose_weak, own_process=True), _CEILING),
    Level("medium", Custom(choose_medium, own_process=True), _CEILING),
    Level("strong", Custom(choose_strong, own_process=True), _CEILING),
)
