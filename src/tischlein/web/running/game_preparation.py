"""Preparing games: all of them first, or beside the server with urgent ones first."""

from __future__ import annotations

import asyncio
import gc
import logging
import subprocess
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING

from tischlein.bots import prepare as ahead
from tischlein.bots.compiling import Compiler, Part
from tischlein.core import registry
from tischlein.core.errors import GameError
from tischlein.core.game import Game
from tischlein.core.kernel import cache_root, prune_cache
from tischlein.tables.players import lookalikes
from tischlein.web.preparation_state import PreparationState, Stage

if TYPE_CHECKING:
    from rich.console import Console

log = logging.getLogger(__name__)

PRELOADED_EVENTS = 20
"""How many events of a match are shown to load what pictures call, most of it from the first on.

Code that only later events call is loaded when they come.
"""
JOIN_TIMEOUT = 3.0
"""Seconds that a preparation may take to end; what it loads cannot be interrupted."""
_CACHE_NOT_WRITABLE = (
    "compiled games cannot be kept in %s (%s), so that every start compiles them anew:"
    " give that folder to whoever runs the server, or name another with TISCHLEIN_CACHE"
)
STAGES = {Part.RULES: Stage.PLAYABLE, Part.SEARCHES: Stage.BOTS}


def prepare_all() -> None:
    """Load every game's compiled rules; report it if they have to be compiled first.

    Raises the error that has kept a game from being compiled.
    """
    prune_cache()
    games = list(_loaded(*registry.keys()))
    with _console().status("Setting the table") as status:
        for key, part, error in Compiler(ahead.uncompiled(games)).run():
            if error is not None:
                raise error
            status.update(f"Prepared {part} of {key} (only the first start takes long)")
        for game in games:
            for name in ahead.prepare(game):
                status.update(f"Preparing {game.key}: {name}")


@asynccontextmanager
async def background_preparation(
    preparation: PreparationState, shelf: subprocess.Popen[bytes] | None = None
) -> AsyncIterator[None]:
    """Do the same in a thread beside the block, and leave nothing of it behind.

    If Python ended with the thread in the middle of its work, a semaphore of its processes would
    remain.

    Parameters
    ----------
    shelf
        The process that prepares the shelf's answers, unless these exist.
    """
    thread = threading.Thread(
        target=prepare_in_background, args=(preparation, shelf), name="preparation", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        preparation.cancel()
        await asyncio.to_thread(thread.join, JOIN_TIMEOUT)


def prepare_in_background(
    preparation: PreparationState, shelf: subprocess.Popen[bytes] | None = None
) -> None:
    """Do the same beside the server, urgent games first.

    Parameters
    ----------
    shelf
        The process that prepares the shelf's answers, unless these exist.
    """
    try:
        lookalikes.prepare()
        prune_cache()
        _prepare_in_order(preparation, shelf)
    except Exception:
        if not preparation.cancelled:  # otherwise the server has ended what was compiling
            log.exception("not all games are prepared; the others are when they are first played")
    gc.freeze()  # compiled games stay, and are many objects
    preparation.finish()


def _prepare_in_order(preparation: PreparationState, shelf: subprocess.Popen[bytes] | None) -> None:
    wanted: list[str] = []
    preparation.set_prioritizer(wanted.append)
    left = list(registry.keys())
    preparation.report_games(tuple(left))
    if shelf is not None:
        threading.Thread(target=_await_shelf, args=(shelf, preparation), daemon=True).start()
    games: dict[str, Game] = {}
    cold: list[Game] = []
    while left and not preparation.cancelled:
        key = next((key for key in wanted if key in left), left[0])
        left.remove(key)
        loaded = list(_loaded(key))
        if not loaded:
            preparation.report_stage(key, Stage.BOTS)  # requests for it get the reason
        for game in loaded:
            games[key] = game
            if shelf is None:
                preparation.report_stage(key, Stage.SHOWABLE)
            if ahead.uncompiled((game,)):
                cold.append(game)
            else:
                _load_compiled(game, Stage.PLAYABLE, preparation)
    for game in games.values():
        if game not in cold:
            _load_compiled(game, Stage.BOTS, preparation)
    if cold:
        compiler = Compiler(cold)
        preparation.set_prioritizer(compiler.prioritize)
        preparation.set_canceller(compiler.cancel)
        _compile_cold(compiler, games, preparation)


def _await_shelf(process: subprocess.Popen[bytes], preparation: PreparationState) -> None:
    if process.wait() == 0:  # otherwise it is made here, when rules are compiled
        for key in registry.keys():
            preparation.report_stage(key, Stage.SHOWABLE)


def _compile_cold(
    compiler: Compiler, games: Mapping[str, Game], preparation: PreparationState
) -> None:
    playable = games.keys() - compiler.keys
    can_store = True
    with _console().status("Preparing the games (only the first start takes long)") as status:
        for key, part, error in compiler.run():
            if preparation.cancelled:
                return
            if isinstance(error, OSError):
                if can_store:
                    log.error(_CACHE_NOT_WRITABLE, cache_root(), error.strerror or error)
                can_store = False
            elif error is not None:
                log.error("%s of %s cannot be compiled: %s", part, key, error)
            _load_compiled(games[key], STAGES[part], preparation)
            playable |= {key}
            status.update(f"{len(playable)} of {len(games)} games can be played, the last is {key}")


def _load_compiled(game: Game, stage: Stage, preparation: PreparationState) -> None:
    """Load what has been compiled of a game, and report that it is ready; a fault stops nothing."""
    with suppress(Exception):  # its players get the error
        for _ in ahead.rules(game) if stage is Stage.PLAYABLE else ahead.prepare(game):
            if preparation.cancelled:
                return
        if stage is Stage.PLAYABLE:
            ahead.show_matches(game, PRELOADED_EVENTS)
    preparation.report_stage(game.key, stage)


def _loaded(*keys: str) -> Iterator[Game]:
    """Yield games; one of another package that fails is reported and left out."""
    for key in keys:
        try:
            yield registry.load(key)
        except GameError as error:
            _console().print(f"[yellow]{error}[/]")


@cache
def _console() -> Console:
    from rich.console import Console  # loaded only if there is something to report, which is rare

    return Console(stderr=True, highlight=False)
