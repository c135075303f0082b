"""What can take a seat in a study: levels and searches by name, functions, players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Protocol, runtime_checkable

from tischlein.bots import methods
from tischlein.bots.bot import RANDOM, Bot, Decision, level_of
from tischlein.core.driver import Player, RandomPlayer
from tischlein.core.errors import GameError, RefusedError
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Custom, Level
from tischlein.core.position import Observation
from tischlein.core.race import Reaction

PlayerMaker = Callable[[int], Player]
"""Makes a player for one match from a random seed."""

Choose = Callable[[Observation, Sequence[int]], int | str | Reaction | None]
"""Takes what a seat sees and its legal actions; returns one of them, by number or in notation."""


@runtime_checkable
class Chooser(Protocol):
    """A custom player, which may also answer in notation."""

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | str | Reaction | None:
        """Return one of the legal actions, by number or in notation."""


Entrant = str | Level | Chooser | Choose
"""A level, a search with budget (``"uct:2000"``) or time (``"uct:50ms"``), player, or function."""


@dataclass(frozen=True)
class NamedEntrant:
    """An entrant at a table."""

    name: str
    make: PlayerMaker
    """Creates its player for one match."""


class BotPlayer:
    """A bot that thinks until its budget is used up, however long that takes.

    Bots that search wait if their seat could only interrupt.

    Parameters
    ----------
    timed
        Whether the level's time is its budget; such a player never plays the same match again.
    """

    def __init__(self, game: Game, level: Level | str, seed: int, *, timed: bool = False) -> None:
        known = level_of(game, level)
        wanted = known if timed else replace(known, seconds=inf)
        self._bot = Bot(game, wanted, new_rng(seed))
        self.decision: Decision | None = None
        """Its last decision, and its value."""

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return the bot's action."""
        interrupts_only = observation.seat not in observation.awaited
        if interrupts_only and not isinstance(self._bot.level.search, Custom):
            return None
        self.decision = self._bot.choose(observation, legal)
        return self.decision.chosen


class FunctionPlayer:
    """A player that asks a function, and checks what it chooses."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return what the function chooses.

        Raises
        ------
        NotationError, RefusedError
            For a text that means no action of the game, or none that is possible.
        TypeError
            For a value that is no action at all.
        ValueError
            For any other value that is not among the legal actions, and for None if no other seat
            can act.
        """
        chosen = self._choose(observation, legal)
        if isinstance(chosen, str):
            chosen = observation.read(observation.seat, chosen)
        action = chosen.action if isinstance(chosen, Reaction) else chosen
        if action is None and observation.acting == (observation.seat,):
            raise ValueError(
                f"{_function_name(self._choose)} has returned None, but nobody else can act"
            )
        if action is not None and not hasattr(action, "__index__"):
            raise TypeError(
                f"{_function_name(self._choose)} has returned {action!r}, which is no action: "
                "none of those that are legal, no text in the game's notation, no Reaction and "
                "not None"
            )
        if action is not None and action not in legal:
            refusal = observation.why_not(observation.seat, int(action))
            if refusal is not None:
                raise RefusedError(refusal)
            raise ValueError(f"{action!r} is not among the legal actions")
        return chosen if chosen is None or isinstance(chosen, Reaction) else int(chosen)


def _function_name(choose: Choose) -> str:
    return getattr(choose, "__qualname__", repr(choose))


def named_entrant(game: Game, entrant: Entrant) -> NamedEntrant:
    """Return an entrant with its name.

    Raises
    ------
    GameError
        For a level or a search that does not exist.
    TypeError
        For a value that is no entrant at all.
    """
    if isinstance(entrant, str) and methods.is_timed(entrant):
        level = methods.timed(entrant)
        return NamedEntrant(entrant, partial(BotPlayer, game, level, timed=True))
    if isinstance(entrant, str | Level):
        level = level_of(game, entrant)
        if level is RANDOM:
            return NamedEntrant(level.key, RandomPlayer)
        return NamedEntrant(level.key, partial(BotPlayer, game, level))
    if isinstance(entrant, Chooser):
        return NamedEntrant(_name(entrant), partial(_function_player, entrant.choose))
    if callable(entrant):
        return NamedEntrant(_name(entrant), partial(_function_player, entrant))
    raise TypeError(f"an entrant is a level, a function or a player, not {entrant!r}")


def _function_player(choose: Choose, seed: int) -> Player:
    del seed
    return FunctionPlayer(choose)


def _name(entrant: object) -> str:
    own = getattr(entrant, "name", None) or getattr(entrant, "__name__", None)
    return str(own or type(entrant).__name__)


def one_for_each_seat(game: Game, entrants: Sequence[Entrant]) -> list[NamedEntrant]:
    """Return the entrants of a match, one for each seat.

    Raises
    ------
    GameError
        If the game cannot be played with that many, or one of them does not exist.
    """
    if isinstance(entrants, str):
        raise GameError(f"players are a list, one for each seat, not {entrants!r}")
    if len(entrants) not in game.seats:
        counts = ", ".join(map(str, game.seats))
        raise GameError(f"{game.key} is played by {counts}, not by {len(entrants)}")
    return [named_entrant(game, entrant) for entrant in entrants]
