"""Play at a table: actions are judged and performed, and the next event is initiated.

The next event comes from a person, whose command waits for its turn with the table's owner; from
bots, which think; from the claims of a race, which the referee puts in order; or from chance.
"""

from __future__ import annotations

import asyncio
from typing import Any

from tischlein import presentation
from tischlein.core.events import Event
from tischlein.core.levels import Custom, Level
from tischlein.core.phrases import Refusal
from tischlein.core.position import Observation
from tischlein.core.seats import SPECTATOR
from tischlein.tables.concurrency.mailbox import Mailbox
from tischlein.tables.concurrency.weak_methods import weak_method
from tischlein.tables.match.advising import Advising
from tischlein.tables.match.announcing import Announcer
from tischlein.tables.match.bots import BotCallbacks, BotResources, Bots
from tischlein.tables.match.dealer import Dealer
from tischlein.tables.match.ledger import Create, Ledger
from tischlein.tables.match.observer import precompute
from tischlein.tables.match.observers import Observers
from tischlein.tables.match.referee import Referee, RefereeCallbacks
from tischlein.tables.match.steps import Step
from tischlein.tables.storage.store_errors import AlreadyAnsweredError
from tischlein.tables.stored import (
    AcceptedCommand,
    MatchStatus,
    RefusedCommand,
    StoredAnswer,
    StoredMatch,
    StoredSeat,
)

UNUSED_OBSERVER_TIMEOUT = 5.0
"""How many seconds an observer is kept that nobody has used."""


