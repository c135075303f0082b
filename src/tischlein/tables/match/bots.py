"""The bots at one table: which of them think, how long people wait for them, and what they do."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from tischlein.bots import Decision
from tischlein.core.game import Game
from tischlein.core.levels import Level
from tischlein.core.position import Observation
from tischlein.core.race import Reaction
from tischlein.tables.computing.compute import Agent, Compute
from tischlein.tables.computing.thinking import new_stop_flag
from tischlein.tables.concurrency.fair_queue import Requester
from tischlein.tables.concurrency.mailbox import Work, backoff
from tischlein.tables.concurrency.parties import requester_of_host
from tischlein.tables.match import race
from tischlein.tables.match.race import Race
from tischlein.tables.problems import TableClosedError, TableError
from tischlein.tables.storage.outages import Outage
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.stored import StoredAnswer, StoredMatch

log = logging.getLogger(__name__)


class BotResources(NamedTuple):
    """The resources of bots."""

    compute: Compute
    """Who thinks for them; the table also uses it for other slow work."""
    pause: float
    """Minimal number of seconds before a bot's action, so that people can follow."""
    requester_of: Callable[[StoredMatch], Requester] = requester_of_host
    """Returns for whom bots of a match think: parties share workers fairly."""


class BotCallbacks(NamedTuple):
    """What bots need from their table."""

    ask_with_retries: Callable[[Work[None]], Awaitable[None]]
    """Have the table's owner do something in turn."""
    act: Callable[[int, int, int], Awaitable[asyncio.Future[StoredAnswer] | None]]
    """Let a seat act, within the owner: seat, action, reaction time in milliseconds. Returns the
    future answer of a claim, which is decided later."""
    may_wait: Callable[[int], bool]
    """Whether the match goes on even if the bot on a seat waits."""
    on_waiting: Callable[[], None]
    """Called when a bot has stopped thinking and waits."""
    on_ready: Callable[[], None]
    """Called when bots can think whose searches had to be compiled."""


class _Thought:
    """A bot's turn to think about one observation."""

    def __init__(self, level: Level, observation: Observation) -> None:
        self.level = level
        self.observation = observation
        self.seen = observation.to_bytes()
        self.stop = new_stop_flag()
        self.done = False
        self.task: asyncio.Task[None] | None = None

    def cancel(self) -> None:
        self.stop[0] = 1
        if self.task is not None:
            self.task.cancel()


class _FailedAction(NamedTuple):
    """An action of a bot that failed, and may fail again."""

    seen: bytes
    """What the bot saw."""
    action: int


