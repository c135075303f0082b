"""Games compiled in processes of their own, on all cores; what somebody waits for comes first."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import ExitStack
from enum import StrEnum
from threading import Lock
from typing import NamedTuple

from filelock import FileLock

from tischlein.apart import end_with_parent, kill, spawned
from tischlein.bots import memory, prepare
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.kernel import cache_root

log = logging.getLogger(__name__)

MEMORY = 512 << 20
"""Bytes that a process takes to compile the largest game, and some to spare for what it keeps."""


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
        self._most = _room_for()
        """How many processes there is memory for at the same time."""
        self._killed: list[tuple[str, Part]] = []
        """What has ended its process, and is tried again when nothing else runs."""
        self._again: set[tuple[str, Part]] = set()
        """What has been tried again."""
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
        express = processes  # the place of what somebody waits for
        running: dict[Future[None], tuple[str, Part]] = {}
        places: dict[int, Future[None]] = {}
        with ExitStack() as stack:
            pools = [stack.enter_context(spawned(1, _give_way)) for _ in range(processes)]
            pools.append(stack.enter_context(spawned(1, _begin)))
            try:
                while self._left or self._urgent or self._killed or running:
                    self._hear()
                    if self._given_up:
                        _end(*pools)
                        return
                    if self._killed and not running:
                        self._urgent.insert(0, self._killed.pop())
                    for place in (express, *range(processes)):
                        most = self._most if place == express else min(processes, self._most)
                        if self._killed or len(running) >= most or places.get(place) in running:
                            continue
                        busy = {key for key, _ in running.values()}
                        task = self._first() if place == express else self._next(place, busy)
                        if task is not None:
                            places[place] = future = pools[place].submit(_compile, *task)
                            running[future] = task
                    done, _ = wait({*running, self._wake}, return_when=FIRST_COMPLETED)
                    for future in done & running.keys():
                        told, error = running.pop(future), future.exception()
                        died = isinstance(error, BrokenExecutor)
                        if died or self._most < processes:  # it keeps what its games have taken
                            place = next(at for at, its in places.items() if its is future)
                            begin = _begin if place == express else _give_way
                            pools[place].shutdown()
                            pools[place] = stack.enter_context(spawned(1, begin))
                        if not (died and self._is_to_be_tried_again(told)):
                            yield Compiled(*told, error)
            except BaseException:
                _end(*pools)
                raise

    def _is_to_be_tried_again(self, task: tuple[str, Part]) -> bool:
        """Whether a task whose process has ended is tried again, alone, as it is the first time.

        As a rule the system has killed the process, as it was the largest when memory had run out.
        So from then on one comes after the other.
        """
        if task in self._again:
            return False
        log.warning(
            "the %s of %s are compiled again: the system has ended its process", task[1], task[0]
        )
        self._again.add(task)
        self._killed.append(task)
        self._most = 1
        return True

    def _first(self) -> tuple[str, Part] | None:
        """Take what somebody waits for, if there is anything."""
        return self._urgent.pop(0) if self._urgent else None

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


def _room_for() -> int:
    """Return for how many processes there is memory; one there must be."""
    free = memory.available()
    return max(1, free // MEMORY) if free is not None else sys.maxsize


def _begin() -> None:
    """Let whoever has started this process say when it ends, or a system that needs its memory."""
    end_with_parent()
    memory.go_first()
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
