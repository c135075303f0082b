"""A sequential test: it uses as many matches as a comparison needs to be decided, and no more."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["better", "not better", "undecided"]

_LEAST = sys.float_info.min
"""Stands for zero, which has no logarithm."""
_SUPPOSED = 2
"""Number of values assumed to have varied like wins and losses, before any has been seen."""
_MOST_STAKED = 0.7
"""The share of the stakes that the worst value may cost, beyond what it costs in Wald's test."""


@dataclass(frozen=True)
class Test:
    """A test by betting of a mean from 0 to 1: is it more than ``none``, or less than ``least``?

    Two gamblers bet on each value before it is seen: one against a mean of at most ``none``, the
    other against one of at least ``least``. If that is the true mean, the bet is at best a fair
    one, so the chance ever to multiply the stakes by 20 is at most 5 % (Ville 1939, Shafer 2021).
    That holds for every distribution, however many values are balanced, and however often one
    looks: no variance must be estimated well, and nothing requires a long comparison. The stakes
    follow from the variance so far (Waudby-Smith and Ramdas 2024); for wins and losses these are
    the likelihood ratios of Wald's test (1945).

    A value has to be independent of the others: the mean of all rotations of a seed. If the true
    mean is between ``none`` and ``least``, either verdict is right.

    >>> from tischlein.lab.sequential import Test
    >>> test = Test(none=0.5, least=0.6)
    >>> test.verdict([0.5, 1.0, 0.5, 0.0])
    'undecided'
    >>> test.verdict([1.0, 1.0, 0.5, 1.0] * 10)
    'better'
    """

    __test__ = False  # not a pytest class

    none: float = 0.5
    """The mean if there is no effect."""
    least: float = 0.55
    """The mean that would be worthwhile."""
    alpha: float = 0.05
    """Greatest probability of taking a mean of ``none`` or less for more."""
    beta: float = 0.05
    """Greatest probability of taking a mean of ``least`` or more for less."""

    def verdict(self, values: Sequence[float]) -> Verdict:
        """Return what can be said after these values, in the order in which they came.

        The first decision stands, whatever comes after it.
        """
        more, less = _Gambler(self.none, self.least), _Gambler(1 - self.least, 1 - self.none)
        for value in values:
            more.see(value)
            less.see(1 - value)
            if more.gained >= -math.log(self.alpha):
                return "better"
            if less.gained >= -math.log(self.beta):
                return "not better"
        return "undecided"


class _Gambler:
    """Bets against a mean of at most ``none``, in the way that pays best if it is ``least``."""

    def __init__(self, none: float, least: float) -> None:
        self.gained = 0.0
        """The logarithm of the factor by which the stakes have grown."""
        self._none = none
        middle = (none + least) / 2
        self._count = _SUPPOSED
        self._sum = self._squares = _SUPPOSED * middle
        self._duel = (least - none) / (max(none, _LEAST) * (1 - none))
        """The bet for wins and losses, which makes the likelihood ratio."""
        self._most = max(_MOST_STAKED / max(none, _LEAST), self._duel)

    def see(self, value: float) -> None:
        """Gain or lose by a value."""
        bet = min(self._duel / self._scatter(), self._most)
        self.gained += math.log(max(1 + bet * (value - self._none), _LEAST))
        self._count += 1
        self._sum += value
        self._squares += value * value

    def _scatter(self) -> float:
        """Return the variance so far as a share of that of wins and losses with the same mean."""
        mean = self._sum / self._count
        return (self._squares / self._count - mean * mean) / (mean * (1 - mean))
