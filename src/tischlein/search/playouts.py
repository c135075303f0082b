"""Random playouts: matches played to the end by random actions, many in one call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.options import sides
from tischlein.core.position import Position
from tischlein.core.seats import MAX_SEATS
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

# Free names of the templates; ``search.compiled`` binds them to a game's.
play_on: Any = None
pay: Any = None
ranking: Any = None
DTYPE: Any = None


@dataclass(frozen=True)
class Playouts:
    """The results of random playouts."""

    matches: int
    moves: int
    """Actions and chance outcomes of all matches together."""
    payoffs: tuple[float, ...]
    """Mean payoff of each seat, from 0 (last, or least score) to 1."""
    firsts: tuple[float, ...]
    """Each seat's share of the first places.

    Sides that tie share one equally; every seat of a team has the team's share.
    """


def playouts(position: Position, matches: int, rng: Rng, stop: Ints | None = None) -> Playouts:
    """Play a position to the end many times, at random.

    Acting seats and actions are drawn uniformly. Chance follows its weights.

    Raises
    ------
    GameError
        If the game's rules are not compiled.
    """
    game = position.game
    totals = np.zeros(MAX_SEATS, np.float64)
    firsts = np.zeros(MAX_SEATS, np.float64)
    counts = np.zeros(2, np.int64)
    limits = limits_of(game, position.seats, RolloutSettings(matches))
    flag = compiled.stop_flag() if stop is None else stop
    of_seats = np.array(sides(game, position.seats, position.options), np.int64)
    kernel_of(game)(position.row, limits, of_seats, rng, flag, totals, firsts, counts)
    done, moves = counts.tolist()
    means, shares = (sums[: position.seats] / max(done, 1) for sums in (totals, firsts))
    return Playouts(done, moves, tuple(means.tolist()), tuple(shares.tolist()))


def kernel_of(game: Game) -> Any:
    """Return the game's playouts, compiled or loaded from disk on first use."""
    return compiled.built_once(game, "playouts", _make)


def _make(game: Game) -> Any:
    signature = INT(INTS, LIMITS, INTS, RNG, INTS, REALS, REALS, INTS)
    return compiled.entry_kernel(
        game, _playouts, signature, play_on=playout_kernel(game), pay=payoff_kernel(game)
    )


def _playouts(
    row: Ints,
    limits: Any,
    sides: Ints,
    rng: Rng,
    stop: Ints,
    totals: Reals,
    firsts: Reals,
    counts: Ints,
) -> int:
    work = row.copy()
    state = work.view(DTYPE)[0]
    actions = np.empty(limits.most_legal, np.int64)
    weights = np.empty(limits.most_legal, np.int64)
    buffer = np.zeros(MAX_SEATS, np.int64)
    payoffs, shares = np.zeros(MAX_SEATS), np.zeros(MAX_SEATS)
    for match in range(limits.simulations):
        if match & 255 == 0 and stop[0] != 0:
            break
        for index in range(row.size):
            work[index] = row[index]
        counts[1] += play_on(state, limits.longest, actions, weights, rng, 0)
        counts[0] += 1
        pay(state, limits, buffer, payoffs)
        for seat in range(state.seats):
            totals[seat] += payoffs[seat]
        if limits.by_scores != 0:
            ranking(state, buffer)  # otherwise paying has left it there
        share_first_place(buffer, sides, state.seats, shares)
        for seat in range(state.seats):
            firsts[seat] += shares[seat]
    return 0
