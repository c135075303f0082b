"""What every seat may hope for in a position: how matches end that are played on from there.

What counts is to be first; several who are share that, but for teams, who are first together.
Where the scores themselves are what counts, it is the seat's share of what can be scored.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.position import Position
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import Ints, Reals
from tischlein.search import compiled
from tischlein.search.compiled import INT, INTS, REALS, RNG
from tischlein.search.method import RolloutSettings
from tischlein.search.rollouts import LIMITS, limits_of, payer_of, player_of

STOP_EVERY = 16
"""Matches between two looks at the stop flag."""

# The templates' free names are bound to a game's by compiled.entry.
ranking: Any = None
play_on: Any = None
pay: Any = None
DTYPE: Any = None


def hopes(
    position: Position,
    settings: RolloutSettings,
    rng: Rng,
    stop: Ints | None = None,
    *,
    sensibly: bool,
) -> tuple[float, ...]:
    """Return what each seat may hope for, from 0 to 1, by matches that are played to their end.

    Parameters
    ----------
    sensibly
        Whether everybody plays as the game's ``policy`` has it; else by lot, with the ``greed``
        of tree settings.

    Raises
    ------
    GameError
        If the game's rules are not compiled.
    """
    totals = np.zeros(MAX_SEATS, np.float64)
    limits = limits_of(position.game, position.seats, settings)
    flag = compiled.going() if stop is None else stop
    kernel = kernel_of(position.game, sensibly=sensibly)
    matches = kernel(position.row, position.game.teams, limits, rng, flag, totals)
    means = totals[: position.seats] / max(int(matches), 1)
    return tuple(means.tolist())


def hopes_at_end(position: Position) -> tuple[float, ...]:
    """Return the same of a match that is over."""
    game, seats = position.game, position.seats
    if game.utility == "scores" or seats == 1:
        least, greatest = game.score_bounds
        return tuple((score - least) / max(greatest - least, 1) for score in position.scores())
    ranks = position.ranks()
    share = 1.0 if game.teams else 1.0 / ranks.count(0)
    return tuple(share if rank == 0 else 0.0 for rank in ranks)


def kernel_of(game: Game, *, sensibly: bool) -> Any:
    """Return the game's kernel, compiled or loaded from disk on first use."""
    name = "outlook_sensibly" if sensibly else "outlook_by_lot"
    return compiled.once(game, name, partial(_make, sensibly=sensibly))


def _make(game: Game, *, sensibly: bool) -> Any:
    return compiled.entry(
        game,
        _outlook,
        INT(INTS, INT, LIMITS, RNG, INTS, REALS),
        play_on=player_of(game, sensibly=sensibly),
        pay=payer_of(game),
    )


def _outlook(row: Ints, teams: int, limits: Any, rng: Rng, stop: Ints, totals: Reals) -> int:
    work = row.copy()
    state = work.view(DTYPE)[0]
    actions = np.empty(limits.most_legal, np.int64)
    weights = np.empty(limits.most_legal, np.int64)
    buffer = np.zeros(MAX_SEATS, np.int64)
    gained = np.zeros(MAX_SEATS)
    matches: int = limits.simulations
    for match in range(matches):
        if match % STOP_EVERY == 0 and stop[0] != 0 and match > 0:
            return match
        for index in range(row.size):
            work[index] = row[index]
        play_on(state, limits.longest, actions, weights, rng, limits.greed)
        if limits.by_scores != 0:
            pay(state, limits, buffer, gained)
        else:
            ranking(state, buffer)
            first = 0
            for seat in range(state.seats):
                first += buffer[seat] == 0
            for seat in range(state.seats):
                gained[seat] = (1.0 if teams else 1.0 / first) if buffer[seat] == 0 else 0.0
        for seat in range(state.seats):
            totals[seat] += gained[seat]
    return matches
