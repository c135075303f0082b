"""Estimates with their intervals: shares and means over matches that share seeds.

Matches played with one seed in several rotations are not independent, so everything here takes a
*cluster* for every value: the seed. All intervals are at 95 % unless another level is given.
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
CLEAR = 0.05
"""A corrected p-value below this is reported as a finding."""
_NORMAL = NormalDist()


@dataclass(frozen=True)
class Estimate:
    """An estimated number with its interval."""

    value: float
    low: float
    high: float
    count: int
    """Values behind it: matches, unless it is a share of decisions, or of seats."""
    p: float = math.nan
    """The p-value, from :data:`LEAST_P` to 1.

    That is the probability of a value at least as far from the assumed one if the assumption holds;
    NaN if it is undefined.
    """

    def _no_interval(self) -> str:
        why = "one example" if self.count == 1 else "all go alike"
        return f"no interval: {why}"

    def percent(self) -> str:
        """Return the estimate as a share in words: ``53.1 % (51.8 to 54.4)``."""
        if not math.isfinite(self.high - self.low):
            return f"{100 * self.value:z.1f} % ({self._no_interval()})"
        value, low, high = (100 * number for number in (self.value, self.low, self.high))
        return f"{value:z.1f} % ({low:z.1f} to {high:z.1f})"

    def points(self) -> str:
        """Return the estimate as a difference of shares in words: ``+3.1 points (1.8 to 4.4)``."""
        if not math.isfinite(self.high - self.low):
            return f"{100 * self.value:+z.1f} points ({self._no_interval()})"
        value, low, high = (100 * number for number in (self.value, self.low, self.high))
        return f"{value:+z.1f} points ({low:+z.1f} to {high:+z.1f})"

    def __str__(self) -> str:
        """Return ``12.3 (11.9 to 12.7)``, with as many digits as are significant."""
        if not math.isfinite(self.high - self.low):
            return f"{self.value:.4g} ({self._no_interval()})"
        digits = _digits(self.high - self.low)
        return f"{self.value:z.{digits}f} ({self.low:z.{digits}f} to {self.high:z.{digits}f})"


def p_words(p: float) -> str:
    """Return a p-value in words; a dash if there is none."""
    if math.isnan(p):
        return "–"
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def rounded_p(p: float) -> float | None:
    """Return a p-value for programs: four significant digits, so never 0; None if there is none.

    A p-value of 0 would mean impossibility, which no sample can show.
    """
    return float(f"{p:.4g}") if math.isfinite(p) else None


def figure(number: float, digits: int = 4) -> float | None:
    """Return a number for programs, rounded; None if not finite, which JSON cannot express."""
    return round(number, digits) if math.isfinite(number) else None


def estimate_data(found: Estimate) -> dict[str, float | None]:
    """Return an estimate for programs: ``value``, ``low``, ``high``, ``p`` and ``count``."""
    numbers = {"value": found.value, "low": found.low, "high": found.high}
    data = {name: figure(number) for name, number in numbers.items()}
    return data | {"p": rounded_p(found.p), "count": found.count}


def _digits(width: float) -> int:
    if not math.isfinite(width) or width <= 0:
        return 1
    return max(0, min(4, 1 - math.floor(math.log10(width))))


def wilson(rate: float, matches: float, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of a rate (Wilson 1927); shared wins make it slightly too wide."""
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

    That is the number of independent matches with the same information (Kish 1965), but at most the
    real number: rotations of one seed may be worth fewer matches, and where they seem to be worth
    more, this is ignored. The fewer clusters there are, the less it counts (Korn and Graubard
    1998).

    Parameters
    ----------
    clusters
        The seed of each value; by default all are independent.
    fair
        The share assumed for ``p``; there is no ``p`` with fewer than :data:`ALIKE` clusters.
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
    effective = count if variance <= 0 else min(count, rate * (1 - rate) / variance)
    return max(1.0, effective / wider(count, groups) ** 2)


def wider(count: int, groups: int) -> float:
    """Return the factor by which an interval is wider if values come from few independent groups.

    Both numbers are at least two (Korn and Graubard 1998).
    """
    half = (1 + LEVEL) / 2
    return student_quantile(half, groups - 1) / student_quantile(half, count - 1)


def _variance(found: Values, clusters: Any) -> float:
    """Return the variance of a mean whose values are dependent within clusters."""
    _, where = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(where, found - np.mean(found))
    groups = len(sums)
    if groups < 2:
        return math.inf
    return float(groups / (groups - 1) * np.sum(sums**2) / len(found) ** 2)


ALIKE = 6
"""The least number of clusters that are evidence if all agree.

If each were equally likely to go either way, that many would all agree by luck in 3 % of cases (the
sign test).
"""
LEAST_P = 1e-15
"""Lower limit of p-values: floating point cannot tell smaller probabilities apart."""
_ROUNDING = 1e-12
"""Relative errors below this come from floating-point arithmetic."""
UNBOUNDED = (-math.inf, math.inf)
AT_LEAST_NOTHING = (0.0, math.inf)
"""Bounds of counts."""
WITHIN = (0.0, 1.0)
"""Bounds of shares."""
APART = (-1.0, 1.0)
"""Bounds of differences of shares."""


