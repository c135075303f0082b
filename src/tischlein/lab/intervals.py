"""Estimates with their intervals: shares and means of matches that share seeds.

Matches that are played with one seed in several rotations are not independent, so everything here
takes a *cluster* for every value: the seed. All intervals are at 95 % unless another is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache
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
    """Values behind it: matches, unless it is a share of decisions, or of seats."""
    p: float = math.nan
    """How likely something at least as far from what was supposed is, if the supposition holds:
    from :data:`LEAST_P` to 1; no number where nothing can be said of that."""

    def _no_interval(self) -> str:
        why = "one example" if self.count == 1 else "all go alike"
        return f"no interval: {why}"

    def percent(self) -> str:
        """Return it as a share in words: ``53.1 % (51.8 to 54.4)``."""
        if not math.isfinite(self.high - self.low):
            return f"{100 * self.value:z.1f} % ({self._no_interval()})"
        value, low, high = (100 * number for number in (self.value, self.low, self.high))
        return f"{value:z.1f} % ({low:z.1f} to {high:z.1f})"

    def points(self) -> str:
        """Return a difference of shares in words: ``+3.1 points (1.8 to 4.4)``."""
        if not math.isfinite(self.high - self.low):
            return f"{100 * self.value:+z.1f} points ({self._no_interval()})"
        value, low, high = (100 * number for number in (self.value, self.low, self.high))
        return f"{value:+z.1f} points ({low:+z.1f} to {high:+z.1f})"

    def __str__(self) -> str:
        """Return ``12.3 (11.9 to 12.7)``, with as many digits as tell something."""
        if not math.isfinite(self.high - self.low):
            return f"{self.value:.4g} ({self._no_interval()})"
        digits = _digits(self.high - self.low)
        return f"{self.value:z.{digits}f} ({self.low:z.{digits}f} to {self.high:z.{digits}f})"


def p_words(p: float) -> str:
    """Return a p-value in words; a dash where there is none."""
    if math.isnan(p):
        return "–"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def p_figure(p: float) -> float | None:
    """Return a p-value for programs: four digits that count, so never 0; None where there is none.

    A p-value of 0 would say that something cannot be, which nothing that is sampled shows.
    """
    return float(f"{p:.4g}") if math.isfinite(p) else None


def figure(number: float, digits: int = 4) -> float | None:
    """Return a number for programs, rounded; None where there is none, which JSON cannot say."""
    return round(number, digits) if math.isfinite(number) else None


def figures(found: Estimate) -> dict[str, float | None]:
    """Return an estimate for programs: ``value``, ``low``, ``high``, ``p`` and ``count``."""
    numbers = {"value": found.value, "low": found.low, "high": found.high}
    told = {name: figure(number) for name, number in numbers.items()}
    return told | {"p": p_figure(found.p), "count": found.count}


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
    more, nothing is made of it. The fewer clusters have shown it, the less it counts (Korn and
    Graubard 1998).

    Parameters
    ----------
    clusters
        The seed of each value; by default all are independent.
    fair
        The share that is supposed for ``p``; there is none with fewer than :data:`ALIKE` clusters.
    """
    found = np.asarray(values, np.float64)
    count = len(found)
    if count == 0:
        return Estimate(math.nan, 0.0, 1.0, 0)
    rate = float(np.mean(found))
    groups = count if clusters is None else len(np.unique(np.asarray(clusters)))
    effective = _effective(found, rate, clusters, groups)
    low, high = wilson(rate, effective)
    p = math.nan
    if 0 < fair < 1 and groups >= ALIKE:
        p = two_sided((rate - fair) / math.sqrt(fair * (1 - fair) / effective))
    return Estimate(rate, low, high, count, p)


def _effective(found: Values, rate: float, clusters: Any, groups: int) -> float:
    count = len(found)
    if clusters is None:
        return count
    if not 0 < rate < 1:
        return groups
    if groups < 2:
        return 1.0
    variance = _variance(found, clusters)
    told = count if variance <= 0 else min(count, rate * (1 - rate) / variance)
    return max(1.0, told / wider(count, groups) ** 2)


