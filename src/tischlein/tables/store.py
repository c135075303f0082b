"""What storage for hosted matches promises, whatever database is behind it.

A match is its metadata and its events. Each match has one sequential owner; the owner appends what
happened, and tells nobody before :meth:`Store.append` has returned. What has returned is on disk.

Idempotent commands need no lookup beforehand: an event carries the id of the command that caused
it, a refusal is stored under the command's id, and both :meth:`Store.append` and
:meth:`Store.refuse` answer a known id with
:exc:`~tischlein.tables.store_errors.AlreadyAnsweredError` and the first answer.

Times are integers, milliseconds since 1970 (UTC), and always the caller's: storage has no clock.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Protocol

from tischlein.tables.card_store import CardStore
from tischlein.tables.stored import (
    Hosted,
    MatchStatus,
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
    from tischlein.tables.telling.book import Book


class Store(Protocol):
    """Durable storage for matches.

    Every method may be called from any event loop. Beside the errors named below, each can raise
    StoreClosedError, StoreFullError and StoreUnavailableError. A call that changes something
    happens wholly or not at all, and is on disk when it returns. Cancelling a call that waits
    does not take it back.
    """

    @property
    def book(self) -> Book:
        """Those who want to be told of matches, and what waits to be told."""

    @property
    def cards(self) -> CardStore:
        """The player cards beside the matches."""

    async def create_match(
        self,
        match: StoredMatch,
        events: Sequence[StoredEvent] = (),
        check: Callable[[Hosted], object] | None = None,
    ) -> None:
        """Store a new match, wholly or not at all.

        Parameters
        ----------
        events
            What has happened in it already, from number 1 on.
        check
            Is told how many matches its host has open besides; whatever it raises is raised, and
            nothing is stored. It may be called in another thread.

        Raises
        ------
        ConflictError
            If its id is taken.
        ValueError
            If the events are not numbered one after the other.
        """

    async def update_match(self, match: StoredMatch) -> None:
        """Replace a match's metadata by a changed copy.

        :meth:`~tischlein.tables.stored.StoredMatch.changed` makes one.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        ConflictError
            If the stored revision is not the one before.
        """

    async def append(
        self,
        match_id: str,
        events: Sequence[StoredEvent],
        *,
        update: StoredMatch | None = None,
    ) -> None:
        """Append events in one step: a command's event and what chance does after it.

        With `update` the match's metadata changes in the same step (the last event of a match
        also finishes it).

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
        """Take the events after number `last` out of the log, and change the metadata, in one step.

        They are kept apart, with the commands that caused them, which are still known as answered.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        ConflictError
            If there is no event after `last`, or `update` does not follow the stored revision.
        """

    async def refuse(self, match_id: str, refused: RefusedCommand) -> None:
        """Keep the answer to a command that became no event.

        The most recent refusals of each seat are kept, not all of them: a client repeats a command
        at once or never.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        AlreadyAnsweredError
            If the command has been answered before.
        """

    async def answer(self, match_id: str, seat: int, command: str) -> StoredAnswer | None:
        """Return the answer that a seat's command got, or None if it got none."""

    async def save_snapshot(self, match_id: str, snapshot: StoredSnapshot) -> None:
        """Keep a snapshot; an older one of the same match makes way, a newer one stays.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        ConflictError
            If the snapshot is ahead of the stored events.
        """

    async def latest_snapshot(self, match_id: str) -> StoredSnapshot | None:
        """Return a match's newest snapshot."""

    async def remark(self, match_id: str, said: StoredRemark, keep: int) -> None:
        """Keep what was said at a table, and of its kind no more than the newest `keep`.

        What those say who look on is one kind, all else the other.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        ConflictError
            If its number is taken.
        """

    async def remarks(self, match_id: str) -> StoredTalk:
        """Return what was said at a table, as far as this version knows of what kind it is."""

    async def match(self, match_id: str) -> StoredMatch:
        """Return a match.

        Raises
        ------
        MatchNotFoundError
            If there is no such match.
        MatchBrokenError
            If what is stored of it makes no sense. Lists leave such a match out.
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

        Those count in which a chair is kept for it, too. The match whose metadata changed last
        comes first. Without `statuses` all matches count.
        """

    async def save_program(self, program: StoredProgram) -> None:
        """Keep a program, in the place of what is kept under its id.

        Raises
        ------
        ConflictError
            If another program that may play has its name, or its token.
        """

    async def programs(self) -> list[StoredProgram]:
        """Return all programs, by name, those that may play no more as well."""

    async def ready(self) -> None:
        """Return when something could be written; raises StoreError if that is not possible."""

    async def own_secret(self, name: str) -> bytes:
        """Return 32 random bytes that the server keeps under a name, the same every time."""

    async def end_session(self, session: str, until: int, now: int) -> None:
        """Remember that a session (by its hash) has ended; forget those whose time is over.

        Parameters
        ----------
        until
            When it would have ended by itself, in milliseconds since 1970.
        """

    async def ended_sessions(self) -> set[str]:
        """Return the sessions that have been ended and not been forgotten."""

    async def match_ids(
        self,
        statuses: Collection[MatchStatus] | None = None,
        *,
        after: str = "",
        limit: int = 1000,
    ) -> list[str]:
        """Return ids in ascending order, a page at a time: pass the last id as `after`.

        Without `statuses` all matches count, also those that cannot be read.
        """

    async def remove_idle(
        self, statuses: Collection[MatchStatus], before: int, limit: int = 200
    ) -> list[str]:
        """Delete matches of these statuses in which nothing has happened since `before`.

        At most `limit` go at once, so that other writing need not wait long; call again while as
        many come back. Returns the ids of the deleted.
        """

    async def note_round(self, served: int, time: int) -> None:
        """Keep what the clock said when a server had served so many milliseconds in all."""

    async def rounds(self, first: int = 0) -> list[tuple[int, int]]:
        """Return what was kept by :meth:`note_round` from `first` milliseconds served on."""

    async def keep_time(self, time: int) -> int:
        """Keep how far the server's own time has come, and return it; it never goes back."""

    async def kept_time(self) -> int | None:
        """Return what was kept by :meth:`keep_time`, None if nothing was."""

    async def rules_in_use(self) -> list[RulesInUse]:
        """Return each version of each game's rules that a stored match follows."""

    async def close(self) -> None:
        """Finish what has been accepted and let go of the database. Closing twice is harmless."""
