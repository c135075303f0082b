"""Entrants of a study, by names that mean the same in every process and on every machine.

======================================  ===========================================================
``weak``, ``medium``, ``random``        a level of the game
``uct:2000``, ``uct:50ms``              a search with its budget: simulations, or time a decision
``uct:2000:exploration=0.5``            and its settings
``python:my_bots:clever``               a function, or a class of players, of a module or of a file
                                        (``python:bots/mine.py:clever``); a class is made for each
                                        match and seat, with its seed if it takes one
``program:./my-bot --fast``             a program that speaks lines (:mod:`tischlein.lab.programs`)
``openspiel:mcts:300``                  a bot of OpenSpiel, with the extra ``tischlein[openspiel]``
======================================  ===========================================================

Other packages add more by entry points of the group ``tischlein.entrants``: the name before the
first colon, and a function that takes a game and the text after the colon and returns a maker of
players.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import shlex
import sys
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType

from tischlein.bots import methods, players
from tischlein.bots.bot import RANDOM, level_of
from tischlein.bots.players import FunctionPlayer, PlayerMaker
from tischlein.core.driver import Player
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.levels import Search
from tischlein.lab.failures import FAILURES, in_words
from tischlein.lab.programs import Program
from tischlein.lab.thinking_time import LONGEST_THOUGHT

GROUP = "tischlein.entrants"


@cache
def _entry_points() -> dict[str, EntryPoint]:
    return {one.name: one for one in entry_points(group=GROUP)}


def maker(game: Game, name: str, limit: float = LONGEST_THOUGHT) -> PlayerMaker:
    """Return the function that makes an entrant's players, one for each match.

    Parameters
    ----------
    limit
        Seconds that a program has for an answer; see :func:`may_hang` for others.

    Raises
    ------
    GameError
        If there is no such level, search, function or program.
    ImportError
        If the library of an entrant is not installed.
    """
    kind, _, rest = name.partition(":")
    if kind == "python":
        return _from_python(rest)
    if kind == "program":
        _words(name)
        return partial(Program, rest, longest=limit)
    if kind in _entry_points():
        made: PlayerMaker = _entry_points()[kind].load()(game, rest)
        return made
    return players.named_entrant(game, name).make


def check(game: Game, name: str) -> None:
    """Refuse an entrant that does not exist (GameError)."""
    maker(game, name)


def compile_for(game: Game, name: str) -> None:
    """Compile the search that an entrant uses, or load it.

    Raises
    ------
    GameError
        If its search cannot play the game.
    """
    search = _search_of(game, name)
    if search is not None:
        methods.method(search.name).prepare(game)


def _search_of(game: Game, name: str) -> Search | None:
    """Return an entrant's search; None for random and foreign players, and a game's own bots."""
    if not needs_search(name):
        return None
    level = methods.timed(name) if is_timed(name) else level_of(game, name)
    search = level.search
    return search if isinstance(search, Search) and search != RANDOM.search else None


def may_hang(game: Game, name: str) -> bool:
    """Whether an entrant is plain Python without a budget: foreign, or a policy of the game's own.

    Programs limit themselves.
    """
    kind = name.partition(":")[0]
    return kind not in {"program", "random"} and _search_of(game, name) is None


def is_timed(name: str) -> bool:
    """Whether an entrant has a budget of time, so that it never plays the same match again."""
    return methods.is_timed(name)


def needs_search(name: str) -> bool:
    """Whether an entrant is one of ours that needs its search compiled."""
    return name.partition(":")[0] not in {"python", "program", "random", *_entry_points()}


def is_deterministic(name: str) -> bool:
    """Whether an entrant plays the same again with the same seed, unless its code has changed."""
    return name == "random" or (needs_search(name) and not is_timed(name))


def file_hash(name: str) -> str | None:
    """Return a value that changes with the file of a foreign entrant; None if the file is unknown.

    Other files that this file imports are not considered.
    """
    kind, _, rest = name.partition(":")
    if kind == "python":
        module = rest.rpartition(":")[0]
        files = [Path(module)] if module.endswith(".py") else [_file_of(module)]
    elif kind == "program":
        files = [Path(word) for word in _words(name)]
    else:
        return None
    there = [file.read_bytes() for file in files if file is not None and file.is_file()]
    return sha256(b"\0".join(there)).hexdigest() if there else None


def _words(program: str) -> list[str]:
    """Return the words of the command in a program's name (GameError)."""
    try:
        words = shlex.split(program.removeprefix("program:"))
    except ValueError as error:
        raise GameError(f"the command in {program!r} cannot be read: {error}") from None
    if not words:
        raise GameError("a program is named with its command, such as program:./my-bot")
    return words


def _file_of(module: str) -> Path | None:
    _add_current_folder()
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin)


def _add_current_folder() -> None:
    """Let modules be found in the current folder, as with ``python -m``."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)


def values_are_payoffs(game: Game, name: str) -> bool:
    """Whether an entrant's search values its decisions by payoffs from 0 to 1.

    Alpha-beta's values are points, which may lie in that range as well.
    """
    search = _search_of(game, name)
    return search is not None and not methods.method(search.name).in_points


def _from_python(where: str) -> PlayerMaker:
    module_name, _, name = where.rpartition(":")
    if not module_name:
        raise GameError(
            f"a function is named with its module or file, such as python:my_bots:{where or 'name'}"
        )
    found = getattr(_module(module_name), name, None)
    if isinstance(found, type) and callable(getattr(found, "choose", None)):
        return partial(_make_player, found)
    if not callable(found):
        raise GameError(f"{module_name} has no function or class {name!r}")
    return partial(_function_player, found)


def _make_player(player: type, seed: int) -> Player:
    made: Player = player(seed) if _takes_an_argument(player) else player()
    return made


def _takes_an_argument(player: type) -> bool:
    try:
        inspect.signature(player).bind(0)
    except (TypeError, ValueError):  # it takes none, or cannot be inspected
        return False
    return True


def _function_player(choose: players.Choose, seed: int) -> Player:
    del seed
    return FunctionPlayer(choose)


@cache
def _module(name: str) -> ModuleType:
    try:
        if not name.endswith(".py"):
            _add_current_folder()
            return importlib.import_module(name)
        path = Path(name).resolve()
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None:
            raise ImportError(f"{name} is no Python file")
        module = importlib.util.module_from_spec(spec)
        sys.modules.setdefault(spec.name, module)
        spec.loader.exec_module(module)
    except (ImportError, OSError) as error:
        raise GameError(f"{name} cannot be imported: {error}") from None
    except FAILURES as error:
        raise GameError(f"{name} cannot be imported: {in_words(error)}") from error
    return module
