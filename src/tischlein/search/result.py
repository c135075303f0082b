"""What a search reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SearchResult:
    """The action that a search prefers, and what it knows about it."""

    action: int
    value: float
    """For the seat that was asked: a payoff from 0 to 1 (tree searches with playouts), or points
    of the evaluation, beyond a million for certain wins and losses (alpha-beta)."""
    nodes: int
    """Simulations or nodes that were spent."""
    exact: bool = False
    """Whether the value is proven: nothing was guessed."""
    depth: int = 0
    """Plies that alpha-beta has seen completely."""
    visits: Mapping[int, int] = field(default_factory=dict)
    """How often a tree search tried each action."""
