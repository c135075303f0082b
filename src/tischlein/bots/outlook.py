"""What the bots of a game hold of a position: what every seat may hope for.

The whole position is judged, secrets included, so this is for matches that are over: nobody's
observation leads here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from tischlein.bots import methods
from tischlein.core.game import Game
from tischlein.core.kernel import Rng
from tischlein.core.levels import Search
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.core.state import Ints
from tischlein.search import compiled
from tischlein.search import outlook as played_on
from tischlein.search.alphabeta import AlphaBeta, hope_of
from tischlein.search.alphabeta import search as alphabeta
from tischlein.search.method import RolloutSettings, TreeSettings

JUDGED_BY = (Path(__file__).parent, Path(compiled.__file__).parent)
"""Folders with the sources that judge positions, beside those of a game."""
MATCHES = 1_000
"""That are played on from a position: the estimate of an even one is 1.3 % off on average."""
NODES = 250_000
"""Positions that alpha-beta may look at."""


@dataclass(frozen=True)
class Outlook:
    """What may be hoped for in a position."""

    hopes: tuple[float, ...]
    """Of each seat, from 0 to 1: the probability of winning, or the share of what can be scored
    where scores are what counts."""
    exact: bool = False
    """Whether it is certain: the match is over, or a search has proven it."""


def has_outlook(game: Game) -> bool:
    """Whether positions of a game can be judged: something must be known of how to play it well."""
    return reckons(game) or _way_of(game) is not None


def reckons(game: Game) -> bool:
    """Whether a game says itself what its seats may hope for."""
    return game.heuristics is not None and game.heuristics.brings("hopes")


def outlook(position: Position, rng: Rng, stop: Ints | None = None) -> Outlook:
    """Judge a position as the game's strongest bot would, in a fraction of a second.

    A game may reckon that itself. Else alpha-beta looks ahead where the bot does, or matches are
    played on by the game's policy, or by lot with the greed of the bot's tree search.

    Raises
    ------
    ValueError
        If nothing is known of how to play the game (:func:`has_outlook`), or chance is to act in a
        game where that cannot be played on: ask again when it has.
    """
    game = position.game
    if position.over:
        return Outlook(played_on.hopes_at_end(position), exact=True)
    way = _way_of(game)
    if CHANCE in position.acting and (reckons(game) or isinstance(way, AlphaBeta)):
        raise ValueError(f"chance is to act in {game.key}: its outcomes are judged, each by itself")
    if game.heuristics is not None and reckons(game):
        return Outlook(tuple(game.heuristics.hopes(position.state, rng)))
    if way is None:
        raise ValueError(f"nothing is known of how to play {game.key} well")
    if isinstance(way, AlphaBeta):
        (seat,) = position.acting
        found = alphabeta(position, seat, way, rng, stop)
        hope = hope_of(found, way)
        return Outlook((hope, 1 - hope) if seat == 0 else (1 - hope, hope), found.exact)
    sensibly = not isinstance(way, TreeSettings)
    return Outlook(played_on.hopes(position, way, rng, stop, sensibly=sensibly))


def prepare(game: Game) -> None:
    """Compile what judging positions needs, or load it."""
    way = _way_of(game)
    if isinstance(way, AlphaBeta):
        methods.method("alphabeta").prepare(game)
    elif way is not None:
        played_on.kernel_of(game, sensibly=not isinstance(way, TreeSettings))


def _way_of(game: Game) -> AlphaBeta | RolloutSettings | None:
    """Return how positions are judged; tree settings mean lots, plain ones the game's policy."""
    if not game.compiled or game.race is not None or game.heuristics is None:
        return None
    if game.heuristics.brings("policy"):
        return RolloutSettings(MATCHES)
    declared = game.levels[-1].search if game.levels else None
    if not isinstance(declared, Search) or declared.name == "random":
        return None
    settings = methods.settings_of(declared.name, dict(declared.settings))
    if isinstance(settings, AlphaBeta):
        return replace(settings, nodes=min(settings.nodes, NODES))
    return replace(settings, simulations=MATCHES) if isinstance(settings, TreeSettings) else None
