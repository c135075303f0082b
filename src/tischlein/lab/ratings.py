"""Ratings of entrants from matches of any number of seats, with ties and teams.

The model is that of Bradley and Terry (1952), fitted to every pair of opponents in a match: who is
placed better has won against the other, a tie is half a win for both, members of a team do not play
each other. With more than two seats that is the breaking of rankings into pairs, from which the
strengths of Plackett (1975) and Luce (1959) can be found just as well (Azari Soufiani et al. 2013).
Pairs of one match are not independent, so intervals come from drawing whole seeds anew (bootstrap).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Wins = npt.NDArray[np.float64]
"""By winner and loser: how often one has beaten the other."""

POINTS = 400 / math.log(10)
"""Points of a rating for each unit of the logarithm of strength: as Elo's, 400 are ten to one."""
PRIOR = 0.5
"""Wins each way that every pair is credited with, so that nobody is infinitely strong."""
RESAMPLES = 1000


@dataclass(frozen=True)
class Ranked:
    """One match: who took part, how they ended, and who is whose partner."""

    seed: int
    entrants: tuple[int, ...]
    """By seat: the entrant's number."""
    ranks: tuple[int, ...]
    """By seat: 0 is first."""


@dataclass(frozen=True)
class Rating:
    """The strength of an entrant, in points; the mean of all is 0."""

    points: float
    low: float
    high: float


def wins_of(match: Ranked, count: int) -> Wins:
    """Return who has beaten whom in a match; each pair of entrants counts once in all.

    Several seats of one entrant against another share the one comparison that they are.
    """
    found = np.zeros((count, count))
    seats = range(len(match.entrants))
    for one in seats:
        for other in seats:
            first, second = match.entrants[one], match.entrants[other]
            if first != second and match.ranks[one] <= match.ranks[other]:
                found[first, second] += 1.0 if match.ranks[one] < match.ranks[other] else 0.5
    total = found + found.T
    return np.divide(found, total, out=np.zeros_like(found), where=total > 0)


def strengths(wins: Wins, *, prior: float = PRIOR, most: int = 10_000) -> npt.NDArray[np.float64]:
    """Return the logarithms of strengths that make the wins likeliest; their mean is 0.

    By minorisation and maximisation (Hunter 2004), which converges from anywhere.

    Parameters
    ----------
    wins
        Who has beaten whom, and how often; halves for ties.
    prior
        Wins each way added for every pair that has met.
    """
    met = (wins + wins.T) > 0
    counted = wins + prior * met
    games = counted + counted.T
    won = counted.sum(axis=1)
    strength = np.ones(len(wins))
    for _ in range(most):
        sums = strength[:, None] + strength[None, :]
        better = won / np.maximum((games / sums).sum(axis=1), 1e-300)
        better = np.where(won > 0, better, 1e-12)
        better /= np.exp(np.mean(np.log(better)))
        settled = np.max(np.abs(np.log(better) - np.log(strength))) < 1e-10
        strength = better
        if settled:
            break
    logs: npt.NDArray[np.float64] = np.log(strength)
    return logs


def ratings(
    matches: Iterable[Ranked], count: int, *, resamples: int = RESAMPLES, seed: int = 0
) -> list[Rating]:
    """Return the rating of every entrant with its 95 % interval.

    Parameters
    ----------
    count
        How many entrants there are.
    resamples
        How often seeds are drawn anew, all matches of a seed together.
    seed
        Of the drawing; equal ones give equal intervals.
    """
    by_seed: dict[int, Wins] = {}
    for match in matches:
        by_seed.setdefault(match.seed, np.zeros((count, count)))
        by_seed[match.seed] += wins_of(match, count)
    parts = np.array([by_seed[key] for key in sorted(by_seed)])
    fitted = strengths(parts.sum(axis=0)) * POINTS
    rng = np.random.default_rng(seed)
    draws = rng.multinomial(len(parts), [1 / len(parts)] * len(parts), size=resamples)
    again = np.array([strengths(np.tensordot(draw, parts, 1), most=200) for draw in draws]) * POINTS
    low, high = np.percentile(again, (2.5, 97.5), axis=0)
    return [Rating(*row) for row in zip(fitted.tolist(), low.tolist(), high.tolist(), strict=True)]


def expected(one: float, other: float) -> float:
    """Return the share that one rating wins against another."""
    return 1 / (1 + 10 ** ((other - one) / 400))


def order(found: Sequence[Rating]) -> list[int]:
    """Return the entrants from the strongest to the weakest."""
    return sorted(range(len(found)), key=lambda index: -found[index].points)
