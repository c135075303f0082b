"""Ratings of entrants from matches of any number of seats, with ties and teams.

The model is that of Bradley and Terry (1952), fitted to every pair of opponents in a match: the
better placed has beaten the other, a tie is half a win for both, and members of a team do not play
each other. With more than two seats this breaks rankings into pairs, from which the strengths of
Plackett (1975) and Luce (1959) can be found just as well (Azari Soufiani et al. 2013). Pairs of one
match are not independent, so intervals come from reweighting whole seeds (the Bayesian bootstrap,
Rubin 1981).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tischlein.lab.intervals import wider

Wins = npt.NDArray[np.float64]
"""By winner and loser: how often one has beaten the other."""

POINTS = 400 / math.log(10)
"""Points of a rating per unit of the logarithm of strength: as with Elo, 400 are ten to one."""
PRIOR = 0.5
"""Wins each way with which two entrants are credited, so that none is infinitely strong.

It is the prior of Jeffreys, and gives his interval for two entrants with independent matches.
Several entrants share as many credits as there are strengths besides the first: with credits for
each pair, an entrant that beats four others would seem weaker than that.
"""
RESAMPLES = 1000
_STEPS = 500
"""Steps of a fit among many: an end of an interval needs no ten decimal places."""


@dataclass(frozen=True)
class RankedMatch:
    """One match: who took part, and how they ended. Partners are of the same entrant."""

    cluster: int
    """Equal for matches that are not independent: those of a seed."""
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


def wins_of(match: RankedMatch, count: int) -> Wins:
    """Return who has beaten whom in a match; each pair of entrants has a total weight of one.

    If several seats of one entrant play against another, they share that weight.
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


def strengths(wins: Wins, *, most: int = 10_000) -> npt.NDArray[np.float64]:
    """Return the logarithms of the most likely strengths given the wins; their mean is 0.

    By minorisation-maximisation (Hunter 2004), which converges from anywhere.

    Parameters
    ----------
    wins
        Who has beaten whom, and how often, in the last two dimensions; other dimensions are
        independent tables.
    most
        Maximal number of steps.
    """
    matches = wins + np.swapaxes(wins, -1, -2)
    won = wins.sum(axis=-1)
    strength = np.ones(won.shape)
    for _ in range(most):
        sums = strength[..., :, None] + strength[..., None, :]
        better = won / np.maximum((matches / sums).sum(axis=-1), 1e-300)
        better = np.where(won > 0, better, 1e-12)
        better /= np.exp(np.mean(np.log(better), axis=-1, keepdims=True))
        settled = np.max(np.abs(np.log(better) - np.log(strength))) < 1e-10
        strength = better
        if settled:
            break
    logs: npt.NDArray[np.float64] = np.log(strength)
    return logs


def ratings(
    matches: Iterable[RankedMatch], count: int, *, resamples: int = RESAMPLES, seed: int = 0
) -> list[Rating]:
    """Return the rating of every entrant with its 95 % interval.

    Clusters are reweighted, and so are the credits of pairs, as if these had been played in a
    cluster of the usual size: the rating of an entrant that has won everything is not known
    exactly. Reweighting underestimates the effect of having few clusters, so the interval is
    widened like that of a share (Korn and Graubard 1998).

    Parameters
    ----------
    count
        Number of entrants.
    resamples
        How often clusters are reweighted, each with all its matches.
    seed
        Of the weights; equal seeds give equal intervals.
    """
    by_cluster: dict[int, Wins] = {}
    played = 0
    for match in matches:
        played += 1
        by_cluster.setdefault(match.cluster, np.zeros((count, count)))
        by_cluster[match.cluster] += wins_of(match, count)
    parts = np.array([by_cluster[key] for key in sorted(by_cluster)])
    comparisons = parts + parts.transpose(0, 2, 1)
    met = (comparisons > 0).sum(axis=0)
    usual = comparisons.sum(axis=0) / np.maximum(met, 1)
    pairs = max(1, int(np.count_nonzero(met)) // 2)
    prior = PRIOR * min(1.0, (count - 1) / pairs)
    fitted = strengths(parts.sum(axis=0) + prior * (met > 0)) * POINTS
    rng = np.random.default_rng(seed)
    weights = rng.standard_exponential((resamples, len(parts)))
    credits = usual * rng.standard_gamma(prior, (resamples, count, count))
    again = strengths(np.tensordot(weights, parts, 1) + credits, most=_STEPS) * POINTS
    low, high = np.percentile(again, (2.5, 97.5), axis=0)
    if len(parts) > 1:
        more = wider(played, len(parts))
        low, high = fitted + more * (low - fitted), fitted + more * (high - fitted)
    return [
        Rating(points, min(points, lower), max(points, upper))
        for points, lower, upper in zip(fitted.tolist(), low.tolist(), high.tolist(), strict=True)
    ]


def expected(one: float, other: float) -> float:
    """Return the share that one rating wins against another."""
    return 1 / (1 + 10 ** ((other - one) / 400))


def order(found: Sequence[Rating]) -> list[int]:
    """Return the entrants from the strongest to the weakest."""
    return sorted(range(len(found)), key=lambda index: -found[index].points)
