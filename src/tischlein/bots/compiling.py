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
from tischlein.child_processes import end_with_parent, kill, spawn_pool, usable_cores
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
        self._compiled_by: dict[str, int] = {}
        """The process that has compiled a game's rules."""
        self._urgent: list[_Task] = []
        """Tasks that somebody waits for."""
        self._requested: list[str] = []
        self._limit = _process_limit()
        """How many processes fit into memory at the same time."""
        self._killed: list[_Task] = []
        """Tasks whose process was killed; they are tried again when nothing else runs."""
        self._retried: set[_Task] = set()
        """Tasks that have been tried again."""
        self._cancelled = False
        self._lock = Lock()
        self._wake: Future[None] = Future()

    def prioritize(self, key: str) -> None:
        """Compile a game next, its rules before all other searches; callable from any thread."""
        with self._lock:
            self._requested.append(key)
            self._wake_up()

    def cancel(self) -> None:
        """Compile nothing more, and end running tasks; callable from any thread, and repeatedly."""
        with self._lock:
            self._cancelled = True
            self._wake_up()

    def _wake_up(self) -> None:
        if not self._wake.done():
            self._wake.set_result(None)

    def run(self) -> Iterator[Compiled]:
        """Compile; yield each part when it is done.

        Neither a game that fails nor a process that dies ends this: another process takes its
        place. Running processes are killed if the caller stops early, or calls ``cancel``.
        """
        with _Slots(max(1, min(len(self.keys), usable_cores()))) as slots:
            while self._left or self._urgent or self._killed or slots.running:
                self._take_requests()
                if self._cancelled:
                    slots.kill()
                    return
                self._assign_tasks(slots)
                done, _ = wait({*slots.running, self._wake}, return_when=FIRST_COMPLETED)
                for future in done & slots.running.keys():
                    slot, task = slots.running.pop(future)
                    error = future.exception()
                    died = isinstance(error, BrokenExecutor)
                    if died or self._limit < slots.count:  # it keeps its games' memory
                        slots.renew(slot)
                    if not (died and self._should_retry(task)):
                        yield Compiled(*task, error)

    def _assign_tasks(self, slots: _Slots) -> None:
        """Give free places a task, as far as memory allows."""
        if self._killed:
            if slots.running:
                return
            self._urgent.insert(0, self._killed.pop())
        for slot in slots.free():
            express = slot == slots.express
            limit = self._limit if express else min(slots.count, self._limit)
            if len(slots.running) >= limit:
                continue
            task = self._next_urgent() if express else self._next(slot, slots.busy)
            if task is not None:
                slots.begin(slot, task)

    def _should_retry(self, task: _Task) -> bool:
        """Whether a task whose process has died is tried again, alone; true only once.

        Usually the system has killed the process as the largest one when memory ran out. From then
        on one task runs at a time.
        """
        if task in self._retried:
            return False
        log.warning(
            "the %s of %s are compiled again: the system has ended its process", task[1], task[0]
        )
        self._retried.add(task)
        self._killed.append(task)
        self._limit = 1
        return True

    def _next_urgent(self) -> _Task | None:
        """Take the next urgent task, if there is one."""
        return self._urgent.pop(0) if self._urgent else None

    def _next(self, slot: int, busy: set[str]) -> _Task | None:
        """Take a process's next task, if there is one; a game is compiled by one process only."""
        free = [task for task in self._left if task[0] not in busy]
        if not free:
            return None
        own = (task for task in free if self._compiled_by.get(task[0]) == slot)
        task = free[0] if free[0][1] is Part.RULES else next(own, free[0])
        self._left.remove(task)
        self._compiled_by.setdefault(task[0], slot)
        return task

    def _take_requests(self) -> None:
        """Take in urgent requests for parts that have not been started."""
        with self._lock:
            requested, self._requested, self._wake = self._requested, [], Future()
        urgent = [task for task in self._left if task[0] in requested]
        self._left = [task for task in self._left if task not in urgent]
        self._urgent = sorted(self._urgent + urgent, key=lambda task: list(Part).index(task[1]))


class _Slots:
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
        self._pools = [self._new(slot) for slot in range(count + 1)]

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
        taken = {slot for slot, _ in self.running.values()}
        return [slot for slot in (self.express, *range(self.count)) if slot not in taken]

    def begin(self, slot: int, task: _Task) -> None:
        """Start compiling something in a place."""
        self.running[self._pools[slot].submit(_compile, *task)] = slot, task

    def renew(self, slot: int) -> None:
        """Put a fresh process in a place, once the current one has ended."""
        self._pools[slot].shutdown()
        self._pools[slot] = self._new(slot)

    def kill(self) -> None:
        """End all processes, since nobody waits for their results."""
        for pool in self._pools:
            kill(pool)

    def _new(self, slot: int) -> Executor:
        return spawn_pool(1, _initialize if slot == self.express else _initialize_in_background)


def _process_limit() -> int:
    """Return for how many processes there is memory, at least one."""
    free = memory.available()
    return max(1, free // MEMORY) if free is not None else sys.maxsize


def _initialize() -> None:
    """Let this process end with its parent, or when the system needs its memory."""
    end_with_parent()
    memory.prefer_as_oom_victim()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)


def _initialize_in_background() -> None:
    _initialize()
    if hasattr(os, "nice"):
        os.nice(5)


def _compile(key: str, part: Part) -> None:
    game = registry.load(key)
    # Another server or a test may be compiling the same game; then its results are only loaded.
    with FileLock(cache_root() / f"{key}.lock"):
        if part is Part.RULES:
            for _ in prepare.rules(game):
                continue
            prepare.show_matches(game)
        else:
            for _ in prepare.prepare(game):
                continue
