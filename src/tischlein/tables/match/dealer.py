"""The dealer of a table: performs chance events that take time.

That is a pause required by the rules before something is revealed, or a physics simulation.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from tischlein.core.events import Event
from tischlein.core.measurements import Film, Measurement
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.chance.fairness import SeededChance
from tischlein.tables.computing.compute import Compute
from tischlein.tables.computing.workers import MEASURING
from tischlein.tables.concurrency.mailbox import RETRY, Mailbox, backoff
from tischlein.tables.concurrency.process_pool import TooLongError
from tischlein.tables.match.ledger import Ledger
from tischlein.tables.match.steps import draw_outcome
from tischlein.tables.problems import NotNowError, TooManyError
from tischlein.tables.storage.outages import Outage
from tischlein.tables.storage.store_errors import StoreError

log = logging.getLogger(__name__)

LONGEST_MEASURING = 60.0
"""How many seconds physics may take at most, on a slow machine."""


class Dealer:
    """Chance events in one match, in their own time."""

    def __init__(
        self,
        ledger: Ledger,
        compute: Compute,
        mailbox: Mailbox,
        perform: Callable[[Event, str | None], Awaitable[int]],
    ) -> None:
        """Begin without pending events.

        Parameters
        ----------
        compute
            Runs physics simulations.
        mailbox
            That of the table's owner.
        perform
            Lets an event happen, within the owner.
        """
        self._ledger = ledger
        self._compute = compute
        self._mailbox = mailbox
        self._perform = perform
        self._task: asyncio.Task[None] | None = None
        """The task that brings the pending chance event."""
        self._film: tuple[int, Film | None] = 0, None
        self._dealing = Outage(log, f"match {ledger.match.id}: what happens by chance")

    @property
    def is_dealing(self) -> bool:
        """Whether something is about to be dealt."""
        return self._task is not None

    @property
    def film(self) -> Film | None:
        """How the last event looked, if there is something to see."""
        number, film = self._film
        return film if number == self._ledger.number else None

    def forget_film(self) -> None:
        """Drop the film of an event that has been taken back."""
        self._film = 0, None

    def update(self) -> None:
        """Start a chance event that is due, and stop one that belongs to a past position."""
        if self._task is not None:
            self._task.cancel()
        self._task = None
        if self._ledger.live and self._ledger.standing.chance_acts:
            self._task = asyncio.create_task(self._deal_next())

    def end(self) -> list[asyncio.Task[None]]:
        """Deal nothing any more; return the tasks that are ending."""
        if self._task is None:
            return []
        self._task.cancel()
        return [self._task]

    async def _deal_next(self) -> None:
        """Wait as the rules require, compute the outcome of chance, and let it happen."""
        ledger = self._ledger
        number, position = ledger.number, ledger.position
        await asyncio.sleep((position.suspense or 0) / 1000)
        limit, faults = MEASURING, 0
        while True:
            try:
                chance = ledger.chance_from(ledger.chance.counter)
                action = draw_outcome(position, chance)
                measurement = await self._measure(position, action, limit)
                event = Event(CHANCE, action, measurement.values)
                await self._mailbox.ask(
                    partial(self._deal, number, position, event, chance, measurement.film)
                )
            except (TooManyError, NotNowError):
                await asyncio.sleep(RETRY)
            except TooLongError as error:
                limit = min(2 * limit, LONGEST_MEASURING)  # perhaps it is a slow machine
                log.warning("match %s: what happens is not found out: %s", ledger.match.id, error)
            except Exception as error:  # unexpected
                faults += 1
                self._dealing.record_fault(error)
                await asyncio.sleep(backoff(faults))
            else:
                self._dealing.record_success()
                return

    async def _measure(self, position: Position, action: int, limit: float) -> Measurement:
        """Return the measurement of an outcome; no process is asked in a game without physics."""
        if position.game.measured is None:
            return Measurement(())
        return await self._compute.measure(position, action, limit)

    async def _deal(
        self,
        number: int,
        position: Position,
        event: Event,
        chance: SeededChance,
        film: Film | None,
    ) -> None:
        ledger = self._ledger
        if ledger.number != number or ledger.position is not position or not ledger.live:
            return  # the match has moved on
        ledger.chance, before = chance, ledger.chance
        try:
            self._film = number + 1, film
            await self._perform(event, None)
        except StoreError:
            ledger.chance = before
            raise
