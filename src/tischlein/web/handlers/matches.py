"""Matches over HTTP: in lists, opened, looked at, and played by programs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter

from tischlein.tables.hall import Hall
from tischlein.tables.match.table import Table
from tischlein.tables.players import programs
from tischlein.tables.problems import (
    ElsewhereError,
    InvalidError,
    NotAllowedError,
    NotNowError,
    TableClosedError,
    TableError,
)
from tischlein.tables.seats import setting_up
from tischlein.tables.seats.setting_up import NewTable
from tischlein.tables.stored import MatchStatus, SeatKind, StoredMatch, StoredSeat
from tischlein.web import table_messages
from tischlein.web.http.errors import problems
from tischlein.web.http.limits import BOTS_ONLY_TABLE_COST, TABLE_COST, RateLimiter
from tischlein.web.http.malformed import check_command
from tischlein.web.http.parameters import (
    MatchId,
    SeatParameter,
    TheCaller,
    TheHall,
    TheLimiter,
    observer_for,
    opened_seats,
    table_for,
)
from tischlein.web.http.sessions import Caller, rate_key_of, session_of
from tischlein.web.messages.lists import Matches, MatchSummary
from tischlein.web.messages.opening import Chair, NewMatch, Opened
from tischlein.web.messages.sockets import Accepted, Act, Happened, Refused, View
from tischlein.web.messages.table import TableInfo
from tischlein.web.metrics import Metrics
from tischlein.web.sockets.live import answer_of

_LONGEST_OPTIONS = 400
_MOST_LOADED = 50
"""How many of a session's running matches a list loads to see whose turn it is.

Each takes some milliseconds. They stay in memory for a while, so that the next list loads others.
"""
_KINDS = {"me": SeatKind.PERSON, "open": SeatKind.FREE, "bot": SeatKind.BOT}


@get("/api/matches", responses=problems())
async def list_matches(hall: TheHall, caller: TheCaller) -> Matches:
    """List the session's own matches, and the open tables that anybody may join."""
    return await lists_for(caller, hall)


async def lists_for(caller: Caller, hall: Hall) -> Matches:
    """Return a session's own matches, and the open tables that anybody may join."""
    own = [] if caller.session is None else await hall.matches.of(caller.session)
    running = [match for match in own if match.status is MatchStatus.RUNNING]
    left = {
        match.id for match in [one for one in running if one.id not in hall.tables][_MOST_LOADED:]
    }
    ids = {match.id for match in running} - left
    mine = [await _summary(hall, match, caller.session, match.id in ids) for match in own]
    mine.sort(
        key=lambda match: (not match.your_turn, match.status in ("over", "ended"), -match.changed)
    )
    listed = await hall.store.lobby()
    now = hall.time.now()
    return Matches(mine, [table_messages.summary(match, caller.session, now) for match in listed])


@post("/api/matches", responses=problems(400, 403, 404, 409, 413), opt={TABLE_COST: 1})
async def open_match(
    request: Request[Any, Any, Any],
    data: JSONBody[NewMatch],
    hall: TheHall,
    limiter: TheLimiter,
    caller: TheCaller,
) -> Response[Opened]:
    """Open a table. It starts as soon as no chair is open, and nothing promised is missing."""
    _check_new(request, data, limiter)
    session, cookies = session_of(request)
    wanted = await _new_table(hall, caller, data)
    party = rate_key_of(request).party
    opened = await opened_seats(hall, *await hall.open(session, wanted, party))
    return Response(opened, status_code=201, cookies=cookies)


@post(
    "/api/matches/{match_id:str}/next",
    responses=problems(400, 403, 404, 409, 413),
    opt={TABLE_COST: 1},
)
async def open_next(
    request: Request[Any, Any, Any],
    match_id: MatchId,
    data: JSONBody[NewMatch],
    hall: TheHall,
    limiter: TheLimiter,
    caller: TheCaller,
) -> Opened:
    """Open a table of any game, for the players of a finished match, which leads there.

    If a rematch, or another table, continues that match already, it is found instead.
    """
    _check_new(request, data, limiter)
    party = rate_key_of(request).party
    async with hall.table(match_id) as table:
        wanted = partial(_new_table, hall, caller, data, table)
        opened = await hall.open_next(table, caller.session, wanted, party)
    return await opened_seats(hall, *opened)


@get("/api/matches/{match_id:str}", responses=problems(400, 404))
async def get_match(match_id: MatchId, hall: TheHall, caller: TheCaller) -> TableInfo:
    """Return a match's table, without the board."""
    async with table_for(hall, match_id, caller) as table:
        mine = caller.seats(table)
        return table_messages.table_info(table, mine, mine[0] if mine else None, caller.session)


