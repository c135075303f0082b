"""What programs with identities have to answer, over all their matches.

A program has one feed, from which all its connections receive the same. A feed holds the tables of
its matches as long as somebody listens.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import NoReturn, Self

import msgspec

from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.hall import Hall
from tischlein.tables.match.announcing import Listener
from tischlein.tables.match.table import Table
from tischlein.tables.players import holders, programs
from tischlein.tables.problems import ElsewhereError, NotAllowedError, TableError
from tischlein.tables.storage.outages import Outage
from tischlein.tables.stored import MatchStatus, StoredMatch, StoredProgram, StoredRemark
from tischlein.web import table_messages
from tischlein.web.messages.programs import Asked, Duties, Duty, Invited, Turn
from tischlein.web.sockets.live_connections import LiveConnections

log = logging.getLogger(__name__)

POLL_EVERY = 1.0
"""Seconds between two checks of storage: for new invitations, and revoked tokens."""
LINGER = 15.0
"""Seconds for which a feed stays when nobody listens: until a program asks again."""

_encode = msgspec.json.Encoder().encode


class _TableListener(Listener):
    """A table at which a program sits, or is invited; it notifies the feed of changes."""

    def __init__(self, table: Table, feed: DutyFeed) -> None:
        self.table = table
        self._feed = feed

    @property
    def seats(self) -> tuple[int, ...]:
        """No observer is needed: a program requests what it sees."""
        return ()

    def happened(self, first: int) -> None:
        """Refresh the feed."""
        del first
        self._feed.refresh()

    def changed(self) -> None:
        """Refresh the feed."""
        self._feed.refresh()

    def thinking(self) -> None:
        """Do nothing."""

    def said(self, remark: StoredRemark) -> None:
        """Do nothing."""

    def rewound(self) -> None:
        """Refresh the feed."""
        self._feed.refresh()

    def removed(self) -> None:
        """Refresh the feed."""
        self._feed.refresh()


class DutyFeed:
    """What one program has to answer, kept up to date while somebody listens."""

    def __init__(self, hall: Hall, program: StoredProgram) -> None:
        self.program = program
        self.session = programs.session_of(program)
        self.listening = 0
        """How many requests and sockets are listening."""
        self.closed = False
        """Whether nothing more will be sent."""
        self.revoked = False
        """Whether that is because the program's token has been revoked."""
        self.unused_since = 0.0
        """When the last of them left, by the event loop's clock."""
        self._hall = hall
        self._listeners: dict[str, tuple[_TableListener, AsyncExitStack]] = {}
        self._remote_tables: dict[str, Table] = {}
        """Tables of other nodes, as stored at the last check."""
        self._duties: list[Duty] = []
        self._revision = _revision([])
        self._changed = asyncio.Event()
        self._lock = asyncio.Lock()

    @property
    def duties(self) -> Duties:
        """Everything that is to be answered."""
        return Duties(self._revision, self._duties)

    async def changed_since(self, revision: str, seconds: float) -> Duties:
        """Return the list that follows a revision, waiting at most some seconds for a change.

        Raises
        ------
        NotAllowedError
            If the program's token has been revoked.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self.duties.revision == revision and not self.closed:
                    await self._changed.wait()
        if self.revoked:
            raise NotAllowedError("program-token")
        for seated, _ in self._listeners.values():
            if seated.table.racing:
                seated.table.record_shown(seated.table.seats_of(self.session))
        return self.duties

    def refresh(self) -> None:
        """Determine what is to be answered now; if that has changed, notify all."""
        at = [seated.table for seated, _ in self._listeners.values()]
        duties = [
            duty
            for table in (*at, *self._remote_tables.values())
            for duty in self._duties_at(table)
        ]
        if duties != self._duties:
            self._duties = duties
            self._revision = _revision(duties)
            self._notify()

    async def synchronize(self) -> None:
        """Load new tables from storage, and release finished ones."""
        async with self._lock:
            if self.closed:
                return
            plays, invited = await self._hall.matches.engagements(self.session)
            wanted = {match.id: match for match in (*plays, *invited)}
            for match_id in [one for one in self._listeners if one not in wanted]:
                await self._release_table(match_id)
            remote: dict[str, Table] = {}
            for match in wanted.values():
                held = self._listeners.get(match.id)
                if held is not None and held[0].table.closed:
                    await self._release_table(match.id)
                if match.id not in self._listeners:
                    await self._acquire_table(match, remote)
            self._remote_tables = remote
            self.refresh()

    async def close(self) -> None:
        """Release everything, and tell listeners that nothing more will be sent."""
        self.closed = True
        self._notify()  # first: storage may keep the lock for long
        async with self._lock:
            for match_id in list(self._listeners):
                await self._release_table(match_id)

    async def _acquire_table(self, match: StoredMatch, remote: dict[str, Table]) -> None:
        stack = AsyncExitStack()
        try:
            table = await stack.enter_async_context(self._hall.table(match.id))
        except ElsewhereError:
            with suppress(TableError):
                async with self._hall.tables.lend_read_only(match.id) as seen:
                    remote[match.id] = seen
            return
        except TableError:
            return  # it may be possible later; other matches go on
        seated = _TableListener(table, self)
        table.listeners.add(seated)
        table.connect(self.session)
        self._listeners[match.id] = seated, stack

    async def _release_table(self, match_id: str) -> None:
        seated, stack = self._listeners.pop(match_id)
        seated.table.listeners.discard(seated)
        seated.table.disconnect(self.session)
        await stack.aclose()

    def _duties_at(self, table: Table) -> list[Duty]:
        """Return what is to be answered at a table."""
        match, key = table.match, table.game.key
        if match.status is MatchStatus.OPEN and programs.is_invited(match, self.session):
            seats = table_messages.seat_infos(match, (), frozenset(), self.session, table.time)
            return [Invited(match.id, key, match.options, seats)]
        found: list[Duty] = []
        awaited, acting = table.awaited, table.acting
        mine = [seat for seat in table.seats_of(self.session) if not table.is_played_by_bot(seat)]
        # Proposals first: an action would void some, as if nobody had wanted to answer.
        if match.proposal is not None and set(table.consent.pending_seats()) & set(mine):
            proposal = match.proposal
            found.append(Asked(match.id, key, proposal.what.value, proposal.seat))
        for seat in mine:
            if seat in acting:
                legal = list(map(int, table.legal(seat)))
                found.append(Turn(match.id, key, seat, table.number, legal, seat in awaited))
        return found

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class DutyFeeds:
    """The feeds of all listening programs. Use it as an asynchronous context manager."""

    def __init__(self, hall: Hall, live_connections: LiveConnections) -> None:
        self.hall = hall
        self._live_connections = live_connections
        self._feeds: dict[str, DutyFeed] = {}
        self._listening_at_other_nodes: frozenset[str] = frozenset()
        """The programs (by their ids) that listen at other nodes."""
        self._polling: asyncio.Task[NoReturn] | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        self._polling = asyncio.create_task(self._poll_loop())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Answer all waiting requests, since the server ends, and release their tables."""
        self._closed = True
        if self._polling is not None:
            await cancel_and_wait(self._polling)
        await asyncio.gather(*(feed.close() for feed in self._feeds.values()))
        self._feeds.clear()

    def is_listening(self, program: StoredProgram) -> bool:
        """Whether a program listens, or did until a moment ago, at any node."""
        return program.id in self._feeds or program.id in self._listening_at_other_nodes

    @property
    def listening(self) -> list[str]:
        """The programs that listen here, or did until a moment ago, by their ids."""
        return [*self._feeds]

    def set_remote_programs(self, ids: frozenset[str]) -> None:
        """Record which programs listen at other nodes."""
        self._listening_at_other_nodes = ids
        self.hall.tables.set_remote_sessions(frozenset(map(holders.of_program, ids)))

    @asynccontextmanager
    async def open(self, program: StoredProgram) -> AsyncIterator[DutyFeed]:
        """Open a program's feed, up to date with storage."""
        feed = self._feeds.get(program.id)
        if feed is None:
            feed = DutyFeed(self.hall, program)
            if self._closed:
                feed.closed = True
            else:
                self._feeds[program.id] = feed
        feed.listening += 1
        try:
            await feed.synchronize()
            yield feed
        finally:
            feed.listening -= 1
            feed.unused_since = asyncio.get_running_loop().time()

    async def _poll_loop(self) -> NoReturn:
        """Check storage again and again."""
        outage = Outage(log, "finding out what programs have to answer")
        while True:
            await asyncio.sleep(POLL_EVERY)
            if not self._feeds and not self._live_connections.programs:
                continue
            try:
                await self._poll()
                outage.record_success()
            except Exception as error:  # the next check tries again
                outage.record(error)

    async def _poll(self) -> None:
        known = {one.id: one for one in await programs.active_programs(self.hall.store)}
        now = asyncio.get_running_loop().time()

        def revoked(program: StoredProgram) -> bool:
            known_as = known.get(program.id)
            return known_as is None or known_as.token_hash != program.token_hash

        for program in self._live_connections.programs:
            if revoked(program):
                self._live_connections.end_session(programs.session_of(program))
        for feed in list(self._feeds.values()):
            gone = revoked(feed.program)
            if gone or (not feed.listening and now - feed.unused_since > LINGER):
                del self._feeds[feed.program.id]
                feed.revoked = gone
                await feed.close()
            else:
                await feed.synchronize()


def _revision(duties: list[Duty]) -> str:
    """Return an identifier of a list of duties: the same on every node, and after a restart."""
    return hashlib.blake2b(_encode(duties), digest_size=9).hexdigest()
