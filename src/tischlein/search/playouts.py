"""Random playouts: matches played to the end by drawing lots, many in one call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tischlein.core.game import Game
from tischlein.core.kernel import Rng, below, next_word, weighted
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE, MAX_SEATS
from tischlein.core.state import Words
from tischlein.search import compiled
from tischlein.search.compiled import INT, INTS, REALS, RNG, draw_seat

Reals = NDArray[np.float64]

# The templates' free names are bound to a game's by compiled.part and compiled.entry.
acting: Any = None
legal: Any = None
apply: Any = None
chance: Any = None
scores: Any = None
ranking: Any = None
evaluate: Any = None
promise: Any = None
play_random: Any = None
pay: Any = None
DTYPE: Any = None


@dataclass(frozen=True)
class Playouts:
    """What came of random playouts."""

    matches: int
    moves: int
    """Actions and chance outcomes of all matches together."""
    payoffs: tuple[float, ...]
    """Mean payoff of each seat, from 0 (last, or least score) to 1."""


def playouts(position: Position, matches: int, rng: Rng, stop: Words | None = None) -> Playouts:
    """Play a position to the end many times, by lot.

    Of several acting seats one is drawn, alike; so are actions. Chance follows its weights.

    Raises
    ------
    GameError
        If the game's rules are not compiled.
    """
    game = position.game
    totals = np.zeros(MAX_SEATS, np.float64)
    counts = np.zeros(2, np.int64)
    kernel_of(game)(
        position.row,
        matches,
        game.longest,
        np.empty(game.most_legal, np.int64),
        np.empty(game.most_legal, np.int64),
        rng,
        compiled.going() if stop is None else stop,
        compiled.payoff_terms(game, position.seats),
        totals,
        counts,
    )
    done, moves = counts.tolist()
    means = totals[: position.seats] / max(done, 1)
    return Playouts(done, moves, tuple(means.tolist()))


def kernel_of(game: Game) -> Any:
    """Return the game's playouts, compiled or loaded from disk on first use."""
    return compiled.once(game, "playouts", _make)


def player_of(game: Game) -> Any:
    """Return the kernel that plays one match on: ``(state, most, buffers, rng, greed)``."""
    return compiled.once(game, "play_random", lambda game: compiled.part(game, _play_random))


def payer_of(game: Game) -> Any:
    """Return the kernel that writes payoffs: ``(state, buffer, terms, payoffs)``."""
    return compiled.once(game, "pay", lambda game: compiled.part(game, _pay))


def guesser_of(game: Game) -> Any:
    """Return the kernel that guesses payoffs: ``(state, scale, payoffs)``."""
    return compiled.once(game, "guess", lambda game: compiled.part(game, _guess))


def _make(game: Game) -> Any:
    signature = INT(INTS, INT, INT, INTS, INTS, RNG, INTS, REALS, REALS, INTS)
    return compiled.entry(
        game, _playouts, signature, play_random=player_of(game), pay=payer_of(game)
    )


def _play_random(
    state: Any, most: int, actions: Words, weights: Words, rng: Rng, greed: int
) -> int:
    """Play to the end, but at most so many moves; return how many.

    ``greed`` is the share of moves, in 1/256, that take the most promising action.
    """
    for played in range(most):
        bits = acting(state)
        if bits == 0:
            return played
        seat = draw_seat(bits, rng)
        if seat == CHANCE:
            count = chance(state, actions, weights)
            apply(state, CHANCE, actions[weighted(rng, weights, count)])
            continue
        count = legal(state, seat, actions)
        action = actions[below(rng, count)]
        if greed > 0 and np.int64(next_word(rng) & np.uint64(255)) < greed:
            best = promise(state, seat, action)
            for index in range(count):
                hope = promise(state, seat, actions[index])
                if hope > best:
                    best = hope
                    action = actions[index]
        apply(state, seat, action)
    return most


def _pay(state: Any, buffer: Words, terms: Reals, payoffs: Reals) -> None:
    """Write every seat's payoff from 0 to 1: its share of beaten rivals, or of the scores."""
    seats = state.seats
    if terms[0] != 0.0:
        scores(state, buffer)
        for seat in range(seats):
            payoffs[seat] = (buffer[seat] - terms[1]) / terms[2]
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


def _guess(state: Any, scale: float, payoffs: Reals) -> None:
    """Write every seat's payoff as evaluations suggest it; at ``scale`` a seat hopes for 0.73."""
    for seat in range(state.seats):
        odds_against = np.exp(min(-evaluate(state, seat) / scale, 500.0))
        payoffs[seat] = 1.0 / (1.0 + odds_against)


def _playouts(
    row: Words,
    matches: int,
    longest: int,
    actions: Words,
    weights: Words,
    rng: Rng,
    stop: Words,
    terms: Reals,
    totals: Reals,
    counts: Words,
) -> int:
    work = row.copy()
    state = work.view(DTYPE)[0]
    buffer = np.zeros(MAX_SEATS, np.int64)
    payoffs = np.zeros(MAX_SEATS)
    for match in range(matches):
        if match & 255 == 0 and stop[0] != 0:
            break
        for index in range(row.size):
            work[index] = row[index]
        counts[1] += play_random(state, longest, actions, weights, rng, 0)
        counts[0] += 1
        pay(state, buffer, terms, payoffs)
        for seat in range(state.seats):
            totals[seat] += payoffs[seat]
    return 0
