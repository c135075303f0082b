"""Estimates with their intervals: shares and means of matches that share seeds.

Matches that are played with one seed in several rotations are not independent, so everything here
takes a *cluster* for every value: the seed. All intervals are at 95 % unless another is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]
Clusters = npt.NDArray[np.int64]

LEVEL = 0.95
_NORMAL = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """A number that was estimated, and between what it lies."""

    value: float
    low: float
    high: float
    count: int
    """Matches behind it."""
    p: float = math.nan
    """How likely something at least as far from what was supposed is, if the supposition holds."""

    def percent(self) -> str:
        """Return it as a share in words: ``53.1 % (51.8 to 54.4)``."""
        if not math.isfinite(self.high - self.low):
            return f"{100 * self.value:.1f} % (no interval: all go alike)"
        value, low, high = (100 * number for number in (self.value, self.low, self.high))
        return f"{value:.1f} % ({low:.1f} to {high:.1f})"

    def points(self) -> str:
        """Return a difference of shares in words: ``+3.1 points (1.8 to 4.4)``."""
        if not math.isfinite(self.high - self.low):
            return f"{100 * self.value:+.1f} points (no interval)"
        value, low, high = (100 * number for number in (self.value, self.low, self.high))
        return f"{value:+.1f} points ({low:+.1f} to {high:+.1f})"

    def __str__(self) -> str:
        """Return ``12.3 (11.9 to 12.7)``, with as many digits as tell something."""
        if not math.isfinite(self.high - self.low):
            return f"{self.value:.4g} (no interval: all go alike)"
        digits = _digits(self.high - self.low)
        return f"{self.value:.{digits}f} ({self.low:.{digits}f} to {self.high:.{digits}f})"


def _digits(width: float) -> int:
    if not math.isfinite(width) or width <= 0:
        return 1
    return max(0, min(4, 1 - math.floor(math.log10(width))))


def wilson(rate: float, matches: float, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of a rate (Wilson 1927); shared wins make it a little too wide."""
    if matches <= 0:
        return 0.0, 1.0
    z = _NORMAL.inv_cdf((1 + level) / 2)
    square = z * z
    centre = (rate + square / (2 * matches)) / (1 + square / matches)
    spread = rate * (1 - rate) / matches + square / (4 * matches * matches)
    half = z * math.sqrt(spread) / (1 + square / matches)
    return max(centre - half, 0.0), min(centre + half, 1.0)


def share(
    values: Sequence[float] | Values, clusters: Any = None, fair: float = math.nan
) -> Estimate:
    """Return a mean of values from 0 to 1 with Wilson's interval at the effective sample size.

    That is the number of independent matches that would tell as much (Kish 1965), never more than
    there are: rotations of one seed may tell less than so many matches, and where they seem to tell
    more, nothing is made of it.

    Parameters
    ----------
    clusters
        The seed of each value; by default all are independent.
    fair
        The share that is supposed for ``p``.
    """
    found = np.asarray(values, np.float64)
    count = len(found)
    if count == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    rate = float(np.mean(found))
    effective = _effective(found, rate, clusters)
    low, high = wilson(rate, effective)
    p = math.nan
    if 0 < fair < 1:
        p = two_sided((rate - fair) / math.sqrt(fair * (1 - fair) / effective))
    return Estimate(rate, low, high, count, p)


def _effective(found: Values, rate: float, clusters: Any) -> float:
    count = len(found)
    if clusters is None:
        return count
    if not 0 < rate < 1:
        return len(np.unique(np.asarray(clusters)))
    variance = _variance(found, clusters)
    return count if variance <= 0 else max(1.0, min(count, rate * (1 - rate) / variance))


def _variance(found: Values, clusters: Any) -> float:
    """Return the variance of a mean whose values are dependent within clusters."""
    _, where = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(where, found - np.mean(found))
    groups = len(sums)
    if groups < 2:
        return math.inf
    return float(groups / (groups - 1) * np.sum(sums**2) / len(found) ** 2)


