"""The shelf: which games there are, found by their folders and loaded only when asked for."""

from __future__ import annotations

import importlib
import pkgutil

from tischlein.core.errors import GameError
from tischlein.core.game import Game

_PACKAGE = "tischlein.games"
_registered: dict[str, Game] = {}


def keys() -> tuple[str, ...]:
    """Return the keys of all games: the folders of the games package, and those registered."""
    package = importlib.import_module(_PACKAGE)
    folders = {module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg}
    return tuple(sorted(folders | _registered.keys()))


def register(game: Game) -> Game:
    """Put a game on the shelf that lives outside the games package.

    Raises
    ------
    GameError
        If another game has its key.
    """
    if _registered.get(game.key, game) is not game:
        raise GameError(f"there is another game with the key {game.key!r}")
    _registered[game.key] = game
    return game


def load(key: str) -> Game:
    """Return a game, importing its folder on first use.

    Raises
    ------
    GameError
        If there is no game of that key.
    """
    if key not in _registered:
        if key not in keys():
            raise GameError(f"there is no game {key!r}; the games are: {', '.join(keys())}")
        _registered[key] = importlib.import_module(f"{_PACKAGE}.{key}").GAME
    return _registered[key]
