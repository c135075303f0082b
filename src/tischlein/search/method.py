"""How a search describes itself: its name, its settings, and what it needs and does.

The bots layer finds a search through an entry point of the group ``tischlein.searches`` (``uct =
"tischlein.search.uct:METHOD"``), so another package can provide one as well.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from numbers import Integral, Real
from typing import Annotated, Any, NamedTuple, get_args, get_type_hints

from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.position import Observation
from tischlein.core.state import Ints
from tischlein.search.result import SearchResult

MANY = 2**31 - 1
"""A practically unlimited number of simulations or actions."""


class Range(NamedTuple):
    """The range of a setting, both ends included: ``Annotated[int, Range(1, 10)]``."""

    least: float
    most: float


def check(settings: Any) -> None:
    """Refuse settings outside the ranges that their class declares.

    Raises
    ------
    ValueError
        For the first that is too small, too large, no number, or not whole where it must be.
    """
    kind: Any = type(settings)
    for name, (whole, allowed) in _ranges(kind).items():
        value: Any = getattr(settings, name)
        fits = isinstance(value, Integral if whole else Real)
        if not fits or not allowed.least <= value <= allowed.most:
            number = "a whole number" if whole else "a number"
            ends = f"from {allowed.least:.10g} to {allowed.most:.10g}"
            raise ValueError(f"{name} is {number} {ends}, not {value!r}")


@cache
def _ranges(settings: Any) -> dict[str, tuple[bool, Range]]:
    """Return whether each setting of a class is a whole number, and its range."""
    found: dict[str, tuple[bool, Range]] = {}
    for name, hint in get_type_hints(settings, include_extras=True).items():
        kind, *notes = get_args(hint) or (hint,)
        for note in notes:
            if isinstance(note, Range):
                found[name] = (kind is int, note)
    return found


@dataclass(frozen=True)
class Method:
    """A search that levels can name."""

    name: str
    settings: Callable[..., Any]
    """Makes the settings from keyword arguments, such as a dataclass; the first is the budget.

    It raises ValueError for invalid settings, as ``check`` does.
    """
    prepare: Callable[[Game], object]
    """Compiles the search for a game, or loads it; raises GameError if it cannot play the game."""
    search: Callable[[Observation, Any, Rng, Ints], SearchResult]
    """Takes what a seat sees, settings, a generator, and a stop flag: one word, 1 to end soon."""
    in_points: bool = False
    """Whether values are points of the game's evaluation instead of payoffs from 0 to 1."""


@dataclass(frozen=True)
class RolloutSettings:
    """Settings of searches that evaluate positions by playing them out.

    ``simulations`` is the budget. ``cutoff`` ends playouts after this many actions (turns, with a
    sensible policy) and calls ``evaluate`` (0: play to the end); ``scale`` is the evaluation at
    which a seat expects a payoff of 0.73, by the logistic function. ``margin`` is what a lead of
    the whole span of scores adds to the share of rivals that are beaten at the end.
    """

    simulations: Annotated[int, Range(1, MANY)]
    cutoff: Annotated[int, Range(0, MANY)] = 0
    scale: Annotated[float, Range(1e-6, 1e9)] = 100.0
    margin: Annotated[float, Range(0, 1e6)] = 0.0

    def __post_init__(self) -> None:
        """Refuse invalid settings (ValueError)."""
        check(self)


@dataclass(frozen=True)
class TreeSettings(RolloutSettings):
    """Settings of Monte Carlo tree searches.

    ``exploration`` weighs exploration against payoffs from 0 to 1. ``greed`` is the share of
    playout moves, in 1/256, that take the most promising action.
    """

    exploration: Annotated[float, Range(0, 1e6)] = 0.7
    greed: Annotated[int, Range(0, 256)] = 0
