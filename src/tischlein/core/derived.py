"""Compiled hooks as they are derived for games that leave them out.

These are templates over a state's record; ``kernels`` makes them a game's.
"""

from __future__ import annotations

from typing import Any

from tischlein.core.kernel import Rng, below
from tischlein.core.state import Ints

scores: Any = None
"""A free name of :func:`ranking`, bound to a game's."""


def chance(state: Any, outcomes: Ints, weights: Ints) -> int:
    """Write nothing: there is no chance."""
    return 0


def ranking(state: Any, out: Ints) -> None:
    """Give every seat the number of seats with a higher score as its rank."""
    scores(state, out)
    seats = state.seats
    reached = out[:seats].copy()
    for seat in range(seats):
        rank = 0
        for other in range(seats):
            if reached[other] > reached[seat]:
                rank += 1
        out[seat] = rank


def observe(state: Any, seat: int) -> None:
    """Hide nothing."""


def determinize(state: Any, seat: int, rng: Rng) -> None:
    """Fill in nothing."""


def evaluate(state: Any, seat: int) -> int:
    """Have no opinion."""
    return 0


def prior(state: Any, seat: int, action: int) -> int:
    """Prefer no action."""
    return 0


def policy(state: Any, seat: int, actions: Ints, count: int, rng: Rng) -> int:
    """Choose any action, each alike."""
    return actions[below(rng, count)]  # type: ignore[no-any-return]  # an element of an array
