"""Yardsticks: how fast Tischlein is, beside the programs that researchers use today.

Every module of this folder is a benchmark: a function ``measure()`` that yields figures.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Figure", "Unavailable", "seconds"]


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

    @property
    def met(self) -> bool:
        """Whether the value reaches its target; figures without one always do."""
        high_enough = self.least is None or self.value >= self.least
        return high_enough and (self.most is None or self.value <= self.most)


class Unavailable(Exception):  # noqa: N818  # not an error: the benchmark says why it cannot run
    """Something that a benchmark needs is not installed; the message says how to get it."""


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of this process that some work takes.

    Unlike the time on the clock, it does not depend on what else the machine is doing.
    """
    start = time.process_time()
    work()
    return time.process_time() - start
