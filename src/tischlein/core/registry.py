"""The shelf: which games there are, found without loading them, and loaded on demand.

Games are in ``tischlein.games``, each a folder or a single file that declares a ``GAME``. Other
packages provide theirs by entry points of the group ``tischlein.games`` (``mygame =
"my_package:GAME"``), and a running program may register one.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from tischlein.core.errors import GameError

if TYPE_CHECKING:
    from tischlein.core.game import Game

_PACKAGE = "tischlein.games"
_registered: dict[str, Game] = {}
_broken: dict[str, GameError] = {}
"""Games that cannot be loaded, and why."""


def keys() -> tuple[str, ...]:
    """Return the keys of all games in alphabetical order, except those that failed to load."""
    return tuple(sorted({*_shipped(), *_installed(), *_registered} - _broken.keys()))


@cache
def _shipped() -> frozenset[str]:
    package = importlib.import_module(_PACKAGE)
    found = {one.name for one in pkgutil.iter_modules(package.__path__)}
    for path in map(Path, package.__path__):  # also folders that are no package yet, to report them
        found |= {module.parent.name for module in path.glob("*/*.py")}
    return frozenset(found)


@cache
def _installed() -> dict[str, EntryPoint]:
    return {one.name: one for one in entry_points(group=_PACKAGE) if one.name not in _shipped()}


def _shadowed() -> Iterator[GameError]:
    """Yield why a package's game is hidden by another of its key."""
    for entry in entry_points(group=_PACKAGE):
        kept = _installed().get(entry.name)
        if kept is None or kept.value != entry.value:
            goes_before = (
                "one that comes with Tischlein" if kept is None else f"that of {kept.value}"
            )
            yield GameError(
                f"the game {entry.name!r} ({entry.value}) is not on the shelf: {goes_before} has "
                "its key; give it another"
            )


def register(game: Game) -> Game:
    """Put a game on the shelf in this process; it takes precedence over a package's with its key.

    Raises
    ------
    GameError
        If another game with its key comes with Tischlein or was registered before.
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
        If there is no game of that key, or it cannot be loaded (with the cause attached).
    """
    if key not in _registered:
        if key in _shipped():
            _registered[key] = _load(EntryPoint(key, f"{_PACKAGE}.{key}:GAME", _PACKAGE))
        elif key in _installed():
            _registered[key] = _load(_installed()[key])
        else:
            raise GameError(f"there is no game {key!r}; the games are: {', '.join(keys())}")
    return _registered[key]


def loadable() -> Iterator[Game]:
    """Yield all games that can be loaded, in alphabetical order; a broken one hides no other.

    Afterwards :func:`failed` tells about the broken ones.
    """
    for key in keys():
        with suppress(GameError):
            yield load(key)


def failed() -> tuple[GameError, ...]:
    """Return why games are not on the shelf: broken (as far as loaded), or hidden by another."""
    return (*_broken.values(), *_shadowed())


def _load(entry: EntryPoint) -> Game:
    if entry.name not in _broken:
        try:
            return _checked(entry)
        except Exception as error:
            problem = f"the game {entry.name!r} ({entry.value}) cannot be loaded: {error}"
            _broken[entry.name] = GameError(problem + _whereabouts(error))
            _broken[entry.name].__cause__ = error
    raise _broken[entry.name]


def _checked(entry: EntryPoint) -> Game:
    module = importlib.import_module(entry.module)
    if module.__file__ is None:
        raise GameError("its folder has no __init__.py")
    game: Game = entry.load()
    if game.key != entry.name:
        source = "folder's or file's" if entry.value.startswith(_PACKAGE) else "entry point's"
        raise GameError(f"its key is {game.key!r}, not the {source} name")
    return game


def _whereabouts(error: Exception) -> str:
    """Return at which line of the game's modules the import failed, if it was an import."""
    frames = traceback.extract_tb(error.__traceback__)
    inner = list(takewhile(lambda frame: not frame.filename.startswith("<frozen"), frames[::-1]))
    if not inner or len(inner) == len(frames):
        return ""
    folder = Path(inner[-1].filename).parent
    last = next(frame for frame in inner if folder in Path(frame.filename).parents)
    return f" ({Path(last.filename).name}, line {last.lineno})"


def loads_elsewhere(game: Game) -> bool:
    """Whether another process that imports a game's module finds this very game.

    It does not find a variant that a program has derived from a game, nor a game that a notebook or
    the main program declares.
    """
    if game.module == "__main__":
        return False
    try:
        return from_module(game.module, game.key) is game
    except (GameError, ImportError):
        return False


def from_module(module: str, key: str) -> Game:
    """Return a game that a module, or the package around it, declares as ``GAME``.

    This is how other processes get a game that is on no shelf but this program's.

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
