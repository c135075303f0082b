"""What sampling searches share: matches played out, at random or by a policy, and their payoffs.

All are templates over a state's record. They take the settings, and what they need to know about
the game, as one record: the *limits* of :func:`limits_of`.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
from numba.np.numpy_support import from_dtype

from tischlein.core.bits import count_bits
from tischlein.core.game import Game
from tischlein.core.kernel import Rng, below, kernel, next_word, weighted
from tischlein.core.seats import CHANCE
from tischlein.core.state import Ints, Reals, layout
from tischlein.search import compiled
from tischlein.search.compiled import draw_seat
from tischlein.search.method import RolloutSettings

# Free names of the templates; ``search.compiled`` binds them to a game's.
acting: Any = None
legal: Any = None
apply: Any = None
chance: Any = None
scores: Any = None
ranking: Any = None
evaluate: Any = None
prior: Any = None
policy: Any = None
choose: Any = None
by_turns: Any = None
pay: Any = None
guess: Any = None

MOST_PLAYED = 1 << 20
"""Limit of actions of a match that is played out by turns, whatever its rules."""

_SETTINGS = (
    ("simulations", np.int64),
    ("cutoff", np.int64),
    ("scale", np.float64),
    ("exploration", np.float64),
    ("margin", np.float64),
    ("greed", np.int64),
)
_OF_THE_GAME = (
    ("longest", np.int64),
    ("horizon", np.int64),
    ("most_legal", np.int64),
    ("by_scores", np.int64),
    ("least_score", np.int64),
    ("span_of_scores", np.int64),
)
_DTYPE: np.dtype[Any] = layout("RolloutRecord", [*_SETTINGS, *_OF_THE_GAME])
LIMITS = from_dtype(_DTYPE)
"""Numba's type of limits."""


def limits_of(game: Game, seats: int, settings: RolloutSettings) -> Any:
    """Return what compiled code needs to know about a search's settings and the game."""
    limits = np.zeros(1, _DTYPE)
    for name, value in asdict(settings).items():
        limits[name] = value
    least, greatest = game.score_bounds
    limits["longest"] = game.longest
    limits["horizon"] = settings.cutoff if settings.cutoff > 0 else game.longest
    limits["most_legal"] = game.most_legal
    limits["by_scores"] = game.utility == "scores" or seats == 1
    limits["least_score"] = least
    limits["span_of_scores"] = max(greatest - least, 1)
    return limits[0]


def playout_kernel(game: Game, *, by_policy: bool = False) -> Any:
    """Return the kernel that plays a match out: ``(state, most, buffers, rng, greed)``.

    It plays at random, or if ``by_policy`` by the game's ``policy``.
    """
    name = "play_sensibly" if by_policy else "play_by_lot"
    return compiled.built_once(
        game, name, partial(_make_playout_kernel, name=name, by_policy=by_policy)
    )


def _make_playout_kernel(game: Game, *, name: str, by_policy: bool) -> Any:
    choose = compiled.inner_kernel(game, _choose_sensibly if by_policy else _choice_template(game))
    return compiled.inner_kernel(game, _play_on, name=name, choose=choose, by_turns=by_policy)


def payoff_kernel(game: Game) -> Any:
    """Return the kernel that writes payoffs: ``(state, limits, buffer, payoffs)``."""
    return compiled.built_once(game, "pay", lambda game: compiled.inner_kernel(game, _pay))


def value_kernel(game: Game) -> Any:
    """Return the kernel that evaluates a match after playing it out.

    It takes ``(state, limits, buffer, payoffs)``, and writes the payoffs. The caller plays the
    match out and then calls it: if it did both, the compiler would not inline both, which costs a
    tenth of a search.
    """
    return compiled.built_once(game, "value", _make_value_kernel)


def _make_value_kernel(game: Game) -> Any:
    guess = compiled.built_once(game, "guess", lambda game: compiled.inner_kernel(game, _guess))
    return compiled.inner_kernel(game, _value, pay=payoff_kernel(game), guess=guess)


@kernel
def share_first_place(ranks: Ints, sides: Ints, seats: int, shares: Reals) -> None:
    """Write each seat's share of the first place, as in ``core.seats.first_place_shares``."""
    first = 0
    for seat in range(seats):
        if ranks[seat] == 0:
            first |= 1 << sides[seat]
    for seat in range(seats):
        shares[seat] = 1.0 / count_bits(first) if first >> sides[seat] & 1 else 0.0


