"""The hall: all tables of a server, opened, found, taken up from storage, and cleared away."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, NamedTuple

from tischlein.core import options as option_texts
from tischlein.core import registry
from tischlein.core.errors import GameError, OptionError
from tischlein.core.game import Game
from tischlein.tables import clocks, contributing, lines, programs, ratings, seating
from tischlein.tables.accounts import Accounts, GameStatistics, Played, statistics
from tischlein.tables.bell import Bell
from tischlein.tables.bots import Means
from tischlein.tables.bounds import LATER, Bounds, bots_alone
from tischlein.tables.cards import Cards, Ended
from tischlein.tables.changes import Change, Expected
from tischlein.tables.elsewhere import Elsewhere
from tischlein.tables.housekeeping import Housekeeping, Service
from tischlein.tables.jobs import Board
from tischlein.tables.joint import joint
from tischlein.tables.keepsakes import Keepsakes
from tischlein.tables.labour import Here, Labour
from tischlein.tables.ledger import amend
from tischlein.tables.mailbox import RETRY
from tischlein.tables.outages import Outage, level_of
from tischlein.tables.ownership import Alone, Node, Ownership, Role, Signal
from tischlein.tables.problems import (
    ElsewhereError,
    InvalidError,
    NotNowError,
    TableError,
    TooManyError,
    UnknownError,
)
from tischlein.tables.readiness import Readiness, Ready
from tischlein.tables.setting_up import NewTable, another_round, chairs_of, new_match
from tischlein.tables.store import Store
from tischlein.tables.store_errors import (
    ConflictError,
    LeaseLostError,
    MatchBrokenError,
    MatchNotFoundError,
    StoreError,
)
from tischlein.tables.stored import (
    Hosted,
    MatchStatus,
    StoredEvent,
    StoredMatch,
    StoredSeat,
)
from tischlein.tables.studies import Studies
from tischlein.tables.studio import Studio
from tischlein.tables.surroundings import Surroundings
from tischlein.tables.table import Table
from tischlein.tables.taking import Taker
from tischlein.tables.thinking import BotMaker, Thinkers, make_bot
from tischlein.tables.timekeeping import Timekeeper, now, steady_now
from tischlein.tables.workers import Workers

log = logging.getLogger(__name__)

MakeTable = Callable[[StoredMatch, Game, Surroundings], Awaitable[Table]]

_SEEN_PAGE = 500
ADOPTED_EVERY = 0.5
"""Seconds between two looks for matches whose nodes are gone."""
ADOPTED_AT_ONCE = 20
MOST_LISTED = 500
"""How many matches of one session are listed that are not over: more than it may open."""
MOST_LINES = 60
"""Other lines of finished matches that are tried out at the same time."""


def _costs_nothing(*_: object) -> None:
    """Ask nothing for a table."""


class Activity(NamedTuple):
    """How much goes on at all tables in memory."""

    tables: dict[MatchStatus, int]
    waiting: int
    """Requests that wait for the owners of tables."""
    thinking: int
    """Bots at work, or waiting for their turn to be."""


class Hall:
    """All tables of a server. Use it as an asynchronous context manager, or close it."""

    def __init__(
        self,
        store: Store,
        *,
        make_player: BotMaker = make_bot,
        pause: float = 0.6,
        threads: int | None = None,
        housekeeping: Housekeeping | None = None,
        bounds: Bounds | None = None,
        readiness: Readiness | None = None,
        clock: Callable[[], int] = now,
        steady: Callable[[], int] = steady_now,
        patience: float = contributing.PATIENCE,
        ownership: Ownership | None = None,
        board: Board | None = None,
    ) -> None:
        """Set up the hall around a store, which stays the caller's to close.

        Parameters
        ----------
        make_player
            Makes the bots.
        pause
            Seconds that pass at least before a bot acts.
        threads
            How many bots may think at the same time; by default one less than there are cores.
        bounds
            How many matches there may be at the same time.
        readiness
            Who knows which games are ready; without, all are taken to be.
        clock
            Milliseconds since 1970.
        steady
            Milliseconds by a clock that only runs on.
        patience
            How many seconds a full table waits for what browsers add to its chance.
        ownership
            Who owns which match; without, all are this hall's.
        board
            Where nodes put jobs for each other; without, this server works for itself alone.
        """
        self.store = store
        self.ownership = ownership or Alone()
        self._thinkers = Thinkers(threads)
        self.clock = clock
        self._workers = Workers()
        self.studio = Studio()
        """Where is drawn and studied what is over ..."""
        self.easel = Studio()
        """... and where pictures are drawn for whoever plays, which need not wait for films."""
        self.studies = Studies(self.studio)
        self.keepsakes = Keepsakes(self.studio)
        self.accounts = Accounts()
        self.cards = Cards(self)
        self._readiness = readiness or Ready()
        self.here = Here(self._thinkers, self._workers, make_player, self._readiness)
        """What this server can do itself."""
        self.board = board
        self.labour: Labour = self.here
        """Who works for the tables."""
        self._taker: Taker | None = None
        if board is not None and self.ownership.role is Role.WEB:
            self.labour = Elsewhere(board, self.ownership)
        elif board is not None:
            self._taker = Taker(board, self.here)
        self._attended = self.labour.attended
        means = Means(self.labour, pause)
        self.time = Timekeeper(store, clock, steady)
        self.news: Callable[[str], None] | None = None
        """Is told the id of every match that is taken up or changes; must not block."""
        self.change_elsewhere: Callable[[str, Change], Awaitable[None]] | None = None
        """Has the node that owns a match change it; None if nodes cannot be asked."""
        self._around = Surroundings(
            *(store, means, clock, self.time, patience, self.ownership.forget, self._has_news),
            noted=self.cards.note,
        )
        self._housekeeping = housekeeping or Housekeeping()
        self._bounds = bounds or Bounds()
        self._filling = asyncio.Lock()
        """Held while bots take the last chair of a table, so that each knows of those before."""
        self._service = Service(store, clock, steady)
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._elsewhere: frozenset[str] = frozenset()
        """Sessions of programs that listen at other nodes."""
        self._lines = 0
        """How many other lines of finished matches are being tried out."""
        self._chores: list[asyncio.Task[None]] = []
        self._leaving: set[asyncio.Task[None]] = set()
        """Tables that end since their matches are another node's."""
        self._untaken: set[str] = set()
        """Matches that storage has kept from being taken up, and that nobody may ask for."""
        self._bell = Bell(self.time, self._attend)

    async def __aenter__(self) -> Hall:
        """Begin housekeeping, and take up the matches in which bots are to move."""
        await self.cards.open()
        chores = [self._keep_house(), self._bell.keep_time()]
        if self.ownership.alone:
            chores.append(self._resume_all())
        else:
            self.ownership.hear(Signal.LOST, self._lose)
            self.ownership.hear(Signal.NODES, self._tell_attended)
            chores.append(self._adopt())
        self._chores = [asyncio.create_task(chore) for chore in chores]
        if self._taker is not None:
            await self._taker.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all tables; everything that was acknowledged is stored already."""
        if self._taker is not None:
            await self._taker.__aexit__(None, None, None)
        chores = *self._chores, *self._bell.ringing
        for chore in chores:
            chore.cancel()
        ending = *chores, *self._loading.values(), *self._leaving
        await asyncio.gather(*ending, return_exceptions=True)
        await self.cards.close()
        await self.studies.close()
        await self.keepsakes.close()
        for table in list(self._tables.values()):
            await table.close()
        self._tables.clear()
        self._thinkers.close()
        self._workers.close()
        self.studio.close()
        self.easel.close()

    def __len__(self) -> int:
        """Return how many tables are in memory."""
        return len(self._tables)

    def activity(self) -> Activity:
        """Return how much goes on at all tables in memory."""
        tables = self._tables.values()
        counts = Counter(table.match.status for table in tables)
        return Activity(
            {status: counts[status] for status in MatchStatus},
            sum(table.waiting for table in tables),
            sum(len(table.thinking) for table in tables),
        )

    @asynccontextmanager
    async def table(self, match_id: str, stored: StoredMatch | None = None) -> AsyncIterator[Table]:
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
        table = await self._find(match_id, stored)
        while table.closed:  # it was put away just when it was found
            if self._tables.get(match_id) is table:
                del self._tables[match_id]
            table = await self._find(match_id)
        table.users += 1
        try:
            yield table
        finally:
            table.users -= 1

    @asynccontextmanager
    async def glance(self, match_id: str) -> AsyncIterator[Table]:
        """Lend a table out to be looked at only, also if another node owns the match.

        Raises as :meth:`table`.
        """
        if self.ownership.alone or match_id in self._tables:
            async with self.table(match_id) as table:
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
        owner = await self.ownership.claim(match_id)
        if owner is None and match_id not in self._tables and self.ownership.newer_versions:
            return await self._newer(match_id)
        return owner

    async def open(self, session: str, wanted: NewTable) -> tuple[str, list[str]]:
        """Open a table for a session; return the match's id and the secrets of its seats.

        Raises
        ------
        InvalidError
            If the game does not have such options, seats or levels.
        TooManyError
            If the session, or the server, has too many matches of this kind already.
        """
        game = load_game(wanted.game)
        chairs = chairs_of(game, session, wanted)
        try:
            options = option_texts.complete(game, len(chairs), wanted.options)
        except OptionError as error:
            raise InvalidError("options", reason=error.reason) from None
        return await self._create(
            game,
            session,
            chairs,
            option_texts.write(game, len(chairs), options),
            wanted,
        )

    async def fill(
        self,
        table: Table,
        session: str | None,
        chair: int,
        level: str,
        pay: Callable[[], object] = _costs_nothing,
    ) -> None:
        """Put a bot on an open chair; see ``Reception.fill``.

        Where bots have all chairs then, there must be room as where such a table is opened.

        Parameters
        ----------
        pay
            Pays for what bots alone cost more than others, or refuses them.

        Raises
        ------
        TooManyError
            If the host, or the server, has too many matches of bots alone already.
        """
        await table.fill(session, chair, level, partial(self._room_for_bots, pay))

    async def rematch(
        self,
        table: Table,
        session: str | None,
        contributes: bool = False,
        pay: Callable[[bool], object] = _costs_nothing,
    ) -> tuple[str, list[str]]:
        """Open the match that continues a finished one, or find the one that has been opened.

        Whoever asks first sits down again at once, bots too; the chairs of the others wait for
        them, so that their browsers contribute to the new match's chance. Seats are passed on: who
        had the second one has the first now. A device that has come to a seat since then is
        expected on the chair that is kept for it, too.

        Parameters
        ----------
        pay
            Pays for a match that has to be opened, or refuses it; is told whether bots alone play.

        Raises
        ------
        NotAllowedError
            If the session does not play here.
        NotNowError
            If the match is not over.
        """
        old, new_secrets = table.match, list[str]()

        async def create() -> str:
            assert session is not None
            wanted = another_round(old, table.sides, table.held(session), contributes)
            chairs = chairs_of(table.game, session, wanted)
            pay(bots_alone(chairs))
            match_id, given = await self._create(table.game, session, chairs, old.options, wanted)
            new_secrets.extend(given)
            return match_id

        successor, made = await table.succeed(session, create)
        if session is not None and not made:
            mine = [old.seats[seat] for seat in table.held(session)]
            await self._keep_for(session, mine, successor)
        return successor, new_secrets

    async def _keep_for(self, session: str, seats: Sequence[StoredSeat], rematch: str) -> None:
        """Let a session come for the chairs that a rematch keeps for seats which it holds."""
        match = await self.store.match(rematch)
        for seat in seats:
            others = tuple(one for one in seat.sessions if one != session)
            change = Expected(seat.name, others, session)
            if change(match) is not match:
                # Where another node cannot be told so, it looks on there as anybody may.
                with suppress(ElsewhereError, NotNowError):
                    await self.change_match(rematch, change)

    @asynccontextmanager
    async def line(self, table: Table, fork: lines.Fork, party: str) -> AsyncIterator[Table]:
        """Lend out a table for another line of a finished match; it is gone when handed back.

        Parameters
        ----------
        party
            Who asks: parties take turns with what has to be worked out.

        Raises
        ------
        InvalidError
            If there is no such line.
        NotNowError
            If the match is not over, or was played by other rules.
        TooManyError
            If too many lines are being tried out.
        """
        if not table.ended:
            raise NotNowError("not-over")
        if table.read_only:
            raise NotNowError("other-version")
        if not 0 <= fork.at <= table.number:
            raise InvalidError("range", last=table.number)
        if self._lines >= MOST_LINES:
            raise TooManyError("lines", seconds=10)
        self._lines += 1
        try:
            events = await table.events()
            labour = self.labour.of(party).aside
            line = await lines.follow(table.start, events, fork, labour, self.clock())
            match = lines.match_of(table.game, line, table.match, fork.bots)
            sheet = lines.Sheet(match, line.events)
            around = self._around._replace(
                store=sheet,
                means=self._around.means._replace(labour=labour, party=party),
                news=lambda _: None,
                noted=lambda _: None,
            )
            tried = await Table.load(match, table.game, around)
            try:
                yield tried
            finally:
                await tried.close()
        finally:
            self._lines -= 1

    @property
    def asks_others(self) -> bool:
        """Whether the nodes that own other matches can be asked to change them."""
        return self.change_elsewhere is not None

    async def change_match(self, match_id: str, change: Change) -> None:
        """Change who holds the seats of a match, or what they are called, whichever node owns it.

        Raises
        ------
        ElsewhereError
            If another node owns it and cannot be asked.
        """
        try:
            await self.change_here(match_id, change)
        except ElsewhereError:
            if self.change_elsewhere is None:
                raise
            await self.change_elsewhere(match_id, change)

    async def change_here(
        self, match_id: str, change: Callable[[StoredMatch], StoredMatch]
    ) -> None:
        """Change who holds the seats of a match of this node, or what they are called.

        The table does so (:meth:`tischlein.tables.table.Table.amend`); a match that nobody looks at
        is changed in storage.

        Raises
        ------
        ElsewhereError
            If another node owns it.
        """
        while True:
            loading = self._loading.get(match_id)
            table = await joint(loading) if loading else self._tables.get(match_id)
            if table is not None and not table.closed:
                before = table.match
                await table.amend(change)
                changed = table.match
                break
            owner = await self.ownership.claim(match_id)
            if owner is not None:
                raise ElsewhereError
            try:
                before = await self.store.match(match_id)
                changed = change(before)
                if changed is not before:
                    await amend(self.store, before, changed)
                break
            except (ConflictError, LeaseLostError):
                continue  # a table has been taken up meanwhile, or taken up and given up again
            finally:
                if match_id not in self._tables and match_id not in self._loading:
                    await self.ownership.release(match_id)
        if [seat.name for seat in before.seats] != [seat.name for seat in changed.seats]:
            self.keepsakes.forget(match_id)

    async def ending(self, match_id: str) -> Ended | None:
        """Return how a match ended; None where that cannot be told by today's rules."""
        async with self.table(match_id) as table:
            if table.read_only:
                return None
            return Ended(table.position.ranks(), table.sides)

    async def mine(self, session: str, over: int = 50) -> list[StoredMatch]:
        """Return the matches of a session: those that wait or run, then the last that are over.

        Of both those come first whose metadata changed last, and there is a bound to each: that a
        match has gone on for long, while others ended, costs it no place. What has been left by
        all before it began is not among them.

        Parameters
        ----------
        over
            How many there may be that are over.
        """
        running = await self.store.matches_of_session(
            session, MOST_LISTED, (MatchStatus.OPEN, MatchStatus.RUNNING)
        )
        ended = await self.store.matches_of_session(
            session, over, (MatchStatus.FINISHED, MatchStatus.ENDED)
        )
        return running + ended

    def at_hand(self, match_id: str) -> bool:
        """Whether a match's table is in memory here, so that to look at it costs nothing."""
        return match_id in self._tables

    async def engagements(self, session: str) -> tuple[list[StoredMatch], list[StoredMatch]]:
        """Return the matches that a program (by its session) plays, and its invitations.

        There may be a few more than the bounds allow: several may invite it at the same time.
        """
        most = 3 * self._bounds.of_program
        matches = await self.store.matches_of_session(
            session, most, (MatchStatus.OPEN, MatchStatus.RUNNING)
        )
        plays = [match for match in matches if seating.held(match, session)]
        invited = [
            match
            for match in matches
            if match.status is MatchStatus.OPEN and programs.is_invited(match, session)
        ]
        return plays, invited

    def listen_elsewhere(self, sessions: frozenset[str]) -> None:
        """Take note which programs (by their sessions) listen at other nodes: they are there."""
        if sessions != self._elsewhere:
            self._elsewhere = sessions
            for table in self._tables.values():
                table.listen_elsewhere(sessions)

    async def check_engagements(self, session: str, *, accepting: bool) -> None:
        """Refuse a match, or an invitation, that would be one too many for a program.

        Raises
        ------
        TooManyError
            If it plays so many already, or so many invitations wait for its answer.
        """
        plays, invited = await self.engagements(session)
        if len(plays if accepting else invited) >= self._bounds.of_program:
            raise TooManyError("program-busy", seconds=LATER)

    async def statistics(self, session: str, limit: int = 200) -> list[GameStatistics]:
        """Return what a session's last matches come to that are decided, game by game."""
        played: list[Played] = []
        for match in await self.store.matches_of_session(session, limit):
            seats = seating.held(match, session)
            if not ratings.decided(match) or not seats:
                continue
            account = self.accounts.known(match.id)
            if account is None:
                try:
                    async with self.glance(match.id) as table:
                        if table.read_only:
                            continue  # by today's rules it might have ended otherwise
                        account = self.accounts.of(table)
                except TableError:
                    continue  # a match that cannot be taken up counts for nothing
            played.append(Played(account, seats))
        return statistics(played)

    async def lobby(self) -> list[StoredMatch]:
        """Return the tables that anybody may join, the newest first."""
        return await self.store.lobby()

    async def resume(self) -> None:
        """Take up every match that goes on by itself: with bots, or because time passes."""
        statuses = {MatchStatus.OPEN, MatchStatus.RUNNING}
        last = ""
        while True:
            ids = await self.store.match_ids(statuses, after=last, limit=_SEEN_PAGE)
            for match_id in ids:
                await self._take_up(match_id)
            if len(ids) < _SEEN_PAGE:
                return
            last = ids[-1]

    async def ring(self) -> None:
        """Attend to every match whose moment has come: time is nearly up there, or up."""
        self._bell.ring()
        if self._bell.ringing:
            await asyncio.wait(self._bell.ringing)

    async def clear_away(self) -> None:
        """Drop tables from memory that nobody uses, and delete what nobody has touched for long."""
        linger = self._housekeeping.linger
        for table in list(self._tables.values()):
            table.forget_eyes(linger)
            if self._may_retire(table) and table.unused_for >= (0 if table.ended else linger):
                await self._retire(table)
        self.studio.rest()
        self.easel.rest()
        for match_id in set(self.ownership.held) - self._tables.keys() - self._loading.keys():
            await self.ownership.release(match_id)  # somebody asked, and nothing came of it
        await self.cards.finish_joining()
        if not await self.ownership.on_duty("housekeeping"):
            self._service.rest()
            return
        await self.cards.rate_what_is_left()
        await self._service.round()
        for status, kept in self._housekeeping.kept().items():
            before = self._service.before(kept)
            if before is None:
                continue
            for match_id in await self.store.remove_idle({status}, before):
                if match_id in self._tables:
                    await self._tables.pop(match_id).remove()
                await self.ownership.release(match_id)

    # --- within ---

    async def _find(self, match_id: str, stored: StoredMatch | None = None) -> Table:
        table = self._tables.get(match_id)
        if table is not None:
            return table
        if not seating.is_match_id(match_id):
            raise UnknownError("match")
        loading = self._loading.get(match_id)
        if loading is None or loading.done():  # what it has loaded has been put away already
            self._check_room()
            loading = self._expect(match_id, self._load(match_id, stored))
        return await joint(loading)

    def _check_room(self) -> None:
        if len(self._tables) + len(self._loading) >= self._bounds.in_memory:
            raise TooManyError("server-full", seconds=LATER)

    def _expect(self, match_id: str, table: Coroutine[Any, Any, Table]) -> asyncio.Task[Table]:
        """Have a table made ready; whoever asks for it meanwhile waits for the same."""
        loading = asyncio.create_task(table)
        self._loading[match_id] = loading
        loading.add_done_callback(partial(self._has_loaded, match_id))
        return loading

    def _has_news(self, match_id: str) -> None:
        if self.news is not None:
            self.news(match_id)

    def _has_loaded(self, match_id: str, loading: asyncio.Task[Table]) -> None:
        if self._loading.get(match_id) is loading:
            del self._loading[match_id]

    async def _load(self, match_id: str, stored: StoredMatch | None) -> Table:
        owner = await self.ownership.claim(match_id)
        if owner is not None:
            raise ElsewhereError
        try:
            table = await self._read(match_id, Table.load, stored)
        except BaseException:
            await self.ownership.release(match_id)
            raise
        return self._put(table)

    async def _begin(self, match: StoredMatch, check: Callable[[Hosted], object]) -> Table:
        """Begin a new match whose chairs are all taken, in one transaction."""

        async def create(begun: StoredMatch, events: Sequence[StoredEvent]) -> None:
            await self.store.create_match(begun, events, check)
            if await self.ownership.claim(match.id) is not None:
                raise ElsewhereError

        return self._put(await self._read(match.id, partial(Table.begun, create=create), match))

    def _put(self, table: Table) -> Table:
        self._tables[table.id] = table
        table.listen_elsewhere(self._elsewhere)
        self._has_news(table.id)
        return table

    async def _read(
        self, match_id: str, make: MakeTable, stored: StoredMatch | None = None
    ) -> Table:
        await self.time.begin()
        try:
            match = stored or await self.store.match(match_id)
        except MatchNotFoundError:
            raise UnknownError("match") from None
        except MatchBrokenError as error:
            log.warning("%s", error)
            raise NotNowError("match-broken") from None
        try:
            game = registry.load(match.game)
        except GameError:
            raise NotNowError("game-gone", game=match.game) from None
        if match.rules_version > game.version and not self.ownership.alone:
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

    async def _take_up(self, match_id: str) -> None:
        """Take a running match up; it stays if its bots, or chance, go on with it."""
        try:
            if self.ownership.newer_versions and not await self._knows(match_id):
                return  # were it claimed here, no newer node would go on with it by itself
            table = await self._find(match_id)
        except ElsewhereError:
            return  # another node has been faster
        except StoreError as error:
            log.log(level_of(error), "match %s is taken up later: %s", match_id, error)
            self._untaken.add(match_id)
        except TableError as error:
            log.log(level_of(error), "match %s cannot be taken up: %s", match_id, error)
        except Exception:  # one broken match must not keep the others waiting
            log.exception("match %s cannot be taken up", match_id)
        else:
            if self._may_retire(table):
                await self._retire(table)

    async def _resume_all(self) -> None:
        """Take up all matches, whatever storage keeps back as soon as it lets that go."""
        await self._resume_patiently()
        while self._untaken:
            await asyncio.sleep(RETRY)
            later = list(self._untaken)
            self._untaken.clear()
            for match_id in later:
                await self._take_up(match_id)

    async def _resume_patiently(self) -> None:
        """Begin again from the first match until storage has told of the last one."""
        outage = Outage(log, "taking up matches")
        while True:
            try:
                await self.resume()
            except StoreError as error:
                outage.failed(error)
                await asyncio.sleep(RETRY)
            else:
                outage.works()
                return

    async def _adopt(self) -> None:
        """Go on with the matches of nodes that are gone."""
        rules = await asyncio.to_thread(_rules_here)
        if await self.ownership.cold():
            await self._resume_patiently()
        while True:
            try:
                orphans = await self.ownership.orphans(ADOPTED_AT_ONCE, rules)
            except StoreError:
                orphans = []  # the database is away: nobody goes on with anything
            orphans += self._untaken
            self._untaken.clear()
            for match_id in orphans:
                await self._take_up(match_id)
            # Else the others are looked for at once, unless none of these could be taken up.
            if not any(match_id in self._tables for match_id in orphans):
                await asyncio.sleep(ADOPTED_EVERY)

    def _lose(self, match_id: str) -> None:
        """Have a table ended whose match is another node's now: who is at it comes back there."""
        table = self._tables.pop(match_id, None)
        if table is not None:
            table.send_away()
            leaving = asyncio.create_task(table.close())
            self._leaving.add(leaving)
            leaving.add_done_callback(self._leaving.discard)

    async def _newer(self, match_id: str) -> Node | None:
        """Give a match up of which this version does not know everything; return a newer node.

        None if this node is as good as any.
        """
        if await self._knows(match_id):
            return None
        newer = self.ownership.newer_versions
        if not newer:
            return None  # whoever asks is told
        await self.ownership.release(match_id)
        return random.choice(newer)

    async def _knows(self, match_id: str) -> bool:
        """Whether this version knows all that is stored of a match, whatever its events are.

        A newer one may know what it does not: a game, its rules, an option, a level.
        """
        try:
            match = await self.store.match(match_id)
            game = registry.load(match.game)
            option_texts.complete(game, len(match.seats), option_texts.parse(match.options))
            levels = {seat.level for seat in match.seats if seat.level}
            if match.time_control is not None and match.time_control.level:
                levels.add(match.time_control.level)
            for level in levels:
                game.level(level)
        except MatchNotFoundError:
            return True  # whoever asks is told
        except (MatchBrokenError, GameError, OptionError):
            return False
        return match.rules_version <= game.version

    def _tell_attended(self, _: str) -> None:
        """Have tables tell whether somebody works for them, if that has changed."""
        if self.labour.attended is not self._attended:
            self._attended = self.labour.attended
            for table in self._tables.values():
                table.refresh()

    async def _create(
        self,
        game: Game,
        session: str,
        chairs: Sequence[StoredSeat],
        options: str,
        wanted: NewTable,
    ) -> tuple[str, list[str]]:
        """Store a new match and start it if every chair is taken and nothing is promised."""
        clocks.check(wanted.time_control, game)
        if bots_alone(chairs):
            self._check_bots_alone()
        match, secrets = new_match(game, session, chairs, options, wanted, self.clock())
        check = partial(self._bounds.check, chairs=chairs)
        step = contributing.step(match.seats)
        if step is contributing.Step.READY:
            self._check_room()
            await joint(self._expect(match.id, self._begin(match, check)))
            return match.id, secrets
        await self.store.create_match(match, check=check)
        if step is contributing.Step.SEATING:
            self._has_news(match.id)  # chairs may be kept for somebody
        else:
            async with self.table(match.id, match) as table:
                await table.begin()
        return match.id, secrets

    def _check_bots_alone(self) -> None:
        """Refuse one more match of bots alone if there are many on this server (TooManyError)."""
        if sum(map(_bots_alone, self._tables.values())) >= self._bounds.bots_alone_altogether:
            raise TooManyError("server-full", seconds=LATER)

    @asynccontextmanager
    async def _room_for_bots(self, pay: Callable[[], object], host: str) -> AsyncIterator[None]:
        """Let a table begin at which bots alone play, if its host may have one more."""
        async with self._filling:
            self._check_bots_alone()
            running = await self.store.matches_of_session(host, MOST_LISTED, (MatchStatus.RUNNING,))
            self._bounds.check_bots_alone(
                sum(match.host == host and bots_alone(match.seats) for match in running)
            )
            pay()
            yield

    def _may_retire(self, table: Table) -> bool:
        """Whether a table may leave memory.

        Time is attended to by the node that owns a match: were it given up, nobody would.
        """
        return table.idle and (self.ownership.alone or clocks.attention(table.match) is None)

    async def _retire(self, table: Table) -> None:
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
            await table.close()
            if table.id not in self._tables and table.id not in self._loading:
                await self.ownership.release(table.id)

    async def _attend(self, match_id: str) -> None:
        """Do what has to be done at a match at this moment."""
        async with self.table(match_id) as table:
            await table.keep_time()

    async def _keep_house(self) -> None:
        outage = Outage(log, "clearing away")
        while True:
            await asyncio.sleep(self._housekeeping.every)
            try:
                await self.clear_away()
                outage.works()
            except StoreError as error:  # the next round tries again
                outage.failed(error)
            except Exception as error:
                outage.broke(error)


def _bots_alone(table: Table) -> bool:
    return table.running and bots_alone(table.match.seats)


def _rules_here() -> dict[str, int]:
    """Return of which version the rules of each game are."""
    return {game.key: game.version for game in registry.loadable()}


def load_game(key: str) -> Game:
    """Return a game of the shelf.

    Raises
    ------
    UnknownError
        If there is none of that key.
    """
    try:
        return registry.load(key)
    except GameError:
        raise UnknownError("game", game=key[:40]) from None
