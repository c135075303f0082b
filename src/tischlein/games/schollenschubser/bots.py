"""The bots of Schollenschubser: three strengths, the stronger two think in whole turns."""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below
from tischlein.core.levels import Custom, Level, Stop
from tischlein.core.position import Observation
from tischlein.core.state import Ints
from tischlein.games.schollenschubser.actions import BOARD, DONE, LAND, SAVE, STEP, step_parts
from tischlein.games.schollenschubser.state import COLUMNS, Phase, SchollenschubserState
from tischlein.games.schollenschubser.turn_results import (
    ACTION,
    MOST_RESULTS,
    PARENT,
    UNFINISHED,
    VALUE,
    results,
)
from tischlein.search import halving
from tischlein.search.method import RolloutSettings
from tischlein.search.ties import any_best, shuffled

CANDIDATES = 12
"""Results of a turn that the strong bot plays on from."""
MATCHES = 7_000
"""Matches that it plays on, all candidates together."""
ROUNDS = 3
"""Turns of every seat that it plays on for."""
PAYOFF_SCALE = 500.0
"""The evaluation at which a seat may hope for a payoff of 0.73."""


def eastward(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Follow the dice at random, then save, step east and board as long as it goes."""
    del stop
    state: SchollenschubserState = observation.state
    legal = observation.legal(observation.seat)
    if state.phase == Phase.DRIFT:
        return legal[below(rng, len(legal))]
    return legal[any_best(list(map(_eagerness, legal)), rng)]


def _eagerness(action: int) -> int:
    """Return how much an action brings the own researchers east, ``done`` being 0."""
    if action == DONE:
        return 0
    if action >= SAVE:
        return 10
    if action >= LAND:
        return -10
    if action >= STEP:
        source, target = step_parts(action)
        gain = target % COLUMNS - source % COLUMNS
        return gain * (2 + source % COLUMNS) if gain > 0 else -1
    return 1 if action >= BOARD else 0


def best_turn(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Look at all that the turn can lead to, and head for what looks best."""
    del stop
    table, _ = _results_of_turn(observation)
    return _first_action(table, any_best(table[:, VALUE], rng))


def best_by_rollouts(observation: Observation, rng: Rng, stop: Stop) -> int:
    """Play on from what looks best, and head for the result that wins most often.

    Rollouts (Tesauro and Galperin 1996), shared out by sequential halving.
    """
    table, rows = _results_of_turn(observation)
    lots = shuffled(len(table), rng)
    order = lots[np.argsort(-table[lots, VALUE], kind="stable")][:CANDIDATES]
    nodes = [int(node) for node in order if table[node, ACTION] != UNFINISHED]
    if len(nodes) == 1:
        return _first_action(table, nodes[0])
    for node in nodes:
        _end_turn(observation, rows[node])
    settings = RolloutSettings(MATCHES, cutoff=ROUNDS * observation.seats, scale=PAYOFF_SCALE)
    found = halving.try_rows(observation, rows[nodes], settings, rng, stop)
    return _first_action(table, nodes[found.best])


def _results_of_turn(observation: Observation) -> tuple[Ints, Ints]:
    """Return the results of the turn: their table and their rows."""
    rows = np.empty((MOST_RESULTS, len(observation.row)), np.int64)
    table = np.empty((MOST_RESULTS, 3), np.int64)
    count = results(observation.row, observation.seat, rows, table)
    return table[:count], rows[:count]


def _end_turn(observation: Observation, row: Ints) -> None:
    after: SchollenschubserState = row.view(SchollenschubserState.dtype)[0]
    if after.mover == observation.seat and after.phase == Phase.MOVE:
        observation.game.kernels.apply(row, observation.seat, DONE)


def _first_action(table: Ints, node: int) -> int:
    """Return the action with which the way to a result begins."""
    while table[node, PARENT] != 0:
        node = int(table[node, PARENT])
    return int(table[node, ACTION])


LEVELS = (
    Level("weak", Custom(eastward)),
    Level("medium", Custom(best_turn)),
    Level("strong", Custom(best_by_rollouts), seconds=2.5),
)
