"""What a search reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class SearchResult:
    """The action that a search prefers, and what it knows about it."""

    action: int
    value: float
    """The value for the searching seat.

    A payoff from 0 to 1 (tree searches with playouts), or points of the evaluation, beyond a
    million for certain wins and losses (alpha-beta).
    """
    nodes: int
    """Simulations or nodes used."""
    exact: bool = False
    """Whether the value is proven, without any estimate."""
    depth: int = 0
    """Plies that alpha-beta has searched completely."""
    visits: Mapping[int, int] = field(default_factory=dict)
    """How often a tree search tried each action."""
