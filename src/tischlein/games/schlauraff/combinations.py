"""Which free dice take a chip together, as an aid for the eye."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from tischlein.games.schlauraff.dice import takes
from tischlein.games.schlauraff.names import faces


@lru_cache(maxsize=4096)
def takings(free: tuple[int, ...], colour: int, total: int) -> tuple[tuple[int, ...], ...]:
    """Return the choices of free dice that take a chip now, those of fewest dice first.

    Parameters
    ----------
    free
        Number of free dice of each face from 1.
    total
        Sum of the dice that lie on the chip already.
    """
    return tuple(sorted(_takings(free, colour, total), key=lambda way: (len(way), way)))


def _takings(free: tuple[int, ...], colour: int, total: int) -> Iterator[tuple[int, ...]]:
    dice = faces(free)
    laid = 0 if total == 0 else 1
    for size in range(1, len(dice) + 1):
        for way in set(combinations(dice, size)):
            if takes(colour, total + sum(way), laid + size):
                yield way
