"""Programs with identities: who they are, invitations, and a stream of what they have to answer.

A program has one desk, at which all its connections receive the same: everything that it has to
answer over all its matches. A desk holds the tables of these matches as long as somebody listens.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Annotated, Any, NoReturn, Self

import msgspec
from litestar import WebSocket, get, post
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import JSONBody, QueryParameter

from tischlein.core import registry
from tischlein.tables import programs
from tischlein.tables.announcing import Listener
from tischlein.tables.cancellation import cancel_and_wait
from tischlein.tables.hall import Hall
from tischlein.tables.outages import Outage
from tischlein.tables.problems import ElsewhereError, NotAllowedError, TableError
from tischlein.tables.store_errors import StoreError
from tischlein.tables.stored import MatchStatus, StoredMatch, StoredProgram, StoredRemark
from tischlein.tables.table import Table
from tischlein.web import tables
from tischlein.web.codes import GOING_AWAY
from tischlein.web.errors import problems
from tischlein.web.limits import CONNECTION_COST, RateLimiter
from tischlein.web.live_connections import Lounge
from tischlein.web.messages.opening import Invite
from tischlein.web.messages.programs import Asked, Duties, Duty, Invited, ProgramInfo, Turn
from tischlein.web.parameters import MatchId, TheCaller, TheHall
from tischlein.web.sessions import Caller, caller_of, rate_key_of
from tischlein.web.visits import refuse

log = logging.getLogger(__name__)

LOOK_EVERY = 1.0
"""Seconds between two checks of storage: for new invitations, and revoked tokens."""
LINGER = 15.0
"""Seconds for which a desk stays when nobody listens: until a program asks again."""
LONGEST_WAIT = 30
"""Seconds that a request may wait for a change."""

_encode = msgspec.json.Encoder().encode


class _Seated(Listener):
    """A table at which a program sits, or is invited; it notifies the desk of changes."""

    def __init__(self, table: Table, desk: ProgramDesk) -> None:
        self.table = table
        self._desk = desk

    @property
    def seats(self) -> tuple[int, ...]:
        """No eyes are needed: a program requests what it sees."""
        return ()

    def happened(self, first: int) -> None:
        """Refresh the desk."""
        del first
        self._desk.look_again()

    def changed(self) -> None:
        """Refresh the desk."""
        self._desk.look_again()

    def thinking(self) -> None:
        """Do nothing."""

    def said(self, remark: StoredRemark) -> None:
        """Do nothing."""

    def rewound(self) -> None:
        """Refresh the desk."""
        self._desk.look_again()

    def removed(self) -> None:
        """Refresh the desk."""
        self._desk.look_again()


class ProgramDesk:
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
        self.left_at = 0.0
        """When the last of them left, by the event loop's clock."""
        self._hall = hall
        self._seated: dict[str, tuple[_Seated, AsyncExitStack]] = {}
        self._elsewhere: dict[str, Table] = {}
        """Tables of other nodes, as stored at the last check."""
        self._duties: list[Duty] = []
        self._revision = _revision([])
        self._changed = asyncio.Event()
        self._lock = asyncio.Lock()

    @property
    def duties(self) -> Duties:
        """Everything that is to be answered."""
        return Duties(self._revision, self._duties)

    async def after(self, revision: str, seconds: float) -> Duties:
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
        for seated, _ in self._seated.values():
            if seated.table.racing:
                seated.table.record_shown(seated.table.seats_of(self.session))
        return self.duties

    def look_again(self) -> None:
        """Determine what is to be answered now; if that has changed, notify all."""
        at = [seated.table for seated, _ in self._seated.values()]
        duties = [duty for table in (*at, *self._elsewhere.values()) for duty in self._at(table)]
        if duties != self._duties:
            self._duties = duties
            self._revision = _revision(duties)
            self._wake()

    async def catch_up(self) -> None:
        """Load new tables from storage, and release finished ones."""
        async with self._lock:
            if self.closed:
                return
            plays, invited = await self._hall.matches.engagements(self.session)
            wanted = {match.id: match for match in (*plays, *invited)}
            for match_id in [one for one in self._seated if one not in wanted]:
                await self._let_go(match_id)
            elsewhere: dict[str, Table] = {}
            for match in wanted.values():
                held = self._seated.get(match.id)
                if held is not None and held[0].table.closed:
                    await self._let_go(match.id)
                if match.id not in self._seated:
                    await self._take_up(match, elsewhere)
            self._elsewhere = elsewhere
            self.look_again()

    async def close(self) -> None:
        """Release everything, and tell listeners that nothing more will be sent."""
        self.closed = True
        async with self._lock:
            for match_id in list(self._seated):
                await self._let_go(match_id)
        self._wake()

    async def _take_up(self, match: StoredMatch, elsewhere: dict[str, Table]) -> None:
        stack = AsyncExitStack()
        try:
            table = await stack.enter_async_context(self._hall.table(match.id))
        except ElsewhereError:
            with suppress(TableError):
                async with self._hall.tables.glance(match.id) as seen:
                    elsewhere[match.id] = seen
            return
        except TableError:
            return  # it may be possible later; other matches go on
        seated = _Seated(table, self)
        table.listeners.add(seated)
        table.connect(self.session)
        self._seated[match.id] = seated, stack

    async def _let_go(self, match_id: str) -> None:
        seated, stack = self._seated.pop(match_id)
        seated.table.listeners.discard(seated)
        seated.table.disconnect(self.session)
        await stack.aclose()

    def _at(self, table: Table) -> list[Duty]:
        """Return what is to be answered at a table."""
        match, key = table.match, table.game.key
        if match.status is MatchStatus.OPEN and programs.is_invited(match, self.session):
            seats = tables.seat_infos(match, (), frozenset(), self.session, table.time)
            return [Invited(match.id, key, match.options, seats)]
        found: list[Duty] = []
        awaited, acting = table.awaited, table.acting
        mine = [seat for seat in table.seats_of(self.session) if not table.is_played_by_bot(seat)]
        # Proposals first: an action would void some, as if nobody had wanted to answer.
        if match.proposal is not None and set(table.consent.asked()) & set(mine):
            proposal = match.proposal
            found.append(Asked(match.id, key, proposal.what.value, proposal.seat))
        for seat in mine:
            if seat in acting:
                legal = list(map(int, table.legal(seat)))
                found.append(Turn(match.id, key, seat, table.number, legal, seat in awaited))
        return found

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()