def mean(
    values: Sequence[float] | Values, clusters: Any = None, supposed: float = math.nan
) -> Estimate:
    """Return a mean with the interval of Student's distribution, clusters being independent."""
    found = np.asarray(values, np.float64)
    count = len(found)
    if count == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    centre = float(np.mean(found))
    keys = np.arange(count) if clusters is None else np.asarray(clusters)
    groups = len(np.unique(keys))
    if groups < 2:
        return Estimate(centre, -math.inf, math.inf, count)
    error = math.sqrt(_variance(found, keys))
    half = student((1 + LEVEL) / 2, groups - 1) * error
    p = math.nan
    if not math.isnan(supposed):
        away = centre - supposed
        p = two_sided(away / error) if error > 0 else float(away == 0)
    return Estimate(centre, centre - half, centre + half, count, p)


def difference(one: tuple[Values, Clusters], other: tuple[Values, Clusters]) -> Estimate:
    """Return the mean of one sample less that of another, paired wherever they share clusters."""
    left, right = _by_cluster(*one), _by_cluster(*other)
    both = sorted(left.keys() & right.keys())
    if len(both) == len(left) == len(right):
        return mean([left[key] - right[key] for key in both], supposed=0.0)
    first, second = mean(one[0], one[1]), mean(other[0], other[1])
    away = first.value - second.value
    halves = [first.high - first.value, second.high - second.value]
    half = math.hypot(*halves)
    count = first.count + second.count
    z = _NORMAL.inv_cdf((1 + LEVEL) / 2)
    p = two_sided(away / (half / z)) if half > 0 else float(away == 0)
    return Estimate(away, away - half, away + half, count, p)


def _by_cluster(values: Values, clusters: Clusters) -> dict[int, float]:
    keys, where = np.unique(clusters, return_inverse=True)
    means = np.bincount(where, values) / np.bincount(where)
    return dict(zip(keys.tolist(), means.tolist(), strict=True))


def two_sided(z: float) -> float:
    """Return how likely a normal deviate at least so far from zero is."""
    return 2 * _NORMAL.cdf(-abs(z))


def holm(ps: Sequence[float], asked: Sequence[Hashable] | None = None) -> list[float]:
    """Return p-values corrected for being many (Holm 1979); what is no number stays out.

    Parameters
    ----------
    ps
        What was found, each from 0 to 1, or no number.
    asked
        What was asked each time, if some of it is the same question: how often one side of a duel
        wins is told by how often the other one does, so both count once, with the least of theirs.
    """
    questions = range(len(ps)) if asked is None else asked
    least: dict[Hashable, float] = {}
    for p, question in zip(ps, questions, strict=True):
        if not math.isnan(p):
            least[question] = min(p, least.get(question, 1.0))
    corrected: dict[Hashable, float] = {}
    largest = 0.0
    for rank, question in enumerate(sorted(least, key=lambda one: least[one])):
        largest = max(largest, min(1.0, (len(least) - rank) * least[question]))
        corrected[question] = largest
    return [
        p if math.isnan(p) else corrected[question]
        for p, question in zip(ps, questions, strict=True)
    ]


def student(probability: float, freedom: int) -> float:
    """Return the quantile of Student's distribution (Hill 1970, algorithm 396).

    Parameters
    ----------
    probability
        Above 0.5.
    freedom
        Degrees, at least 1.
    """
    tails = 2 * (1 - probability)
    if freedom == 1:
        return 1 / math.tan(tails * math.pi / 2)
    if freedom == 2:
        return math.sqrt(2 / (tails * (2 - tails)) - 2)
    n = float(freedom)
    a = 1 / (n - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * n
    y = (d * tails) ** (2 / n)
    if y > 0.05 + a:
        x = _NORMAL.inv_cdf(tails / 2)
        y = x * x
        if freedom < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y * y)
    else:
        y = (
            (1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1
        ) * (n + 1) / (n + 2) + 1 / y
    return math.sqrt(n * y)
