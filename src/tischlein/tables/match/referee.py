"""The referee of a table: starts races, puts their claims in order, and ends them in time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import NamedTuple

from tischlein.core.events import Event
from tischlein.core.phrases import Refusal
from tischlein.core.position import Position
from tischlein.core.race import Pace
from tischlein.tables.concurrency.mailbox import Work, fail
from tischlein.tables.match import race
from tischlein.tables.match.race import Claim, Race, Timing
from tischlein.tables.problems import NotNowError, StorageError, TableClosedError, TableError
from tischlein.tables.storage.store_errors import UNAVAILABLE, AlreadyAnsweredError, StoreError
from tischlein.tables.stored import AcceptedCommand, RefusedCommand, StoredAnswer


class RefereeCallbacks(NamedTuple):
    """What a referee needs from its table."""

    ask_with_retries: Callable[[Work[None]], Awaitable[None]]
    """Have the table's owner do something in turn."""
    judge: Callable[[int, int], int | Refusal]
    """Return the meaning of a seat's action now, or why it is refused."""
    perform: Callable[[Event, str | None], Awaitable[int]]
    """Let an event happen, as the answer to a command if there is one; return its number."""
    refuse: Callable[[int, str, Refusal], Awaitable[StoredAnswer]]
    """Answer a seat's command with a refusal."""
    mark_stale: Callable[[], None]
    """Called when storage has failed, so that it may be ahead of the table."""


