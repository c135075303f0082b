"""The tables in memory: each is loaded from storage once, lent out, and put away at the end."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from tischlein.core import registry
from tischlein.core.errors import GameError, OptionError
from tischlein.core.game import Game
from tischlein.tables import match_ids
from tischlein.tables.computing.readiness import Readiness
from tischlein.tables.concurrency.shared_tasks import await_shared
from tischlein.tables.match import clocks
from tischlein.tables.match.ledger import store_holders
from tischlein.tables.match.table import Table
from tischlein.tables.match_limits import LATER
from tischlein.tables.ownership import Node, Ownership
from tischlein.tables.players import programs
from tischlein.tables.problems import (
    ElsewhereError,
    NotNowError,
    TableError,
    TooManyError,
    UnknownError,
)
from tischlein.tables.shared_services import SharedServices
from tischlein.tables.storage.compatibility import is_known
from tischlein.tables.storage.store_errors import (
    ConflictError,
    LeaseLostError,
    MatchBrokenError,
    MatchNotFoundError,
    StoreError,
)
from tischlein.tables.stored import HostedCounts, StoredEvent, StoredMatch

log = logging.getLogger(__name__)

MakeTable = Callable[[StoredMatch, Game, SharedServices], Awaitable[Table]]


class LoadedTables:
    """The tables in memory, by the ids of their matches."""

    def __init__(
        self, services: SharedServices, ownership: Ownership, readiness: Readiness, most: int
    ) -> None:
        """Begin without any.

        Parameters
        ----------
        services
            What all tables share.
        readiness
            Knows when a game can be played.
        most
            Maximal number of tables at the same time.
        """
        self._services = services
        self._ownership = ownership
        self._readiness = readiness
        self._most = most
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._unrequested: set[str] = set()
        """Matches that are being taken up, for which nobody has asked."""
        self._changing: dict[str, asyncio.Event] = {}
        """Matches that are being changed in storage: whoever loads them waits."""
        self._lost: set[str] = set()
        """Matches that became other nodes' while they were being loaded."""
        self._remote_sessions: frozenset[str] = frozenset()
        """Sessions of programs that listen at other nodes."""
        self._closing: set[asyncio.Task[None]] = set()
        """Tables that end because their matches are another node's."""

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(self._tables.values())

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._tables

    def __getitem__(self, match_id: str) -> Table:
        return self._tables[match_id]

    def is_loaded_or_loading(self, match_id: str) -> bool:
        """Whether a table is in memory, or about to be."""
        return match_id in self._tables or match_id in self._loading

    async def wait_settled(self) -> None:
        """Wait for the tables that are being loaded, or sent away."""
        await asyncio.gather(*self._loading.values(), *self._closing, return_exceptions=True)

    async def close(self) -> None:
        """End all tables; everything that was acknowledged is stored already."""
        for table in list(self):
            await table.close()
        self._tables.clear()

    @asynccontextmanager
    async def lend(self, match_id: str, stored: StoredMatch | None = None) -> AsyncIterator[Table]:
        """Lend a table out, loading it from storage if necessary; it stays until handed back.

        Parameters
        ----------
        stored
            The match as just stored by the caller, if it was.

        Raises
        ------
        UnknownError
            If there is no such match.
        NotNowError
            If its game is not on this server.
        TooManyError
            If there are too many tables in memory.
        ElsewhereError
            If another node owns it.
        """
        table = await self.get(match_id, stored)
        while table.closed:  # it was put away just when it was found
            if self._tables.get(match_id) is table:
                del self._tables[match_id]
            table = await self.get(match_id)
        table.users += 1
        try:
            yield table
        finally:
            table.users -= 1

    @asynccontextmanager
    async def lend_read_only(self, match_id: str) -> AsyncIterator[Table]:
        """Lend a table out for reading only, even if another node owns the match.

        Raises as :meth:`lend`.
        """
        if self._ownership.alone or self._open_table(match_id) is not None:
            async with self.lend(match_id) as table:
                yield table
        elif not match_ids.is_match_id(match_id):
            raise UnknownError("match")
        else:
            yield await self._make(match_id, Table.load_read_only)

    async def owner_of(self, match_id: str) -> Node | None:
        """Return the node that owns a match; None if it is this one now, or there is none.

        A match that needs rules which only newer nodes have belongs to one of them, and so does one
        with something that this version does not know.

        Raises
        ------
        StoreError
            If the database does not answer.
        """
        if not match_ids.is_match_id(match_id):
            return None
        owner = await self._ownership.claim(match_id)
        if owner is None and match_id not in self and self._ownership.newer_versions:
            return await self._newer_node_for(match_id)
        return owner

    async def get(self, match_id: str, stored: StoredMatch | None = None) -> Table:
        """Return a table, loading it from storage if necessary; raises as :meth:`lend`."""
        self._unrequested.discard(match_id)
        return await self._get(match_id, stored)

    async def take_up(self, match_id: str) -> None:
        """Load a table that nobody has asked for; it stays if it goes on by itself.

        One that others have loaded, or ask for meanwhile, stays as long as for them. Raises as
        :meth:`lend`.
        """
        if self.is_loaded_or_loading(match_id):
            await self._get(match_id)
            return
        self._unrequested.add(match_id)
        try:
            table = await self._get(match_id)
            if match_id in self._unrequested:
                await self.evict_if_idle(table)
        finally:
            self._unrequested.discard(match_id)

    async def create(self, match: StoredMatch, check: Callable[[HostedCounts], object]) -> None:
        """Store a new match whose chairs are all taken, and begin it, in one transaction.

        Parameters
        ----------
        check
            Refuses it if its host has too many.

        Raises
        ------
        TooManyError
            If there are too many tables in memory, or as ``check`` does.
        """
        self.check_room()
        await await_shared(self._start_loading(match.id, self._begin(match, check)))

    def check_room(self) -> None:
        """Refuse one more table if there are too many (TooManyError)."""
        if len(self._tables) + len(self._loading) >= self._most:
            raise TooManyError("server-full", seconds=LATER)

    async def change(
        self, match_id: str, change: Callable[[StoredMatch], StoredMatch]
    ) -> tuple[StoredMatch, StoredMatch]:
        """Change the holders of a match's seats, or their names; return before and after.

        The table does so (:meth:`tischlein.tables.match.table.Table.update_holders`); a match that
        is not in memory is changed in storage.

        Raises
        ------
        ElsewhereError
            If another node owns it.
        """
        while True:
            table = await self._wait_loaded(match_id)
            if table is not None and not table.closed:
                before = table.match
                table.users += 1
                try:
                    await table.update_holders(change)
                finally:
                    table.users -= 1
                return before, table.match
            async with self._kept_unloaded(match_id):
                if match_id in self._loading or self._open_table(match_id) is not None:
                    continue  # somebody has begun to load it in the meantime
                owner = await self._ownership.claim(match_id)
                if owner is not None:
                    raise ElsewhereError
                try:
                    before = await self._services.store.match(match_id)
                    changed = change(before)
                    if changed is not before:
                        await store_holders(self._services.store, before, changed)
                except (ConflictError, LeaseLostError):
                    continue  # another node has had it in the meantime
                else:
                    return before, changed
                finally:
                    await self._release_if_unloaded(match_id)

    def set_remote_sessions(self, sessions: frozenset[str]) -> None:
        """Record which programs (by their sessions) listen at other nodes: they are present."""
        if sessions != self._remote_sessions:
            self._remote_sessions = sessions
            for table in self:
                table.set_remote_sessions(sessions)

    async def evict_unused(self, linger: float) -> None:
        """Put away tables unused for some seconds, those of finished matches immediately.

        Ownership that was claimed for a request and led to nothing is given up.
        """
        for table in list(self):
            table.drop_unused_observers(linger)
            if table.idle and table.unused_for >= (0 if table.ended else linger):
                await self.evict_if_idle(table)
        for match_id in set(self._ownership.owned):
            await self._release_if_unloaded(match_id)

    async def evict_if_idle(self, table: Table) -> None:
        """Put a table away, unless it is in use or goes on by itself.

        A request in progress is finished first, so that everybody is told what it has changed. The
        node that owns a match attends to its time: if it were given up, nobody would.
        """
        await table.finish_current()
        if not table.idle:
            return
        if not self._ownership.alone and clocks.next_due(table.match) is not None:
            return
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
            await table.close()
            await self._release_if_unloaded(table.id)

    async def remove(self, match_id: str) -> None:
        """Drop the table of a match that has been deleted from storage."""
        if match_id in self._tables:
            await self._tables.pop(match_id).remove()
        await self._ownership.release(match_id)

    def drop_lost(self, match_id: str) -> None:
        """End a table whose match is another node's now: its users come back there."""
        if match_id in self._loading:
            self._lost.add(match_id)
        table = self._tables.pop(match_id, None)
        if table is not None:
            # Whoever is about to listen finds it closed, and whoever waits goes to the other node.
            table.shut(ElsewhereError)
            table.drop_listeners()
            leaving = asyncio.create_task(table.close())
            self._closing.add(leaving)
            leaving.add_done_callback(self._closing.discard)

    # --- within ---

    async def _get(self, match_id: str, stored: StoredMatch | None = None) -> Table:
        table = self._tables.get(match_id)
        if table is not None:
            return table
        if not match_ids.is_match_id(match_id):
            raise UnknownError("match")
        loading = self._loading.get(match_id)
        if loading is None or loading.done():  # what it loaded has been put away already
            self.check_room()
            loading = self._start_loading(match_id, self._load(match_id, stored))
        return await await_shared(loading)

    def _open_table(self, match_id: str) -> Table | None:
        """Return a table in memory, unless it has been closed."""
        table = self._tables.get(match_id)
        return None if table is None or table.closed else table

    @asynccontextmanager
    async def _kept_unloaded(self, match_id: str) -> AsyncIterator[None]:
        """Let whoever wants to load a match wait: a table would only know its earlier state."""
        await self._wait_unchanging(match_id)
        changed = self._changing[match_id] = asyncio.Event()
        try:
            yield
        finally:
            del self._changing[match_id]
            changed.set()

    async def _wait_unchanging(self, match_id: str) -> None:
        while (changed := self._changing.get(match_id)) is not None:
            await changed.wait()

    async def _wait_loaded(self, match_id: str) -> Table | None:
        """Return a table that is in memory, or about to be; None if it cannot be loaded.

        Raises
        ------
        ElsewhereError
            If another node owns its match.
        """
        loading = self._loading.get(match_id)
        if loading is None:
            return self._tables.get(match_id)
        try:
            return await await_shared(loading)
        except ElsewhereError:
            raise
        except TableError:  # reported to those who wanted to look at it
            return None

    def _start_loading(
        self, match_id: str, table: Coroutine[Any, Any, Table]
    ) -> asyncio.Task[Table]:
        """Start preparing a table; others that ask for it in the meantime wait for the same."""
        loading = asyncio.create_task(table)
        self._loading[match_id] = loading
        loading.add_done_callback(partial(self._on_loaded, match_id))
        return loading

    def _on_loaded(self, match_id: str, loading: asyncio.Task[Table]) -> None:
        if self._loading.get(match_id) is loading:
            del self._loading[match_id]
            self._lost.discard(match_id)

    async def _load(self, match_id: str, stored: StoredMatch | None) -> Table:
        if match_id in self._changing:
            await self._wait_unchanging(match_id)
            stored = None  # the caller only knows the match before that
        owner = await self._ownership.claim(match_id)
        if owner is not None:
            raise ElsewhereError
        try:
            table = await self._make(match_id, Table.load, stored)
        except BaseException:
            await self._ownership.release(match_id)
            raise
        return await self._add(table)

    async def _begin(self, match: StoredMatch, check: Callable[[HostedCounts], object]) -> Table:
        async def create(begun: StoredMatch, events: Sequence[StoredEvent]) -> None:
            engaging = programs.newly_engaged(None, begun, self._services.limits)
            await self._services.store.create_match(begun, events, check, engaging)
            if await self._ownership.claim(match.id) is not None:
                raise ElsewhereError

        table = await self._make(match.id, partial(Table.create, create=create), match)
        return await self._add(table)

    async def _add(self, table: Table) -> Table:
        if table.id in self._lost:  # it only knows an earlier state
            await table.close()
            raise ElsewhereError
        self._tables[table.id] = table
        table.set_remote_sessions(self._remote_sessions)
        self._services.on_change(table.id)
        return table

    async def _make(
        self, match_id: str, make: MakeTable, stored: StoredMatch | None = None
    ) -> Table:
        await self._services.time.begin()
        try:
            match = stored or await self._services.store.match(match_id)
        except MatchNotFoundError:
            raise UnknownError("match") from None
        except MatchBrokenError as error:
            log.warning("%s", error)
            raise NotNowError("match-broken") from None
        try:
            game = registry.load(match.game)
        except GameError:
            raise NotNowError("game-gone", game=match.game) from None
        if match.rules_version > game.version and not self._ownership.alone:
            raise NotNowError("other-version")  # a newer node continues it, this one is to end
        await self._readiness.wait_for_rules(game.key)
        try:
            return await make(match, game, self._services)
        except OptionError:  # today's rules do not have the match's options any more
            raise NotNowError("other-version") from None
        except MatchBrokenError as error:
            log.warning("%s", error)
            raise NotNowError("match-broken") from None
        except (TableError, StoreError):
            raise
        except Exception:  # unexpectedly inconsistent data in storage
            log.exception("match %s cannot be taken up", match_id)
            raise NotNowError("match-broken") from None

    async def _newer_node_for(self, match_id: str) -> Node | None:
        """Give up a match that this version does not know completely; return a newer node.

        None if this node is as good as any.
        """
        if await is_known(self._services.store, match_id):
            return None
        newer = self._ownership.newer_versions
        if not newer:
            return None  # the caller gets an error
        await self._release_if_unloaded(match_id)
        return random.choice(newer)

    async def _release_if_unloaded(self, match_id: str) -> None:
        if not self.is_loaded_or_loading(match_id):
            await self._ownership.release(match_id)
