"""What every seat can expect in a position: the results of matches played out from it.

What counts is to be first; seats that tie share the first place, except that seats of a team are
first together. In games played for scores, it is the seat's share of the possible score.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.options import sides
from tischlein.core.position import Position
from tischlein.core.seats import MAX_SEATS, first_place_shares
from tischlein.core.state import Ints, Reals
from tischlein.search import compiled
from tischlein.search.compiled import INT, INTS, REALS, RNG
from tischlein.search.method import RolloutSettings
from tischlein.search.rollouts import (
    LIMITS,
    limits_of,
    payoff_kernel,
    playout_kernel,
    share_first_place,
)

STOP_EVERY = 16
"""Matches between two checks of the stop flag."""

# Free names of the templates; compiled.entry_kernel binds them to a game's.
ranking: Any = None
play_on: Any = None
pay: Any = None
DTYPE: Any = None


def values(
    position: Position,
    settings: RolloutSettings,
    rng: Rng,
    stop: Ints | None = None,
    *,
    by_policy: bool,
) -> tuple[float, ...]:
    """Return what each seat can expect, from 0 to 1, by playing matches to their end.

    Parameters
    ----------
    by_policy
        Whether all seats play by the game's ``policy``; otherwise they play by lot, with the
        ``greed`` of tree settings.

    Raises
    ------
    GameError
        If the game's rules are not compiled.
    """
    totals = np.zeros(MAX_SEATS, np.float64)
    limits = limits_of(position.game, position.seats, settings)
    flag = compiled.stop_flag() if stop is None else stop
    kernel = kernel_of(position.game, by_policy=by_policy)
    matches = kernel(position.row, np.array(_sides(position)), limits, rng, flag, totals)
    means = totals[: position.seats] / max(int(matches), 1)
    return tuple(means.tolist())


def values_at_end(position: Position) -> tuple[float, ...]:
    """Return the same for a match that is over."""
    game, seats = position.game, position.seats
    if game.utility == "scores" or seats == 1:
        least, greatest = game.score_bounds
        return tuple((score - least) / max(greatest - least, 1) for score in position.scores())
    return tuple(first_place_shares(_sides(position), position.ranks()))


def _sides(position: Position) -> tuple[int, ...]:
    return sides(position.game, position.seats, position.options)


def kernel_of(game: Game, *, by_policy: bool) -> Any:
    """Return the game's kernel, compiled or loaded from disk on first use."""
    name = "outlook_sensibly" if by_policy else "outlook_by_lot"
    return compiled.built_once(game, name, partial(_make, by_policy=by_policy))


def _make(game: Game, *, by_policy: bool) -> Any:
    return compiled.entry_kernel(
        game,
        _outlook,
        INT(INTS, INTS, LIMITS, RNG, INTS, REALS),
        play_on=playout_kernel(game, by_policy=by_policy),
        pay=payoff_kernel(game),
    )


def _outlook(row: Ints, sides: Ints, limits: Any, rng: Rng, stop: Ints, totals: Reals) -> int:
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
            share_first_place(buffer, sides, state.seats, gained)
        for seat in range(state.seats):
            totals[seat] += gained[seat]
    return matches
