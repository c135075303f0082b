"""The tables in memory: each is taken up from storage once, lent out, and put away at the end."""

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
from tischlein.tables import clocks, seating
from tischlein.tables.bounds import LATER
from tischlein.tables.joint import joint
from tischlein.tables.knowing import is_known
from tischlein.tables.ledger import amend
from tischlein.tables.ownership import Node, Ownership
from tischlein.tables.problems import (
    ElsewhereError,
    NotNowError,
    TableError,
    TooManyError,
    UnknownError,
)
from tischlein.tables.readiness import Readiness
from tischlein.tables.store_errors import (
    ConflictError,
    LeaseLostError,
    MatchBrokenError,
    MatchNotFoundError,
    StoreError,
)
from tischlein.tables.stored import Hosted, StoredEvent, StoredMatch
from tischlein.tables.surroundings import Surroundings
from tischlein.tables.table import Table

log = logging.getLogger(__name__)

MakeTable = Callable[[StoredMatch, Game, Surroundings], Awaitable[Table]]


class InMemory:
    """The tables in memory, by the ids of their matches."""

    def __init__(
        self, around: Surroundings, ownership: Ownership, readiness: Readiness, most: int
    ) -> None:
        """Begin without any.

        Parameters
        ----------
        around
            What all tables share.
        readiness
            Who knows when a game can be played.
        most
            How many tables there may be at the same time.
        """
        self._around = around
        self._ownership = ownership
        self._readiness = readiness
        self._most = most
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._lost: set[str] = set()
        """Matches that have become other nodes' while they were being taken up."""
        self._elsewhere: frozenset[str] = frozenset()
        """Sessions of programs that listen at other nodes."""
        self._leaving: set[asyncio.Task[None]] = set()
        """Tables that end since their matches are another node's."""

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(self._tables.values())

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._tables

    def __getitem__(self, match_id: str) -> Table:
        return self._tables[match_id]

    async def settle(self) -> None:
        """Wait for the tables that are being taken up, or sent away."""
        await asyncio.gather(*self._loading.values(), *self._leaving, return_exceptions=True)

    async def close(self) -> None:
        """End all tables; everything that was acknowledged is stored already."""
        for table in list(self):
            await table.close()
        self._tables.clear()

    @asynccontextmanager
    async def lend(self, match_id: str, stored: StoredMatch | None = None) -> AsyncIterator[Table]:
        """Lend a table out, taking it up from storage if need be; it stays until handed back.

        Parameters
        ----------
        stored
            What storage has, for whoever has just put it there.

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
        table = await self.find(match_id, stored)
        while table.closed:  # it was put away just when it was found
            if self._tables.get(match_id) is table:
                del self._tables[match_id]
            table = await self.find(match_id)
        table.users += 1
        try:
            yield table
        finally:
            table.users -= 1

    @asynccontextmanager
    async def glance(self, match_id: str) -> AsyncIterator[Table]:
        """Lend a table out to be looked at only, also if another node owns the match.

        Raises as :meth:`lend`.
        """
        if self._ownership.alone or match_id in self._tables:
            async with self.lend(match_id) as table:
                yield table
        elif not seating.is_match_id(match_id):
            raise UnknownError("match")
        else:
            yield await self._read(match_id, Table.glimpse)

    async def whose(self, match_id: str) -> Node | None:
        """Return the node that owns a match; None if it is this one now, or there is none.

        A match that goes on under rules which only newer nodes have is one of theirs, and so is one
        with something that this version does not know.

        Raises
        ------
        StoreError
            If the database does not answer.
        """
        if not seating.is_match_id(match_id):
            return None
        owner = await self._ownership.claim(match_id)
        if owner is None and match_id not in self and self._ownership.newer_versions:
            return await self._newer(match_id)
        return owner

    async def find(self, match_id: str, stored: StoredMatch | None = None) -> Table:
        """Return a table, taking it up from storage if need be; raises as :meth:`lend`."""
        table = self._tables.get(match_id)
        if table is not None:
            return table
        if not seating.is_match_id(match_id):
            raise UnknownError("match")
        loading = self._loading.get(match_id)
        if loading is None or loading.done():  # what it has loaded has been put away already
            self.check_room()
            loading = self._expect(match_id, self._load(match_id, stored))
        return await joint(loading)

    async def begin(self, match: StoredMatch, check: Callable[[Hosted], object]) -> None:
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
        await joint(self._expect(match.id, self._begin(match, check)))

    def check_room(self) -> None:
        """Refuse one more table if there are too many (TooManyError)."""
        if len(self._tables) + len(self._loading) >= self._most:
            raise TooManyError("server-full", seconds=LATER)

    async def change(
        self, match_id: str, change: Callable[[StoredMatch], StoredMatch]
    ) -> tuple[StoredMatch, StoredMatch]:
        """Change who holds the seats of a match, or what they are called; return before and after.

        The table does so (:meth:`tischlein.tables.table.Table.amend`); a match that nobody looks at
        is changed in storage.

        Raises
        ------
        ElsewhereError
            If another node owns it.
        """
        while True:
            table = await self._found(match_id)
            if table is not None and not table.closed:
                before = table.match
                table.users += 1
                try:
                    await table.amend(change)
                finally:
                    table.users -= 1
                return before, table.match
            owner = await self._ownership.claim(match_id)
            if owner is not None:
                raise ElsewhereError
            try:
                before = await self._around.store.match(match_id)
                changed = change(before)
                if changed is not before:
                    await amend(self._around.store, before, changed)
            except (ConflictError, LeaseLostError):
                continue  # a table has been taken up meanwhile, or taken up and given up again
            else:
                return before, changed
            finally:
                await self._release_unless_here(match_id)

    def listen_elsewhere(self, sessions: frozenset[str]) -> None:
        """Take note which programs (by their sessions) listen at other nodes: they are there."""
        if sessions != self._elsewhere:
            self._elsewhere = sessions
            for table in self:
                table.listen_elsewhere(sessions)

    async def put_away(self, linger: float) -> None:
        """Put tables away that nobody has used for some seconds, at once if their matches are over.

        What was claimed because somebody asked, and nothing came of it, is given up.
        """
        for table in list(self):
            table.forget_eyes(linger)
            if table.unused_for >= (0 if table.ended else linger):
                await self.retire(table)
        for match_id in set(self._ownership.held):
            await self._release_unless_here(match_id)

    async def retire(self, table: Table) -> None:
        """Put a table away, unless somebody uses it or it goes on by itself.

        Time is attended to by the node that owns a match: were it given up, nobody would.
        """
        if not table.idle:
            return
        if not self._ownership.alone and clocks.attention(table.match) is not None:
            return
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
            await table.close()
            await self._release_unless_here(table.id)

    async def remove(self, match_id: str) -> None:
        """Drop the table of a match that is in storage no more."""
        if match_id in self._tables:
            await self._tables.pop(match_id).remove()
        await self._ownership.release(match_id)

    def lose(self, match_id: str) -> None:
        """Have a table ended whose match is another node's now: who is at it comes back there."""
        if match_id in self._loading:
            self._lost.add(match_id)
        table = self._tables.pop(match_id, None)
        if table is not None:
            table.send_away()
            leaving = asyncio.create_task(table.close())
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)

    # --- within ---

    async def _found(self, match_id: str) -> Table | None:
        """Return a table that is in memory, or about to be; None for one that cannot be taken up.

        Raises
        ------
        ElsewhereError
            If another node owns its match.
        """
        loading = self._loading.get(match_id)
        if loading is None:
            return self._tables.get(match_id)
        try:
            return await joint(loading)
        except ElsewhereError:
            raise
        except TableError:  # which whoever has wanted to look at it is told
            return None

    def _expect(self, match_id: str, table: Coroutine[Any, Any, Table]) -> asyncio.Task[Table]:
        """Have a table made ready; whoever asks for it meanwhile waits for the same."""
        loading = asyncio.create_task(table)
        self._loading[match_id] = loading
        loading.add_done_callback(partial(self._has_loaded, match_id))
        return loading

    def _has_loaded(self, match_id: str, loading: asyncio.Task[Table]) -> None:
        if self._loading.get(match_id) is loading:
            del self._loading[match_id]
            self._lost.discard(match_id)

    async def _load(self, match_id: str, stored: StoredMatch | None) -> Table:
        owner = await self._ownership.claim(match_id)
        if owner is not None:
            raise ElsewhereError
        try:
            table = await self._read(match_id, Table.load, stored)
        except BaseException:
            await self._ownership.release(match_id)
            raise
        return await self._put(table)

    async def _begin(self, match: StoredMatch, check: Callable[[Hosted], object]) -> Table:
        async def create(begun: StoredMatch, events: Sequence[StoredEvent]) -> None:
            await self._around.store.create_match(begun, events, check)
            if await self._ownership.claim(match.id) is not None:
                raise ElsewhereError

        table = await self._read(match.id, partial(Table.begun, create=create), match)
        return await self._put(table)

    async def _put(self, table: Table) -> Table:
        if table.id in self._lost:  # it knows only what was so before
            await table.close()
            raise ElsewhereError
        self._tables[table.id] = table
        table.listen_elsewhere(self._elsewhere)
        self._around.news(table.id)
        return table

    async def _read(
        self, match_id: str, make: MakeTable, stored: StoredMatch | None = None
    ) -> Table:
        await self._around.time.begin()
        try:
            match = stored or await self._around.store.match(match_id)
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
            raise NotNowError("other-version")  # a newer node goes on with it, this one is to end
        await self._readiness.rules(game.key)
        try:
            return await make(match, game, self._around)
        except OptionError:  # today's rules do not have the match's options any more
            raise NotNowError("other-version") from None
        except MatchBrokenError as error:
            log.warning("%s", error)
            raise NotNowError("match-broken") from None
        except (TableError, StoreError):
            raise
        except Exception:  # what is stored makes no sense in a way that nobody has thought of
            log.exception("match %s cannot be taken up", match_id)
            raise NotNowError("match-broken") from None

    async def _newer(self, match_id: str) -> Node | None:
        """Give a match up of which this version does not know everything; return a newer node.

        None if this node is as good as any.
        """
        if await is_known(self._around.store, match_id):
            return None
        newer = self._ownership.newer_versions
        if not newer:
            return None  # whoever asks is told
        await self._release_unless_here(match_id)
        return random.choice(newer)

    async def _release_unless_here(self, match_id: str) -> None:
        if match_id not in self._tables and match_id not in self._loading:
            await self._ownership.release(match_id)
