"""Bandits (UCB1, Auer, Cesa-Bianchi and Fischer 2002) at the nodes of a search tree.

A node's children are adjacent: rows ``first`` to ``first + size - 1`` of two tables, one of whole
numbers that begins with the columns ``ACTION`` and ``VISITS``, and one of values.
"""

from __future__ import annotations

import numpy as np

from tischlein.core.kernel import Rng, below, kernel
from tischlein.core.state import Ints, Reals
from tischlein.search.result import SearchResult

ACTION, VISITS, COLUMNS = range(3)
MEAN, WIDTH = range(2)
"""Columns of the values: a child's mean payoff, and the width of its confidence interval."""


@kernel
def draw_untried(children: Ints, first: int, size: int, tried: int, rng: Rng) -> int:
    """Return a child drawn from those after the first ``tried``, moved to follow them."""
    child = first + tried
    other = child + below(rng, size - tried)
    action = children[other, ACTION]
    children[other, ACTION] = children[child, ACTION]
    children[child, ACTION] = action
    return child


@kernel
def highest_bound(values: Reals, first: int, size: int, curiosity: float) -> int:
    """Return the child with the highest upper confidence bound; of equal ones, the first."""
    child = first
    best = values[first, MEAN] + curiosity * values[first, WIDTH]
    for other in range(first + 1, first + size):
        bound = values[other, MEAN] + curiosity * values[other, WIDTH]
        if bound > best:
            best = bound
            child = other
    return child


@kernel
def learn(children: Ints, values: Reals, child: int, payoff: float) -> None:
    """Update a child with the payoff of a visit, as seen by the seat that chose it."""
    visits = children[child, VISITS] + 1
    children[child, VISITS] = visits
    values[child, MEAN] += (payoff - values[child, MEAN]) / visits
    values[child, WIDTH] = 1.0 / np.sqrt(visits)


def most_visited(
    children: Ints, values: Reals, first: int, size: int, simulations: int
) -> SearchResult:
    """Return the most visited child; of equal ones, the one with the higher mean."""
    rows = range(first, first + size)
    best = max(rows, key=lambda row: (children[row, VISITS], values[row, MEAN]))
    return SearchResult(
        action=int(children[best, ACTION]),
        value=float(values[best, MEAN]),
        nodes=simulations,
        visits={int(children[row, ACTION]): int(children[row, VISITS]) for row in rows},
    )
