"""Compiles games in processes of its own, on all cores; urgent requests come first."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from enum import StrEnum
from threading import Lock
from typing import NamedTuple, Self

from filelock import FileLock

from tischlein.bots import memory, prepare
from tischlein.child_processes import end_with_parent, kill, spawned
from tischlein.core import registry
from tischlein.core.game import Game
from tischlein.core.kernel import cache_root

log = logging.getLogger(__name__)

MEMORY = 512 << 20
"""Bytes that a process needs to compile the largest game, with a reserve for what it caches."""


class Part(StrEnum):
    """A part of a game that is compiled in one go."""

    RULES = "rules"
    """What a match between people needs of the rules."""
    SEARCHES = "searches"
    """What the game's bots need."""


_Task = tuple[str, Part]
"""A part of the game with that key."""


class Compiled(NamedTuple):
    """A part of a game that has been compiled to disk, or has failed to compile."""

    key: str
    part: Part
    error: BaseException | None


class Compiler:
    """Compiles games: first the rules of all of them, then what their bots need.

    Searches are usually compiled by the process that compiled the game's rules, which are linked
    into them. The processes run at low priority, except for the one for urgent requests. What they
    have compiled is on disk even if they are ended.
    """

    def __init__(self, games: Sequence[Game]) -> None:
        """Take on these games, in this order."""
        self.keys = frozenset(game.key for game in games)
        self._left = [(game.key, part) for part in Part for game in games]
        self._known: dict[str, int] = {}
        """The process that has compiled a game's rules."""
        self._urgent: list[_Task] = []
        """Tasks that somebody waits for."""
        self._wanted: list[str] = []
        self._most = _room_for()
        """How many processes fit into memory at the same time."""
        self._killed: list[_Task] = []
        """Tasks whose process was killed; they are tried again when nothing else runs."""
        self._again: set[_Task] = set()
        """Tasks that have been tried again."""
        self._given_up = False
        self._lock = Lock()
        self._wake: Future[None] = Future()

    def want(self, key: str) -> None:
        """Compile a game next, its rules before all other searches; callable from any thread."""
        with self._lock:
            self._wanted.append(key)
            self._rouse()

    def give_up(self) -> None:
        """Compile nothing more, and end running tasks; callable from any thread, and repeatedly."""
        with self._lock:
            self._given_up = True
            self._rouse()

    def _rouse(self) -> None:
        if not self._wake.done():
            self._wake.set_result(None)

    def run(self) -> Iterator[Compiled]:
        """Compile; yield each part when it is done.

        Neither a game that fails nor a process that dies ends this: another process takes its
        place. Running processes are killed if the caller stops early, or calls ``give_up``.
        """
        with _Places(max(1, min(len(self.keys), os.cpu_count() or 1))) as places:
            while self._left or self._urgent or self._killed or places.running:
                self._hear()
                if self._given_up:
                    places.kill()
                    return
                self._hand_out(places)
                done, _ = wait({*places.running, self._wake}, return_when=FIRST_COMPLETED)
                for future in done & places.running.keys():
                    place, task = places.running.pop(future)
                    error = future.exception()
                    died = isinstance(error, BrokenExecutor)
                    if died or self._most < places.count:  # it keeps its games' memory
                        places.renew(place)
                    if not (died and self._is_to_be_tried_again(task)):
                        yield Compiled(*task, error)

    def _hand_out(self, places: _Places) -> None:
        """Give free places a task, as far as memory allows."""
        if self._killed:
            if places.running:
                return
            self._urgent.insert(0, self._killed.pop())
        for place in places.free():
            express = place == places.express
            most = self._most if express else min(places.count, self._most)
            if len(places.running) >= most:
                continue
            task = self._first() if express else self._next(place, places.busy)
            if task is not None:
                places.begin(place, task)

    def _is_to_be_tried_again(self, task: _Task) -> bool:
        """Whether a task whose process has died is tried again, alone; true only once.

        Usually the system has killed the process as the largest one when memory ran out. From then
        on one task runs at a time.
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

    def _first(self) -> _Task | None:
        """Take the next urgent task, if there is one."""
        return self._urgent.pop(0) if self._urgent else None

    def _next(self, place: int, busy: set[str]) -> _Task | None:
        """Take a process's next task, if there is one; a game is compiled by one process only."""
        free = [task for task in self._left if task[0] not in busy]
        if not free:
            return None
        own = (task for task in free if self._known.get(task[0]) == place)
        task = free[0] if free[0][1] is Part.RULES else next(own, free[0])
        self._left.remove(task)
        self._known.setdefault(task[0], place)
        return task

    def _hear(self) -> None:
        """Take in urgent requests for parts that have not been started."""
        with self._lock:
            wanted, self._wanted, self._wake = self._wanted, [], Future()
        urgent = [task for task in self._left if task[0] in wanted]
        self._left = [task for task in self._left if task not in urgent]
        self._urgent = sorted(self._urgent + urgent, key=lambda task: list(Part).index(task[1]))


class _Places:
    """Processes that compile, each in a numbered place; the last one is for urgent tasks.

    A context manager: if its block fails, running processes are killed, otherwise they may finish.
    """

    def __init__(self, count: int) -> None:
        """Prepare this many processes and one for urgent tasks; each starts with its first task."""
        self.count = count
        self.express = count
        """The place for urgent tasks."""
        self.running: dict[Future[None], tuple[int, _Task]] = {}
        """The place where each task runs."""
        self._pools = [self._new(place) for place in range(count + 1)]

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Wait until all processes have ended."""
        if kind is not None:
            self.kill()
        for pool in self._pools:
            pool.shutdown()

    @property
    def busy(self) -> set[str]:
        """The games being compiled."""
        return {key for _, (key, _) in self.running.values()}

    def free(self) -> list[int]:
        """Return the places where nothing is compiled, the one for urgent tasks first."""
        taken = {place for place, _ in self.running.values()}
        return [place for place in (self.express, *range(self.count)) if place not in taken]

    def begin(self, place: int, task: _Task) -> None:
        """Start compiling something in a place."""
        self.running[self._pools[place].submit(_compile, *task)] = place, task

    def renew(self, place: int) -> None:
        """Put a fresh process in a place, once the current one has ended."""
        self._pools[place].shutdown()
        self._pools[place] = self._new(place)

    def kill(self) -> None:
        """End all processes, since nobody waits for their results."""
        for pool in self._pools:
            kill(pool)

    def _new(self, place: int) -> Executor:
        return spawned(1, _begin if place == self.express else _give_way)


def _room_for() -> int:
    """Return for how many processes there is memory, at least one."""
    free = memory.available()
    return max(1, free // MEMORY) if free is not None else sys.maxsize


def _begin() -> None:
    """Let this process end with its parent, or when the system needs its memory."""
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
    # Another server or a test may be compiling the same game; then its results are only loaded.
    with FileLock(cache_root() / f"{key}.lock"):
        if part is Part.RULES:
            for _ in prepare.rules(game):
                continue
            prepare.watch(game)
        else:
            for _ in prepare.prepare(game):
                continue
