"""Compiling ahead: everything that a game and its levels need, so that nobody waits later."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path

from tischlein.bots import methods
from tischlein.core import kernel, registry
from tischlein.core.driver import Driver
from tischlein.core.game import Game
from tischlein.core.levels import Custom, Search
from tischlein.core.position import Observation, Position
from tischlein.core.race import Reaction
from tischlein.search import compiled

DECISIONS = 40
"""How often an own bot decides while it is tried out, where its code is to be compiled yet.

That is some way into a match, for what is called there.
"""


def prepare(game: Game) -> Iterator[str]:
    """Compile a game's rules and its levels' searches, or load them; name each before it is done.

    Loading takes milliseconds. Compiling, which happens once on a machine for each version of a
    game, takes seconds; a caller shows the names as its progress.
    """
    tries = {game.seats[0]: 1}
    if game.compiled and not _mark(game).is_file():
        tries = dict.fromkeys((game.seats[0], game.seats[-1]), DECISIONS)
    yield from game.kernels.prepare()
    searches = [one.search.name for one in game.levels if isinstance(one.search, Search)]
    for name in dict.fromkeys(name for name in searches if name != "random"):
        yield name
        methods.method(name).prepare(game)
    for level in game.levels:
        if isinstance(level.search, Custom):
            yield level.key
            for seats, decisions in tries.items():
                _try_out(game, level.search, seats, decisions)
    with suppress(OSError):  # without a writable cache every start compiles anew
        _mark(game).parent.mkdir(parents=True, exist_ok=True)
        _mark(game).touch()


def _try_out(game: Game, bot: Custom, seats: int, decisions: int) -> None:
    """Let a game's own bot play a match in a hurry, so that what it calls is compiled."""
    hurried = _Hurried(bot)
    driver = Driver(Position.start(game, seats), [hurried] * seats, random.Random(0))
    for _ in driver.play():
        if hurried.decisions >= decisions:
            return


class _Hurried:
    """A bot of a game's own that is told at once to end its thinking."""

    def __init__(self, bot: Custom) -> None:
        self._bot = bot
        self._rng = kernel.new_rng(0)
        self.decisions = 0

    def choose(self, observation: Observation, legal: Sequence[int]) -> int | Reaction | None:
        """Return what the bot chooses; whoever has no choice is not asked."""
        if len(legal) == 1 and observation.seat in observation.awaited:
            return legal[0]
        self.decisions += 1
        return self._bot.choose(observation, self._rng, lambda: True)


def prepare_all(games: Sequence[Game]) -> Iterator[str]:
    """Prepare the games of the shelf; what must be compiled is compiled on all cores at once.

    Yields what is being done, for a progress line.
    """
    waiting = cold(games)
    if waiting:
        yield f"{len(waiting)} games"
        yield from compile_apart(waiting)
    for game in games:
        for name in prepare(game):
            yield f"{game.key}: {name}"


def cold(games: Sequence[Game]) -> list[Game]:
    """Return the games with code that is not compiled yet, or not of just these sources."""
    return [game for game in games if game.compiled and not _mark(game).is_file()]


def compile_apart(games: Sequence[Game]) -> Iterator[str]:
    """Compile games in processes of their own, on all cores; yield the key of each that is done.

    The processes give way to others. What they have compiled is on disk, also if they are ended.
    """
    # Fresh processes: a fork would copy locks that compiling holds.
    fresh = multiprocessing.get_context("spawn")
    workers = min(len(games), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, mp_context=fresh, initializer=_give_way) as pool:
        waiting = {pool.submit(_prepare_here, game.key): game.key for game in games}
        try:
            for done in as_completed(waiting):
                done.result()
                yield waiting[done]
        except BaseException:
            for process in multiprocessing.active_children():
                process.kill()  # nobody waits for what they are at
            raise


def _give_way() -> None:
    """Let others go first, and whoever has started this process say when it ends."""
    if hasattr(os, "nice"):
        os.nice(5)
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)


def _prepare_here(key: str) -> None:
    for _ in prepare(registry.load(key)):
        continue


def _mark(game: Game) -> Path:
    """Return the file that says that a game's code has been compiled from just these sources."""
    return kernel.cache_folder(game.folder, Path(compiled.__file__).parent) / f"{game.key}.prepared"
