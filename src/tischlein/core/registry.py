"""The shelf: which games there are, found without being loaded, and loaded when asked for.

Games lie in ``tischlein.games``, each a folder or a single file. Other packages bring theirs by
entry points of the group ``tischlein.games`` (``mygame = "my_package:GAME"``), and a running
program may register one.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING

from tischlein.core.errors import GameError

if TYPE_CHECKING:
    from tischlein.core.game import Game

_PACKAGE = "tischlein.games"
_registered: dict[str, Game] = {}
_broken: dict[str, GameError] = {}
"""Games of other packages that cannot be loaded, and why."""


def keys() -> tuple[str, ...]:
    """Return the keys of all games, in alphabetical order, but for those that failed to load."""
    return tuple(sorted({*_shipped(), *_installed(), *_registered} - _broken.keys()))


@cache
def _shipped() -> frozenset[str]:
    package = importlib.import_module(_PACKAGE)
    return frozenset(one.name for one in pkgutil.iter_modules(package.__path__))


@cache
def _installed() -> dict[str, EntryPoint]:
    return {one.name: one for one in entry_points(group=_PACKAGE) if one.name not in _shipped()}


def register(game: Game) -> Game:
    """Put a game on the shelf in this process, before one of its key that a package brings.

    Raises
    ------
    GameError
        If another game has its key that comes with Tischlein or was put there.
    """
    if game.key in _shipped() or _registered.get(game.key, game) is not game:
        raise GameError(f"there is another game with the key {game.key!r}")
    _registered[game.key] = game
    return game


def load(key: str) -> Game:
    """Return a game, importing its module on first use.

    Raises
    ------
    GameError
        If there is no game of that key, or the package that brings it cannot be loaded.
    """
    if key not in _registered:
        if key in _shipped():
            _registered[key] = importlib.import_module(f"{_PACKAGE}.{key}").GAME
        elif key in _installed():
            _registered[key] = _load_installed(_installed()[key])
        else:
            raise GameError(f"there is no game {key!r}; the games are: {', '.join(keys())}")
    return _registered[key]


def loadable() -> Iterator[Game]:
    """Yield all games that can be loaded, in alphabetical order; one that fails hides no other.

    Those of other packages that cannot are told afterwards by :func:`failed`.
    """
    for key in keys():
        with suppress(GameError):
            yield load(key)


def failed() -> tuple[GameError, ...]:
    """Return why games of other packages could not be loaded, as far as that was tried."""
    return tuple(_broken.values())


def _load_installed(entry: EntryPoint) -> Game:
    if entry.name not in _broken:
        try:
            return _checked(entry)
        except Exception as error:
            problem = f"the game {entry.name!r} ({entry.value}) cannot be loaded: {error}"
            _broken[entry.name] = GameError(problem)
    raise _broken[entry.name]


def _checked(entry: EntryPoint) -> Game:
    game: Game = entry.load()
    if game.key != entry.name:
        raise GameError(f"its key is {game.key!r}, not the entry point's name")
    return game


def loads_elsewhere(game: Game) -> bool:
    """Whether another process that imports a game's module has this game of its key.

    A variant that a program has made of a game is not found like that, nor is what a notebook or
    the program itself declares.
    """
    if game.module == "__main__":
        return False
    try:
        return from_module(game.module, game.key) is game
    except (GameError, ImportError):
        return False


def from_module(module: str, key: str) -> Game:
    """Return a game that a module, or the package around it, declares as ``GAME``.

    So other processes have a game that is on no shelf but this program's.

    Raises
    ------
    GameError
        If there is no such game.
    """
    declaring = vars(importlib.import_module(module))
    around = vars(sys.modules[module.rpartition(".")[0] or module])
    for names in (declaring, around):
        game = names.get("GAME")
        if key not in _registered and game is not None and game.key == key:
            _registered[key] = game
    return load(key)
