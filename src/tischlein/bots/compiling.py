"""Games compiled in processes of their own, on all cores; what somebody waits for comes first."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack
from enum import StrEnum
from threading import Lock
from typing import NamedTuple

from filelock import FileLock

from tischlein.apart import end_with_parent, kill, spawned
from tischlein.bots import prepare
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.kernel import cache_root


class Part(StrEnum):
    """What of a game is compiled in one go."""

    RULES = "rules"
    """What a match of people asks of the rules."""
    SEARCHES = "searches"
    """What its bots think with."""


class Compiled(NamedTuple):
    """A part of a game that is compiled and on disk, or has failed to be."""

    key: str
    part: Part
    error: BaseException | None


class Compiler:
    """Compiles games: all their rules first, then what bots think with.

    Searches are compiled where their rules have been, as a rule: what is linked into them is there.
    Its processes give way to others, except for one that does what somebody waits for. What they
    have compiled is on disk, also if they are ended.
    """

    def __init__(self, games: Sequence[Game]) -> None:
        """Take these games on, in their order."""
        self.keys = frozenset(game.key for game in games)
        self._left = [(game.key, part) for part in Part for game in games]
        self._known: dict[str, int] = {}
        """The process that has compiled a game's rules."""
        self._urgent: list[tuple[str, Part]] = []
        """What somebody waits for."""
        self._wanted: list[str] = []
        self._given_up = False
        self._lock = Lock()
        self._wake: Future[None] = Future()

    def want(self, key: str) -> None:
        """Let a game come at once, its rules before all other searches; from any thread."""
        with self._lock:
            self._wanted.append(key)
            self._rouse()

    def give_up(self) -> None:
        """Let nothing more be compiled, and end what is at it; from any thread, also again."""
        with self._lock:
            self._given_up = True
            self._rouse()

    def _rouse(self) -> None:
        if not self._wake.done():
            self._wake.set_result(None)

    def run(self) -> Iterator[Compiled]:
        """Compile; yield what is done.

        A game that fails ends nothing, nor does a process that dies: another one takes its place.
        Those that are left are killed if the caller stops early, or gives up meanwhile.
        """
        processes = max(1, min(len(self.keys), os.cpu_count() or 1))
        running: dict[Future[None], tuple[str, Part]] = {}
        places: dict[int, Future[None]] = {}
        with ExitStack() as stack:
            express = stack.enter_context(spawned(1, _begin))
            pools = [stack.enter_context(spawned(1, _give_way)) for _ in range(processes)]
            hurried: Future[None] = Future()
            try:
                while self._left or self._urgent or running:
                    self._hear()
                    if self._given_up:
                        _end(express, *pools)
                        return
                    if self._urgent and hurried not in running:
                        task = self._urgent.pop(0)
                        hurried = express.submit(_compile, *task)
                        running[hurried] = task
                    for place, pool in enumerate(pools):
                        if len(running) < processes and places.get(place) not in running:
                            busy = {key for key, _ in running.values()}
                            if (following := self._next(place, busy)) is not None:
                                places[place] = future = pool.submit(_compile, *following)
                                running[future] = following
                    done, _ = wait({*running, self._wake}, return_when=FIRST_COMPLETED)
                    for future in done & running.keys():
                        error = future.exception()
                        if isinstance(error, BrokenExecutor):
                            if future is hurried:
                                express = stack.enter_context(spawned(1, _begin))
                            for place in (at for at, its in places.items() if its is future):
                                pools[place] = stack.enter_context(spawned(1, _give_way))
                        yield Compiled(*running.pop(future), error)
            except BaseException:
                _end(express, *pools)
                raise

    def _next(self, place: int, busy: set[str]) -> tuple[str, Part] | None:
        """Take what a process does next, if there is anything; a game is compiled by one."""
        free = [task for task in self._left if task[0] not in busy]
        if not free:
            return None
        own = (task for task in free if self._known.get(task[0]) == place)
        task = free[0] if free[0][1] is Part.RULES else next(own, free[0])
        self._left.remove(task)
        self._known.setdefault(task[0], place)
        return task

    def _hear(self) -> None:
        """Take in what somebody waits for, and has not begun."""
        with self._lock:
            wanted, self._wanted, self._wake = self._wanted, [], Future()
        urgent = [task for task in self._left if task[0] in wanted]
        self._left = [task for task in self._left if task not in urgent]
        self._urgent = sorted(self._urgent + urgent, key=lambda task: list(Part).index(task[1]))


def _end(*pools: Executor) -> None:
    """End processes, since nobody waits for what they are at."""
    for pool in pools:
        kill(pool)


def _begin() -> None:
    """Let whoever has started this process say when it ends."""
    end_with_parent()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)


def _give_way() -> None:
    _begin()
    if hasattr(os, "nice"):
        os.nice(5)


def _compile(key: str, part: Part) -> None:
    game = registry.load(key)
    # Another server or a test may be at the same game: what it has compiled is only loaded.
    with FileLock(cache_root() / f"{key}.lock"):
        if part is Part.RULES:
            for _ in prepare.rules(game):
                continue
            prepare.watch(game)
        else:
            for _ in prepare.prepare(game):
                continue
