"""Which free dice take a chip together, as an aid for the eye."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from tischlein.games.schlauraff.dice import takes
from tischlein.games.schlauraff.state import FACES


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
    for counts in product(*(range(count + 1) for count in free)):
        faces = tuple(face + 1 for face in range(FACES) for _ in range(counts[face]))
        alone = len(faces) if total == 0 else len(faces) + 1
        if faces and takes(colour, total + sum(faces), alone):
            yield faces
