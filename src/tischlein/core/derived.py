"""Default implementations of the compiled hooks that games leave out.

These are templates over a state's record; ``kernels`` binds them to a game.
"""

from __future__ import annotations

from typing import Any

from tischlein.core.kernel import Rng, below
from tischlein.core.seats import MAX_SEATS
from tischlein.core.state import Ints

_RANK_BITS = (MAX_SEATS - 1).bit_length()

scores: Any = None
"""A free name of :func:`ranking`, bound to a game's scores."""


def chance(state: Any, outcomes: Ints, weights: Ints) -> int:
    """Write nothing: there is no chance."""
    return 0


def ranking(state: Any, out: Ints) -> None:
    """Give every seat the number of seats with a higher score as its rank."""
    scores(state, out)
    seats = state.seats
    # Ranks are collected in the low bits, below the scores: allocating another array takes a third
    # of a short match.
    for seat in range(seats):
        out[seat] <<= _RANK_BITS
    for seat in range(seats):
        reached = out[seat] >> _RANK_BITS
        for other in range(seats):
            if out[other] >> _RANK_BITS > reached:
                out[seat] += 1
    for seat in range(seats):
        out[seat] &= MAX_SEATS - 1


def observe(state: Any, seat: int) -> None:
    """Hide nothing."""


def determinize(state: Any, seat: int, rng: Rng) -> None:
    """Fill in nothing."""


def evaluate(state: Any, seat: int) -> int:
    """Rate every position 0."""
    return 0


def prior(state: Any, seat: int, action: int) -> int:
    """Prefer no action."""
    return 0


def policy(state: Any, seat: int, actions: Ints, count: int, rng: Rng) -> int:
    """Choose any action, uniformly."""
    return actions[below(rng, count)]  # type: ignore[no-any-return]  # an element of an array
