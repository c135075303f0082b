"""Preparing games beside the server: pages answer immediately, a table only waits for its game."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from enum import IntEnum

import msgspec

from tischlein.tables.readiness import Readiness


class Stage(IntEnum):
    """How far a game has been prepared."""

    SHOWN = 1
    """It is on the shelf with a picture."""
    PLAYED = 2
    """People can play it."""
    THOUGHT = 3
    """Bots can think about it."""


class Progress(msgspec.Struct, frozen=True):
    """How many of the games on the shelf can be played."""

    ready: int
    games: int
    """All of them, 0 if they have not been counted yet."""
    done: bool
    """Whether bots can think about all of them, too."""


class Preparation(Readiness):
    """Which games are ready; reported from a thread of its own, awaited on the event loop.

    A new one is at its beginning, with no game ready.
    """

    def __init__(self) -> None:
        self.given_up = False
        """Whether the server ends, so that nobody waits any more."""
        self._keys: Sequence[str] = ()
        self._finished = False
        self._stages: dict[str, Stage] = {}
        self._changed: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._counted = asyncio.Event()
        self._call: Callable[..., object] | None = None
        self._want: Callable[[str], None] | None = None
        self._stop: Callable[[], None] | None = None
        self._wanted: dict[str, None] = {}

    @classmethod
    def done(cls) -> Preparation:
        """Return one that nobody has to wait for."""
        preparation = cls()
        preparation.finish()
        return preparation

    @property
    def progress(self) -> Progress:
        """The overall progress."""
        ready = sum(self._reached(key, Stage.PLAYED) for key in self._keys)
        return Progress(ready, len(self._keys), self._finished)

    # --- from the thread that prepares ---

    def begin(self) -> None:
        """Record the event loop on which callers wait; from now on another thread may report."""
        self._call = asyncio.get_running_loop().call_soon_threadsafe

    def expect(self, keys: Sequence[str]) -> None:
        """Report which games there are."""
        self._tell(self._expect, keys)

    def reach(self, key: str, stage: Stage) -> None:
        """Report how far a game has been prepared."""
        self._tell(self._reach, key, stage)

    def hurry(self, want: Callable[[str], None]) -> None:
        """Set the callback for a game that somebody waits for."""
        self._tell(self._hurry, want)

    def finish(self) -> None:
        """Let all waiting callers continue, whatever is not prepared."""
        self._tell(self._finish)

    def stop_by(self, stop: Callable[[], None]) -> None:
        """Set what stops the work when the server ends; it may be called twice, even at once."""
        self._stop = stop
        if self.given_up:
            stop()

    def give_up(self) -> None:
        """Tell the preparing thread that the server ends; callable from any thread, repeatedly."""
        self.given_up = True
        if self._stop is not None:
            self._stop()

    def _tell(self, note: Callable[..., None], *what: object) -> None:
        if self._call is None:
            note(*what)
        elif not self.given_up:
            self._call(note, *what)

    # --- on the event loop ---

    async def shelf(self) -> None:
        """Return when all games can be shown."""
        await self._counted.wait()
        for key in self._keys:
            await self._wait(key, Stage.SHOWN)

    async def wait_for_rules(self, key: str) -> None:
        """Return when people can play a game; it is prepared before those that nobody waits for."""
        if not self._reached(key, Stage.PLAYED):
            self._wanted[key] = None
            if self._want is not None:
                self._want(key)
        await self._wait(key, Stage.PLAYED)

    async def wait_for_searches(self, key: str) -> None:
        """Return when bots can think about a game."""
        await self._wait(key, Stage.THOUGHT)

    def searches_ready(self, key: str) -> bool:
        """Whether bots can think about a game."""
        return self._reached(key, Stage.THOUGHT)

    def _reached(self, key: str, stage: Stage) -> bool:
        return self._finished or self._stages.get(key, 0) >= stage

    async def _wait(self, key: str, stage: Stage) -> None:
        while not self._reached(key, stage):
            await self._changed[key].wait()

    def _expect(self, keys: Sequence[str]) -> None:
        self._keys = keys
        self._counted.set()

    def _reach(self, key: str, stage: Stage) -> None:
        self._stages[key] = max(stage, self._stages.get(key, stage))
        self._changed.pop(key, asyncio.Event()).set()

    def _hurry(self, want: Callable[[str], None]) -> None:
        self._want = want
        for key in self._wanted:
            want(key)

    def _finish(self) -> None:
        self._finished = True
        self._counted.set()
        for waiting in self._changed.values():
            waiting.set()
