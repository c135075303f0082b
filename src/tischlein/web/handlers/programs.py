"""Programs with identities: who they are, invitations, and a stream of what they have to answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, get, post
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import JSONBody, QueryParameter

from tischlein.core import registry
from tischlein.tables.concurrency.cancellation import cancel_and_wait
from tischlein.tables.players import programs
from tischlein.tables.problems import NotAllowedError, TableError
from tischlein.tables.storage.store_errors import StoreError
from tischlein.tables.stored import StoredProgram
from tischlein.web.http.codes import GOING_AWAY
from tischlein.web.http.errors import problems
from tischlein.web.http.limits import CONNECTION_COST, RateLimiter
from tischlein.web.http.parameters import MatchId, TheCaller, TheHall
from tischlein.web.http.sessions import Caller, caller_of, rate_key_of
from tischlein.web.messages.opening import Invite
from tischlein.web.messages.programs import Duties, ProgramInfo
from tischlein.web.sockets.arrivals import refuse
from tischlein.web.sockets.duty_feeds import DutyFeed, DutyFeeds

LONGEST_WAIT = 30
"""Seconds that a request may wait for a change."""

_encode = msgspec.json.Encoder().encode

TheFeeds = NamedDependency[DutyFeeds]


@get("/api/programs", responses=problems())
async def list_programs(hall: TheHall, feeds: TheFeeds) -> list[ProgramInfo]:
    """List the programs that can be invited to a table of this server."""
    known = await programs.active_programs(hall.store)
    return [_info(program, feeds) for program in known]


@get("/api/program", responses=problems(403))
async def get_program(caller: TheCaller, feeds: TheFeeds) -> ProgramInfo:
    """Return a program's own identity."""
    return _info(_own_program(caller), feeds)


@get("/api/program/duties", responses=problems(400, 403))
async def get_duties(
    caller: TheCaller,
    feeds: TheFeeds,
    seen: Annotated[
        str, QueryParameter(description="The revision that is known already: wait for another.")
    ] = "",
    wait: Annotated[
        int, QueryParameter(ge=0, le=LONGEST_WAIT, description="For how many seconds.")
    ] = 0,
) -> Duties:
    """Return all that a program has to answer over all its matches."""
    async with feeds.open(_own_program(caller)) as feed:
        return await feed.changed_since(seen, wait)


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
    program = await programs.find_by_id(hall.store, data.program)
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


async def serve_duties(
    socket: WebSocket[Any, Any, Any], feeds: DutyFeeds, limiter: RateLimiter
) -> None:
    """Send a program all that it has to answer, whenever that changes, to the end."""
    rate_key = rate_key_of(socket)
    try:
        program = _own_program(caller_of(socket))
        limiter.request(rate_key, CONNECTION_COST)
        with limiter.connection(rate_key):
            async with feeds.open(program) as feed:
                sending = asyncio.create_task(_send_duties(socket, feed))
                receiving = asyncio.create_task(_wait_for_disconnect(socket))
                try:
                    await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    await cancel_and_wait(sending, receiving)
                if feed.closed:
                    with suppress(Exception):  # it may have gone by itself
                        await socket.close(GOING_AWAY)
    except (TableError, StoreError) as error:
        await refuse(socket, error)


async def _send_duties(socket: WebSocket[Any, Any, Any], feed: DutyFeed) -> None:
    revision = ""
    while True:
        duties = await feed.changed_since(revision, LONGEST_WAIT)
        if duties.revision != revision:
            revision = duties.revision
            await socket.send_text(_encode(duties).decode())
        if feed.closed:
            return


async def _wait_for_disconnect(socket: WebSocket[Any, Any, Any]) -> None:
    """Wait until a program goes; its messages are ignored: it answers by requests."""
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_text()


def _own_program(caller: Caller) -> StoredProgram:
    if caller.program is None:
        raise NotAllowedError("program-token")
    return caller.program


def _info(program: StoredProgram, feeds: DutyFeeds) -> ProgramInfo:
    return ProgramInfo(
        program.id,
        program.name,
        program.owner,
        [key for key in registry.keys() if programs.can_play(program, key)],
        feeds.is_listening(program),
    )
