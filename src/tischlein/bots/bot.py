"""A player for one seat: it sees an observation and the legal actions, and decides in time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from tischlein.bots import methods
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.levels import Custom, Level, Search
from tischlein.core.race import Reaction

if TYPE_CHECKING:
    from tischlein.core.kernel import Rng
    from tischlein.core.position import Observation
    from tischlein.core.state import Ints
    from tischlein.search.result import SearchResult

RANDOM = Level("random", Search("random"))
"""The level that every game has."""


@dataclass(frozen=True)
class Decision:
    """What a bot does, and what it knows about it."""

    action: int | None
    """None for waiting, if the seat could only interrupt."""
    nodes: int = 0
    """Simulations or nodes used; 0 if there was nothing to think about."""
    value: float | None = None
    """The search's value of the action (``SearchResult.value``), if it has one."""
    exact: bool = False
    """Whether the value is proven."""
    milliseconds: int | None = None
    """In a race: how long the bot takes."""

    @property
    def chosen(self) -> int | Reaction | None:
        """The action in the form that players return: with its time, if it has one."""
        if self.action is None or self.milliseconds is None:
            return self.action
        return Reaction(self.action, self.milliseconds)


def level_of(game: Game, key: Level | str) -> Level:
    """Return a level of a game by name (a level itself is returned as it is); all have ``random``.

    A search with its budget (``uct:2000``) also names a level.

    Raises
    ------
    GameError
        If the game has no such level, or there is no such search.
    """
    if isinstance(key, Level):
        return key
    if ":" in key:
        return Level(key, methods.search_named(key))
    if key == RANDOM.key and all(level.key != key for level in game.levels):
        return RANDOM
    if key in methods.names() and all(level.key != key for level in game.levels):
        raise GameError(f"{key} is a search: name it with its budget, such as {key}:200")
    try:
        return game.level(key)
    except GameError as error:
        raise GameError(f"{error}, and {RANDOM.key}") from None


class Bot:
    """A player of a game at a level; it holds no position and no state but its generator.

    One bot may play any number of matches and seats. Equal generators and observations give equal
    decisions, unless time runs out.
    """

    def __init__(self, game: Game, level: Level | str, rng: Rng) -> None:
        self.game = game
        self.level = level_of(game, level)
        self.rng = rng

    def choose(
        self, observation: Observation, legal: Sequence[int], stop: Ints | None = None
    ) -> Decision:
        """Return one of the legal actions of the observing seat.

        ``stop`` is a flag, one ``int64`` word, for this decision alone: the caller sets it to 1
        when the match has moved on, the bot itself when time is up. Either way it soon returns the
        best action found so far. Searches release the interpreter lock.

        Raises
        ------
        GameError
            If the level's search cannot play the game.
        ValueError
            If there is no legal action.
        """
        if not legal:
            raise ValueError(f"seat {observation.seat} has nothing to decide here")
        if len(legal) == 1 and self._is_forced(observation):
            return Decision(legal[0])
        if self.level.search == RANDOM.search or self._blunders():
            return Decision(legal[self._below(len(legal))])
        flag = _flag() if stop is None else stop
        think = self._thinking()
        with time_limit(self.level.seconds, flag):
            return think(observation, flag)

    def _thinking(self) -> Callable[[Observation, Ints], Decision]:
        """Return how this level thinks; time needed for compiling does not count as thinking."""
        rng, declared = self.rng, self.level.search
        if isinstance(declared, Custom):
            choose = declared.choose
            return lambda seen, stop: _own_decision(choose(seen, rng, lambda: bool(stop[0])))
        method = methods.method(declared.name)
        settings = methods.settings_of(declared.name, dict(declared.settings))
        method.prepare(self.game)
        return lambda seen, stop: _decision(method.search(seen, settings, rng, stop))

    def _is_forced(self, observation: Observation) -> bool:
        """Whether a single action needs no thought; a game's own bot may wait, or take its time."""
        if not isinstance(self.level.search, Custom):
            return True
        return observation.seat in observation.awaited and not observation.racing

    def _blunders(self) -> bool:
        return self.level.blunder > 0 and self._below(100) < self.level.blunder

    def _below(self, count: int) -> int:
        from tischlein.core.kernel import below

        return int(below(self.rng, count))


def _own_decision(chosen: int | Reaction | None) -> Decision:
    if isinstance(chosen, Reaction):
        return Decision(chosen.action, milliseconds=chosen.milliseconds)
    return Decision(chosen)


def _decision(found: SearchResult) -> Decision:
    return Decision(found.action, found.nodes, found.value, found.exact)


def _flag() -> Ints:
    from tischlein.search.compiled import stop_flag

    return stop_flag()


@contextmanager
def time_limit(seconds: float, stop: Ints) -> Iterator[None]:
    """Set a stop flag when time is up, unless the block ends before."""
    if seconds == inf:
        yield
        return

    def end() -> None:
        stop[0] = 1

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