class Desks:
    """The desks of all listening programs. Use it as an asynchronous context manager."""

    def __init__(self, hall: Hall, lounge: Lounge) -> None:
        self.hall = hall
        self._lounge = lounge
        self._desks: dict[str, ProgramDesk] = {}
        self._elsewhere: frozenset[str] = frozenset()
        """The programs (by their ids) that listen at other nodes."""
        self._keeping: asyncio.Task[NoReturn] | None = None
        self._closed = False

    async def __aenter__(self) -> Self:
        self._keeping = asyncio.create_task(self._keep())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Answer all waiting requests, since the server ends, and release their tables."""
        self._closed = True
        if self._keeping is not None:
            await cancel_and_wait(self._keeping)
        for desk in list(self._desks.values()):
            await desk.close()
        self._desks.clear()

    def present(self, program: StoredProgram) -> bool:
        """Whether a program listens, or did until a moment ago, at any node."""
        return program.id in self._desks or program.id in self._elsewhere

    @property
    def listening(self) -> list[str]:
        """The programs that listen here, or did until a moment ago, by their ids."""
        return [*self._desks]

    def listen_elsewhere(self, ids: frozenset[str]) -> None:
        """Record which programs listen at other nodes."""
        self._elsewhere = ids
        self.hall.tables.listen_elsewhere(frozenset(map(programs.session_of_id, ids)))

    @asynccontextmanager
    async def at(self, program: StoredProgram) -> AsyncIterator[ProgramDesk]:
        """Open a program's desk, up to date with storage."""
        desk = self._desks.get(program.id)
        if desk is None:
            desk = ProgramDesk(self.hall, program)
            if self._closed:
                desk.closed = True
            else:
                self._desks[program.id] = desk
        desk.listening += 1
        try:
            await desk.catch_up()
            yield desk
        finally:
            desk.listening -= 1
            desk.left_at = asyncio.get_running_loop().time()

    async def _keep(self) -> NoReturn:
        """Check storage again and again."""
        outage = Outage(log, "finding out what programs have to answer")
        while True:
            await asyncio.sleep(LOOK_EVERY)
            if not self._desks and not self._lounge.programs:
                continue
            try:
                await self._look()
                outage.works()
            except Exception as error:  # the next check tries again
                outage.note(error)

    async def _look(self) -> None:
        known = {one.id: one for one in await programs.that_may_play(self.hall.store)}
        now = asyncio.get_running_loop().time()

        def revoked(program: StoredProgram) -> bool:
            known_as = known.get(program.id)
            return known_as is None or known_as.token_hash != program.token_hash

        for program in self._lounge.programs:
            if revoked(program):
                self._lounge.end(programs.session_of(program))
        for desk in list(self._desks.values()):
            gone = revoked(desk.program)
            if gone or (not desk.listening and now - desk.left_at > LINGER):
                del self._desks[desk.program.id]
                desk.revoked = gone
                await desk.close()
            else:
                await desk.catch_up()


