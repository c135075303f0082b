"""Every game as an OpenSpiel game, and bots of OpenSpiel as players of ours.

``register()`` adds a game ``tischlein_<key>`` for every game on the shelf:
``pyspiel.load_game("tischlein_raufer(players=4,duel=commander)")``. Parameters are the number of
players and the game's options.

Where several seats may act, the node is simultaneous, with the rounds of
:mod:`tischlein.interop.rounds`; their lot is a chance node, whose outcomes are the seats, numbered
after the game's own outcomes. With the parameter ``turns=True`` they choose one after the other,
unseen by the others, for algorithms that do not support simultaneous nodes. Chance is explicit,
with the game's exact weights.

Needs the extra ``tischlein[openspiel]``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.position import Observation
from tischlein.extras import missing_extra
from tischlein.interop.rounds import acts_at_once

try:
    import pyspiel

    from tischlein.interop.openspiel_games import (
        PREFIX,
        class_of,
        parameters_of,
        type_of,
        written,
    )
    from tischlein.interop.openspiel_states import state_of
except ImportError as error:
    raise missing_extra("openspiel", "tischlein.interop.openspiel") from error

__all__ = ["OpenSpielPlayer", "add", "name_of", "register", "state_of", "written"]


def register() -> None:
    """Put all games on the shelf into OpenSpiel's registry.

    Call it again when there are more games; those already there stay.
    """
    for game in registry.loadable():
        add(game)


def add(game: Game) -> None:
    """Put one game into OpenSpiel's registry, even if it is on no shelf; once is enough."""
    if PREFIX + game.key not in pyspiel.registered_names():
        pyspiel.register_game(type_of(game), class_of(game))


def name_of(
    game: Game, seats: int | None = None, options: Mapping[str, str | int] | None = None
) -> str:
    """Return the name of a game with these seats and options for ``pyspiel.load_game``.

    Parameters
    ----------
    seats
        By default the fewest.
    options
        Values by name, as for ``Game.start``; those left out have their defaults.

    Raises
    ------
    OptionError
        For a number of players or an option that the game does not have.
    """
    start = game.start(seats, options)
    given = parameters_of(game, start.seats, start.options)
    return f"{PREFIX}{game.key}({','.join(f'{name}={value}' for name, value in given.items())})"


class OpenSpielPlayer:
    """A bot of OpenSpiel as a player for our drivers and contests.

    It is shown a state that agrees with what its seat knows, never the true one. So bots that
    search or look at observations play as they do in OpenSpiel. A bot that looks up a table by
    information states does not find them, since such a state has no history.

    Parameters
    ----------
    make
        Makes a bot from the game, its seat and a seed.
    name
        Its name in results.
    seed
        Of all its bots, and for what their seats do not know.
    by_turns
        Whether the bot does not support simultaneous nodes: it is shown games in which seats that
        choose at the same time do so one after the other, unseen by the others.
    """

    def __init__(
        self,
        make: Callable[[Any, int, int], Any],
        name: str = "openspiel",
        seed: int = 0,
        *,
        by_turns: bool = False,
    ) -> None:
        self.name = name
        self._make = make
        self._by_turns = by_turns
        self._rng = random.Random(seed)
        self._bots: dict[tuple[Any, ...], tuple[Any, Any]] = {}

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | None:
        """Return the bot's action, None if it waits."""
        if len(legal) == 1 and observation.seat in observation.awaited:
            return legal[0]
        game, bot = self._bot(observation)
        state = state_of(game, observation, self._rng.getrandbits(53))
        # ``step`` of OpenSpiel's tree search in C++ crashes on every Python game.
        by_policy = isinstance(bot, pyspiel.MCTSBot)
        action = int(bot.step_with_policy(state)[1] if by_policy else bot.step(state))
        return None if action == observation.game.actions else action

    def _bot(self, observation: Observation) -> tuple[Any, Any]:
        declared = observation.game
        options = tuple(observation.options.items())
        setting = (declared.key, observation.seats, observation.seat, options)
        if setting not in self._bots:
            given = parameters_of(declared, observation.seats, observation.options)
            if self._by_turns and acts_at_once(declared):
                given["turns"] = True
            game = class_of(declared)(given)
            bot = self._make(game, observation.seat, self._rng.getrandbits(31))
            self._bots[setting] = game, bot
        return self._bots[setting]
