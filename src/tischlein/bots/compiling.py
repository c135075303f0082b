"""Games compiled in processes of their own, on all cores; what somebody waits for comes first."""

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


_Task = tuple[str, Part]
"""A part of the game with that key."""


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
        self._urgent: list[_Task] = []
        """What somebody waits for."""
        self._wanted: list[str] = []
        self._most = _room_for()
        """How many processes there is memory for at the same time."""
        self._killed: list[_Task] = []
        """What has ended its process, and is tried again when nothing else runs."""
        self._again: set[_Task] = set()
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
                    if died or self._most < places.count:  # it keeps what its games have taken
                        places.renew(place)
                    if not (died and self._is_to_be_tried_again(task)):
                        yield Compiled(*task, error)

    def _hand_out(self, places: _Places) -> None:
        """Give the places that are free something to do, as far as there is memory for it."""
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

    def _first(self) -> _Task | None:
        """Take what somebody waits for, if there is anything."""
        return self._urgent.pop(0) if self._urgent else None

    def _next(self, place: int, busy: set[str]) -> _Task | None:
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


class _Places:
    """Processes that compile, each in a numbered place; the last one does what somebody waits for.

    A context manager: processes that are left are killed if its block fails, else they may end.
    """

    def __init__(self, count: int) -> None:
        """Start so many processes, and one beside them, once there is work for them."""
        self.count = count
        self.express = count
        """The place of what somebody waits for."""
        self.running: dict[Future[None], tuple[int, _Task]] = {}
        """In which place something is compiled."""
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
        """The games at which a process is."""
        return {key for _, (key, _) in self.running.values()}

    def free(self) -> list[int]:
        """Return the places where nothing is compiled, that of what somebody waits for first."""
        taken = {place for place, _ in self.running.values()}
        return [place for place in (self.express, *range(self.count)) if place not in taken]

    def begin(self, place: int, task: _Task) -> None:
        """Let a place compile something."""
        self.running[self._pools[place].submit(_compile, *task)] = place, task

    def renew(self, place: int) -> None:
        """Put a fresh process in a place, once the one that is there has ended."""
        self._pools[place].shutdown()
        self._pools[place] = self._new(place)

    def kill(self) -> None:
        """End all processes, since nobody waits for what they are at."""
        for pool in self._pools:
            kill(pool)

    def _new(self, place: int) -> Executor:
        return spawned(1, _begin if place == self.express else _give_way)


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
