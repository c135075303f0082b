"""Games made ready beside the server: pages answer at once, what needs a game waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

AT_ONCE = "at_once"
"""The option of routes that need no game, and so do not wait."""


class Progress(msgspec.Struct, frozen=True):
    """How many of the games on the shelf can be played."""

    ready: int
    games: int
    """All of them, 0 while nobody has counted yet."""
    done: bool


class Preparation:
    """What a server waits for before it opens tables; told from a thread of its own.

    A new one is at its beginning; :meth:`done` makes one that is at its end.
    """

    def __init__(self) -> None:
        self.progress = Progress(0, 0, done=False)
        self.given_up = False
        """Whether the server ends, so that nobody waits any more."""
        self._finished = asyncio.Event()
        self._call: Callable[[Callable[[], None]], object] | None = None

    @classmethod
    def done(cls) -> Preparation:
        """Return one that nobody has to wait for."""
        preparation = cls()
        preparation.finish()
        return preparation

    def begin(self) -> None:
        """Note the event loop on which people wait; from now on another thread may tell."""
        self._call = asyncio.get_running_loop().call_soon_threadsafe

    def reach(self, ready: int, games: int) -> None:
        """Tell how far it has come."""
        self.progress = Progress(ready, games, done=False)

    def finish(self) -> None:
        """Let everybody go on."""
        self.progress = Progress(self.progress.games, self.progress.games, done=True)
        if self._call is None:
            self._finished.set()
        elif not self.given_up:
            self._call(self._finished.set)

    def give_up(self) -> None:
        """Tell whoever prepares that the server ends."""
        self.given_up = True

    async def wait(self) -> None:
        """Wait until it is finished."""
        await self._finished.wait()
