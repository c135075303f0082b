"""Bots at hosted tables: their interface to a table, and the threads that they think in.

Compiled searches release the interpreter lock, so a few threads let all cores think while the event
loop continues to serve people.
"""

from __future__ import annotations

import asyncio
import ctypes
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Protocol

import numpy as np

from tischlein.bots import Bot, Decision
from tischlein.child_processes import usable_cores
from tischlein.core.game import Game
from tischlein.core.kernel import new_rng
from tischlein.core.levels import Level
from tischlein.core.position import Observation
from tischlein.core.state import Ints
from tischlein.tables.concurrency.fair_queue import ANYBODY, FairQueue, Requester, Slot


class Player(Protocol):
    """A player that is a program: a :class:`tischlein.bots.bot.Bot`, or one that may also wait."""

    def choose(self, observation: Observation, legal: Sequence[int], stop: Ints) -> Decision | None:
        """Return one of the legal actions, or None to wait for the others.

        ``stop[0]`` turns 1 when the answer is no longer wanted.
        """


LONGEST = 60.0
"""Seconds that a bot may think; usually its own limits end it long before."""
STOPPING = 5.0
"""Seconds within which a stopped search must end."""

BotMaker = Callable[[Game, Level, int], Player]
"""Makes the player for a seat and a level, from a random seed."""


def make_bot(game: Game, level: Level, seed: int) -> Bot:
    """Return a bot of a level."""
    return Bot(game, level, new_rng(seed))


class BotThreads:
    """A few threads in which bots think, for all tables together."""

    def __init__(self, threads: int | None = None, limit: float = LONGEST) -> None:
        """Start with one thread less than there are cores, so that one is left for people."""
        self._count = threads or max(1, usable_cores() - 1)
        self._limit = limit
        self._threads = self._new_threads()
        self._queue = FairQueue(self._count)

    def _new_threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._count, thread_name_prefix="bot")

    @property
    def pending(self) -> int:
        """How many bots think, or wait for a thread."""
        return self._queue.pending

    @property
    def waiting(self) -> int:
        """How many bots wait for a thread."""
        return self._queue.waiting

    async def choose(
        self,
        player: Player,
        observation: Observation,
        legal: Sequence[int],
        stop: Ints,
        requester: Requester = ANYBODY,
    ) -> Decision | None:
        """Return what a player chooses; cancelling this stops its search, too.

        Parameters
        ----------
        requester
            For whom it is: parties take turns.

        Raises
        ------
        TimeoutError
            If it neither chooses in time nor stops when told to. A thread cannot be ended, so all
            threads are replaced. Its code is interrupted, if it ever returns to Python.
        """
        loop = asyncio.get_running_loop()
        slot = await self._queue.acquire(requester)  # only thinking itself is timed
        threads = self._threads
        begun: list[int] = []
        thought = threads.submit(_thought, player, observation, legal, stop, begun)

        def free(_: object) -> None:
            with suppress(RuntimeError):  # the loop is closed, and nobody waits any more
                loop.call_soon_threadsafe(slot.release)

        # It keeps its thread until it is over, even if nobody waits for it any more.
        thought.add_done_callback(free)
        choice = asyncio.wrap_future(thought)
        try:
            # Unlike wait_for, this honours every cancellation.
            await asyncio.wait((choice,), timeout=self._limit)
            if not choice.done():
                stop[0] = 1
                await asyncio.wait((choice,), timeout=STOPPING)
            if choice.done():
                return choice.result()
            raise TimeoutError(f"a bot has thought for more than {self._limit:g} seconds")
        finally:
            stop[0] = 1
            choice.cancel()
            if not thought.done():
                loop.call_later(STOPPING, self._replace, threads, slot, begun)

    def _replace(self, threads: ThreadPoolExecutor, slot: Slot, begun: list[int]) -> None:
        """Replace these threads if one of them has not stopped, and interrupt its code."""
        if slot.released:
            return
        if self._threads is threads:
            self._threads = self._new_threads()
            threads.shutdown(wait=False)
        slot.release()
        for thread in begun:
            _interrupt(thread)

    def close(self) -> None:
        """Accept no more questions; let running ones finish."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _thought(
    player: Player, observation: Observation, legal: Sequence[int], stop: Ints, begun: list[int]
) -> Decision | None:
    """Return what a player chooses; `begun` gets the thread in which it thinks."""
    if stop[0]:
        return None
    begun.append(threading.get_ident())
    return player.choose(observation, legal, stop)


def _interrupt(thread: int) -> None:
    """Raise an exception in a thread: a loop without an end would slow down everything else."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(SystemExit))


def new_stop_flag() -> Ints:
    """Return an unset flag: the value of ``stop`` while a player may continue."""
    return np.zeros(1, np.int64)