@post(
    "/api/matches/{match_id:str}/actions",
    status_code=200,
    responses=problems(400, 403, 404, 409, 413),
)
async def act(
    match_id: MatchId,
    data: JSONBody[Act],
    hall: TheHall,
    caller: TheCaller,
    metrics: NamedDependency[Metrics],
    seat: SeatParameter = None,
) -> Accepted | Refused:
    """Act, for programs. A repeated id gets the same answer."""
    check_command(data.id)
    acts = partial(_act, match_id, data, hall, caller, metrics, seat)
    try:
        return await acts()
    except ElsewhereError:
        raise
    except TableClosedError:
        return await acts()  # the table is loaded again; what has been done is not repeated


async def _act(
    match_id: str, data: Act, hall: Hall, caller: Caller, metrics: Metrics, seat: int | None
) -> Accepted | Refused:
    async with table_for(hall, match_id, caller) as table:
        mine = caller.seats(table)
        acting = seat if seat is not None else caller.view_seat(table, None)
        if acting not in mine:
            raise NotAllowedError("not-your-seat")
        begun = time.perf_counter()
        answer = await table.act(acting, data.id, data.action, seen=data.seen)
        metrics.observe_move(time.perf_counter() - begun)
        return answer_of(answer)


@get("/api/matches/{match_id:str}/view", responses=problems(400, 403, 404, 409))
async def get_view(
    match_id: MatchId,
    hall: TheHall,
    caller: TheCaller,
    seat: SeatParameter = None,
    have: Annotated[
        int, QueryParameter(ge=0, description="Leave out the log up to this event.")
    ] = 0,
    scenes: Annotated[
        int, QueryParameter(ge=0, le=1, description="0: numbers of actions instead of a scene.")
    ] = 1,
) -> View | Happened:
    """Return what a seat sees now, for programs."""
    async with table_for(hall, match_id, caller) as table:
        observer = await observer_for(table, caller, seat)
        message = table_messages.view if scenes else table_messages.happened
        return message(table, observer, have, fresh=have == 0)


HANDLERS: Sequence[Any] = (
    list_matches,
    open_match,
    open_next,
    get_match,
    act,
    get_view,
)


async def _summary(hall: Hall, match: StoredMatch, session: str | None, load: bool) -> MatchSummary:
    if not load:
        return table_messages.summary(match, session, hall.time.now())
    try:
        async with hall.tables.lend_read_only(match.id) as table:
            return table_messages.summary(table.match, session, table.time, table)
    except TableError:  # a match that cannot be loaded is listed all the same
        return table_messages.summary(match, session, hall.time.now())


def _check_new(request: Request[Any, Any, Any], data: NewMatch, limiter: RateLimiter) -> None:
    """Refuse a new table that is malformed, or one too many."""
    _check_options(data.options)
    if all(chair.kind == "bot" for chair in data.chairs):
        limiter.table(rate_key_of(request), BOTS_ONLY_TABLE_COST - 1)
    if data.listed:
        limiter.listed(rate_key_of(request))


async def _new_table(
    hall: Hall, caller: Caller, data: NewMatch, previous: Table | None = None
) -> NewTable:
    again = [chair.seat for chair in data.chairs if chair.kind == "player"]
    if len(set(again)) < len(again):
        raise NotNowError("chair-taken")
    return NewTable(
        data.game,
        [await _chair(hall, caller, data.game, chair, previous) for chair in data.chairs],
        data.options,
        data.fixed,
        data.listed,
        data.contributes,
        data.talk,
        data.advice,
        data.programs,
        data.time_control,
        data.watched,
    )


async def _chair(
    hall: Hall, caller: Caller, game: str, chair: Chair, previous: Table | None
) -> StoredSeat:
    if chair.kind == "open":
        return StoredSeat()
    if chair.kind == "player":
        if previous is None or chair.seat is None:
            raise InvalidError("seat")
        mine = previous.seats_of(caller.session)
        again = setting_up.player_again(previous.match, chair.seat, mine)
        if again.kind is SeatKind.BOT:
            raise InvalidError("seat")
        for program in await programs.of_seat(hall.store, again):
            programs.check_can_play(program, game)
        return again
    if chair.kind == "program":
        program = await programs.find_by_id(hall.store, chair.program)
        return programs.reserved_chair(program, game)
    if chair.kind == "me" and caller.program is not None:
        programs.check_can_play(caller.program, game)
        return StoredSeat(kind=SeatKind.PERSON, name=caller.program.name)
    return StoredSeat(kind=_KINDS[chair.kind], name=chair.name, level=chair.level or None)


def _check_options(options: dict[str, str]) -> None:
    if sum(len(name) + len(value) + 2 for name, value in options.items()) > _LONGEST_OPTIONS:
        raise InvalidError("options", reason=f"more than {_LONGEST_OPTIONS} characters")
    if any(not name or not value or " " in name + value for name, value in options.items()):
        raise InvalidError("options", reason="empty, or with spaces")
