"""Yardsticks: how fast Tischlein is, beside the programs that researchers use today.

Every module of this folder is a benchmark: a function ``measure()`` that yields figures. One that
can be narrowed down takes a ``scope``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tischlein.core import registry

__all__ = ["ON_DEMAND", "SHELF", "Figure", "Scope", "Unavailable", "seconds"]

SHELF = registry.keys()
"""The games that every server knows: all but Connect Four, which the benchmarks bring."""

ON_DEMAND = ("frames", "memory", "rivals", "start", "strength")
"""Benchmarks that run only if they are named, since they take as long as one likes."""


@dataclass(frozen=True)
class Scope:
    """What to measure, and for how long, where a benchmark leaves the choice."""

    games: tuple[str, ...] = ()
    """Keys of the games; all if there are none."""
    seconds: float = 30.0
    """For each figure."""
    against: tuple[str, ...] = ("own", "openspiel", "openspiel-as-many")
    """Rivals that a benchmark of strength may seat: our own searches, OpenSpiel's with as much time
    or with as many simulations."""
    seats: tuple[int, ...] = ()
    """Numbers of seats; all that a game has if there are none."""
    folder: Path | None = None
    """Where a benchmark that can go on keeps what it has."""


@dataclass(frozen=True)
class Figure:
    """One measured number."""

    name: str
    value: float
    unit: str
    least: float | None = None
    """The target, if it is a lower bound."""
    most: float | None = None
    """The target, if it is an upper bound."""
    interval: tuple[float, float] | None = None
    """95 % interval of the value, if chance has a part in it."""
    note: str = ""
    """What is needed to measure it again."""
    about: Mapping[str, str | int] = field(default_factory=dict)
    """What was measured, for programs that read the report: game, seats, level."""

    @property
    def met(self) -> bool:
        """Whether the value reaches its target; figures without one always do."""
        return self._reached_by(self.value)

    @property
    def verdict(self) -> str:
        """What there is to say of the target; nothing for figures without one.

        A value with an interval proves something only if both ends of it agree.
        """
        if self.least is None and self.most is None:
            return ""
        word = "met" if self.met else "missed"
        if self.interval is None:
            return word
        proven = all(self._reached_by(end) == self.met for end in self.interval)
        return f"{word}, provably" if proven else f"{word}, still open"

    def _reached_by(self, value: float) -> bool:
        high_enough = self.least is None or value >= self.least
        return high_enough and (self.most is None or value <= self.most)


class Unavailable(Exception):  # noqa: N818  # not an error: the benchmark says why it cannot run
    """Something that a benchmark needs is not installed; the message says how to get it."""


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of this process that some work takes.

    Unlike the time on the clock, it does not depend on what else the machine is doing.
    """
    start = time.process_time()
    work()
    return time.process_time() - start