TheDesks = NamedDependency[Desks]


@get("/api/programs", responses=problems())
async def list_programs(hall: TheHall, desks: TheDesks) -> list[ProgramInfo]:
    """List the programs that can be invited to a table of this server."""
    known = await programs.that_may_play(hall.store)
    return [_info(program, desks) for program in known]


@get("/api/program", responses=problems(403))
async def get_program(caller: TheCaller, desks: TheDesks) -> ProgramInfo:
    """Return a program's own identity."""
    return _info(_program(caller), desks)


@get("/api/program/duties", responses=problems(400, 403))
async def get_duties(
    caller: TheCaller,
    desks: TheDesks,
    seen: Annotated[
        str, QueryParameter(description="The revision that is known already: wait for another.")
    ] = "",
    wait: Annotated[
        int, QueryParameter(ge=0, le=LONGEST_WAIT, description="For how many seconds.")
    ] = 0,
) -> Duties:
    """Return all that a program has to answer over all its matches."""
    async with desks.at(_program(caller)) as desk:
        return await desk.after(seen, wait)


@post(
    "/api/matches/{match_id:str}/invitations",
    status_code=204,
    responses=problems(400, 403, 404, 409),
)
async def invite(
    match_id: MatchId,
    data: JSONBody[Invite],
    hall: TheHall,
    caller: TheCaller,
) -> None:
    """Keep an open chair for a program, which is asked whether it wants to play."""
    program = await programs.of_id(hall.store, data.program)
    await hall.matches.check_engagements(programs.session_of(program), accepting=False)
    async with hall.table(match_id) as table:
        await table.invite(caller.session, data.seat, program)


@post(
    "/api/matches/{match_id:str}/decline", status_code=204, responses=problems(400, 403, 404, 409)
)
async def decline(match_id: MatchId, hall: TheHall, caller: TheCaller) -> None:
    """Give up the chair that is kept for the caller: an invitation is declined."""
    async with hall.table(match_id) as table:
        await table.decline(caller.session)


HANDLERS: Sequence[Any] = (list_programs, get_program, get_duties, invite, decline)


async def listen(socket: WebSocket[Any, Any, Any], desks: Desks, limiter: RateLimiter) -> None:
    """Send a program all that it has to answer, whenever that changes, to the end."""
    rate_key = rate_key_of(socket)
    try:
        program = _program(caller_of(socket))
        limiter.request(rate_key, CONNECTION_COST)
        with limiter.connection(rate_key):
            async with desks.at(program) as desk:
                telling = asyncio.create_task(_tell(socket, desk))
                hearing = asyncio.create_task(_hear(socket))
                try:
                    await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    await cancel_and_wait(telling, hearing)
                if desk.closed:
                    with suppress(Exception):  # it may have gone by itself
                        await socket.close(GOING_AWAY)
    except (TableError, StoreError) as error:
        await refuse(socket, error)


async def _tell(socket: WebSocket[Any, Any, Any], desk: ProgramDesk) -> None:
    revision = ""
    while True:
        duties = await desk.after(revision, LONGEST_WAIT)
        if duties.revision != revision:
            revision = duties.revision
            await socket.send_text(_encode(duties).decode())
        if desk.closed:
            return


async def _hear(socket: WebSocket[Any, Any, Any]) -> None:
    """Wait until a program goes; its messages are ignored: it answers by requests."""
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_text()


def _revision(duties: list[Duty]) -> str:
    """Return an identifier of a list of duties: the same on every node, and after a restart."""
    return hashlib.blake2b(_encode(duties), digest_size=9).hexdigest()


def _program(caller: Caller) -> StoredProgram:
    if caller.program is None:
        raise NotAllowedError("program-token")
    return caller.program


def _info(program: StoredProgram, desks: Desks) -> ProgramInfo:
    return ProgramInfo(
        program.id,
        program.name,
        program.owner,
        [key for key in registry.keys() if programs.plays(program, key)],
        desks.present(program),
    )
