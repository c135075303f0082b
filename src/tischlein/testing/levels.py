"""Properties of a game's bots."""

from __future__ import annotations

from tischlein.bots import methods
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.levels import Search
from tischlein.testing.cases import ConformanceError


def levels_can_play(game: Game) -> None:
    """Each level's search exists, accepts its settings, and can play the game."""
    for level in game.levels:
        search = level.search
        if not isinstance(search, Search) or search.name == "random":
            continue
        try:
            methods.settings_of(search.name, dict(search.settings))
            methods.method(search.name).prepare(game)
        except GameError as error:
            raise ConformanceError(f"{game.key}: level {level.key!r}, {error}") from error


PROPERTIES = (levels_can_play,)
