"""Players by name for simulations and for the terminal: a game's levels, and random ones."""

from __future__ import annotations

from functools import partial

from tischlein import bots
from tischlein.core.errors import OptionError
from tischlein.core.game import Game
from tischlein.lab.simulate import PlayerMaker


def makers(game: Game, text: str, count: int) -> list[tuple[str, PlayerMaker]]:
    """Return name and maker of each seat's player from level names separated by commas.

    One level stands for all seats.

    Raises
    ------
    GameError
        For a level that the game does not have.
    OptionError
        If there are neither one level nor as many as seats.
    """
    keys = [key for key in text.lower().replace(",", " ").split() if key]
    if len(keys) == 1:
        keys *= count
    if len(keys) != count:
        raise OptionError(f"{len(keys)} bots for {count} seats: name one for each, or one for all")
    return [(key, maker(game, key)) for key in keys]


def maker(game: Game, key: str) -> PlayerMaker:
    """Return what makes bots of a level."""
    return partial(bots.make, game, bots.level(game, key))