class Bots:
    """The bots of one match; only the table's owner calls :meth:`think`."""

    def __init__(
        self, match: str, game: Game, resources: BotResources, callbacks: BotCallbacks
    ) -> None:
        """Begin without any bot thinking."""
        self._match = match
        self._game = game
        self._resources = resources
        self._callbacks = callbacks
        self._agents: dict[tuple[int, str], Agent] = {}
        self._thoughts: dict[int, _Thought] = {}
        self._failed_actions: dict[int, _FailedAction] = {}
        """What an unexpected error kept the bot on a seat from doing."""
        self._lost_claims: dict[int, _FailedAction] = {}
        """The last claim of each seat that such an error has lost."""
        self._thinking = Outage(log, f"match {match}: a bot's turn")
        self._skip_pauses = asyncio.Event()
        """Whether nobody needs pauses to follow what bots do."""
        self._loop = asyncio.get_running_loop()

    @property
    def thinking(self) -> list[int]:
        """The seats whose bots are at work."""
        return sorted(seat for seat, thought in self._thoughts.items() if not thought.done)

    def hurry(self, on: bool) -> None:
        """Let bots act as soon as they have chosen, or after their usual pauses again."""
        if on:
            self._skip_pauses.set()
        else:
            self._skip_pauses.clear()

    def think(
        self,
        wanted: Mapping[int, tuple[Level, Observation]],
        now: Race | None,
        last_race_over: float,
    ) -> None:
        """Let exactly these bots think; one whose observation is unchanged continues.

        Parameters
        ----------
        wanted
            The level and the observation of every seat whose bot may act.
        now
            The race in progress, if there is one.
        last_race_over
            When the last race ended, by the event loop's clock.
        """
        if not wanted and not self._thoughts:
            return
        new = dict(wanted)
        for seat, thought in list(self._thoughts.items()):
            level, observation = new.get(seat, (None, None))
            if thought.level is level and observation and thought.seen == observation.to_bytes():
                del new[seat]
            else:
                del self._thoughts[seat]
                thought.cancel()
        pause = self._resources.pause
        earliest = max(self._loop.time() + pause, last_race_over + race.PAUSES_AFTER * pause)
        for seat, (level, observation) in new.items():
            thought = self._thoughts[seat] = _Thought(level, observation)
            thought.task = asyncio.create_task(self._think(seat, thought, now, earliest))

    def end(self) -> list[asyncio.Task[None]]:
        """Stop all thinking; return the tasks that are ending."""
        thoughts = list(self._thoughts.values())
        self._thoughts.clear()
        for thought in thoughts:
            thought.cancel()
        return [thought.task for thought in thoughts if thought.task is not None]

    async def _think(self, seat: int, thought: _Thought, now: Race | None, earliest: float) -> None:
        """Give a bot its turn; retry after unexpected errors, at increasing intervals."""
        faults = 0
        while True:
            try:
                await self._take_turn(seat, thought, now, earliest)
            except Exception as error:
                faults += 1
                self._thinking.record_fault(error)
                await asyncio.sleep(backoff(faults))
            else:
                self._thinking.record_success()
                return

    async def _take_turn(
        self, seat: int, thought: _Thought, now: Race | None, earliest: float
    ) -> None:
        """Have a bot choose, wait until people have seen the last event, and act."""
        legal = thought.observation.legal(seat)
        chosen: int | Reaction | None
        try:
            decision = await self._decision(seat, thought, legal)
            chosen = None if decision is None else decision.chosen
            if decision is not None and decision.action not in (None, *legal):
                raise ValueError(f"{decision.action} is not among the legal actions")
        except Exception:
            # A fault in a bot must not hold up the match.
            log.exception(
                "match %s: the bot on seat %d failed; it plays at random", self._match, seat
            )
            chosen = random.choice(legal)
        if chosen is None and not self._callbacks.may_wait(seat):
            chosen = random.choice(legal)
        failed = self._failed_actions.get(seat)
        if failed is not None and failed.seen == thought.seen:
            others = [action for action in legal if action != failed.action]
            chosen = random.choice(others or legal)  # its own choice might fail again
        if now is not None:
            chosen = now.reactions.keep(
                seat, chosen, lambda: random.randint(*race.DEFAULT_REACTION)
            )
        if chosen is None:
            thought.done = True
            self._callbacks.on_waiting()
            return
        action, milliseconds = (
            (chosen.action, chosen.milliseconds) if isinstance(chosen, Reaction) else (chosen, 0)
        )
        if now is not None:
            earliest = now.started_at + milliseconds / 1000
        with suppress(TimeoutError):
            async with asyncio.timeout_at(earliest):
                # In a race, a bot's reaction time counts.
                await (self._skip_pauses.wait() if now is None else asyncio.Future())
        try:
            await self._callbacks.ask_with_retries(
                partial(self._act, seat, thought, action, milliseconds)
            )
        except TableClosedError:
            log.debug("match %s: taken up anew, it asks the bot on seat %d anew", self._match, seat)
        if self._thoughts.get(seat) is thought:
            del self._thoughts[seat]  # nobody waits for it: the next event starts it again

    async def _decision(self, seat: int, thought: _Thought, legal: list[int]) -> Decision | None:
        """Have a bot think."""
        compute = self._resources.compute
        if not compute.is_ready(self._game.key):
            await compute.wait_until_ready(self._game.key)
            self._callbacks.on_ready()
        agent = self._agent(seat, thought.level)
        return await agent.choose(thought.observation, legal, thought.stop)

    async def _act(self, seat: int, thought: _Thought, action: int, milliseconds: int) -> None:
        if self._thoughts.get(seat) is not thought:
            return  # the match has moved on
        # Removed first, so that what follows does not cancel the task that waits for it.
        del self._thoughts[seat]
        failed_action = _FailedAction(thought.seen, action)
        try:
            claim = await self._callbacks.act(seat, action, milliseconds)
        except StoreError:
            self._thoughts[seat] = thought
            raise
        except TableError:
            raise  # for example while a claim of the seat's previous holder is pending
        except Exception:
            self._failed_actions[seat] = failed_action
            raise  # the table reloads from storage, and asks the bot again
        if claim is None:
            self._failed_actions.pop(seat, None)
        else:
            claim.add_done_callback(partial(self._is_decided, seat, failed_action))

    def _is_decided(
        self, seat: int, failed_action: _FailedAction, claim: asyncio.Future[StoredAnswer]
    ) -> None:
        """Note the outcome of a claim; a single failure may be due to another claim beside it."""
        error = None if claim.cancelled() else claim.exception()
        if error is None:
            self._failed_actions.pop(seat, None)
            self._lost_claims.pop(seat, None)
        elif not isinstance(error, TableError):  # the table asks the bot again
            if self._lost_claims.get(seat) == failed_action:
                self._failed_actions[seat] = failed_action
            self._lost_claims[seat] = failed_action

    def _agent(self, seat: int, level: Level) -> Agent:
        key = seat, level.key
        if key not in self._agents:
            self._agents[key] = self._resources.compute.agent(self._game, level)
        return self._agents[key]
