"""Coming to a table over HTTP and leaving it: chairs, links, contributions, rematches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Request, Response, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody

from tischlein.tables.chance import contributing
from tischlein.tables.hall import Hall
from tischlein.tables.ownership import Signal
from tischlein.tables.players import player_names, programs
from tischlein.tables.problems import InvalidError, NotAllowedError, NotNowError
from tischlein.tables.seats import private_links, seating
from tischlein.web.handlers.notifications import NotificationService
from tischlein.web.http.errors import problems
from tischlein.web.http.limits import BOTS_ONLY_TABLE_COST, COST
from tischlein.web.http.parameters import (
    MatchId,
    TheCaller,
    TheHall,
    TheLimiter,
    opened_seats,
    table_for,
)
from tischlein.web.http.sessions import Caller, expired_cookie, rate_key_of, session_of, sessions_of
from tischlein.web.messages.asking import SeatChoice, TakeOver
from tischlein.web.messages.opening import (
    Claim,
    Contribute,
    FillChair,
    Join,
    Leave,
    Opened,
    Rematch,
    Rename,
    RenewLink,
)
from tischlein.web.sockets.live_connections import LiveConnections

END_SESSION_COST = 20
"""The cost of ending a session, in requests, equal to signing in: it may be stored for long."""
_MOST_PARTS = 16
"""Maximal number of hashes or contributions in one message: more than there are seats."""


@post("/api/matches/{match_id:str}/join", responses=problems(400, 404, 409, 413))
async def join(
    request: Request[Any, Any, Any],
    match_id: MatchId,
    data: JSONBody[Join],
    hall: TheHall,
    caller: TheCaller,
) -> Response[Opened]:
    """Take an open chair. A program with an identity does so under its own name.

    A browser that had several seats in the match before gets all chairs that are kept for nobody
    else. People who share a device sit down one after the other, all but the first of them
    ``beside``. If a chair is named, it is that one or none.
    """
    name = player_names.clean_name(data.name if caller.program is None else caller.program.name)
    given = contributing.parse_hash(data.hash)
    session, cookies = session_of(request)
    async with hall.table(match_id) as table:
        if caller.program is not None:
            programs.check_can_play(caller.program, table.game.key)
        where = seating.ChairChoice(data.beside, data.chair, data.again)
        secrets = await table.join(session, name, given, where)
    return Response(await opened_seats(hall, match_id, secrets), status_code=201, cookies=cookies)


@post("/api/matches/{match_id:str}/take-over", responses=problems(400, 403, 404, 409, 413))
async def take_over(
    request: Request[Any, Any, Any],
    match_id: MatchId,
    data: JSONBody[TakeOver],
    hall: TheHall,
    caller: TheCaller,
) -> Response[Opened]:
    """Ask to play on for a bot, or for somebody who has gone, in a match that is being played.

    The people who play there are asked (``ProposalInfo``). The seat's secret opens it once all of
    them have agreed; a program with an identity plays under its own name.
    """
    name = player_names.clean_name(data.name if caller.program is None else caller.program.name)
    session, cookies = session_of(request)
    async with table_for(hall, match_id, caller) as table:
        if caller.seat_secret is not None:
            raise NotNowError("already-seated")
        if not caller.may_watch(table):
            raise NotAllowedError("no-spectators")
        if caller.program is not None:
            programs.check_can_play(caller.program, table.game.key)
        secret = await table.take_over(session, data.seat, name, beside=data.beside)
    return Response(await opened_seats(hall, match_id, [secret]), status_code=201, cookies=cookies)


@post(
    "/api/matches/{match_id:str}/contributions",
    status_code=204,
    responses=problems(400, 403, 404, 409, 413),
)
async def contribute(
    match_id: MatchId, data: JSONBody[Contribute], hall: TheHall, caller: TheCaller
) -> None:
    """Contribute to the chance of a match that has not begun: hashes, and then their contents."""
    if max(len(data.hashes), len(data.contributions)) > _MOST_PARTS:
        raise InvalidError("contribution")
    hashes = [contributing.parse_hash(text) for text in data.hashes if text]
    contributions = [contributing.parse_contribution(text) for text in data.contributions]
    async with hall.table(match_id) as table:
        await table.contribute(lambda: caller.seats(table), hashes, contributions)


@post("/api/matches/{match_id:str}/chairs", status_code=204, responses=problems(400, 403, 404, 409))
async def fill_chair(
    request: Request[Any, Any, Any],
    match_id: MatchId,
    data: JSONBody[FillChair],
    hall: TheHall,
    limiter: TheLimiter,
    caller: TheCaller,
) -> None:
    """Put a bot on an open chair."""

    def pay() -> None:
        limiter.table(
            rate_key_of(request), BOTS_ONLY_TABLE_COST - 1
        )  # the table itself has been paid

    async with hall.table(match_id) as table:
        party = rate_key_of(request).party
        await hall.fill(table, caller.session, data.seat, data.level, pay, party)


@post(
    "/api/matches/{match_id:str}/dismiss", status_code=204, responses=problems(400, 403, 404, 409)
)
async def dismiss(
    match_id: MatchId, data: JSONBody[SeatChoice], hall: TheHall, caller: TheCaller
) -> None:
    """Free a chair before the start, as the host."""
    async with hall.table(match_id) as table:
        await table.dismiss(caller.session, data.seat)


@post("/api/matches/{match_id:str}/name", status_code=204, responses=problems(400, 403, 404, 409))
async def rename(
    match_id: MatchId, data: JSONBody[Rename], hall: TheHall, caller: TheCaller
) -> None:
    """Change one's name on a chair that one holds, before the start."""
    name = player_names.clean_name(data.name)
    async with hall.table(match_id) as table:
        await table.rename(caller.session, data.seat, name)


