"""The hall: all tables of a server, opened, changed and cleared away."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial
from typing import NamedTuple

from tischlein.core import options as option_texts
from tischlein.core import registry
from tischlein.core.errors import GameError, OptionError
from tischlein.core.game import Game
from tischlein.tables.bot_matches import BotMatches
from tischlein.tables.chance import contributing
from tischlein.tables.changes import Change, ReserveChair
from tischlein.tables.computing.compute import Compute, LocalCompute
from tischlein.tables.computing.job_worker import JobWorker
from tischlein.tables.computing.jobs import JobBoard
from tischlein.tables.computing.readiness import Readiness, Ready
from tischlein.tables.computing.remote_compute import RemoteCompute
from tischlein.tables.computing.thinking import BotMaker, BotThreads, make_bot
from tischlein.tables.computing.workers import WorkerProcesses
from tischlein.tables.concurrency.background_processes import BackgroundProcess
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.concurrency.parties import Parties
from tischlein.tables.in_memory import LoadedTables
from tischlein.tables.match import clocks
from tischlein.tables.match.bots import BotResources
from tischlein.tables.match.table import Table
from tischlein.tables.match_limits import MatchLimits, bots_alone
from tischlein.tables.ownership import Ownership, Role, Signal, SingleServer
from tischlein.tables.players import programs
from tischlein.tables.players.cards import Cards, MatchOutcome
from tischlein.tables.players.own_matches import MOST_LISTED, OwnMatches
from tischlein.tables.problems import (
    ElsewhereError,
    InvalidError,
    NotNowError,
    UnknownError,
)
from tischlein.tables.resumption import Resumption
from tischlein.tables.review.analyses import Analyses
from tischlein.tables.review.keepsakes import Keepsakes
from tischlein.tables.review.variations import Variations
from tischlein.tables.scheduler import Scheduler
from tischlein.tables.seats.setting_up import NewTable, chairs_of, new_match, rematch_request
from tischlein.tables.shared_services import SharedServices
from tischlein.tables.storage.outages import Outage
from tischlein.tables.storage.store import Store
from tischlein.tables.stored import MatchStatus, StoredMatch, StoredSeat
from tischlein.tables.timekeeping import Timekeeper, now, steady_now
from tischlein.tables.upkeep.housekeeping import Housekeeping, ServiceTime

log = logging.getLogger(__name__)


def _free_of_charge(*_: object) -> None:
    """Charge nothing for a table."""


class Activity(NamedTuple):
    """How much goes on at all tables in memory."""

    tables: dict[MatchStatus, int]
    waiting: int
    """Requests that wait for the owners of tables."""
    thinking: int
    """Bots that think, or wait for their turn to."""


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
        match_limits: MatchLimits | None = None,
        readiness: Readiness | None = None,
        clock: Callable[[], int] = now,
        steady: Callable[[], int] = steady_now,
        patience: float = contributing.PATIENCE,
        ownership: Ownership | None = None,
        board: JobBoard | None = None,
    ) -> None:
        """Set up the hall around a store, which the caller has to close.

        Parameters
        ----------
        make_player
            Makes the bots.
        pause
            Minimal number of seconds before a bot acts.
        threads
            How many bots may think at the same time; by default one less than there are cores.
        match_limits
            How many matches there may be at the same time.
        readiness
            Knows which games are ready; by default all are.
        clock
            Milliseconds since 1970.
        steady
            Milliseconds by a monotonic clock.
        patience
            How many seconds a full table waits for browsers' contributions to its chance.
        ownership
            Knows who owns which match; by default all are this hall's.
        board
            Where nodes post jobs for each other; without it, this server works for itself alone.
        """
        self.store = store
        self.ownership = ownership or SingleServer()
        self._bot_threads = BotThreads(threads)
        self.clock = clock
        self._worker_processes = WorkerProcesses()
        self.analysis_process = BackgroundProcess()
        """Draws and analyses finished matches ..."""
        self.drawing_process = BackgroundProcess()
        """... and draws pictures for players, who need not wait for films."""
        self.analyses = Analyses(self.analysis_process)
        self.keepsakes = Keepsakes(self.analysis_process)
        self.cards = Cards(self)
        readiness = readiness or Ready()
        self.local_compute = LocalCompute(
            self._bot_threads, self._worker_processes, make_player, readiness
        )
        """What this server can do itself."""
        self.board = board
        self.compute: Compute = self.local_compute
        """Works for the tables."""
        self._job_worker: JobWorker | None = None
        if board is not None and self.ownership.role is Role.WEB:
            self.compute = RemoteCompute(board, self.ownership)
        elif board is not None:
            self._job_worker = JobWorker(board, self.local_compute)
        self._had_workers = self.compute.has_workers
        self.parties = Parties()
        """The parties of sessions, which share bots and places for them."""
        resources = BotResources(self.compute, pause, self.parties.requester_of)
        self.time = Timekeeper(store, clock, steady)
        self.on_match_change: Callable[[str], None] | None = None
        """Called with the id of every match that is loaded or changes; must not block."""
        self.change_remotely: Callable[[str, Change], Awaitable[None]] | None = None
        """Has the node that owns a match change it; None if nodes cannot be asked."""
        self._match_limits = match_limits or MatchLimits()
        services = SharedServices(
            *(store, resources, clock, self.time, patience, self._match_limits),
            on_lost=self._on_lost,
            on_change=self._on_match_change,
            on_status_change=self.cards.enqueue,
        )
        self._housekeeping = housekeeping or Housekeeping()
        self.tables = LoadedTables(
            services, self.ownership, readiness, self._match_limits.in_memory
        )
        """The tables in memory."""
        self.resumption = Resumption(store, self.tables, self.ownership)
        """Loads matches that go on by themselves."""
        self.matches = OwnMatches(store, self.tables.lend_read_only, self._match_limits)
        """The matches of sessions."""
        self.variations = Variations(services, self.compute)
        """Variations of finished matches."""
        self._bot_matches = BotMatches(
            self.tables, self._match_limits.bots_alone_altogether, self.parties.of_match
        )
        self._bot_match_lock = asyncio.Lock()
        """Held while bots take the last chair of a table, so that each knows of those before."""
        self._service_time = ServiceTime(store, clock, steady)
        self._tasks: list[asyncio.Task[None]] = []
        self._scheduler = Scheduler(self.time, self._handle_deadlines)

    async def __aenter__(self) -> Hall:
        """Begin housekeeping, and load the matches in which bots are to move."""
        await self.cards.open()
        loops = [self._run_housekeeping(), self._scheduler.run(), self.resumption.run()]
        if not self.ownership.alone:
            self.ownership.subscribe(Signal.LOST, self.tables.drop_lost)
            self.ownership.subscribe(Signal.NODES, self._announce_workers)
        self._tasks = [asyncio.create_task(loop) for loop in loops]
        if self._job_worker is not None:
            await self._job_worker.__aenter__()
        return self

    async def __aexit__(self, *_: object) -> None:
        """End all tables; everything that was acknowledged is stored already."""
        if self._job_worker is not None:
            await self._job_worker.__aexit__(None, None, None)
        await cancel_and_wait(*self._tasks, *self._scheduler.running)
        await self.tables.wait_settled()
        await self.cards.close()
        await self.analyses.close()
        await self.keepsakes.close()
        await self.tables.close()
        self._bot_threads.close()
        self._worker_processes.close()
        self.analysis_process.close()
        self.drawing_process.close()

    def activity(self) -> Activity:
        """Return how much goes on at all tables in memory."""
        counts = Counter(table.match.status for table in self.tables)
        return Activity(
            {status: counts[status] for status in MatchStatus},
            sum(table.waiting for table in self.tables),
            sum(len(table.thinking) for table in self.tables),
        )

    def table(
        self, match_id: str, stored: StoredMatch | None = None
    ) -> AbstractAsyncContextManager[Table]:
        """Lend a table out; see :meth:`tischlein.tables.in_memory.LoadedTables.lend`."""
        return self.tables.lend(match_id, stored)

    async def open(
        self, session: str, wanted: NewTable, party: str | None = None
    ) -> tuple[str, list[str]]:
        """Open a table for a session; return the match's id and the secrets of its seats.

        Parameters
        ----------
        party
            The party that shares places with others, such as an address; by default, the session.

        Raises
        ------
        InvalidError
            If the game does not have such options, seats or levels.
        TooManyError
            If the session, or the server, has too many matches of this kind already.
        """
        self._note(session, party)
        game = load_game(wanted.game)
        chairs = chairs_of(game, session, wanted)
        options = _options_of(game, wanted)
        return await self._create(game, session, chairs, options, wanted, party or session)

    async def fill(
        self,
        table: Table,
        session: str | None,
        chair: int,
        level: str,
        pay: Callable[[], object] = _free_of_charge,
        party: str | None = None,
    ) -> None:
        """Put a bot on an open chair; see ``Reception.fill``.

        If bots then have all chairs, there must be room as for opening such a table.

        Parameters
        ----------
        pay
            Charges the additional cost of a match of only bots, or refuses it.
        party
            As in :meth:`open`.

        Raises
        ------
        TooManyError
            If the host, or the server, has too many matches of only bots already.
        """
        room = partial(self._room_for_bots, table.id, party, pay)
        await table.fill(session, chair, level, room)

    async def rematch(
        self,
        table: Table,
        session: str | None,
        contributes: bool = False,
        pay: Callable[[bool], object] = _free_of_charge,
        party: str | None = None,
    ) -> tuple[str, list[str]]:
        """Open the match that continues a finished one, or find the one that has been opened.

        The first to ask is seated immediately, as are bots; the chairs of the others wait for them,
        so that their browsers contribute to the new match's chance. Seats are passed on: the player
        who had the second one has the first now. A device that has come to a seat since then is
        expected on the chair that is kept for it, too.

        Parameters
        ----------
        pay
            Charges for a match that has to be opened, or refuses it; its argument is whether only
            bots play.
        party
            As in :meth:`open`.

        Raises
        ------
        NotAllowedError
            If the session does not play here.
        NotNowError
            If the match is not over.
        """
        old = table.match

        async def create(session: str) -> tuple[str, list[str]]:
            self._note(session, party)
            wanted = rematch_request(old, table.sides, table.seats_of(session), contributes)
            chairs = chairs_of(table.game, session, wanted)
            pay(bots_alone(chairs))
            return await self._create(
                table.game, session, chairs, old.options, wanted, party or session
            )

        return await self._continue(table, session, create)

    async def open_next(
        self,
        table: Table,
        session: str | None,
        request: Callable[[], Awaitable[NewTable]],
        party: str | None = None,
    ) -> tuple[str, list[str]]:
        """Open a match of any game that continues a finished one, or find the one that does.

        Where :meth:`rematch` sets the same table, here the session says who sits at which.

        Parameters
        ----------
        request
            Returns the table; chairs for the players of the finished match are made by
            :func:`~tischlein.tables.seats.setting_up.player_again`. Called if the match is to be
            opened.
        party
            As in :meth:`open`.

        Raises
        ------
        InvalidError, TooManyError
            As in :meth:`open`.
        NotAllowedError, NotNowError
            As in :meth:`rematch`.
        """

        async def create(session: str) -> tuple[str, list[str]]:
            return await self.open(session, await request(), party)

        return await self._continue(table, session, create)

    async def _continue(
        self,
        table: Table,
        session: str | None,
        create: Callable[[str], Awaitable[tuple[str, list[str]]]],
    ) -> tuple[str, list[str]]:
        """Create the match that continues a finished one, or have chairs kept where one does."""
        new_secrets = list[str]()

        async def create_for_player() -> str:
            assert session is not None
            match_id, given = await create(session)
            new_secrets.extend(given)
            return match_id

        old = table.match
        successor, made = await table.find_or_create_successor(session, create_for_player)
        if session is not None and not made:
            mine = [old.seats[seat] for seat in table.seats_of(session)]
            await self._reserve_chairs(session, mine, successor)
        return successor, new_secrets

    async def _reserve_chairs(
        self, session: str, seats: Sequence[StoredSeat], rematch: str
    ) -> None:
        """Let a session take the chairs that a rematch keeps for seats which it holds."""
        match = await self.store.match(rematch)
        for seat in seats:
            others = tuple(one for one in seat.sessions if one != session)
            change = ReserveChair(seat.name, others, session)
            if change(match) is not match:
                # If another node cannot be asked, it watches there as anybody may.
                with suppress(ElsewhereError, NotNowError):
                    await self.change_match(rematch, change)

    @property
    def can_ask_nodes(self) -> bool:
        """Whether the nodes that own other matches can be asked to change them."""
        return self.change_remotely is not None

    async def change_match(self, match_id: str, change: Change) -> None:
        """Change the holders of a match's seats, or their names, whichever node owns it.

        Raises
        ------
        ElsewhereError
            If another node owns it and cannot be asked.
        """
        try:
            await self.change_locally(match_id, change)
        except ElsewhereError:
            if self.change_remotely is None:
                raise
            await self.change_remotely(match_id, change)

    async def change_locally(
        self, match_id: str, change: Callable[[StoredMatch], StoredMatch]
    ) -> None:
        """Change the holders, or their names, of a match of this node.

        See :meth:`tischlein.tables.in_memory.LoadedTables.change`.
        """
        before, changed = await self.tables.change(match_id, change)
        if [seat.name for seat in before.seats] != [seat.name for seat in changed.seats]:
            self.keepsakes.forget(match_id)

    async def outcome(self, match_id: str) -> MatchOutcome | None:
        """Return how a match ended; None if that cannot be determined by today's rules."""
        async with self.table(match_id) as table:
            if table.read_only:
                return None
            return MatchOutcome(table.position.ranks(), table.sides)

    async def run_due(self) -> None:
        """Attend to every match whose moment has come: time is nearly up there, or up."""
        self._scheduler.run_due()
        if self._scheduler.running:
            await asyncio.wait(self._scheduler.running)

    async def clean_up(self) -> None:
        """Drop unused tables from memory, and delete matches that nobody has touched for long."""
        await self.tables.evict_unused(self._housekeeping.linger)
        self.analysis_process.close_if_idle()
        self.drawing_process.close_if_idle()
        await self.cards.finish_joining()
        if not await self.ownership.on_duty("housekeeping"):
            self._service_time.reset()
            return
        await self.cards.rate_remaining()
        await self._service_time.update()
        for status, kept in self._housekeeping.retention().items():
            before = self._service_time.cutoff(kept)
            if before is None:
                continue
            for match_id in await self.store.remove_idle({status}, before):
                await self.tables.remove(match_id)

    # --- within ---

    def _note(self, session: str, party: str | None) -> None:
        """Remember the party of a session that hosts a match from now on, if it is known."""
        if party is not None:
            self.parties.note(session, party)

    def _on_lost(self, match_id: str) -> None:
        """Put away a table whose match turned out to be another node's."""
        self.ownership.mark_lost(match_id)
        self.tables.drop_lost(match_id)

    def _on_match_change(self, match_id: str) -> None:
        if self.on_match_change is not None:
            self.on_match_change(match_id)

    def _announce_workers(self, _: str) -> None:
        """Let tables announce whether there are workers, if that has changed."""
        if self.compute.has_workers is not self._had_workers:
            self._had_workers = self.compute.has_workers
            for table in self.tables:
                table.refresh()

    async def _create(
        self,
        game: Game,
        session: str,
        chairs: Sequence[StoredSeat],
        options: str,
        wanted: NewTable,
        party: str,
    ) -> tuple[str, list[str]]:
        """Store a new match, and start it if every chair is taken and nothing is promised."""
        clocks.check(wanted.time_control, game)
        match, secrets = new_match(game, session, chairs, options, wanted, self.clock())
        if bots_alone(chairs):
            with self._bot_matches.beginning(match.id, party):
                await self._store_and_begin(match)
        else:
            await self._store_and_begin(match)
        return match.id, secrets

    async def _store_and_begin(self, match: StoredMatch) -> None:
        check = partial(self._match_limits.check, chairs=match.seats)
        stage = contributing.stage_of_chairs(match.seats)
        # Once stored it may become another node's, if this one ends: it goes on there.
        if stage is contributing.Stage.READY:
            with suppress(ElsewhereError):
                await self.tables.create(match, check)
            return
        engaging = programs.newly_engaged(None, match, self._match_limits)
        await self.store.create_match(match, check=check, engaging=engaging)
        if stage is contributing.Stage.SEATING:
            self._on_match_change(match.id)  # chairs may be kept for somebody
        else:
            with suppress(ElsewhereError):
                async with self.table(match.id, match) as table:
                    await table.begin()

    @asynccontextmanager
    async def _room_for_bots(
        self, match_id: str, party: str | None, pay: Callable[[], object], host: str
    ) -> AsyncIterator[None]:
        """Let a table with only bots begin, if its host may have one more."""
        async with self._bot_match_lock:
            with self._bot_matches.beginning(match_id, party or host):
                running = await self.store.matches_of_session(
                    host, MOST_LISTED, (MatchStatus.RUNNING,)
                )
                self._match_limits.check_bots_alone(
                    sum(match.host == host and bots_alone(match.seats) for match in running)
                )
                pay()
                yield

    async def _handle_deadlines(self, match_id: str) -> None:
        """Do what has to be done at a match at this moment."""
        async with self.table(match_id) as table:
            await table.handle_deadlines()

    async def _run_housekeeping(self) -> None:
        outage = Outage(log, "clearing away")
        while True:
            await asyncio.sleep(self._housekeeping.every)
            try:
                await self.clean_up()
                outage.record_success()
            except Exception as error:  # the next round tries again
                outage.record(error)


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


def _options_of(game: Game, wanted: NewTable) -> str:
    """Return the options of a new table as in a record's header (InvalidError)."""
    seats = len(wanted.chairs)
    try:
        return option_texts.write(game, seats, option_texts.complete(game, seats, wanted.options))
    except OptionError as error:
        raise InvalidError("options", reason=error.reason) from None
