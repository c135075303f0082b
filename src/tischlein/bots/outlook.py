"""How the bots of a game evaluate a position: what every seat can expect.

The full position is evaluated, secrets included, so this is for matches that are over: no
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
from tischlein.search import outlook as rollouts
from tischlein.search.alphabeta import AlphaBeta, payoff_of
from tischlein.search.alphabeta import search as alphabeta
from tischlein.search.method import RolloutSettings, TreeSettings

JUDGED_BY = (Path(__file__).parent, Path(compiled.__file__).parent)
"""Folders with the sources that evaluate positions, besides those of a game."""
MATCHES = 1_000
"""Matches played out from a position: the estimate of an even one is 1.3 % off on average."""
NODES = 250_000
"""Maximal number of positions that alpha-beta searches."""


@dataclass(frozen=True)
class Outlook:
    """What can be expected in a position."""

    values: tuple[float, ...]
    """For each seat, from 0 to 1.

    The probability of winning, or in games played for scores the share of the possible score.
    """
    exact: bool = False
    """Whether it is certain: the match is over, or a search has proven it."""


def has_outlook(game: Game) -> bool:
    """Whether positions of a game can be evaluated: something must be known about good play."""
    return has_win_probabilities(game) or _evaluation_method(game) is not None


def has_win_probabilities(game: Game) -> bool:
    """Whether a game calculates itself what its seats can expect."""
    return game.heuristics is not None and game.heuristics.brings("win_probabilities")


def outlook(position: Position, rng: Rng, stop: Ints | None = None) -> Outlook:
    """Evaluate a position as the game's strongest bot would, in a fraction of a second.

    A game may calculate that itself. Otherwise alpha-beta searches if the bot uses it, or matches
    are played out by the game's policy, or at random with the greed of the bot's tree search.

    Raises
    ------
    ValueError
        If nothing is known about playing the game well (:func:`has_outlook`), or if chance acts
        next in a game that cannot be played out from there: evaluate its outcomes instead.
    """
    game = position.game
    if position.over:
        return Outlook(rollouts.values_at_end(position), exact=True)
    method = _evaluation_method(game)
    if CHANCE in position.acting and (has_win_probabilities(game) or isinstance(method, AlphaBeta)):
        raise ValueError(f"chance is to act in {game.key}: its outcomes are judged, each by itself")
    if game.heuristics is not None and has_win_probabilities(game):
        return Outlook(tuple(game.heuristics.win_probabilities(position.state, rng)))
    if method is None:
        raise ValueError(f"nothing is known of how to play {game.key} well")
    if isinstance(method, AlphaBeta):
        (seat,) = position.acting
        found = alphabeta(position, seat, method, rng, stop)
        payoff = payoff_of(found, method)
        return Outlook((payoff, 1 - payoff) if seat == 0 else (1 - payoff, payoff), found.exact)
    by_policy = not isinstance(method, TreeSettings)
    return Outlook(rollouts.values(position, method, rng, stop, by_policy=by_policy))


def prepare(game: Game) -> None:
    """Compile what evaluating positions needs, or load it."""
    method = _evaluation_method(game)
    if isinstance(method, AlphaBeta):
        methods.method("alphabeta").prepare(game)
    elif method is not None:
        rollouts.kernel_of(game, by_policy=not isinstance(method, TreeSettings))


def _evaluation_method(game: Game) -> AlphaBeta | RolloutSettings | None:
    """Return how positions are evaluated; tree settings mean random play, plain ones the policy."""
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
