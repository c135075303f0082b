"""Breaking ties: a player that always took the first option would always play the same match."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tischlein.core.kernel import Rng, below
from tischlein.core.state import Ints

ROUNDING = 1e-9
"""Up to this difference, sums of fractions count as equal."""


def any_best(values: npt.ArrayLike, rng: Rng) -> int:
    """Return the index of the greatest value; of equal ones, any.

    >>> from tischlein.core.kernel import new_rng
    >>> from tischlein.search.ties import any_best
    >>> rng = new_rng(1)
    >>> sorted({any_best([3, 1, 3], rng) for _ in range(20)})
    [0, 2]
    """
    known = np.asarray(values)
    best = np.flatnonzero(known >= known.max() - ROUNDING)
    return int(best[below(rng, len(best))])


def shuffled(count: int, rng: Rng) -> Ints:
    """Return the numbers below ``count`` in random order."""
    order = np.arange(count)
    for left in range(count, 1, -1):
        other = below(rng, left)
        order[[left - 1, other]] = order[[other, left - 1]]
    return order