def _choice_template(game: Game) -> Any:
    """Return how actions are drawn; without priors, greed has no effect, which is faster."""
    heuristics = game.heuristics
    prefers = heuristics is not None and heuristics.brings("prior")
    return _choose_greedily if prefers else _choose_by_lot


def _choose_by_lot(state: Any, seat: int, actions: Ints, count: int, rng: Rng, greed: int) -> int:
    """Return any action, drawn uniformly."""
    return actions[below(rng, count)]  # type: ignore[no-any-return]  # an element of an array


def _choose_greedily(state: Any, seat: int, actions: Ints, count: int, rng: Rng, greed: int) -> int:
    """Return any action, uniformly, or in ``greed`` of 256 cases the most promising one."""
    action: int = actions[below(rng, count)]
    if greed > 0 and np.int64(next_word(rng) & np.uint64(255)) < greed:
        best = prior(state, seat, action)
        for index in range(count):
            priority = prior(state, seat, actions[index])
            if priority > best:
                best = priority
                action = actions[index]
    return action


def _choose_sensibly(state: Any, seat: int, actions: Ints, count: int, rng: Rng, greed: int) -> int:
    return policy(state, seat, actions, count, rng)  # type: ignore[no-any-return]  # a hook


def _play_on(state: Any, most: int, actions: Ints, weights: Ints, rng: Rng, greed: int) -> int:
    """Play to the end, but at most ``most`` moves; return how many.

    With ``by_turns`` bound, turns are counted instead: all that a seat does until another one acts.
    So all seats have had equally many when positions are compared. If a turn does not end, the
    match stops after ``MOST_PLAYED`` actions.
    """
    played = 0
    actions_played = 0
    mover = CHANCE
    while True:
        bits = acting(state)
        if bits == 0 or (played == most and not by_turns) or actions_played == MOST_PLAYED:
            return played
        actions_played += 1
        seat = draw_seat(bits, rng)
        if not by_turns:
            played += 1
        elif seat not in (CHANCE, mover):
            if played == most:
                return played
            played += 1
            mover = seat
        if seat == CHANCE:
            count = chance(state, actions, weights)
            apply(state, CHANCE, actions[weighted(rng, weights, count)])
        else:
            count = legal(state, seat, actions)
            apply(state, seat, choose(state, seat, actions, count, rng, greed))


def _pay(state: Any, limits: Any, buffer: Ints, payoffs: Reals) -> None:
    """Write every seat's payoff from 0 to 1: its share of beaten rivals, or of the scores.

    A ``margin`` adds a little for being ahead, and subtracts for being behind.
    """
    seats = state.seats
    if limits.by_scores != 0:
        scores(state, buffer)
        for seat in range(seats):
            payoffs[seat] = (buffer[seat] - limits.least_score) / limits.span_of_scores
        return
    ranking(state, buffer)
    for seat in range(seats):
        beaten = 0.0
        for other in range(seats):
            if buffer[other] > buffer[seat]:
                beaten += 1.0
            elif buffer[other] == buffer[seat] and other != seat:
                beaten += 0.5
        payoffs[seat] = beaten / (seats - 1)
    if limits.margin > 0.0:
        scores(state, buffer)
        for seat in range(seats):
            payoffs[seat] += limits.margin * lead(buffer, seat, seats) / limits.span_of_scores


@kernel
def lead(points: Ints, seat: int, seats: int) -> int:
    """Return a seat's lead over the best of its rivals, negative if it is behind."""
    best = points[seat - 1] if seat > 0 else points[1]
    for other in range(seats):
        if other != seat:
            best = max(best, points[other])
    return int(points[seat] - best)


def _guess(state: Any, scale: float, payoffs: Reals) -> None:
    """Write every seat's payoff as evaluations suggest it; ``scale`` gives a payoff of 0.73."""
    for seat in range(state.seats):
        odds_against = np.exp(min(-evaluate(state, seat) / scale, 500.0))
        payoffs[seat] = 1.0 / (1.0 + odds_against)


def _value(state: Any, limits: Any, buffer: Ints, payoffs: Reals) -> None:
    """Write every seat's payoff: the real one at the end, an estimate at the horizon."""
    if limits.cutoff > 0 and acting(state) != 0:
        guess(state, limits.scale, payoffs)
    else:
        pay(state, limits, buffer, payoffs)
