"""How strong a bot plays: settings that a game declares and the bots layer puts to work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tischlein.core.kernel import Rng
    from tischlein.core.position import Observation
    from tischlein.core.race import Reaction


@dataclass(frozen=True)
class Own:
    """A bot of the game's own: a function from an observation and a generator to an action.

    It may return None, to wait, where its seat is not awaited and could only interrupt; in a
    race it returns a ``Reaction``, which says how long it takes as well. ``stop()`` turns true
    when the match has moved on or time is up; long thinking asks it. With ``apart`` it thinks in
    a process of its own, since it would keep the server's other threads waiting; its budget must
    then end by itself, for ``stop()`` never turns true there.
    """

    choose: Callable[[Observation, Rng, Callable[[], bool]], int | Reaction | None]
    apart: bool = False


@dataclass(frozen=True)
class Uniform:
    """Any legal action, each alike; every game has this level, named ``random``."""


@dataclass(frozen=True)
class Uct:
    """Monte Carlo tree search with chance nodes, for open games of any number of seats.

    ``exploration`` weighs curiosity against payoffs from 0 to 1. ``cutoff`` ends playouts after
    so many actions and asks ``evaluate`` (0: play to the end); ``scale`` is the evaluation at
    which a seat may hope for a payoff of 0.73, as its logistic function has it. ``greed`` is the
    share of playout moves, in 1/256, that take the most promising action.
    """

    simulations: int
    exploration: float = 0.7
    cutoff: int = 0
    scale: float = 100.0
    greed: int = 0


@dataclass(frozen=True)
class InformationSet:
    """Information-set Monte Carlo tree search over redeals, for games with secrets.

    The settings mean what they mean for ``Uct``.
    """

    simulations: int
    exploration: float = 0.7
    cutoff: int = 0
    scale: float = 100.0
    greed: int = 0


@dataclass(frozen=True)
class AlphaBeta:
    """Iterative deepening alpha-beta with a transposition table; two seats, open, no chance.

    ``nodes`` bounds the work (the depth actually reached follows), ``depth`` the horizon.
    """

    depth: int
    nodes: int


Search = Uniform | Own | Uct | InformationSet | AlphaBeta


@dataclass(frozen=True)
class Level:
    """A named strength. ``blunder`` is the chance, in percent, of a random action instead."""

    key: str
    search: Search
    seconds: float = 5.0
    """Ceiling of thinking time; the search's own budget comes first."""
    blunder: int = 0
