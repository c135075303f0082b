"""How a search offers itself: its name, what can be set, and what it needs and does.

A search is found by the bots layer through an entry point of the group ``tischlein.searches``
(``uct = "tischlein.search.uct:METHOD"``), so another package can bring one as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.position import Observation
from tischlein.core.state import Ints
from tischlein.search.result import SearchResult


@dataclass(frozen=True)
class Method:
    """A search that levels can name."""

    name: str
    settings: Callable[..., Any]
    """Makes the settings from keyword arguments, such as a dataclass; the first is the budget."""
    prepare: Callable[[Game], object]
    """Compiles the search for a game, or loads it; raises GameError if it cannot play the game."""
    search: Callable[[Observation, Any, Rng, Ints], SearchResult]
    """Takes what a seat sees, settings, a generator, and a stop flag: one word, 1 to end soon."""
    in_points: bool = False
    """Whether values are points of the game's evaluation, not payoffs from 0 to 1."""


@dataclass(frozen=True)
class RolloutSettings:
    """What can be set wherever positions are valued by playing on.

    ``simulations`` is the budget. ``cutoff`` ends matches that are played on after so many actions
    (turns, where everybody plays sensibly) and asks ``evaluate`` (0: play to the end); ``scale`` is
    the evaluation at which a seat may hope for a payoff of 0.73, as its logistic function has it.
    ``margin`` is what a lead of the whole span of scores counts besides the rivals that are beaten
    at the end.
    """

    simulations: int
    cutoff: int = 0
    scale: float = 100.0
    margin: float = 0.0


@dataclass(frozen=True)
class TreeSettings(RolloutSettings):
    """What can be set in Monte Carlo tree searches.

    ``exploration`` weighs curiosity against payoffs from 0 to 1. ``greed`` is the share of playout
    moves, in 1/256, that take the most promising action.
    """

    exploration: float = 0.7
    greed: int = 0
