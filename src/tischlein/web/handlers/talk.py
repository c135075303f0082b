"""Talk at a table over HTTP, and advice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Request, get, post
from litestar.params import JSONBody

from tischlein.tables.match import talk
from tischlein.tables.match.table import Table
from tischlein.tables.players import player_names
from tischlein.tables.problems import NotAllowedError
from tischlein.tables.stored import RemarkKind
from tischlein.web import table_messages
from tischlein.web.http.errors import problems
from tischlein.web.http.limits import COST, REMARK_KEPT
from tischlein.web.http.parameters import (
    MatchId,
    TheCaller,
    TheHall,
    TheLimiter,
    own_seat,
    table_for,
)
from tischlein.web.http.sessions import Caller, rate_key_of
from tischlein.web.messages.asking import Advice, AskAdvice, RuleTalk, Say
from tischlein.web.messages.sockets import Remark

ADVICE_COST = 10
"""The cost of advice, in requests: a bot thinks for seconds."""


@get("/api/matches/{match_id:str}/talk", responses=problems(400, 403, 404))
async def get_talk(match_id: MatchId, hall: TheHall, caller: TheCaller) -> list[Remark]:
    """Return the remarks at the table, as far as the caller may hear them."""
    async with table_for(hall, match_id, caller) as table:
        _check_may_watch(caller, table)
        seated = bool(caller.seats(table))
        rule = table.match.talk
        heard = [said for said in await table.remarks() if talk.may_read(rule, said, seated=seated)]
        return [table_messages.remark(table.match, said) for said in heard]


@post(
    "/api/matches/{match_id:str}/talk",
    status_code=204,
    responses=problems(400, 403, 404, 409, 413),
)
async def say(
    request: Request[Any, Any, Any],
    match_id: MatchId,
    data: JSONBody[Say],
    hall: TheHall,
    limiter: TheLimiter,
    caller: TheCaller,
) -> None:
    """Say something at the table."""
    async with table_for(hall, match_id, caller) as table:
        _check_may_watch(caller, table)
        if data.reaction:
            said = RemarkKind.REACTION, talk.clean_reaction(data.reaction)
        else:
            said = RemarkKind.TEXT, talk.clean_remark(data.text)
        if data.name and not caller.seats(table):
            name = player_names.clean_name(data.name)
            limiter.remark(rate_key_of(request))
            await table.say_onlooking(caller.session, name, *said)
        else:
            seat = own_seat(table, caller, data.seat)
            limiter.kept(rate_key_of(request), REMARK_KEPT)
            await table.say(seat, *said)


@post("/api/matches/{match_id:str}/talk/rule", status_code=204, responses=problems(400, 403, 404))
async def rule_talk(
    match_id: MatchId, data: JSONBody[RuleTalk], hall: TheHall, caller: TheCaller
) -> None:
    """Set who may hear what is said at the table."""
    async with table_for(hall, match_id, caller) as table:
        await table.set_talk_rule(caller.session, data.talk)


@post(
    "/api/matches/{match_id:str}/advice",
    status_code=200,
    opt={COST: ADVICE_COST},
    responses=problems(400, 403, 404, 409, 413),
)
async def advise(
    match_id: MatchId, data: JSONBody[AskAdvice], hall: TheHall, caller: TheCaller
) -> Advice:
    """Return what a good player would do, based only on what the seat sees."""
    async with table_for(hall, match_id, caller) as table:
        seat = own_seat(table, caller, data.seat)
        number = table.number
        advice, logs, line = await table.advise(seat, data.after)
        shares = tuple(advice.shares.get(action, 0.0) for action in advice.actions)
        return Advice(
            number,
            advice.actions,
            shares if advice.shares else (),
            logs,
            advice.value,
            advice.exact,
            line,
        )


HANDLERS: Sequence[Any] = (
    get_talk,
    say,
    rule_talk,
    advise,
)


def _check_may_watch(caller: Caller, table: Table) -> None:
    """Refuse callers who may not watch: they hear nothing and are not heard (NotAllowedError)."""
    if not caller.may_watch(table):
        raise NotAllowedError("no-spectators")