def wider(count: int, groups: int) -> float:
    """Return by how much an interval is wider as so many values are of so few independent groups.

    Both are two at least (Korn and Graubard 1998).
    """
    half = (1 + LEVEL) / 2
    return student(half, groups - 1) / student(half, count - 1)


def _variance(found: Values, clusters: Any) -> float:
    """Return the variance of a mean whose values are dependent within clusters."""
    _, where = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(where, found - np.mean(found))
    groups = len(sums)
    if groups < 2:
        return math.inf
    return float(groups / (groups - 1) * np.sum(sums**2) / len(found) ** 2)


ALIKE = 6
"""So many clusters that all say the same are evidence: that as many go one way by luck alone, each
being as likely to go the other, happens in 3 % of cases (the sign test)."""
LEAST_P = 1e-15
"""P-values are no less: floating point does not tell apart what is less likely."""
_ROUNDING = 1e-12
"""Errors smaller than this beside the values come from computing with floating point."""
UNBOUNDED = (-math.inf, math.inf)
AT_LEAST_NOTHING = (0.0, math.inf)
"""Between what counts lie."""
WITHIN = (0.0, 1.0)
"""Between what shares lie."""
APART = (-1.0, 1.0)
"""Between what differences of shares lie."""


def mean(
    values: Sequence[float] | Values,
    clusters: Any = None,
    supposed: float = math.nan,
    *,
    bounds: tuple[float, float] = UNBOUNDED,
) -> Estimate:
    """Return a mean with the interval of Student's distribution, clusters being independent.

    Parameters
    ----------
    clusters
        The seed of each value; by default all are independent.
    supposed
        The mean that is supposed for ``p``, which is below 0.05 just when the interval leaves it
        out. Where all clusters say the same, ``p`` is that of the sign test, and there is none with
        fewer than :data:`ALIKE` of them.
    bounds
        Between what every value lies: so does the interval.
    """
    found = np.asarray(values, np.float64)
    count = len(found)
    if count == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    centre = float(np.mean(found))
    keys = np.arange(count) if clusters is None else np.asarray(clusters)
    groups = len(np.unique(keys))
    error = _beside(math.sqrt(_variance(found, keys)), found)
    return _within(bounds, _judged(centre, error, groups, count, supposed))


def _within(bounds: tuple[float, float], found: Estimate) -> Estimate:
    """Return an estimate whose interval leaves out what cannot be."""
    least, most = bounds
    return replace(found, low=max(found.low, least), high=min(found.high, most))


def _beside(error: float, values: Values) -> float:
    """Return an error, or 0 if it is no more than what floating point has added."""
    return error if error > _ROUNDING * float(np.max(np.abs(values))) else 0.0


def _judged(value: float, error: float, groups: int, count: int, supposed: float) -> Estimate:
    """Return an estimate whose standard error is known from so many independent groups."""
    if groups < 2:
        return Estimate(value, -math.inf, math.inf, count)
    half = student((1 + LEVEL) / 2, groups - 1) * error
    away = value - supposed
    if math.isnan(away):
        p = math.nan
    elif error > 0:
        p = beyond(away / error, groups - 1)
    elif groups < ALIKE:
        p = math.nan
    else:
        alike = math.isclose(value, supposed, abs_tol=_ROUNDING)
        p = 1.0 if alike else max(LEAST_P, 2.0 ** (1 - groups))
    return Estimate(value, value - half, value + half, count, p)


def difference(
    one: tuple[Values, Clusters],
    other: tuple[Values, Clusters],
    *,
    bounds: tuple[float, float] = UNBOUNDED,
) -> Estimate:
    """Return the mean of one sample less that of another; ``p`` supposes that they are alike.

    The variance is that of the sum of what each cluster adds to the difference (Liang and Zeger
    1986), so it is right for samples that share all clusters, none, or some: what moves both means
    together counts for nothing, what moves one at the other's cost counts twice. Degrees of freedom
    are those of the sample with fewer clusters, which is careful (Hsu 1938).

    Parameters
    ----------
    one, other
        Values, and the cluster of each; equal numbers are the same cluster in both samples.
    bounds
        Between what differences lie: so does the interval.
    """
    parts: dict[int, float] = {}
    groups = []
    for sign, (values, clusters) in ((1, one), (-1, other)):
        keys, where = np.unique(clusters, return_inverse=True)
        groups.append(len(keys))
        missing = len(keys) / max(1, len(keys) - 1)  # of the degrees of freedom, one is the mean's
        sums = np.bincount(where, values - np.mean(values)) / len(values)
        for key, part in zip(keys.tolist(), (math.sqrt(missing) * sums).tolist(), strict=True):
            parts[key] = parts.get(key, 0.0) + sign * part
    error = math.hypot(*parts.values())
    both = np.concatenate([one[0], other[0]])
    away = float(np.mean(one[0]) - np.mean(other[0]))
    return _within(bounds, _judged(away, _beside(error, both), min(groups), len(both), 0.0))