class Referee:
    """Supervises the races of one match; only the table's owner lets anything happen.

    Attributes
    ----------
    race
        The race in progress, None if there is none.
    last_race_ended_at
        When the last race ended, by the event loop's clock.
    """

    def __init__(self, position: Position, callbacks: RefereeCallbacks) -> None:
        """Begin with a match that has not begun."""
        self.race: Race | None = None
        self.last_race_ended_at = float("-inf")
        self._position = position
        self._callbacks = callbacks
        self._round_trips: dict[int, int] = {}
        """Round-trip time to each seat's browser, in milliseconds."""
        self._closing: asyncio.Task[None] | None = None
        """The task that ends the window in which claims are collected."""
        self._timing: asyncio.Task[None] | None = None
        """The task that ends the race when its time is up."""
        self._loop = asyncio.get_running_loop()

    def set_position(self, position: Position, *, running: bool) -> None:
        """Set the position of the match, which begins or ends a race, and whether it continues."""
        self._position = position
        if not (running and position.racing):
            self._end_race()
        elif self.race is None:
            self.race = Race(self._loop.time(), position.time_limit)
            self._timing = asyncio.create_task(self._keep_time(self.race))

    def end(self) -> list[asyncio.Task[None]]:
        """Cancel all timers; return the tasks that are ending."""
        tasks = [task for task in (self._closing, self._timing) if task is not None]
        for task in tasks:
            task.cancel()
        return tasks

    def fail_claims(self) -> None:
        """Fail undecided claims because the table is closed."""
        if self.race is not None:
            _fail_all(self.race.claims, TableClosedError())

    # --- time ---

    @property
    def clock(self) -> tuple[int, int] | None:
        """How many milliseconds are left to think, of how many; None without a limit."""
        if self.race is None or self.race.limit is None:
            return None
        return self.race.time_left(self._loop.time()) or 0, self.race.limit.milliseconds

    def record_shown(self, seats: Iterable[int]) -> None:
        """Record that the present position has been sent to the browser of these seats."""
        if self.race is not None:
            self.race.record_shown(seats, self._loop.time())

    def record_round_trip(self, seats: Iterable[int], milliseconds: int) -> None:
        """Record the round-trip time of messages to these seats."""
        self._round_trips.update(dict.fromkeys(seats, milliseconds))

    def buzz(self, seat: int, elapsed: int) -> None:
        """Record that a seat has pressed its buzzer; its claim follows."""
        if self.race is not None and seat in self._position.acting:
            self.race.buzz(seat, self._timed(self.race, seat, elapsed), self._loop.time())

    def reaction(self, seat: int, elapsed: int | None) -> int:
        """Return the reaction time, in milliseconds, of a claim that has just arrived."""
        if self.race is None:
            return race.FASTEST  # a claim ahead of the question gains nothing
        buzzed = self.race.buzzed(seat, self._loop.time())
        return self._timed(self.race, seat, elapsed) if buzzed is None else buzzed

    def _timed(self, now: Race, seat: int, elapsed: int | None) -> int:
        measured = now.measured(seat, self._loop.time())
        return Timing(elapsed, measured, self._round_trips.get(seat, 0)).reaction

    # --- claims ---

    async def act(
        self, seat: int, command: str | None, action: int, milliseconds: int
    ) -> int | asyncio.Future[StoredAnswer]:
        """Let a legal action happen, or add it to the claims of others.

        Returns the event's number, or a future for the answer when the window closes.

        Parameters
        ----------
        milliseconds
            The seat's reaction time, which counts in a race.

        Raises
        ------
        NotNowError
            If the seat has claimed something else already.
        """
        pace = self._pace(seat, action)
        if pace is Pace.FREE or self.race is None:
            return await self._callbacks.perform(Event(seat, action), command)
        if pace is Pace.AFTER_CLAIMS and not self.race.claims:
            return await self._callbacks.perform(Event(seat, action, (milliseconds,)), command)
        is_first = not self.race.claims
        after = pace is Pace.AFTER_CLAIMS
        answer = self.race.collect(seat, command, action, milliseconds, after)
        if is_first:
            self._closing = asyncio.create_task(self._close_window(self.race))
        return answer

    def _pace(self, seat: int, action: int) -> Pace:
        rules = self._position.game.race
        return Pace.FREE if rules is None else rules.pace(self._position.state, seat, action)

    @property
    def _window(self) -> float:
        """For how many seconds claims may be on their way."""
        return race.window_seconds(self._round_trips.values())

    async def _close_window(self, of: Race) -> None:
        await of.window(self._window)
        await self._callbacks.ask_with_retries(partial(self._decide, of))

    async def _decide(self, of: Race) -> None:
        """Let the collected claims happen in the order in which they count.

        Refusals have no consequences, so they are stored together at the end.
        """
        claims, of.claims = of.claims, []
        last: Claim | None = None
        refused: list[tuple[Claim, Refusal]] = []
        rules = self._position.game.race
        order = () if rules is None else rules.tie_order(self._position.state)
        try:
            for claim in race.ordered(claims, order):
                judged = self._callbacks.judge(claim.seat, claim.action)
                if isinstance(judged, Refusal):
                    refusal = judged if last is None else _too_late(claim, last) or judged
                    refused.append((claim, refusal))
                elif await self._answer(claim, self._accept(claim, judged)):
                    last = claim
            if refused:
                answers = (self._answer(claim, self._refuse(claim, why)) for claim, why in refused)
                await asyncio.gather(*answers)
        except asyncio.CancelledError:
            _fail_all(claims, TableClosedError())
            raise
        except Exception as error:
            # An unexpected error: at least a repeated claim is decided again.
            _fail_all(claims, error)
            raise
        if of.overdue:
            await self._act_for_the_rest(of)

    async def _answer(self, claim: Claim, deciding: Awaitable[StoredAnswer]) -> bool:
        """Deliver a decision to a claimant; return whether the claim has happened."""
        try:
            answer = await deciding
        except AlreadyAnsweredError as error:
            answer = error.answer
        except (TableError, StoreError) as error:
            self._callbacks.mark_stale()
            away = isinstance(error, UNAVAILABLE)
            _fail_all([claim], StorageError() if away else NotNowError("storage"))
            return False
        for waiting in claim.answers:
            if not waiting.done():
                waiting.set_result(answer)
        return isinstance(answer, AcceptedCommand)

    async def _accept(self, claim: Claim, action: int) -> StoredAnswer:
        event = Event(claim.seat, action, (claim.milliseconds,))
        number = await self._callbacks.perform(event, claim.command)
        return AcceptedCommand(claim.seat, claim.command or "", number)

    async def _refuse(self, claim: Claim, refusal: Refusal) -> StoredAnswer:
        if claim.command is None:
            return RefusedCommand(claim.seat, "", refusal)
        return await self._callbacks.refuse(claim.seat, claim.command, refusal)

    # --- the end ---

    async def _keep_time(self, of: Race) -> None:
        """Wait until the time of a race is up, if it has a limit."""
        left = of.time_left(self._loop.time())
        if left is None:
            return
        # A claim made in time may still be on its way, or follow a pressed buzzer.
        await of.window(left / 1000 + self._window)
        await self._callbacks.ask_with_retries(partial(self._time_is_up, of))

    async def _time_is_up(self, of: Race) -> None:
        of.overdue = True
        if not of.claims:  # otherwise once they are in order
            await self._act_for_the_rest(of)

    async def _act_for_the_rest(self, of: Race) -> None:
        """Let every remaining seat do what the rules demand when the time is up."""
        if of.limit is None:
            return
        for seat in self._position.acting:
            judged = self._callbacks.judge(seat, of.limit.action)
            if self.race is of and not isinstance(judged, Refusal):
                await self._callbacks.perform(Event(seat, judged, (of.limit.milliseconds,)), None)

    def _end_race(self) -> None:
        if self.race is not None:
            self.race, self.last_race_ended_at = None, self._loop.time()
        if self._timing is not None:
            self._timing.cancel()
            self._timing = None


def _fail_all(claims: Iterable[Claim], error: Exception) -> None:
    """Fail the claims that have not been answered."""
    for claim in claims:
        for waiting in claim.answers:
            fail(waiting, error)


def _too_late(claim: Claim, last: Claim) -> Refusal | None:
    """Return by how much a claim was too late if the last event has ended the race."""
    if claim.waits_for_claims:
        return None
    late = max(0, claim.milliseconds - last.milliseconds)
    return Refusal("", {"milliseconds": late}, message="problem-too-late")
