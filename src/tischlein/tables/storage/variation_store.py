"""Temporary storage for one variation of a finished match."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tischlein.tables.notifications.subscriptions import SubscriptionStore
from tischlein.tables.storage.card_store import CardStore
from tischlein.tables.storage.store import Store
from tischlein.tables.storage.store_errors import StoreClosedError
from tischlein.tables.stored import (
    HostedCounts,
    MatchStatus,
    NewEngagements,
    RefusedCommand,
    RulesInUse,
    StoredAnswer,
    StoredEvent,
    StoredMatch,
    StoredProgram,
    StoredRemark,
    StoredSnapshot,
    StoredTalk,
)


class VariationStore(Store):
    """Temporary storage for one variation of a finished match."""

    def __init__(self, match: StoredMatch, events: Sequence[StoredEvent]) -> None:
        self._match = match
        self._events = list(events)

    @property
    def subscriptions(self) -> SubscriptionStore:
        """There are none, since nobody is notified about a variation (StoreClosedError)."""
        raise StoreClosedError("nobody is told of a variation")

    @property
    def cards(self) -> CardStore:
        """There are none, since nobody has a card here (StoreClosedError)."""
        raise StoreClosedError("nobody has a card here")

    async def match(self, match_id: str) -> StoredMatch:
        """Return the match."""
        del match_id
        return self._match

    async def events(
        self, match_id: str, first: int = 1, last: int | None = None
    ) -> list[StoredEvent]:
        """Return its events."""
        del match_id
        return self._events[first - 1 : last]

    async def append(
        self,
        match_id: str,
        events: Sequence[StoredEvent],
        *,
        update: StoredMatch | None = None,
        engaging: NewEngagements | None = None,
    ) -> None:
        """Append events."""
        del match_id, engaging
        self._events += events
        self._match = update or self._match

    async def take_back(self, match_id: str, last: int, *, update: StoredMatch) -> None:
        """Remove what has been taken back."""
        del match_id
        del self._events[last:]
        self._match = update

    async def update_match(
        self, match: StoredMatch, *, engaging: NewEngagements | None = None
    ) -> None:
        """Replace the match: no program plays here."""
        del engaging
        self._match = match

    async def latest_snapshot(self, match_id: str) -> StoredSnapshot | None:
        """Return None: all events are in memory."""
        del match_id
        return None

    async def save_snapshot(self, match_id: str, snapshot: StoredSnapshot) -> None:
        """Keep none."""

    async def refuse(self, match_id: str, refused: RefusedCommand) -> None:
        """Keep no refusals: a client that comes back starts the variation again."""

    async def answer(self, match_id: str, seat: int, command: str) -> StoredAnswer | None:
        """Return None, for the same reason."""
        del match_id, seat, command
        return None

    async def add_remark(self, match_id: str, said: StoredRemark, keep: int) -> None:
        """Keep no remarks."""

    async def remarks(self, match_id: str) -> StoredTalk:
        """Return nothing: nobody talks here."""
        del match_id
        return StoredTalk()

    async def create_match(
        self,
        match: StoredMatch,
        events: Sequence[StoredEvent] = (),
        check: Callable[[HostedCounts], object] | None = None,
        engaging: NewEngagements | None = None,
    ) -> None:
        """Replace the match: nobody hosts any other here."""
        del check, engaging
        self._match, self._events = match, [*events]

    async def lobby(self, limit: int = 100) -> list[StoredMatch]:
        """Return nothing: nobody is invited."""
        del limit
        return []

    async def matches_of_session(
        self, session: str, limit: int = 100, statuses: Collection[MatchStatus] | None = None
    ) -> list[StoredMatch]:
        """Return nothing: a variation is nobody's."""
        del session, limit, statuses
        return []

    async def matches_asked_by(self, session: str) -> list[StoredMatch]:
        """Return nothing, for the same reason."""
        del session
        return []

    async def save_program(self, program: StoredProgram) -> None:
        """Keep none: programs do not try variations."""

    async def programs(self) -> list[StoredProgram]:
        """Return none, for the same reason."""
        return []

    async def check_writable(self) -> None:
        """Return: there is always room."""

    async def own_secret(self, name: str) -> bytes:
        """Return nothing secret: nobody has a session here."""
        del name
        return b""

    async def end_session(self, session: str, until: int, now: int) -> None:
        """End nothing, for the same reason."""

    async def ended_sessions(self) -> set[str]:
        """Return none, for the same reason."""
        return set()

    async def match_ids(
        self,
        statuses: Collection[MatchStatus] | None = None,
        *,
        after: str = "",
        limit: int = 1000,
    ) -> list[str]:
        """Return nothing: there is nothing to load."""
        del statuses, after, limit
        return []

    async def remove_idle(
        self, statuses: Collection[MatchStatus], before: int, limit: int = 200
    ) -> list[str]:
        """Remove nothing: this storage is dropped as a whole."""
        del statuses, before, limit
        return []

    async def record_service(self, served: int, time: int) -> None:
        """Keep no rounds."""

    async def service_records(self, first: int = 0) -> list[tuple[int, int]]:
        """Return nothing, for the same reason."""
        del first
        return []

    async def store_time(self, time: int) -> int:
        """Keep none: nobody's time is limited here."""
        return time

    async def stored_time(self) -> int | None:
        """Return none."""
        return None

    async def rules_in_use(self) -> list[RulesInUse]:
        """Return nothing, as nothing stays."""
        return []

    async def close(self) -> None:
        """Nothing is open."""
