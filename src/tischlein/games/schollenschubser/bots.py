"""The bots of Schollenschubser: three strengths, the stronger two think in whole turns."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tischlein.core.kernel import Rng, below
from tischlein.core.levels import Level, Own
from tischlein.core.position import Observation
from tischlein.core.state import Ints, Words
from tischlein.games.schollenschubser.state import (
    BOARD,
    COLUMNS,
    DONE,
    LAND,
    SAVE,
    SQUARES,
    STEP,
    Phase,
    SchollenschubserState,
)
from tischlein.games.schollenschubser.turns import (
    ACTION,
    MOST_RESULTS,
    PARENT,
    UNFINISHED,
    VALUE,
    play_on,
    results,
)

Stop = Callable[[], bool]

CANDIDATES = 12
"""Results of a turn that the strong bot plays on from; half of them drop out in each round."""
MATCHES = 2_000
"""Matches that it plays on in each round, all candidates together."""
ROUNDS = 3
"""Turns of every seat that it plays on for."""
BATCH = 20
"""Matches between two looks at the clock."""


def eastward(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Follow the dice at random, then save, step east and board as long as it goes."""
    del stop
    state: SchollenschubserState = observation.state
    legal = observation.legal(observation.seat)
    if state.phase == Phase.DRIFT:
        return legal[below(rng, len(legal))]
    return max(legal, key=_eagerness)


def _eagerness(action: int) -> int:
    """Return how much an action brings the own researchers east, ``done`` being 0."""
    if action == DONE:
        return 0
    if action >= SAVE:
        return 10
    if action >= LAND:
        return -10
    if action >= STEP:
        source, target = divmod(action - STEP, SQUARES)
        gain = target % COLUMNS - source % COLUMNS
        return gain * (2 + source % COLUMNS) if gain > 0 else -1
    return 1 if action >= BOARD else 0


def best_turn(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Look at all that the turn can lead to, and head for what looks best."""
    del rng, stop
    table, _ = _outlook(observation)
    return _first_action(table, int(table[:, VALUE].argmax()))


def played_on(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Play on from what looks best, and head for the result that wins most often.

    Rollouts (Tesauro and Galperin 1996), shared out by sequential halving (Karnin, Koren and
    Somekh 2013).
    """
    table, rows = _outlook(observation)
    order = np.argsort(-table[:, VALUE], kind="stable")[:CANDIDATES]
    seat = observation.seat
    horizon = ROUNDS * len(observation.scores())
    left = [int(node) for node in order if table[node, ACTION] != UNFINISHED]
    for node in left:
        _end_turn(observation, rows[node])
    payoffs = dict.fromkeys(left, 0.0)
    played = dict.fromkeys(left, 0)
    while len(left) > 1 and not stop():
        for _ in range(-(-MATCHES // (BATCH * len(left)))):
            for node in left:
                payoffs[node] += play_on(rows[node], seat, horizon, BATCH, rng)
                played[node] += BATCH
            if stop():
                break
        left.sort(key=lambda node: payoffs[node] / played[node], reverse=True)
        left = left[: (len(left) + 1) // 2]
    return _first_action(table, left[0])


def _outlook(observation: Observation) -> tuple[Ints, Words]:
    """Return the results of the turn: their table and their rows."""
    rows = np.empty((MOST_RESULTS, len(observation.row)), np.int64)
    table = np.empty((MOST_RESULTS, 3), np.int64)
    count = results(observation.row, observation.seat, rows, table)
    return table[:count], rows[:count]


def _end_turn(observation: Observation, row: Words) -> None:
    after: SchollenschubserState = row.view(SchollenschubserState.dtype)[0]
    if after.mover == observation.seat and after.phase == Phase.MOVE:
        observation.game.kernels.apply(row, observation.seat, DONE)


def _first_action(table: Ints, node: int) -> int:
    """Return the action with which the way to a result begins."""
    while table[node, PARENT] != 0:
        node = int(table[node, PARENT])
    return int(table[node, ACTION])


LEVELS = (
    Level("weak", Own(eastward)),
    Level("medium", Own(best_turn)),
    Level("strong", Own(played_on), seconds=2.5),
)