@post("/api/matches/{match_id:str}/leave", status_code=204, responses=problems(400, 403, 404, 409))
async def leave(
    match_id: MatchId, hall: TheHall, caller: TheCaller, data: JSONBody[Leave | None] = None
) -> None:
    """Get up from the table."""
    async with hall.table(match_id) as table:
        await table.leave(caller.session, release=data is not None and data.release)


@post("/api/matches/{match_id:str}/rematch", responses=problems(400, 403, 404, 409, 413))
async def rematch(
    request: Request[Any, Any, Any],
    match_id: MatchId,
    hall: TheHall,
    limiter: TheLimiter,
    caller: TheCaller,
    data: JSONBody[Rematch | None] = None,
) -> Opened:
    """Open the match that continues a finished one, or find the one that has been opened."""
    contributes = data is not None and data.contributes

    def pay(bots_alone: bool) -> None:
        limiter.table(rate_key_of(request), BOTS_ONLY_TABLE_COST if bots_alone else 1)

    async with hall.table(match_id) as table:
        party = rate_key_of(request).party
        opened = await hall.rematch(table, caller.session, contributes, pay, party)
    return await opened_seats(hall, *opened)


@post("/api/seats", responses=problems(400, 403, 404, 409, 413))
async def claim(
    request: Request[Any, Any, Any], data: JSONBody[Claim], hall: TheHall
) -> Response[Opened]:
    """Hold the seat of a private link on this device too."""
    session, cookies = session_of(request)
    match_id = private_links.match_of(data.secret)
    async with hall.table(match_id) as table:
        await table.claim(session, data.secret)
    opened = await opened_seats(hall, match_id, [data.secret])
    return Response(opened, status_code=201, cookies=cookies)


@post("/api/matches/{match_id:str}/links", responses=problems(400, 403, 404, 409, 413))
async def renew_link(
    match_id: MatchId, data: JSONBody[RenewLink], hall: TheHall, caller: TheCaller
) -> Opened:
    """Replace the private link of a seat; the old one and all other devices lose the seat."""
    async with hall.table(match_id) as table:
        if data.secret:
            secrets = [await table.renew_link(caller.session, data.secret)]
        else:
            secrets = await table.renew_links(caller.session)
        return Opened(match_id, secrets, table.match.commitment)


@post(
    "/api/session/end",
    status_code=204,
    opt={COST: END_SESSION_COST},
    # Otherwise it would be documented as JSON, since a response has the cookie.
    responses=problems(403) | {204: ResponseSpec(None, description="It is ended.")},
)
async def end_session(
    request: Request[Any, Any, Any],
    caller: TheCaller,
    hall: TheHall,
    live_connections: NamedDependency[LiveConnections],
    notifications: NamedDependency[NotificationService],
) -> Response[None]:
    """End this browser's session: its cookie becomes invalid, here and in any copy."""
    if caller.program is not None:
        raise NotAllowedError("not-allowed")  # its token is revoked in another way
    if caller.device is not None:
        if await _has_stored_data(caller, hall):
            await notifications.forget_browser(caller)
            await sessions_of(request).end(caller.device)
            # Only now: if the session could not be ended, it is known to have a card the next time.
            await hall.cards.sign_out(caller.device)
            await hall.ownership.broadcast(Signal.SESSION, caller.device)
        live_connections.end_session(caller.device)
    return Response(None, status_code=204, cookies=[expired_cookie(request)])


async def _has_stored_data(caller: Caller, hall: Hall) -> bool:
    """Whether a session gives access to anything: otherwise its end need not be stored."""
    assert caller.session is not None
    return (
        caller.card is not None
        or bool(await hall.store.matches_of_session(caller.session, limit=1))
        or bool(await hall.store.subscriptions.of_owner(caller.session))
    )


HANDLERS: Sequence[Any] = (
    join,
    take_over,
    contribute,
    fill_chair,
    dismiss,
    rename,
    leave,
    rematch,
    claim,
    renew_link,
    end_session,
)
