"""Races at a table: how claims are put in order over a network, without trusting any clock.

A client measures how long its seat took, so that the travel time of a message does not count. The
table limits what it believes by its own measurement, and keeps a short window open after the first
claim, since a faster one may still be on its way.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from tischlein.core.race import Reactions, TimeLimit
from tischlein.core.race import in_order as by_time
from tischlein.tables.problems import NotNowError
from tischlein.tables.stored import StoredAnswer

SLACK = 100
"""Milliseconds, beyond the round trip, that a client's measure may differ from the table's."""
FASTEST = 150
"""Milliseconds below which nobody reacts; a claim to be faster counts as this."""
WINDOW = (150, 500)
"""Minimal and maximal length of the window in milliseconds."""
BUZZ = 6.0
"""Seconds in which the claim has to follow a buzzer on a shared device."""
PAUSES_AFTER = 4
"""The pause for reading the result of a race, as a multiple of a bot's usual pause."""
DEFAULT_REACTION = (2000, 8000)
"""Range of the reaction time, in milliseconds, of a bot that gives none."""


class Timing(NamedTuple):
    """How long a seat took, as its client and as the server measured it, in milliseconds."""

    elapsed: int | None
    """From drawing the question to the claim, by the client's clock; None if it did not say."""
    measured: int
    """From sending the question to the claim's arrival, by the server's clock."""
    round_trip: int
    """Travel time of a message and its answer between the two."""

    @property
    def reaction(self) -> int:
        """Return the time that counts: the client's if it is possible, else the server's."""
        believed = self.measured
        if self.elapsed is not None:
            # Delaying the measurement of the round trip gains nobody more than the length of the
            # window: a later claim comes too late, whatever time it states.
            bound = self.round_trip + SLACK
            if abs(self.elapsed - self.measured) <= bound:
                believed = self.elapsed
        return max(FASTEST, believed)


@dataclass(frozen=True)
class Claim:
    """An action in a race that waits for its turn."""

    seat: int
    command: str | None
    """None for a bot's."""
    action: int
    milliseconds: int
    waits_for_claims: bool
    """Whether it only queues after the claims, such as a pass."""
    answers: list[asyncio.Future[StoredAnswer]] = field(default_factory=list)
    """The answer to each time that the command has come.

    One that is waited for on a connection is cancelled with it; the others are not.
    """

    def new_answer(self) -> asyncio.Future[StoredAnswer]:
        """Return the answer to the command, which has just come."""
        self.answers.append(asyncio.get_running_loop().create_future())
        return self.answers[-1]


class Race:
    """One race at a table, from its question to its end."""

    def __init__(self, now: float, limit: TimeLimit | None) -> None:
        """Begin at a time of the event loop's clock, in seconds."""
        self.started_at = now
        self.limit = limit
        self.claims: list[Claim] = []
        """The claims made while the window is open."""
        self.overdue = False
        """Whether the time is up, so that no further claims are waited for."""
        self.reactions = Reactions()
        """The decisions of bots."""
        self._changed = asyncio.Event()
        self._shown: dict[int, float] = {}
        self._buzzers: dict[int, tuple[int, float]] = {}
        """Reaction time of seats that have pressed a buzzer, and until when they may claim."""

    def collect(
        self, seat: int, command: str | None, action: int, milliseconds: int, after: bool
    ) -> asyncio.Future[StoredAnswer]:
        """Add a claim to the others; its answer comes when the window has closed.

        Parameters
        ----------
        after
            Whether it only queues after the claims, such as a pass.

        Raises
        ------
        NotNowError
            If the seat has claimed something else already.
        """
        earlier = next((claim for claim in self.claims if claim.seat == seat), None)
        if earlier is not None and earlier.command == command:
            return earlier.new_answer()
        if earlier is not None:
            raise NotNowError("claim-pending")
        claim = Claim(seat, command, action, milliseconds, after)
        self.claims.append(claim)
        self._changed.set()
        return claim.new_answer()

    async def window(self, seconds: float) -> None:
        """Wait while claims are collected, also for seats that have pressed a buzzer in time."""
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(seconds)
        while (rest := self._buzzer_time_left(clock())) > 0:
            self._changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), rest)

    def record_shown(self, seats: Iterable[int], now: float) -> None:
        """Record that the question has been sent to the browser of these seats."""
        for seat in seats:
            self._shown.setdefault(seat, now)

    def measured(self, seat: int, now: float) -> int:
        """Return how many milliseconds a seat has had since it was sent the question."""
        return round(1000 * (now - self._shown.get(seat, self.started_at)))

    def time_left(self, now: float) -> int | None:
        """Return how many milliseconds there are left to think, None if there is no limit."""
        if self.limit is None:
            return None
        return max(0, self.limit.milliseconds - round(1000 * (now - self.started_at)))

    def buzz(self, seat: int, milliseconds: int, now: float) -> None:
        """Record a reaction time whose claim follows; a buzzer counts once in a race."""
        self._buzzers.setdefault(seat, (milliseconds, now + BUZZ))

    def buzzed(self, seat: int, now: float) -> int | None:
        """Return the reaction time of a seat that has pressed its buzzer a moment ago."""
        milliseconds, until = self._buzzers.get(seat, (0, 0.0))
        return milliseconds if now < until else None

    def _buzzer_time_left(self, now: float) -> float:
        """Return for how many seconds a seat may still turn its buzzer into a claim that counts."""
        claimed = {claim.seat for claim in self.claims}
        slowest = max((claim.milliseconds for claim in self.claims), default=math.inf)
        waiting = (
            until - now
            for seat, (milliseconds, until) in self._buzzers.items()
            if seat not in claimed and milliseconds <= slowest
        )
        return max(waiting, default=0.0)


def window_seconds(round_trips: Iterable[int]) -> float:
    """Return for how many seconds claims are collected after the first."""
    least, most = WINDOW
    return min(most, max((least, *round_trips))) / 1000


def ordered(claims: Sequence[Claim], tie_order: Sequence[int]) -> list[Claim]:
    """Return collected claims in the order that counts: by time, then by seat; passes last."""
    racing = [claim for claim in claims if not claim.waits_for_claims]
    return by_time(racing, tie_order) + [claim for claim in claims if claim.waits_for_claims]
