"""Bots of OpenSpiel by name, as entrants of studies: ``openspiel:mcts:300``."""

from __future__ import annotations

from functools import partial
from typing import Any

from tischlein.bots.players import PlayerMaker
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.readers import count_in
from tischlein.interop.openspiel import OpenSpielPlayer
from tischlein.interop.rounds import acts_at_once

EXPLORATION = 2.0
"""The value in OpenSpiel's examples, for its payoffs from -1 to 1."""
_MEMORY = 200
"""Maximal size of a tree in megabytes."""
FEWEST = {"mcts": 1, "ismcts": 2}
"""Simulations that each needs to choose: with secrets, the first one only opens the tree."""


def maker(game: Game, name: str) -> PlayerMaker:
    """Return the maker of players for an OpenSpiel search and its simulations, ``mcts:300``.

    ``mcts`` is its search in C++, ``ismcts`` the one in Python for games with secrets, or in which
    seats choose at the same time and so unseen by the others.

    Raises
    ------
    GameError
        For an unknown search, or one that cannot play the game.
    """
    kind, _, written = name.partition(":")
    simulations = count_in(written)
    if kind not in FEWEST or simulations is None:
        raise GameError(
            f"OpenSpiel's bots are named like openspiel:mcts:300 or openspiel:ismcts:300, "
            f"not openspiel:{name}"
        )
    if simulations < FEWEST[kind]:
        raise GameError(f"openspiel:{kind} needs {FEWEST[kind]} simulations or more, not {written}")
    able = search_for(game)
    if kind != able:
        raise GameError(
            f"openspiel:{kind} cannot play {game.key}, in which seats "
            f"{'do not know' if able == 'ismcts' else 'know'} all that counts; {able} can"
        )
    return partial(_player, kind, simulations)


def search_for(game: Game) -> str:
    """Return which of the two searches can play a game."""
    return "ismcts" if game.secrets is not None or acts_at_once(game) else "mcts"


def _player(kind: str, simulations: int, seed: int) -> OpenSpielPlayer:
    make = partial(_mcts if kind == "mcts" else _ismcts, simulations)
    name = f"openspiel:{kind}:{simulations}"
    return OpenSpielPlayer(make, name, seed, by_turns=kind == "ismcts")


def _mcts(simulations: int, game: Any, seat: int, seed: int) -> Any:
    del seat
    import pyspiel

    rollouts = pyspiel.RandomRolloutEvaluator(1, seed)
    solve, verbose = True, False
    return pyspiel.MCTSBot(game, rollouts, EXPLORATION, simulations, _MEMORY, solve, seed, verbose)


def _ismcts(simulations: int, game: Any, seat: int, seed: int) -> Any:
    del seat
    import numpy as np
    from open_spiel.python.algorithms import ismcts, mcts

    lots = np.random.RandomState(seed % 2**32)
    rollouts = mcts.RandomRolloutEvaluator(1, lots)
    return ismcts.ISMCTSBot(game, rollouts, EXPLORATION, simulations, random_state=lots)
