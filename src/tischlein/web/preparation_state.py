"""How far games have been prepared: pages answer immediately, a table only waits for its game."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from enum import IntEnum

import msgspec

from tischlein.tables.computing.readiness import Readiness
from tischlein.tables.problems import ServerEndsError


class Stage(IntEnum):
    """How far a game has been prepared."""

    SHOWABLE = 1
    """It is on the shelf with a picture."""
    PLAYABLE = 2
    """People can play it."""
    BOTS = 3
    """Bots can think about it."""


class Progress(msgspec.Struct, frozen=True):
    """How many of the games on the shelf can be played."""

    ready: int
    """How many can be played."""
    games: int
    """All of them, 0 if they have not been counted yet."""
    done: bool
    """Whether bots can think about all of them, too."""


class PreparationState(Readiness):
    """Which games are ready; reported from a thread of its own, awaited on the event loop.

    A new one is at its beginning, with no game ready.
    """

    def __init__(self) -> None:
        self.cancelled = False
        """Whether the server ends, so that nobody waits any more."""
        self._keys: Sequence[str] = ()
        self._finished = False
        self._stages: dict[str, Stage] = {}
        self._changed: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._counted = asyncio.Event()
        self._call_on_loop: Callable[..., object] | None = None
        self._prioritize: Callable[[str], None] | None = None
        self._canceller: Callable[[], None] | None = None
        self._wanted: dict[str, None] = {}

    @classmethod
    def completed(cls) -> PreparationState:
        """Return one that nobody has to wait for."""
        preparation = cls()
        preparation.finish()
        return preparation

    @property
    def progress(self) -> Progress:
        """The overall progress."""
        ready = sum(self._reached(key, Stage.PLAYABLE) for key in self._keys)
        return Progress(ready, len(self._keys), self._finished)

    # --- from the thread that prepares ---

    def bind_to_loop(self) -> None:
        """Record the event loop on which callers wait; from now on another thread may report."""
        self._call_on_loop = asyncio.get_running_loop().call_soon_threadsafe

    def report_games(self, keys: Sequence[str]) -> None:
        """Report which games there are."""
        self._on_loop(self._set_games, keys)

    def report_stage(self, key: str, stage: Stage) -> None:
        """Report how far a game has been prepared."""
        self._on_loop(self._set_stage, key, stage)

    def set_prioritizer(self, prioritize: Callable[[str], None]) -> None:
        """Set the callback for a game that somebody waits for."""
        self._on_loop(self._set_prioritizer, prioritize)

    def finish(self) -> None:
        """Let all waiting callers continue, whatever is not prepared."""
        self._on_loop(self._set_finished)

    def set_canceller(self, cancel: Callable[[], None]) -> None:
        """Set what stops the work when the server ends; it may be called twice, even at once."""
        self._canceller = cancel
        if self.cancelled:
            cancel()

    def cancel(self) -> None:
        """Tell the preparing thread that the server ends; callable from any thread, repeatedly."""
        self.cancelled = True
        if self._canceller is not None:
            self._canceller()
        if self._call_on_loop is None:
            self._wake_all()
        else:
            self._call_on_loop(self._wake_all)

    def _on_loop(self, apply: Callable[..., None], *what: object) -> None:
        if self._call_on_loop is None:
            apply(*what)
        elif not self.cancelled:
            self._call_on_loop(apply, *what)

    # --- on the event loop ---

    async def wait_for_shelf(self) -> None:
        """Return when all games can be shown (ServerEndsError)."""
        await self._counted.wait()
        if self.cancelled and not self._keys:
            raise ServerEndsError
        for key in self._keys:
            await self._wait(key, Stage.SHOWABLE)

    async def wait_for_rules(self, key: str) -> None:
        """Return when people can play a game; it is prepared before those that nobody waits for."""
        if not self._reached(key, Stage.PLAYABLE):
            self._wanted[key] = None
            if self._prioritize is not None:
                self._prioritize(key)
        await self._wait(key, Stage.PLAYABLE)

    async def wait_for_searches(self, key: str) -> None:
        """Return when bots can think about a game."""
        await self._wait(key, Stage.BOTS)

    def searches_ready(self, key: str) -> bool:
        """Whether bots can think about a game."""
        return self._reached(key, Stage.BOTS)

    def _reached(self, key: str, stage: Stage) -> bool:
        return self._finished or self._stages.get(key, 0) >= stage

    async def _wait(self, key: str, stage: Stage) -> None:
        while not self._reached(key, stage):
            if self.cancelled and stage is not Stage.BOTS:  # bots end with their tables
                raise ServerEndsError
            await self._changed[key].wait()

    def _set_games(self, keys: Sequence[str]) -> None:
        self._keys = keys
        self._counted.set()

    def _set_stage(self, key: str, stage: Stage) -> None:
        self._stages[key] = max(stage, self._stages.get(key, stage))
        self._changed.pop(key, asyncio.Event()).set()

    def _set_prioritizer(self, prioritize: Callable[[str], None]) -> None:
        self._prioritize = prioritize
        for key in self._wanted:
            prioritize(key)

    def _set_finished(self) -> None:
        self._finished = True
        self._wake_all()

    def _wake_all(self) -> None:
        self._counted.set()
        for waiting in self._changed.values():
            waiting.set()
        self._changed.clear()