def mean(
    values: Sequence[float] | Values,
    clusters: Any = None,
    supposed: float = math.nan,
    *,
    bounds: tuple[float, float] = UNBOUNDED,
) -> Estimate:
    """Return a mean with Student's interval, treating clusters as independent.

    Parameters
    ----------
    clusters
        The seed of each value; by default all are independent.
    supposed
        The mean assumed for ``p``, which is below 0.05 exactly if the interval excludes it. If all
        clusters agree, ``p`` is that of the sign test, and there is none with fewer than
        :data:`ALIKE` of them.
    bounds
        Bounds of every value, to which the interval is limited.
    """
    found = np.asarray(values, np.float64)
    count = len(found)
    if count == 0:
        return Estimate(math.nan, -math.inf, math.inf, 0)
    centre = float(np.mean(found))
    keys = np.arange(count) if clusters is None else np.asarray(clusters)
    groups = len(np.unique(keys))
    error = _beyond_rounding(math.sqrt(_variance(found, keys)), found)
    return _within(bounds, _with_error(centre, error, groups, count, supposed))


def _within(bounds: tuple[float, float], found: Estimate) -> Estimate:
    """Return an estimate with its interval limited to possible values."""
    least, most = bounds
    return replace(found, low=max(found.low, least), high=min(found.high, most))


def _beyond_rounding(error: float, values: Values) -> float:
    """Return an error, or 0 if it is no larger than floating-point noise."""
    return error if error > _ROUNDING * float(np.max(np.abs(values))) else 0.0


def _with_error(value: float, error: float, groups: int, count: int, supposed: float) -> Estimate:
    """Return an estimate whose standard error comes from this many independent groups."""
    if groups < 2:
        return Estimate(value, -math.inf, math.inf, count)
    half = student_quantile((1 + LEVEL) / 2, groups - 1) * error
    away = value - supposed
    if math.isnan(away):
        p = math.nan
    elif error > 0:
        p = student_tails(away / error, groups - 1)
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
    """Return the mean of one sample minus that of another; ``p`` assumes that they are equal.

    The variance is that of the sum of each cluster's contribution to the difference (Liang and
    Zeger 1986), so it is right for samples that share all clusters, none, or some: whatever moves
    both means together cancels out, whatever moves one at the other's cost counts twice. The
    degrees of freedom are those of the sample with fewer clusters, which is conservative (Hsu
    1938).

    Parameters
    ----------
    one, other
        Values, and the cluster of each; equal numbers are the same cluster in both samples.
    bounds
        Bounds of differences, to which the interval is limited.
    """
    parts: dict[int, float] = {}
    groups = []
    for sign, (values, clusters) in ((1, one), (-1, other)):
        keys, where = np.unique(clusters, return_inverse=True)
        groups.append(len(keys))
        missing = len(keys) / max(1, len(keys) - 1)  # one degree of freedom is the mean's
        sums = np.bincount(where, values - np.mean(values)) / len(values)
        for key, part in zip(keys.tolist(), (math.sqrt(missing) * sums).tolist(), strict=True):
            parts[key] = parts.get(key, 0.0) + sign * part
    error = math.hypot(*parts.values())
    both = np.concatenate([one[0], other[0]])
    away = float(np.mean(one[0]) - np.mean(other[0]))
    return _within(
        bounds, _with_error(away, _beyond_rounding(error, both), min(groups), len(both), 0.0)
    )


def difference_of_shares(one: tuple[Values, Clusters], other: tuple[Values, Clusters]) -> Estimate:
    """Return one sample's share of wins minus that of another; ``p`` assumes that they are equal.

    This is :func:`difference`, whose interval would miss the truth every other time with few seeds
    and shares near 0 or 1: what has not been seen in eight matches may still happen. The intervals
    of both shares allow for that, so the interval made from them (Newcombe 1998, method 10) is
    included as well.
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
    """Return the reliable correlation of two samples' means due to shared clusters.

    It is computed with one cluster less than there are: if a few agree in everything, not all need
    do so.
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
    """Return the probability of a normal deviate at least this far from zero."""
    return max(LEAST_P, 2 * _NORMAL.cdf(-abs(z)))


def holm(ps: Sequence[float], asked: Sequence[Hashable] | None = None) -> list[float]:
    """Return p-values corrected for their number (Holm 1979); values that are NaN stay out.

    Parameters
    ----------
    ps
        The p-values, each from 0 to 1, or NaN.
    asked
        The question behind each, if some of them are the same: how often one side of a duel wins
        follows from how often the other one does, so both count once, with the lesser p-value.
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
def student_quantile(probability: float, freedom: int) -> float:
    """Return the quantile of Student's distribution, by bisection.

    Parameters
    ----------
    probability
        Above 0.5 and below 1.
    freedom
        Degrees, at least 1.
    """
    tails = 2 * (1 - probability)
    low, high = 0.0, 1.0
    while student_tails(high, freedom) > tails:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in (low, high):
        if student_tails(middle, freedom) > tails:
            low = middle
        else:
            high = middle
    return high


def student_tails(t: float, freedom: int) -> float:
    """Return the probability of being at least this far from zero in Student's distribution.

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
    # Each summand is its predecessor times the square of the cosine and 2n/(2n+1) or (2n-1)/2n.
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
