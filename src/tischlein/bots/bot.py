"""A player for one seat: it sees an observation and the legal actions, and decides in time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tischlein.core.game import Game
from tischlein.core.levels import AlphaBeta, InformationSet, Level, Own, Uct, Uniform
from tischlein.core.race import Reaction

if TYPE_CHECKING:
    from tischlein.core.kernel import Rng
    from tischlein.core.position import Observation
    from tischlein.core.state import Words
    from tischlein.search.found import Found

RANDOM = Level("random", Uniform())
"""The level that every game has."""


@dataclass(frozen=True)
class Decision:
    """What a bot does, and what it knows about it."""

    action: int | None
    """None for waiting, where the seat could only interrupt."""
    effort: int = 0
    """Simulations or nodes that were spent; 0 where there was nothing to think about."""
    value: float | None = None
    """The search's opinion of the action (``search.found.Found.value``), if it has one."""
    exact: bool = False
    """Whether the value is proven."""
    milliseconds: int | None = None
    """In a race: how long the bot takes."""


def level_of(game: Game, key: Level | str) -> Level:
    """Return a level of a game by name (a level itself stays as it is); all have ``random``.

    Raises
    ------
    GameError
        If the game has no such level.
    """
    if isinstance(key, Level):
        return key
    if key == RANDOM.key and all(level.key != key for level in game.levels):
        return RANDOM
    return game.level(key)


class Bot:
    """A player of a game at a level; it never holds a position, and keeps nothing but its lots.

    One bot may play any number of matches and seats. Equal generators and observations give equal
    decisions, unless time runs out.
    """

    def __init__(self, game: Game, level: Level | str, rng: Rng) -> None:
        self.game = game
        self.level = level_of(game, level)
        self.rng = rng

    def choose(
        self, observation: Observation, legal: Sequence[int], stop: Words | None = None
    ) -> Decision:
        """Return one of the legal actions of the observing seat.

        ``stop`` is a flag, one ``int64`` word, of this decision alone: the caller sets it to 1
        when the match has moved on, the bot itself when time is up. Either way an action comes
        back soon after, the best one found so far. Searches release the interpreter lock.

        Raises
        ------
        GameError
            If the level's search cannot play the game.
        ValueError
            If there is no legal action.
        """
        if not legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide here")
        if len(legal) == 1:
            return Decision(legal[0])
        if isinstance(self.level.search, Uniform) or self._blunders():
            return Decision(legal[self._below(len(legal))])
        flag = _flag() if stop is None else stop
        think = self._thinking()
        with _time_limit(self.level.seconds, flag):
            return think(observation, flag)

    def _thinking(self) -> Callable[[Observation, Words], Decision]:
        """Return how this level thinks; compiling, if it must be, does not count as thinking."""
        rng = self.rng
        match self.level.search:
            case Own(choose=own):
                return lambda seen, stop: _own_decision(own(seen, rng, lambda: bool(stop[0])))
            case Uct() as settings:
                from tischlein.search import uct

                uct.kernel_of(self.game)
                return lambda seen, stop: _decision(
                    uct.search(seen, seen.seat, settings, rng, stop)
                )
            case InformationSet() as dealing:
                from tischlein.search import ismcts

                ismcts.kernel_of(self.game)
                return lambda seen, stop: _decision(ismcts.search(seen, dealing, rng, stop))
            case AlphaBeta() as deepening:
                from tischlein.search import alphabeta

                alphabeta.kernel_of(self.game)
                return lambda seen, stop: _decision(
                    alphabeta.search(seen, seen.seat, deepening, rng, stop)
                )
        raise TypeError(f"a level has no search of type {type(self.level.search).__name__}")

    def _blunders(self) -> bool:
        return self.level.blunder > 0 and self._below(100) < self.level.blunder

    def _below(self, count: int) -> int:
        from tischlein.core.kernel import below

        return int(below(self.rng, count))


def _own_decision(chosen: int | Reaction | None) -> Decision:
    if isinstance(chosen, Reaction):
        return Decision(chosen.action, milliseconds=chosen.milliseconds)
    return Decision(chosen)


def _decision(found: Found) -> Decision:
    return Decision(found.action, found.effort, found.value, found.exact)


def _flag() -> Words:
    from tischlein.search.compiled import going

    return going()


@contextmanager
def _time_limit(seconds: float, stop: Words) -> Iterator[None]:
    """Set a stop flag when time is up."""

    def end() -> None:
        stop[0] = 1

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
