"""Bots at hosted tables: what they are to a table, and the threads that they think in.

Compiled searches release the interpreter lock, so a few threads let all cores think while the
event loop goes on answering people.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import numpy as np

from tischlein.bots import Bot, Decision
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Level
from tischlein.core.position import Observation
from tischlein.core.state import Ints


class Player(Protocol):
    """A player that is a program: a :class:`tischlein.bots.bot.Bot`, or one that may also wait."""

    def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision | None:
        """Return one of the legal actions, or None to wait for the others.

        ``stop[0]`` turns 1 when the answer is no longer wanted.
        """


BotMaker = Callable[[Game, Level, int], Player]
"""Makes the player for a seat and a level, from a random seed."""


def make_bot(game: Game, level: Level, seed: int) -> Bot:
    """Return a bot of a level."""
    return Bot(game, level, new_rng(seed))


class Thinkers:
    """A few threads in which bots think, for all tables together."""

    def __init__(self, threads: int | None = None) -> None:
        """Start with one thread less than there are cores, so that one is left for people."""
        count = threads or max(1, (os.cpu_count() or 2) - 1)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="bot")

    async def choose(
        self, player: Player, observation: Observation, legal: Sequence[int], stop: Ints
    ) -> Decision | None:
        """Return what a player chooses; cancelling this stops its search, too."""

        def choose() -> Decision | None:
            return None if stop[0] else player.choose(observation, legal, stop)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, choose)
        finally:
            stop[0] = 1

    def close(self) -> None:
        """Take no more questions; those being thought about are left to end."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def new_flag() -> Ints:
    """Return a flag that is not set: what ``stop`` is while a player may go on."""
    return np.zeros(1, np.int64)
