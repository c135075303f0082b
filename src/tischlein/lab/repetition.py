"""Which matches go alike, and are one piece of evidence: players may repeat themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from hashlib import blake2b

import numpy as np

from tischlein.core.records import Record
from tischlein.core.seats import CHANCE

DISTINGUISHABLE = 20
"""This many ways to go, if all were equally frequent, are enough to tell matches apart."""
ENOUGH_CHOICES = 100
"""This many ways to choose suffice for matches to go in more than :data:`DISTINGUISHABLE` ways.

That assumes that the players do not repeat themselves.
"""


def joined(matches: Iterable[tuple[int, Hashable]]) -> dict[int, int]:
    """Return a number for each seed, equal for seeds joined by a chain of matches that go alike.

    Parameters
    ----------
    matches
        For each match its seed, and how it goes.
    """
    root: dict[Hashable, Hashable] = {}

    def top(one: Hashable) -> Hashable:
        while root.setdefault(one, one) != one:
            one = root[one]
        return one

    seeds: dict[int, None] = {}
    for seed, way in matches:
        seeds[seed] = None
        root[top(("way", way))] = top(("seed", seed))
    numbers: dict[Hashable, int] = {}
    return {seed: numbers.setdefault(top(("seed", seed)), len(numbers)) for seed in seeds}


def allows_many_ways(choices: Iterable[int]) -> bool:
    """Return whether a match could have gone in many ways.

    Parameters
    ----------
    choices
        The number of actions at each decision.
    """
    ways = 1
    for count in choices:
        ways *= count
        if ways >= ENOUGH_CHOICES:
            return True
    return False


def digest(happened: Sequence[int]) -> int:
    """Return a number that is the same for equal sequences of numbers, in every process.

    Python's own hash is equal for -1 and -2, which chance and measurements may yield.
    """
    packed = np.array(happened, np.int64).tobytes()
    return int.from_bytes(blake2b(packed, digest_size=8).digest(), "little")


def choices(record: Record) -> Iterator[int]:
    """Yield the number of actions at each decision of a match."""
    for position, event in zip(record.positions(), record.events, strict=False):
        if event.seat != CHANCE:
            yield len(position.legal(event.seat))


def happened(record: Record) -> list[int]:
    """Return what happened in a match as numbers, for :func:`digest`."""
    return [n for one in record.events for n in (one.seat, one.action, *one.measurement)]


def repeats_itself(happened: Iterable[tuple[int, int]]) -> bool:
    """Return whether only the rotation makes a difference.

    That is the case if nothing is left to chance and players always choose alike: more seeds then
    add no information.

    Parameters
    ----------
    happened
        By match: its rotation, and a number for what happened in it.
    """
    found = set(happened)
    return len(found) == len({rotation for rotation, _ in found})


def distinguishes(ways: Sequence[int]) -> bool:
    """Whether matches that go in these ways, one for each, are told apart by them."""
    return _effective(ways) >= min(DISTINGUISHABLE, 0.9 * len(ways))


def _effective(ways: Sequence[int]) -> float:
    """Return how many equally frequent ways would be as diverse (Simpson 1949)."""
    counted = Counter(ways).values()
    return len(ways) ** 2 / sum(count**2 for count in counted)
