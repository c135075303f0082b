"""Games compiled in processes of their own, on all cores; what somebody waits for comes first."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from enum import StrEnum
from threading import Lock
from typing import NamedTuple

from filelock import FileLock

from tischlein.bots import prepare
from tischlein.bots.apart import end_with_parent, spawned
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

    Its processes give way to others, except for one that does what somebody waits for. What they
    have compiled is on disk, also if they are ended.
    """

    def __init__(self, games: Sequence[Game]) -> None:
        """Take these games on, in their order."""
        self.keys = frozenset(game.key for game in games)
        self._left = [(game.key, part) for part in Part for game in games]
        self._urgent: list[tuple[str, Part]] = []
        """What somebody waits for."""
        self._wanted: list[str] = []
        self._lock = Lock()
        self._wake: Future[None] = Future()

    def want(self, key: str) -> None:
        """Let a game come at once, its rules before all other searches; from any thread."""
        with self._lock:
            self._wanted.append(key)
            if not self._wake.done():
                self._wake.set_result(None)

    def run(self) -> Iterator[Compiled]:
        """Compile; yield what is done.

        A game that fails ends nothing. Processes are killed if the caller stops early.
        """
        cores = max(1, min(len(self._left), os.cpu_count() or 1))
        running: dict[Future[None], tuple[str, Part]] = {}
        with spawned(cores, _give_way) as pool, spawned(1, _begin) as express:
            hurried: Future[None] | None = None
            try:
                while self._left or self._urgent or running:
                    self._hear()
                    if self._urgent and hurried not in running:
                        task = self._urgent.pop(0)
                        hurried = express.submit(_compile, *task)
                        running[hurried] = task
                    while self._left and len(running) < cores:
                        task = self._left.pop(0)
                        running[pool.submit(_compile, *task)] = task
                    done, _ = wait({*running, self._wake}, return_when=FIRST_COMPLETED)
                    for future in done & running.keys():
                        yield Compiled(*running.pop(future), future.exception())
            except BaseException:
                for process in multiprocessing.active_children():
                    process.kill()  # nobody waits for what they are at
                raise

    def _hear(self) -> None:
        """Take in what somebody waits for, and has not begun."""
        with self._lock:
            wanted, self._wanted, self._wake = self._wanted, [], Future()
        urgent = [task for task in self._left if task[0] in wanted]
        self._left = [task for task in self._left if task not in urgent]
        self._urgent = sorted(self._urgent + urgent, key=lambda task: list(Part).index(task[1]))


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
