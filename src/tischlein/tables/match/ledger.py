"""A match in memory, as stored: every change is stored first, and then made here.

Only the table's owner calls what changes or reads storage; what is known may be read at any time.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from tischlein.core import options as option_texts
from tischlein.core.events import Event
from tischlein.core.game import Game
from tischlein.core.phrases import Refusal
from tischlein.core.position import Position
from tischlein.core.seats import CHANCE
from tischlein.tables.chance import contributing, lots
from tischlein.tables.chance.fairness import SeededChance
from tischlein.tables.match import clocks
from tischlein.tables.match.announcing import Announcer
from tischlein.tables.match.standing import Standing, awaited_in
from tischlein.tables.match.steps import Step, immediate_chance, is_applicable, perform_on_copy
from tischlein.tables.players import programs
from tischlein.tables.problems import NotNowError
from tischlein.tables.seats import rulings
from tischlein.tables.shared_services import SharedServices
from tischlein.tables.storage.outages import log_level
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import MatchBrokenError, StoreError
from tischlein.tables.stored import (
    Ending,
    MatchStatus,
    NewEngagements,
    ProposalKind,
    RefusedCommand,
    Ruling,
    RulingKind,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredSeat,
    StoredSnapshot,
)

log = logging.getLogger(__name__)

SNAPSHOT_EVERY = 64
"""After how many events the position is stored, so that loading need not replay all of them."""

_COUNTER_BYTES = 8

Create = Callable[[StoredMatch, Sequence[StoredEvent]], Awaitable[None]]
"""Stores a new match and its first events."""


class Ledger:
    """The metadata, the events and the position of one match; begin with :meth:`read`.

    Attributes
    ----------
    match
        The current stored metadata.
    start
        The position before anything has happened; it is never changed.
    standing
        The current standing of the match.
    chance
        The source of chance, after the draws so far.
    changed_at
        The time of the last event.
    stale
        Whether storage may be ahead of this object.
    unreadable
        Whether the events make no sense under the installed rules.
    """

    def __init__(
        self, match: StoredMatch, game: Game, services: SharedServices, announcer: Announcer
    ) -> None:
        """Begin with the metadata only.

        Parameters
        ----------
        announcer
            Told when the metadata have changed, and when events have been taken back.
        """
        self.match = match
        self.game = game
        self.start = _start(game, len(match.seats), match.options)
        self.options = self.start.options
        self.sides = option_texts.sides(game, len(match.seats), self.options)
        """By seat the side that it belongs to; seats of a team share one."""
        self.standing = Standing(self.start)
        self.chance = self.chance_from(0)
        self.changed_at = match.touched
        self.stale = False
        self.unreadable = False
        self._services = services
        self._announcer = announcer
        self._events: list[StoredEvent] | None = None
        """All events once they have been requested, None before."""
        self._snapshot_number = 0

    @property
    def running(self) -> bool:
        """Whether the match has begun and not ended."""
        return self.match.status is MatchStatus.RUNNING

    @property
    def live(self) -> bool:
        """Whether the match is being played and not paused."""
        return self.running and not self.match.paused

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self.standing.number

    @property
    def position(self) -> Position:
        """The current position, secrets included; callers must not change it."""
        return self.standing.position

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.standing.acting if self.live else ()

    @property
    def awaited(self) -> tuple[int, ...]:
        """The acting seats that the match waits for."""
        return self.standing.awaited if self.live else ()

    def chance_from(self, counter: int) -> SeededChance:
        """Return the source of chance after this many draws."""
        contributions = [seat.contribution for seat in self.match.seats]
        return SeededChance(self.match.server_secret, contributions, self.match.id, counter)

    def closed_refusal(self) -> Refusal | None:
        """Return why nobody can act at this table, whatever the rules say."""
        if self.match.status is MatchStatus.OPEN:
            return Refusal("", message="problem-not-started")
        if self.match.status is MatchStatus.ABANDONED:
            return Refusal("", message="problem-abandoned")
        if self.match.status is MatchStatus.ENDED:
            return Refusal("", message="problem-ended")
        if self.match.paused:
            return Refusal("", message="problem-paused")
        return None

    def check_readable(self) -> None:
        """Refuse what cannot be determined for a match of other rules (NotNowError)."""
        if self.unreadable:
            raise NotNowError("other-version")

    def check_open(self) -> None:
        """Refuse what is possible only before the match begins (NotNowError)."""
        if self.match.status is MatchStatus.ABANDONED:
            raise NotNowError("abandoned")
        if self.match.status is not MatchStatus.OPEN:
            raise NotNowError("table-started")

    # --- reading ---

    def mark_stale(self) -> None:
        """Have the match read from storage again before the next request."""
        self.stale = True

    async def read(self, match: StoredMatch | None = None) -> None:
        """Read from storage: the metadata, the newest snapshot and the events after it.

        Parameters
        ----------
        match
            The metadata, if they have just been read.
        """
        store, standing, known = self._services.store, self.standing, self.match
        self.match = match or await store.match(self.match.id)
        self._announcer.changed |= self.match != known  # by a request whose answer was lost
        begun = self.match.status is not MatchStatus.OPEN  # otherwise nothing has happened yet
        if self.match.clocks is not None:
            self._services.time.advance_to(self.match.clocks.at)
        other_rules = self.match.rules_version != self.game.version
        position, drawn, number = self.start.clone(), 0, 0
        snapshot = None
        if begun and not other_rules:
            snapshot = await store.latest_snapshot(self.match.id)
        restored = None if snapshot is None else self._restored(snapshot)
        if snapshot is not None and restored is not None:
            position, drawn = restored
            number = self._snapshot_number = snapshot.number
        standing.record_occasion(position.occasion, number)
        self.changed_at = self.match.touched
        self.unreadable = False
        events = await store.events(self.match.id, max(1, number)) if begun else []
        for stored in events:
            self.changed_at = stored.time
            if stored.number <= number:
                continue  # only its time is needed
            if other_rules:
                chance = self.chance_from(drawn)
                if not rulings.is_valid(position, stored.event, chance):
                    self.unreadable = True
                    break
            elif not is_applicable(position, stored.event):
                raise MatchBrokenError(self.match.id, f"event {stored.number} means nothing")
            position.apply(stored.event)
            number = stored.number
            standing.record_occasion(position.occasion, number)
            drawn += stored.event.seat == CHANCE
        if other_rules and self.match.status in (MatchStatus.OPEN, MatchStatus.RUNNING):
            await self._migrate_rules(events[-1].number if events else 0, position)
        standing.set_position(position, position.acting, number)
        self.chance = self.chance_from(drawn)
        self._events = None
        self.stale = False
        self._announcer.record_take_back(number)

    def _restored(self, snapshot: StoredSnapshot) -> tuple[Position, int] | None:
        """Return a snapshot's position and number of draws, None if it cannot be used."""
        if snapshot.layout != layout(self.game):
            return None
        drawn = int.from_bytes(snapshot.state[:_COUNTER_BYTES], "big")
        state = snapshot.state[_COUNTER_BYTES:]
        try:
            seats = len(self.match.seats)
            return Position.from_bytes(self.game, seats, state, dict(self.options)), drawn
        except ValueError as error:  # the events give the same, only more slowly
            log.warning("match %s: its snapshot cannot be read: %s", self.match.id, error)
            return None

    async def _migrate_rules(self, last: int, position: Position) -> None:
        """Continue a match under the installed rules, or end it if that is impossible."""
        now, version = self._services.clock(), self.game.version
        if self.match.status is MatchStatus.OPEN:
            await self.update(rules_version=version)
        elif self.unreadable:
            end = Ruling(RulingKind.END, last, now, detail=Ending.RULES)
            await self.update(
                status=MatchStatus.ENDED,
                rulings=rulings.appended(self.match, end),
                proposal=None,
            )
        else:
            taken_over = Ruling(RulingKind.RULES, last, now, detail=str(version))
            over = not position.acting
            await self.update(
                rules_version=version,
                rulings=rulings.appended(self.match, taken_over),
                status=MatchStatus.FINISHED if over else MatchStatus.RUNNING,
            )

    async def events(self) -> list[StoredEvent]:
        """Return all events."""
        if self._events is None:
            self._events = await self._services.store.events(self.match.id, 1, self.number)
        return self._events

    @property
    def known_events(self) -> list[StoredEvent] | None:
        """All events, None while they have not been requested."""
        return self._events

    # --- writing ---

    async def update(self, **fields: Any) -> None:
        """Change the metadata."""
        match = self.match.changed(touched=self._services.clock(), **fields)
        match = self._with_clocks(match, self.position)
        await self._services.store.update_match(match, engaging=self._newly_engaged(match))
        self._set_match(match)

    async def update_holders(self, changed: StoredMatch) -> None:
        """Store these metadata, which only change holders or names of seats, without an event."""
        await store_holders(self._services.store, self.match, changed)
        self._set_match(changed)

    async def start_clocks(self) -> None:
        """Start those clocks that should run."""
        if clocks.due_times(self._with_clocks(self.match, self.position)) != clocks.due_times(
            self.match
        ):
            await self.update()

    async def begin(
        self, seats: tuple[StoredSeat, ...], create: Create | None = None, **fields: Any
    ) -> list[Step]:
        """Draw lots for the chairs and begin the match; return the immediate events of chance.

        Parameters
        ----------
        create
            Stores a match that is not stored yet.
        """
        now = self._services.clock()
        match = self.match.changed(seats=seats, status=MatchStatus.RUNNING, touched=now, **fields)
        match = replace(match, seats=lots.draw_lots(match), deadline=None)
        contributions = [seat.contribution for seat in match.seats]
        chance = SeededChance(match.server_secret, contributions, match.id)
        steps = immediate_chance(self.start, chance, 1, now)
        match = self._with_clocks(match, steps[-1].after if steps else self.start)
        events = [step.event for step in steps]
        if create is not None:
            await create(match, events)
        elif events:
            engaging = self._newly_engaged(match)
            await self._services.store.append(match.id, events, update=match, engaging=engaging)
        else:
            await self._services.store.update_match(match, engaging=self._newly_engaged(match))
        self.chance = chance
        self._set_match(match)
        self._apply_steps(steps)
        return steps

    async def append(self, happened: Event, command: str | None) -> list[Step]:
        """Append a legal event; return it, with the immediate events of chance after it.

        Parameters
        ----------
        command
            The command that it answers, if it answers one.
        """
        now = self._services.clock()
        event = StoredEvent(self.number + 1, happened, now, command)
        steps = [perform_on_copy(self.position, event)]
        chance = self.chance
        if CHANCE in steps[0].acting:
            chance = self.chance_from(chance.counter)
            steps += immediate_chance(steps[0].after, chance, self.number + 2, now)
        update = None
        if not steps[-1].acting:
            update = self.match.changed(status=MatchStatus.FINISHED, proposal=None, touched=now)
        elif self.match.proposal is not None and self.match.proposal.what is ProposalKind.BACK:
            update = self.match.changed(proposal=None, touched=now)  # the table has moved on
        if self.match.time_control is not None:
            new = set(awaited_in(steps[-1].after))
            update = clocks.updated(
                update or self.match.changed(touched=now),
                steps[-1].after,
                self._services.time.now(),
                happened.seat,
                turn_over=len(steps) > 1 or bool(new - set(self.standing.awaited)),
            )
        await self._services.store.append(
            self.match.id, [step.event for step in steps], update=update
        )
        self.chance = chance
        if update is not None:
            self._set_match(update)
        self._apply_steps(steps)
        return steps

    async def take_back(self, last: int, **fields: Any) -> None:
        """Remove the events after a number, change the metadata, and read everything again."""
        match = self.match.changed(touched=self._services.clock(), **fields)
        if match.clocks is not None:
            # If there is no pause, clocks of the seats to move then run once these are known.
            still = clocks.updated(
                replace(match, paused=True), self.position, self._services.time.now()
            )
            match = replace(still, paused=match.paused)
        await self._services.store.take_back(match.id, last, update=match)
        self._snapshot_number = 0
        self._announcer.changed = True

    async def answer(self, seat: int, command: str) -> StoredAnswer | None:
        """Return the earlier answer to a command, None if it is new."""
        if self.match.status is MatchStatus.OPEN:
            return None  # nobody could do anything yet
        return await self._services.store.answer(self.match.id, seat, command)

    async def refuse(self, refused: RefusedCommand) -> None:
        """Store the refusal of a command."""
        await self._services.store.refuse(self.match.id, refused)

    async def save_snapshot_if_due(self) -> None:
        """Store the position if loading would otherwise have to replay many events."""
        if not (self.running and self.number - self._snapshot_number >= SNAPSHOT_EVERY):
            return
        counter = self.chance.counter.to_bytes(_COUNTER_BYTES, "big")
        snapshot = StoredSnapshot(
            self.number, layout(self.game), counter + self.position.to_bytes()
        )
        self._snapshot_number = self.number
        try:
            await self._services.store.save_snapshot(self.match.id, snapshot)
        except StoreError as error:
            # The events are safe; without the snapshot loading only takes longer.
            log.log(log_level(error), "match %s: no snapshot: %s", self.match.id, error)

    def _newly_engaged(self, match: StoredMatch) -> NewEngagements | None:
        return programs.newly_engaged(self.match, match, self._services.limits)

    def _set_match(self, match: StoredMatch) -> None:
        self.match = match
        self._announcer.changed = True

    def _apply_steps(self, steps: list[Step]) -> None:
        """Apply events that are on disk."""
        if not steps:
            return
        for step in steps:
            self.standing.record_occasion(step.occasion, step.event.number)
        last = steps[-1]
        self.standing.set_position(last.after, last.acting, last.event.number)
        self.changed_at = last.event.time
        if self._events is not None:
            self._events += [step.event for step in steps]

    def _with_clocks(self, match: StoredMatch, position: Position) -> StoredMatch:
        """Return the metadata with clocks and deadlines as from now on."""
        now = self._services.time.now()
        if match.status is not MatchStatus.OPEN:
            return clocks.updated(match, position, now)
        patience = self._services.patience
        return replace(match, deadline=contributing.deadline(match, self.match, now, patience))


async def store_holders(store: Store, match: StoredMatch, changed: StoredMatch) -> None:
    """Store a changed match; earlier remarks follow the new names of their speakers.

    Raises
    ------
    ConflictError
        If the match has been changed in the meantime.
    """
    await store.update_match(changed)
    names = {
        after.chair: (before.name, after.name)
        for before, after in zip(match.seats, changed.seats, strict=True)
        if before.name != after.name
    }
    if names:
        await store.cards.rename_in_talk(match.id, names)


@lru_cache(maxsize=256)
def _start(game: Game, seats: int, written: str) -> Position:
    """Return the position before anything has happened, which all such matches share."""
    options = option_texts.complete(game, seats, option_texts.parse(written))
    return Position.start(game, seats, options)


@cache
def layout(game: Game) -> str:
    """Return a fingerprint of the layout of a game's state in a snapshot."""
    described = f"{game.version} {game.state.dtype.descr}"
    return hashlib.sha256(described.encode()).hexdigest()[:16]
