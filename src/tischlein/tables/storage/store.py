"""The contract of storage for hosted matches, whatever database is behind it.

A match is its metadata and its events. Each match has one sequential owner; the owner appends what
happened, and tells nobody before :meth:`Store.append` has returned. Once it has returned, the data
is on disk.

Idempotent commands need no lookup beforehand: an event carries the id of the command that caused
it, a refusal is stored under the command's id, and both :meth:`Store.append` and
:meth:`Store.refuse` answer a known id with
:exc:`~tischlein.tables.storage.store_errors.AlreadyAnsweredError` and the first answer.

Times are integers, milliseconds since 1970 (UTC), and always the caller's: storage has no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from tischlein.tables.storage.card_store import CardStore
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

if TYPE_CHECKING:
    from tischlein.tables.notifications.subscriptions import SubscriptionStore


class Store(Protocol):
    """Durable storage for matches.

    Every method may be called from any event loop. Besides the errors named below, each can raise
    StoreClosedError, StoreFullError and StoreUnavailableError. A call that changes something
    happens completely or not at all, and is on disk when it returns. Cancelling a waiting call does
    not undo it.
    """

    @property
    def subscriptions(self) -> SubscriptionStore:
        """Subscriptions to notifications, and waiting messages."""

    @property
    def cards(self) -> CardStore:
        """The player cards in the same storage."""

    async def create_match(
        self,
        match: StoredMatch,
        events: Sequence[StoredEvent] = (),
        check: Callable[[HostedCounts], object] | None = None,
        engaging: NewEngagements | None = None,
    ) -> None:
        """Store a new match, completely or not at all.

        Parameters
        ----------
        events
            Its first events, from number 1 on.
        check
            Called with the number of its host's other unfinished matches; if it raises, nothing is
            stored. It may be called in another thread.
        engaging
            Programs that have a seat, or an invitation, by this. Those of each are counted one
            change after the other, so that of several at the same time none exceeds a limit.

        Raises
        ------
        ConflictError
            If its id is taken.
        ValueError
            If the events are not numbered consecutively.
        """

    async def update_match(
        self, match: StoredMatch, *, engaging: NewEngagements | None = None
    ) -> None:
        """Replace a match's metadata by a changed copy.

        :meth:`~tischlein.tables.stored.StoredMatch.changed` makes one.

        Parameters
        ----------
        engaging
            As in :meth:`create_match`.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        ConflictError
            If the stored revision is not the previous one.
        """

    async def append(
        self,
        match_id: str,
        events: Sequence[StoredEvent],
        *,
        update: StoredMatch | None = None,
        engaging: NewEngagements | None = None,
    ) -> None:
        """Append events in one step: a command's event and the events of chance after it.

        With `update` the match's metadata changes in the same step (the last event of a match also
        finishes it), and `engaging` is as in :meth:`create_match`.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        AlreadyAnsweredError
            If a command that caused one of the events has been answered before.
        ConflictError
            If the first event's number does not follow the last one stored, or `update` does not
            follow the stored revision.
        ValueError
            If there are no events, or their numbers are not consecutive.
        """

    async def take_back(self, match_id: str, last: int, *, update: StoredMatch) -> None:
        """Remove the events after number `last` from the log, and change the metadata, in one step.

        They are kept separately, with the commands that caused them, which still count as answered.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        ConflictError
            If there is no event after `last`, or `update` does not follow the stored revision.
        """

    async def refuse(self, match_id: str, refused: RefusedCommand) -> None:
        """Keep the answer to a command that became no event.

        Only the most recent refusals of each seat are kept: a client repeats a command soon or
        never.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        AlreadyAnsweredError
            If the command has been answered before.
        """

    async def answer(self, match_id: str, seat: int, command: str) -> StoredAnswer | None:
        """Return the answer to a seat's command, or None if it was not answered."""

    async def save_snapshot(self, match_id: str, snapshot: StoredSnapshot) -> None:
        """Keep a snapshot; it replaces an older one of the same match, but not a newer one.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        ConflictError
            If the snapshot is ahead of the stored events.
        """

    async def latest_snapshot(self, match_id: str) -> StoredSnapshot | None:
        """Return a match's newest snapshot."""

    async def add_remark(self, match_id: str, said: StoredRemark, keep: int) -> None:
        """Keep a remark at a table, and no more than the newest `keep` of its kind.

        Remarks by viewers are one kind, all others the other.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        ConflictError
            If its number is taken.
        """

    async def remarks(self, match_id: str) -> StoredTalk:
        """Return the remarks at a table, as far as this version knows their kinds."""

    async def match(self, match_id: str) -> StoredMatch:
        """Return a match.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        MatchBrokenError
            If its stored data is invalid. Lists leave such a match out.
        """

    async def events(
        self, match_id: str, first: int = 1, last: int | None = None
    ) -> list[StoredEvent]:
        """Return a match's events with numbers from `first` to `last` (both included), in order.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        """

    async def lobby(self, limit: int = 100) -> list[StoredMatch]:
        """Return the newest matches that are open and listed, newest first."""

    async def matches_of_session(
        self, session: str, limit: int = 100, statuses: Collection[MatchStatus] | None = None
    ) -> list[StoredMatch]:
        """Return the matches that a session (by its hash) hosts or has a seat in.

        Matches in which a chair is kept for it count, too. The most recently changed metadata come
        first. Without `statuses` all matches count.
        """

    async def matches_asked_by(self, session: str) -> list[StoredMatch]:
        """Return the matches being played in which a session asks for a seat as a newcomer.

        They are searched among all that are being played: for what happens seldom.
        """

    async def save_program(self, program: StoredProgram) -> None:
        """Store a program, replacing the one with its id.

        Raises
        ------
        ConflictError
            If another program that may play has its name, or its token.
        """

    async def programs(self) -> list[StoredProgram]:
        """Return all programs, by name, including revoked ones."""

    async def check_writable(self) -> None:
        """Return if something can be written; raise StoreError otherwise."""

    async def own_secret(self, name: str) -> bytes:
        """Return 32 random bytes that the server keeps under a name, the same every time."""

    async def end_session(self, session: str, until: int, now: int) -> None:
        """Record that a session (by its hash) has ended; remove expired ones.

        Parameters
        ----------
        until
            When it would have ended by itself, in milliseconds since 1970.
        """

    async def ended_sessions(self) -> set[str]:
        """Return the sessions that have been ended and not been removed."""

    async def match_ids(
        self,
        statuses: Collection[MatchStatus] | None = None,
        *,
        after: str = "",
        limit: int = 1000,
    ) -> list[str]:
        """Return ids in ascending order, a page at a time: pass the last id as `after`.

        Without `statuses` all matches count, including unreadable ones.
        """

    async def remove_idle(
        self, statuses: Collection[MatchStatus], before: int, limit: int = 200
    ) -> list[str]:
        """Delete matches of these statuses in which nothing has happened since `before`.

        At most `limit` are deleted at once, so that other writing need not wait long; repeat the
        call while it returns that many. Returns the ids of deleted matches.
        """

    async def record_service(self, served: int, time: int) -> None:
        """Record the clock at the time when a server had served this many milliseconds in all."""

    async def service_records(self, first: int = 0) -> list[tuple[int, int]]:
        """Return the records of :meth:`record_service` from `first` milliseconds served on."""

    async def store_time(self, time: int) -> int:
        """Record how far the server's own time has come, and return it; it never goes back."""

    async def stored_time(self) -> int | None:
        """Return the time recorded by :meth:`store_time`, None if there is none."""

    async def rules_in_use(self) -> list[RulesInUse]:
        """Return each version of each game's rules that a stored match follows."""

    async def close(self) -> None:
        """Finish what has been accepted and release the database. Closing twice is harmless."""
