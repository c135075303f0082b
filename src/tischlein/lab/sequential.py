"""A sequential test: how many matches does it take until a comparison is decided, and no more?"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["better", "not better", "undecided"]

_LEAST = sys.float_info.min
"""Stands for nothing, which has no logarithm."""


@dataclass(frozen=True)
class Test:
    """Wald's test (1945) of a mean from 0 to 1: is it ``least`` at least, or ``none`` at most?

    The likelihood ratio is that of a share (binomial); how much less the values scatter than wins
    and losses do is estimated from them (a quasi-likelihood, Wedderburn 1974). What is added at
    once should be the mean of all rotations of a seed. Were the variance alone estimated, whoever
    has begun badly at a large table would be turned down too often: few wins scatter little, too.

    >>> from tischlein.lab.sequential import Test
    >>> test = Test(none=0.5, least=0.6)
    >>> test.verdict([0.5, 1.0, 0.5, 0.0])
    'undecided'
    >>> test.verdict([1.0, 1.0, 0.5, 1.0] * 10)
    'better'
    """

    __test__ = False  # no test of pytest's

    none: float = 0.5
    """What one would expect if there were nothing in it."""
    least: float = 0.55
    """What would be worth having."""
    alpha: float = 0.05
    """How often what is not better may be taken for better."""
    beta: float = 0.05
    """How often what is better may be taken for not better."""
    fewest: int = 30
    """Values before which nothing is decided: a variance must have shown itself. With 8 the errors
    are twice those that ``alpha`` and ``beta`` allow."""

    def ratio(self, values: list[float]) -> float:
        """Return the logarithm of the likelihood ratio."""
        count = len(values)
        if count < 2:
            return 0.0
        centre = sum(values) / count
        # One value at each supposition: no variance is so small as never to have been seen.
        seen = [*values, self.none, self.least]
        middle = sum(seen) / len(seen)
        variance = sum((value - middle) ** 2 for value in seen) / len(seen)
        scatter = variance / (middle * (1 - middle))
        won = math.log(self.least / max(self.none, _LEAST))
        not_won = math.log(max(1 - self.least, _LEAST) / (1 - self.none))
        return count * (centre * won + (1 - centre) * not_won) / scatter

    def verdict(self, values: list[float]) -> Verdict:
        """Return what can be said after these values, in the order in which they came.

        The first decision stands, whatever comes after it.
        """
        upper = math.log((1 - self.beta) / self.alpha)
        lower = math.log(self.beta / (1 - self.alpha))
        for count in range(self.fewest, len(values) + 1):
            ratio = self.ratio(values[:count])
            if ratio >= upper:
                return "better"
            if ratio <= lower:
                return "not better"
        return "undecided"