def difference_of_shares(one: tuple[Values, Clusters], other: tuple[Values, Clusters]) -> Estimate:
    """Return the share that one sample wins less that of another; ``p`` supposes them alike.

    That is :func:`difference`, but with few seeds and shares near 0 or 1 its interval would leave
    the truth out every other time: what has not been seen in eight matches may still happen. The
    intervals of both shares know that, so what is made of them (Newcombe 1998, method 10) lies
    within the interval as well.
    """
    known = difference(one, other)
    if not math.isfinite(known.high - known.low):
        return _within(APART, known)
    mine, theirs = share(*one), share(*other)
    shared = _correlation(one, other)

    def reach(first: float, second: float) -> float:
        return math.sqrt(max(0.0, first**2 - 2 * shared * first * second + second**2))

    low = known.value - reach(mine.value - mine.low, theirs.high - theirs.value)
    high = known.value + reach(mine.high - mine.value, theirs.value - theirs.low)
    return _within(APART, replace(known, low=min(known.low, low), high=max(known.high, high)))


def _correlation(one: tuple[Values, Clusters], other: tuple[Values, Clusters]) -> float:
    """Return how the means of two samples surely move together because of clusters they share.

    By one cluster less than it seems: that a few agree in everything does not mean that all do.
    """
    keys = np.unique(np.concatenate([one[1], other[1]]))
    sums = [
        np.bincount(
            np.searchsorted(keys, clusters), (values - np.mean(values)) / len(values), len(keys)
        )
        for values, clusters in (one, other)
    ]
    together = float(np.sum(sums[0] * sums[1]))
    if together > 0:
        together = max(0.0, together - 1 / len(keys) ** 2)
    apart = math.sqrt(float(np.sum(sums[0] ** 2)) * float(np.sum(sums[1] ** 2)))
    return together / apart if apart > 0 else 0.0


def two_sided(z: float) -> float:
    """Return how likely a normal deviate at least so far from zero is."""
    return max(LEAST_P, 2 * _NORMAL.cdf(-abs(z)))


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


@cache
def student(probability: float, freedom: int) -> float:
    """Return the quantile of Student's distribution, by halving what it lies between.

    Parameters
    ----------
    probability
        Above 0.5 and below 1.
    freedom
        Degrees, at least 1.
    """
    tails = 2 * (1 - probability)
    low, high = 0.0, 1.0
    while beyond(high, freedom) > tails:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in (low, high):
        if beyond(middle, freedom) > tails:
            low = middle
        else:
            high = middle
    return high


def beyond(t: float, freedom: int) -> float:
    """Return how likely it is to be at least so far from zero in Student's distribution.

    By the sums that are exact for whole degrees of freedom (Abramowitz and Stegun 1964, 26.7.3 and
    26.7.4).

    Parameters
    ----------
    freedom
        Degrees, at least 1.
    """
    angle = math.atan(abs(t) / math.sqrt(freedom))
    square = math.cos(angle) ** 2
    odd = freedom % 2
    # Each summand is the one before it times the square of the cosine and 2n/(2n+1) or (2n-1)/2n.
    steps = np.arange(1, (freedom - odd) // 2, dtype=np.float64)
    factors = 2 * steps / (2 * steps + 1) if odd else (2 * steps - 1) / (2 * steps)
    total = 1 + float(np.sum(np.cumprod(factors * square)))
    if not odd:
        within = math.sin(angle) * total
    elif freedom == 1:
        within = 2 / math.pi * angle
    else:
        within = 2 / math.pi * (angle + math.sin(angle) * math.cos(angle) * total)
    return max(LEAST_P, 1 - within)