class Play:
    """The progress of one match; its owner calls what changes it.

    Attributes
    ----------
    bots, referee, dealer, advising
        The sources of the next event, and of advice on it.
    passive
        Whether nothing happens here by itself, since the table is only read.
    """

    def __init__(
        self,
        ledger: Ledger,
        observers: Observers,
        announcer: Announcer,
        resources: BotResources,
        mailbox: Mailbox,
    ) -> None:
        """Begin without any activity."""
        match = ledger.match
        requester_of = resources.requester_of
        resources = resources._replace(
            compute=resources.compute.for_requester(lambda: requester_of(ledger.match))
        )
        self.passive = False
        self.bots = Bots(
            match.id,
            ledger.game,
            resources,
            BotCallbacks(
                mailbox.ask_with_retries,
                weak_method(self._bot_acts),
                weak_method(self._may_wait),
                weak_method(self.publish),
                weak_method(self.refresh),
            ),
        )
        self.referee = Referee(
            ledger.start,
            RefereeCallbacks(
                mailbox.ask_with_retries,
                weak_method(self._judge_now),
                weak_method(self._perform),
                weak_method(self._refuse),
                ledger.mark_stale,
            ),
        )
        self.dealer = Dealer(ledger, resources.compute, mailbox, weak_method(self._perform))
        self.advising = Advising(resources)
        self._ledger = ledger
        self._observers = observers
        self._announcer = announcer
        self._resources = resources
        self._started = False
        """Whether the match has begun since the last announcement."""

    def prepare_bots(self) -> None:
        """Prepare the processes in which this match's bots will think."""
        ledger = self._ledger
        if ledger.match.status in (MatchStatus.OPEN, MatchStatus.RUNNING):
            levels = filter(None, map(self._level_of, range(len(ledger.match.seats))))
            self._resources.compute.prepare(ledger.start, levels)

    def end(self) -> list[asyncio.Task[Any]]:
        """Stop all activity; return the tasks that are ending."""
        self.passive = True  # what is being stored now must not start anything
        return [
            *self.bots.end(),
            *self.referee.end(),
            *self.advising.end(),
            *self.dealer.end(),
        ]

    # --- commands ---

    async def act(
        self, seat: int, command: str, action: int | str, reaction: int, seen: int | None
    ) -> StoredAnswer | asyncio.Future[StoredAnswer]:
        """Answer a command, immediately or, for a claim in a race, in the future."""
        closed = self._ledger.closed_refusal()
        if closed is not None:
            return await self._ledger.answer(seat, command) or RefusedCommand(seat, command, closed)
        standing = self._ledger.standing
        judged = standing.judge(seat, action)
        ahead = seen is not None and seen > standing.number  # of events taken back since
        if isinstance(judged, int) and (ahead or standing.is_outdated(seen)):
            judged = Refusal("", message="problem-gone-on")
        try:
            if isinstance(judged, Refusal):
                return await self._refuse(seat, command, judged)
            done = await self.referee.act(seat, command, judged, reaction)
        except AlreadyAnsweredError as error:
            return error.answer
        return AcceptedCommand(seat, command, done) if isinstance(done, int) else done

    async def _refuse(self, seat: int, command: str, refusal: Refusal) -> RefusedCommand:
        refused = RefusedCommand(seat, command, refusal)
        await self._ledger.refuse(refused)
        return refused

    def _judge_now(self, seat: int, action: int) -> int | Refusal:
        return self._ledger.closed_refusal() or self._ledger.standing.judge(seat, action)

    async def _bot_acts(
        self, seat: int, action: int, milliseconds: int
    ) -> asyncio.Future[StoredAnswer] | None:
        done = await self.referee.act(seat, None, action, milliseconds)
        return None if isinstance(done, int) else done

    # --- what happens ---

    async def _perform(self, happened: Event, command: str | None) -> int:
        """Perform a legal event, and all that follows immediately; return its number."""
        steps = await self._ledger.append(happened, command)
        self._after_events(steps)
        return steps[0].event.number

    async def begin(
        self, seats: tuple[StoredSeat, ...], create: Create | None = None, **fields: Any
    ) -> None:
        """Begin the match with these chairs; see ``Ledger.begin``."""
        steps = await self._ledger.begin(seats, create, **fields)
        people = (seat for seat, chair in enumerate(self._ledger.match.seats) if chair.sessions)
        self._observers.begin((*people, SPECTATOR))
        self._started = True
        if steps:
            self._after_events(steps)
        else:
            self.continue_play()

    async def change(self, **fields: Any) -> None:
        """Change the metadata by a decision, and continue accordingly."""
        await self._ledger.update(**fields)
        self.referee.set_position(self._ledger.position, running=self._ledger.live)
        self.continue_play()

    async def take_back(self, last: int, **fields: Any) -> None:
        """Remove the events after a number, change the metadata, and continue from there."""
        await self._ledger.take_back(last, **fields)
        self.dealer.forget_film()
        await self.reload()

    async def reload(self, match: StoredMatch | None = None) -> None:
        """Continue from the state in storage; its metadata may be passed if known."""
        await self._ledger.read(match)
        if not self.passive:
            self.referee.set_position(self._ledger.position, running=self._ledger.live)
        await self._observers.rebuild()
        if not self.passive:
            await self._ledger.start_clocks()
        # Last: a table that is being loaded takes requests, even of its bots, only afterwards.
        self.continue_play()

    def _after_events(self, steps: list[Step]) -> None:
        self._observers.show(steps)
        if not self.passive:
            self.referee.set_position(self._ledger.position, running=self._ledger.live)
        self.advising.end()
        self.continue_play()

    # --- the source of the next event ---

    def continue_play(self) -> None:
        """Start whatever brings the next event."""
        if not self.passive:
            self._ask_bots()
            self.dealer.update()

    def _ask_bots(self) -> None:
        """Let every bot that may act think, and no other."""
        wanted: dict[int, tuple[Level, Observation]] = {}
        awaited = self._ledger.awaited
        for seat in self._ledger.acting:
            level = self._level_of(seat)
            # Searches cannot wait: only a game's own bots are asked whether to interrupt.
            if level is not None and (seat in awaited or isinstance(level.search, Custom)):
                wanted[seat] = level, self._ledger.position.observe(seat)
        if any(self._level_of(seat) is None for seat in awaited):
            self.bots.hurry(False)
        self.bots.think(wanted, self.referee.race, self.referee.last_race_ended_at)

    def _level_of(self, seat: int) -> Level | None:
        """Return the level of the bot that plays for a seat, None if a person does."""
        stored = self._ledger.match.seats[seat]
        return None if stored.level is None else self._ledger.game.level(stored.level)

    def _may_wait(self, seat: int) -> bool:
        """Whether the match goes on even if the bot on a seat waits."""
        awaited = self._ledger.awaited
        return seat not in awaited or any(self._level_of(other) is None for other in awaited)

    # --- announcing ---

    @property
    def has_news(self) -> bool:
        """Whether there is something that listeners have not been told."""
        return self._announcer.has_news(self._ledger.number, self.bots.thinking)

    async def precompute(self) -> None:
        """Compute ahead what makes the next whole scenes slow to draw."""
        if presentation.of(self._ledger.game).brings("ahead"):
            aided = {seat for listener in self._announcer.listeners for seat in listener.aided}
            observers = [self._observers.by_seat.get(seat) for seat in aided]
            await precompute(
                seen for observer in observers if observer is not None for seen in observer.undrawn
            )

    def publish(self) -> None:
        """Tell listeners what is new since the last time."""
        self._announcer.publish(self._ledger.match, self._ledger.number, self.bots.thinking)
        if self._started:
            self._started = False
            self.drop_unused_observers(UNUSED_OBSERVER_TIMEOUT)  # those that nobody uses

    def drop_unused_observers(self, unused_for: float) -> None:
        """Drop observers that nobody has looked through for this many seconds."""
        self._observers.drop_unused(unused_for, self._viewed_seats)

    @property
    def _viewed_seats(self) -> set[int]:
        """The seats through which somebody looks."""
        return {seat for listener in self._announcer.listeners for seat in listener.seats}

    def refresh(self) -> None:
        """Announce the state of the table, since something around it has changed."""
        self._announcer.changed = True
        self.publish()
